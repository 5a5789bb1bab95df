//! What the window waits for before it closes.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_core::features::table_exports::text as export_text;
use paydesk_core::state::closing::CLOSING_WAIT;
use paydesk_core::{Action, State};
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer};

use super::text;

/// Most operations named one by one.
const NAMED_MAX: usize = 5;

/// Draws the operations that are under way, with the choice not to wait for them.
pub fn closing_ui(ui: &Ui, state: &State, opened_at: DateTime<Utc>, actions: &mut Vec<Action>) {
    let waits_for_response = state.under_way().next().is_some();
    let title = if waits_for_response { text::WAITING_FOR_RESPONSE } else { "Waiting for an export" };
    let modal = ConfirmDialog::new(title, "Close now").cancel("Keep Paydesk open");
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        for operation in state.under_way().take(NAMED_MAX) {
            paragraph_ui(ui, &format!("{}{}", operation.plan.title(), operation.plan.of_what()));
        }
        let more = state.under_way().count().saturating_sub(NAMED_MAX);
        if more > 0 {
            paragraph_ui(ui, &text::more(more));
        }
        if let Some(export) = state.table_exports.running() {
            paragraph_ui(ui, &export_text::under_way(export.kind()));
        }
        let seconds = (opened_at + CLOSING_WAIT - state.now).num_seconds().max(1);
        if waits_for_response {
            let when = text::paydesk_closes_when_response_arrives(seconds);
            paragraph_ui(ui, &text::after_closing_outcome_is_checked(&when));
        } else {
            paragraph_ui(ui, &text::paydesk_closes_when_export_is_written(seconds));
        }
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::CloseNow),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}
