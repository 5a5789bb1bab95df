//! The button that exports a list, its menu, and the line that shows how far an export is.

use egui::{Key, Modifiers};
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::effect::TableJob;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{ExportList, TableExportAction, TableExportReport};
use paydesk_core::features::webhooks::WebhooksAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::RecordQuery;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{inbox, mixed};
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;
use paydesk_test_core::table_exports::named;

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL, act, assert_hides, assert_shows, click, pictures_of, press, window};

const RECORDS: [(ExportKind, ResourceKind); 6] = [
    (ExportKind::Refunds, ResourceKind::Refund),
    (ExportKind::Payouts, ResourceKind::Payout),
    (ExportKind::Customers, ResourceKind::Customer),
    (ExportKind::Subscriptions, ResourceKind::Subscription),
    (ExportKind::PaymentLinks, ResourceKind::PaymentLink),
    (ExportKind::ApiKeys, ResourceKind::ApiKey),
];

fn of_records(kind: ResourceKind) -> Desk {
    let mut desk = with_records(vec![named(kind, "one"), named(kind, "two")]);
    desk.act(Action::GoTo(Route::List(kind)));
    desk
}

fn payments() -> Desk {
    Desk::ready((0..4).map(|number| Pay::authorized(&format!("pay_{number}"), 1_000 + number)).collect())
}

fn to_capture() -> Desk {
    let mut desk = payments();
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    desk
}

/// Payments in review, one of them open.
fn in_review() -> Desk {
    let pays =
        (0..4).map(|number| Pay::with_status(&format!("pay_{number}"), "requires_merchant_action", 1_000 + number));
    let mut desk = Desk::ready(pays.collect());
    desk.act(Action::Payments(PaymentsAction::ShowInReview));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Open(paydesk_domain::ids::PaymentId::new("pay_1"))));
    desk.serve();
    desk
}

fn exporting() -> Desk {
    let ids = ["ref_1", "ref_2", "ref_3"];
    let mut desk = with_records(ids.map(|id| record(id, 1_000, "EUR", "succeeded")).to_vec());
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let list = ExportList::Records(ExportKind::Refunds, RecordQuery::default());
    desk.act(Action::TableExport(TableExportAction::Start(list, ExportFormat::Csv)));
    desk.event(Message::TableExport { number: 1, report: TableExportReport::Rows(2) });
    desk
}

#[track_caller]
fn assert_exports(desk: Desk, list: ExportList) {
    let mut window = window(desk);
    let before: Vec<Action> = click(&mut window, "Export…");
    assert!(!before.iter().any(|action| matches!(action, Action::TableExport(_))), "the menu asks for the format");
    assert_shows(&window, &["Times in UTC"]);
    for (name, format) in
        [("CSV", ExportFormat::Csv), ("Excel workbook", ExportFormat::Xlsx), ("JSON Lines", ExportFormat::Jsonl)]
    {
        let asked: Vec<Action> = click(&mut window, name);
        let asked: Vec<Action> = asked.into_iter().filter(|action| matches!(action, Action::TableExport(_))).collect();
        assert_eq!(asked, [Action::TableExport(TableExportAction::Start(list.clone(), format))]);
        click(&mut window, "Export…");
    }
}

#[test]
fn the_separator_and_the_decimals_of_csv_are_chosen_in_the_menu_and_remembered() {
    let mut desk = of_records(ResourceKind::Refund);
    let comma = CsvStyle { decimal: CsvDecimal::Comma, ..CsvStyle::default() };
    let chosen = CsvStyle { separator: CsvSeparator::Semicolon, ..comma };
    {
        let mut window = window(of_records(ResourceKind::Refund));
        click(&mut window, "Export…");
        assert_eq!(click(&mut window, "1,50"), [Action::SetCsvStyle(comma)]);
        act(&mut window, Action::SetCsvStyle(comma));
        assert_eq!(click(&mut window, "Semicolon"), [Action::SetCsvStyle(chosen)]);
        assert_shows(&window, &["Excel workbook"]);
    }
    desk.act(Action::SetCsvStyle(chosen));
    assert_eq!(desk.state.settings.csv, Some(chosen));
    let list = ExportList::Records(ExportKind::Refunds, RecordQuery::default());
    desk.act(Action::TableExport(TableExportAction::Start(list, ExportFormat::Csv)));
    assert!(matches!(&desk.tables[..], [TableJob::Write(export)] if export.csv == chosen));
}

#[test]
fn every_list_of_records_is_exported_from_its_head() {
    for (kind, resource) in RECORDS {
        assert_exports(of_records(resource), ExportList::Records(kind, RecordQuery::default()));
    }
}

#[test]
fn payments_disputes_events_and_operations_are_exported_from_the_heads_of_their_lists() {
    assert_exports(payments(), ExportList::Payments);
    assert_exports(to_capture(), ExportList::Payments);
    assert_exports(inbox(mixed()), ExportList::Disputes);
    assert_exports(paydesk_test_core::webhooks::busy(), ExportList::Events);
    assert_exports(super::operations::listed(), ExportList::Operations);
}

#[test]
fn all_events_with_their_content_are_another_choice() {
    let mut window = window(paydesk_test_core::webhooks::busy());
    click(&mut window, "Export…");
    let asked = click(&mut window, "All events with their content (JSON Lines)");
    assert_eq!(asked, [Action::Webhooks(WebhooksAction::Export)]);
}

#[test]
fn an_empty_list_has_nothing_to_export() {
    for (_, resource) in RECORDS {
        let mut desk = with_records(Vec::new());
        desk.act(Action::GoTo(Route::List(resource)));
        let mut window = window(desk);
        click(&mut window, "Export…");
        assert_hides(&window, &["Excel workbook"]);
    }
}

#[test]
fn the_command_opens_the_menu_of_the_list_in_front_and_of_no_other_panel() {
    let routes = [Route::Home, Route::Settings];
    for route in routes {
        let mut desk = payments();
        desk.act(Action::GoTo(route));
        assert_eq!(Command::ExportList.effect(&desk.state), None, "{route:?}");
    }
    for (_, resource) in RECORDS {
        let desk = of_records(resource);
        assert_eq!(Command::ExportList.effect(&desk.state), Some(CommandEffect::ExportList));
        let mut window = window(desk);
        window.state_mut().drafts.asks_export = true;
        window.run_steps(3);
        assert_shows(&window, &["Excel workbook"]);
        press(&mut window, Modifiers::NONE, Key::Escape);
        window.run_steps(2);
        assert_hides(&window, &["Excel workbook"]);
    }
}

#[test]
fn a_detail_that_covers_its_list_is_closed_when_the_list_is_to_be_exported() {
    let mut desk = payments();
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    let mut window = LiveWindow::of_size(desk, [720.0, 450.0]);
    assert!(window.state().workspace.payments.open.is_some() && !window.shows("New payment…"));
    window.0.state_mut().drafts.asks_export = true;
    window.run();
    assert!(window.state().workspace.payments.open.is_none());
    assert!(window.shows("Excel workbook"));
}

#[test]
fn a_search_in_a_list_is_exported_with_it() {
    let mut window = window(of_records(ResourceKind::Customer));
    super::subscriptions::fill(&mut window, "Search customers", "two");
    click(&mut window, "Export…");
    let query = RecordQuery { search: "two".to_owned(), ..RecordQuery::default() };
    let list = ExportList::Records(ExportKind::Customers, query);
    let asked = click(&mut window, "CSV");
    assert_eq!(asked, [Action::TableExport(TableExportAction::Start(list, ExportFormat::Csv))]);
}

#[test]
fn an_export_that_takes_a_moment_shows_how_far_it_is_and_is_cancelled() {
    let mut desk = exporting();
    let mut early = window(exporting());
    assert_hides(&early, &["Exporting refunds"]);
    click(&mut early, "Export…");
    assert_hides(&early, &["Excel workbook"]);
    desk.tick(1);
    assert!(desk.tables.len() == 1);
    let mut window = window(desk);
    assert_shows(&window, &["Exporting refunds · 2 of 3 rows"]);
    assert_eq!(click(&mut window, "Cancel export"), [Action::TableExport(TableExportAction::Cancel)]);
    act(&mut window, Action::TableExport(TableExportAction::Cancel));
    assert_shows(&window, &["Cancelling the export of refunds…"]);
}

#[test]
fn closing_the_window_says_that_an_export_is_waited_for() {
    let mut desk = exporting();
    assert!(!desk.state.on_close_requested());
    let window = window(desk);
    assert_shows(&window, &["Waiting for an export", "Export of refunds", "Close now"]);
    assert_hides(&window, &["the outcome is checked at the next start"]);
}

#[test]
fn pictures_of_exports() {
    pictures_of("exports", || {
        let mut with_detail = to_capture();
        with_detail.act(Action::Payments(PaymentsAction::Open(paydesk_domain::ids::PaymentId::new("pay_1"))));
        with_detail.serve();
        let mut running = exporting();
        running.tick(1);
        vec![
            ("export-running", running, LARGE),
            ("export-narrow", with_detail, SMALL),
            ("export-narrow-review", in_review(), SMALL),
        ]
    });
}
