//! Exports through core, runtime and the real sandbox: every page is loaded, and the files are there, or nothing is.

use std::path::{Path, PathBuf};

use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportFormat;
use paydesk_domain::payment::PaymentStatus;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::Value;

fn files(data: &Path) -> Vec<PathBuf> {
    let dir = std::fs::read_dir(data.join("exports")).into_iter().flatten();
    let mut files: Vec<_> = dir.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn start(desk: &mut RuntimeHarness, list: ExportList, format: ExportFormat) {
    desk.act(Action::TableExport(TableExportAction::Start(list, format)));
}

fn has_ended(state: &State) -> bool {
    state.table_exports.running().is_none()
}

#[test]
fn a_filtered_list_of_which_one_page_is_loaded_and_the_disputes_are_exported_whole() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Succeeded))));
    desk.until("the first page is loaded", |state| state.workspace.payments.loaded() > 0);
    start(&mut desk, ExportList::Payments, ExportFormat::Jsonl);
    desk.until("the payments are exported", has_ended);
    let total = desk.state.workspace.payments.total_count.unwrap();
    let [table, manifest] = &files(data.path())[..] else { panic!("{:?}", files(data.path())) };
    let rows: Vec<Value> =
        std::fs::read_to_string(table).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(total > 100 && rows.len() as u64 == total, "{} of {total}", rows.len());
    assert!(rows.iter().all(|row| row["status"] == "succeeded"));
    let manifest: Value = serde_json::from_slice(&std::fs::read(manifest).unwrap()).unwrap();
    assert_eq!((&manifest["query"], &manifest["rows"]), (&Value::from("status: succeeded"), &Value::from(total)));
    assert_eq!(manifest["complete"], false, "the history is off: no details are known");

    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    start(&mut desk, ExportList::Disputes, ExportFormat::Csv);
    desk.until("the disputes are exported", has_ended);
    let table = files(data.path()).into_iter().find(|path| path.extension().is_some_and(|it| it == "csv")).unwrap();
    let lines = std::fs::read_to_string(table).unwrap().lines().count();
    assert_eq!(lines, desk.state.workspace.disputes.len() + 1);
    assert!(lines > 10 && desk.state.workspace.disputes.inbox.reading.complete);
    desk.close();
}
