//! Payment links: those that were made from here.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::app::context::Context;
use crate::app::feature_request::FeatureRequest;
use crate::app::features::forms::{FormKind, FormSession};
use crate::app::operations::ResourceKind;
use crate::app::records::CachedRecord;
use crate::domain::payment::PaymentStatus;
use crate::domain::payment_link::PaymentLinkStatus;
use crate::domain::text::visible;

/// What the form is filled in for.
pub use crate::api::calls::payment_links::{CreatePaymentLink, CreatePaymentLinkInput, ONE_TIME};
pub use crate::api::calls::shapes::AuthenticationType;

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
    /// The service told a word of its own.
    Other(String),
    /// Neither the link's answer nor its payment told.
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

impl CachedRecord {
    /// How a payment link stands at `now`; `None` of anything else.
    pub fn link_state(&self, now: DateTime<Utc>) -> Option<LinkState> {
        if self.record.family != ResourceKind::PaymentLink {
            return None;
        }
        let link = self.payment_link();
        let of_link = match link.and_then(|link| link.status.as_ref()) {
            Some(PaymentLinkStatus::Paid) => return Some(LinkState::Paid),
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
        Some(match self.record.payment.as_ref().map(|told| &told.status) {
            Some(PaymentStatus::Succeeded) => LinkState::Paid,
            Some(PaymentStatus::Failed) if of_link != LinkState::Expired => LinkState::PaymentFailed,
            Some(
                status @ (PaymentStatus::Processing
                | PaymentStatus::RequiresCapture
                | PaymentStatus::RequiresMerchantAction
                | PaymentStatus::Cancelled),
            ) => LinkState::OnItsWay(status.clone()),
            // The customer may still turn back and the time may run out.
            Some(
                PaymentStatus::RequiresPaymentMethod
                | PaymentStatus::RequiresConfirmation
                | PaymentStatus::RequiresAction
                | PaymentStatus::Failed
                | PaymentStatus::Unknown(_),
            )
            | None => of_link,
        })
    }
}

/// What the panel shows.
#[derive(Debug, Default)]
pub struct PaymentLinks {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentLinksAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl PaymentLinks {
    /// Closes what is in front: the form, or the pane.
    pub fn close(&self, form: Option<&FormSession>) -> Option<PaymentLinksAction> {
        match (form, &self.open) {
            (Some(_), _) => Some(PaymentLinksAction::CloseForm),
            (None, Some(_)) => Some(PaymentLinksAction::Open(None)),
            (None, None) => None,
        }
    }

    pub(in crate::app) fn handle(&mut self, action: PaymentLinksAction, cx: &mut Context<'_>) {
        match action {
            PaymentLinksAction::Open(id) => self.open(id, cx),
            PaymentLinksAction::OpenForm => cx.request(FeatureRequest::OpenForm(FormKind::NewPaymentLink)),
            PaymentLinksAction::CloseForm => cx.request(FeatureRequest::LeaveForm(ResourceKind::PaymentLink)),
        }
    }

    /// Opens a link; its payment is read where that may have gone on.
    pub(in crate::app) fn open(&mut self, id: Option<String>, cx: &mut Context<'_>) {
        let known = id.as_deref().and_then(|id| cx.records.find(ResourceKind::PaymentLink, id));
        let unpaid = known.filter(|known| known.link_state(cx.now) != Some(LinkState::Paid));
        if let Some(payment_id) = unpaid.and_then(|known| known.record.payment_id.clone()) {
            cx.request(FeatureRequest::ReadPayment(payment_id));
        }
        self.open = id;
    }
}
