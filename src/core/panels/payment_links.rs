//! Payment links: their panel, and what its form sends.

pub use paydesk_api::input::{AuthenticationType, CreatePaymentLinkInput, ONE_TIME};

use chrono::{DateTime, Utc};

use crate::action::Action;
use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::forms::FormCall;
use crate::manual::ManualPage;
use crate::operations::{OperationPlan, ResourceKind};
use crate::records::kinds::payment_link::LinkState;
use crate::service_traits::PaymentActionsTrait;
use paydesk_api::input::InputError;
use paydesk_api::resources::payment_links::calls::CreatePaymentLink;
use paydesk_domain::ids::{CustomerId, OperationId};

use super::spec::{NewSpec, PanelSpec, Section, open_id, read_list, texts};

/// Declares the panel of payment links.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::PayoutsAndLinks,
    new: Some(NewSpec {
        refusal: |state| new_payment_link_refusal(&state.view()),
        for_customer: Some("Payment link…"),
        ..NewSpec::new("New payment link…", "Create a page where a customer pays")
    }),
    // Opened once more, its payment is read once more.
    refresh: |state| {
        let Some(open) = open_id(state, ResourceKind::PaymentLink) else {
            return read_list(state, ResourceKind::PaymentLink);
        };
        let open = open.to_owned();
        Some(Action::ShowRecord(ResourceKind::PaymentLink, Some(open)))
    },
    ..PanelSpec::records(
        ResourceKind::PaymentLink,
        "Payment links",
        Section::Payments,
        texts("Go to payment links", "Pages where customers pay", &[]),
    )
};

/// Why no payment link can be made now.
pub fn new_payment_link_refusal(view: &WorkspaceView<'_>) -> Option<String> {
    let has_no_call = || view.traits.payment_actions.has(PaymentActionsTrait::LinksWithPayments);
    let why = "This service creates a payment link together with its payment, which Paydesk does not support";
    view.read_only_reason().or_else(|| has_no_call().then(|| why.to_owned()))
}

/// A link that was opened has its payment read.
pub(crate) fn on_fact(fact: &FeatureFact, cx: &mut Context<'_>) {
    if let FeatureFact::RecordOpened { kind: ResourceKind::PaymentLink, id: Some(id), .. } = fact {
        read_payment(id, cx);
    }
}

/// Reads the payment of a link, where that may have gone on.
fn read_payment(id: &str, cx: &mut Context<'_>) {
    let known = cx.records.find(ResourceKind::PaymentLink, id);
    let unpaid = known.filter(|known| known.link_state(cx.now) != Some(LinkState::Paid));
    if let Some(payment_id) = unpaid.and_then(|known| known.record.payment_id.clone()) {
        cx.request(FeatureRequest::ReadPayment(payment_id));
    }
}

impl FormCall for CreatePaymentLinkInput {
    const PANEL: ResourceKind = ResourceKind::PaymentLink;

    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePaymentLink::new(id.clone(), self, now)?))
    }

    fn customer(&self) -> Option<&CustomerId> {
        self.customer_id.as_ref()
    }
}
