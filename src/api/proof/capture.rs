//! What a payment says of a capture: what was received since is what was asked for, to the cent, and what is left is what
//! was not captured.

use paydesk_domain::payment::PaymentStatus;

use super::judgement::Judgement;
use super::payment_said::PaymentSaid;
use super::reason::JudgementReason as Reason;

pub(super) fn judge(said: &PaymentSaid<'_>) -> Judgement {
    let Some(wanted_minor) = said.asked.money.map(|money| money.minor) else {
        return without_amount(said);
    };
    match said.received_since() {
        Some(taken) if taken == wanted_minor => said.captured(wanted_minor),
        Some(0) => said.nothing_captured(),
        Some(taken) => said.captured_other(taken, wanted_minor),
        None => said.captured_without_amounts(wanted_minor),
    }
}

/// Of a capture whose amount is not known only the answer says something: that it was not refused.
fn without_amount(said: &PaymentSaid<'_>) -> Judgement {
    if said.is_answer() { said.accepted() } else { Judgement::Unclear(Reason::CaptureWithoutAmount) }
}

impl PaymentSaid<'_> {
    /// By its status, an answer.
    fn accepted(&self) -> Judgement {
        match &self.status {
            PaymentStatus::Failed => self.statement.declined(),
            PaymentStatus::Cancelled => Judgement::Overtaken(Reason::CancelledUncaptured),
            PaymentStatus::RequiresPaymentMethod
            | PaymentStatus::RequiresConfirmation
            | PaymentStatus::RequiresAction
            | PaymentStatus::RequiresMerchantAction
            | PaymentStatus::Expired
            | PaymentStatus::CancelledPostCapture
            | PaymentStatus::Conflicted => Judgement::NotThere(Reason::PaymentIsNow(self.status.clone())),
            PaymentStatus::Processing
            | PaymentStatus::RequiresCapture
            | PaymentStatus::Succeeded
            | PaymentStatus::PartiallyCaptured
            | PaymentStatus::PartiallyCapturedAndCapturable
            | PaymentStatus::PartiallyAuthorized
            | PaymentStatus::PartiallyCapturedAndProcessing
            | PaymentStatus::Unknown(_) => self.happened(),
        }
    }

    /// As much was received as was to be captured.
    fn captured(&self, wanted_minor: i64) -> Judgement {
        match &self.status {
            PaymentStatus::CancelledPostCapture | PaymentStatus::Conflicted => {
                Judgement::Unclear(Reason::PaymentIsNow(self.status.clone()))
            }
            PaymentStatus::Processing
            | PaymentStatus::RequiresCapture
            | PaymentStatus::RequiresMerchantAction
            | PaymentStatus::Succeeded
            | PaymentStatus::PartiallyCaptured
            | PaymentStatus::PartiallyCapturedAndCapturable
            | PaymentStatus::PartiallyAuthorized
            | PaymentStatus::PartiallyCapturedAndProcessing
            | PaymentStatus::Unknown(_)
            // Money in these is a contradiction already.
            | PaymentStatus::RequiresPaymentMethod
            | PaymentStatus::RequiresConfirmation
            | PaymentStatus::RequiresAction
            | PaymentStatus::Failed
            | PaymentStatus::Cancelled
            | PaymentStatus::Expired => self.other_rest(wanted_minor).unwrap_or_else(|| self.happened()),
        }
    }

    /// Something else is left to capture than what was not captured, or than nothing.
    fn other_rest(&self, wanted_minor: i64) -> Option<Judgement> {
        let left = self.capturable.shown().filter(|left| *left != 0 && self.status.may_hold_capturable())?;
        let before = self.asked.payment_before()?.capturable_minor?;
        let reason = Reason::RestLeft { captured: self.money(wanted_minor)?, left: self.money(left)? };
        (before.checked_sub(wanted_minor) != Some(left)).then_some(Judgement::Contradiction(reason))
    }

    fn nothing_captured(&self) -> Judgement {
        match &self.status {
            PaymentStatus::Failed if self.is_answer() => self.statement.declined(),
            // It is on its way.
            PaymentStatus::Processing | PaymentStatus::PartiallyCapturedAndProcessing if self.is_answer() => {
                self.happened()
            }
            PaymentStatus::Cancelled => Judgement::Overtaken(Reason::CancelledUncaptured),
            _ if self.still_holds() => Judgement::Untouched,
            status => Judgement::NotThere(Reason::NothingCaptured(status.clone())),
        }
    }

    /// More or less was received than was to be captured.
    fn captured_other(&self, taken: i64, wanted_minor: i64) -> Judgement {
        let Some((taken_money, wanted)) = self.money(taken).zip(self.money(wanted_minor)) else {
            return Judgement::Unclear(Reason::CaptureNotReported);
        };
        let reason = Reason::OtherCapture { taken: taken_money, wanted };
        if (0..wanted_minor).contains(&taken) { Judgement::NotThere(reason) } else { Judgement::Contradiction(reason) }
    }

    /// What was received is not reported, or was not before.
    fn captured_without_amounts(&self, wanted_minor: i64) -> Judgement {
        if self.is_answer() {
            let is_shown = self.received.shown().is_some_and(|received| received < wanted_minor);
            return match &self.status {
                PaymentStatus::RequiresCapture => Judgement::Unclear(Reason::CaptureNotReported),
                status if is_shown && *status != PaymentStatus::Processing && *status != PaymentStatus::Failed => {
                    Judgement::NotThere(Reason::NothingCaptured(status.clone()))
                }
                _ => self.other_rest(wanted_minor).unwrap_or_else(|| self.accepted()),
            };
        }
        let before = self.asked.payment_before();
        let whole = before.is_some_and(|before| {
            before.capturable_minor == Some(wanted_minor) && *before.status != PaymentStatus::Succeeded
        });
        match &self.status {
            PaymentStatus::Succeeded if whole => self.other_rest(wanted_minor).unwrap_or_else(|| self.happened()),
            _ if self.still_holds() => Judgement::Untouched,
            _ => Judgement::Unclear(Reason::CaptureNotReported),
        }
    }
}
