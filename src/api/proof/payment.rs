//! What a payment says of a call that was to make or change it.

use serde_json::Value;

use crate::endpoints::{Endpoint, PaymentChange};
use crate::operation::AnswerStatus;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;

use super::asked::{Asked, PaymentBefore, ProofSource};
use super::capture;
use super::judgement::Judgement;
use super::payment_said::{PaymentSaid, holds};
use super::reason::JudgementReason as Reason;
use super::record::texts;
use super::refund;
use super::statement::{Minor, Statement};

/// What the payment says; `None` where the call is about something else.
pub fn judge(asked: &Asked<'_>, source: ProofSource, statement: &Statement<'_>) -> Option<Judgement> {
    let change = asked.change();
    let is_made = asked.endpoint == Some(Endpoint::CreatePayment)
        || asked.endpoint.is_none() && asked.expectation.statuses == AnswerStatus::Payment;
    let is_answer = source == ProofSource::Answer;
    match change {
        // The answer to an update is not documented: it is judged as any other.
        Some(PaymentChange::Updated) if is_answer => None,
        Some(PaymentChange::Updated) => Some(updated(asked, statement)),
        Some(change) => Some(PaymentSaid::judged(asked, source, statement, |said| said.changed(change))),
        None if is_made => Some(PaymentSaid::judged(asked, source, statement, |said| said.made())),
        None => None,
    }
}

/// What the payment of a subscription says of its confirmation, and that of a refund of the refund.
pub fn judge_other(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    if asked.endpoint == Some(Endpoint::CreateRefund) {
        return refund::judge_payment(asked, statement);
    }
    let is_confirmed = asked.endpoint.and_then(|endpoint| endpoint.spec().changes_payment).is_some();
    PaymentSaid::judged(asked, ProofSource::Report, statement, |said| match asked.payment_before() {
        Some(before) if is_confirmed => said.other_than(&before).unwrap_or_else(|| said.confirmed()),
        Some(_) | None => Judgement::Unclear(Reason::PaymentIs(said.status.clone())),
    })
}

fn updated(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    let untouched = asked.payment_before().is_some_and(|before| {
        let status = PaymentStatus::from_word(statement.status().unwrap_or_default());
        holds(&before, &status, statement)
            && before.modified_at.is_some()
            && before.modified_at == statement.modified_at()
    });
    texts(asked, statement, untouched)
}

fn is_before_authorization(status: &PaymentStatus) -> bool {
    let before = [
        PaymentStatus::RequiresPaymentMethod,
        PaymentStatus::RequiresConfirmation,
        PaymentStatus::RequiresAction,
        PaymentStatus::Expired,
    ];
    before.contains(status)
}

/// Whether leaving this status may be the work of a confirmation.
fn may_be_confirmed(status: &PaymentStatus) -> bool {
    matches!(status, PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation)
}

impl PaymentSaid<'_> {
    fn changed(&self, change: PaymentChange) -> Judgement {
        match change {
            PaymentChange::Captured => capture::judge(self),
            PaymentChange::Cancelled => self.cancelled(),
            PaymentChange::Approved => self.approved(),
            PaymentChange::Confirmed | PaymentChange::Updated => self.confirmed(),
        }
    }

    // ── Made ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// A payment is under our id: ours only if it carries our operation, or the 50 pairs that left no room for it, and our
    /// amount.
    fn made(&self) -> Judgement {
        let is_failed = self.status == PaymentStatus::Failed;
        if self.is_answer() {
            return if is_failed { self.statement.declined() } else { self.happened() };
        }
        let is_named = self.asked.operation_id.is_some_and(|ours| self.statement.named_operation() == Some(ours))
            || self.statement.has_all_pairs(self.asked);
        let now = self.statement.money(self.asked.money);
        match (now, self.asked.money) {
            (Some(now), Some(wanted)) if now != *wanted && is_named => {
                Judgement::Contradiction(Reason::OtherAmount { now, before: wanted.clone() })
            }
            (Some(now), wanted) if Some(&now) != wanted || self.names_another() => self.of_somebody_else(now),
            (_, _) if !is_named => Judgement::Unclear(Reason::OperationNotNamed),
            // Where creating did not confirm, what failed came later.
            (_, _) if is_failed && self.asked.sends("confirm") == Some(&Value::Bool(true)) => self.statement.declined(),
            (_, _) => Judgement::Ours(self.word.to_owned()),
        }
    }

    fn names_another(&self) -> bool {
        self.statement.named_operation().is_some_and(|named| self.asked.operation_id != Some(named))
    }

    fn of_somebody_else(&self, amount: Money) -> Judgement {
        let payment_id = PaymentId::new(self.statement.text("payment_id").unwrap_or_default());
        Judgement::Overtaken(Reason::OtherPayment { amount, payment_id })
    }

    // ── Confirmed ───────────────────────────────────────────────────────────────────────────────────────────────

    fn confirmed(&self) -> Judgement {
        if self.is_answer() {
            return match &self.status {
                _ if self.has_ended_status() => Judgement::NotThere(Reason::StatusAsBefore(self.word.to_owned())),
                PaymentStatus::Failed => self.statement.declined(),
                _ => self.happened(),
            };
        }
        let Some(before) = self.asked.payment_before() else { return Judgement::Unclear(self.is_now()) };
        match &self.status {
            status if status == before.status => Judgement::Untouched,
            _ if !may_be_confirmed(before.status) => Judgement::Unclear(self.is_now()),
            PaymentStatus::Failed => self.statement.declined(),
            PaymentStatus::Succeeded
            | PaymentStatus::RequiresCapture
            | PaymentStatus::RequiresAction
            | PaymentStatus::RequiresMerchantAction
            | PaymentStatus::PartiallyAuthorized
            | PaymentStatus::Processing => self.happened(),
            PaymentStatus::Cancelled => Judgement::Overtaken(Reason::CancelledMeanwhile),
            PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => {
                Judgement::NotThere(self.is_now())
            }
            PaymentStatus::PartiallyCaptured
            | PaymentStatus::PartiallyCapturedAndCapturable
            | PaymentStatus::PartiallyCapturedAndProcessing
            | PaymentStatus::CancelledPostCapture
            | PaymentStatus::Conflicted
            | PaymentStatus::Expired
            | PaymentStatus::Unknown(_) => Judgement::Unclear(self.is_now()),
        }
    }

    /// Another payment than the one that was seen, or one over another amount.
    fn other_than(&self, before: &PaymentBefore<'_>) -> Option<Judgement> {
        if self.statement.text("payment_id").is_some_and(|found| found != before.payment_id.as_str()) {
            return Some(Judgement::Another(Reason::FieldDiffers("payment_id".to_owned())));
        }
        let now = self.statement.money(Some(before.amount)).filter(|now| now != before.amount)?;
        Some(Judgement::Contradiction(Reason::OtherAmount { now, before: before.amount.clone() }))
    }

    // ── Approved ────────────────────────────────────────────────────────────────────────────────────────────────

    fn approved(&self) -> Judgement {
        if let Some(other) = self.captured_otherwise() {
            return other;
        }
        if self.is_answer() {
            return self.approved_by_answer();
        }
        let Some(before) = self.asked.payment_before() else { return Judgement::Unclear(self.is_now()) };
        match &self.status {
            status if status == before.status => Judgement::Untouched,
            _ if before.status.is_documented() => Judgement::Unclear(self.is_now()),
            PaymentStatus::Succeeded
            | PaymentStatus::RequiresCapture
            | PaymentStatus::Processing
            | PaymentStatus::PartiallyAuthorized
                if !before.is_review =>
            {
                let (now, before) = (self.status.clone(), before.status.clone());
                Judgement::Unclear(Reason::MayNotBeReview { now, before })
            }
            PaymentStatus::Succeeded
            | PaymentStatus::RequiresCapture
            | PaymentStatus::Processing
            | PaymentStatus::PartiallyAuthorized => self.happened(),
            PaymentStatus::Cancelled | PaymentStatus::Failed | PaymentStatus::Expired => {
                Judgement::Overtaken(Reason::NotApproved(self.status.clone()))
            }
            PaymentStatus::RequiresPaymentMethod
            | PaymentStatus::RequiresConfirmation
            | PaymentStatus::RequiresAction
            | PaymentStatus::RequiresMerchantAction => Judgement::NotThere(self.is_now()),
            PaymentStatus::PartiallyCaptured
            | PaymentStatus::PartiallyCapturedAndCapturable
            | PaymentStatus::PartiallyCapturedAndProcessing
            | PaymentStatus::CancelledPostCapture
            | PaymentStatus::Conflicted
            | PaymentStatus::Unknown(_) => Judgement::Unclear(self.is_now()),
        }
    }

    /// The approval was to capture an amount, and another one was received.
    fn captured_otherwise(&self) -> Option<Judgement> {
        let (wanted, taken) = (self.asked.money?, self.received.shown()?);
        let is_other = self.status == PaymentStatus::Succeeded && taken != wanted.minor;
        let reason = Reason::OtherCapture { taken: self.money(taken)?, wanted: wanted.clone() };
        is_other.then_some(Judgement::Contradiction(reason))
    }

    fn approved_by_answer(&self) -> Judgement {
        let is_in_review = self.status == PaymentStatus::RequiresMerchantAction || self.has_ended_status();
        match &self.status {
            PaymentStatus::Failed => self.statement.declined(),
            PaymentStatus::Cancelled => Judgement::Overtaken(Reason::NotApproved(self.status.clone())),
            status if is_in_review || is_before_authorization(status) => Judgement::NotThere(self.is_now()),
            _ => self.happened(),
        }
    }

    // ── Cancelled ───────────────────────────────────────────────────────────────────────────────────────────────

    fn is_captured(status: &PaymentStatus) -> bool {
        *status == PaymentStatus::Succeeded || status.is_captured_in_part()
    }

    /// A payment in review that was rejected may be failed and not cancelled.
    fn is_rejected(&self) -> bool {
        let has_ended = matches!(self.status, PaymentStatus::Cancelled | PaymentStatus::Failed);
        has_ended && self.statement.text("merchant_decision") == Some("rejected")
    }

    fn cancelled(&self) -> Judgement {
        if self.is_rejected() && !self.has_ended_status() {
            return self.happened();
        }
        if self.is_answer() {
            return self.cancelled_by_answer();
        }
        let Some(before) = self.asked.payment_before() else { return Judgement::Unclear(self.is_now()) };
        let nothing_left = self.capturable == Minor::Shown(0);
        let released = nothing_left && before.capturable_minor.is_some_and(|left| left > 0);
        // After a capture of less, "nothing left" may be what our cancel released.
        let whole_minor = before.capturable_minor.filter(|left| *left > 0).unwrap_or(before.amount.minor);
        let taken = self.received_since().unwrap_or(0);
        let both_captured = Self::is_captured(&self.status) && Self::is_captured(before.status);
        if self.status == PaymentStatus::Cancelled && *before.status != PaymentStatus::Cancelled {
            self.happened()
        } else if taken >= whole_minor && nothing_left && Self::is_captured(&self.status) {
            Judgement::Overtaken(Reason::CapturedMeanwhile)
        } else if taken >= whole_minor && nothing_left {
            // In another status, review for example, a late cancellation can still be executed.
            Judgement::Unclear(self.is_now())
        } else if taken == 0 && both_captured && released {
            self.happened()
        } else if self.still_holds() {
            Judgement::Untouched
        } else if taken > 0 {
            self.captured_in_part(taken)
        } else {
            Judgement::NotThere(self.is_now())
        }
    }

    fn captured_in_part(&self, taken_minor: i64) -> Judgement {
        Judgement::Unclear(self.money(taken_minor).map_or_else(|| self.is_now(), Reason::CapturedInPart))
    }

    fn cancelled_by_answer(&self) -> Judgement {
        let of_remainder = self.asked.expectation.statuses == AnswerStatus::CancelRemainder;
        let waits_for_capture = PaymentStatus::TO_CAPTURE.contains(&self.status);
        let is_captured = self.status == PaymentStatus::Succeeded && !of_remainder;
        let taken = self.received_since().unwrap_or(0);
        match &self.status {
            PaymentStatus::Failed => self.statement.declined(),
            _ if self.has_ended_status() => Judgement::NotThere(Reason::StatusAsBefore(self.word.to_owned())),
            status if waits_for_capture || is_captured || is_before_authorization(status) => {
                Judgement::NotThere(self.is_now())
            }
            _ if taken != 0 => self.captured_in_part(taken),
            _ if of_remainder && !self.has_released_remainder() => Judgement::NotThere(self.is_now()),
            _ => self.happened(),
        }
    }

    /// A payment captured in part is `succeeded` before and after its remainder is cancelled, so the status alone may be
    /// the answer to the capture.
    fn has_released_remainder(&self) -> bool {
        match (&self.status, self.capturable) {
            (PaymentStatus::Cancelled, _) => true,
            (_, Minor::Shown(capturable)) => capturable == 0,
            (_, Minor::NotShown | Minor::Unreadable) => self.statement.text("cancelled_at").is_some(),
        }
    }
}
