//! The journal's file, by the rules of the store: one open operation per target, entries only ever added.

use paydesk::app::event::{JournalRefusal, Problem};
use paydesk::app::operations::journal::{JournalEntry, Recorded, Step, StepName};
use paydesk::domain::ids::OperationId;

/// See the module.
#[derive(Debug, Default)]
pub struct Disk {
    entries: Vec<JournalEntry>,
    /// Operations without a final step.
    open: Vec<OperationId>,
}

impl Disk {
    /// Adds an entry, or says why not.
    pub fn append(&mut self, mut entry: JournalEntry) -> Result<(), JournalRefusal> {
        let step = entry.step.name();
        match step {
            StepName::Prepared => self.check_prepared(&entry)?,
            StepName::Sending => self.check_sending(&entry)?,
            _ => {}
        }
        if let Step::Prepared(Recorded::Known(description)) = &mut entry.step {
            // What is kept of a request is everything but card data.
            description.plan.request.secret = None;
            self.open.push(entry.operation_id.clone());
        }
        if matches!(entry.step, Step::Prepared(Recorded::Foreign(_))) {
            self.open.push(entry.operation_id.clone());
        }
        if step.is_final() {
            self.open.retain(|id| *id != entry.operation_id);
        }
        self.entries.push(entry);
        Ok(())
    }

    fn check_prepared(&self, entry: &JournalEntry) -> Result<(), JournalRefusal> {
        let on_target = |other: &&JournalEntry| other.target == entry.target && self.is_open(&other.operation_id);
        if self.entries.iter().any(|other| on_target(&other)) {
            return Err(JournalRefusal::AlreadyOpen);
        }
        if self.has(&entry.operation_id, |step| step.name() == StepName::Prepared) {
            return Err(JournalRefusal::Failed(problem("it was prepared before")));
        }
        Ok(())
    }

    /// Each attempt is written once: two windows with the same journal cannot both begin it.
    fn check_sending(&self, entry: &JournalEntry) -> Result<(), JournalRefusal> {
        if !self.is_open(&entry.operation_id) {
            return Err(JournalRefusal::Failed(problem("the operation is not open any more")));
        }
        Ok(())
    }

    pub fn is_open(&self, id: &OperationId) -> bool {
        self.open.contains(id)
    }

    pub fn has(&self, id: &OperationId, step: impl Fn(&Step) -> bool) -> bool {
        self.entries.iter().rev().any(|entry| entry.operation_id == *id && step(&entry.step))
    }

    /// What a new process is given.
    pub fn unfinished(&self) -> Vec<JournalEntry> {
        self.entries.iter().filter(|entry| self.is_open(&entry.operation_id)).cloned().collect()
    }
}

pub fn problem(what: &str) -> Problem {
    Problem { what: what.to_owned(), what_to_do: "Free some space".to_owned() }
}
