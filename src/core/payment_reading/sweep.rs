//! Payments that are read again, page by page.

use chrono::{DateTime, Utc};

use crate::pages::ListProgress;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;

use super::page_end::PageEnd;

/// The statuses that are asked of the service again and again.
const CHANGING: [PaymentStatus; 2] = [PaymentStatus::Processing, PaymentStatus::RequiresCapture];

/// A second reading of payments in a status or a range of time, page by page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    pub status: Option<PaymentStatus>,
    /// Not further back than this.
    until: Option<DateTime<Utc>>,
    pub offset: u32,
    pub after: Option<PaymentId>,
    pub(super) began_at: DateTime<Utc>,
    /// The newest payment of the first page.
    pub(super) newest: Option<DateTime<Utc>>,
    /// It reaches back over the last days.
    pub(super) is_recent: bool,
}

/// What is left of one after a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SweepEnd {
    GoesOn(Sweep),
    /// The newest were read: the place is another.
    ListRead,
    /// All in a status that changes were read.
    StatusesRead,
}

impl Sweep {
    pub(super) fn newest(until: Option<DateTime<Utc>>, is_recent: bool, now: DateTime<Utc>) -> Self {
        Self { status: None, until, offset: 0, after: None, began_at: now, newest: None, is_recent }
    }

    /// All in a status that changes.
    pub(super) fn of_statuses(now: DateTime<Utc>) -> Self {
        Self::of_status(CHANGING[0].clone(), now)
    }

    fn of_status(status: PaymentStatus, now: DateTime<Utc>) -> Self {
        Self { status: Some(status), ..Self::newest(None, false, now) }
    }

    /// The next of the statuses that change, behind one of them.
    pub(super) fn next_status(&self, now: DateTime<Utc>) -> Option<Self> {
        let status = self.status.as_ref()?;
        let place = CHANGING.iter().position(|known| known == status)?;
        CHANGING.get(place + 1).map(|next| Self::of_status(next.clone(), now))
    }

    /// Goes on behind a page; whether there is more to read.
    pub(super) fn pass(&mut self, page: &PageEnd) -> bool {
        self.newest = self.newest.or(page.newest);
        let (progress, offset) = page.progress(self.offset, self.after.as_ref());
        let goes_back = page.oldest.zip(self.until).is_some_and(|(oldest, until)| oldest < until);
        (self.offset, self.after) = (offset, page.last_id.clone().or(self.after.take()));
        progress == ListProgress::More && !goes_back
    }
}
