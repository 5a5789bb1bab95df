//! Writes the entries of Home. Where a number and the rows it was counted from do not agree, because one was read before
//! the other, no money is shown: a sum is of exactly the rows that are counted.

use chrono::{DateTime, TimeDelta, Utc};
use strum::IntoEnumIterator as _;

use crate::app::context::WorkspaceView;
use crate::app::features::approvals::Approval;
use crate::app::features::disputes::{DisputeTableRow, Disputes};
use crate::app::features::payments::{Payments, PaymentsWork, WaitingPayments};
use crate::app::operations::{Operation, ResourceKind};
use crate::app::records::{CachedRecord, Opening};
use crate::app::waiting::WaitingCount;
use crate::domain::money::Money;
use crate::domain::money_sums::MoneySums;
use crate::domain::payment::PaymentRow;
use crate::domain::payout::PayoutStatus;
use crate::domain::refund::RefundStatus;

use super::entry::{HomeEntry, HomeItem, WaitingDeadline};
use super::text;

/// Evidence that is due sooner is urgent, in hours.
const URGENT_HOURS: i64 = 24;

/// What the entries are written from.
#[derive(Debug)]
pub struct HomeSource<'a> {
    pub view: WorkspaceView<'a>,
    pub payments: &'a Payments,
    pub disputes: &'a Disputes,
    /// The payments that may wait, where every payment of the service is known.
    pub all_payments: Option<Vec<PaymentRow>>,
    /// Those of all profiles that need a person.
    pub unknown: Vec<&'a Operation>,
    /// What this person can decide on or send; `None` without a team.
    pub approvals: Option<Vec<&'a Approval>>,
}

/// What Home shows, and what of it is too late after a time.
#[derive(Debug, Default)]
pub struct HomeSummary {
    pub entries: Vec<HomeEntry>,
    /// The soonest first.
    pub deadlines: Vec<WaitingDeadline>,
}

/// The entries, all of them, with their deadlines.
pub fn summary(source: &HomeSource<'_>) -> HomeSummary {
    let work = source.payments.work(&source.view, source.all_payments.as_deref());
    let is_known = |item: &HomeItem| *item != HomeItem::Approvals || source.approvals.is_some();
    let entries = HomeItem::iter().filter(is_known).map(|item| source.entry(item, work.as_ref())).collect();
    HomeSummary { entries, deadlines: source.deadlines(work) }
}

impl HomeSource<'_> {
    fn entry(&self, item: HomeItem, work: Option<&PaymentsWork>) -> HomeEntry {
        let view = &self.view;
        match item {
            HomeItem::ToReview => {
                let counted = self.payments.in_review(view.review_status()).map(WaitingCount::of);
                self.payments_entry(item, work.map(|work| &work.to_review), counted)
            }
            HomeItem::ToCapture => {
                let counted = self.payments.to_capture().map(WaitingCount::of);
                let counted = counted.map(|waiting| waiting.at_least(self.payments.may_have_more_to_capture()));
                self.payments_entry(item, work.map(|work| &work.to_capture), counted)
            }
            HomeItem::Remainders => self.payments_entry(item, work.map(|work| &work.remainders), None),
            HomeItem::Declines => {
                let entry = self.payments_entry(item, work.map(|work| &work.worth_retry), None);
                HomeEntry { fact: text::LAST_SEVEN_DAYS.to_owned(), ..entry }
            }
            HomeItem::OutcomeUnknown => self.unknown_entry(item),
            HomeItem::Approvals => self.approvals_entry(item),
            HomeItem::DisputesToAnswer => self.disputes_entry(item),
            HomeItem::PayoutsToFulfil => self.records_entry(item, ResourceKind::Payout, |known| {
                known.payout().is_some_and(|payout| payout.status == PayoutStatus::RequiresFulfillment)
            }),
            HomeItem::RefundsPending => self.records_entry(item, ResourceKind::Refund, |known| {
                known.refund().is_some_and(|refund| refund.status == Some(RefundStatus::Pending))
            }),
        }
    }

    fn deadlines(&self, work: Option<PaymentsWork>) -> Vec<WaitingDeadline> {
        let captures = work.into_iter().flat_map(|work| work.deadlines).map(|due| WaitingDeadline {
            item: HomeItem::ToCapture,
            id: due.payment_id.as_str().to_owned(),
            amount: due.amount,
            at: due.deadline.at,
            is_estimated: due.deadline.is_estimated,
        });
        let disputes = self.disputes.all().iter().filter_map(|row| {
            Some(WaitingDeadline {
                item: HomeItem::DisputesToAnswer,
                id: row.dispute.dispute_id.as_str().to_owned(),
                amount: Some(row.dispute.amount.clone()),
                at: row.due()?,
                is_estimated: row.deadline.is_some_and(|deadline| deadline.is_estimated()),
            })
        });
        let mut deadlines: Vec<WaitingDeadline> = captures.chain(disputes).collect();
        deadlines.sort_by_key(|deadline| deadline.at);
        deadlines
    }

    /// `counted` is the number that the list of them shows, where one is known.
    fn payments_entry(
        &self,
        item: HomeItem,
        known: Option<&WaitingPayments>,
        counted: Option<WaitingCount>,
    ) -> HomeEntry {
        let from_rows = known.map(|known| WaitingCount::of(known.count).at_least(known.is_lower_bound));
        let waiting = counted.or(from_rows).map(|it| it.urgent(known.is_some_and(|known| known.urgent > 0)));
        let agrees = known.filter(|known| waiting.is_some_and(|waiting| waiting.count == known.count));
        let is_whole = agrees.is_some_and(|known| !known.is_lower_bound);
        let fact = known.filter(|known| known.count > 0);
        let fact = fact.map(|known| self.payments_fact(known, is_whole)).unwrap_or_default();
        HomeEntry { item, waiting, fact, sums: agrees.map(|known| known.sums.clone()).unwrap_or_default() }
    }

    /// Which deadline is the first, and how many are near, is known once all payments are.
    fn payments_fact(&self, known: &WaitingPayments, is_whole: bool) -> String {
        let first = known.first_deadline.map(|deadline| match is_whole {
            true => text::first_expires(deadline.text(self.view.now)),
            false => text::DEADLINES_LOADING.to_owned(),
        });
        let urgent = (known.urgent > 0).then(|| text::end_within_a_day(known.urgent, is_whole));
        let unknown = (known.unknown_amounts > 0).then(|| text::amounts_not_reported(known.unknown_amounts));
        let facts: Vec<String> = urgent.into_iter().chain(first).chain(unknown).collect();
        facts.join(" · ")
    }

    fn unknown_entry(&self, item: HomeItem) -> HomeEntry {
        let sums: Option<MoneySums> = self.unknown.iter().map(|operation| operation.amount().cloned()).collect();
        let first = self.unknown.iter().map(|operation| operation.prepared_at).min();
        let count = u64::try_from(self.unknown.len()).unwrap_or_default();
        HomeEntry {
            item,
            waiting: Some(WaitingCount::of(count).urgent(count > 0)),
            fact: first.map(|at| text::sent(self.time(at))).unwrap_or_default(),
            sums: sums.unwrap_or_default(),
        }
    }

    fn approvals_entry(&self, item: HomeItem) -> HomeEntry {
        let approvals = self.approvals.iter().flatten();
        let amounts = approvals.clone().flat_map(|approval| approval.amounts());
        let first = approvals.clone().map(|approval| approval.requested_at()).min();
        let count = u64::try_from(approvals.count()).unwrap_or_default();
        HomeEntry {
            item,
            waiting: Some(WaitingCount::of(count)),
            fact: first.map(|at| text::oldest(self.time(at))).unwrap_or_default(),
            sums: amounts.collect(),
        }
    }

    fn disputes_entry(&self, item: HomeItem) -> HomeEntry {
        let rows: Vec<&DisputeTableRow> = self.disputes.all().iter().filter(|row| row.may_need_evidence()).collect();
        let listed = u64::try_from(rows.len()).unwrap_or_default();
        let counted = self.disputes.count.to_answer.or(self.disputes.has_all().then_some(listed));
        let first = rows.iter().filter(|row| row.due().is_some()).min_by_key(|row| row.due());
        let until = |limit: TimeDelta| {
            let is_before = |due: DateTime<Utc>| due - self.view.now < limit;
            rows.iter().filter(|row| row.due().is_some_and(is_before)).count() as u64
        };
        let (overdue, within_a_day) = (until(TimeDelta::milliseconds(1)), until(TimeDelta::hours(URGENT_HOURS)));
        let is_urgent = within_a_day > 0;
        let late = Some(overdue).filter(|count| *count > 0).map(text::overdue);
        let soon = Some(within_a_day - overdue).filter(|count| *count > 0).map(text::due_within_a_day);
        let left = first.and_then(|row| row.deadline).map(|deadline| text::first_expires(deadline.left(self.view.now)));
        let facts: Vec<String> = late.into_iter().chain(soon).chain(left.filter(|_| overdue == 0)).collect();
        let agrees = counted == Some(listed) && self.disputes.has_all();
        let sums = rows.iter().filter(|_| agrees).map(|row| row.dispute.amount.clone()).collect();
        let waiting = counted.map(|count| WaitingCount::of(count).urgent(is_urgent));
        HomeEntry { item, waiting, fact: facts.join(" · "), sums }
    }

    /// Of records known here.
    fn records_entry(&self, item: HomeItem, kind: ResourceKind, waits: impl Fn(&CachedRecord) -> bool) -> HomeEntry {
        let known: Vec<&CachedRecord> = self.view.records.of(kind).filter(|known| waits(known)).collect();
        let sums: Option<MoneySums> =
            known.iter().map(|known| known.amount()).collect::<Option<Vec<Money>>>().map(MoneySums::from_iter);
        let oldest = known.iter().map(|known| known.record.made_at).min();
        let are_read = self.view.records.opening != Opening::Reading;
        HomeEntry {
            item,
            waiting: are_read.then(|| WaitingCount::of(u64::try_from(known.len()).unwrap_or_default())),
            fact: oldest.map(|at| text::oldest(self.time(at))).unwrap_or_default(),
            sums: sums.unwrap_or_default(),
        }
    }

    fn time(&self, at: DateTime<Utc>) -> String {
        self.view.zone.short(at, self.view.now)
    }
}
