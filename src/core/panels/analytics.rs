//! The panel of reports.

use crate::action::Action;
use crate::command::Command;
use crate::features::analytics::AnalyticsAction;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, key, texts};

/// Declares the panel of reports.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Reports,
    parts: &[Command::ShowDisputeAnalytics, Command::ShowPaymentAnalytics],
    refresh: |_| Some(Action::Analytics(AnalyticsAction::Refresh)),
    ..PanelSpec::new(
        Route::Analytics,
        "Reports",
        Section::Others,
        texts("Go to reports", "Dispute and payment figures", &[key("8")]),
    )
};
