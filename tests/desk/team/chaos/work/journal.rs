//! The copy of a desk's journal that the team has.

use paydesk_team::{JournalHead, TeamError, entry_hash};

use super::Work;
use crate::team::chaos::desk::Machine;
use crate::team::journal::EMPTY;

impl Work<'_> {
    /// Where the copy of this desk's journal ends, which is a part of the journal.
    pub(super) async fn copied(&self) -> Result<JournalHead, TeamError> {
        let Machine { id, world, disk, .. } = self.machine;
        let head = self.connection.journal_head(world.profile, *id).await?;
        let disk = disk.lock().unwrap();
        let upto = usize::try_from(head.number).unwrap();
        let own = disk
            .journal
            .get(..upto)
            .map(|entries| entries.iter().fold(EMPTY.hash, |previous, entry| entry_hash(&previous, &entry.text)));
        if own != Some(head.hash) {
            world.problem(format!("the copy of desk {} is another at {upto}", self.machine.number));
        }
        Ok(head)
    }

    pub(super) async fn copy_journal(&self, head: JournalHead) -> Result<JournalHead, TeamError> {
        let Machine { id, world, disk, .. } = self.machine;
        let from = usize::try_from(head.number).unwrap();
        let entries: Vec<String> = disk.lock().unwrap().journal[from..].iter().map(|it| it.text.clone()).collect();
        if entries.is_empty() {
            return Ok(head);
        }
        let head = self.connection.append_journal(world.profile, *id, head, &entries).await?;
        world.acknowledge(|all| _ = all.entries.insert(*id, head.number));
        Ok(head)
    }
}
