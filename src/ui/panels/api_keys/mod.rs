//! API keys: those that were made from here, the admin key that makes them, and the form for a new one.

mod admin;
mod detail;
mod draft;
mod form;
mod list;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::features::api_keys::{AdminKeyPlace, ApiKeysAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::ApiKeysDraft;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::records::<ApiKeysDraft>(ResourceKind::ApiKey, Icon::ApiKey, panel_ui);

impl RecordPanelDraft for ApiKeysDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<ApiKeysDraft>();
    draft.form.follow(state);
    if state.workspace.api_keys.admin == AdminKeyPlace::NotLookedFor && state.workspace.profile.is_some() {
        actions.push(Action::ApiKeys(ApiKeysAction::LookForAdminKey));
    }
    if let Some(form) = state.form(ResourceKind::ApiKey) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::ApiKey).is_some();
    let resized = split_ui(ui, state, text::API_KEYS, open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, draft, actions),
        SplitPart::Detail => detail::detail_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
