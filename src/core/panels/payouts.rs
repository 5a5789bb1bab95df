//! The panel of payouts.

use crate::action::Action;
use crate::command::CommandEffect;
use crate::features::home::HomeItem;
use crate::features::payouts::PayoutsAction;
use crate::manual::ManualPage;
use crate::operations::ResourceKind;
use crate::state::State;
use paydesk_domain::ids::PayoutId;

use super::spec::{NewSpec, PanelSpec, Section, close_record, key, open_id, read_list, texts};

/// Declares the panel of payouts.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::PayoutsAndLinks,
    new: Some(NewSpec {
        for_customer: Some("Payout…"), ..NewSpec::new("New payout…", "Send money to a recipient")
    }),
    count: |state| state.workspace.home.count(HomeItem::PayoutsToFulfil),
    refresh: |state| match open_id(state, ResourceKind::Payout) {
        Some(id) => Some(Action::Payouts(PayoutsAction::Refresh(PayoutId::new(id)))).filter(|_| may_read(state)),
        None => read_list(state, ResourceKind::Payout),
    },
    // What is typed into a form is looked at before that is closed.
    close: |state| match state.form(ResourceKind::Payout) {
        Some(_) => Some(CommandEffect::LeaveForm),
        None => close_record(state),
    },
    ..PanelSpec::records(
        ResourceKind::Payout,
        "Payouts",
        Section::Others,
        texts("Go to payouts", "Money sent to recipients", &[key("6")]),
    )
};

fn may_read(state: &State) -> bool {
    state.view().traits.capabilities.may_retrieve(ResourceKind::Payout)
}
