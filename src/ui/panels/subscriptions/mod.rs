//! Subscriptions: those that were made from here, the form for a new one, and what is done with one.

mod confirm;
mod confirm_draft;
mod detail;
mod draft;
mod form;
mod list;
mod method_fields;
mod plan;
mod shared_draft;
mod status;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::features::subscriptions::{StepForm, SubscriptionStep};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::SubscriptionsDraft;

/// How the panel is drawn.
pub const VIEW: PanelView =
    PanelView::records::<SubscriptionsDraft>(ResourceKind::Subscription, Icon::Subscription, panel_ui);

impl RecordPanelDraft for SubscriptionsDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<SubscriptionsDraft>();
    draft.follow(state);
    if let Some(open) = &state.form(ResourceKind::Subscription).and_then(StepForm::of) {
        match open.step {
            SubscriptionStep::Confirm => confirm::page_ui(ui, state, open, &mut draft.confirm, actions),
            SubscriptionStep::ChangePlan => plan::page_ui(ui, state, open, &mut draft.plan, actions),
        }
        return;
    }
    if let Some(form) = state.form(ResourceKind::Subscription) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Subscription).is_some();
    let resized = split_ui(ui, state, text::SUBSCRIPTIONS, open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, drafts.of::<SubscriptionsDraft>(), actions),
        SplitPart::Detail => detail::detail_ui(ui, state, drafts, actions),
    });
    actions.extend(resized);
}
