//! What a card asked, as it was sent: to be looked at and copied.

use std::time::Duration;

use egui::{Id, Ui};

use super::draft::AnalyticsDraft;
use super::text;
use paydesk_core::State;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{ConfirmDialog, DialogAnswer, RawJson, label_ui};

const WIDTH: f32 = 620.0;

/// Shows the query of the card that was asked for, over everything.
pub fn query_ui(ui: &Ui, state: &State, draft: &mut AnalyticsDraft) {
    let Some(id) = draft.query_of else { return };
    let Some(query) = state.workspace.analytics.sent_query(id, &state.workspace.disputes) else {
        draft.query_of = None;
        return;
    };
    let title = text::query_of(id.title());
    let dialog = ConfirmDialog::new(&title, text::COPY_QUERY).cancel(text::CLOSE).width(WIDTH);
    let shown = dialog.show(ui.ctx(), Id::unique("paydesk.analytics.query"), Duration::from_secs(1), |ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, "As sent, without the key");
        RawJson { title: text::QUERY, text: &query, max_height: 420.0 }.ui(ui, &mut true);
    });
    match shown.0 {
        DialogAnswer::Open => {}
        DialogAnswer::Cancelled => draft.query_of = None,
        DialogAnswer::Confirmed => {
            ui.ctx().copy_text(query);
            draft.query_of = None;
        }
    }
}
