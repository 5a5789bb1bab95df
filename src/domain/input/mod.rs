//! What a person gives to make or change something at the service: plain data, one type per form.
//!
//! A text that is empty counts as not given. The rules of the fields are checked where a call is built of an input, and
//! what is broken is an [`InputError`]; how an input is sent is the business of the calls too.

mod address;
mod api_key;
mod customer;
mod payment;
mod payment_link;
mod refund;
mod rule;
mod subscription;

pub use address::{
    Address, AddressShape, Billing, BillingShape, CUSTOMER_ADDRESS, Contact, PAYMENT_BILLING, PAYOUT_BILLING, Phone,
    SUBSCRIPTION_BILLING,
};
pub use api_key::{CreateApiKeyInput, KeyExpiration};
pub use customer::{CreateCustomerInput, UpdateCustomerInput};
pub use payment::{
    AuthenticationType, BrowserInfo, CardData, CreatePaymentInput, CryptoData, MethodData, MethodInput, NamedData,
    OrderDetail, Payer, PaymentDetails, PaymentMethod, SetupFutureUsage,
};
pub use payment_link::{CreatePaymentLinkInput, ONE_TIME, PaymentLinkConfig};
pub use refund::{CreateRefundInput, INSTANT};
pub use rule::{InputError, Rule, Severity, is_refused};
pub use subscription::{
    Acceptance, CaptureSchedule, ConfirmSubscriptionInput, CreateSubscriptionInput, CustomerAcceptance, PaymentType,
    SubscriptionData, SubscriptionMethod, UpdateSubscriptionInput,
};
