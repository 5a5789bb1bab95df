//! Notes that one desk alone writes, and those that all write.

use paydesk_team::{TeamError, WriteOutcome};
use paydesk_test_basics::rng::Rng;
use serde_json::json;
use uuid::Uuid;

use super::Work;
use crate::team::chaos::desk::Machine;
use crate::team::records::note;

/// What all write.
const SHARED_NOTES: u64 = 3;
/// What one desk alone writes.
const OWN_NOTES: u64 = 4;

impl Work<'_> {
    pub(super) async fn own_note(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { number, id, world, .. } = self.machine;
        let name = format!("of-desk-{number}-{}", rng.below(OWN_NOTES));
        let text = format!("{} {}", self.machine.now(), rng.below(u64::MAX));
        let mut write = note(&name, None, &text);
        write.is_deleted = rng.one_in(5);
        write.expected = self.machine.shown.lock().unwrap().records.get(&write.key).map(|record| record.revision);
        match self.connection.put_record(world.profile, *id, &write).await? {
            WriteOutcome::Written { revision, .. } => {
                world.count("notes written");
                world.acknowledge(|all| _ = all.notes.insert(name, (revision, text)));
            }
            // What it wrote itself is not shown to it yet.
            WriteOutcome::Conflict(_) => world.count("notes that had changed"),
        }
        Ok(())
    }

    /// Counts one more of this desk, on what it was shown.
    pub(super) async fn shared_note(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { number, id, world, .. } = self.machine;
        let name = format!("of-all-{}", rng.below(SHARED_NOTES));
        let mut write = note(&name, None, "");
        let shown = self.machine.shown.lock().unwrap().records.get(&write.key).cloned();
        write.expected = shown.as_ref().map(|shown| shown.revision);
        write.body = shown.map_or_else(|| json!({}), |shown| shown.body);
        let own = number.to_string();
        write.body[&own] = (write.body[&own].as_i64().unwrap_or(0) + 1).into();
        // The same content would be the same write, also where this desk is not shown its last one yet.
        write.body["write"] = Uuid::new_v4().to_string().into();
        match self.connection.put_record(world.profile, *id, &write).await? {
            WriteOutcome::Written { .. } => {
                world.count("notes of all written");
                world.acknowledge(|all| *all.shared.entry((name, *number)).or_default() += 1);
            }
            WriteOutcome::Conflict(_) => world.count("notes that had changed"),
        }
        Ok(())
    }
}
