//! A desk that starts again from the beginning of its journal.

use paydesk_core::operations::journal::{JournalStep, Recorded};

use crate::desk::Desk;

/// Paydesk after a crash, with a journal that kept a text of the operation only in part.
pub fn restarted_from_a_part(mut desk: Desk) -> Desk {
    for entry in &mut desk.disk {
        if let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step {
            known.plan.stored_in_part = true;
        }
    }
    desk.sent.clear();
    desk.restarted()
}
