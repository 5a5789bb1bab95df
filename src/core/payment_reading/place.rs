//! How far the list of the service was read, and what is due to be read again.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::pages::ListProgress;
use paydesk_domain::ids::PaymentId;

use super::copied_place::CopiedPlace;
use super::page_end::PageEnd;
use super::sweep::{Sweep, SweepEnd};

/// How often the newest payments are read, in seconds: events report most of them before.
pub const NEWEST_EVERY_S: i64 = 120;
/// How often those in a status that changes are read, in seconds.
const STATUSES_EVERY_S: i64 = 600;
/// How often those of the last days are read, in seconds.
const RECENT_EVERY_S: i64 = 6 * 3_600;
const RECENT_DAYS: i64 = 30;
/// The newest payments are read so much further back than they are known to: the clocks of two servers differ.
const OVERLAP_S: i64 = 600;

/// How far the pages of the list were read, so that reading goes on there after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadPlace {
    /// Rows of the service that were passed over: where the next page begins.
    pub offset: u32,
    /// The last row of the last page.
    pub after: Option<PaymentId>,
    /// The last page was read once.
    pub is_whole: bool,
    /// The service gave the same page again although there is more: older payments cannot be read from this list. Tried
    /// again after a restart.
    #[serde(skip)]
    pub is_stalled: bool,
    /// The newest payments were read in this run: what was stored before may be less than the service has.
    #[serde(skip)]
    pub is_read: bool,
    /// How many payments the service has, where it says so.
    pub total: Option<u64>,
    /// Up to when everything that was created is known: the newest payments are read as far back as this.
    pub current_to: Option<DateTime<Utc>>,
    /// When that was last so.
    pub as_of: Option<DateTime<Utc>>,
    /// When the payments of the last 30 days were last read again.
    pub swept_at: Option<DateTime<Utc>>,
    /// How far the payments of a team are stored on this machine.
    pub team: Option<CopiedPlace>,
}

/// When something was last read again that is not part of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadTimes {
    /// The statuses that change.
    pub statuses: Option<DateTime<Utc>>,
    /// What was read before this is read again.
    pub read_now: Option<DateTime<Utc>>,
}

impl ReadPlace {
    /// What is to be read again now. Before the first page there is nothing.
    pub fn due_sweep(&self, times: ReadTimes, now: DateTime<Utc>) -> Option<Sweep> {
        let current_to = self.current_to?;
        let is_asked = |at: DateTime<Utc>| times.read_now.is_some_and(|asked| at < asked);
        let is_due = |last: Option<DateTime<Utc>>, every_s: i64| {
            last.is_none_or(|at| now - at >= TimeDelta::seconds(every_s) || is_asked(at))
        };
        if is_due(self.as_of, NEWEST_EVERY_S) {
            return Some(Sweep::newest(Some(current_to - TimeDelta::seconds(OVERLAP_S)), false, now));
        }
        if !self.has_ended() {
            return None;
        }
        if is_due(times.statuses, STATUSES_EVERY_S) {
            return Some(Sweep::of_statuses(now));
        }
        let recent = self.swept_at.is_none_or(|at| now - at >= TimeDelta::seconds(RECENT_EVERY_S));
        recent.then(|| Sweep::newest(Some(now - TimeDelta::days(RECENT_DAYS)), true, now))
    }

    /// Whether no further page is to be asked for: the last one was read, or none older is to be had.
    pub fn has_ended(&self) -> bool {
        self.is_whole || self.is_stalled
    }

    /// The list goes on behind this page, or has ended; whether it has.
    pub fn pass_page(&mut self, page: PageEnd, now: DateTime<Utc>) -> bool {
        if self.offset == 0 {
            self.is_read = true;
            self.current_to = page.newest.or(Some(now));
            self.as_of = Some(now);
        }
        let (progress, offset) = page.progress(self.offset, self.after.as_ref());
        self.offset = offset;
        self.after = page.last_id.or(self.after.take());
        self.total = page.total_count.or(self.total);
        self.is_whole |= progress == ListProgress::Whole;
        self.is_stalled = progress == ListProgress::Stalled && !self.is_whole;
        self.has_ended()
    }

    /// A page of what is read again came: what is left of it.
    pub fn pass_sweep(&mut self, mut sweep: Sweep, page: &PageEnd, now: DateTime<Utc>) -> SweepEnd {
        if sweep.status.is_none() {
            self.total = page.total_count.or(self.total);
        }
        if sweep.pass(page) {
            return SweepEnd::GoesOn(sweep);
        }
        match sweep.next_status(now) {
            Some(next) => SweepEnd::GoesOn(next),
            None if sweep.status.is_some() => SweepEnd::StatusesRead,
            None => {
                self.current_to = sweep.newest.max(self.current_to);
                (self.as_of, self.is_read) = (Some(sweep.began_at), true);
                if sweep.is_recent {
                    self.swept_at = Some(sweep.began_at);
                }
                SweepEnd::ListRead
            }
        }
    }
}
