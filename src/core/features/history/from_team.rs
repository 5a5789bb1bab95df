//! Takes payments from the database of a team, while its hub reads the service for all of it.
//!
//! The newest are copied and stored as if they had been read here, and what changes after that follows; older ones stay
//! in the database and are [searched](super::older) there. Where no hub has read for a while, this machine reads by itself
//! again.
//!
//! Clocks of several machines are not compared: where the team has a payment otherwise than this machine has just read it
//! or changed it itself, the service is asked.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::effect::{TeamEffect, TeamPaymentsRequest};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentRow;
use paydesk_index::payment_columns::{PaymentKey, StoredPayment};

use super::reading::DisputedPayments;
use super::team_reports::{TeamPaymentsReport, TeamPaymentsState, read_at};
use super::team_source::{STORED_HERE_MAX, TeamSource};
use super::{CopiedPlace, History, HistoryPhase};

/// Hubs that have read nothing for so long count as gone, in seconds.
const HUB_GONE_S: i64 = 600;
/// Between a request that failed and the next, in seconds.
const RETRY_S: i64 = 10;

/// Whether a list says of a payment what is known of it.
fn says_the_same(known: &PaymentRow, row: &PaymentRow) -> bool {
    let is_same = |known: Option<i64>, said: Option<i64>| said.is_none() || known == said;
    known.status == row.status
        && known.amount == row.amount
        && is_same(known.capturable_minor, row.capturable_minor)
        && is_same(known.received_minor, row.received_minor)
}

impl History {
    /// What is known of the payments of the team.
    pub fn team(&self) -> &TeamSource {
        &self.team
    }

    /// Whether a hub reads the service for this machine.
    pub fn follows_team(&self, now: DateTime<Utc>) -> bool {
        let reads = |at: DateTime<Utc>| now - at < TimeDelta::seconds(HUB_GONE_S);
        self.team.read_at.is_some_and(reads)
    }

    /// The last payment that is stored here by way of the team; older ones are in its database alone.
    pub fn stored_down_to(&self) -> Option<&PaymentKey> {
        self.place.team.as_ref().filter(|place| place.is_copied)?.copied_to.as_ref()
    }

    /// Whether a payment is known from the database of the team alone, since it is older than what is stored here.
    pub fn is_older(&self, payment: &StoredPayment) -> bool {
        let last = self.stored_down_to().and_then(|last| last.created);
        last.zip(payment.row.created).is_some_and(|(last, created)| created < last)
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(
        &mut self,
        fact: &FeatureFact,
        bulk_runs: bool,
        disputed: DisputedPayments<'_>,
        cx: &mut Context<'_>,
    ) {
        match fact {
            // What is read for later waits while a bulk run needs the rate limit.
            FeatureFact::Settled if !bulk_runs => {
                self.read_disputed_first(disputed);
                self.advance(cx);
            }
            FeatureFact::ServiceReady => self.service_came(cx),
            FeatureFact::ReadsDropped(_) => self.reads_dropped(),
            FeatureFact::UnitsChanged => self.amounts_counted_anew(&cx.view),
            FeatureFact::ZoneChanged { .. } => self.zone_changed(&cx.view),
            FeatureFact::NotesChanged => self.notes_changed(&cx.view),
            FeatureFact::PaymentsMarked { known, disputed } => {
                for (payment_id, of_payment) in known {
                    self.mark(payment_id, of_payment.refunded_minor > 0, disputed.contains(payment_id));
                }
            }
            FeatureFact::TeamLeft => self.team_left(cx),
            FeatureFact::TeamAway => self.team_away(cx),
            _ => {}
        }
    }

    /// The database of the team does not answer; what is known of its hub holds for a while.
    fn team_away(&mut self, cx: &mut Context<'_>) {
        (self.team.is_connected, self.team.is_asked, self.team.wants_state) = (false, false, false);
        self.search.older.dropped();
        self.stop_copying(cx);
    }

    /// Whether it is not known yet if a hub reads for this machine.
    pub(super) fn awaits_team(&self, cx: &Context<'_>) -> bool {
        cx.team.is_connecting() || cx.team.is_connected() && !self.team.has_answered
    }

    /// What was asked for cannot be had: it is asked for again after so many seconds.
    pub(super) fn team_refused(&mut self, retry_s: i64, cx: &mut Context<'_>) {
        self.team.has_answered = true;
        self.team.retry_at = Some(cx.now + TimeDelta::seconds(retry_s));
        self.stop_copying(cx);
    }

    /// The profile belongs to no team any more, or to another.
    fn team_left(&mut self, cx: &mut Context<'_>) {
        self.stop_copying(cx);
        self.team = TeamSource::default();
        self.search.older = Default::default();
    }

    /// The database of the team reports something of its payments.
    pub(crate) fn team_reported(&mut self, report: TeamPaymentsReport, cx: &mut Context<'_>) {
        match report {
            TeamPaymentsReport::State(state) => self.team_stands(state, cx),
            TeamPaymentsReport::Copied { payments, is_last } => {
                self.team.is_asked = false;
                self.copied(payments, is_last, cx);
            }
            TeamPaymentsReport::Changed { payments, upto, is_more } => {
                self.changed_in_team(payments, upto, is_more, cx)
            }
            TeamPaymentsReport::Found { nth, payments, next } => self.found_older(nth, payments, next, cx),
            TeamPaymentsReport::Counted { nth, facets } => {
                self.search.counted_in_team(nth, facets.map(|facets| *facets))
            }
            TeamPaymentsReport::Failed { nth: Some(nth), problem } => self.search.older.failed(nth, problem),
            TeamPaymentsReport::Failed { nth: None, .. } => {
                self.team.is_asked = false;
                self.team_refused(RETRY_S, cx);
            }
        }
    }

    fn team_stands(&mut self, state: TeamPaymentsState, cx: &mut Context<'_>) {
        (self.team.is_connected, self.team.has_answered, self.team.wants_state) = (true, true, false);
        self.team.read_at = read_at(&state, cx.now).or(self.team.read_at.take());
        self.team.state = Some(state);
        self.note_as_of();
        self.drop_removed(cx);
    }

    /// What was removed from the database of the team is deleted here as well.
    fn drop_removed(&mut self, cx: &mut Context<'_>) {
        let Some(since) = self.team.kept_since().filter(|since| self.team.dropped_before < Some(*since)) else {
            return;
        };
        if self.phase == HistoryPhase::Open {
            self.team.dropped_before = Some(since);
            if self.created_before(since) > 0 {
                self.reopen(cx.settings.history(cx.profile_id).keep_days, cx);
            }
        }
    }

    /// Everything that the hub has read is here: it is as if it had been read here.
    fn note_as_of(&mut self) {
        let (Some(state), Some(place)) = (&self.team.state, &self.place.team) else { return };
        if !self.place.is_whole {
            self.place.total = Some(state.total);
        }
        if !place.is_copied || place.profile != state.profile {
            return;
        }
        self.place.total = Some(state.total);
        if state.is_whole && place.changed >= state.changed {
            let at = self.team.read_at;
            (self.place.is_whole, self.place.is_read) = (true, true);
            self.place.current_to = self.place.current_to.max(at);
            (self.place.as_of, self.place.swept_at) = (at, at);
            self.statuses_swept_at = at;
        }
    }

    /// Asks for what comes next of what is stored here.
    pub(super) fn ask_team(&mut self, cx: &mut Context<'_>) {
        let is_due = self.team.retry_at.is_none_or(|at| at <= cx.now);
        if self.team.is_asked || !self.team.is_connected || !is_due || !self.reads(cx) || !self.unkept.has_room() {
            return;
        }
        let Some(state) = self.team.state.as_ref().filter(|state| state.read_ago_s.is_some()) else { return };
        // A database that was restored from a copy may be behind what is known here.
        let is_of_it = |place: &&CopiedPlace| place.profile == state.profile && place.changed <= state.changed;
        match self.place.team.as_ref().filter(is_of_it) {
            Some(place) if place.is_copied && place.changed < state.changed => {
                self.ask_of_team(TeamPaymentsRequest::Changes { after: place.changed }, cx);
            }
            Some(place) if place.is_copied => {
                // Reported by itself as well: nothing waits for the answer.
                if std::mem::take(&mut self.team.wants_state) {
                    let request = TeamPaymentsRequest::State;
                    cx.outbox.push(TeamEffect::Payments { profile_id: cx.profile_id.clone(), request });
                }
            }
            Some(place) => self.copy_on(place.clone(), cx),
            None => self.copy_anew(CopiedPlace::new(&state.profile, state.changed), cx),
        }
    }

    pub(super) fn ask_of_team(&mut self, request: TeamPaymentsRequest, cx: &mut Context<'_>) {
        (self.team.is_asked, self.team.retry_at) = (true, None);
        cx.outbox.push(TeamEffect::Payments { profile_id: cx.profile_id.clone(), request });
    }

    fn changed_in_team(&mut self, payments: Vec<StoredPayment>, upto: i64, is_more: bool, cx: &mut Context<'_>) {
        self.team.is_asked = false;
        self.take_from_team(payments, cx);
        let (Some(place), Some(state)) = (self.place.team.as_mut(), self.team.state.as_mut()) else { return };
        place.changed = upto;
        // What came after that is in the state that is asked for below.
        state.changed = if is_more { state.changed.max(upto + 1) } else { upto };
        self.unkept.place_changed();
        self.note_as_of();
        if !is_more {
            // The total is another, and so may be when it was read.
            self.team.ask_state();
        }
    }

    /// What is older than is kept was deleted when the cache was opened.
    pub(super) fn team_place_opened(&mut self, cx: &Context<'_>) {
        let kept_since = own_kept_since(cx);
        if let Some((place, since)) = self.place.team.as_mut().zip(kept_since) {
            let goes_further = |last: &PaymentKey| last.created.is_none_or(|created| created < since);
            if place.copied_to.as_ref().is_none_or(goes_further) {
                let created = Some(since);
                place.copied_to = Some(PaymentKey { created, payment_id: PaymentId::new(String::new()) });
            }
        }
        self.note_as_of();
    }

    /// By what is chosen here, and by what was removed there.
    pub(super) fn kept_since(&self, cx: &Context<'_>) -> Option<DateTime<Utc>> {
        own_kept_since(cx).max(self.team.kept_since())
    }

    /// Takes in what is stored here of it, and what is known already.
    fn take_from_team(&mut self, payments: Vec<StoredPayment>, cx: &Context<'_>) {
        if self.phase != HistoryPhase::Open {
            return;
        }
        let since = self.kept_since(cx).max(self.oldest_of_many());
        for payment in payments {
            let is_stored = payment.row.created.zip(since).is_none_or(|(created, since)| created >= since);
            if is_stored || self.columns.find(&payment.row.payment_id).is_some() {
                self.take_of_team(payment, cx.now);
            }
        }
        self.columns.order_new();
        self.pass_detailed();
    }

    /// From when on payments are stored here, where no more of them are.
    fn oldest_of_many(&mut self) -> Option<DateTime<Utc>> {
        if self.columns.len() < STORED_HERE_MAX {
            return None;
        }
        let place = self.place.team.as_mut()?;
        if place.copied_to.is_none() {
            // The hub still read when they were copied.
            let last = self.columns.newest().last().and_then(|row| self.columns.payment(*row as usize));
            place.copied_to = last.as_ref().map(PaymentKey::of);
        }
        place.copied_to.as_ref()?.created
    }

    /// Takes in one that the team has; the service decides where this machine has just read it otherwise.
    pub(super) fn take_of_team(&mut self, payment: StoredPayment, now: DateTime<Utc>) {
        let payment_id = &payment.row.payment_id;
        let known = self.columns.find(payment_id).and_then(|row| self.columns.payment(row));
        let is_doubtful =
            known.is_some_and(|known| self.team.own.has(payment_id, now) && !says_the_same(&known.row, &payment.row));
        if is_doubtful {
            self.team.doubt(payment_id);
        } else {
            self.put(payment);
        }
    }
}

/// By what is chosen for the profile.
fn own_kept_since(cx: &Context<'_>) -> Option<DateTime<Utc>> {
    let days = cx.settings.history(cx.profile_id).keep_days?;
    Some(cx.now - TimeDelta::days(days.into()))
}
