//! The panel of webhook events.

use crate::action::Action;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, act, export_list, texts};

/// Declares the panel of webhook events.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Webhooks,
    close: |state| act(state.workspace.webhooks.close().map(Action::Webhooks)),
    export: export_list,
    has_rows: |_| true,
    ..PanelSpec::new(
        Route::Webhooks,
        "Webhooks",
        Section::Developers,
        texts("Go to webhook events", "Events sent by the service", &[]),
    )
};
