//! What a person wants done to the payment in front of them: capture, cancel, approve.

use crate::api::operation::StatusWords;
use crate::api::resources::payments::calls::{ApprovePayment, CancelPayment, CapturePayment};
use crate::domain::ids::PaymentId;
use crate::domain::money::Money;
use crate::domain::payment::{PaymentAction, PaymentStatus};

use super::plan::OperationPlan;
use super::precondition::PaymentPrecondition;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    Capture { amount: Money, prefix: String, suffix: String },
    Cancel { reason: Option<String> },
    Approve,
}

impl Intent {
    pub fn action(&self) -> PaymentAction {
        match self {
            Self::Capture { .. } => PaymentAction::Capture,
            Self::Cancel { .. } => PaymentAction::Cancel,
            Self::Approve => PaymentAction::Approve,
        }
    }

    /// The plan for the payment as it was seen, or why there can be none.
    pub fn plan(&self, payment_id: &PaymentId, seen: &PaymentPrecondition) -> Result<OperationPlan, String> {
        let payment_id = payment_id.clone();
        let plan = match self {
            Self::Capture { amount, prefix, suffix } => {
                check_capture(amount, seen)?;
                let call = CapturePayment::new(payment_id, amount.minor).with_descriptor(prefix, suffix);
                let plan = OperationPlan::of(&call);
                let received = seen.received_minor.unwrap_or(0).saturating_add(amount.minor);
                let expectation = plan.expectation.clone().having_received(received);
                OperationPlan { money: Some(amount.clone()), expectation, ..plan }
            }
            Self::Cancel { reason } => {
                let plan = OperationPlan::of(&CancelPayment { payment_id, cancellation_reason: reason.clone() });
                let mut expectation = plan.expectation.clone();
                if seen.status == PaymentStatus::Succeeded {
                    expectation.statuses = StatusWords::CancelRemainder;
                }
                OperationPlan { expectation, ..plan }
            }
            Self::Approve => OperationPlan::of(&ApprovePayment { payment_id }),
        };
        Ok(OperationPlan { expectation: plan.expectation.clone().over(&seen.amount), ..plan })
    }
}

fn check_capture(amount: &Money, seen: &PaymentPrecondition) -> Result<(), String> {
    if amount.currency != seen.amount.currency {
        Err("the currency differs from the payment's".to_owned())
    } else if amount.minor <= 0 {
        Err("an amount above zero is needed".to_owned())
    } else if Some(amount.minor) > seen.capturable_minor {
        Err(format!("{amount} is more than can be captured"))
    } else {
        Ok(())
    }
}
