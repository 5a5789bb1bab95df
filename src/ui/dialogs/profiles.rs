//! Confirmations about profiles: removing one, and letting one change things in production.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::app::dialog::Confirmation;
use crate::app::{Action, State};
use crate::domain::profile::ProfileId;
use crate::domain::text::visible;
use crate::ui::drafts::Drafts;
use crate::ui::status::environment_chip_ui;
use crate::ui::widgets::dialog::paragraph_ui;
use crate::ui::widgets::{ConfirmDialog, DialogAnswer, TextField, facts_ui};

/// The word typed to unlock production.
const WORD: &str = "production";

/// Draws the confirmation to remove a profile.
pub fn remove_ui(ui: &Ui, state: &State, profile_id: &ProfileId, opened_at: DateTime<Utc>, actions: &mut Vec<Action>) {
    let Some(profile) = state.profiles.find(profile_id) else {
        actions.push(Action::DismissDialog);
        return;
    };
    let modal = ConfirmDialog::new("Remove profile", "Remove profile").cancel("Back").danger();
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        facts_ui(ui, "Profile", |facts| {
            facts.text("Name", &visible(&profile.name, 60));
            facts.mono("Address", &visible(&profile.base_url, 80));
            facts.row("Environment", |ui| environment_chip_ui(ui, profile.environment));
        });
        paragraph_ui(
            ui,
            "Its keys are deleted from the keyring. The journal of operations stays on this machine, and nothing changes at the service",
        );
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::RemoveProfile)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

/// Draws the confirmation to unlock production: its word is typed.
pub fn unlock_ui(
    ui: &Ui,
    state: &State,
    first: bool,
    opened_at: DateTime<Utc>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    if first {
        drafts.typed_word.clear();
    }
    let refused = !drafts.typed_word.trim().eq_ignore_ascii_case(WORD);
    let refused = refused.then_some("Type the word to unlock");
    let modal = ConfirmDialog::new("Unlock production", "Unlock production").cancel("Stay read-only").danger();
    let answer = super::frame::show(ui, state, modal.refused(refused).focus_in_body(), opened_at, |ui| {
        facts_ui(ui, "Profile", |facts| {
            if let Some(profile) = &state.workspace.profile {
                facts.text("Name", &visible(&profile.name, 60));
                facts.mono("Address", &visible(&profile.base_url, 80));
                facts.row("Environment", |ui| environment_chip_ui(ui, profile.environment));
            }
        });
        paragraph_ui(ui, "Until you lock it again or close Paydesk, operations you confirm move real money");
        let shown = TextField::labelled("Type “production” to confirm", &mut drafts.typed_word).width(220.0).ui(ui);
        if first || shown.submitted {
            // Enter confirms nothing: it stays here, and Tab leads on to the answers.
            shown.take_keyboard();
        }
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => actions.push(Action::Confirm(Confirmation::UnlockProduction)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}
