//! A service that writes card numbers, account numbers and keys into every text it has: none of them is in a file, in an
//! export of any format, or in what the screen is drawn from.

use std::path::Path;

use calamine::Reader as _;
use paydesk_core::Action;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::features::webhooks::WebhooksAction;
use paydesk_core::records::RecordQuery;
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::ids::PaymentId;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_basics::left_behind::{files_below, found_below, found_in};
use paydesk_test_basics::masked_texts::{MARKS, text, with_texts};
use paydesk_test_sandbox::helpers;
use paydesk_test_sandbox::helpers::fixture;

use super::*;

/// Records that are exported as tables.
const RECORDS: [ExportKind; 5] = [
    ExportKind::Refunds,
    ExportKind::Payouts,
    ExportKind::Customers,
    ExportKind::Subscriptions,
    ExportKind::PaymentLinks,
];

fn export(desk: &mut RuntimeHarness, list: ExportList, format: ExportFormat) {
    desk.act(Action::TableExport(TableExportAction::Start(list, format)));
    desk.until("the table is exported", |state| state.table_exports.running().is_none());
}

/// The cells of every workbook below `dir`, as one text: their files are compressed.
fn cells(dir: &Path) -> String {
    let books = files_below(dir).into_iter().filter(|path| path.extension().is_some_and(|end| end == "xlsx"));
    let text = |path| {
        let mut book: calamine::Xlsx<_> = calamine::open_workbook(path).unwrap();
        book.worksheets().iter().map(|(name, cells)| format!("{name}: {cells:?}")).collect::<String>()
    };
    books.map(text).collect()
}

#[test]
fn what_a_service_writes_into_its_texts_is_in_no_file_and_in_no_export() {
    let mut service = Service::with(SandboxConfig { payments: 3, ..Default::default() });
    service.response = true;
    let profile = service.running.credentials.profile_id.clone();
    let made = service.ask(
        paydesk_api::call::Method::Post,
        "/payments",
        Some(helpers::payment_with(
            "4242424242424242",
            json!({"profile_id": profile, "description": text(), "metadata": {"note": text()}}),
        )),
    );
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::new(&service, data.path());
    desk.until("the receiver listens", |state| address(state).is_some());
    desk.act(Action::History(HistoryAction::TurnOn));
    let id = PaymentId::new(made["payment_id"].as_str().unwrap());
    let has_details = |state: &State| {
        let columns = state.workspace.history.columns();
        columns.find(&id).is_some_and(|number| columns.has_details(number))
    };
    desk.until("the details are read", has_details);
    desk.open_payment(&id);
    let shop = Shop { service, desk, _data: data };
    let names = ["payment_failed", "refund_failed", "payout", "subscription", "payment_link"];
    for (name, kind) in names.into_iter().zip(["payment", "refund", "payout", "subscription", "payment_link"]) {
        let body = json!({"event_id": format!("evt_{name}"), "event_type": text(), "note": text(),
            "content": {"type": format!("{kind}_details"), "object": with_texts(&fixture(name))}});
        assert_eq!(shop.deliver(&body), 200, "{name}");
    }
    let Shop { mut desk, service, _data: data } = shop;
    desk.until("the events are applied", |state| rows(state).count() >= names.len());
    for format in [ExportFormat::Csv, ExportFormat::Xlsx, ExportFormat::Jsonl] {
        export(&mut desk, ExportList::Payments, format);
        export(&mut desk, ExportList::Events, format);
        for kind in RECORDS {
            export(&mut desk, ExportList::Records(kind, RecordQuery::default()), format);
        }
    }
    desk.act(Action::Webhooks(WebhooksAction::Export));
    let exported =
        |dir: &Path| files_below(dir).iter().filter(|path| path.to_string_lossy().contains("events")).count();
    desk.until("the events are exported", |_| exported(data.path()) >= 4);
    desk.act(Action::Payments(PaymentsAction::Open(id)));
    let state = format!("{:?}", desk.state);
    assert_eq!(found_in(state.as_bytes(), &MARKS), Vec::<String>::new(), "in what the screen is drawn from");
    desk.close();
    assert_eq!(found_below(data.path(), &MARKS), Vec::<String>::new(), "in files");
    assert_eq!(found_in(cells(data.path()).as_bytes(), &MARKS), Vec::<String>::new(), "in workbooks");
    // The texts were there to be found, masked.
    for (what, text) in [("state", state), ("workbooks", cells(data.path()))] {
        assert!(text.contains("************4242") && text.contains("snd_(hidden)"), "{what}");
    }
    drop(service);
}
