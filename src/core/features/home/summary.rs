//! Writes the entries of Home. Where a number and the rows it was counted from do not agree, because one was read before
//! the other, no money is shown: a sum is of exactly the rows that are counted.

use chrono::{DateTime, TimeDelta, Utc};
use strum::IntoEnumIterator as _;

use crate::context::WorkspaceView;
use crate::features::approvals::Approval;
use crate::features::bulk::{BulkItem, BulkKind, BulkRun, ItemGroup, ItemState};
use crate::features::disputes::{DisputeTableRow, Disputes};
use crate::features::payments::{KnownWork, Payments, PaymentsWork, WaitingPayments};
use crate::features::record_lists::{Listing, RecordLists};
use crate::operations::{JournalHealth, Operation, ResourceKind};
use crate::records::CachedRecord;
use paydesk_api::operation::Target;
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::waiting::WaitingCount;

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
    pub lists: &'a RecordLists,
    /// What else is known here of the payments that may wait.
    pub known: KnownWork<'a>,
    /// Those of this profile that need a person.
    pub unknown: Vec<&'a Operation>,
    /// The bulk run, where it is paused.
    pub paused_run: Option<&'a BulkRun>,
    /// What this person can decide on or send; `None` without a team.
    pub approvals: Option<Known<Vec<&'a Approval>>>,
}

/// What Home shows, and what of it is too late after a time.
#[derive(Debug, Default)]
pub struct HomeSummary {
    pub entries: Vec<HomeEntry>,
    /// The soonest first.
    pub deadlines: Vec<WaitingDeadline>,
    /// Those that are counted of what is known here, because the service has no list of them.
    pub unlisted: Vec<HomeItem>,
}

/// The entries, all of them, with their deadlines.
pub fn summary(source: &HomeSource<'_>) -> HomeSummary {
    let work = source.payments.work(&source.view, &source.known);
    let is_known = |item: &HomeItem| match item {
        HomeItem::PausedRun => source.paused_run.is_some(),
        HomeItem::Approvals => source.approvals.is_some(),
        HomeItem::ToReview
        | HomeItem::ToCapture
        | HomeItem::Remainders
        | HomeItem::OutcomeUnknown
        | HomeItem::DisputesToAnswer
        | HomeItem::PayoutsToFulfil
        | HomeItem::Declines
        | HomeItem::RefundsPending => true,
    };
    let entries = HomeItem::iter().filter(is_known).map(|item| source.entry(item, work.as_ref())).collect();
    let unlisted = HomeItem::iter().filter(|item| source.is_unlisted(*item)).collect();
    HomeSummary { entries, deadlines: source.deadlines(work), unlisted }
}

impl HomeSource<'_> {
    fn entry(&self, item: HomeItem, work: Option<&PaymentsWork>) -> HomeEntry {
        let view = &self.view;
        match item {
            HomeItem::ToReview => {
                let counted = self.payments.in_review(view.review_status());
                self.payments_entry(item, work.map(|work| &work.to_review), counted)
            }
            HomeItem::ToCapture => {
                let are_known = work.is_some_and(|work| work.remainders_are_known);
                let counted = self.payments.to_capture().at_least_if(!are_known);
                self.payments_entry(item, work.map(|work| &work.to_capture), counted)
            }
            HomeItem::Remainders => {
                let entry = self.payments_entry(item, work.map(|work| &work.remainders), Known::Unknown);
                let fact = facts([text::also_in(HomeItem::ToCapture.title(), None), entry.fact]);
                HomeEntry { fact, ..entry }
            }
            HomeItem::Declines => {
                let entry = self.payments_entry(item, work.map(|work| &work.worth_retry), Known::Unknown);
                HomeEntry { fact: text::LAST_SEVEN_DAYS.to_owned(), ..entry }
            }
            HomeItem::OutcomeUnknown => self.unknown_entry(item, work),
            HomeItem::PausedRun => self.paused_run_entry(item),
            HomeItem::Approvals => self.approvals_entry(item, work),
            HomeItem::DisputesToAnswer => self.disputes_entry(item),
            HomeItem::PayoutsToFulfil => self.records_entry(item, ResourceKind::Payout, waits_to_be_fulfilled),
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
    fn payments_entry(&self, item: HomeItem, known: Option<&WaitingPayments>, counted: Known<u64>) -> HomeEntry {
        let from_rows = known.map_or(Known::Unknown, WaitingPayments::counted);
        let count = counted.or(from_rows);
        let agrees = known.filter(|known| count.known() == Some(&known.count));
        let is_whole = count.is_exact() && agrees.is_some_and(|known| !known.is_lower_bound);
        let fact = known.filter(|known| known.count > 0);
        let fact = fact.map(|known| self.payments_fact(known, is_whole)).unwrap_or_default();
        let sums = agrees.map_or(Known::Unknown, |known| Known::Exact(known.sums.clone()).at_least_if(!is_whole));
        let waiting = WaitingCount::of(count).urgent(known.is_some_and(|known| known.urgent > 0));
        HomeEntry { item, waiting, fact, sums }
    }

    /// Which deadline is the first, and how many are near, is known once all payments are.
    fn payments_fact(&self, known: &WaitingPayments, is_whole: bool) -> String {
        let first = known.first_deadline.map(|deadline| match is_whole {
            true => text::first_expires(deadline.text(self.view.now)),
            false => "Not all deadlines loaded yet".to_owned(),
        });
        let urgent = (known.urgent > 0).then(|| text::end_within_a_day(known.urgent, is_whole));
        let unknown = (known.unknown_amounts > 0).then(|| text::amounts_not_reported(known.unknown_amounts));
        facts(urgent.into_iter().chain(first).chain(unknown))
    }

    fn unknown_entry(&self, item: HomeItem, work: Option<&PaymentsWork>) -> HomeEntry {
        let sums: MoneySums = self.unknown.iter().filter_map(|operation| operation.amount().cloned()).collect();
        let without = self.unknown.iter().filter(|operation| operation.amount().is_none()).count();
        let without = if sums.is_empty() { String::new() } else { text::without_amount(without) };
        let first = self.unknown.iter().map(|operation| operation.prepared_at).min();
        let count = u64::try_from(self.unknown.len()).unwrap_or_default();
        let counted = self.unknown.iter().map(|operation| self.counts(&operation.plan.target, work));
        let also = self.also_in(counted, count);
        let sent = first.map(|at| text::sent(self.time(at))).unwrap_or_default();
        let is_read = *self.view.journal == JournalHealth::Ready;
        let waiting = WaitingCount::of(Known::Exact(count).at_least_if(!is_read)).urgent(count > 0);
        HomeEntry { item, waiting, fact: facts([sent, without, also]), sums: Known::Exact(sums).at_least_if(!is_read) }
    }

    /// What a paused run has not sent.
    fn paused_run_entry(&self, item: HomeItem) -> HomeEntry {
        let waits =
            |(item, state): (&BulkItem, &ItemState)| (state.group() == ItemGroup::Waiting).then(|| item.amount.clone());
        let waiting = || self.paused_run.into_iter().flat_map(BulkRun::items).filter_map(waits);
        let count = u64::try_from(waiting().count()).unwrap_or_default();
        let fact = self.paused_run.map(|run| text::sent_of(run.len() - run.count(ItemGroup::Waiting), run.len()));
        HomeEntry {
            item,
            waiting: WaitingCount::of(Known::Exact(count)).urgent(true),
            fact: fact.unwrap_or_default(),
            sums: Known::Exact(waiting().collect()),
        }
    }

    fn approvals_entry(&self, item: HomeItem, work: Option<&PaymentsWork>) -> HomeEntry {
        let known = self.approvals.as_ref().unwrap_or(&Known::Unknown);
        let approvals = known.known().into_iter().flatten();
        let amounts: MoneySums = approvals.clone().flat_map(|approval| approval.amounts()).collect();
        let first = approvals.clone().map(|approval| approval.requested_at()).min();
        let count = u64::try_from(approvals.clone().count()).unwrap_or_default();
        let counted = approvals.map(|approval| match (&approval.run, &approval.target) {
            (Some(run), _) => item_of_run(run.kind),
            (None, target) => self.counts(target.as_ref()?, work),
        });
        let also = self.also_in(counted, count);
        let oldest = first.map(|at| text::oldest(self.time(at))).unwrap_or_default();
        let (count, sums) = (Known::Exact(count), Known::Exact(amounts));
        let is_partial = !known.is_exact();
        let waiting = WaitingCount::of(count.at_least_if(is_partial));
        HomeEntry { item, waiting, fact: facts([oldest, also]), sums: sums.at_least_if(is_partial) }
    }

    fn disputes_entry(&self, item: HomeItem) -> HomeEntry {
        let rows: Vec<&DisputeTableRow> = self.disputes.all().iter().filter(|row| row.may_need_evidence()).collect();
        let listed = u64::try_from(rows.len()).unwrap_or_default();
        let count = self.disputes.to_answer();
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
        let agrees = count == Known::Exact(listed) && self.disputes.has_all();
        let sums = || rows.iter().map(|row| row.dispute.amount.clone()).collect();
        let waiting = WaitingCount::of(count).urgent(is_urgent);
        HomeEntry { item, waiting, fact: facts.join(" · "), sums: Known::exact(agrees.then(sums)) }
    }

    fn is_unlisted(&self, item: HomeItem) -> bool {
        item.records().is_some_and(|(kind, _)| matches!(self.lists.listing(kind, &self.view), Listing::None(_)))
    }

    /// Of records known here: those that were made elsewhere are among them once the service's list was read.
    fn records_entry(&self, item: HomeItem, kind: ResourceKind, waits: impl Fn(&CachedRecord) -> bool) -> HomeEntry {
        let known: Vec<&CachedRecord> = self.view.records.of(kind).filter(|known| waits(known)).collect();
        let sums: Option<MoneySums> =
            known.iter().map(|known| known.amount()).collect::<Option<Vec<Money>>>().map(MoneySums::from_iter);
        let oldest = known.iter().map(|known| known.record.created_at()).min().flatten();
        let is_partial = !matches!(self.lists.listing(kind, &self.view), Listing::Whole(_));
        let count = u64::try_from(known.len()).unwrap_or_default();
        HomeEntry {
            item,
            waiting: WaitingCount::of(Known::Exact(count).at_least_if(is_partial)),
            fact: oldest.map(|at| text::oldest(self.time(at))).unwrap_or_default(),
            sums: Known::exact(sums).at_least_if(is_partial),
        }
    }

    /// The entry whose sum has what an operation works on, too.
    fn counts(&self, target: &Target, work: Option<&PaymentsWork>) -> Option<HomeItem> {
        let is_one_of = |waiting: &WaitingPayments| waiting.ids.iter().any(|id| id.as_str() == target.resource);
        if target.kind == ResourceKind::Payout {
            let mut known = self.view.records.of(target.kind).filter(|known| known.record.id == target.resource);
            return known.any(waits_to_be_fulfilled).then_some(HomeItem::PayoutsToFulfil);
        }
        let work = work.filter(|_| target.kind == ResourceKind::Payment)?;
        let to_capture = is_one_of(&work.to_capture).then_some(HomeItem::ToCapture);
        to_capture.or_else(|| is_one_of(&work.to_review).then_some(HomeItem::ToReview))
    }

    /// How many of the `count` of an entry are in the sums of others, too.
    fn also_in(&self, counted: impl Iterator<Item = Option<HomeItem>>, count: u64) -> String {
        let counted: Vec<HomeItem> = counted.flatten().collect();
        let of = |item: HomeItem| u64::try_from(counted.iter().filter(|it| **it == item).count()).unwrap_or_default();
        let others = HomeItem::iter().map(|item| (item, of(item))).filter(|(_, also)| *also > 0);
        facts(others.map(|(item, also)| text::also_in(item.title(), Some(also).filter(|also| *also < count))))
    }

    fn time(&self, at: DateTime<Utc>) -> String {
        self.view.zone.short(at, self.view.now)
    }
}

fn waits_to_be_fulfilled(known: &CachedRecord) -> bool {
    known.payout().is_some_and(|payout| payout.status == PayoutStatus::RequiresFulfillment)
}

/// The entry whose sum has what a bulk run works on, too.
fn item_of_run(kind: BulkKind) -> Option<HomeItem> {
    match kind {
        BulkKind::Capture => Some(HomeItem::ToCapture),
        BulkKind::Approve => Some(HomeItem::ToReview),
        BulkKind::Fulfil => Some(HomeItem::PayoutsToFulfil),
        BulkKind::Cancel | BulkKind::Refund => None,
    }
}

/// One behind the other; what is empty is left out.
fn facts(facts: impl IntoIterator<Item = String>) -> String {
    let said: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    said.join(" · ")
}
