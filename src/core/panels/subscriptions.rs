//! The panel of subscriptions.

use crate::features::subscriptions::new_subscription_refusal;
use crate::manual::ManualPage;
use crate::operations::ResourceKind;

use super::spec::{NewSpec, PanelSpec, Section, texts};

/// Declares the panel of subscriptions.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::PayoutsAndLinks,
    new: Some(NewSpec {
        refusal: |state| new_subscription_refusal(&state.view()),
        for_customer: Some("Subscription…"),
        ..NewSpec::new("New subscription…", "Create one for a customer, with its first payment")
    }),
    ..PanelSpec::records(
        ResourceKind::Subscription,
        "Subscriptions",
        Section::Payments,
        texts("Go to subscriptions", "Created in Paydesk", &[]),
    )
};
