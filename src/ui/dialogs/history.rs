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
        HistoryDeletion::Forget => (
            "Delete payment history",
            "Payments are read again from the service afterwards. To keep none on this computer, turn off the \
                payment history.",
        ),
        HistoryDeletion::TurnOff => (
            "Turn off and delete",
            "Nothing is read in the background until you turn the payment history on again. Search, saved views and \
                related payments need it.",
        ),
        HistoryDeletion::Shorten(_) => (
            "Delete older payments",
            "If you choose a longer period later, older payments are loaded again from the service",
        ),
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
            facts.text("Payments to delete", &deleted);
        });
        paragraph_ui(
            ui,
            "Deleted from this computer: the payments read for this profile, with e-mails, names, \
            orders, metadata and the last four digits of cards",
        );
        paragraph_ui(
            ui,
            "Not deleted: the journal of operations, refunds, disputes and other records, notes and \
            tags, saved views, files you exported, and anything at the service",
        );
        paragraph_ui(ui, follows);
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::DeleteHistory)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}
