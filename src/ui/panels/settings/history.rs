//! What is stored of the payments of this profile: whether, for how long, and how all of it is deleted. The menu below the
//! list of payments offers the same.

use egui::Ui;

use paydesk_core::dialog::HistoryDeletion;
use paydesk_core::features::history::{HistoryAction, KEEP_CHOICES, text as history_text};
use paydesk_core::{Action, State};
use paydesk_widgets::tokens::{Text, Tone, tokens};
use paydesk_widgets::{Button, Notice, label_ui, segmented_ui};

use super::line::{line_ui, lines_ui, setting_ui};
use super::text;

/// Draws the section.
pub(super) fn history_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let (history, view) = (&state.workspace.history, state.view());
    let chosen = view.settings.history(view.profile_id);
    let mut act = |action| actions.push(Action::History(action));
    label_ui(
        ui,
        Text::Small,
        tokens(ui).subdued,
        "Stores this profile's payments on this computer, so search finds them all. Only your user \
        can read them.",
    );
    if let Some(problem) = history.problem() {
        Notice::new(Tone::Attention, &problem.what_to_do).title(&problem.what).ui(ui);
    }
    setting_ui(ui, text::PAYMENT_HISTORY, |ui| {
        match segmented_ui(ui, text::PAYMENT_HISTORY, &[text::ON, text::OFF], usize::from(chosen.is_off)) {
            Some(0) if chosen.is_off => act(HistoryAction::TurnOn),
            Some(1) if !chosen.is_off => act(HistoryAction::Ask(HistoryDeletion::TurnOff)),
            Some(_) | None => {}
        }
    });
    if let Some(counted) = state.workspace.payment_count.text() {
        setting_ui(ui, "At the service", |ui| lines_ui(ui, &counted));
    }
    if chosen.is_off {
        return;
    }
    setting_ui(ui, text::KEEP_FOR, |ui| {
        let labels = KEEP_CHOICES.map(history_text::keep);
        let place = KEEP_CHOICES.iter().position(|days| *days == chosen.keep_days).unwrap_or_default();
        let picked = segmented_ui(ui, text::KEEP_FOR, &labels, place);
        if let Some(days) = picked.and_then(|place| KEEP_CHOICES.get(place)).filter(|days| **days != chosen.keep_days) {
            act(HistoryAction::AskToKeep(*days));
        }
    });
    setting_ui(ui, text::ON_THIS_COMPUTER, |ui| {
        line_ui(ui, &history_text::progress(history, chosen.is_paused, view.zone, view.now));
        if Button::danger("Delete payment history…").ui(ui).clicked() {
            act(HistoryAction::Ask(HistoryDeletion::Forget));
        }
    });
}
