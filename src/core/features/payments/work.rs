//! What of the payments waits for somebody, with its money and its time: what Home shows.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::{Context, WorkspaceView};
use paydesk_domain::authorization::{AUTHORIZATION_DAYS_MAX, CaptureDeadline, Urgency, urgency};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::KnownPayments;

use super::part::amount_of;
use super::rows::{PaymentTableRow, RowContext};
use super::{CreatedRange, Payments, PaymentsFilter, PaymentsPart};

/// Declines are looked at for this many days.
const DECLINE_DAYS: u32 = 7;

/// Payments of one sort that wait.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WaitingPayments {
    pub count: u64,
    pub ids: Vec<PaymentId>,
    /// Not all payments are known: there may be more.
    pub is_lower_bound: bool,
    /// Of those whose amount is known.
    pub sums: MoneySums,
    /// How many have an amount that is not known.
    pub unknown_amounts: u64,
    /// When the first authorization among them ends.
    pub first_deadline: Option<CaptureDeadline>,
    /// How many authorizations end within a day, or have ended.
    pub urgent: u64,
    /// When the first of them was created.
    pub oldest: Option<DateTime<Utc>>,
}

/// An authorization that ends, of a payment that can be captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureDue {
    pub payment_id: PaymentId,
    /// What can be captured; `None` where it is not known.
    pub amount: Option<Money>,
    pub deadline: CaptureDeadline,
}

/// What is known of payments beside those that Home reads.
#[derive(Debug)]
pub struct KnownWork<'a> {
    /// The payments that may wait, where every payment of the service is known.
    pub all: Option<Vec<PaymentRow>>,
    /// Which details were read.
    pub details: &'a KnownPayments,
    /// The details of every payment were read that may hold an authorization.
    pub older_are_detailed: bool,
}

/// All that waits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentsWork {
    pub to_review: WaitingPayments,
    pub to_capture: WaitingPayments,
    /// Those of which a part was captured, also counted above.
    pub remainders: WaitingPayments,
    /// Nothing is left to capture of any other payment.
    pub remainders_are_known: bool,
    /// The statuses that these have.
    pub remainder_statuses: Vec<PaymentStatus>,
    pub worth_retry: WaitingPayments,
    /// Of those to capture.
    pub deadlines: Vec<CaptureDue>,
}

impl WaitingPayments {
    /// How many there are, as far as that is known.
    pub fn counted(&self) -> Known<u64> {
        Known::Exact(self.count).at_least_if(self.is_lower_bound)
    }

    fn add(&mut self, row: &PaymentTableRow, amount: Option<Money>, now: DateTime<Utc>) {
        self.count += 1;
        self.ids.push(row.payment.payment_id.clone());
        match amount {
            Some(amount) => self.sums.add(&amount),
            None => self.unknown_amounts += 1,
        }
        self.first_deadline = self.first_deadline.into_iter().chain(row.capture_before).min();
        let is_urgent = |deadline: CaptureDeadline| urgency(deadline.at, now) != Urgency::Later;
        self.urgent += u64::from(row.capture_before.is_some_and(is_urgent));
        self.oldest = self.oldest.into_iter().chain(row.payment.created).min();
    }
}

impl PaymentsFilter {
    /// Declines of the last days that may go through when they are tried again.
    pub fn worth_retry() -> Self {
        let mut filter = Self { created: CreatedRange::LastDays(DECLINE_DAYS), ..Self::default() };
        filter.status = Some(PaymentStatus::Failed);
        filter.local_filter.worth_retry = true;
        filter
    }

    /// Payments of which a part was captured, in these statuses, and the rest can be.
    pub fn remainders(statuses: Vec<PaymentStatus>) -> Self {
        let mut filter = Self::to_capture();
        filter.local_filter.statuses = statuses;
        filter
    }
}

impl Payments {
    /// What waits; `None` before it was read. What is not among the newest is taken from what else is known.
    pub fn work(&self, view: &WorkspaceView<'_>, from: &KnownWork<'_>) -> Option<PaymentsWork> {
        let context = RowContext::of(view, &self.authorized, &self.known_marks);
        let declined_since = PaymentsFilter::worth_retry().at_service(view.now, view.zone).created_gte;
        let mut work = PaymentsWork::default();
        // A list does not tell what is left of a partial capture: of a remainder that is known, that counts.
        let remainder_of = |row: &PaymentRow| self.remainders.get(&row.payment_id).filter(|it| it.status == row.status);
        let tells_less = |row: &&PaymentRow| row.capturable_minor.is_none() && remainder_of(row).is_some();
        let recent: Vec<&PaymentRow> = self.recent.rows()?.filter(|row| !tells_less(row)).collect();
        let listed: BTreeSet<&PaymentId> = recent.iter().map(|row| &row.payment_id).collect();
        let remainders = self.remainders.all().filter(|row| !listed.contains(&row.payment_id));
        let known: BTreeSet<&PaymentId> = self.remainders.all().map(|row| &row.payment_id).collect();
        let is_other = |row: &&PaymentRow| !listed.contains(&row.payment_id) && !known.contains(&row.payment_id);
        let others = from.all.iter().flatten().filter(is_other);
        for payment in recent.iter().copied().chain(remainders).chain(others) {
            let declined = is_declined_since(payment, declined_since) && !self.paid_since.contains(&payment.payment_id);
            let waits =
                view.review_status().is(&payment.status) || payment.status.can_be_captured(payment.capturable_minor);
            if waits || declined {
                work.add(&PaymentTableRow::prepare(payment.clone(), &context), view.now);
            }
        }
        let knows_all = self.recent.is_whole() || from.all.is_some();
        work.remainders_are_known = self.knows_remainders(view, from);
        work.to_review.is_lower_bound = !knows_all;
        work.remainders.is_lower_bound = !work.remainders_are_known;
        work.to_capture.is_lower_bound = !work.remainders_are_known || !knows_all && !self.recent.has_all_to_capture();
        let is_undated = |row: &&PaymentRow| row.created.is_none() && is_declined_since(row, None);
        work.worth_retry.is_lower_bound =
            !declined_since.is_some_and(|since| self.recent.reaches(since)) || recent.iter().any(is_undated);
        Some(work)
    }

    /// Whether a part can be captured of no other payment than of those that are known to have one: a list does not tell.
    fn knows_remainders(&self, view: &WorkspaceView<'_>, from: &KnownWork<'_>) -> bool {
        let since = view.now - TimeDelta::days(AUTHORIZATION_DAYS_MAX);
        let is_stored = |id: &PaymentId| from.details.find(id).is_some_and(|row| from.details.has_details(row));
        let has_details = |id: &PaymentId| is_stored(id) || self.detail(id).is_some_and(|read| read.value().is_some());
        let may_hide_one = |row: &PaymentRow| {
            row.capturable_minor.is_none()
                && row.status.may_hold_capturable()
                && !PaymentStatus::TO_CAPTURE.contains(&row.status)
                && !view.review_status().is(&row.status)
                && row.created.is_none_or(|created| created >= since)
                && self.remainders.get(&row.payment_id).is_none()
                && !has_details(&row.payment_id)
        };
        let older_are_known = self.recent.is_whole() || from.all.is_some() && from.older_are_detailed;
        older_are_known && self.remainders.are_read() && !self.recent.rows().into_iter().flatten().any(may_hide_one)
    }

    /// Another number whenever [`Self::work`] may say something else because payments changed.
    pub fn work_revision(&self) -> u64 {
        self.recent.revision()
    }

    /// When the payments were read of which [`Self::work`] speaks.
    pub fn work_read_at(&self) -> Option<DateTime<Utc>> {
        self.recent.read_at()
    }

    pub fn is_reading_work(&self) -> bool {
        self.recent.is_reading()
    }

    /// Why what waits could not be read.
    pub fn work_failed(&self) -> Option<&paydesk_api::error::CallError> {
        self.recent.failed()
    }

    /// Home is shown: what waits is read, unless what is known still holds.
    pub(crate) fn read_work(&mut self, cx: &mut Context<'_>) {
        self.recent.ask(cx);
        self.read_remainders(cx);
    }

    /// Whether what waits is not known well enough to report it unasked: it was read some time ago, and nothing says
    /// that it cannot be read now.
    pub fn is_work_old(&self, now: DateTime<Utc>) -> bool {
        self.recent.is_old(now)
    }

    /// A person asks for what waits now.
    pub(crate) fn read_work_again(&mut self, cx: &mut Context<'_>) {
        self.recent.ask_again(cx);
        self.read_remainders(cx);
        self.capture_count.ask_again(cx);
    }
}

impl PaymentsWork {
    fn add(&mut self, row: &PaymentTableRow, now: DateTime<Utc>) {
        if row.in_review {
            self.to_review.add(row, amount_of(PaymentsPart::InReview, &row.payment), now);
        } else if row.waits_for_capture() {
            let amount = amount_of(PaymentsPart::ToCapture, &row.payment);
            self.to_capture.add(row, amount.clone(), now);
            self.deadlines.extend(row.capture_before.map(|deadline| CaptureDue {
                payment_id: row.payment.payment_id.clone(),
                amount: amount.clone(),
                deadline,
            }));
            if row.payment.status != PaymentStatus::RequiresCapture {
                self.remainders.add(row, amount, now);
                if !self.remainder_statuses.contains(&row.payment.status) {
                    self.remainder_statuses.push(row.payment.status.clone());
                }
            }
        } else {
            self.worth_retry.add(row, Some(row.payment.amount.clone()), now);
        }
    }
}

fn is_declined_since(payment: &PaymentRow, since: Option<DateTime<Utc>>) -> bool {
    payment.status == PaymentStatus::Failed
        && payment.is_worth_retry()
        && since.is_none_or(|since| payment.created.is_some_and(|created| created >= since))
}
