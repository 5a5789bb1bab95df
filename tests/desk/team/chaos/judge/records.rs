//! Notes, webhooks and journals.

use std::collections::BTreeSet;

use paydesk_team::TeamConnection;

use super::kept::Kept;
use super::payments::OfService;
use crate::team::chaos::desk::Machine;
use crate::team::chaos::world::{Acknowledged, World};
use crate::team::hub::running::stored_ids;
use crate::team::records::note;

/// No write of a note is lost, and none is in it twice.
pub fn judge_notes(kept: &Kept, acknowledged: &Acknowledged) {
    for (id, (revision, text)) in &acknowledged.notes {
        let record = &kept.records[&note(id, None, "").key];
        assert!(record.revision >= *revision, "{record:?} is older than {revision}");
        assert!(record.revision > *revision || record.body["text"] == **text, "{record:?} is not {text}");
    }
    for ((id, desk), written) in &acknowledged.shared {
        let record = &kept.records[&note(id, None, "").key];
        let counts = record.body.as_object().unwrap();
        let all: i64 = counts.values().filter_map(serde_json::Value::as_i64).sum();
        assert_eq!(all, record.revision, "each revision counts one more: {record:?}");
        assert!(record.body[desk.to_string()].as_i64() >= Some(*written), "{written} of {desk}: {record:?}");
    }
}

/// Each webhook that was acknowledged is stored once, and nothing else. Desks have shown the same.
pub async fn judge_events(reader: &TeamConnection, world: &World, acknowledged: &Acknowledged, of_service: &OfService) {
    let stored = stored_ids(reader, world.profile).await;
    let once: BTreeSet<_> = stored.iter().cloned().collect();
    let told: BTreeSet<_> = acknowledged.events.union(&of_service.events).cloned().collect();
    assert_eq!((stored.len(), &once), (once.len(), &told));
}

/// The copy of a journal is what the desk wrote, to the end, and its chain is whole.
pub async fn judge_journal(reader: &TeamConnection, machine: &Machine, acknowledged: i64) {
    let profile = machine.world.profile;
    let check = reader.verify_journal(profile, machine.id).await.unwrap();
    assert!(check.first_broken.is_none() && check.head.number >= acknowledged, "{check:?} {acknowledged}");
    let copied = reader.journal_after(profile, machine.id, 0, i64::MAX).await.unwrap();
    let copied: Vec<_> = copied.into_iter().map(|entry| entry.entry).collect();
    let disk = machine.disk.lock().unwrap();
    assert_eq!(copied, disk.journal.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>());
}
