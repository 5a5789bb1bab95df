//! The panel of refunds: they begin at their payment.

use crate::action::Action;
use crate::features::home::HomeItem;
use crate::features::refunds::{RefundsAction, why_not_ask_refund};
use crate::manual::ManualPage;
use crate::operations::ResourceKind;

use super::spec::{PanelSpec, Section, open_id, read_list, texts};

/// Declares the panel of refunds.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Refunds,
    count: |state| state.workspace.home.count(HomeItem::RefundsPending),
    refresh: |state| {
        let Some(id) = open_id(state, ResourceKind::Refund) else { return read_list(state, ResourceKind::Refund) };
        let open = state.workspace.records.find(ResourceKind::Refund, id)?;
        let may_ask = why_not_ask_refund(&state.view(), open).is_none();
        may_ask.then(|| Action::Refunds(RefundsAction::CheckStatus(open.record.id.clone())))
    },
    ..PanelSpec::records(
        ResourceKind::Refund,
        "Refunds",
        Section::Payments,
        texts("Go to refunds", "Money returned to customers", &[]),
    )
};
