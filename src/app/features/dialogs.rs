//! Dialogs: they only confirm what moves money, and hold what the person saw when they opened.

use chrono::{DateTime, Utc};

use crate::app::features::payments::unconfirmed::TestCardDialog;
use crate::app::features::payouts::PayoutDialog;
use crate::app::features::refunds::RefundDialog;
use crate::app::features::toasts::ToastKind;
use crate::app::operations::{Input, Intent, PaymentPrecondition, Precondition, Submission};
use crate::app::state::State;
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::money::{AmountError, Money, parse_amount};
use crate::domain::payment::{DescriptorError, Payment, PaymentAction, check_capture_descriptor};
use crate::domain::profile::ProfileId;

/// What stands before the window, if anything.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    /// Confirms an action on a payment.
    Payment(Box<PaymentDialog>),
    /// Confirms that a payout is paid out.
    FulfillPayout(Box<PayoutDialog>),
    /// Confirms a payment with a test card.
    TestCard(Box<TestCardDialog>),
    /// Refunds a payment.
    Refund(Box<RefundDialog>),
    /// Sends an operation again whose first attempt is not known to have happened.
    SendAgain {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// Closes an unknown outcome by the person's word.
    CloseUnknown {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// Forgets a profile and its keys.
    RemoveProfile {
        profile_id: ProfileId,
        opened_at: DateTime<Utc>,
    },
    /// Lets the profile at work change things in production until the desk is closed.
    UnlockProduction {
        profile_id: ProfileId,
        opened_at: DateTime<Utc>,
    },
    /// The value of a key that was just made.
    NewApiKey {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// The window is to be closed and waits for what is under way.
    Closing {
        opened_at: DateTime<Utc>,
    },
    Palette,
    Shortcuts,
}

impl Dialog {
    /// Whether it shows the value of the key that this operation made.
    pub(in crate::app) fn is_of_new_key(&self, id: &OperationId) -> bool {
        matches!(self, Self::NewApiKey { operation_id, .. } if operation_id == id)
    }
}

/// A confirmation on one payment.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentDialog {
    pub action: PaymentAction,
    pub payment: Payment,
    pub seen: PaymentPrecondition,
    pub opened_at: DateTime<Utc>,
}

/// What is typed into the capture dialog, checked as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureCheck {
    /// What will be taken, and what stays capturable after it.
    pub amount: Result<(Money, Money), CaptureAmountError>,
    pub descriptor: Result<(), DescriptorError>,
    pub descriptor_chars: usize,
}

/// Why an amount cannot be captured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptureAmountError {
    #[error(transparent)]
    Typed(#[from] AmountError),
    #[error("An amount above zero is needed")]
    Zero,
    #[error("At most {0} can be captured")]
    TooMuch(Money),
}

/// Checks what is typed against what the payment allows, before anything is sent.
pub fn check_capture(payment: &Payment, amount_text: &str, prefix: &str, suffix: &str) -> CaptureCheck {
    CaptureCheck {
        amount: check_amount(payment, amount_text),
        descriptor: check_capture_descriptor(prefix, suffix),
        descriptor_chars: prefix.chars().count() + suffix.chars().count(),
    }
}

fn check_amount(payment: &Payment, amount_text: &str) -> Result<(Money, Money), CaptureAmountError> {
    let amount = parse_amount(amount_text, payment.currency())?;
    let capturable = payment.amount.with_minor(payment.capturable_minor());
    if amount.minor == 0 {
        return Err(CaptureAmountError::Zero);
    }
    if amount.minor > capturable.minor {
        return Err(CaptureAmountError::TooMuch(capturable));
    }
    let remains = capturable.with_minor(capturable.minor - amount.minor);
    Ok((amount, remains))
}

impl State {
    /// Opens the confirmation of an action, if the payment allows it and nothing is under way for it.
    pub(in crate::app) fn ask_payment_action(&mut self, payment_id: &PaymentId, action: PaymentAction) {
        let Some(detail) = self.workspace.payments.detail(payment_id) else { return };
        let Some(payment) = detail.value().filter(|payment| payment.allows(action)) else { return };
        if self.workspace.operations.open_of(payment_id).is_some() || self.read_only_reason().is_some() {
            return;
        }
        let seen = PaymentPrecondition::of(payment, detail.read_at().unwrap_or(self.now));
        let payment = payment.clone();
        self.dialog = Some(Dialog::Payment(Box::new(PaymentDialog { action, payment, seen, opened_at: self.now })));
    }

    pub(in crate::app) fn ask_send_again(&mut self, operation_id: OperationId) {
        self.dialog = Some(Dialog::SendAgain { operation_id, opened_at: self.now });
    }

    pub(in crate::app) fn ask_close_unknown(&mut self, operation_id: OperationId) {
        self.dialog = Some(Dialog::CloseUnknown { operation_id, opened_at: self.now });
    }

    /// The person confirmed the open payment dialog. Without one, nothing happens: a second Enter finds none.
    pub(in crate::app) fn confirm_payment_dialog(&mut self, intent: Intent) {
        match self.dialog.take() {
            Some(Dialog::Payment(dialog)) if dialog.action == intent.action() => {
                let (payment_id, seen) = (dialog.payment.payment_id, dialog.seen);
                match intent.plan(&payment_id, &seen) {
                    Ok(plan) => {
                        let id = self.rng.operation_id();
                        self.submit(Submission { id, plan, seen: Precondition::Payment(seen) })
                    }
                    Err(reason) => {
                        let text = format!("Not sent: {reason}");
                        self.toasts.show(self.now, ToastKind::Attention, text, Some(payment_id));
                    }
                }
            }
            other => {
                self.dialog = other;
            }
        }
    }

    pub(in crate::app) fn confirm_send_again(&mut self) {
        match self.dialog.take() {
            Some(Dialog::SendAgain { operation_id, .. }) => {
                self.operate_on(&operation_id, Input::SendAgain(&operation_id));
            }
            other => {
                self.dialog = other;
            }
        }
    }

    pub(in crate::app) fn confirm_close_unknown(&mut self) {
        match self.dialog.take() {
            Some(Dialog::CloseUnknown { operation_id, .. }) => {
                self.operate_on(&operation_id, Input::CloseUnknown(&operation_id));
            }
            other => {
                self.dialog = other;
            }
        }
    }

    pub(in crate::app) fn show_dialog(&mut self, dialog: Option<Dialog>) {
        self.dialog = dialog;
    }
}
