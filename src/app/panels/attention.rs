//! The panel of operations that need a person.

use crate::app::action::Action;
use crate::app::route::Route;

use super::spec::{PanelCount, PanelSpec, Section, key, texts};

/// Declares the panel *Needs attention*.
pub(super) const PANEL: PanelSpec = PanelSpec {
    count: |state| Some(state.attention_count() as u64).filter(|open| *open > 0).map(PanelCount::Waiting),
    refresh: |_| Some(Action::CheckOperationsNow),
    ..PanelSpec::new(
        Route::Attention,
        "Needs attention",
        Section::Work,
        texts("Go to needs attention", "Operations whose outcome is not known", &[key("4")]),
    )
};
