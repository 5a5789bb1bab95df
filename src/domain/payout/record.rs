//! A payout as the service reports it (API reference).
//!
//! Only what is acted upon is certain to be there: id, amount and status. Where the money goes is shown masked, as the
//! service masked it.

use chrono::{DateTime, Utc};

use super::PayoutStatus;
use crate::document::{DecodeError, Raw};
use crate::ids::{BusinessProfileId, CustomerId, MerchantId, PayoutId};
use crate::money::Money;
use crate::payment::{Pair, PaymentError};

/// A payout: the answer to its creation and its fulfilment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    pub payout_id: PayoutId,
    pub status: PayoutStatus,
    pub amount: Money,
    pub merchant_id: Option<MerchantId>,
    /// Ours: what a creation is found again by.
    pub merchant_order_reference_id: Option<String>,
    pub payout_type: Option<String>,
    /// `payout_method_data` in its masked form, as `bank.iban → ****3000`.
    pub method: Vec<Pair>,
    pub billing: Vec<Pair>,
    pub auto_fulfill: Option<bool>,
    pub customer: PayoutCustomer,
    pub return_url: Option<String>,
    pub business_country: Option<String>,
    pub description: Option<String>,
    pub entity_type: Option<String>,
    pub recurring: Option<bool>,
    /// Names as they are, values as texts.
    pub metadata: Vec<Pair>,
    pub merchant_connector_id: Option<String>,
    /// Why it failed; empty where it did not.
    pub error: PaymentError,
    pub profile_id: Option<BusinessProfileId>,
    pub created: Option<DateTime<Utc>>,
    /// Only in the answer to an update.
    pub modified_at: Option<DateTime<Utc>>,
    pub connector_transaction_id: Option<String>,
    pub priority: Option<String>,
    pub attempts: Vec<PayoutAttempt>,
    pub payout_link: Option<PayoutLink>,
    /// The saved method, where there is one.
    pub payout_method_id: Option<String>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with `client_secret` masked.
    pub raw: Raw,
}

/// Who is paid, of `customer` or else of the deprecated fields beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PayoutCustomer {
    pub id: Option<CustomerId>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub phone_country_code: Option<String>,
}

impl Payout {
    /// Whether it was created with `auto_fulfill`: the service pays it out, and no call for it is needed.
    pub fn is_fulfilled_automatically(&self) -> bool {
        self.auto_fulfill == Some(true)
    }

    /// The name of who is paid, as the service reports it: of the customer, or else of the holder of the account.
    pub fn recipient_name(&self) -> Option<&str> {
        let holder = self.method.iter().find(|(name, value)| name.ends_with("holder_name") && !value.contains('*'));
        let names = self.customer.name.as_deref().into_iter().chain(holder.map(|(_, value)| value.as_str()));
        names.map(str::trim).find(|name| !name.is_empty())
    }
}

/// One attempt of the service to pay out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutAttempt {
    pub attempt_id: String,
    pub status: PayoutStatus,
    pub amount: Money,
    pub connector: Option<String>,
    pub connector_transaction_id: Option<String>,
}

/// The page where the recipient says where the money should go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutLink {
    pub payout_link_id: Option<String>,
    pub link: String,
}

/// The answer to an update: six fields, of which the status is the only documented way to read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutUpdate {
    pub payout_id: PayoutId,
    pub status: PayoutStatus,
    pub amount: Money,
    pub description: Option<String>,
    pub modified_at: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    pub raw: Raw,
}
