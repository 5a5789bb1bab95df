//! The panel of payouts.

use crate::app::command::CommandEffect;
use crate::app::features::home::HomeItem;
use crate::app::operations::ResourceKind;

use super::spec::{NewSpec, PanelSpec, Section, close_record, key, texts};

/// Declares the panel of payouts.
pub(super) const PANEL: PanelSpec = PanelSpec {
    new: Some(NewSpec {
        for_customer: Some("Payout…"), ..NewSpec::new("New payout…", "Send money to a recipient")
    }),
    count: |state| state.workspace.home.count(HomeItem::PayoutsToFulfil),
    // What is typed into a form is looked at before that is closed.
    close: |state| match state.form(ResourceKind::Payout) {
        Some(_) => Some(CommandEffect::LeaveForm),
        None => close_record(state),
    },
    ..PanelSpec::records(
        ResourceKind::Payout,
        "Payouts",
        Section::Others,
        texts("Go to payouts", "Created in Paydesk", &[key("6")]),
    )
};
