//! What a subscription is created, confirmed and changed with.

use chrono::{DateTime, Utc};

use super::address::Billing;
use super::payment::{AuthenticationType, CardData, CryptoData, NamedData, SetupFutureUsage};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, SubscriptionId};
use paydesk_domain::secret::SecretText;

/// What a subscription is created of. Texts that are empty are not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateSubscriptionInput {
    /// Travels in the header `X-Profile-Id`.
    pub profile_id: BusinessProfileId,
    pub customer_id: CustomerId,
    /// The price, which has an amount, a currency and a period.
    pub item_price_id: String,
    /// Ours: what the subscription is found again by.
    pub merchant_reference_id: String,
    pub plan_id: String,
    pub coupon_code: String,
    pub billing: Option<Billing>,
    pub shipping: Option<Billing>,
    /// `payment_details.return_url`: where the customer comes back to.
    pub return_url: String,
    pub authentication_type: Option<AuthenticationType>,
    pub capture_method: Option<CaptureSchedule>,
    /// `on_session` where it is left to the service.
    pub setup_future_usage: Option<SetupFutureUsage>,
    pub payment_type: Option<PaymentType>,
}

/// `capture_method` of a subscription's payments: `automatic` where it is left to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CaptureSchedule {
    Automatic,
    Manual,
    ManualMultiple,
    Scheduled,
    SequentialAutomatic,
}

/// `payment_type` of creation and confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PaymentType {
    Normal,
    NewMandate,
    SetupMandate,
    RecurringMandate,
}

impl PaymentType {
    /// The value of the API.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// What a subscription is confirmed with. Texts that are empty are not sent.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmSubscriptionInput {
    /// Travels in the header `X-Profile-Id`.
    pub profile_id: BusinessProfileId,
    pub subscription_id: SubscriptionId,
    /// Of the creation, good for 15 minutes; optional.
    pub client_secret: SecretText,
    pub payment_method: SubscriptionMethod,
    /// A card without data is charged by `payment_token`.
    pub data: Option<SubscriptionData>,
    pub payment_method_type: String,
    pub payment_type: Option<PaymentType>,
    /// The reference of a stored method.
    pub payment_token: String,
    pub customer_acceptance: Option<CustomerAcceptance>,
    pub billing: Option<Billing>,
    pub shipping: Option<Billing>,
}

/// `payment_method` of a confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SubscriptionMethod {
    Card,
    Wallet,
    BankRedirect,
    BankTransfer,
    BankDebit,
    PayLater,
    Crypto,
    Upi,
    Voucher,
    GiftCard,
    OpenBanking,
    MobilePayment,
    NetworkToken,
}

/// The instrument. `Debug` shows nothing of it.
#[derive(Debug, Clone, PartialEq)]
pub enum SubscriptionData {
    Card(CardData),
    Crypto(CryptoData),
    /// Of the methods whose data is below a name: `payment_method_data.<method>.<name>`.
    Named(NamedData),
    /// Of every other method: `payment_method_data` as a JSON object, in the shape of the provider.
    Other(SecretText),
}

/// How the customer has agreed to be charged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerAcceptance {
    pub acceptance: Acceptance,
    pub accepted_at: Option<DateTime<Utc>>,
}

/// `acceptance_type`, with what has to be sent of the customer's browser when it was online.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    Online { ip_address: String, user_agent: String },
    Offline,
}

/// Which plan, at which price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateSubscriptionInput {
    /// Travels in the header `X-Profile-Id`.
    pub profile_id: BusinessProfileId,
    pub subscription_id: SubscriptionId,
    pub plan_id: String,
    pub item_price_id: String,
}
