//! The panel of settings.

use crate::app::command::CommandEffect;
use crate::app::route::Route;

use super::spec::{PanelSpec, Section, key, texts};

/// Declares the panel of settings.
pub(super) const PANEL: PanelSpec = PanelSpec {
    close: |state| state.profiles.editor.as_ref().map(|_| CommandEffect::LeaveForm),
    ..PanelSpec::new(
        Route::Settings,
        "Settings",
        Section::Bottom,
        texts("Go to settings", "Profiles, theme, time zone, text size", &[key(",")]),
    )
};
