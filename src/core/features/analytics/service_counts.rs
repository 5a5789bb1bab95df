//! What the service counts itself, beside what a board that is counted here counts.
//!
//! The service is asked while such a board is shown, and again once what is known here has changed. Both sides are
//! compared as they were when it was asked: what the service does not count, or not for this person, is not spoken of.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::boards::Board;
use super::counted_here::CountedFrom;
use super::known_counts::{KnownCounts, KnownLists};
use super::range::Span;
use super::service_sums::{ServiceSums, SumComparison};
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::record_lists::learn;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::service_counts::calls::{CountByStatus, CountedRecords, ReportedSums};
use paydesk_domain::known::Known;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::status_counts::{StatusCounts, StatusDifference};

/// Least time between two questions for the same count, in seconds.
const PAUSE_S: i64 = 30;
/// A count that is older is asked for again when its board is looked at again, in seconds.
const OLD_S: i64 = 60;

/// What the service counts, as far as it was asked.
#[derive(Debug, Default)]
pub struct ServiceCounts {
    counts: BTreeMap<CountedRecords, AskedCount>,
    sums: ServiceSums,
    /// What is known here, and what it was counted from.
    here: BTreeMap<CountedRecords, KnownCounts>,
    here_from: Option<(ComparedBoard, [u64; 2])>,
}

/// A board that is counted here, and compared as long as nothing is filtered out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparedBoard {
    pub records: &'static [CountedRecords],
    pub span: Span,
    /// What it was counted from.
    pub from: Option<CountedFrom>,
    /// The service reports to a person who is signed in.
    pub wants_login: bool,
}

/// What is compared on a board.
pub fn compared_records(board: Board) -> &'static [CountedRecords] {
    match board {
        Board::Payments => &[CountedRecords::Payments, CountedRecords::Refunds],
        Board::Disputes => &[CountedRecords::Disputes],
        Board::Query => &[],
    }
}

/// One count of the service.
#[derive(Debug)]
struct AskedCount {
    /// Of the board when it was asked.
    span: Span,
    asked_at: DateTime<Utc>,
    /// Under way, with what was known here when it was asked.
    request: Option<(RequestId, KnownCounts)>,
    answer: Option<ServiceComparison>,
    /// It is asked again as soon as it can be.
    is_old: bool,
}

/// What the service counts beside what was known here, at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceComparison {
    pub records: CountedRecords,
    pub service: StatusCounts,
    pub here: KnownCounts,
    /// When the service was asked.
    pub at: DateTime<Utc>,
}

/// How far both agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountAgreement {
    Same,
    Differs(Vec<StatusDifference>),
    /// Not all of them are known here yet.
    InPart,
}

impl ServiceComparison {
    pub fn agreement(&self) -> CountAgreement {
        let Known::Exact(here) = &self.here.counts else { return CountAgreement::InPart };
        match self.service.differences(here) {
            differences if differences.is_empty() => CountAgreement::Same,
            differences => CountAgreement::Differs(differences),
        }
    }

    /// How many are known here.
    pub fn here_total(&self) -> Known<u64> {
        self.here.counts.clone().map(|counts| counts.total())
    }

    /// Up to when they were created, where more of the board's time are known here.
    pub fn created_until(&self) -> Option<DateTime<Utc>> {
        (self.here.newer > 0).then_some(self.here.time.end)
    }
}

impl AskedCount {
    /// When it is asked next, for what is known `here` now; `None` while nothing is other than it was.
    fn due(&self, span: Span, here: &KnownCounts) -> Option<DateTime<Utc>> {
        let has_changed =
            |answer: &ServiceComparison| (&answer.here.counts, answer.here.time) != (&here.counts, here.time);
        match &self.request {
            _ if self.span != span => Some(self.asked_at),
            Some(_) => None,
            None if self.is_old => Some(self.asked_at),
            None if self.answer.as_ref().is_some_and(has_changed) => Some(self.asked_at + TimeDelta::seconds(PAUSE_S)),
            None => None,
        }
    }
}

impl ServiceCounts {
    /// What the service counts beside what is counted here, of the board that is shown.
    pub fn comparisons(&self, view: &WorkspaceView<'_>) -> Vec<&ServiceComparison> {
        let Some((board, _)) = &self.here_from else { return Vec::new() };
        let records = board.records.iter().filter(|records| view.is_signed_in || !records.takes_sign_in());
        let asked = records.filter_map(|records| self.counts.get(records)).filter(|asked| asked.span == board.span);
        asked.filter_map(|asked| asked.answer.as_ref()).collect()
    }

    /// Whether a comparison is still of what is known here now.
    pub fn is_current(&self, comparison: &ServiceComparison) -> bool {
        let here = self.here.get(&comparison.records);
        here.is_some_and(|here| (&here.counts, here.time) == (&comparison.here.counts, comparison.here.time))
    }

    /// The amounts of a comparison on both sides, where as many are counted and a person is signed in.
    pub fn sums(&self, comparison: &ServiceComparison, view: &WorkspaceView<'_>) -> Vec<SumComparison> {
        match view.is_signed_in && comparison.agreement() == CountAgreement::Same {
            true => self.sums.comparisons(comparison.records, &comparison.here),
            false => Vec::new(),
        }
    }

    /// Whether a sign-in would show what the service counts.
    pub fn would_compare_signed_in(&self, view: &WorkspaceView<'_>) -> bool {
        let may_count = |records: &CountedRecords| view.traits.capabilities.may_offer(records.endpoint());
        let board = self.here_from.as_ref().map(|(board, _)| board).filter(|board| board.wants_login);
        let mut records = board.into_iter().flat_map(|board| board.records);
        !view.is_signed_in && records.any(|records| records.takes_sign_in() && may_count(records))
    }

    /// When a count is asked for next by itself.
    pub(super) fn next_due(&self) -> Option<DateTime<Utc>> {
        let (board, _) = self.here_from.as_ref()?;
        let again = |records: &CountedRecords| self.counts.get(records)?.due(board.span, self.here.get(records)?);
        board.records.iter().filter_map(again).min()
    }

    /// A board that is counted here is looked at again, or a person wants its numbers anew: then what they are counted from
    /// is read again, too.
    pub(super) fn ask_again(&mut self, records: &[CountedRecords], is_refresh: bool, cx: &mut Context<'_>) {
        let old = cx.now - TimeDelta::seconds(if is_refresh { 0 } else { OLD_S });
        self.counts.values_mut().filter(|asked| asked.asked_at <= old).for_each(|asked| asked.is_old = true);
        if records.contains(&CountedRecords::Refunds) {
            cx.request(match is_refresh {
                true => FeatureRequest::ReadRecordList(ResourceKind::Refund),
                false => FeatureRequest::NeedRecordList(ResourceKind::Refund),
            });
        }
        if is_refresh && records.contains(&CountedRecords::Payments) {
            cx.request(FeatureRequest::ReadPaymentsNow);
        }
    }

    /// What was under way is not answered any more.
    pub(super) fn reads_dropped(&mut self) {
        for asked in self.counts.values_mut() {
            asked.is_old |= asked.request.take().is_some();
        }
        self.sums.reads_dropped();
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        self.counts.values_mut().for_each(|asked| asked.asked_at += by);
    }

    /// Counts what is known here, and asks the service for its own counts where that is due.
    pub(super) fn follow(&mut self, board: Option<ComparedBoard>, lists: KnownLists<'_>, cx: &mut Context<'_>) {
        let Some(board) = board.filter(|_| cx.is_shown) else {
            self.here_from = None;
            return;
        };
        self.count_known(board, lists, &cx.view);
        for records in board.records {
            let may_ask = cx.can_read()
                && (cx.is_signed_in || !records.takes_sign_in())
                && cx.traits.capabilities.may_offer(records.endpoint())
                && !lists.is_reading(*records);
            let due = self.due(*records, board.span, cx.now);
            if may_ask && due.is_some_and(|due| due <= cx.now) {
                self.ask(*records, board.span, cx);
            }
        }
    }

    fn count_known(&mut self, board: ComparedBoard, lists: KnownLists<'_>, view: &WorkspaceView<'_>) {
        let refunds = [view.records.revision(ResourceKind::Refund), lists.record_lists.revision()];
        if self.here_from == Some((board, refunds)) {
            return;
        }
        for records in board.records {
            if !lists.is_reading(*records) {
                self.here.insert(*records, lists.count(*records, board.span, view));
            }
        }
        self.here_from = Some((board, refunds));
    }

    /// When a count is asked for next; `None` while nothing is known here, or nothing is other than it was.
    fn due(&self, records: CountedRecords, span: Span, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let here = self.here.get(&records).filter(|here| here.counts.known().is_some())?;
        self.counts.get(&records).map_or(Some(now), |asked| asked.due(span, here))
    }

    fn ask(&mut self, records: CountedRecords, span: Span, cx: &mut Context<'_>) {
        let Some(here) = self.here.get(&records).cloned() else { return };
        let request_id =
            cx.read_fresh(ReadOwner::Analytics, Read::StatusCounts(CountByStatus { records, time: here.time }));
        let before = self.counts.remove(&records).filter(|before| before.span == span);
        let asked = AskedCount {
            span,
            asked_at: cx.view.now,
            request: Some((request_id, here)),
            answer: before.and_then(|before| before.answer),
            is_old: false,
        };
        self.counts.insert(records, asked);
    }

    /// The service counted, or does not.
    pub(crate) fn counted(
        &mut self,
        request_id: RequestId,
        call: &CountByStatus,
        result: Result<StatusCounts, CallError>,
        cx: &mut Context<'_>,
    ) {
        learn(call.records.endpoint(), result.as_ref().err(), cx);
        let Some(asked) = self.counts.get_mut(&call.records) else { return };
        let Some((_, here)) = asked.request.take_if(|(asked, _)| *asked == request_id) else { return };
        let (records, at) = (call.records, asked.asked_at);
        asked.answer = result.ok().map(|service| ServiceComparison { records, service, here, at });
        let same = asked.answer.as_ref().filter(|answer| answer.agreement() == CountAgreement::Same);
        if let Some(comparison) = same.filter(|_| cx.is_signed_in) {
            // As many are known here as the service counts: whether their amounts agree as well is asked.
            self.sums.ask(records, &comparison.here, cx);
        }
    }

    /// The service added up amounts, or does not.
    pub(crate) fn added_up(&mut self, request_id: RequestId, result: Result<ReportedSums, CallError>) {
        self.sums.answered(request_id, result);
    }
}
