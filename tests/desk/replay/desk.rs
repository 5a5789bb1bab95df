//! Paydesk without its window at the replayed service: what it reads, exports and says there.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{ExecutionProof, Intent, Outcome, Phase, ResolutionFinding, ResourceKind};
use paydesk_core::records::{RecordQuery, Resource};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentAction;
use paydesk_test_desk::runtime::{PATIENT, RuntimeHarness, starter};
use serde_json::Value;

use super::server::ReplayServer;

/// Payments of the merchant at the end of the recording.
const PAYMENTS: usize = 186;

/// Paydesk without its window, and the service that it asks.
pub struct Desk {
    pub server: ReplayServer,
    pub window: RuntimeHarness,
    data: tempfile::TempDir,
}

impl Desk {
    pub fn at(server: ReplayServer) -> Self {
        let data = tempfile::tempdir().unwrap();
        let service = starter(server.base_url.clone(), "snd_replayed".to_owned());
        let mut window = RuntimeHarness::starting(service, data.path(), PATIENT);
        window.until("the desk is ready", |state| state.read_only_reason().is_none());
        Self { server, window, data }
    }

    fn read_all_payments(&mut self) {
        self.window.act(Action::Payments(PaymentsAction::LoadAll));
        self.window.until("the payments are read", |state| state.workspace.payments.has_ended());
    }

    /// The rows and the manifest of an export.
    fn export(&mut self, list: ExportList) -> (Vec<Value>, Value) {
        self.window.act(Action::TableExport(TableExportAction::Start(list, ExportFormat::Jsonl)));
        self.window.until("it is exported", |state: &State| state.table_exports.running().is_none());
        let read = |is_manifest: bool| {
            let files = std::fs::read_dir(self.data.path().join("exports")).unwrap().map(|entry| entry.unwrap().path());
            let file = files
                .filter(|path| path.to_string_lossy().ends_with(".manifest.json") == is_manifest)
                .max_by_key(|path| path.metadata().unwrap().modified().unwrap());
            std::fs::read_to_string(file.unwrap()).unwrap()
        };
        let rows = read(false).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (rows, serde_json::from_str(&read(true)).unwrap())
    }
}

fn everything_read() -> Desk {
    let mut desk = Desk::at(ReplayServer::before_note("list page 1"));
    desk.read_all_payments();
    desk
}

#[test]
fn every_payment_is_listed_once_with_a_key_alone() {
    let desk = everything_read();
    let payments = &desk.window.state.workspace.payments;
    let ids: BTreeSet<String> = payments.all().map(|row| row.payment.payment_id.to_string()).collect();
    assert_eq!(
        (payments.loaded(), ids.len(), payments.complete, payments.is_stalled),
        (PAYMENTS, PAYMENTS, true, false)
    );
    assert_eq!(desk.server.not_recorded(), BTreeSet::new());
}

#[test]
fn an_export_has_every_payment_and_says_what_is_not_known() {
    let mut desk = everything_read();
    let (rows, manifest) = desk.export(ExportList::Payments);
    assert_eq!((rows.len(), &manifest["rows"]), (PAYMENTS, &Value::from(PAYMENTS)));
    assert_eq!(manifest["complete"], false, "the history is off: no details are known");
    let text = Value::from(rows).to_string();
    assert!(!text.contains("_secret_") && !text.contains("sdk_authorization"), "no secret leaves");
}

#[test]
fn disputes_are_read() {
    let mut desk = Desk::at(ReplayServer::at_the_end());
    desk.window.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.window.until("the disputes are read", |state| state.workspace.disputes.inbox.reading.complete);
    assert_eq!(desk.window.state.workspace.disputes.loaded(), 6);
}

fn capture(desk: &mut Desk, minor: i64) -> PaymentId {
    let payment = desk.window.open_payment(&PaymentId::new("pay_hl_0020_auth"));
    let id = payment.payment_id.clone();
    desk.window.act(Action::Payments(PaymentsAction::Ask(id.clone(), PaymentAction::Capture)));
    let intent =
        Intent::Capture { amount: payment.amount.with_minor(minor), prefix: String::new(), suffix: String::new() };
    desk.window.act(Action::Confirm(Confirmation::Payment(intent)));
    id
}

fn outcome(desk: &Desk, id: &PaymentId) -> Outcome {
    match desk.window.state.workspace.operations.last_of(id).map(|operation| &operation.phase) {
        Some(Phase::Ended(outcome)) => outcome.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_partial_capture_is_done_by_its_answer() {
    let mut desk = Desk::at(ReplayServer::before_note("capture partial"));
    let id = capture(&mut desk, 5_000);
    desk.window.until("it has ended", |state| state.workspace.operations.open().is_empty());
    let Outcome::Done { status, proof } = outcome(&desk, &id) else { panic!("{:?}", outcome(&desk, &id)) };
    assert_eq!((status.as_str(), proof), ("partially_captured", ExecutionProof::Answer));
}

#[test]
fn a_partial_capture_whose_answer_is_lost_is_found_by_reading() {
    let mut desk = Desk::at(ReplayServer::before_note("capture partial"));
    desk.server.lose_next_answer();
    let id = capture(&mut desk, 5_000);
    let is_found = |state: &State| {
        state.workspace.operations.open().iter().all(|operation| match &operation.phase {
            Phase::Unknown(unknown) => matches!(unknown.finding, ResolutionFinding::There(_)),
            _ => false,
        })
    };
    desk.window.until("it is found there", is_found);
    desk.window.ahead += TimeDelta::seconds(SETTLE_WINDOW_S + 1);
    desk.window.until("it has ended", |state| state.workspace.operations.open().is_empty());
    assert!(
        matches!(outcome(&desk, &id), Outcome::Done { proof: ExecutionProof::Effect, .. }),
        "{:?}",
        outcome(&desk, &id)
    );
}

#[test]
fn refunds_payouts_and_links_are_listed_whole_with_a_key_alone() {
    let mut desk = Desk::at(ReplayServer::at_the_end());
    for (kind, count) in [(ResourceKind::Refund, 12), (ResourceKind::Payout, 22), (ResourceKind::PaymentLink, 2)] {
        desk.window.act(Action::GoTo(Route::List(kind)));
        desk.window.until("the list is read", |state| state.workspace.record_lists.is_whole(kind));
        assert_eq!(desk.window.state.workspace.records.of(kind).len(), count, "{kind:?}");
    }
    let records = &desk.window.state.workspace.records;
    let unreadable = records.of(ResourceKind::Refund).chain(records.of(ResourceKind::Payout));
    assert_eq!(unreadable.filter(|known| !matches!(known.resource, Resource::Reported(_))).count(), 0);
    let (rows, manifest) = desk.export(ExportList::Records(ExportKind::Refunds, RecordQuery::default()));
    assert_eq!((rows.len(), &manifest["complete"]), (12, &Value::from(true)), "{manifest}");
    let pending = rows.iter().filter(|row| row["status"] == "pending").count();
    assert_eq!(pending, 3, "as the service counts them");
}
