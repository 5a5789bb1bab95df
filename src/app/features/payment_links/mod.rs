//! Payment links: those that were made from here.

mod form;

use crate::app::context::Context;
use crate::app::feature_request::FeatureRequest;
use crate::app::operations::ResourceKind;

pub use crate::api::calls::shapes::AuthenticationType;
/// What the form is filled in for.
pub use crate::api::resources::payment_links::calls::{CreatePaymentLink, CreatePaymentLinkInput, ONE_TIME};
pub use crate::app::records::LinkState;

/// A link was opened: its payment is read where that may have gone on.
pub(in crate::app) fn link_opened(id: &str, cx: &mut Context<'_>) {
    let known = cx.records.find(ResourceKind::PaymentLink, id);
    let unpaid = known.filter(|known| known.link_state(cx.now) != Some(LinkState::Paid));
    if let Some(payment_id) = unpaid.and_then(|known| known.record.payment_id.clone()) {
        cx.request(FeatureRequest::ReadPayment(payment_id));
    }
}
