//! The confirmation to delete the payments that are stored of a profile.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_core::dialog::{Confirmation, HistoryDeletion};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, facts_ui};

use super::text;

/// Draws the confirmation: what is deleted, what is not, and what follows.
pub fn delete_ui(
    ui: &Ui,
    state: &State,
    deletion: HistoryDeletion,
    opened_at: DateTime<Utc>,
    actions: &mut Vec<Action>,
) {
    let (title, follows) = match deletion {
        HistoryDeletion::Forget => (text::DELETE_AND_READ_AGAIN, text::PAYMENTS_ARE_READ_AGAIN),
        HistoryDeletion::TurnOff => (text::TURN_OFF_AND_DELETE, text::NOTHING_IS_READ_ANY_MORE),
        HistoryDeletion::Shorten(_) => (text::DELETE_OLDER, text::OLDER_ARE_READ_AGAIN),
    };
    let history = &state.workspace.history;
    let known = grouped_count(history.columns().len() as u64);
    let deleted = match deletion {
        HistoryDeletion::Forget | HistoryDeletion::TurnOff => known,
        HistoryDeletion::Shorten(days) => {
            text::older_of(grouped_count(history.older_than(days, opened_at) as u64), known, days)
        }
    };
    let modal = ConfirmDialog::new(title, title).cancel(text::BACK).danger();
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        facts_ui(ui, text::PROFILE, |facts| {
            facts.text(text::NAME, &visible(&state.profiles.current_name(), 60));
            facts.text(text::PAYMENTS_TO_DELETE, &deleted);
        });
        paragraph_ui(ui, text::HISTORY_IS_DELETED);
        paragraph_ui(ui, text::JOURNAL_AND_NOTES_STAY);
        paragraph_ui(ui, follows);
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::DeleteHistory)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}
