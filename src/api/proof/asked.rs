//! What was asked of the service, and what was seen before.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::endpoints::{Endpoint, PaymentChange};
use crate::operation::{AnswerStatus, Expectation};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::Resolution;
use paydesk_domain::payment::PaymentStatus;

/// Where an object was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofSource {
    /// In the answer to the call: with the id that was sent it is of this call, and what has to be in it is missing
    /// where it is not.
    Answer,
    /// In a read, an event or a list.
    Report,
}

/// A payment as it was seen before the call, amounts in the lowest unit of its currency.
#[derive(Debug, Clone, Copy)]
pub struct PaymentBefore<'a> {
    pub payment_id: &'a PaymentId,
    pub status: &'a PaymentStatus,
    pub amount: &'a Money,
    pub received_minor: Option<i64>,
    pub capturable_minor: Option<i64>,
    /// By the service's clock.
    pub modified_at: Option<DateTime<Utc>>,
    /// Its status was manual review, as far as that is known.
    pub is_review: bool,
}

impl PaymentBefore<'_> {
    /// The most that can be received of it in all, in its lowest unit.
    pub fn most_received_minor(&self) -> Option<i64> {
        let received = self.received_minor?.checked_add(self.capturable_minor.unwrap_or(0))?;
        Some(received.max(self.amount.minor))
    }
}

/// What was seen before the call.
#[derive(Debug, Clone, Copy, Default)]
pub enum Before<'a> {
    Payment(PaymentBefore<'a>),
    /// Its amount.
    Payout(&'a Money),
    /// Its status.
    Dispute(&'a str),
    #[default]
    Nothing,
}

/// What was asked for, and what was seen before.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Absent where only the form of a true answer is known.
    pub endpoint: Option<Endpoint>,
    pub expectation: &'a Expectation,
    /// What the call carries in its metadata.
    pub operation_id: Option<&'a str>,
    /// The amount that moves or is asked for.
    pub money: Option<&'a Money>,
    pub sent: Option<&'a Value>,
    pub before: Before<'a>,
}

impl<'a> From<&'a Expectation> for Asked<'a> {
    fn from(expectation: &'a Expectation) -> Self {
        let (endpoint, operation_id, money, sent) = (None, None, None, None);
        Self { endpoint, expectation, operation_id, money, sent, before: Before::Nothing }
    }
}

impl<'a> Asked<'a> {
    /// Whether no read shows if it was done.
    pub(crate) fn leaves_no_trace(&self) -> bool {
        self.endpoint.is_some_and(|endpoint| endpoint.spec().resolution == Resolution::Park)
    }

    pub(super) fn sends(&self, field: &str) -> Option<&'a Value> {
        self.sent?.get(field)
    }

    pub(super) fn payment_before(&self) -> Option<PaymentBefore<'a>> {
        match self.before {
            Before::Payment(payment) => Some(payment),
            Before::Payout(_) | Before::Dispute(_) | Before::Nothing => None,
        }
    }

    /// What is changed of the payment that the call names; where the endpoint is not known, by the statuses of its answer.
    pub(super) fn change(&self) -> Option<PaymentChange> {
        match self.endpoint {
            // Its object is the subscription; what its payment says is judged apart.
            Some(Endpoint::ConfirmSubscription) => None,
            Some(endpoint) => endpoint.spec().changes_payment,
            None => self.change_of_answer(),
        }
    }

    fn change_of_answer(&self) -> Option<PaymentChange> {
        match self.expectation.statuses {
            AnswerStatus::Capture => Some(PaymentChange::Captured),
            AnswerStatus::Cancel | AnswerStatus::CancelRemainder => Some(PaymentChange::Cancelled),
            AnswerStatus::Approve => Some(PaymentChange::Approved),
            AnswerStatus::Payment if self.expectation.ended_status.is_some() => Some(PaymentChange::Confirmed),
            AnswerStatus::Payment
            | AnswerStatus::Payout
            | AnswerStatus::Fulfill
            | AnswerStatus::UnchangedPayout
            | AnswerStatus::Subscription
            | AnswerStatus::Refund
            | AnswerStatus::Evidence
            | AnswerStatus::NotShown => None,
        }
    }

    /// Whether the service makes what is asked for under a name of its own, so that only what it carries of ours shows
    /// that it is this one.
    pub(super) fn is_made_unnamed(&self) -> bool {
        let made = [Endpoint::CreateRefund, Endpoint::CreatePayout, Endpoint::CreateSubscription];
        self.endpoint.is_some_and(|endpoint| made.contains(&endpoint))
    }

    pub(super) fn judges_amount_itself(&self) -> bool {
        self.change() == Some(PaymentChange::Updated) || self.endpoint == Some(Endpoint::CreatePayment)
    }

    /// What a true object is over.
    pub(super) fn expected_amount(&self) -> Option<Money> {
        let before = self.payment_before().filter(|_| self.change().is_some()).map(|before| before.amount);
        before.or(self.money).cloned().or_else(|| self.echoed_amount())
    }

    fn echoed_amount(&self) -> Option<Money> {
        let echoed = |name: &str| Some(&self.expectation.echoes.iter().find(|echo| echo.field == name)?.value);
        let (minor, code) = echoed("amount")?.as_i64().zip(echoed("currency")?.as_str())?;
        Some(Money::new(minor, MinorUnits::Undecided.currency(code)))
    }
}
