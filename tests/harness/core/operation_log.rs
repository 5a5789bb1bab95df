//! A desk whose journal is read in pages, with a history to list.

use paydesk_core::Message;
use paydesk_core::effect::{Effect, StoreJob};
use paydesk_core::operations::journal::{JournalLine, JournalPage};

use crate::desk::{Desk, cancel, capture};
use crate::service::Pay;

/// Entries of a page in these tests.
pub const PAGE: usize = 2;

/// Answers what the list of all operations reads of the journal until it asks for nothing more; tells how many pages that were.
pub fn serve_journal(desk: &mut Desk) -> usize {
    let mut pages = 0;
    while let Some(at) = desk.other.iter().position(|effect| matches!(effect, Effect::Store(job) if is_read(job))) {
        let Effect::Store(job) = desk.other.remove(at) else { continue };
        match job {
            StoreJob::ReadJournal { after, .. } => {
                pages += 1;
                let from = usize::try_from(after).unwrap();
                let lines = desk.disk.iter().enumerate().skip(from).take(PAGE);
                let line = |(at, entry): (usize, &_)| JournalLine {
                    number: at as i64 + 1,
                    entry: Some(Box::new(Clone::clone(entry))),
                };
                let lines: Vec<JournalLine> = lines.map(line).collect();
                let last = lines.last().map_or(after, |line| line.number);
                let more = (last as usize) < desk.disk.len();
                desk.event(Message::JournalRead { result: Ok(JournalPage { lines, last, more }) });
            }
            StoreJob::ReadOperation { operation_id } => {
                let of = desk.disk.iter().filter(|entry| entry.operation_id == operation_id).cloned().collect();
                desk.event(Message::OperationRead { operation_id, result: Ok(of) });
            }
            _ => {}
        }
    }
    pages
}

pub fn is_read(job: &StoreJob) -> bool {
    matches!(job, StoreJob::ReadJournal { .. } | StoreJob::ReadOperation { .. })
}

/// Lets everything happen that is under way.
pub fn run(desk: &mut Desk) {
    loop {
        desk.serve();
        desk.write_all();
        if desk.sends.is_empty() {
            return;
        }
        desk.reply_truly();
    }
}

/// A desk that captured a part and was refused a cancellation.
pub fn with_history() -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 10_000));
    desk.confirm(capture(2_500));
    run(&mut desk);
    desk.confirm(cancel());
    run(&mut desk);
    desk
}
