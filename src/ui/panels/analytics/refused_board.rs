//! A board whose numbers the service does not report: said once, above what is counted here.

use egui::Ui;

use paydesk_core::State;
use paydesk_core::features::analytics::AnalyticsAction;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Notice};

use super::service_comparison;

/// Says what the numbers are counted from, and why.
pub fn refusal_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let Some(text) = state.workspace.analytics.counted_text() else { return };
    let notice = Notice::new(Tone::Neutral, &text).icon(Icon::Info).title("Counted by Paydesk");
    notice.ui_with(ui, |ui| {
        service_comparison::agreement_ui(ui, state);
        ui.add_space(space::XS);
        if Button::secondary("Ask the service again").ui(ui).clicked() {
            asked.push(AnalyticsAction::Refresh);
        }
    });
}
