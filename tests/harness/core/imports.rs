//! Files of refunds and captures at a desk: opened, changed, understood.

use std::path::Path;

use paydesk_core::effect::SystemEffect;
use paydesk_core::features::bulk::{BulkAction, BulkKind, Import, ImportChange, ImportState, LineChoice};
use paydesk_core::problem::Problem;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_store::table_file::read;
use paydesk_test_basics::imported as fixture;

use crate::desk::Desk;
use crate::service::Pay;

/// A desk that knows twelve payments of 2,000.00 EUR, of which all was received.
pub fn desk() -> Desk {
    let mut payments: Vec<Pay> = (1..=12).map(|number| paid(&format!("imp-{number:02}"), 200_000, "EUR")).collect();
    payments.extend([paid("00123", 200_000, "EUR"), paid("1-2", 200_000, "EUR")]);
    payments.extend([paid("kwd-1", 2_000_000, "KWD"), paid("jpy-1", 200_000, "JPY")]);
    payments.push(Pay::authorized("auth-1", 5_000));
    let mut desk = crate::bulk::desk(payments);
    act(&mut desk, BulkAction::Import);
    act(&mut desk, BulkAction::ImportFor(BulkKind::Refund));
    desk
}

pub fn paid(id: &str, amount: i64, currency: &str) -> Pay {
    Pay { currency: currency.to_owned(), ..Pay::captured(id, amount) }
}

pub fn act(desk: &mut Desk, action: BulkAction) {
    desk.act(Action::Bulk(action));
}

/// Answers what was asked of the system: the file is read.
pub fn read_file(desk: &mut Desk) {
    let of_file = |effect: &Effect| matches!(effect, Effect::System(SystemEffect::ReadTable { .. }));
    let place = desk.other.iter().rposition(of_file).expect("a file is asked for");
    let Effect::System(SystemEffect::ReadTable { path: Some(path), .. }) = desk.other.remove(place) else {
        panic!("no path");
    };
    let result = read(Path::new(&path)).map(Some).map_err(Problem::from);
    desk.event(Message::TableRead { profile_id: ProfileId::embedded(), result });
}

pub fn open(desk: &mut Desk, path: &Path) {
    act(desk, BulkAction::ReadFile(Some(path.to_string_lossy().into_owned())));
    read_file(desk);
}

/// A desk that has this file open.
pub fn opened(name: &str) -> Desk {
    let mut desk = desk();
    open(&mut desk, &fixture(name));
    desk
}

/// A desk with a workbook open that has a title, hidden lines, a damaged one, and others that are left out.
pub fn with_workbook() -> Desk {
    let mut desk = opened("refunds-week-48.xlsx");
    change(&mut desk, ImportChange::Line(15, Some(LineChoice::LeaveOut)));
    change(&mut desk, ImportChange::RestChangesNothing);
    desk
}

pub fn import(desk: &Desk) -> &Import {
    match desk.state.workspace.bulk.import() {
        ImportState::Read(import) => import,
        other => panic!("no file is open: {other:?}"),
    }
}

pub fn change(desk: &mut Desk, change: ImportChange) {
    let reading = import(desk).id();
    act(desk, BulkAction::ChangeImport(reading, change));
}
