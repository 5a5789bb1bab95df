//! The panel of refunds: they begin at their payment.

use crate::app::action::Action;
use crate::app::features::home::HomeItem;
use crate::app::features::refunds::{RefundsAction, why_not_ask_refund};
use crate::app::operations::ResourceKind;

use super::spec::{PanelSpec, Section, open_id, texts};

/// Declares the panel of refunds.
pub(super) const PANEL: PanelSpec = PanelSpec {
    count: |state| state.workspace.home.count(HomeItem::RefundsPending),
    refresh: |state| {
        let open = state.workspace.records.find(ResourceKind::Refund, open_id(state, ResourceKind::Refund)?)?;
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
