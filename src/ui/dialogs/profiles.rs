//! Confirmations about profiles: removing one, and letting one change things in production.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use crate::status::environment_chip_ui;
use paydesk_core::dialog::Confirmation;
use paydesk_core::{Action, State};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, TextField, facts_ui};

use super::text;

/// The word typed to unlock production.
const WORD: &str = "production";

/// Draws the confirmation to remove a profile.
pub fn remove_ui(ui: &Ui, state: &State, profile_id: &ProfileId, opened_at: DateTime<Utc>, actions: &mut Vec<Action>) {
    let Some(profile) = state.profiles.find(profile_id) else {
        actions.push(Action::DismissDialog);
        return;
    };
    let modal = ConfirmDialog::new(text::REMOVE_PROFILE, text::REMOVE_PROFILE).cancel(text::BACK).danger();
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        facts_ui(ui, text::PROFILE, |facts| {
            facts.text(text::NAME, &visible(&profile.name, 60));
            facts.mono(text::ADDRESS, &visible(&profile.base_url, 80));
            facts.row(text::ENVIRONMENT, |ui| environment_chip_ui(ui, profile.environment));
        });
        paragraph_ui(
            ui,
            "Its keys are deleted from the keyring, and its payment history from this computer. The journal of \
                operations stays on this computer, and nothing changes at the service.",
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
    let modal = ConfirmDialog::new(text::UNLOCK_PRODUCTION, text::UNLOCK_PRODUCTION).cancel("Stay read-only").danger();
    let answer = super::frame::show(ui, state, modal.refused(refused), opened_at, |ui| {
        facts_ui(ui, text::PROFILE, |facts| {
            if let Some(profile) = &state.workspace.profile {
                facts.text(text::NAME, &visible(&profile.name, 60));
                facts.mono(text::ADDRESS, &visible(&profile.base_url, 80));
                facts.row(text::ENVIRONMENT, |ui| environment_chip_ui(ui, profile.environment));
            }
        });
        paragraph_ui(ui, "Until you lock it again or close Paydesk, operations you confirm move real money");
        TextField::labelled("Type “production” to confirm", &mut drafts.typed_word).width(220.0).ui(ui);
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => actions.push(Action::Confirm(Confirmation::UnlockProduction)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}
