//! What the dialogs about a payment hold, and what is checked while one is filled in.

use chrono::{DateTime, Utc};

use crate::operations::PaymentPrecondition;
use paydesk_domain::descriptor::{DESCRIPTOR_MAX_CHARS, captured_descriptor};
use paydesk_domain::money::{AmountError, Money, parse_part};
use paydesk_domain::payment::{Payment, PaymentAction};

/// A confirmation on one payment.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentDialog {
    pub action: PaymentAction,
    pub payment: Payment,
    pub precondition: PaymentPrecondition,
    pub opened_at: DateTime<Utc>,
}

/// A confirmation with a test card, and what was seen when it was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct TestCardDialog {
    pub payment: Payment,
    pub precondition: PaymentPrecondition,
    pub opened_at: DateTime<Utc>,
}

/// What is typed into the capture dialog, checked as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureCheck {
    /// What will be taken, and what stays capturable after it.
    pub amount: Result<(Money, Money), CaptureAmountError>,
    /// What the capture puts on the statement; `None` where the payment's own descriptor stays.
    pub descriptor: Option<String>,
    /// Of prefix and suffix together; more than [`DESCRIPTOR_MAX_CHARS`] should not be sent, and may.
    pub descriptor_chars: usize,
}

/// Why an amount cannot be captured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptureAmountError {
    #[error(transparent)]
    Typed(#[from] AmountError),
    #[error("Enter an amount above zero")]
    Zero,
    #[error("At most {0} can be captured")]
    TooMuch(Money),
}

impl CaptureCheck {
    /// Whether the text is longer than a statement is documented to have room for.
    pub fn is_descriptor_long(&self) -> bool {
        self.descriptor_chars > DESCRIPTOR_MAX_CHARS
    }
}

/// Checks what is typed against what the payment allows, before anything is sent.
pub fn check_capture(payment: &Payment, amount_text: &str, prefix: &str, suffix: &str) -> CaptureCheck {
    CaptureCheck {
        amount: check_amount(payment, amount_text),
        descriptor: captured_descriptor(prefix, suffix),
        descriptor_chars: prefix.chars().count() + suffix.chars().count(),
    }
}

fn check_amount(payment: &Payment, amount_text: &str) -> Result<(Money, Money), CaptureAmountError> {
    let capturable = payment.amount.with_minor(payment.capturable_minor());
    let amount = parse_part(amount_text, &capturable)?;
    if amount.minor == 0 {
        return Err(CaptureAmountError::Zero);
    }
    if amount.minor > capturable.minor {
        return Err(CaptureAmountError::TooMuch(capturable));
    }
    let remains = capturable.with_minor(capturable.minor - amount.minor);
    Ok((amount, remains))
}
