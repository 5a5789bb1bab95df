//! The journal of a schedule: in memory, or the real one in a directory of its own.

use paydesk_core::operations::journal::{JournalEntry, JournalStep, Recorded};
use paydesk_domain::ids::OperationId;
use paydesk_store::Journal;
use paydesk_test_core::core_harness;
use tempfile::TempDir;

/// The journal of a schedule.
pub struct Disk {
    entries: Vec<JournalEntry>,
    real: Option<Real>,
}

struct Real {
    dir: TempDir,
    journal: Option<Journal>,
}

impl Disk {
    pub fn in_memory() -> Self {
        Self { entries: Vec::new(), real: None }
    }

    pub fn real() -> Self {
        let mut real = Real { dir: tempfile::tempdir().unwrap(), journal: None };
        real.open();
        Self { entries: Vec::new(), real: Some(real) }
    }

    pub fn append(&mut self, entry: JournalEntry) {
        if let Some(journal) = self.real.as_mut().and_then(|real| real.journal.as_mut()) {
            journal.append(&entry).unwrap();
        }
        self.entries.push(entry);
    }

    /// What a desk finds that opens it again: the entries of operations without a final step, and of those that ended last.
    pub fn reopened(&mut self) -> Vec<JournalEntry> {
        let (ended, here): (Vec<_>, Vec<_>) =
            self.entries.iter().cloned().partition(|entry| self.is_over(&entry.operation_id));
        let Some(real) = &mut self.real else { return [here, ended].concat() };
        let (mut found, ended) = real.open();
        assert_eq!(found.len(), here.len(), "the journal has other entries");
        for (found, written) in found.iter().zip(&here) {
            assert!(is_stored(found, written), "the journal has {found:?} for {written:?}");
        }
        found.extend(ended);
        found
    }

    pub fn is_over(&self, id: &OperationId) -> bool {
        self.entries.iter().any(|entry| entry.operation_id == *id && entry.step.name().is_final())
    }
}

/// Whether `found` is the entry as it was written. A request in which a text looked like a secret, the IBAN of a payout,
/// is stored without it and says so.
fn is_stored(found: &JournalEntry, written: &JournalEntry) -> bool {
    let is_same_operation = found.operation_id == written.operation_id && found.at == written.at;
    let is_in_part = matches!(&found.step, JournalStep::Prepared(Recorded::Known(known)) if known.plan.stored_in_part);
    found == written || is_same_operation && is_in_part && found.step.name() == written.step.name()
}

impl core_harness::Disk for Disk {
    fn append(&mut self, entry: JournalEntry) {
        Self::append(self, entry);
    }

    fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }
}

impl Real {
    fn open(&mut self) -> (Vec<JournalEntry>, Vec<JournalEntry>) {
        self.journal = None;
        let journal = Journal::open(&self.dir.path().join("journal.sqlite")).unwrap();
        let entries = (journal.unfinished().unwrap(), journal.ended_last().unwrap());
        self.journal = Some(journal);
        entries
    }
}
