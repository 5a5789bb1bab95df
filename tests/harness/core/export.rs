//! An export of the journal.

use paydesk_core::message::JournalExport;

pub fn export(damaged: usize) -> JournalExport {
    let path = "/data/exports/journal-20261121-100000.jsonl".to_owned();
    JournalExport { path, entries: 1_800, damaged, salvaged: damaged, whole: damaged == 0 }
}
