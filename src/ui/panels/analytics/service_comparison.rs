//! What the service counts itself, beside what a board that is counted by Paydesk counts: one quiet line where both agree, a
//! list by status where they do not.

use egui::Ui;

use paydesk_core::State;
use paydesk_core::features::profiles::DashboardSignIn;
use paydesk_widgets::tokens::{Text, Tone, tokens};
use paydesk_widgets::{Notice, label_ui};

/// Draws what agrees, within the notice that says what is counted by Paydesk.
pub fn agreement_ui(ui: &mut Ui, state: &State) {
    let (analytics, view) = (&state.workspace.analytics, state.view());
    for line in analytics.comparison_text(&view).agreeing {
        label_ui(ui, Text::Body, tokens(ui).subdued, &line);
    }
    if analytics.service_counts.would_compare_signed_in(&view) {
        let hint = match state.profiles.sign_in(&state.workspace.profile_id) {
            DashboardSignIn::Expired => {
                "You are signed out of the service's dashboard: sign in again in Settings → Profiles to \
                compare payments."
            }
            DashboardSignIn::SignedOut | DashboardSignIn::SignedIn => {
                "To compare payments with the service's own numbers, sign in to its dashboard in \
                Settings → Profiles."
            }
        };
        label_ui(ui, Text::Body, tokens(ui).subdued, hint);
    }
}

/// Draws what differs, a notice each.
pub fn differences_ui(ui: &mut Ui, state: &State) {
    for difference in state.workspace.analytics.comparison_text(&state.view()).differences {
        Notice::new(Tone::Attention, &difference.lines.join("\n")).title(&difference.title).ui(ui);
    }
}
