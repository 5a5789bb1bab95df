//! A voucher as the service reports it.

use std::borrow::Cow;

use super::document::Raw;
use super::ids::{CustomerId, id_newtype};
use super::money::Money;
use super::open_enum::open_enum;
use super::text::visible;

id_newtype! {
    /// Identifies a voucher, in the service's terms.
    VoucherId,
}

open_enum! {
    /// Whether a voucher can be spent.
    pub enum VoucherStatus {
        Active = "active",
        Spent = "spent",
        Withdrawn = "withdrawn",
    }
}

impl VoucherStatus {
    /// The word it is shown with.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::Active => Cow::Borrowed("Active"),
            Self::Spent => Cow::Borrowed("Spent"),
            Self::Withdrawn => Cow::Borrowed("Withdrawn"),
            Self::Unknown(word) => Cow::Owned(visible(word, 30)),
        }
    }
}

/// A voucher.
#[derive(Debug, Clone, PartialEq)]
pub struct Voucher {
    pub voucher_id: VoucherId,
    pub customer_id: Option<CustomerId>,
    pub amount: Money,
    pub status: VoucherStatus,
    /// The answer as it came, with secrets masked.
    pub raw: Raw,
}
