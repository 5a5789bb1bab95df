//! A board whose numbers the service does not report: said once, above what is counted here.

use egui::Ui;

use crate::icons::Icon;
use crate::tokens::{Tone, space};
use crate::widgets::{Button, Notice};
use paydesk_core::State;
use paydesk_core::features::analytics::AnalyticsAction;
use paydesk_core::features::profiles::DashboardSignIn;

use super::text;

/// Says what the numbers are counted from, and why.
pub fn refusal_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let workspace = &state.workspace;
    let Some(board) = workspace.analytics.counted_board(&workspace.history) else { return };
    let mut text = text::counted_from(board.payments, board.refusal.what(), board.refusal.code().as_deref());
    let sign_in = sign_in_text(state).filter(|_| board.refusal.wants_login());
    if sign_in == Some(text::SIGN_IN_AGAIN) {
        text = format!("{}. {text}", text::SIGN_IN_HAS_EXPIRED);
    }
    let notice = Notice::new(Tone::Neutral, &text).icon(Icon::Info).title(text::COUNTED_BY_PAYDESK);
    notice.ui_with(ui, |ui| {
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if Button::secondary(text::ASK_SERVICE_AGAIN).ui(ui).clicked() {
                asked.push(AnalyticsAction::Refresh);
            }
            if sign_in.is_some_and(|text| Button::secondary(text).ui(ui).clicked()) {
                asked.push(AnalyticsAction::SignIn);
            }
        });
    });
}

/// How a person is asked to sign in with the profile; `None` where nobody signs in with it.
fn sign_in_text(state: &State) -> Option<&'static str> {
    let saved = state.profiles.current_saved()?;
    match state.profiles.sign_in(&saved.id) {
        DashboardSignIn::SignedOut => Some(text::SIGN_IN_TO_DASHBOARD),
        DashboardSignIn::Expired => Some(text::SIGN_IN_AGAIN),
        DashboardSignIn::SignedIn => None,
    }
}
