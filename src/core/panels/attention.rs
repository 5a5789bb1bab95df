//! The panel of operations that need a person.

use crate::action::Action;
use crate::features::home::HomeItem;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, key, texts};

/// Declares the panel *Needs attention*.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Troubleshooting,
    count: |state| state.workspace.home.count(HomeItem::OutcomeUnknown),
    refresh: |_| Some(Action::CheckOperationsNow),
    ..PanelSpec::new(
        Route::Attention,
        "Needs attention",
        Section::Activity,
        texts("Go to needs attention", "Operations whose outcome is not known", &[key("9")]),
    )
};
