//! What the window waits for before it closes.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::app::closing::CLOSING_WAIT;
use crate::app::{Action, State};
use crate::ui::widgets::dialog::paragraph_ui;
use crate::ui::widgets::{ConfirmDialog, DialogAnswer};

/// Most operations named one by one.
const NAMED_MAX: usize = 5;

/// Draws the operations that are under way, with the choice not to wait for them.
pub fn closing_ui(ui: &Ui, state: &State, opened_at: DateTime<Utc>, actions: &mut Vec<Action>) {
    let modal = ConfirmDialog::new("Waiting for a response", "Close now").cancel("Keep Paydesk open");
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        for operation in state.under_way().take(NAMED_MAX) {
            paragraph_ui(ui, &format!("{}{}", operation.plan.title(), operation.plan.of_what()));
        }
        let more = state.under_way().count().saturating_sub(NAMED_MAX);
        if more > 0 {
            paragraph_ui(ui, &format!("{more} more"));
        }
        let seconds = (opened_at + CLOSING_WAIT - state.now).num_seconds().max(1);
        let when = format!("Paydesk closes when the response arrives, after at most {seconds} s.");
        paragraph_ui(ui, &format!("{when} After closing, the outcome is checked at the next start"));
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::CloseNow),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}
