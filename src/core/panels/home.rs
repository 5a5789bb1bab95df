//! The panel of what to do now.

use crate::action::Action;
use crate::features::home::HomeAction;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, key, texts};

/// Declares Home.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Payments,
    refresh: |_| Some(Action::Home(HomeAction::Refresh)),
    has_rows: |_| true,
    ..PanelSpec::new(Route::Home, "Home", Section::Home, texts("Go to home", "What to do now", &[key("1")]))
};
