//! Draws `&State` and pushes actions; changes nothing itself. Text being typed lives in the [`Drafts`] of the profile
//! on screen.
//!
//! [`panels`] and [`form`] are made of the kit in [`paydesk_widgets`].
#![cfg(feature = "window")]

mod back;
pub mod board_image;
mod colleagues;
pub mod command_palette;
mod customer_cell;
mod customer_picker;
pub mod dialogs;
pub mod drafts;
mod export_menu;
pub mod form;
pub mod gallery;
mod held_secret;
pub mod help;
pub mod journal_export;
pub mod keys;
pub mod known_facts;
pub mod list;
mod list_search;
pub mod notes;
mod open_operation;
pub mod panel_view;
pub mod panels;
mod record_list;
mod row_menu;
mod selection;
pub mod shell;
pub mod status;
pub mod text;
mod unreadable;
mod views;
mod web_link;
mod window_drafts;
pub mod writing;

pub use drafts::Drafts;
pub use window_drafts::WindowDrafts;

use panels::analytics::AnalyticsDraft;
use panels::payments::PaymentsDraft;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};

/// Draws the whole window and collects what the person asked for. What widgets remember, they remember for the profile on
/// screen.
pub fn draw(ui: &mut egui::Ui, state: &State, drafts: &mut WindowDrafts, actions: &mut Vec<Action>) {
    let drafts = drafts.enter(ui.ctx(), state);
    ui.push_id(&state.workspace.profile_id, |ui| window_ui(ui, state, drafts, actions));
}

fn window_ui(ui: &mut egui::Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.profile.follow(state);
    drafts.of::<PaymentsDraft>().follow(state);
    paydesk_widgets::reading_order::follow_tab(ui.ctx());
    keys::return_from_dialog(ui.ctx(), state, drafts);
    if drafts.back_openers.follow(ui.ctx(), state) {
        drafts.return_to_row(state.workspace.route);
    }
    keys::handle(ui.ctx(), state, drafts, actions);
    if !matches!(state.workspace.route, Route::List(ResourceKind::Payment | ResourceKind::Dispute)) {
        list_search::ask(ui.ctx(), drafts);
    }
    shell::shell_ui(ui, state, drafts, actions);
    dialogs::dialogs_ui(ui, state, drafts, actions);
    drafts.of::<panels::disputes::DisputesDraft>().follow_actions(actions);
    // A picture of a board has nothing over it.
    if !drafts.of::<AnalyticsDraft>().takes_picture() {
        shell::toasts_ui(ui, state, actions);
    }
    panels::payments::leave_detail(ui.ctx(), state, drafts, actions);
    paydesk_widgets::panel_edge_ring_ui(ui.ctx());
    drafts.copied.take().into_iter().for_each(|text| ui.ctx().copy_text(text));
}
