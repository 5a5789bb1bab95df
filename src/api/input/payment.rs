//! What a payment is created of.

use super::address::{Billing, Contact};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::payment::{CaptureMethod, Pair};
use paydesk_domain::secret::SecretText;

/// What a payment is created of.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatePaymentInput {
    pub amount: Money,
    pub profile_id: BusinessProfileId,
    /// Of our choice: 1 to 64 letters, digits, `_`, `-`.
    pub payment_id: PaymentId,
    /// Whether it is charged at once.
    pub confirm: bool,
    pub details: PaymentDetails,
    /// Without our operation, which counts among the 50.
    pub metadata: Vec<Pair>,
}

/// Everything but ids, amount and metadata. Goods are reported in `order_details` only: there is no way to send
/// `items`, `line_items` or `cart_items`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentDetails {
    pub payer: Payer,
    pub description: String,
    pub return_url: String,
    pub capture_method: Option<CaptureMethod>,
    pub authentication_type: Option<AuthenticationType>,
    pub method: Option<MethodInput>,
    pub billing: Option<Billing>,
    pub shipping: Option<Billing>,
    pub setup_future_usage: Option<SetupFutureUsage>,
    pub merchant_order_reference_id: String,
    pub statement_descriptor_name: String,
    pub statement_descriptor_suffix: String,
    pub order_details: Vec<OrderDetail>,
    pub browser_info: Option<BrowserInfo>,
}

/// Who pays: a customer the service knows, or somebody once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payer {
    /// An id that the customers API gave; never one of our own invention.
    Customer {
        customer_id: CustomerId,
        /// For the receipt; empty for the one the service knows.
        email: String,
    },
    OneOff(Contact),
}

impl Default for Payer {
    fn default() -> Self {
        Self::OneOff(Contact::default())
    }
}

/// The method of a payment, with or without the data of the instrument.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodInput {
    pub method: PaymentMethod,
    /// `payment_method_type`; empty where it is left to the service.
    pub method_type: String,
    pub data: Option<MethodData>,
}

/// Values of `payment_method`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PaymentMethod {
    Card,
    BankTransfer,
    Wallet,
    PayLater,
    BankRedirect,
    Crypto,
    Upi,
}

impl PaymentMethod {
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The values of `payment_method_type` that go with it; none where they are providers' names.
    pub fn types(self) -> &'static [&'static str] {
        match self {
            Self::Card => &["credit", "debit"],
            Self::Crypto => &["crypto_currency"],
            Self::Upi => &["upi_collect", "upi_intent"],
            Self::BankTransfer | Self::Wallet | Self::PayLater | Self::BankRedirect => &[],
        }
    }

    /// Whether it cannot be charged without data: the specification shows none for the two others.
    pub fn needs_data(self) -> bool {
        match self {
            Self::Card | Self::BankTransfer | Self::Wallet | Self::BankRedirect | Self::Crypto => true,
            Self::PayLater | Self::Upi => false,
        }
    }

    /// Whether the customer is sent elsewhere and comes back to `return_url`.
    pub fn returns(self) -> bool {
        match self {
            Self::Wallet | Self::PayLater | Self::BankRedirect | Self::Crypto => true,
            Self::Card | Self::BankTransfer | Self::Upi => false,
        }
    }
}

/// The instrument. `Debug` shows nothing secret of it.
#[derive(Debug, Clone, PartialEq)]
pub enum MethodData {
    Card(CardData),
    Crypto(CryptoData),
    /// Of every other method: the object below `payment_method_data.<method>`.
    Named(NamedData),
}

/// `payment_method_data.crypto`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CryptoData {
    pub pay_currency: String,
    pub wallet_address: String,
    pub network: String,
    pub wallet_address_tag: String,
    pub payment_method_id: String,
    pub external_customer_id: String,
}

impl CryptoData {
    /// As it is sent: without blanks around its texts.
    pub fn trimmed(&self) -> Self {
        let text = |text: &str| text.trim().to_owned();
        Self {
            pay_currency: text(&self.pay_currency),
            wallet_address: text(&self.wallet_address),
            network: text(&self.network),
            wallet_address_tag: text(&self.wallet_address_tag),
            payment_method_id: text(&self.payment_method_id),
            external_customer_id: text(&self.external_customer_id),
        }
    }
}

/// `payment_method_data.<method>.<name>`: an object whose shape is the provider's.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NamedData {
    pub name: String,
    /// A JSON object, as the provider or the wallet's SDK gives it.
    pub json: SecretText,
}

/// A card as a person typed it; `Debug` shows nothing of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CardData {
    /// 12 to 19 digits; blanks and hyphens between them are not sent.
    pub number: SecretText,
    /// Two digits.
    pub exp_month: SecretText,
    /// Four digits.
    pub exp_year: SecretText,
    /// Three or four digits.
    pub cvc: SecretText,
    pub holder_name: SecretText,
    /// A card network's name in CamelCase.
    pub network: String,
    pub nick_name: String,
}

/// What the browser says of itself; any part of it may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BrowserInfo {
    pub ip_address: String,
    pub user_agent: String,
    pub accept_header: String,
    pub accept_language: String,
    pub language: String,
    pub os_type: String,
    pub os_version: String,
    pub device_model: String,
    pub referer: String,
    pub color_depth: Option<u32>,
    pub screen_height: Option<u32>,
    pub screen_width: Option<u32>,
    /// Offset from UTC in minutes.
    pub time_zone: Option<i32>,
    pub java_enabled: Option<bool>,
    pub java_script_enabled: Option<bool>,
}

/// One line of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDetail {
    pub name: String,
    pub quantity: u32,
    /// May be nothing: a gift is a line too.
    pub amount: Money,
}

/// Whether the customer has to authenticate ([API reference](crate::resources::payments::reference#create)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AuthenticationType {
    ThreeDs,
    /// The issuer may still challenge.
    NoThreeDs,
}

/// Whether the method is to be used again, and how ([API reference](crate::resources::payments::reference#create)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SetupFutureUsage {
    OnSession,
    OffSession,
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_words_are_those_of_the_api() {
        let names: Vec<&str> = AuthenticationType::iter().map(Into::into).collect();
        assert_eq!(names, ["three_ds", "no_three_ds"]);
        let names: Vec<&str> = SetupFutureUsage::iter().map(Into::into).collect();
        assert_eq!(names, ["on_session", "off_session"]);
    }
}
