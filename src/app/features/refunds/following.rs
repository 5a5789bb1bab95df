//! Pending refunds that were made here are followed: the service has no call that asks, and the same request sent again
//! is the same refund and is answered with how it stands (operations, section 4). What ends later is told by webhook, or
//! when a person asks.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::refunds::RepeatRefund;
use crate::api::operation::Family;
use crate::api::rate_limit::Purpose;
use crate::app::reads::{Read, Ticket};
use crate::app::records::Known;
use crate::app::state::State;
use crate::domain::refund::RefundStatus;

/// When it is asked for by itself, in seconds after it was made.
const ASKED_AFTER_S: [i64; 4] = [5, 15, 60, 120];

/// What was asked for in this run.
#[derive(Debug, Default)]
pub struct Following {
    /// When a refund was asked for last, by profile and id.
    asked_at: BTreeMap<(String, String), DateTime<Utc>>,
    /// A person asked for this one: they are told where that failed.
    by_person: Option<Ticket>,
}

impl State {
    /// Why it cannot be asked how a refund stands; `None` where it can.
    pub fn why_not_ask_refund(&self, known: &Known) -> Option<String> {
        if RepeatRefund::of(known.record.sent.as_deref()).is_none() || known.record.made_by.is_none() {
            return Some("It was not made from here: only the service's webhook tells how it ends".to_owned());
        }
        self.read_only_reason()
    }

    /// A person asks how a refund stands.
    pub(super) fn ask_how_refund_stands(&mut self, id: &str) {
        let ticket = self.repeat_refund(id);
        self.refunds.following.by_person = ticket;
    }

    /// Asks for the pending refunds that are due.
    pub(in crate::app) fn follow_pending_refunds(&mut self) {
        let due: Vec<String> = self
            .followed_refunds()
            .filter(|(_, at)| *at <= self.now)
            .map(|(known, _)| known.record.id.clone())
            .collect();
        if due.is_empty() {
            return;
        }
        for id in due {
            self.repeat_refund(&id);
        }
    }

    /// When the next pending refund is asked for by itself.
    pub fn refund_follow_due(&self) -> Option<DateTime<Utc>> {
        self.followed_refunds().map(|(_, at)| at).min()
    }

    /// The refunds that are followed, with when each is asked for next. Only new ones are looked at: this is asked for
    /// with every frame.
    fn followed_refunds(&self) -> impl Iterator<Item = (&Known, DateTime<Utc>)> {
        let oldest = self.now - TimeDelta::seconds(ASKED_AFTER_S[ASKED_AFTER_S.len() - 1] * 2);
        let new = self.records.of(Family::Refund).take_while(move |known| known.record.made_at > oldest);
        let may_ask = self.profile.is_some() && self.read_only_reason().is_none();
        new.filter(move |known| may_ask && is_pending(known) && self.why_not_ask_refund(known).is_none())
            .filter_map(|known| Some((known, self.asked_next(known)?)))
    }

    fn asked_next(&self, known: &Known) -> Option<DateTime<Utc>> {
        let record = &known.record;
        let asked_at = self.refunds.following.asked_at.get(&(record.profile_id.clone(), record.id.clone()));
        let last = asked_at.copied().unwrap_or(record.made_at).max(record.told_at);
        let steps = ASKED_AFTER_S.into_iter().map(|after| record.made_at + TimeDelta::seconds(after));
        steps.into_iter().find(|step| *step > last)
    }

    fn repeat_refund(&mut self, id: &str) -> Option<Ticket> {
        let known = self.records.find(Family::Refund, id)?;
        if self.why_not_ask_refund(known).is_some() {
            return None;
        }
        let repeat = RepeatRefund::of(known.record.sent.as_deref())?;
        let key = (known.record.profile_id.clone(), known.record.id.clone());
        self.refunds.following.asked_at.insert(key, self.now);
        Some(self.reads.ask(Read::Refund(repeat), Purpose::Ordinary, self.now))
    }

    /// Whether a person waits for this answer.
    pub(in crate::app) fn person_asked_for_refund(&mut self, ticket: Ticket) -> bool {
        self.refunds.following.by_person.take_if(|asked| *asked == ticket).is_some()
    }
}

fn is_pending(known: &Known) -> bool {
    known.refund().is_some_and(|refund| refund.status == Some(RefundStatus::Pending))
}
