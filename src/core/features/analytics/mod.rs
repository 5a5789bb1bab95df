//! Analytics: boards of cards, each a question to the service or to the lists that are here.
//!
//! [`range`] and [`grid`] say which days and buckets, [`question`] what is asked, [`refresh`] asks, [`build`] makes
//! the [`card_content`] that is drawn. [`boards`] lists the cards of each board, [`local`] makes those that no metric
//! reports from the lists known here, [`evidence_results`] which evidence won, [`drill_down`] leads from a number to
//! its rows, [`table`] and [`mod@file`] write it down, [`words`] says what it is called, [`saved`] which boards are
//! saved, [`board_actions`] saves and opens them. [`refresh_policy`] asks again by itself. [`reconciliation`] compares the
//! numbers that the service reports with the lists, [`service_counts`] those of a board that is counted here ([`counted_here`])
//! with what the service counts.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

mod amount_bands;
mod board_actions;
pub mod boards;
mod build;
pub mod card_content;
#[cfg(test)]
pub mod chance;
mod checks;
mod cohort;
mod cohort_over_time;
mod comparison;
mod counted_here;
mod counted_list;
mod counted_report;
mod data_start;
mod decisions;
mod declines;
mod dispute_facts;
mod dispute_page;
mod dispute_rate;
pub mod drill_down;
pub mod drill_down_target;
mod evidence_results;
mod fallback;
#[cfg(test)]
mod false_claims;
mod file;
pub mod goals;
pub mod grid;
pub mod group_changes;
pub mod group_rates;
mod groups;
mod known_counts;
mod largest_open;
mod local;
pub mod maturity;
pub mod measure;
mod part;
mod payment_groups;
pub mod question;
pub mod range;
mod reconciliation;
pub mod refresh;
mod refresh_policy;
pub mod saved;
mod service_counts;
mod service_sums;
pub mod significance;
pub mod split;
pub mod table;
mod tally;
mod text;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::disputes::Disputes;
use crate::features::history::History;
use crate::features::payments::{PaymentSort, Payments};
use crate::features::record_lists::RecordLists;
use crate::features::webhooks::EventLog;
use crate::remote::Remote;
use crate::route::Route;
use crate::settings::SettingsChange;
use paydesk_api::error::CallError;
use paydesk_api::resources::analytics::calls::QueryInput;
use paydesk_api::resources::service_counts::calls::CountedRecords;
use paydesk_domain::analytics::Subject;
use paydesk_domain::document::reported_status;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::report_page::{ReportFormat, ReportPage};
use paydesk_domain::webhook::{ContentType, WebhookEvent};
use paydesk_domain::zone::Zone;

use counted_here::{CountSources, CountedFrom};
use counted_list::CountedList;
use counted_report::{is_countable, report};
use known_counts::KnownLists;
use service_counts::{ComparedBoard, compared_records};

pub use boards::{Board, CardId, CardSource, ChartStyle, LocalCard, PaymentGrouping};
pub use card_content::{AxisSlot, CardContent, CardValue, Figure, Pane, Total, TotalChange, ValueSeries, ValueUnit};
pub use comparison::{ComparisonText, DifferenceText};
pub use dispute_page::ReportSources;
pub use drill_down_target::{DrillDown, NoRows};
pub(crate) use file::exports_saved;
pub use goals::{DisputeGoals, parse_goal};
pub use grid::{BucketSize, Coverage, TimeBucket};
pub use group_changes::GroupChange;
pub use group_rates::{GroupDifference, GroupRate};
pub use local::NotCountable;
pub use maturity::undecided_text;
pub use measure::{Measure, MeasureKind};
pub use paydesk_domain::analytics::Dimension;
pub use question::{QueryPlan, Question};
pub use range::{Period, RangeChoice, Span};
pub use refresh::{Card, Comparison};
pub use saved::{SavedBoard, board_name_problem};
pub use service_counts::{CountAgreement, ServiceComparison, ServiceCounts};
pub use service_sums::SumComparison;
pub use significance::{FEW_CASES, Significance, of_rates};
pub use table::CardTable;
pub use text::{TODAY_IS_INCOMPLETE, data_begins, other};

/// What the panel shows.
#[derive(Debug)]
pub struct Analytics {
    pub board: Board,
    /// What each board asks. Of the two fixed boards only range, granularity, filters and comparison are theirs.
    disputes: Question,
    payments: Question,
    query: Question,
    /// What the own question grouped the other subject by, before it was asked about this one.
    groups_left: Option<(Subject, Vec<Dimension>)>,
    cards: BTreeMap<CardId, Card>,
    queue: refresh::QueryQueue,
    declines: declines::Declines,
    /// The codes of the currencies of the payments that were loaded.
    currencies: BTreeSet<String>,
    /// The dispute list as it was counted last.
    counted: Option<CountedList>,
    refresh_policy: refresh_policy::RefreshPolicy,
    reconciliation: reconciliation::ListReconciliation,
    /// Which answers the dispute rate was made from.
    rate_versions: Option<[u64; 3]>,
    data_start: data_start::DataStart,
    /// Why the service reports nothing: everything is counted here.
    refusal: Option<CallError>,
    counted_from: Option<CountedFrom>,
    /// What the payments were grouped from.
    grouped_from: Option<CountedFrom>,
    pub service_counts: ServiceCounts,
}

/// What boards are counted from, and compared with.
#[derive(Clone, Copy)]
pub struct BoardLists<'a> {
    pub disputes: &'a Disputes,
    pub payments: &'a Payments,
    pub history: &'a History,
    pub record_lists: &'a RecordLists,
    /// For when disputes were decided.
    pub events: &'a EventLog,
}

/// What the person does in the panel. Changes are of the board that is shown.
#[derive(Debug, Clone, PartialEq)]
pub enum AnalyticsAction {
    Show(Board),
    SetRange(RangeChoice),
    /// Length of the buckets; without any, the own question asks for one sum.
    SetGranularity(Option<BucketSize>),
    /// Replaces the values a dimension is filtered by; none lift the filter.
    SetFilter(Dimension, Vec<String>),
    ClearFilters,
    SetCompare(bool),
    /// Dispute rates that are not to be exceeded; for every board, and kept.
    SetGoals(DisputeGoals),
    /// Of the own question.
    SetSubject(Subject),
    SetMeasures(Vec<Measure>),
    SetGroupBy(Vec<Dimension>),
    /// Asks all cards of the board again.
    Refresh,
    /// Asks one card again.
    Retry(CardId),
    /// Opens the list with the rows behind a number.
    ShowRows(DrillDown),
    /// Writes the table of a card into a file.
    ExportTable(CardId),
    /// Writes the tables of all cards of the board into one file.
    ExportTables,
    /// Writes the tables into an Excel workbook, a sheet each, after one with the sentences that the board opens with.
    ExportWorkbook(Vec<String>),
    /// Writes each table into a CSV file.
    ExportEachTable,
    /// Writes the report of disputes into a file.
    ExportReport(Box<ReportPage>, ReportFormat),
    /// Writes the board, or the card of this title, into a file, as PNG.
    ExportPicture {
        card: Option<String>,
        bytes: Arc<[u8]>,
    },
    /// Saves what the board asks under a name.
    SaveBoard(String),
    /// Replaces what a saved board asks by what is shown.
    ReplaceBoard(String),
    OpenBoard(String),
    RenameBoard {
        from: String,
        to: String,
    },
    RemoveBoard(String),
}

impl Default for Analytics {
    fn default() -> Self {
        let board = |subject| Question { granularity: Some(BucketSize::Auto), ..Question::new(subject) };
        Self {
            board: Board::default(),
            disputes: board(Subject::Disputes),
            payments: board(Subject::Payments),
            query: Question::new(Subject::Payments),
            groups_left: None,
            cards: BTreeMap::new(),
            queue: refresh::QueryQueue::default(),
            declines: declines::Declines::default(),
            currencies: BTreeSet::new(),
            counted: None,
            refresh_policy: refresh_policy::RefreshPolicy::default(),
            reconciliation: reconciliation::ListReconciliation::default(),
            rate_versions: None,
            data_start: data_start::DataStart::default(),
            refusal: None,
            counted_from: None,
            grouped_from: None,
            service_counts: ServiceCounts::default(),
        }
    }
}

impl Analytics {
    /// What the board that is shown asks.
    pub fn question(&self) -> &Question {
        self.question_of(self.board)
    }

    /// What a board asks, also while another one is shown.
    fn question_of(&self, board: Board) -> &Question {
        match board {
            Board::Disputes => &self.disputes,
            Board::Payments => &self.payments,
            Board::Query => &self.query,
        }
    }

    /// The days that the numbers of the board are of. Those that are shown while newer ones are on their way, or cannot
    /// be read, keep theirs: a caption never speaks of other days than the numbers below it.
    pub fn shown_period(&self, now: DateTime<Utc>, zone: Zone) -> Period {
        let cards = self.board.cards().iter().filter_map(|id| self.card(*id)).filter(|card| card.plan.is_some());
        let shown = cards.filter(|card| card.quiet || !card.remote.is_loading() && card.remote.error().is_none());
        let spans = shown.filter_map(|card| card.remote.value()).map(|content| Period::of(content.span, content.zone));
        spans.min_by_key(|period| period.to).unwrap_or_else(|| self.question().range.period(now, zone))
    }

    fn question_mut(&mut self) -> &mut Question {
        match self.board {
            Board::Disputes => &mut self.disputes,
            Board::Payments => &mut self.payments,
            Board::Query => &mut self.query,
        }
    }

    /// A card, once it was asked or counted.
    pub fn card(&self, id: CardId) -> Option<&Card> {
        self.cards.get(&id)
    }

    /// Whether the card is made from what the service reports, and not from the lists that are here.
    pub fn is_reported(&self, id: CardId) -> bool {
        let is_made = matches!(id.source(self.question()), CardSource::Cards(_));
        self.card(id).is_some_and(|card| card.plan.is_some() || is_made)
    }

    /// Why no card of the board has a number, where the service refuses every one for the same reason: it has no
    /// analytics, or not for this key.
    fn board_refusal(&self) -> Option<&CallError> {
        let is_asked = |card: &&Card| card.plan.is_some() && card.refused.is_none();
        let reported = || self.board.cards().iter().filter_map(|id| self.card(*id)).filter(is_asked);
        let refusal = reported().find_map(|card| card.remote.error())?;
        // It is said of the endpoints of all reports: the other cards need not ask.
        if refusal.wants_login() && !reported().any(Card::has_reported_value) {
            return Some(refusal);
        }
        let is_same = |card: &Card| {
            !card.has_reported_value() && card.remote.error().is_some_and(|error| error.code() == refusal.code())
        };
        let is_of_all = (reported().count() > 1 || refusal.refuses_endpoint()) && reported().all(is_same);
        Some(refusal).filter(|refusal| is_of_all && refusal.refuses_reports())
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, lists: BoardLists<'_>, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => {
                self.ask_due(cx);
                self.recount_due(lists, cx);
            }
            FeatureFact::Settled => self.follow_lists(lists, cx),
            FeatureFact::ClockJumped(by) => self.clock_jumped(*by),
            FeatureFact::PanelShown { route: Route::Analytics, .. } => self.show(cx),
            FeatureFact::ServiceReady => self.begin(cx),
            FeatureFact::ServiceCameBack => self.retry_failed(cx),
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error),
            FeatureFact::ZoneChanged { .. } => self.zone_changed(cx),
            FeatureFact::EventApplied(event) if cx.is_shown => self.event_applied(event, cx.now),
            _ => {}
        }
    }

    fn reads_dropped(&mut self, error: &CallError) {
        self.declines = declines::Declines::default();
        refresh::reads_dropped(&mut self.cards, &mut self.queue, error);
        self.service_counts.reads_dropped();
    }

    fn clock_jumped(&mut self, by: TimeDelta) {
        self.cards.values_mut().for_each(|card| card.clock_jumped(by));
        self.refresh_policy.clock_jumped(by);
        self.service_counts.clock_jumped(by);
    }

    pub(crate) fn handle(&mut self, action: AnalyticsAction, cx: &mut Context<'_>) {
        match action {
            AnalyticsAction::Show(board) => {
                self.show_board(board);
                cx.request(FeatureRequest::Show(Route::Analytics));
            }
            AnalyticsAction::SetRange(range) => self.change_question(|question| question.range = range, cx),
            AnalyticsAction::SetGranularity(granularity) => {
                self.change_question(|question| question.granularity = granularity, cx);
            }
            AnalyticsAction::SetFilter(dimension, values) => {
                self.change_question(|question| question.set_filter(dimension, values), cx);
            }
            AnalyticsAction::ClearFilters => self.change_question(|question| question.filters.clear(), cx),
            AnalyticsAction::SetCompare(compare) => self.change_question(|question| question.compare = compare, cx),
            AnalyticsAction::SetGoals(goals) => {
                cx.request(FeatureRequest::ChangeSettings(SettingsChange::DisputeGoals(
                    cx.profile_id.clone(),
                    goals.bounded(),
                )));
            }
            AnalyticsAction::SetSubject(subject) => self.set_subject(subject, cx),
            AnalyticsAction::SetMeasures(measures) => self.change_question(|question| question.measures = measures, cx),
            AnalyticsAction::SetGroupBy(dimensions) => {
                self.change_question(|question| question.group_by = dimensions, cx);
            }
            AnalyticsAction::Refresh => {
                self.service_counts.ask_again(self.compared_records(), true, cx);
                self.ask_again_after(true);
                self.ask_board(cx);
            }
            AnalyticsAction::Retry(id) => {
                // What was counted here is asked for, too.
                let asked = if self.refusal.is_some() { self.board.cards().to_vec() } else { vec![id] };
                self.ask_again_after(true);
                self.ask_cards(&asked, cx);
            }
            AnalyticsAction::ShowRows(drill) => show_rows(drill, cx),
            AnalyticsAction::ExportTable(id) => self.export_tables(&[id], cx),
            AnalyticsAction::ExportTables => self.export_board(cx),
            AnalyticsAction::ExportWorkbook(sentences) => self.export_workbook(sentences, cx),
            AnalyticsAction::ExportEachTable => self.export_tables(self.board.cards(), cx),
            AnalyticsAction::ExportReport(page, format) => file::export_report(*page, format, cx),
            AnalyticsAction::ExportPicture { card, bytes } => self.export_picture(bytes, card.as_deref(), cx),
            AnalyticsAction::SaveBoard(name) => self.save_board(&name, cx),
            AnalyticsAction::ReplaceBoard(name) => self.replace_board(&name, cx),
            AnalyticsAction::OpenBoard(name) => self.open_board(&name, cx),
            AnalyticsAction::RenameBoard { from, to } => board_actions::rename_board(&from, &to, cx),
            AnalyticsAction::RemoveBoard(name) => board_actions::remove_board(&name, cx),
        }
    }

    /// Shows another board, in the range of the one before: numbers of two boards are read together.
    fn show_board(&mut self, board: Board) {
        let range = self.question().range;
        self.board = board;
        if self.question().range != range {
            *self.question_mut() = Question { range, ..self.question().clone() }.sound();
            (self.counted, self.grouped_from) = (None, None);
            // They are of other days than the caption says.
            self.cards.retain(|id, _| !board.cards().contains(id));
        }
    }

    /// The service is there: the board that is shown is asked.
    fn begin(&mut self, cx: &mut Context<'_>) {
        if cx.route == Route::Analytics {
            self.ask_board(cx);
        }
    }

    /// What the cards show of payments or disputes is of before.
    fn event_applied(&mut self, event: &WebhookEvent, now: DateTime<Utc>) {
        match event.content {
            ContentType::Payment => {
                let is_declined = reported_status(&event.object) == Some(PaymentStatus::Failed.as_str());
                self.payment_changed(is_declined, now);
            }
            ContentType::Dispute => self.dispute_changed(now),
            ContentType::Refund
            | ContentType::Payout
            | ContentType::Subscription
            | ContentType::PaymentLink
            | ContentType::Unknown(_) => {}
        }
    }

    /// Days are others.
    fn zone_changed(&mut self, cx: &mut Context<'_>) {
        let shown = self.board.cards();
        self.cards.retain(|id, _| shown.contains(id));
        (self.counted, self.grouped_from) = (None, None);
        self.begin(cx);
    }

    /// Counts the lists that are here, and compares the service's counts with them, where the panel is shown and they
    /// have changed.
    fn follow_lists(&mut self, lists: BoardLists<'_>, cx: &mut Context<'_>) {
        let BoardLists { disputes, payments, history, record_lists, events } = lists;
        self.note_currencies(payments);
        if cx.route == Route::Analytics {
            let sources = CountSources { disputes, history };
            self.count_refused(sources, cx.now);
            self.leave_out_uncovered();
            self.follow_dispute_rate();
            self.count_disputes(disputes, events, &cx.view);
            self.group_payments(sources, &cx.view);
            self.leave_out_uncovered();
            if self.refusal.is_none() {
                self.compare_with_lists(disputes, payments, cx.zone);
            }
            let board = self.compared_board(&cx.view);
            self.service_counts.follow(board, KnownLists { sources, record_lists }, cx);
        }
    }

    /// The first days with data, where the period before begins earlier.
    pub fn data_since(&self) -> Option<&str> {
        self.data_start.since(self.board)
    }

    /// Takes the period before from the cards of the board, where data begins within it.
    fn leave_out_uncovered(&mut self) {
        let source = match self.board {
            Board::Disputes => CardId::SucceededOverTime,
            Board::Payments => CardId::PaymentsOverTime,
            Board::Query => return,
        };
        let Some(card) = self.cards.get(&source) else { return };
        let Some(payments) = card.remote.value() else { return };
        let span = payments.span;
        self.data_start.look_at(self.board, card.version, payments);
        let Some(since) = self.data_since().map(str::to_owned) else { return };
        for id in self.board.cards() {
            let Some(card) = self.cards.get_mut(id) else { continue };
            let Remote::Ready { value, .. } = &mut card.remote else { continue };
            if value.span == span && value.has_before() {
                value.leave_out_before(data_begins(&since));
                card.version += 1;
                if *id == source {
                    self.data_start.content_changed(self.board, card.version);
                }
            }
        }
    }

    /// Counts what has changed since the last count, and asks for what the service counts, once it is due.
    fn recount_due(&mut self, lists: BoardLists<'_>, cx: &mut Context<'_>) {
        let due = [self.refresh_policy.recount_at, self.refresh_policy.regroup_at, self.service_counts.next_due()];
        if due.into_iter().flatten().any(|at| at <= cx.now) {
            self.follow_lists(lists, cx);
        }
    }

    /// Which currencies there are, as far as payments are loaded.
    fn note_currencies(&mut self, payments: &Payments) {
        for code in payments.currencies() {
            if !self.currencies.contains(code) {
                self.currencies.insert(code.clone());
            }
        }
    }

    fn ask_board(&mut self, cx: &mut Context<'_>) {
        self.ask_cards(self.board.cards(), cx);
    }

    /// Asks about other objects, grouped as they were when they were asked about last.
    fn set_subject(&mut self, subject: Subject, cx: &mut Context<'_>) {
        let left = (self.question().subject, self.question().group_by.clone());
        if left.0 == subject {
            return;
        }
        let groups = self.groups_left.replace(left).filter(|(of, _)| *of == subject);
        self.change_question(
            |question| {
                question.set_subject(subject);
                question.group_by = groups.map_or(std::mem::take(&mut question.group_by), |(_, groups)| groups);
            },
            cx,
        );
    }

    fn change_question(&mut self, change: impl FnOnce(&mut Question), cx: &mut Context<'_>) {
        let mut question = self.question().clone();
        change(&mut question);
        let fixed = self.board != Board::Query;
        question.granularity = question.granularity.or(fixed.then_some(BucketSize::Auto));
        let question = question.sound();
        if question == *self.question() {
            return;
        }
        *self.question_mut() = question;
        self.ask_again_after(false);
        self.ask_board(cx);
        (self.counted, self.grouped_from) = (None, None);
    }
}

impl Analytics {
    /// Why the board is counted here; `None` where the service reports it.
    pub fn refusal(&self) -> Option<&CallError> {
        self.refusal.as_ref()
    }

    /// What is compared with the service's own counts: what is counted here, unless something is filtered out.
    fn compared_records(&self) -> &'static [CountedRecords] {
        let is_compared = self.refusal.is_some() && self.question().filters.is_empty();
        if is_compared { compared_records(self.board) } else { &[] }
    }

    fn compared_board(&self, view: &WorkspaceView<'_>) -> Option<ComparedBoard> {
        let refusal = self.refusal.as_ref()?;
        let span = self.question().range.period(view.now, view.zone).span(view.zone);
        let (from, wants_login) = (self.counted_from, refusal.wants_login());
        Some(ComparedBoard { records: self.compared_records(), span, from, wants_login })
    }

    /// The board was refused for one reason: its cards are counted here from now on.
    fn note_refusal(&mut self, cx: &mut Context<'_>) {
        if self.refusal.is_some() {
            return;
        }
        let Some(refusal) = self.board_refusal().cloned() else { return };
        (self.refusal, self.counted_from) = (Some(refusal), None);
        self.forget_queries_of_board(cx);
        if self.board == Board::Disputes {
            cx.request(FeatureRequest::ReadDisputeList);
        }
        self.service_counts.ask_again(self.compared_records(), false, cx);
    }

    /// A person wants the service to be asked: again, or for other numbers that it may not refuse.
    fn ask_again_after(&mut self, is_refresh: bool) {
        self.refusal.take_if(|refusal| is_refresh || !refusal.refuses_endpoint());
    }

    /// Counts the cards that the service refuses, where what they are counted from has changed.
    fn count_refused(&mut self, sources: CountSources<'_>, now: DateTime<Utc>) {
        if self.refusal.is_none() {
            return;
        }
        let from = CountedFrom::new(sources.disputes, sources.history, now);
        let due = from.due_after(self.counted_from);
        let is_due = due.is_some_and(|due| due <= now);
        self.refresh_policy.recount_at = due.filter(|_| !is_due);
        for id in self.with_sources(self.board.cards()) {
            self.count_report(id, is_due, sources, now);
        }
        if is_due {
            self.counted_from = Some(from);
        }
    }

    fn count_report(&mut self, id: CardId, is_due: bool, sources: CountSources<'_>, now: DateTime<Utc>) {
        let CardSource::Service(question) = id.source(self.question_of(id.board())) else { return };
        let Some(card) = self.cards.get_mut(&id).filter(|card| card.uncounted.is_none()) else { return };
        card.plan_whole(question);
        let Some(plan) = card.plan.clone().filter(|_| card.refused.is_none()) else { return };
        let waits = card.remote.is_loading() || card.remote.error().is_some();
        let subject = plan.question.subject;
        if let Some(error) = sources.error(subject) {
            return card.remote.fail(error.clone());
        }
        if !(is_due || waits) || !sources.are_here(subject) {
            return;
        }
        if !is_countable(&plan.query) {
            return card.leave_out(NotCountable::NotInList(Dimension::ProfileId));
        }
        let counted = |query: &QueryInput| {
            let report = Arc::new(report(query, sources.rows(query, subject)));
            Known::Exact(report).at_least_if(!sources.are_whole(query, subject))
        };
        let before = if plan.question.compare { counted(&plan.query_before()) } else { Known::Unknown };
        card.take_counted(counted(&plan.query), before, sources.read_at(subject).unwrap_or(now));
    }
}

/// Opens the list with exactly the rows of a number.
fn show_rows(drill: DrillDown, cx: &mut Context<'_>) {
    cx.request(match drill {
        DrillDown::Payments(filter) => FeatureRequest::ShowFilteredPayments(filter, PaymentSort::default()),
        DrillDown::Disputes(local_filter) => FeatureRequest::ShowFilteredDisputes(local_filter),
        DrillDown::Dispute(dispute_id) => FeatureRequest::OpenDispute(dispute_id),
        DrillDown::Search(query) => FeatureRequest::SearchPayments(query),
    });
}
