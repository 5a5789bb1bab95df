//! Payment links: those that were made from here.

mod form;

use crate::app::context::Context;
use crate::app::feature_request::FeatureRequest;
use crate::app::features::forms::{FormKind, FormSession};
use crate::app::operations::ResourceKind;

/// What the form is filled in for.
pub use crate::api::calls::payment_links::{CreatePaymentLink, CreatePaymentLinkInput, ONE_TIME};
pub use crate::api::calls::shapes::AuthenticationType;
pub use crate::app::records::LinkState;

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
            PaymentLinksAction::OpenForm => {
                cx.request(FeatureRequest::OpenForm(FormKind::new(ResourceKind::PaymentLink)))
            }
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
