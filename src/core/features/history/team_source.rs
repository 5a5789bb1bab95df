//! What is known of the payments of a team: how they stand in its database, and what this machine does about them.

use std::collections::{HashMap, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::payment_reading::{CopiedPlace, ReadPlace};
use paydesk_domain::ids::PaymentId;

use super::team_reports::TeamPaymentsState;

/// Payments that are stored on this machine; older ones stay in the database of the team.
pub const STORED_HERE_MAX: usize = 1_000_000;
/// So long something counts as just read by this machine, in seconds.
const OWN_S: i64 = 900;
const OWN_MAX: usize = 10_000;
/// Most that the service is asked for because it is in doubt.
const DOUBTFUL_MAX: usize = 1_000;

/// The state of the payments in the team's database, and what this desk reads of them.
#[derive(Debug, Default)]
pub struct TeamSource {
    /// As it was reported last; none without a team, and before its database was there.
    pub(super) state: Option<TeamPaymentsState>,
    /// When a hub last read, by the clock of this machine.
    pub(super) read_at: Option<DateTime<Utc>>,
    pub(super) is_connected: bool,
    /// It is known whether a hub reads, or that it cannot be known now.
    pub(super) has_answered: bool,
    /// What was removed there before this time was deleted here.
    pub(super) dropped_before: Option<DateTime<Utc>>,
    /// A request for what is stored here is under way.
    pub(super) is_asked: bool,
    /// How they stand is asked for anew.
    pub(super) wants_state: bool,
    pub(super) retry_at: Option<DateTime<Utc>>,
    /// What this machine has read or changed by itself.
    pub(super) own: OwnReads,
    /// Payments that the team has otherwise than this machine: they are read at the service.
    doubtful: VecDeque<PaymentId>,
    pub(super) copying: Option<Copying>,
}

/// Payments that this machine lately read by itself, and when.
#[derive(Debug, Default)]
pub struct OwnReads {
    at: HashMap<PaymentId, DateTime<Utc>>,
    /// In the order of their times.
    order: VecDeque<(DateTime<Utc>, PaymentId)>,
}

impl OwnReads {
    fn add(&mut self, payment_id: &PaymentId, now: DateTime<Utc>) {
        self.at.insert(payment_id.clone(), now);
        self.order.push_back((now, payment_id.clone()));
        while self.order.len() > OWN_MAX
            && let Some((at, first)) = self.order.pop_front()
        {
            // It may have been read again since.
            self.at.remove_entry(&first).filter(|(_, last)| *last != at).map(|(id, last)| self.at.insert(id, last));
        }
    }

    pub(super) fn has(&self, payment_id: &PaymentId, now: DateTime<Utc>) -> bool {
        self.at.get(payment_id).is_some_and(|at| now - *at < TimeDelta::seconds(OWN_S))
    }
}

impl TeamSource {
    /// How the payments of the team stand, as far as it is known.
    pub fn state(&self) -> Option<&TeamPaymentsState> {
        self.state.as_ref()
    }

    /// Since when the team keeps payments, where older ones were removed.
    pub(super) fn kept_since(&self) -> Option<DateTime<Utc>> {
        self.state.as_ref()?.kept_since
    }

    /// Payments that are being copied.
    pub fn copying(&self) -> Option<&Copying> {
        self.copying.as_ref()
    }

    pub(super) fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// This machine has read a payment by itself, or changed it.
    pub(super) fn read_here(&mut self, payment_id: &PaymentId, now: DateTime<Utc>) {
        if self.state.is_some() {
            self.own.add(payment_id, now);
        }
    }

    /// A payment was read or changed here while payments are copied: it is read once more after that.
    pub(super) fn missed(&mut self, payment_id: &PaymentId) {
        if self.copying.is_some() {
            self.doubt(payment_id);
        }
    }

    pub(super) fn doubt(&mut self, payment_id: &PaymentId) {
        if self.doubtful.len() < DOUBTFUL_MAX && !self.doubtful.contains(payment_id) {
            self.doubtful.push_back(payment_id.clone());
        }
    }

    pub(super) fn next_doubtful(&mut self) -> Option<PaymentId> {
        self.doubtful.pop_front()
    }

    pub(super) fn ask_state(&mut self) {
        self.wants_state = self.is_connected;
    }

    /// When something is next asked for by itself.
    pub(super) fn due(&self) -> Option<DateTime<Utc>> {
        self.retry_at.filter(|_| self.is_connected && !self.is_asked)
    }
}

/// A copy that is under way.
#[derive(Debug)]
pub struct Copying {
    /// How far it is, with what was known of the list before.
    pub(super) place: ReadPlace,
    /// Where the team's payments were copied to.
    pub(super) of_team: CopiedPlace,
    /// Payments that are here, each under one of the numbers up to this.
    pub(super) count: u32,
    /// Jobs of the cache that are not done.
    pub(super) storing: usize,
    pub(super) is_done: bool,
}

impl Copying {
    /// Payments that were copied so far.
    pub fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_own_reads_the_last_are_remembered_for_a_while() {
        let (mut own, at) = (OwnReads::default(), DateTime::UNIX_EPOCH);
        let id = |number: usize| PaymentId::new(format!("pay_{number}"));
        own.add(&id(0), at);
        (0..OWN_MAX).for_each(|number| own.add(&id(number), at + TimeDelta::seconds(1)));
        assert!(own.has(&id(0), at + TimeDelta::seconds(2)), "it was read again");
        own.add(&id(OWN_MAX), at + TimeDelta::seconds(2));
        assert!(!own.has(&id(0), at + TimeDelta::seconds(2)));
        assert!(own.has(&id(1), at + TimeDelta::seconds(2)));
        assert!(!own.has(&id(1), at + TimeDelta::seconds(OWN_S + 1)));
        assert_eq!(own.at.len(), OWN_MAX);
    }
}
