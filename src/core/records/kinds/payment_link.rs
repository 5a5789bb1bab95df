//! Payment links. How one is follows from its payment, its own answer and its expiry.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::payment_links::wire::decode_payment_link;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payment_link::{PaymentLink, PaymentLinkStatus};
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;

/// The status of a link, by its payment, its creation and its expiry.
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
            Self::NotReported => Cow::Borrowed("Not reported"),
        }
    }
}

impl From<&LinkState> for RecordStatus {
    fn from(state: &LinkState) -> Self {
        let meaning = match state {
            LinkState::Paid => StatusKind::Succeeded,
            LinkState::PaymentFailed => StatusKind::Failed,
            LinkState::OnItsWay(status) => payment_meaning(status),
            LinkState::Active => StatusKind::Open,
            LinkState::Expired => StatusKind::Closed,
            LinkState::Other(_) | LinkState::NotReported => StatusKind::Unknown,
        };
        Self::new(state.label(), meaning)
    }
}

fn payment_meaning(status: &PaymentStatus) -> StatusKind {
    match status {
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => StatusKind::Waiting,
        PaymentStatus::RequiresAction => StatusKind::ActionRequired,
        PaymentStatus::Processing => StatusKind::Processing,
        PaymentStatus::RequiresCapture
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndCapturable => StatusKind::Due,
        PaymentStatus::PartiallyCapturedAndProcessing => StatusKind::Processing,
        PaymentStatus::PartiallyCaptured => StatusKind::Completed,
        PaymentStatus::CancelledPostCapture | PaymentStatus::Expired => StatusKind::Closed,
        PaymentStatus::Conflicted => StatusKind::ActionRequired,
        PaymentStatus::RequiresMerchantAction => StatusKind::InReview,
        PaymentStatus::Succeeded => StatusKind::Succeeded,
        PaymentStatus::Failed => StatusKind::Failed,
        PaymentStatus::Cancelled => StatusKind::Closed,
        PaymentStatus::Unknown(_) => StatusKind::Unknown,
    }
}

impl RecordKind for PaymentLink {
    const KIND: ResourceKind = ResourceKind::PaymentLink;
    const ID_FIELD: &str = "payment_link_id";
    const FOLLOWS_PAYMENT: bool = true;

    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError> {
        decode_payment_link(reported, units)
    }

    fn amount(&self) -> Option<Money> {
        self.amount.clone()
    }

    fn rank(status: &str) -> Option<u8> {
        match PaymentLinkStatus::from_word(status) {
            PaymentLinkStatus::Active => Some(0),
            PaymentLinkStatus::Expired => Some(1),
            PaymentLinkStatus::Paid => Some(2),
            PaymentLinkStatus::Unknown(_) => None,
        }
    }

    fn row(mut row: RecordRow, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> RecordRow {
        let record = &known.record;
        let expiry = known.payment_link().and_then(|link| link.expiry);
        row.title = known.link_description();
        row.status = known.link_state(now).map_or(RecordStatus::not_reported(), |state| RecordStatus::from(&state));
        row.expires_at = expiry;
        row.expires = expiry.map(|at| zone.short(at, now)).unwrap_or_default();
        row.changes_at = expiry.filter(|at| *at > now);
        let payment = record.payment_id.as_ref().map(|id| id.as_str()).unwrap_or_default();
        let (title, word) = (row.title.clone(), row.status.label());
        row.searched_by([title.as_str(), &record.id, &word, payment])
    }
}

impl CachedRecord {
    /// What the service reported, where this is a payment link that could be read.
    pub fn payment_link(&self) -> Option<&PaymentLink> {
        self.reported_as()
    }

    /// What the customer pays for over a payment link, or else its id.
    pub fn link_description(&self) -> String {
        let reported = self.payment_link().and_then(|link| link.description.as_deref());
        let description = self.record.sent_text("description").or(reported).filter(|text| !text.is_empty());
        description.map_or_else(|| visible_id(&self.record.id, 80), |text| visible(text, 80))
    }

    /// The status of a payment link at `now`; `None` of anything else.
    pub fn link_state(&self, now: DateTime<Utc>) -> Option<LinkState> {
        if self.record.kind != ResourceKind::PaymentLink {
            return None;
        }
        let link = self.payment_link();
        let of_link = match link.and_then(|link| link.status.as_ref()) {
            Some(PaymentLinkStatus::Paid) => LinkState::Paid,
            Some(PaymentLinkStatus::Expired) => LinkState::Expired,
            Some(PaymentLinkStatus::Active) | None
                if link.and_then(|link| link.expiry).is_some_and(|expiry| expiry <= now) =>
            {
                LinkState::Expired
            }
            Some(PaymentLinkStatus::Active) => LinkState::Active,
            Some(PaymentLinkStatus::Unknown(word)) => LinkState::Other(word.to_string()),
            None => LinkState::NotReported,
        };
        Some(match self.record.payment.as_ref().map(|reported| &reported.status) {
            Some(PaymentStatus::Succeeded) => LinkState::Paid,
            Some(PaymentStatus::Failed) if !matches!(of_link, LinkState::Expired | LinkState::Paid) => {
                LinkState::PaymentFailed
            }
            Some(
                status @ (PaymentStatus::Processing
                | PaymentStatus::RequiresCapture
                | PaymentStatus::RequiresMerchantAction
                | PaymentStatus::Cancelled
                | PaymentStatus::PartiallyCaptured
                | PaymentStatus::PartiallyCapturedAndCapturable
                | PaymentStatus::PartiallyAuthorized
                | PaymentStatus::PartiallyCapturedAndProcessing
                | PaymentStatus::CancelledPostCapture
                | PaymentStatus::Conflicted),
            ) => LinkState::OnItsWay(status.clone()),
            // The customer may still turn back and the time may run out.
            Some(
                PaymentStatus::RequiresPaymentMethod
                | PaymentStatus::RequiresConfirmation
                | PaymentStatus::RequiresAction
                | PaymentStatus::Failed
                | PaymentStatus::Expired
                | PaymentStatus::Unknown(_),
            )
            | None => of_link,
        })
    }
}
