//! API keys: those that were made from here, the admin key that makes them, and the form for a new one.

mod admin;
mod detail;
mod draft;
mod form;
mod list;

use egui::Ui;

use crate::app::features::api_keys::{AdminKeyPlace, ApiKeysAction};
use crate::app::operations::ResourceKind;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;

use super::split::{SplitPart, split_ui};

pub use draft::ApiKeysDraft;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.api_keys;
    draft.form.follow(state);
    if state.workspace.api_keys.admin == AdminKeyPlace::NotLookedFor && state.workspace.profile.is_some() {
        actions.push(Action::ApiKeys(ApiKeysAction::LookForAdminKey));
    }
    if let Some(form) = state.form(ResourceKind::ApiKey) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::ApiKey).is_some();
    let resized = split_ui(ui, state, "API keys", open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, draft, actions),
        SplitPart::Detail => detail::detail_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
