//! Searches the payments that are in the database of a team alone, because they are older than what is stored here.
//!
//! What is found is known from then on, like everything else: it stands in the same list, in its order, and follows
//! when it changes.

use chrono::TimeDelta;

use crate::context::Context;
use crate::effect::{TeamEffect, TeamPaymentsRequest};
use paydesk_index::payment_columns::{PaymentKey, SearchContext, StoredPayment};
use paydesk_index::payment_query::PaymentQuery;
use paydesk_index::team_payment_query::TeamPaymentQuery;

use super::History;
use super::older_search::{OlderSearch, OlderStage};

/// How long nothing is typed before the database is asked, in milliseconds.
const PAUSE_MS: i64 = 400;
/// Where little is found in one go, the search goes on by itself, so many times: the database answers after a while,
/// however little it has found by then.
const FEW: usize = 50;
const GOES_MAX: u32 = 20;

impl History {
    /// Whether the database has payments that what is searched for may find, and that are not here.
    fn has_older(&self) -> bool {
        let searches = self.search.is_active() && self.search.error().is_none();
        searches && self.team.is_connected() && self.stored_down_to().is_some()
    }

    /// Searches there once nothing else is typed for a moment.
    pub(super) fn search_older_due(&mut self, cx: &mut Context<'_>) {
        let (question, has_older) = (self.search.questions(), self.has_older());
        let older = &mut self.search.older;
        if question != older.question || !has_older && older.stage != OlderStage::UnderWay {
            *older = OlderSearch { question, ..OlderSearch::default() };
        }
        if older.stage == OlderStage::Idle && has_older {
            older.stage = OlderStage::Waiting(cx.now + TimeDelta::milliseconds(PAUSE_MS));
        }
        if older.due().is_some_and(|at| at <= cx.now) {
            let query = self.ask_older(None, cx);
            let request = TeamPaymentsRequest::Count { nth: question, query: Box::new(query) };
            cx.outbox.push(TeamEffect::Payments { profile_id: cx.profile_id.clone(), request });
        }
    }

    /// Goes on with the search where it stopped.
    pub(super) fn search_older(&mut self, cx: &mut Context<'_>) {
        let behind = match &self.search.older.stage {
            OlderStage::More(behind) => behind.clone(),
            OlderStage::Failed(_) => None,
            OlderStage::Idle | OlderStage::Waiting(_) | OlderStage::UnderWay | OlderStage::All => return,
        };
        if self.has_older() {
            self.search.older.goes = 0;
            self.ask_older(behind, cx);
        }
    }

    /// Asks for what is older than what is stored here, or behind `behind`.
    fn ask_older(&mut self, behind: Option<PaymentKey>, cx: &mut Context<'_>) -> TeamPaymentQuery {
        let query = team_query(self.search.query(), cx);
        let before = behind.or_else(|| self.stored_down_to().cloned());
        let older = &mut self.search.older;
        older.goes += 1;
        older.stage = OlderStage::UnderWay;
        let request = TeamPaymentsRequest::Search { nth: older.question, query: Box::new(query.clone()), before };
        cx.outbox.push(TeamEffect::Payments { profile_id: cx.profile_id.clone(), request });
        query
    }

    pub(super) fn found_older(
        &mut self,
        question: u64,
        payments: Vec<StoredPayment>,
        next: Option<PaymentKey>,
        cx: &mut Context<'_>,
    ) {
        let older = &mut self.search.older;
        if question != older.question || older.stage != OlderStage::UnderWay {
            return;
        }
        let (few, goes_on) = (payments.len() < FEW, older.goes < GOES_MAX);
        older.found += payments.len();
        older.stage = next.as_ref().map_or(OlderStage::All, |next| OlderStage::More(Some(next.clone())));
        payments.into_iter().for_each(|payment| self.take_of_team(payment, cx.now));
        self.columns.order_new();
        if next.is_some() && few && goes_on && self.has_older() {
            self.ask_older(next, cx);
        }
    }
}

fn team_query(query: &PaymentQuery, cx: &Context<'_>) -> TeamPaymentQuery {
    let zone = cx.zone;
    let day_start = |day| zone.day_start(day);
    let context = SearchContext { today: zone.date(cx.now), day_start: &day_start, notes: cx.notes };
    TeamPaymentQuery::new(query, &context)
}
