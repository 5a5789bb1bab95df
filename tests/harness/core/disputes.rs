//! A desk with disputes, drafts of evidence, and what the store and the service say of them.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::outcome::Attempt;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::disputes::{DisputesAction, DraftDocument, EvidenceDraftAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::problem::Problem;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{DisputesChange, TraitChange};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::service::{Pay, answered, start_time};

pub fn dsp(id: &str) -> DisputeId {
    DisputeId::new(id)
}

/// A list item made so many hours before the start.
pub fn dispute(id: &str, status: &str, reason: &str, hours_ago: i64) -> Value {
    let created = start_time() - TimeDelta::hours(hours_ago);
    json!({
        "dispute_id": id, "payment_id": id.replace("dsp", "pay"), "amount": 4_510, "currency": "EUR",
        "status": status, "reason": reason, "created": created,
    })
}

pub fn disputes_of(pay: &str, disputes: Vec<Value>) -> Desk {
    let mut desk = Desk::started(vec![Pay::captured(pay, 4_510)]);
    desk.service.disputes = disputes;
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::ServiceReady { profile: crate::desk::profile(), key_place: None });
    desk.serve();
    desk
}

/// A desk at work whose service has these disputes, with the inbox read.
pub fn inbox(disputes: Vec<Value>) -> Desk {
    let mut desk = disputes_of("pay_1", disputes);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    desk
}

pub fn mixed() -> Vec<Value> {
    vec![
        dispute("dsp_1", "dispute_opened", "fraudulent", 24),
        dispute("dsp_2", "challenged", "Product not received", 14 * 24 - 20),
        dispute("dsp_3", "won", "duplicate", 400),
        dispute("dsp_4", "dispute_opened", "duplicate", 8 * 24),
        dispute("dsp_5", "dispute_opened", "credit_not_processed", 15 * 24),
        dispute("dsp_6", "dispute_accepted", "Anything at all", 24),
    ]
}

pub fn open(desk: &mut Desk, id: &str) {
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp(id)))));
    desk.serve();
}

pub fn edit(desk: &mut Desk, field: EvidenceField, text: &str) {
    let dispute_id = desk.state.workspace.disputes.open.id.clone().unwrap();
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit {
        dispute_id,
        field,
        text: text.into(),
    })));
}

/// The documents that were given to the store, with their revisions.
pub fn kept(desk: &Desk) -> Vec<(u64, DraftDocument)> {
    let document = |effect: &Effect| match effect {
        Effect::Store(StoreJob::SaveDocument { revision, document }) => Some((*revision, (**document).clone())),
        _ => None,
    };
    desk.other.iter().filter_map(document).collect()
}

/// The store wrote the newest document.
pub fn written(desk: &mut Desk) {
    let (revision, document) = kept(desk).pop().expect("a document is written");
    desk.event(Message::DocumentSaved { key: document.owned_key(), revision, problem: None });
}

/// The store could not write the newest document.
pub fn not_written(desk: &mut Desk, problem: Problem) {
    let (revision, document) = kept(desk).pop().expect("a document is written");
    desk.event(Message::DocumentSaved { key: document.owned_key(), revision, problem: Some(problem) });
}

pub fn at(ms: i64) -> DateTime<Utc> {
    start_time() + TimeDelta::milliseconds(ms)
}

/// A desk at a service that takes files, with a dispute open whose evidence it has: a receipt.
pub fn with_receipt_at_service(id: &str) -> Desk {
    let mut desk = inbox(mixed());
    let from = "GET /disputes/list: Via: HyperSwitch".to_owned();
    desk.act(Action::ChangeTraits(TraitChange::Disputes(DisputesChange::FilesTaken { from })));
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp(id)))));
    let file = json!({"file_id": "file_elsewhere", "file_name": "receipt.pdf", "file_size": 12_345});
    answer_evidence(&mut desk, answered(200, json!([{"evidence_type": "receipt", "file_metadata_response": file}])));
    desk.serve();
    desk
}

pub fn answer_evidence(desk: &mut Desk, answer: Attempt) {
    let place =
        desk.reads.iter().position(|(_, read)| matches!(read, Read::Evidence(_))).expect("evidence is asked for");
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, answer);
}
