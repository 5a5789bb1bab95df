//! Asks the questions of a board: a few at a time, each on its own, and takes the answers that are still wanted.
//!
//! Every card keeps its picture until a newer one is here. The comparison is a second query that never holds the first
//! one up; equal queries of several cards are asked once. What is under way of a question that was changed is dropped
//! by its request id.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::remote::Remote;
use crate::route::Route;
use crate::service_traits::{AnalyticsChange, TraitChange};
use paydesk_api::error::CallError;
use paydesk_api::input::InputError;
use paydesk_domain::analytics::{Dimension, Report, Subject};
use paydesk_domain::known::Known;

use super::Analytics;
use super::boards::{Board, CardId, CardSource};
use super::build::picture;
use super::card_content::CardContent;
use super::fallback::Fallback;
use super::grid::BucketSize;
use super::local::NotCountable;
use super::measure::Measure;
use super::question::{QueryPlan, Question};
use super::split::{Avoided, SplitValue, merged};
use super::text;

/// Most queries under way at once: the other panels want to read, too.
const AT_ONCE: usize = 4;

/// The status of the period before.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Comparison {
    #[default]
    NotWanted,
    Loading,
    Ready,
    Failed(CallError),
}

/// One card of a board.
#[derive(Debug, Default)]
pub struct Card {
    /// What was asked; `None` for cards that are counted here.
    pub plan: Option<QueryPlan>,
    pub remote: Remote<CardContent>,
    pub comparison: Comparison,
    /// Why nothing could be asked: a rule of the query is broken.
    pub refused: Option<String>,
    /// Why nothing was counted: the filters of the board cannot be applied to the list.
    pub uncounted: Option<NotCountable>,
    /// Another number for another picture: what was prepared from one holds as long as this does.
    pub version: u64,
    /// As of when the picture that is shown is, even while a newer one is on its way.
    pub shown_at: Option<DateTime<Utc>>,
    /// A newer one is on its way that the person did not ask for: nothing is to be seen of that.
    pub quiet: bool,
    /// What is shown was counted here, and not reported.
    is_counted: bool,
    answer: Known<Arc<Report>>,
    answer_before: Known<Arc<Report>>,
    /// What came so far of the queries under way.
    answers: Answers,
    answers_before: Answers,
    fallback: Option<Fallback>,
}

/// Why a card is asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RefreshReason {
    /// The person wants other numbers.
    Openly,
    /// It is old.
    ByItself,
    /// An event reported what it counts: the period before is as it was.
    ByEvent,
}

/// Which of the two queries of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QueryHalf {
    Now,
    Before,
}

impl QueryHalf {
    const BOTH: [Self; 2] = [Self::Now, Self::Before];
}

/// One query of a half: there are several where a group is asked for one value at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct QueryPlace {
    half: QueryHalf,
    number: usize,
}

/// The answers to the queries of a half, as they come.
#[derive(Debug, Default)]
struct Answers(Vec<(Vec<SplitValue>, Option<Arc<Report>>)>);

impl Answers {
    fn new(asked: &[(Vec<SplitValue>, Read)]) -> Self {
        Self(asked.iter().map(|(values, _)| (values.clone(), None)).collect())
    }

    /// Takes one in; all of them together, once they are here.
    fn take(&mut self, number: usize, report: Arc<Report>) -> Option<Arc<Report>> {
        self.0.get_mut(number)?.1 = Some(report);
        let all: Option<Vec<_>> =
            self.0.iter().map(|(values, report)| Some((values.clone(), report.clone()?))).collect();
        merged(all?)
    }
}

/// The queries that wait, and those under way.
#[derive(Debug, Default)]
pub struct QueryQueue {
    waiting: VecDeque<(CardId, QueryPlace, Read)>,
    under_way: Vec<(RequestId, CardId, QueryPlace)>,
}

impl QueryQueue {
    fn request_ids(&self) -> BTreeSet<RequestId> {
        self.under_way.iter().map(|(request_id, _, _)| *request_id).collect()
    }

    /// Takes the next query, for every card that waits for the same.
    fn next(&mut self) -> Option<(Read, Vec<(CardId, QueryPlace)>)> {
        let (id, place, read) = self.waiting.pop_front()?;
        let mut askers = vec![(id, place)];
        self.waiting.retain(|(id, place, other)| {
            let same = *other == read;
            askers.extend(same.then_some((*id, *place)));
            !same
        });
        Some((read, askers))
    }

    /// Puts queries before those that wait: what was asked last is what is looked at.
    fn prefer(&mut self, queries: impl DoubleEndedIterator<Item = (CardId, QueryPlace, Read)>) {
        queries.rev().for_each(|query| self.waiting.push_front(query));
    }

    /// Forgets what was asked for these halves of a card; the request ids that nobody waits for any more.
    fn forget(&mut self, id: CardId, halves: &[QueryHalf]) -> Vec<RequestId> {
        let before = self.request_ids();
        let stays = |card: CardId, place: QueryPlace| card != id || !halves.contains(&place.half);
        self.waiting.retain(|(card, place, _)| stays(*card, *place));
        self.under_way.retain(|(_, card, place)| stays(*card, *place));
        before.difference(&self.request_ids()).copied().collect()
    }
}

impl Card {
    /// Whether the period before is to be asked for, too.
    fn begin(&mut self, plan: QueryPlan, reason: RefreshReason) -> bool {
        self.begin_loading(reason);
        let compare = plan.question.compare;
        let same = self.plan.as_ref().is_some_and(|before| before.query_before() == plan.query_before());
        let keeps = self.quiet && same && self.answer_before.known().is_some();
        self.plan = Some(plan);
        (self.refused, self.answer) = (None, Known::Unknown);
        if keeps {
            return compare && reason != RefreshReason::ByEvent;
        }
        self.comparison = if compare { Comparison::Loading } else { Comparison::NotWanted };
        self.answer_before = Known::Unknown;
        compare
    }

    /// The measure that has no number with the filters of the board, where that leaves nothing to ask; why, and the
    /// filter that does it.
    pub fn meaningless(&self) -> Option<(Measure, &str, Option<Dimension>)> {
        let plan = self.plan.as_ref().filter(|plan| self.refused.is_some() && plan.measures.is_empty())?;
        let (measure, why) = plan.left_out.first()?;
        let filter = measure.needs().filter(|status| !plan.question.filter(*status).is_empty());
        Some((*measure, why, filter))
    }

    /// What the service does not report of what was asked for, and the filter that is to be lifted.
    pub fn unreported(&self) -> Option<(&str, Option<Dimension>)> {
        let plan = self.plan.as_ref().filter(|_| self.refused.is_some())?;
        Some((plan.unreported()?, plan.unreported_filter()))
    }

    fn begin_loading(&mut self, reason: RefreshReason) {
        self.quiet = reason != RefreshReason::Openly && self.remote.value().is_some();
        self.remote.start_loading();
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        self.remote.clock_jumped(by);
        self.shown_at = self.shown_at.map(|at| at + by);
    }

    /// Begins with a plan; the reads of this period and of the one before. Where nothing can be asked there are none.
    fn ask(&mut self, plan: QueryPlan, reason: RefreshReason) -> (SplitReads, SplitReads) {
        let (now, before) = (plan.reads(&plan.query), plan.reads(&plan.query_before()));
        // What was just refused is only known to be unreported once the service answers without it.
        let unreported = plan.unreported().filter(|_| self.fallback.is_none()).map(str::to_owned);
        let blocker = unreported.or_else(|| plan.blocker());
        if let Some(refusal) = self.fallback.as_ref().and_then(Fallback::unnamed_refusal).filter(|_| blocker.is_some())
        {
            let refusal = refusal.clone();
            (self.plan, self.fallback) = (Some(plan), None);
            self.failed(QueryHalf::Now, refusal);
            return (Vec::new(), Vec::new());
        }
        let compare = self.begin(plan, reason);
        let refused = match (blocker, now) {
            (Some(why), _) => why,
            (None, Err(errors)) => self.why_not(&errors),
            (None, Ok(now)) => {
                let before = before.ok().filter(|_| compare).unwrap_or_default();
                (self.answers, self.answers_before) = (Answers::new(&now), Answers::new(&before));
                return (now, before);
            }
        };
        self.refused = Some(refused);
        (self.remote, self.comparison) = (Remote::NotAsked, Comparison::NotWanted);
        (Vec::new(), Vec::new())
    }

    /// The service answered, and without what was asked for.
    fn leave_unreported(&mut self, why: String) {
        self.refused = Some(why);
        (self.remote, self.comparison) = (Remote::NotAsked, Comparison::NotWanted);
    }

    fn answers_of(&mut self, half: QueryHalf) -> &mut Answers {
        match half {
            QueryHalf::Now => &mut self.answers,
            QueryHalf::Before => &mut self.answers_before,
        }
    }

    /// Whether an error refuses the query in a way that it can be asked otherwise.
    fn falls_back(&mut self, error: &CallError) -> bool {
        self.plan.as_ref().is_some_and(|plan| Fallback::step(&mut self.fallback, plan, error))
    }

    /// What the answer to a query shows that was asked otherwise before.
    fn learned(&mut self) -> Vec<TraitChange> {
        let (Some(fallback), Some(plan)) = (self.fallback.take(), &self.plan) else { return Vec::new() };
        fallback.into_learned(plan)
    }

    fn failed(&mut self, half: QueryHalf, error: CallError) {
        match half {
            QueryHalf::Now => {
                if self.comparison == Comparison::Loading {
                    self.comparison = Comparison::Failed(error.clone());
                }
                self.remote.fail(error);
            }
            QueryHalf::Before => self.comparison = Comparison::Failed(error),
        }
    }

    /// The answer of one half is here: the picture is made again as far as it can be.
    fn take(&mut self, half: QueryHalf, report: Arc<Report>, now: DateTime<Utc>) {
        match half {
            QueryHalf::Now => {
                (self.answer, self.is_counted) = (Known::Exact(report), false);
                if let Some(picture) = self.make() {
                    self.show(picture, now);
                }
            }
            QueryHalf::Before => {
                self.answer_before = Known::Exact(report);
                self.comparison = Comparison::Ready;
                let made = self.make();
                if let (Remote::Ready { value, .. }, Some(picture)) = (&mut self.remote, made) {
                    *value = picture;
                    self.version += 1;
                }
            }
        }
    }

    /// Plans to count what was asked for: all of it, whatever the service would not report.
    pub(super) fn plan_whole(&mut self, question: Question) {
        let Some(asked) = self.plan.take() else { return };
        let plan = QueryPlan::new(question, asked.at, asked.zone);
        let broken = plan.reads(&plan.query).err();
        self.plan = Some(plan);
        self.refused = broken.map(|errors| self.why_not(&errors));
    }

    /// Takes in both halves, counted here.
    pub(super) fn take_counted(&mut self, now: Known<Arc<Report>>, before: Known<Arc<Report>>, at: DateTime<Utc>) {
        self.comparison = if before.known().is_some() { Comparison::Ready } else { Comparison::NotWanted };
        self.is_counted = true;
        (self.answer, self.answer_before, self.fallback) = (now, before, None);
        if let Some(picture) = self.make() {
            self.show(picture, at);
        }
    }

    /// Whether it shows what was counted here in place of what the service does not report.
    pub(super) fn is_counted(&self) -> bool {
        self.remote.value().is_some() && self.is_counted
    }

    /// Whether it shows what the service reported.
    pub(super) fn has_reported_value(&self) -> bool {
        self.remote.value().is_some() && !self.is_counted
    }

    /// Another picture is there, as of `read_at`.
    pub(super) fn show(&mut self, picture: CardContent, read_at: DateTime<Utc>) {
        self.remote.settle(Ok(picture), read_at);
        (self.uncounted, self.shown_at, self.quiet) = (None, Some(read_at), false);
        self.version += 1;
    }

    /// It was counted in a list, or cannot be: then no number is shown, as it would not be filtered.
    pub(super) fn count(&mut self, counted: Result<CardContent, NotCountable>, read_at: DateTime<Utc>) {
        match counted {
            Ok(picture) => self.show(picture, read_at),
            Err(why) => self.leave_out(why),
        }
    }

    pub(super) fn leave_out(&mut self, why: NotCountable) {
        (self.remote, self.quiet) = (Remote::NotAsked, false);
        self.uncounted = Some(why);
        self.version += 1;
    }

    /// What was answered, in buckets of this size.
    pub(super) fn content_in(&self, size: BucketSize) -> Option<CardContent> {
        self.content(&self.plan.as_ref()?.with_buckets(size))
    }

    /// How long the buckets of what is shown are.
    pub(super) fn bucket_size(&self) -> Option<BucketSize> {
        let plan = self.plan.as_ref()?;
        plan.readable_size(self.answer.known()?).or(plan.question.granularity)
    }

    fn make(&self) -> Option<CardContent> {
        self.content(self.plan.as_ref()?)
    }

    /// What was answered, and how far it is known.
    fn content(&self, plan: &QueryPlan) -> Option<CardContent> {
        let (report, before) = (self.answer.known()?, self.answer_before.known());
        let is_part = (!self.answer.is_exact(), before.is_some() && !self.answer_before.is_exact());
        Some(picture(plan, report, before.map(Arc::as_ref)).in_part(is_part.0, is_part.1))
    }

    /// Why nothing can be asked: no number means anything with these filters, or a rule of the query is broken.
    fn why_not(&self, errors: &[InputError]) -> String {
        match self.plan.as_ref().filter(|plan| plan.measures.is_empty()) {
            Some(plan) => plan.left_out_text().join("; "),
            None => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    fn dropped(&mut self, error: &CallError) {
        if self.remote.is_loading() {
            self.remote.fail(error.clone());
        }
        if self.comparison == Comparison::Loading {
            self.comparison = Comparison::Failed(error.clone());
        }
    }

    /// Whether something is to be asked again.
    fn has_failed(&self) -> bool {
        self.remote.error().is_some() || matches!(self.comparison, Comparison::Failed(_))
    }
}

/// Reads of a half, each with the values that it is split by.
type SplitReads = Vec<(Vec<SplitValue>, Read)>;

/// The reads of a half of a card, each at its place.
fn places(id: CardId, half: QueryHalf, reads: SplitReads) -> impl Iterator<Item = (CardId, QueryPlace, Read)> {
    let place = move |number| QueryPlace { half, number };
    reads.into_iter().enumerate().map(move |(number, (_, read))| (id, place(number), read))
}

impl Analytics {
    /// Shows the board: asks what was not asked yet, and what is old or stale by now.
    pub(crate) fn show(&mut self, cx: &mut Context<'_>) {
        let old = self.old_cards(cx.now);
        self.ask_cards_anew(&old, RefreshReason::ByItself, cx);
    }

    /// Asks these cards again; all current periods before any comparison.
    pub(super) fn ask_cards(&mut self, ids: &[CardId], cx: &mut Context<'_>) {
        self.ask_cards_anew(ids, RefreshReason::Openly, cx);
    }

    /// Asks these cards again, for this reason. What the service refuses is counted here instead.
    pub(super) fn ask_cards_anew(&mut self, ids: &[CardId], reason: RefreshReason, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        self.refresh_policy.day_is_asked(cx.now, cx.zone);
        for id in ids {
            self.cards.entry(*id).or_default().fallback = None;
        }
        self.ask_queries(ids, reason, cx);
    }

    fn ask_queries(&mut self, ids: &[CardId], reason: RefreshReason, cx: &mut Context<'_>) {
        let (mut queries, mut comparisons, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        let (is_counted, mut reads_disputes) = (self.refusal.is_some(), false);
        for id in &self.with_sources(ids) {
            self.forget_queries(*id, &QueryHalf::BOTH, cx);
            let question = match id.source(self.question_of(id.board())) {
                CardSource::Service(question) => question,
                CardSource::Here => {
                    lists.push(*id);
                    continue;
                }
                CardSource::Cards(_) => continue,
            };
            let is_of_disputes = question.subject == Subject::Disputes;
            // What is counted here is asked whole, whatever the service would not report.
            let avoided = if is_counted { Avoided::default() } else { self.avoided(*id, question.subject, cx) };
            let plan = QueryPlan::without(question, &avoided, cx.now, cx.zone);
            let card = self.cards.entry(*id).or_default();
            card.uncounted = None;
            let (now, before) = card.ask(plan, reason);
            if is_counted {
                reads_disputes |= is_of_disputes;
                continue;
            }
            queries.extend(places(*id, QueryHalf::Now, now));
            comparisons.extend(places(*id, QueryHalf::Before, before));
        }
        self.queue.prefer(queries.into_iter().chain(comparisons));
        self.ask_waiting_queries(cx);
        if reads_disputes {
            cx.request(FeatureRequest::ReadDisputeList);
        }
        if is_counted {
            self.service_counts.ask_again(self.compared_records(), false, cx);
        }
        self.ask_lists(&lists, reason, cx);
    }

    /// These cards, with those that they are made from.
    pub(super) fn with_sources(&self, ids: &[CardId]) -> Vec<CardId> {
        let mut all = ids.to_vec();
        for id in ids {
            if let CardSource::Cards(sources) = id.source(self.question_of(id.board())) {
                all.extend(sources.iter().filter(|source| !ids.contains(source)));
            }
        }
        all
    }

    /// Reads the lists that cards are counted in.
    fn ask_lists(&mut self, ids: &[CardId], reason: RefreshReason, cx: &mut Context<'_>) {
        for id in ids {
            self.cards.entry(*id).or_default().begin_loading(reason);
        }
        if ids.contains(&CardId::DeclineMix) {
            self.ask_declines(cx);
        }
        if ids.iter().any(|id| matches!(id.board(), Board::Disputes)) {
            cx.request(FeatureRequest::ReadDisputeList);
        }
    }

    pub(super) fn forget_queries_of_board(&mut self, cx: &mut Context<'_>) {
        for id in self.with_sources(self.board.cards()) {
            self.forget_queries(id, &QueryHalf::BOTH, cx);
        }
    }

    fn forget_queries(&mut self, id: CardId, halves: &[QueryHalf], cx: &mut Context<'_>) {
        for request_id in self.queue.forget(id, halves) {
            cx.reads.drop_request(request_id);
        }
    }

    /// Lets queries leave while few are under way; an equal one is joined.
    fn ask_waiting_queries(&mut self, cx: &mut Context<'_>) {
        while self.queue.request_ids().len() < AT_ONCE {
            let Some((read, askers)) = self.queue.next() else { break };
            let request_id = cx.read(ReadOwner::Analytics, read);
            let askers = askers.into_iter().map(|(id, place)| (request_id, id, place));
            self.queue.under_way.extend(askers);
        }
    }

    /// An answer came, for every card that asked so; none is left for a stale one.
    pub(crate) fn metrics_answered(
        &mut self,
        request_id: RequestId,
        result: Result<Report, CallError>,
        cx: &mut Context<'_>,
    ) {
        let result = result.map(Arc::new);
        let asked = std::mem::take(&mut self.queue.under_way);
        let (mine, others): (Vec<_>, Vec<_>) = asked.into_iter().partition(|(of, _, _)| *of == request_id);
        self.queue.under_way = others;
        for (_, id, place) in mine {
            self.query_answered(id, place, result.clone(), cx);
        }
        self.ask_waiting_queries(cx);
    }

    /// One query of a card was answered. A refusal of what is not documented is no end: the card is asked without it.
    fn query_answered(
        &mut self,
        id: CardId,
        place: QueryPlace,
        result: Result<Arc<Report>, CallError>,
        cx: &mut Context<'_>,
    ) {
        let Some(card) = self.cards.get_mut(&id) else { return };
        match result {
            Err(error) if card.falls_back(&error) => self.ask_queries(&[id], RefreshReason::Openly, cx),
            Err(error) => {
                let error = match card.fallback.take_if(|_| place.half == QueryHalf::Now) {
                    Some(fallback) => fallback.into_error(error),
                    None => error,
                };
                // Without this period there is no comparison; without the one before, this period is still wanted.
                let halves = match place.half {
                    QueryHalf::Now => &QueryHalf::BOTH[..],
                    QueryHalf::Before => &[QueryHalf::Before],
                };
                self.forget_queries(id, halves, cx);
                self.cards.entry(id).or_default().failed(place.half, error);
                self.note_refusal(cx);
            }
            Ok(report) => {
                let whole = card.answers_of(place.half).take(place.number, report);
                let learned = whole.is_some().then(|| card.learned()).into_iter().flatten();
                learned.for_each(|change| cx.request(FeatureRequest::ChangeTraits(change)));
                let words = whole.as_ref().and_then(|report| report.attempt_word.as_deref());
                if let Some(word) = words.filter(|_| cx.traits.analytics.form(Subject::Payments).statuses.is_usual()) {
                    let from = text::row_says(word);
                    let learned = TraitChange::Analytics(AnalyticsChange::AttemptStatuses { from });
                    cx.request(FeatureRequest::ChangeTraits(learned));
                }
                let unreported = card.plan.as_ref().and_then(QueryPlan::unreported).map(str::to_owned);
                match (unreported, whole) {
                    (Some(why), Some(_)) => card.leave_unreported(why),
                    (None, Some(report)) => card.take(place.half, report, cx.now),
                    (_, None) => {}
                }
            }
        }
    }

    /// How a question is asked, and without what: as this service is known to want it, and as it just refused this card.
    fn avoided(&self, id: CardId, subject: Subject, cx: &Context<'_>) -> Avoided {
        let traits = &cx.traits.analytics;
        let (mut parts, mut form): (Vec<_>, _) = (traits.refused_parts(subject).collect(), traits.form(subject));
        if let Some(fallback) = self.cards.get(&id).and_then(|card| card.fallback.as_ref()) {
            parts.extend(fallback.parts());
            form = fallback.form(form);
        }
        Avoided { parts, currencies: self.currencies.iter().cloned().collect(), form: Some(form) }
    }

    /// What failed is asked again, once the service is back.
    pub(crate) fn retry_failed(&mut self, cx: &mut Context<'_>) {
        let failed = |id: &&CardId| self.cards.get(id).is_some_and(Card::has_failed);
        let failed: Vec<CardId> = self.board.cards().iter().filter(failed).copied().collect();
        if cx.route == Route::Analytics {
            self.ask_cards(&failed, cx);
        }
    }
}

/// The reads under way were dropped; what was loading has failed with `error`.
pub(super) fn reads_dropped(cards: &mut BTreeMap<CardId, Card>, queue: &mut QueryQueue, error: &CallError) {
    *queue = QueryQueue::default();
    cards.values_mut().for_each(|card| card.dropped(error));
}
