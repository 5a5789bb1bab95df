//! What a person wants done to the payment in front of them: capture, cancel, approve, confirm.

use paydesk_api::input::InputError;
use paydesk_api::operation::{AnswerStatus, Expectation};
use paydesk_api::resources::payments::calls::{
    ApprovePayment, CancelPayment, CapturePayment, ConfirmPayment, ConfirmPaymentInput, RejectPayment,
};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::{PaymentAction, PaymentStatus};

use super::plan::OperationPlan;
use super::precondition::PaymentPrecondition;

/// What a person wants done to a payment, before it is planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    Capture {
        amount: Money,
        prefix: String,
        suffix: String,
    },
    Cancel {
        reason: Option<String>,
    },
    Approve,
    /// Approve, at a service that captures the payment with it.
    ApproveAndCapture {
        amount: Money,
    },
    /// Cancels a payment in review, of a service that refuses to cancel it.
    Reject,
    /// Charges the method that is attached; none is sent along.
    Confirm,
}

impl Intent {
    pub fn action(&self) -> PaymentAction {
        match self {
            Self::Capture { .. } => PaymentAction::Capture,
            Self::Cancel { .. } | Self::Reject => PaymentAction::Cancel,
            Self::Approve | Self::ApproveAndCapture { .. } => PaymentAction::Approve,
            Self::Confirm => PaymentAction::Confirm,
        }
    }

    /// The plan for the payment as it was seen, or why there can be none.
    pub fn plan(&self, payment_id: &PaymentId, precondition: &PaymentPrecondition) -> Result<OperationPlan, String> {
        let payment_id = payment_id.clone();
        let plan = match self {
            Self::Capture { amount, prefix, suffix } => {
                check_capture(amount, precondition)?;
                let call = CapturePayment::new(payment_id, amount.minor).with_descriptor(prefix, suffix);
                OperationPlan { money: Some(amount.clone()), ..OperationPlan::of(&call) }
            }
            Self::Cancel { reason } => {
                let plan = OperationPlan::of(&CancelPayment { payment_id, cancellation_reason: reason.clone() });
                let mut expectation = plan.expectation.clone();
                if precondition.status == PaymentStatus::Succeeded {
                    expectation.statuses = AnswerStatus::CancelRemainder;
                }
                OperationPlan { expectation, ..plan }
            }
            Self::Approve => OperationPlan::of(&ApprovePayment { payment_id }),
            Self::ApproveAndCapture { amount } => {
                OperationPlan { money: Some(amount.clone()), ..OperationPlan::of(&ApprovePayment { payment_id }) }
            }
            Self::Reject => OperationPlan::of(&RejectPayment { payment_id }),
            Self::Confirm => {
                let call = ConfirmPayment::new(ConfirmPaymentInput::new(payment_id), precondition.at);
                OperationPlan::of(&call.map_err(|errors| first_text(&errors))?)
            }
        };
        let expectation =
            self.expects_end_of(&precondition.status, plan.expectation.clone().over(&precondition.amount));
        Ok(OperationPlan { expectation, ..plan })
    }

    /// A status that is not documented says nothing by itself: what shows that the action took effect is that it ended.
    /// A payment that was confirmed does not wait for that any more.
    fn expects_end_of(&self, precondition: &PaymentStatus, expectation: Expectation) -> Expectation {
        match self {
            Self::Confirm => expectation.ending(precondition.as_str()),
            Self::Capture { .. } => expectation,
            Self::Approve | Self::ApproveAndCapture { .. } | Self::Cancel { .. } | Self::Reject => {
                if precondition.is_documented() { expectation } else { expectation.ending(precondition.as_str()) }
            }
        }
    }
}

fn first_text(errors: &[InputError]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

fn check_capture(amount: &Money, precondition: &PaymentPrecondition) -> Result<(), String> {
    if amount.currency != precondition.amount.currency {
        Err("the currency differs from the payment's".to_owned())
    } else if amount.minor <= 0 {
        Err("enter an amount above zero".to_owned())
    } else if Some(amount.minor) > precondition.capturable_minor {
        Err(format!("{amount} is more than can be captured"))
    } else {
        Ok(())
    }
}
