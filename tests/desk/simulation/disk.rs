//! The journal's file, by the rules of the store: one open operation per target, entries only ever added.

use paydesk_api::operation::Target;
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal, JournalStep, Recorded};
use paydesk_core::problem::Problem;
use paydesk_domain::ids::OperationId;

/// The journal of one simulated machine.
#[derive(Debug, Default)]
pub struct Disk {
    entries: Vec<JournalEntry>,
    /// Operations without a final step, what they work on, and the last attempt written down.
    open: Vec<(OperationId, Target, u32)>,
}

impl Disk {
    /// Adds an entry, or says why not.
    pub fn append(&mut self, mut entry: JournalEntry) -> Result<(), JournalRefusal> {
        let id = &entry.operation_id;
        let open = self.open.iter_mut().find(|(open, _, _)| open == id);
        match (&mut entry.step, open) {
            (JournalStep::Prepared(recorded), _) => {
                if self.entries.iter().any(|other| other.operation_id == *id) {
                    return Err(JournalRefusal::WrittenAlready);
                }
                if self.open.iter().any(|(_, target, _)| *target == entry.target) {
                    return Err(JournalRefusal::AlreadyOpen);
                }
                if let Recorded::Known(description) = recorded {
                    // What is stored of a request is everything but card data.
                    description.plan.request.secret = None;
                }
                self.open.push((id.clone(), entry.target.clone(), 0));
            }
            (_, None) => return Err(JournalRefusal::NotOpen),
            (JournalStep::Sending { attempt }, Some((_, _, attempts))) if *attempt <= *attempts => {
                return Err(JournalRefusal::WrittenAlready);
            }
            (JournalStep::Sending { attempt }, Some((_, _, attempts))) => *attempts = *attempt,
            (JournalStep::Unknown { .. }, Some(_)) => {}
            (_, Some(_)) => self.open.retain(|(open, _, _)| open != id),
        }
        self.entries.push(entry);
        Ok(())
    }

    pub fn is_open(&self, id: &OperationId) -> bool {
        self.open.iter().any(|(open, _, _)| open == id)
    }

    pub fn has(&self, id: &OperationId, step: impl Fn(&JournalStep) -> bool) -> bool {
        self.entries.iter().rev().any(|entry| entry.operation_id == *id && step(&entry.step))
    }

    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }

    /// Those of operations that are open.
    pub fn unfinished(&self) -> Vec<JournalEntry> {
        self.entries.iter().filter(|entry| self.is_open(&entry.operation_id)).cloned().collect()
    }
}

pub fn problem(what: &str) -> Problem {
    Problem { what: what.to_owned(), what_to_do: "Free some space".to_owned() }
}
