//! Evidence that is filled in, sent and decided on.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, SubmissionAction};
use paydesk_core::operations::Outcome;
use paydesk_domain::evidence::EvidenceField;
use serde_json::json;

use crate::desk::Desk;
use crate::disputes::{dsp, edit, inbox, mixed, open};
use crate::service::answered;

pub fn act(desk: &mut Desk, action: DisputesAction) {
    desk.act(Action::Disputes(action));
}

/// A desk with `dsp_1` open and these fields typed.
pub fn filled(fields: &[(EvidenceField, &str)]) -> Desk {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    fields.iter().for_each(|(field, text)| edit(&mut desk, *field, text));
    desk
}

/// Looks at the submission and sends it, up to where the answer is awaited.
pub fn send(desk: &mut Desk) {
    act(desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    act(desk, DisputesAction::Submission(SubmissionAction::Submit));
    // The rhythm of the journal and of the check just before sending.
    desk.write();
    desk.serve();
    desk.write_all();
}

pub fn confirm(desk: &mut Desk) {
    desk.service.disputes[0]["status"] = json!("challenged");
    desk.reply(answered(
        200,
        json!({"dispute_id": "dsp_1", "status": "submitted",
        "evidence_submitted_at": "2026-11-21T10:00:00Z"}),
    ));
    desk.write_all();
    desk.serve();
}

/// Sent, its answer lost, and the dispute decided before the operation was settled.
pub fn lost_and_decided() -> Desk {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.service.disputes[0]["status"] = json!("won");
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Overtaken(_)));
    desk
}
