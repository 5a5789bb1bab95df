//! Texts of the list of payments.

use crate::domain::payment_mark::PaymentMark;

pub const REMAINDERS_ARE_READ: &str = "Remainders of partial captures are listed once Paydesk has read the payment";

/// `Partially captured · 17.80 left`.
pub fn with_rest(status: &str, rest: &str) -> String {
    format!("{status} · {rest} left")
}

pub fn left_to_capture(rest: &str, currency: &str) -> String {
    format!("{rest} {currency} left to capture")
}

/// That the service does not filter by this, and how far Paydesk does.
pub fn filtered_by_mark(mark: PaymentMark, is_whole: bool) -> String {
    let known = match mark {
        PaymentMark::PartiallyCaptured => "as far as the captured amounts are known",
        PaymentMark::PartiallyRefunded | PaymentMark::Refunded => "as far as their refunds are known",
        PaymentMark::Disputed => "as far as their disputes are known",
    };
    let read = if is_whole { "" } else { ". Not all payments are read yet" };
    format!("Filtered locally, {known}{read}")
}
