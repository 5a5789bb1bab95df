//! Exports of lists: which rows, what is said of them, how far one is, and how it ends.

use chrono::TimeDelta;
use paydesk_core::dialog::Dialog;
use paydesk_core::effect::{TableExport, TableJob};
use paydesk_core::features::disputes::{
    DisputeLocalFilter, DisputeSortColumn, DisputesAction, HandlingAction, InboxAction,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{
    ExportList, ExportPhase, ExportRows, ExportedTable, TableExportAction, TableExportReport,
};
use paydesk_core::features::webhooks::WebhooksAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{RecordColumn, RecordQuery, RecordSort};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::webhook::ContentType;
use paydesk_store::table_file::{TableProgress, write_table};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::disputes::{dsp, inbox, mixed};
use paydesk_test_core::payouts::with_payout;
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::{Pay, no_connection, start_time};
use paydesk_test_core::table_exports::hostile;
use serde_json::{Value, json};

use super::history::{many, opening, settle};

fn act(desk: &mut Desk, action: TableExportAction) {
    desk.act(Action::TableExport(action));
}

/// Asks for an export; `None` where nothing is to be written yet.
pub fn start(desk: &mut Desk, list: ExportList) -> Option<TableExport> {
    act(desk, TableExportAction::Start(list, ExportFormat::Jsonl));
    written(desk)
}

fn written(desk: &mut Desk) -> Option<TableExport> {
    desk.tables.drain(..).find_map(|job| match job {
        TableJob::Write(export) => Some(*export),
        TableJob::Cancel { .. } => None,
    })
}

pub fn report(desk: &mut Desk, number: u64, report: TableExportReport) {
    desk.event(Message::TableExport { number, report });
}

pub fn done(rows: u64) -> TableExportReport {
    done_lacking(rows, None)
}

fn done_lacking(rows: u64, incomplete: Option<String>) -> TableExportReport {
    TableExportReport::Written(ExportedTable { path: "exports/table.jsonl".to_owned(), rows, incomplete })
}

fn phase(desk: &Desk) -> Option<ExportPhase> {
    desk.state.table_exports.running().map(|running| running.phase())
}

/// The rows as a file has them.
fn rows(export: &TableExport) -> Vec<Value> {
    file(export, ExportFormat::Jsonl).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn file(export: &TableExport, format: ExportFormat) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table");
    let rows = export.rows.rows(export.manifest.made_at);
    write_table(&path, format, &export.rows.columns(), rows, &TableProgress::default()).unwrap();
    std::fs::read_to_string(path).unwrap()
}

fn ids(rows: &[Value], field: &str) -> Vec<String> {
    rows.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}

fn records(kind: ExportKind, query: RecordQuery) -> ExportList {
    ExportList::Records(kind, query)
}

fn refunds() -> Desk {
    with_records(vec![
        record("ref_1", 1_000, "EUR", "succeeded"),
        record("ref_2", 4_000, "EUR", "succeeded"),
        record("ref_3", 500, "JPY", "pending"),
    ])
}

#[test]
fn refunds_are_exported_as_they_are_searched_and_ordered_with_why_there_may_be_more() {
    let mut desk = refunds();
    know(&mut desk, &[paid_by("pay_1", "", "Grace Hopper", "g@navy.example")]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk.serve();
    let sort = RecordSort { column: RecordColumn::Amount, ascending: false };
    let query = RecordQuery {
        status: Some(RefundStatus::Succeeded.label().into_owned()),
        sort: Some(sort),
        ..RecordQuery::default()
    };
    let export = start(&mut desk, records(ExportKind::Refunds, query)).unwrap();
    let all = rows(&export);
    assert_eq!(ids(&all, "refund_id"), ["ref_2", "ref_1"]);
    let mut first = json!({"refund_id": "ref_2", "status": "succeeded", "amount": "40.00", "currency": "EUR",
        "payment_id": "pay_1", "reason": "duplicate", "error_code": null, "error_message": null, "made_by": null,
        "customer_name": "Grace Hopper", "customer_email": "g@navy.example"});
    let made_at = paydesk_domain::export::time_text(start_time());
    (first["created"], first["as_of"]) = (json!(made_at), json!(made_at));
    assert_eq!(all[0], first);
    let manifest = &export.manifest;
    assert_eq!((manifest.what.as_str(), manifest.query.as_str()), ("refunds", "status: Refunded"));
    let why = "the service has no list of refunds; these are the refunds stored on this computer";
    assert_eq!(manifest.incomplete.as_deref(), Some(why));
    report(&mut desk, export.number, done_lacking(2, Some(why.to_owned())));
    assert_eq!(
        desk.toasts().last().map(|text| text.to_string()),
        Some(format!("2 refunds exported to exports/table.jsonl. The export may not be complete: {why}."))
    );
}

#[test]
fn every_refund_is_exported_without_a_search_the_newest_first_as_the_list_has_them() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    let known = desk.state.workspace.records.of(ResourceKind::Refund);
    let known: Vec<String> = known.map(|known| known.record.id.clone()).collect();
    assert_eq!(ids(&rows(&export), "refund_id"), known);
    assert_eq!(export.manifest.query, "");
}

#[test]
fn payouts_are_exported_with_exact_amounts() {
    let mut desk = with_payout("requires_fulfillment");
    let export = start(&mut desk, records(ExportKind::Payouts, RecordQuery::default())).unwrap();
    let all = rows(&export);
    let known: Vec<_> = desk.state.workspace.records.of(ResourceKind::Payout).collect();
    let amount = known[0].amount().unwrap();
    assert_eq!((all.len(), &all[0]["payout_id"]), (1, &json!("po_1")));
    assert_eq!((&all[0]["amount"], &all[0]["currency"]), (&json!(amount.input_text()), &json!(amount.currency.code())));
    assert_eq!(all[0]["status"], "requires_fulfillment");
}

#[test]
fn disputes_are_exported_as_the_inbox_is_filtered_and_ordered() {
    let mut desk = inbox(mixed());
    let listed = |desk: &Desk| -> Vec<String> {
        let disputes = &desk.state.workspace.disputes;
        (0..disputes.len()).map(|row| disputes.row(row).unwrap().dispute.dispute_id.to_string()).collect()
    };
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Sort(DisputeSortColumn::DisputeId))));
    let export = start(&mut desk, ExportList::Disputes).unwrap();
    assert_eq!((ids(&rows(&export), "dispute_id"), &export.manifest.incomplete), (listed(&desk), &None));
    assert!(listed(&desk).len() > 2);
    report(&mut desk, export.number, done(3));
    let filter = InboxAction::FilterStatus(Some(DisputeStatus::Won));
    desk.act(Action::Disputes(DisputesAction::Inbox(filter)));
    assert_eq!(start(&mut desk, ExportList::Disputes), None, "the list is being read");
    assert!(matches!(phase(&desk), Some(ExportPhase::Loading { .. })));
    desk.serve();
    let export = written(&mut desk).expect("it is read");
    assert_eq!((ids(&rows(&export), "dispute_id"), export.manifest.query.as_str()), (listed(&desk), "status: won"));
    assert!(rows(&export).iter().all(|row| row["status"] == "won" && row["amount"] == "45.10"));
}

#[test]
fn an_export_of_disputes_says_that_it_leaves_out_those_that_are_snoozed() {
    let mut desk = inbox(mixed());
    let until = desk.now + TimeDelta::days(2);
    let disputes = ["dsp_1", "dsp_4"].map(dsp).to_vec();
    desk.act(Action::Disputes(DisputesAction::Handling(HandlingAction::Snooze { disputes, until })));
    let export = start(&mut desk, ExportList::Disputes).expect("it is read");
    assert_eq!(export.manifest.incomplete.as_deref(), Some("2 snoozed disputes are left out"));
    assert!(!ids(&rows(&export), "dispute_id").contains(&"dsp_1".to_owned()));
    report(&mut desk, export.number, done(4));
    let search = DisputeLocalFilter { search: "dsp_1".into(), ..DisputeLocalFilter::default() };
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(search))));
    let export = start(&mut desk, ExportList::Disputes).expect("it is read");
    assert_eq!(ids(&rows(&export), "dispute_id"), ["dsp_1"]);
    assert_eq!(export.manifest.incomplete, None, "a search finds what is snoozed");
}

#[test]
fn events_are_exported_as_they_are_listed_and_refused_deliveries_say_what_was_wrong() {
    let mut desk = paydesk_test_core::webhooks::busy();
    let export = start(&mut desk, ExportList::Events).unwrap();
    let all = rows(&export);
    let log = desk.state.workspace.webhooks.log();
    let listed: Vec<String> = (0..log.len())
        .map(|row| {
            log.row(row).unwrap().genuine().map_or(String::new(), |(stored, _)| stored.delivery.event_id.to_string())
        })
        .collect();
    assert_eq!(ids(&all, "event_id"), listed, "in the order of the list");
    let of = |id: &str| all.iter().find(|row| row["event_id"] == id).unwrap();
    assert_eq!((&of("evt_1")["deliveries"], &of("evt_1")["result"]), (&json!(2), &json!("applied")));
    let refused = all.iter().find(|row| row["event_id"] == Value::Null).unwrap();
    assert_eq!(refused["result"], "bad_signature");
    assert!(refused["result_reason"].as_str().unwrap().starts_with("Bad signature"), "{refused}");
    report(&mut desk, export.number, done(5));
    desk.act(Action::Webhooks(WebhooksAction::FilterContent(Some(ContentType::Refund))));
    let export = start(&mut desk, ExportList::Events).unwrap();
    assert!(rows(&export).iter().all(|row| row["content_type"] == "refund_details"), "{:?}", rows(&export));
    assert_eq!(export.rows.len(), 2);
    let ExportRows::Events(events) = &export.rows else { panic!() };
    assert!(!format!("{events:?}").contains("man_1"));
}

#[test]
fn a_filtered_list_of_payments_is_exported_with_its_filter_in_words_and_what_is_known_besides() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed))));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("EUR")))));
    let first = start(&mut desk, ExportList::Payments);
    desk.serve();
    let export = first.or_else(|| written(&mut desk)).expect("an export");
    let all = rows(&export);
    assert_eq!((all.len(), export.manifest.query.as_str()), (10, "status: failed · currency: EUR"));
    assert!(all.iter().all(|row| row["status"] == "failed"), "not all that are known");
    assert_eq!(export.manifest.incomplete, None, "all pages and all details are here");
    let payments = &desk.state.workspace.payments;
    let listed: Vec<String> = (0..10).map(|row| payments.row(row).unwrap().payment.payment_id.to_string()).collect();
    assert_eq!(ids(&all, "payment_id"), listed);
}

#[test]
fn payments_to_capture_are_exported_in_the_order_they_are_worked_on() {
    let mut desk =
        Desk::ready((0..4).map(|number| Pay::authorized(&format!("pay_{number}"), 1_000 + number)).collect());
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    let export = start(&mut desk, ExportList::Payments).expect("an export");
    let payments = &desk.state.workspace.payments;
    let listed: Vec<String> =
        (0..payments.len()).map(|row| payments.row(row).unwrap().payment.payment_id.to_string()).collect();
    assert_eq!((ids(&rows(&export), "payment_id"), listed.len()), (listed.clone(), 4));
    assert_eq!(export.manifest.query, "status: to capture");
    let why = export.manifest.incomplete.as_deref();
    assert_eq!(why, Some("the service does not list partially captured payments that still have an amount to capture"));
}

/// A list of which one page is loaded.
fn partly_loaded() -> Desk {
    let mut desk = Desk::ready(many(350));
    desk.act(Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("EUR")))));
    while desk.state.workspace.payments.loaded() == 0 {
        desk.serve_one();
    }
    assert!(!desk.state.workspace.payments.has_ended());
    desk
}

#[test]
fn the_rest_of_a_list_is_loaded_before_it_is_exported() {
    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    assert!(matches!(phase(&desk), Some(ExportPhase::Loading { loaded: 100, .. })), "{:?}", phase(&desk));
    desk.serve();
    let export = written(&mut desk).expect("all are loaded");
    assert_eq!(export.rows.len(), 350);
}

#[test]
fn an_export_that_is_cancelled_stops_the_loading_that_it_began() {
    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    act(&mut desk, TableExportAction::Cancel);
    desk.serve();
    assert_eq!((written(&mut desk), desk.state.workspace.payments.has_ended()), (None, false));

    let mut desk = partly_loaded();
    desk.act(Action::Payments(PaymentsAction::LoadAll));
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    act(&mut desk, TableExportAction::Cancel);
    desk.serve();
    assert!(desk.state.workspace.payments.has_ended(), "somebody else asked for all of them");
}

#[test]
fn a_list_that_cannot_be_loaded_to_its_end_is_exported_with_the_reason() {
    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    for _ in 0..20 {
        while let Some((request_id, read)) = desk.reads.pop() {
            desk.answer(request_id, &read, no_connection());
        }
        desk.tick(10);
    }
    let export = written(&mut desk).expect("what is loaded");
    let why = export.manifest.incomplete.clone().unwrap();
    assert_eq!(export.rows.len(), 100);
    assert!(why.starts_with("not all pages are loaded: "), "{why}");
}

#[test]
fn an_export_that_waits_for_pages_ends_where_another_list_or_profile_is_opened() {
    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed))));
    desk.serve();
    assert_eq!((written(&mut desk), phase(&desk)), (None, None));
    let said = desk.toasts().last().unwrap().to_string();
    assert_eq!(said, "Export of payments cancelled because another list was opened before all pages were loaded");

    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    assert_eq!((written(&mut desk), phase(&desk)), (None, None));
}

#[test]
fn an_export_of_one_profile_goes_on_while_another_is_shown() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    assert!(desk.tables.is_empty() && desk.state.table_exports.is_writing());
    report(&mut desk, export.number, done(3));
    assert!(desk.toasts().last().unwrap().starts_with("3 refunds exported to "));
    let next = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default()));
    assert_eq!(next, None, "the other profile has none");
    assert_eq!(desk.toasts().last().unwrap().to_string(), "No refunds to export");
}

#[test]
fn it_is_shown_how_far_an_export_is_once_it_takes_a_moment() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    assert_eq!(phase(&desk), Some(ExportPhase::Writing { rows: 0, of: 3 }));
    let shown_at = desk.state.table_exports.running().unwrap().shown_at();
    assert!(shown_at > desk.now && desk.state.next_due().is_some_and(|due| due <= shown_at), "the window would sleep");
    report(&mut desk, export.number, TableExportReport::Rows(2));
    report(&mut desk, export.number + 1, TableExportReport::Rows(3));
    assert_eq!(phase(&desk), Some(ExportPhase::Writing { rows: 2, of: 3 }), "of another export");
    desk.tick_at(shown_at + TimeDelta::milliseconds(1));
    assert_eq!(desk.state.table_exports.next_due(desk.now), None);
}

#[test]
fn only_one_export_runs_and_it_is_cancelled_once() {
    let mut desk = refunds();
    let list = || records(ExportKind::Refunds, RecordQuery::default());
    let export = start(&mut desk, list()).unwrap();
    assert_eq!(start(&mut desk, list()), None, "one is under way");
    act(&mut desk, TableExportAction::Cancel);
    act(&mut desk, TableExportAction::Cancel);
    assert_eq!(desk.tables, [TableJob::Cancel { number: export.number }]);
    report(&mut desk, export.number, TableExportReport::Rows(2));
    assert_eq!(phase(&desk), Some(ExportPhase::Cancelling));
    report(&mut desk, export.number, TableExportReport::Cancelled);
    assert_eq!(phase(&desk), None);
    assert_eq!(desk.toasts().last().unwrap().to_string(), "Export of refunds cancelled. No file was written.");
    report(&mut desk, export.number, TableExportReport::Cancelled);
    assert_eq!(desk.toasts().len(), 1, "it has ended");
    desk.tables.clear();
    assert!(start(&mut desk, list()).is_some(), "and another one may run");
}

#[test]
fn one_that_ended_before_it_could_be_cancelled_is_reported_as_written() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    act(&mut desk, TableExportAction::Cancel);
    report(&mut desk, export.number, done(3));
    assert!(desk.toasts().last().unwrap().starts_with("3 refunds exported to "));
}

#[test]
fn a_failed_export_says_why_and_can_be_asked_for_again() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    let failed = TableExportReport::Failed(problem("The refunds were not exported: disk full"));
    report(&mut desk, export.number, failed);
    assert_eq!(desk.toasts(), ["The refunds were not exported: disk full. Free some space."]);
    assert!(start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).is_some());
}

#[test]
fn a_window_that_is_closed_waits_for_the_file_and_gives_it_up_at_the_end() {
    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    assert!(!desk.state.on_close_requested(), "it closed during an export");
    assert!(matches!(desk.state.workspace.dialog, Some(Dialog::Closing { .. })) && !desk.state.may_close());
    report(&mut desk, export.number, done(3));
    assert!(desk.state.may_close());

    let mut desk = refunds();
    let export = start(&mut desk, records(ExportKind::Refunds, RecordQuery::default())).unwrap();
    assert!(!desk.state.on_close_requested());
    desk.act(Action::CloseNow);
    assert!(desk.state.may_close());
    let effects = desk.state.on_exit();
    assert!(effects.contains(&TableJob::Cancel { number: export.number }.into()), "{effects:?}");
}

#[test]
fn a_window_does_not_wait_for_an_export_that_only_loads() {
    let mut desk = partly_loaded();
    assert_eq!(start(&mut desk, ExportList::Payments), None);
    assert!(desk.state.on_close_requested());
}

#[test]
fn a_payout_is_exported_with_its_recipient_and_our_reference() {
    let mut desk = with_payout("success");
    let export = start(&mut desk, records(ExportKind::Payouts, RecordQuery::default())).unwrap();
    let row: Value = serde_json::from_str(file(&export, ExportFormat::Jsonl).trim()).unwrap();
    let known = desk.state.workspace.records.of(ResourceKind::Payout).next().unwrap();
    assert_eq!(row["recipient"], json!(known.recipient().unwrap()));
    assert_eq!(row["merchant_order_reference_id"], json!("ref-1"));
}

#[test]
fn no_table_runs_anything_in_a_spreadsheet_and_keys_are_exported_without_their_values() {
    for (kind, resource, id_field) in [
        (ExportKind::Refunds, ResourceKind::Refund, "refund_id"),
        (ExportKind::Payouts, ResourceKind::Payout, "payout_id"),
        (ExportKind::Customers, ResourceKind::Customer, "customer_id"),
        (ExportKind::Subscriptions, ResourceKind::Subscription, "id"),
        (ExportKind::PaymentLinks, ResourceKind::PaymentLink, "payment_link_id"),
        (ExportKind::ApiKeys, ResourceKind::ApiKey, "key_id"),
    ] {
        let mut desk = with_records(vec![hostile(resource, id_field)]);
        let export = start(&mut desk, records(kind, RecordQuery::default())).unwrap();
        let text = file(&export, ExportFormat::Csv);
        let line = text.lines().nth(1).unwrap();
        assert!(line.trim_start_matches('"').starts_with("'=cmd|'"), "{kind:?}: {line}");
        for cell in line.split(',') {
            let bare = cell.trim_matches('"').trim_start_matches(['\u{0}', '\u{200b}']);
            assert!(!bare.starts_with(['=', '+', '@']), "{kind:?}: {cell:?}");
        }
        let number = text.lines().next().unwrap().split(',').count();
        assert_eq!(export.rows.rows(desk.now).next().unwrap().cells.len(), number, "{kind:?}: a cell for each column");
        assert!(!text.contains("snd_"), "{kind:?}: {text}");
    }
}
