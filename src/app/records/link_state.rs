//! How a payment link stands, as it is shown. What that follows from stands with the kind, in `kinds/payment_link.rs`.

use std::borrow::Cow;

use crate::domain::payment::PaymentStatus;
use crate::domain::text::visible;

/// How a link stands, by its payment, its creation and its expiry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkState {
    /// Its payment succeeded.
    Paid,
    /// The last attempt to pay was declined; the link may take another.
    PaymentFailed,
    /// Somebody pays or paid, and this is how far the payment came.
    OnItsWay(PaymentStatus),
    Active,
    Expired,
    /// The service reported a word of its own.
    Other(String),
    /// Neither the link's answer nor its payment reported one.
    NotReported,
}

impl LinkState {
    /// The word it is shown with.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::Paid => Cow::Borrowed("Paid"),
            Self::PaymentFailed => Cow::Borrowed("Payment failed"),
            Self::OnItsWay(status) => status.label(),
            Self::Active => Cow::Borrowed("Active"),
            Self::Expired => Cow::Borrowed("Expired"),
            Self::Other(word) => Cow::Owned(visible(word, 30)),
            Self::NotReported => Cow::Borrowed("Not told"),
        }
    }
}
