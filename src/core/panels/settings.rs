//! The panel of settings.

use crate::command::CommandEffect;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, key, texts};

/// Declares the panel of settings.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Connect,
    close: |state| state.profiles.editor.as_ref().map(|_| CommandEffect::LeaveForm),
    ..PanelSpec::new(
        Route::Settings,
        "Settings",
        Section::Bottom,
        texts("Go to settings", "Profiles, theme, time zone, text size", &[key(",")]),
    )
};
