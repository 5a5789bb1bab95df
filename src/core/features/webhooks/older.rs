//! Older events than those that are listed: read from disk when a person asks, so many at a time and in all.

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::effect::StoreJob;
use crate::problem::Problem;
use paydesk_domain::money::grouped_count;

use super::text;
use super::{StoredEvent, Webhooks};

/// How many are read at a time.
pub const STEP: u32 = 2_000;

/// What the list does not show, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlistedEvents {
    /// `The newest 2,000 of 12,345 events are listed`
    pub text: String,
    /// Whether older ones can be read into the list.
    pub more: bool,
    pub reading: bool,
}

impl Webhooks {
    /// How much of what is on disk is not listed; `None` where all of it is.
    pub fn unlisted(&self) -> Option<UnlistedEvents> {
        let (on_disk, held) = (self.on_disk, self.log.held());
        if on_disk <= held {
            return None;
        }
        let listed = if self.filter.is_active() { "searched" } else { "listed" };
        let (held, on_disk) = (grouped_count(held), grouped_count(on_disk));
        let text = text::only_newest_of_events(&held, &on_disk, listed);
        let more = self.log.takes_older();
        let text = if more { text } else { text::export_contains_all_of_them(&text) };
        Some(UnlistedEvents { text, more, reading: self.reading_older })
    }

    pub(super) fn read_older(&mut self, cx: &mut Context<'_>) {
        let wanted = self.unlisted().is_some_and(|unlisted| unlisted.more && !unlisted.reading);
        let Some(before) = self.log.oldest().filter(|_| wanted) else { return };
        self.reading_older = true;
        cx.outbox.push(StoreJob::ReadOlderEvents { profile_id: cx.view.profile_id.clone(), before, most: STEP });
    }

    /// They are only listed: what is on disk with its note was applied before.
    pub(crate) fn older_read(&mut self, result: Result<Vec<StoredEvent>, Problem>, cx: &mut Context<'_>) {
        self.reading_older = false;
        let events = match result {
            Ok(events) => events,
            Err(problem) => return cx.request(FeatureRequest::ShowProblem(problem)),
        };
        if events.is_empty() {
            // What was counted is not there: the list is whole.
            self.on_disk = self.log.held();
        }
        for stored in events.into_iter().rev() {
            let is_new = !self.log.knows(&stored.delivery.event_id);
            if let Some(event) = stored.event.clone().filter(|_| is_new) {
                self.log.add_older(stored, event, cx.zone, cx.now);
            }
        }
        self.show_again();
    }
}
