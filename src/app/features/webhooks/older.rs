//! Older events than those that are listed: read from disk when a person asks, so many at a time and in all.

use crate::app::effect::StoreJob;
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::domain::money::grouped_count;

use super::KeptEvent;

/// How many are read at a time.
pub const STEP: u32 = 2_000;

/// What the list does not show, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlistedEvents {
    /// `The newest 2,000 of 12,345 events are listed`
    pub words: String,
    /// Whether older ones can be read into the list.
    pub more: bool,
    pub reading: bool,
}

impl State {
    /// How much of what is on disk is not listed; `None` where all of it is.
    pub fn unlisted_events(&self) -> Option<UnlistedEvents> {
        let (on_disk, held) = (self.workspace.webhooks.on_disk, self.workspace.webhooks.log.held());
        if on_disk <= held {
            return None;
        }
        let listed = if self.workspace.webhooks.filter.is_active() { "looked through" } else { "listed" };
        let (held, on_disk) = (grouped_count(held), grouped_count(on_disk));
        let words = format!("Only the newest {held} of {on_disk} events on disk are {listed}");
        let more = self.workspace.webhooks.log.takes_older();
        let words = if more { words } else { format!("{words}. The export has them all") };
        Some(UnlistedEvents { words, more, reading: self.workspace.webhooks.reading_older })
    }

    pub(super) fn read_older_events(&mut self) {
        let wanted = self.unlisted_events().is_some_and(|unlisted| unlisted.more && !unlisted.reading);
        let profile_id = self.workspace.profile_id.clone();
        let Some(before) = self.workspace.webhooks.log.oldest().filter(|_| wanted) else { return };
        self.workspace.webhooks.reading_older = true;
        self.outbox.push(StoreJob::ReadOlderEvents { profile_id, before, most: STEP });
    }

    /// They are only listed: what is on disk with its note was applied before.
    pub(in crate::app) fn older_events_read(&mut self, result: Result<Vec<KeptEvent>, Problem>) {
        self.workspace.webhooks.reading_older = false;
        let events = match result {
            Ok(events) => events,
            Err(problem) => return self.notice(problem),
        };
        if events.is_empty() {
            // What was counted is not there: the list is whole.
            self.workspace.webhooks.on_disk = self.workspace.webhooks.log.held();
        }
        let (zone, now) = (self.zone(), self.now);
        for kept in events.into_iter().rev() {
            if self.workspace.webhooks.log.knows(&kept.delivery.event_id) {
                continue;
            }
            if let Some(event) = kept.event.clone() {
                self.workspace.webhooks.log.add_older(kept, event, zone, now);
            }
        }
        self.show_events_again();
    }
}
