//! When cards are asked again by themselves: an event reported something they count, or they are old when they are
//! looked at again. Nothing is seen of it until the answer is here. What no metric reports is counted again each time the lists
//! here have changed.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::{Context, WorkspaceView};
use crate::features::disputes::Disputes;
use crate::features::payments::Pages;
use crate::features::webhooks::EventLog;
use crate::route::Route;
use paydesk_domain::analytics::Subject;
use paydesk_domain::zone::Zone;

use super::Analytics;
use super::boards::{Board, CardId};
use super::card_content::CardContent;
use super::cohort_over_time;
use super::counted_here::{CountSources, CountedFrom};
use super::counted_list::CountedList;
use super::decisions;
use super::local::{CountScope, NotCountable, picture};
use super::payment_groups::{self, GroupScope};
use super::refresh::{Card, RefreshReason};

/// How long events are gathered before cards are asked again, in milliseconds.
const GATHER_MS: i64 = 1_000;
/// Least time between two askings that events are the reason of, in milliseconds.
const PAUSE_MS: i64 = 10_000;
/// Cards older than this are asked again when they are looked at again, in seconds.
const OLD_S: i64 = 60;

/// What events reported, and when they were last a reason to ask.
#[derive(Debug, Default)]
pub struct RefreshPolicy {
    disputes_at: Option<DateTime<Utc>>,
    payments_at: Option<DateTime<Utc>>,
    declined_at: Option<DateTime<Utc>>,
    due: Option<DateTime<Utc>>,
    asked_at: Option<DateTime<Utc>>,
    /// When the days of the board begin to be others: the next midnight after it was asked.
    day_ends_at: Option<DateTime<Utc>>,
    /// When to count again what is counted here, as more of it is known.
    pub(super) recount_at: Option<DateTime<Utc>>,
    /// When to group the payments known here again, as more of them are known.
    pub(super) regroup_at: Option<DateTime<Utc>>,
}

impl RefreshPolicy {
    fn plan_refresh(&mut self, now: DateTime<Utc>) {
        let earliest = self.asked_at.map_or(now, |last| last + TimeDelta::milliseconds(PAUSE_MS));
        self.due.get_or_insert(earliest.max(now + TimeDelta::milliseconds(GATHER_MS)));
    }

    /// The board is asked for the days as they are today.
    pub(super) fn day_is_asked(&mut self, now: DateTime<Utc>, zone: Zone) {
        self.day_ends_at = zone.date(now).succ_opt().map(|tomorrow| zone.day_start(tomorrow));
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        let times = [&mut self.disputes_at, &mut self.payments_at, &mut self.declined_at];
        for at in times
            .into_iter()
            .chain([&mut self.due, &mut self.asked_at])
            .chain([&mut self.recount_at, &mut self.regroup_at])
            .flatten()
        {
            *at += by;
        }
    }
}

impl Analytics {
    /// An event reported a dispute.
    pub(crate) fn dispute_changed(&mut self, now: DateTime<Utc>) {
        self.refresh_policy.disputes_at = Some(now);
        self.refresh_policy.plan_refresh(now);
    }

    /// An event reported a payment, which may have been declined.
    pub(crate) fn payment_changed(&mut self, declined: bool, now: DateTime<Utc>) {
        let policy = &mut self.refresh_policy;
        policy.payments_at = Some(now);
        policy.declined_at = policy.declined_at.max(declined.then_some(now));
        policy.plan_refresh(now);
    }

    /// When cards are asked again; never while none is looked at.
    pub(crate) fn next_due(&self, route: Route) -> Option<DateTime<Utc>> {
        let RefreshPolicy { due, day_ends_at, recount_at, regroup_at, .. } = self.refresh_policy;
        let next =
            [due, day_ends_at, recount_at, regroup_at, self.service_counts.next_due()].into_iter().flatten().min();
        next.filter(|_| route == Route::Analytics)
    }

    /// Asks the board again for the days as they are now, once midnight has passed.
    fn ask_for_new_day(&mut self, cx: &mut Context<'_>) {
        if self.refresh_policy.day_ends_at.take_if(|ends| *ends <= cx.now).is_some() {
            self.ask_cards_anew(self.board.cards(), RefreshReason::ByItself, cx);
        }
    }

    /// Asks the cards that events have made stale.
    pub(crate) fn ask_due(&mut self, cx: &mut Context<'_>) {
        if self.next_due(cx.route).is_none_or(|due| due > cx.now) {
            return;
        }
        self.ask_for_new_day(cx);
        if self.refresh_policy.due.is_none_or(|due| due > cx.now) {
            return;
        }
        let stale: Vec<CardId> = self.shown_cards(|id, card| self.is_stale(id, card));
        let busy = |id: &CardId| self.card(*id).is_some_and(|card| card.remote.is_loading());
        let (busy, free): (Vec<CardId>, Vec<CardId>) = stale.into_iter().partition(busy);
        self.refresh_policy.due = None;
        self.refresh_policy.asked_at = Some(cx.now);
        if !busy.is_empty() {
            self.refresh_policy.plan_refresh(cx.now);
        }
        self.ask_cards_anew(&free, RefreshReason::ByEvent, cx);
    }

    /// The cards of the board that were never asked, are stale, or are old by now.
    pub(super) fn old_cards(&self, now: DateTime<Utc>) -> Vec<CardId> {
        let oldest = now - TimeDelta::seconds(OLD_S);
        let is_old = |card: &Card| !card.remote.is_loading() && card.shown_at.is_none_or(|at| at < oldest);
        self.shown_cards(|id, card| card.is_none_or(is_old) || self.is_stale(id, card))
    }

    fn shown_cards(&self, wanted: impl Fn(CardId, Option<&Card>) -> bool) -> Vec<CardId> {
        let shown = self.board.cards().iter().copied();
        shown.filter(|id| wanted(*id, self.card(*id))).collect()
    }

    /// Whether an event came after a card was asked. What is counted in the list of disputes follows that by itself.
    fn is_stale(&self, id: CardId, card: Option<&Card>) -> bool {
        let Some(card) = card else { return false };
        let policy = &self.refresh_policy;
        let (changed, asked) = match &card.plan {
            Some(plan) if plan.question.subject == Subject::Disputes => (policy.disputes_at, Some(plan.at)),
            Some(plan) => (policy.payments_at, Some(plan.at)),
            None if id == CardId::DeclineMix => (policy.declined_at, card.shown_at),
            None => return false,
        };
        changed.zip(asked).is_some_and(|(changed, asked)| asked <= changed)
    }
}

impl Analytics {
    /// Counts the dispute list again where its board is shown and it has changed; while it is being read, the picture
    /// stays.
    pub(super) fn count_disputes(&mut self, list: &Disputes, events: &EventLog, view: &WorkspaceView<'_>) {
        let counted = CountedList::of(list);
        if self.board != Board::Disputes || self.counted.as_ref() == Some(&counted) {
            return;
        }
        self.counted = Some(counted);
        for id in self.board.cards() {
            if let Some(card) = id.counted_here() {
                let scope = CountScope { question: &self.disputes, now: view.now, zone: view.zone };
                count_card(self.cards.entry(*id).or_default(), list, || picture(card, list, scope));
            }
        }
        let scope = CountScope { question: &self.disputes, now: view.now, zone: view.zone };
        let card = self.cards.entry(CardId::DecidedOverTime).or_default();
        count_card(card, list, || decisions::content(list, events, scope));
    }

    /// Groups the payments known here again where the board of disputes is shown and more is known.
    pub(super) fn group_payments(&mut self, sources: CountSources<'_>, view: &WorkspaceView<'_>) {
        if self.board != Board::Disputes {
            return;
        }
        let from = CountedFrom::new(sources.disputes, sources.history, view.now);
        let due = from.due_after(self.grouped_from);
        let is_due = due.is_some_and(|due| due <= view.now);
        self.refresh_policy.regroup_at = due.filter(|_| !is_due);
        let reading = &sources.disputes.inbox.reading;
        for id in self.board.cards().iter().copied().filter(|id| id.counts_known_payments()) {
            let card = self.cards.entry(id).or_default();
            match (&reading.pages, reading.read_at) {
                (Pages::Failed(error), _) => card.remote.fail(error.clone()),
                (Pages::Idle, Some(read_at)) if is_due || card.remote.is_loading() => {
                    let scope = GroupScope { sources, question: &self.disputes, now: view.now, zone: view.zone };
                    let counted = match id.payment_grouping() {
                        Some(grouping) => payment_groups::content(grouping, scope),
                        None => cohort_over_time::content(scope),
                    };
                    card.count(counted, read_at);
                }
                (Pages::Idle, Some(_)) => {}
                (Pages::NotAsked | Pages::Loading | Pages::Idle, _) if card.remote.is_loading() => {}
                (Pages::NotAsked | Pages::Loading | Pages::Idle, _) => card.remote.start_loading(),
            }
        }
        if is_due && reading.pages == Pages::Idle && reading.read_at.is_some() {
            self.grouped_from = Some(from);
        }
    }
}

/// Shows what is counted in the list; while it is being read, the picture stays.
fn count_card(card: &mut Card, list: &Disputes, counted: impl FnOnce() -> Result<CardContent, NotCountable>) {
    match (&list.inbox.reading.pages, list.inbox.reading.read_at) {
        (Pages::Failed(error), _) => card.remote.fail(error.clone()),
        (Pages::Idle, Some(read_at)) if list.inbox.reading.complete || list.inbox.reading.is_stalled => {
            card.count(counted(), read_at);
        }
        (Pages::NotAsked | Pages::Loading | Pages::Idle, _) if card.remote.is_loading() => {}
        (Pages::NotAsked | Pages::Loading | Pages::Idle, _) => card.remote.start_loading(),
    }
}
