//! What became of a payment after it was captured, which its status does not tell: captured or refunded in part, refunded,
//! disputed. The one place that decides which of these a payment is shown with.
//!
//! Nothing is guessed: where an amount is not known that decides it, the status of the service stays.

use super::payment::{PaymentRow, PaymentStatus};

/// What a payment is shown with in place of its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum PaymentMark {
    /// A part was captured; the rest can be captured still, or was given up.
    PartiallyCaptured,
    PartiallyRefunded,
    Refunded,
    /// A bank wants the money back, or has taken it back.
    Disputed,
}

/// What is known of a payment beside its own record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KnownOfPayment {
    /// What refunds that succeeded gave back, in the lowest unit.
    pub refunded_minor: i64,
    /// A dispute of it claims the money, or took it.
    pub is_disputed: bool,
}

impl PaymentMark {
    /// The word it is shown with.
    pub fn label(self) -> &'static str {
        match self {
            Self::PartiallyCaptured => "Partially captured",
            Self::PartiallyRefunded => "Partially refunded",
            Self::Refunded => "Refunded",
            Self::Disputed => "Disputed",
        }
    }

    /// What `payment` is shown with; `None` where its status says all that is known.
    pub fn of(payment: &PaymentRow, known: KnownOfPayment) -> Option<Self> {
        if !took_money(&payment.status) {
            return None;
        }
        if known.is_disputed {
            return Some(Self::Disputed);
        }
        let captured = is_captured_in_part(payment).then_some(Self::PartiallyCaptured);
        let has_rest = payment.capturable_minor.is_some_and(|minor| minor > 0);
        captured.filter(|_| has_rest).or_else(|| refunded(payment, known.refunded_minor)).or(captured)
    }

    /// Whether reading the payment would tell what it is shown with: a part was refunded of an amount that is not known.
    pub fn needs_read(payment: &PaymentRow, known: KnownOfPayment) -> bool {
        let is_open = known.refunded_minor > 0 && payment.received_minor.is_none() && took_money(&payment.status);
        is_open && Self::of(payment, known).is_none()
    }
}

/// Whether money of it was taken, as the status says.
fn took_money(status: &PaymentStatus) -> bool {
    *status == PaymentStatus::Succeeded || status.is_captured_in_part()
}

/// Whether a part of it was captured, and is known to be: the rest can be captured still, or was given up.
pub fn is_captured_in_part(payment: &PaymentRow) -> bool {
    let amount = payment.amount.minor;
    let has_rest = || payment.capturable_minor.is_some_and(|minor| minor > 0);
    let is_part = || payment.received_minor.is_some_and(|received| received > 0 && received < amount);
    match payment.status == PaymentStatus::Succeeded {
        true => has_rest() || is_part(),
        false => {
            payment.status.is_captured_in_part() && payment.status != PaymentStatus::PartiallyCapturedAndProcessing
        }
    }
}

/// By what was received, or where that is not known by the whole amount: no more than it can be given back.
fn refunded(payment: &PaymentRow, minor: i64) -> Option<PaymentMark> {
    let all = payment.received_minor.unwrap_or(payment.amount.minor);
    if minor <= 0 || all <= 0 {
        return None;
    }
    match minor < all {
        false => Some(PaymentMark::Refunded),
        true => payment.received_minor.map(|_| PaymentMark::PartiallyRefunded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PaymentId;
    use crate::money::{Currency, Money};
    use PaymentMark::{Disputed, PartiallyCaptured, PartiallyRefunded, Refunded};

    fn row(status: &str, received_minor: Option<i64>, capturable_minor: Option<i64>) -> PaymentRow {
        PaymentRow {
            payment_id: PaymentId::new("pay_1"),
            status: PaymentStatus::from_word(status),
            amount: Money::new(1_000, Currency::iso4217("EUR")),
            created: None,
            capturable_minor,
            received_minor,
            customer_id: None,
            payment_method: None,
            unified_code: None,
            unified_message: None,
        }
    }

    #[test]
    fn a_payment_is_shown_with_what_became_of_it_as_far_as_that_is_known() {
        for (status, received, capturable, refunded_minor, expected) in [
            ("succeeded", Some(1_000), Some(0), 0, None),
            ("succeeded", None, None, 0, None),
            ("succeeded", Some(600), Some(400), 0, Some(PartiallyCaptured)),
            ("succeeded", Some(600), Some(0), 0, Some(PartiallyCaptured)),
            ("partially_captured", None, None, 0, Some(PartiallyCaptured)),
            ("partially_captured_and_capturable", None, None, 0, Some(PartiallyCaptured)),
            ("partially_captured_and_processing", Some(600), Some(400), 0, None),
            ("succeeded", Some(1_000), Some(0), 300, Some(PartiallyRefunded)),
            ("succeeded", Some(1_000), Some(0), 1_000, Some(Refunded)),
            // Of what was received, not of what was asked for.
            ("succeeded", Some(600), Some(0), 600, Some(Refunded)),
            ("succeeded", Some(600), Some(0), 300, Some(PartiallyRefunded)),
            // The rest is captured first.
            ("succeeded", Some(600), Some(400), 300, Some(PartiallyCaptured)),
            // How much was received is not known: 300 may have been all of it.
            ("succeeded", None, None, 300, None),
            ("succeeded", None, None, 1_000, Some(Refunded)),
            ("cancelled", Some(0), Some(0), 300, None),
            ("requires_capture", Some(0), Some(1_000), 0, None),
            ("failed", None, None, 0, None),
            ("on_hold", Some(600), Some(400), 300, None),
        ] {
            let payment = row(status, received, capturable);
            let known = KnownOfPayment { refunded_minor, is_disputed: false };
            assert_eq!(PaymentMark::of(&payment, known), expected, "{payment:?} {refunded_minor}");
        }
        let disputed = KnownOfPayment { refunded_minor: 1_000, is_disputed: true };
        assert_eq!(PaymentMark::of(&row("succeeded", None, None), disputed), Some(Disputed));
        assert_eq!(PaymentMark::of(&row("failed", None, None), disputed), None);
    }

    #[test]
    fn what_reading_would_tell_is_known() {
        let known = KnownOfPayment { refunded_minor: 300, is_disputed: false };
        assert!(PaymentMark::needs_read(&row("succeeded", None, None), known));
        assert!(!PaymentMark::needs_read(&row("succeeded", Some(600), None), known));
        assert!(!PaymentMark::needs_read(&row("succeeded", None, None), KnownOfPayment::default()));
        assert!(!PaymentMark::needs_read(&row("failed", None, None), known));
    }
}
