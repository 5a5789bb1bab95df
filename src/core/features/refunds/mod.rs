//! Refunds: money given back, of which the service lists nothing.
//!
//! What is known of them is in our own ledger ([`crate::records`]). Here is the dialog that makes one, with the
//! refundable balance, and what the panel has open.

pub mod dialog;
mod make;
mod polling;
mod refundable;
mod text;
mod totals;

use crate::context::Context;
use crate::features::payments::Payments;
use paydesk_domain::ids::PaymentId;

/// What the dialog is filled in for.
pub use dialog::{DisputesRead, RefundDialog};
pub(crate) use make::confirm_refund;
pub use make::{is_refundable, why_not_in_status, why_not_refund};
pub use paydesk_api::input::{CreateRefundInput, INSTANT};
pub use polling::{RefundPolling, why_not_ask_refund};
pub use refundable::{RefundAmountError, RefundableBalance, check_refund, refundable_balance};
pub(crate) use refundable::{known_refunds, refund_excess, refunds_needed_since};
pub use totals::{CurrencyTotal, totals};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Refunds {
    pub polling: RefundPolling,
}

/// What the person does about refunds.
#[derive(Debug, Clone, PartialEq)]
pub enum RefundsAction {
    /// Asks for the status of a pending refund.
    CheckStatus(String),
    /// Opens the dialog that refunds a payment that was read.
    Ask(PaymentId),
}

impl Refunds {
    pub(crate) fn handle(&mut self, action: RefundsAction, payments: &Payments, cx: &mut Context<'_>) {
        match action {
            RefundsAction::CheckStatus(id) => self.polling.check_status(&id, cx),
            RefundsAction::Ask(payment_id) => make::ask_refund(payments, &payment_id, cx),
        }
    }
}
