//! A second source for what was not executed.
//!
//! That an answer was made after it was asked for is shown by its `Date`, and there are proxies that write a new one on what
//! they have in memory. Such a copy, taken for the truth, would let a capture leave twice. So nothing is called not executed,
//! and nothing leaves again, on one `GET` alone: the same is asked for in another way, and both have to say the same. Of a
//! payment or a payout that is its row in a list, of a refund the list of refunds. (A service that has no call to read a
//! payout is asked by the request that sets its texts to what they are, which no cache answers.)

use chrono::{DateTime, TimeDelta, Utc};

use crate::read::{Read, RequestId};
use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, MadeAfterAsking, NotFresh};
use paydesk_api::operation::Endpoint;
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::payments::calls::{ListPayments, PAGE_MAX};
use paydesk_api::resources::payments::list_filter::PaymentListFilter;
use paydesk_domain::document::reported_status;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentRow;

use super::context::{OperationsContext, OperationsOutput};
use super::precondition::FirstSource;
use super::wording::EARLIER_LOST;
use super::{Listed, Operation, Operations, Phase, Reading, ResolutionFinding};

/// A list of payments is asked for from another time on each time, so that no cache has seen the request.
const DAY_MS: i64 = 86_400_000;

/// What the second source makes of the first.
enum SecondSaying {
    Agrees,
    Differs,
    DoesNotTell,
}

impl FirstSource {
    fn compare(&self, listed: Listed<'_>) -> SecondSaying {
        match (self, listed) {
            (Self::Payment(first), Listed::Payment(row)) => compare_rows(first, row),
            (Self::NoPayment, Listed::Payment(_)) => SecondSaying::Differs,
            (Self::NoRefund | Self::Refusal, Listed::Absent { .. }) => SecondSaying::Agrees,
            (Self::Payout { status }, Listed::Payout(row)) => match reported_status(row) == Some(status) {
                true => SecondSaying::Agrees,
                false => SecondSaying::Differs,
            },
            (
                _,
                Listed::Payment(_) | Listed::Payout(_) | Listed::Absent { .. } | Listed::NotTold | Listed::GoesOn(_),
            ) => SecondSaying::DoesNotTell,
        }
    }
}

fn compare_rows(first: &PaymentRow, row: &PaymentRow) -> SecondSaying {
    let differs = |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(one, other)| one != other);
    let is_same = row.status == first.status && row.amount == first.amount;
    let has_other_amounts =
        differs(first.capturable_minor, row.capturable_minor) || differs(first.received_minor, row.received_minor);
    // After a first capture the status may stay as it is: only amounts tell of a second one.
    let tells = first.received_minor.unwrap_or(0) == 0
        || first.capturable_minor.and(row.capturable_minor).is_some()
        || first.received_minor.and(row.received_minor).is_some();
    match (is_same && !has_other_amounts, tells) {
        (false, _) => SecondSaying::Differs,
        (true, true) => SecondSaying::Agrees,
        (true, false) => SecondSaying::DoesNotTell,
    }
}

impl Operation {
    /// What is asked as a second source after `reading`, if anything can be.
    fn second_source(&self, reading: Reading<'_>, cx: &OperationsContext<'_>) -> Option<(Read, FirstSource)> {
        match reading {
            Reading::Payment(payment) => {
                let read = Read::Payments(list_around(payment.created, cx));
                Some((read, FirstSource::Payment(Box::new(PaymentRow::from(payment)))))
            }
            Reading::Absent if self.plan.endpoint == Endpoint::CreateRefund => {
                Some((Read::Records(cx.possible_list(ResourceKind::Refund)?), FirstSource::NoRefund))
            }
            Reading::Absent if self.plan.endpoint == Endpoint::CreatePayment => {
                Some((Read::Payments(list_around(None, cx)), FirstSource::NoPayment))
            }
            Reading::Record(payout) if self.plan.target.kind == ResourceKind::Payout => {
                let (list, status) = cx.possible_list(ResourceKind::Payout).zip(reported_status(payout))?;
                Some((Read::Records(list), FirstSource::Payout { status: status.to_owned() }))
            }
            Reading::Record(_) | Reading::Absent => None,
        }
    }

    /// Whether money may move once more where `reading` is wrong: texts that are set again have no second effect. A payment
    /// that is said not to be there may be made anew under another id.
    fn needs_second_source(&self, reading: Reading<'_>) -> bool {
        match reading {
            Reading::Payment(_) => !matches!(self.plan.endpoint, Endpoint::CreatePayment | Endpoint::UpdatePayment),
            Reading::Record(_) => self.plan.target.kind == ResourceKind::Payout,
            Reading::Absent => matches!(self.plan.endpoint, Endpoint::CreatePayment | Endpoint::CreateRefund),
        }
    }
}

/// The rows that were created at this time, or the newest where that is not known.
fn list_around(created: Option<DateTime<Utc>>, cx: &OperationsContext<'_>) -> ListPayments {
    let second = TimeDelta::seconds(1);
    let another = TimeDelta::milliseconds(cx.now.timestamp_millis().rem_euclid(DAY_MS));
    let (from, to) = match created {
        Some(created) => (Some(created - second - another), created + second),
        None => (None, cx.now + TimeDelta::milliseconds(DAY_MS) + another),
    };
    let filter = PaymentListFilter { created_gte: from, created_lte: Some(to), ..PaymentListFilter::default() };
    ListPayments { filter, limit: PAGE_MAX, form: cx.payment_list.clone(), ..ListPayments::default() }
}

impl Operations {
    /// Whether what `reading` shows waits for a second source, which is asked now. Where none can be asked, what is read
    /// proves nothing.
    pub(super) fn asks_second_source(
        &mut self,
        id: &OperationId,
        reading: Reading<'_>,
        made: MadeAfterAsking,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) -> bool {
        let Some(operation) = self.find_open(id) else { return false };
        if !made.rests_on_date() || !operation.needs_second_source(reading) {
            return false;
        }
        match operation.second_source(reading, cx) {
            Some((read, first)) => {
                operation.first_source = Some(first);
                operation.read_asked(cx.now);
                self.ask(id, read, Priority::Reconciliation, cx);
            }
            // Its own request, which no cache answers, tells more.
            None if reading == Reading::Absent => self.repeat(id, cx, out),
            None => self.not_confirmed(id, ResolutionFinding::NotFresh(NotFresh::Alone), cx),
        }
        true
    }

    /// The second source came.
    pub(super) fn list_answered(
        &mut self,
        request_id: RequestId,
        result: Result<Listed<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(id) = self.awaiting(request_id).map(|operation| operation.id.clone()) else { return };
        let Some(operation) = self.find_open(&id) else { return };
        let Some(first) = operation.first_source.take() else {
            return self.refunds_listed(&id, result, made, cx, out);
        };
        // The service itself refused it, or a second copy would have no second effect: what does not tell contradicts neither.
        // Of a payment the read is then alone, and a copy may have answered it, however much later: the refusal has to show
        // by itself that it is not the echo of a second copy.
        let may_stand = match first {
            FirstSource::NoPayment => true,
            FirstSource::NoRefund | FirstSource::Refusal => false,
            FirstSource::Payment(_) => operation.is_excluded_by_refusal(),
            FirstSource::Payout { .. } => operation.holds_refusal(),
        };
        let is_contradicted = match (&first, result) {
            (FirstSource::Payment(row), _) => operation.refusal_names_less_than(row),
            (FirstSource::NoRefund, Ok(Listed::Absent { others_minor })) => operation.refusal_names_more(others_minor),
            (FirstSource::NoRefund | FirstSource::NoPayment | FirstSource::Payout { .. } | FirstSource::Refusal, _) => {
                false
            }
        };
        let is_before_change = match &first {
            FirstSource::Payment(row) => {
                let is_shown = operation.shows_all_received(row) || operation.is_excluded_by_refusal();
                operation.seen.changed && !is_shown
            }
            FirstSource::NoPayment | FirstSource::NoRefund | FirstSource::Payout { .. } | FirstSource::Refusal => {
                operation.seen.changed
            }
        };
        let finding = match (result.map(|listed| first.compare(listed)), made) {
            (Ok(SecondSaying::Agrees | SecondSaying::DoesNotTell), _) if is_before_change || is_contradicted => {
                ResolutionFinding::NotFresh(NotFresh::Contradicted)
            }
            (Ok(SecondSaying::Agrees), Ok(_)) => return self.confirmed_by_second_source(&id, cx, out),
            (Ok(SecondSaying::DoesNotTell), Ok(_)) if may_stand => {
                return self.confirmed_by_second_source(&id, cx, out);
            }
            (Ok(SecondSaying::Agrees), Err(not_fresh)) => ResolutionFinding::NotFresh(not_fresh),
            (Ok(SecondSaying::Differs), _) => ResolutionFinding::NotFresh(NotFresh::Contradicted),
            (Ok(SecondSaying::DoesNotTell), _) => ResolutionFinding::NotFresh(NotFresh::Alone),
            (Err(error), _) => ResolutionFinding::ReadFailed(error.what()),
        };
        match first {
            // As where there is no list.
            FirstSource::NoRefund => self.repeat(&id, cx, out),
            FirstSource::Refusal => self.not_shown_by_list(&id, finding, cx),
            FirstSource::Payment(_) | FirstSource::NoPayment | FirstSource::Payout { .. } => {
                self.not_confirmed(&id, finding, cx)
            }
        }
    }

    /// Both sources say that it was not executed.
    fn confirmed_by_second_source(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        match self.find(id).map(|operation| &operation.phase) {
            Some(Phase::Checking { .. }) => self.take_turn(id, Priority::Ordinary, cx, out),
            Some(Phase::Unknown(_)) => self.conclude_not_executed(id, cx, out),
            _ => {}
        }
    }

    /// What was read proves nothing alone: it stays unknown, and is read again.
    pub(super) fn not_confirmed(&mut self, id: &OperationId, finding: ResolutionFinding, cx: &OperationsContext<'_>) {
        let Some(operation) = self.find_open(id) else { return };
        if matches!(operation.phase, Phase::Checking { .. }) {
            operation.become_unknown(EARLIER_LOST, cx.now);
        }
        self.plan_next_read(id, finding, cx.now);
    }
}

impl Operation {
    /// Whether the service refused it, and it is found out whether that is the last word.
    pub fn holds_refusal(&self) -> bool {
        matches!(&self.phase, Phase::Unknown(unknown) if unknown.refusal.is_some())
    }

    /// A read of it leaves.
    pub(super) fn read_asked(&mut self, now: DateTime<Utc>) {
        match &mut self.phase {
            Phase::Unknown(unknown) => {
                unknown.asked_at = Some(now);
                unknown.next_read_at = None;
            }
            phase => *phase = Phase::Checking { request_id: RequestId::default(), asked_at: now },
        }
    }
}
