//! A payment and what its status allows
//! (API reference).

use std::borrow::Cow;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::decline::{self, Retry, UNRECOGNISED_CODE};
use super::document::{DecodeError, Raw};
use super::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId};
use super::money::{Currency, Money};
use super::open_enum::open_enum;
use super::text::visible;

open_enum! {
    /// Status of a payment; a status this version does not know is stored verbatim and allows no capture.
    pub enum PaymentStatus {
        RequiresPaymentMethod = "requires_payment_method",
        RequiresConfirmation = "requires_confirmation",
        RequiresAction = "requires_action" | "requires_customer_action",
        Processing = "processing",
        RequiresCapture = "requires_capture",
        /// What our sandbox calls manual review; [which name a service has](super::review) is not documented.
        RequiresMerchantAction = "requires_merchant_action",
        Succeeded = "succeeded",
        Failed = "failed",
        Cancelled = "cancelled",
    }
    also {
        /// A part was captured, and the rest was released.
        PartiallyCaptured = "partially_captured",
        /// A part was captured, and the rest can be captured still.
        PartiallyCapturedAndCapturable = "partially_captured_and_capturable",
        /// Less than was asked for was authorized; it waits for its capture.
        PartiallyAuthorized = "partially_authorized_and_requires_capture",
        /// A part was captured, and another capture is on its way.
        PartiallyCapturedAndProcessing = "partially_captured_and_processing",
        /// It was captured, and reversed before the money moved.
        CancelledPostCapture = "cancelled_post_capture",
        /// What was paid is not what was asked for.
        Conflicted = "conflicted",
        /// It was not paid in time, or not captured.
        Expired = "expired",
    }
}

impl PaymentStatus {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::RequiresPaymentMethod => Cow::Borrowed("Requires payment method"),
            Self::RequiresConfirmation => Cow::Borrowed("Requires confirmation"),
            Self::RequiresAction => Cow::Borrowed("Requires action"),
            Self::Processing => Cow::Borrowed("Processing"),
            Self::RequiresCapture => Cow::Borrowed("Requires capture"),
            Self::RequiresMerchantAction => Cow::Borrowed("In review"),
            Self::Succeeded => Cow::Borrowed("Succeeded"),
            Self::Failed => Cow::Borrowed("Failed"),
            Self::Cancelled => Cow::Borrowed("Cancelled"),
            Self::PartiallyCaptured => Cow::Borrowed("Partially captured"),
            Self::PartiallyCapturedAndCapturable => Cow::Borrowed("Partially captured, rest to capture"),
            Self::PartiallyAuthorized => Cow::Borrowed("Partially authorized, to capture"),
            Self::PartiallyCapturedAndProcessing => Cow::Borrowed("Partially captured, processing"),
            Self::CancelledPostCapture => Cow::Borrowed("Cancelled after capture"),
            Self::Conflicted => Cow::Borrowed("Amount differs"),
            Self::Expired => Cow::Borrowed("Expired"),
            Self::Unknown(word) => Cow::Owned(visible(word, 30)),
        }
    }
}

impl PaymentStatus {
    /// Whether its meaning is known and is not manual review, whose name is not documented (API
    /// reference).
    pub fn is_documented(&self) -> bool {
        !matches!(self, Self::RequiresMerchantAction | Self::Unknown(_))
    }

    /// Whether an amount that is reported as capturable may be authorized: before and after, services report amounts that
    /// are not. Of a status that is not known, it [may be](Payment::may_be_capturable).
    pub fn may_hold_capturable(&self) -> bool {
        match self {
            Self::Unknown(_)
            | Self::RequiresCapture
            | Self::Succeeded
            | Self::PartiallyCaptured
            | Self::PartiallyCapturedAndCapturable
            | Self::PartiallyAuthorized
            | Self::PartiallyCapturedAndProcessing => true,
            Self::RequiresPaymentMethod
            | Self::RequiresConfirmation
            | Self::RequiresAction
            | Self::Processing
            | Self::RequiresMerchantAction
            | Self::Failed
            | Self::Cancelled
            | Self::CancelledPostCapture
            | Self::Conflicted
            | Self::Expired => false,
        }
    }

    /// Whether the payment waits to be confirmed: nothing was tried yet.
    pub fn is_unconfirmed(&self) -> bool {
        matches!(self, Self::RequiresPaymentMethod | Self::RequiresConfirmation)
    }

    /// Whether there is something to capture. Of an amount that is not known, the status alone decides; while a capture
    /// is on its way, no other is taken.
    pub fn can_be_captured(&self, capturable_minor: Option<i64>) -> bool {
        match capturable_minor {
            Some(_) if *self == Self::PartiallyCapturedAndProcessing => false,
            Some(minor) => minor > 0 && self.may_hold_capturable(),
            None => Self::TO_CAPTURE.contains(self),
        }
    }

    /// Whether the payment is over: nothing of it is expected to change but by a refund or a dispute.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled | Self::CancelledPostCapture | Self::Expired)
    }

    /// Whether a part of it was captured, as the status says.
    pub fn is_captured_in_part(&self) -> bool {
        matches!(
            self,
            Self::PartiallyCaptured | Self::PartiallyCapturedAndCapturable | Self::PartiallyCapturedAndProcessing
        )
    }

    /// The statuses of authorizations that wait for their capture.
    pub const TO_CAPTURE: [Self; 3] =
        [Self::RequiresCapture, Self::PartiallyAuthorized, Self::PartiallyCapturedAndCapturable];

    /// The statuses `POST /payments/list` filters by (API
    /// reference).
    pub const FILTERABLE: [Self; 5] =
        [Self::Succeeded, Self::Failed, Self::Processing, Self::RequiresCapture, Self::Cancelled];
}

/// When the money is taken: at once, or by a later capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaptureMethod {
    Automatic,
    Manual,
    Other(Arc<str>),
}

impl CaptureMethod {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Automatic => "automatic",
            Self::Manual => "manual",
            Self::Other(word) => word,
        }
    }

    pub fn from_word(word: &str) -> Self {
        match word {
            "automatic" => Self::Automatic,
            "manual" => Self::Manual,
            other => Self::Other(other.into()),
        }
    }
}

/// What a response reports of the card: never the number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardSummary {
    pub last4: Option<String>,
    pub brand: Option<String>,
    pub exp_month: Option<String>,
    pub exp_year: Option<String>,
}

impl CardSummary {
    /// Brand, last digits and end of validity: `visa ···· 4242, 12/2030`.
    pub fn text(&self) -> String {
        let number = self.last4.as_ref().map(|last4| format!("···· {last4}"));
        let expiry = match (&self.exp_month, &self.exp_year) {
            (Some(month), Some(year)) => Some(format!("{month}/{year}")),
            (_, _) => None,
        };
        let front: Vec<String> = self.brand.clone().into_iter().chain(number).collect();
        [front.join(" ")].into_iter().filter(|text| !text.is_empty()).chain(expiry).collect::<Vec<_>>().join(", ")
    }
}

/// One name–value pair of an object whose names we do not choose (metadata, error details).
pub type Pair = (String, String);

/// Why a payment failed, in the service's own message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentError {
    pub unified_code: Option<String>,
    pub unified_message: Option<String>,
    pub error_code: Option<String>,
    pub error_message: Option<String>,
    /// `error_details` flattened: `issuer_details.network_details.name` → value.
    pub details: Vec<Pair>,
}

/// Where `error_details` say why, the plainest first.
const REASON_DETAILS: [&str; 3] = ["connector_details.message", "issuer_details.message", "connector_details.reason"];

impl PaymentError {
    /// Why it failed, as plainly as the service says it: the unified message, or what the acquirer said where there is
    /// none or the code is the one of everything that was not recognised.
    pub fn reason(&self) -> Option<&str> {
        let unified = self.unified_message.as_deref().filter(|message| !message.is_empty());
        match self.unified_code.as_deref() {
            Some(UNRECOGNISED_CODE) => self.acquirers_reason().or(unified),
            Some(_) | None => unified.or_else(|| self.acquirers_reason()),
        }
    }

    /// Whether another attempt makes sense; `None` where the service gave no code.
    pub fn retry(&self) -> Option<Retry> {
        let code = self.unified_code.as_deref()?;
        Some(decline::retry_as_told(code, self.unified_message.as_deref()))
    }

    fn acquirers_reason(&self) -> Option<&str> {
        let detail = |name: &&str| self.details.iter().find(|(known, value)| known == name && !value.is_empty());
        let detail = REASON_DETAILS.iter().find_map(detail).map(|(_, value)| value.as_str());
        detail.or(self.error_message.as_deref().filter(|message| !message.is_empty()))
    }
}

/// One try to charge a payment, as a service shows it within the payment.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentAttempt {
    pub attempt_id: String,
    /// The service's own word: attempts have other statuses than payments.
    pub status: String,
    pub amount: Option<Money>,
    pub connector: Option<String>,
    pub created: Option<DateTime<Utc>>,
    pub error: PaymentError,
}

/// One capture of a payment that is captured in parts, as a service shows it within the payment.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentCapture {
    pub capture_id: String,
    /// The service's own word.
    pub status: String,
    pub amount: Option<Money>,
    pub error: PaymentError,
}

/// Records that a service shows within a payment. The specification shows none of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RelatedRecords {
    /// All refunds of the payment; `None` where the answer has no such field, and refunds that were made elsewhere are
    /// not known.
    pub refunds: Option<Vec<Raw>>,
    pub disputes: Vec<Raw>,
    /// What was refunded in all, in minor units, where the service sums it up.
    pub refunded_minor: Option<i64>,
    /// What was disputed in all, in minor units, where the service sums it up.
    pub disputed_minor: Option<i64>,
    pub attempts: Vec<PaymentAttempt>,
    pub captures: Vec<PaymentCapture>,
}

/// A payment as the service describes it. Optional fields are those the service may leave out.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    pub payment_id: PaymentId,
    pub status: PaymentStatus,
    pub amount: Money,
    pub amount_received: Option<Money>,
    pub amount_capturable: Option<Money>,
    pub merchant_id: Option<MerchantId>,
    pub profile_id: Option<BusinessProfileId>,
    pub capture_method: Option<CaptureMethod>,
    pub payment_method: Option<String>,
    pub payment_method_type: Option<String>,
    pub card: Option<CardSummary>,
    pub customer_id: Option<CustomerId>,
    pub email: Option<String>,
    pub description: Option<String>,
    pub statement_descriptor: Option<String>,
    pub metadata: Vec<Pair>,
    pub created: Option<DateTime<Utc>>,
    pub modified_at: Option<DateTime<Utc>>,
    pub captured_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub cancellation_reason: Option<String>,
    pub error: PaymentError,
    pub related: RelatedRecords,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with `client_secret` masked; shown and copied on demand.
    pub raw: Raw,
}

/// What can be done to a payment at the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentAction {
    Capture,
    Cancel,
    Approve,
    /// Charges the method that is attached.
    Confirm,
}

impl Payment {
    pub fn currency(&self) -> &Currency {
        &self.amount.currency
    }

    /// Who paid, by the first name that the payment has: its own, its customer's, that of the billing or the shipping
    /// address.
    pub fn payer_name(&self) -> Option<String> {
        let text = |path: &[&str]| {
            let found = path.iter().try_fold(&*self.raw, |value, name| value.get(name))?;
            found.as_str().map(str::trim).filter(|text| !text.is_empty())
        };
        let full_name = |party: &str| {
            let parts = ["first_name", "last_name"].map(|name| text(&[party, "address", name]));
            let name: Vec<&str> = parts.into_iter().flatten().collect();
            (!name.is_empty()).then(|| name.join(" "))
        };
        let own = text(&["name"]).or_else(|| text(&["customer", "name"])).map(str::to_owned);
        own.or_else(|| full_name("billing")).or_else(|| full_name("shipping"))
    }

    /// How much a capture may take: nothing where the service does not say.
    pub fn capturable_minor(&self) -> i64 {
        self.amount_capturable.as_ref().map_or(0, |money| money.minor)
    }

    /// What a cancellation releases after a part was captured: what was captured stays.
    pub fn remainder(&self) -> Option<Money> {
        let has_captured = self.amount_received.as_ref().is_some_and(|received| received.minor > 0);
        let left = self.amount.with_minor(self.capturable_minor());
        Some(left).filter(|left| has_captured && left.minor > 0)
    }

    /// Whether the status allows the action; the service has the last word
    /// (API reference). A status that is not documented may be
    /// [manual review](super::review), so that it can be approved and cancelled, and captured where an amount is reported
    /// as capturable.
    pub fn allows(&self, action: PaymentAction) -> bool {
        match action {
            PaymentAction::Capture => self.status.can_be_captured(Some(self.capturable_minor())),
            PaymentAction::Cancel => self.allows_cancel(),
            PaymentAction::Approve => !self.status.is_documented(),
            PaymentAction::Confirm => self.status == PaymentStatus::RequiresConfirmation,
        }
    }

    /// Whether an amount is reported as capturable in a status that is not documented: nothing shows that it is
    /// authorized, so a person is warned before it is captured.
    pub fn may_be_capturable(&self) -> bool {
        matches!(self.status, PaymentStatus::Unknown(_)) && self.capturable_minor() > 0
    }

    fn allows_cancel(&self) -> bool {
        match self.status {
            PaymentStatus::RequiresPaymentMethod
            | PaymentStatus::RequiresConfirmation
            | PaymentStatus::RequiresAction
            | PaymentStatus::Processing
            | PaymentStatus::RequiresCapture
            | PaymentStatus::RequiresMerchantAction
            | PaymentStatus::Unknown(_) => true,
            PaymentStatus::PartiallyAuthorized | PaymentStatus::PartiallyCapturedAndCapturable => true,
            PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured => self.capturable_minor() > 0,
            PaymentStatus::PartiallyCapturedAndProcessing => false,
            PaymentStatus::Failed | PaymentStatus::Cancelled | PaymentStatus::CancelledPostCapture => false,
            PaymentStatus::Conflicted | PaymentStatus::Expired => false,
        }
    }
}

/// One row of `POST /payments/list` (API reference).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRow {
    pub payment_id: PaymentId,
    pub status: PaymentStatus,
    pub amount: Money,
    pub created: Option<DateTime<Utc>>,
    /// How much can still be captured, where that is known: the list of the specification does not tell.
    pub capturable_minor: Option<i64>,
    /// How much was received, where that is known.
    pub received_minor: Option<i64>,
    /// Where the list tells.
    pub customer_id: Option<CustomerId>,
    /// Where the list tells.
    pub payment_method: Option<String>,
    pub unified_code: Option<String>,
    /// [Why it failed](PaymentError::reason), where that is known.
    pub unified_message: Option<String>,
}

impl PaymentRow {
    /// Whether another attempt may go through as it is: [`decline::is_worth_retry`].
    pub fn is_worth_retry(&self) -> bool {
        self.unified_code.as_deref().is_some_and(|code| decline::is_worth_retry(code, self.unified_message.as_deref()))
    }
}

impl From<&Payment> for PaymentRow {
    fn from(payment: &Payment) -> Self {
        Self {
            payment_id: payment.payment_id.clone(),
            status: payment.status.clone(),
            amount: payment.amount.clone(),
            created: payment.created,
            capturable_minor: payment.amount_capturable.as_ref().map(|money| money.minor),
            received_minor: payment.amount_received.as_ref().map(|money| money.minor),
            customer_id: payment.customer_id.clone(),
            payment_method: payment.payment_method.clone(),
            unified_code: payment.error.unified_code.clone(),
            unified_message: payment.error.reason().map(str::to_owned),
        }
    }
}

/// What a list of payments can be filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum PaymentFilterPart {
    Status,
    Currency,
    Method,
    Customer,
    Created,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_status_keeps_the_word_of_the_api_and_others_stay_verbatim() {
        for status in PaymentStatus::NAMED {
            assert_eq!(PaymentStatus::from_word(status.as_str()), status);
        }
        assert_eq!(PaymentStatus::from_word("on_hold").as_str(), "on_hold");
    }
}
