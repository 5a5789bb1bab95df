//! The team's copies of journals, of this desk and of a colleague's.

use paydesk_core::Action;
use paydesk_core::features::journal_copy::JournalCopyReport;
use paydesk_core::features::team::{ClaimAnswer, TeamReport};
use paydesk_core::operations::journal::JournalEntry;
use paydesk_core::route::Route;
use paydesk_domain::ids::OperationId;
use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage, CopyPlace, copied_entry};
use paydesk_domain::team::{AwayRule, TeamRole};

use crate::desk::{Desk, capture};
use crate::operation_log::serve_journal;
use crate::service::Pay;
use crate::team::{answer, joined, report, session};

pub fn reports(desk: &mut Desk, report_: JournalCopyReport) {
    report(desk, TeamReport::Journal(report_));
}

pub fn connected(role: TeamRole) -> Desk {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, session(role));
    desk
}

pub fn copied(number: i64, payload: &str) -> String {
    copied_entry(number, payload)
}

/// What a colleague's desk copied of an operation of its own, oldest first.
pub fn of_colleague(desk_number: u32, first: i64) -> Vec<ColleagueEntry> {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply_truly();
    desk.write_all();
    let entry = |(index, entry): (usize, &JournalEntry)| {
        let number = first + index as i64;
        let entry = JournalEntry {
            operation_id: OperationId::new(format!("op_{desk_number}")),
            at: entry.at + chrono::TimeDelta::hours(first),
            profile_id: "what_bob_calls_it".into(),
            ..entry.clone()
        };
        let place = CopyPlace {
            received_at: chrono::DateTime::from_timestamp(1_000 + number, 0).unwrap(),
            desk_id: format!("6f9c0e0e-0000-4000-8000-00000000000{desk_number}"),
            number,
        };
        let copied = copied_entry(number, &serde_json::to_string(&entry).unwrap());
        ColleagueEntry { place, person: format!("bob{desk_number}"), copied }
    };
    desk.disk.iter().enumerate().map(entry).collect()
}

/// The operations of a desk with an operation of its own and one of a colleague, which was sent without asking the team;
/// there are older ones.
pub fn with_colleague() -> Desk {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let mut entries = of_colleague(1, 1);
    for entry in &mut entries {
        entry.copied = entry.copied.replacen("\"step\":{", "\"is_alone\":true,\"step\":{", 1);
    }
    entries.reverse();
    let page = CopyPage::Before(None);
    reports(&mut desk, JournalCopyReport::Colleagues { page, entries, has_more: true });
    desk
}
