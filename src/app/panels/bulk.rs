//! The panel of bulk operations.

use crate::app::route::Route;

use super::spec::{PanelSpec, Section, texts};

/// Declares the panel of bulk operations.
pub(super) const PANEL: PanelSpec = PanelSpec::new(
    Route::Bulk,
    "Bulk operations",
    Section::Activity,
    texts("Go to bulk operations", "One operation for many payments or payouts", &[]),
);
