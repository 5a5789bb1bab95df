//! What frames every panel: the environment banner, the sidebar, what is above every panel, messages.

mod environment_banner;
mod notices;
pub mod requests;
mod sidebar;
mod text;

use std::borrow::Cow;

use egui::{CentralPanel, Frame, Ui};

use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::toasts::Toast;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};

use super::drafts::Drafts;
use super::export_menu;
use super::help::first_steps_ui;
use super::keys;
use super::row_menu::row_menu_ui;
use super::status::outcome_tone;
use super::views::view_of;
use paydesk_widgets::tokens::tokens;
use paydesk_widgets::{ToastEvent, ToastView, toasts_ui as kit_toasts_ui};

/// What every panel can be used in, in points: a window of 1000×640 at 200%. No window gets smaller.
pub const LEAST_ROOM: [f32; 2] = [500.0, 320.0];

/// Draws banner, sidebar and the panel of the route.
pub fn shell_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    environment_banner::banner_ui(ui, state, actions);
    sidebar::sidebar_ui(ui, state, actions);
    let surface = tokens(ui).surface;
    if std::mem::take(&mut drafts.asks_export) {
        export_menu::ask(ui.ctx());
    }
    export_menu::progress_ui(ui, state, actions);
    requests::requests_ui(ui, state, drafts.of(), actions);
    notices::notices_ui(ui, state, drafts, actions);
    first_steps_ui(ui, state, actions);
    CentralPanel::no_frame().frame(Frame::new().fill(surface)).show(ui, |ui| {
        keys::panel_start_ui(ui);
        (view_of(state.workspace.route).draw)(ui, state, drafts, actions);
    });
    row_menu_ui(ui, state, drafts, actions);
    environment_banner::frame_ui(ui, state);
}

/// What a toast says; one about another profile than the one on screen begins with it.
fn toast_text<'a>(state: &State, toast: &'a Toast) -> Cow<'a, str> {
    if toast.profile_id == state.workspace.profile_id {
        return Cow::Borrowed(&toast.text);
    }
    Cow::Owned(format!("{}: {}", state.place_of(&toast.profile_id), toast.text))
}

/// Draws the messages about what just happened. The core ends them, so none has a deadline here.
pub fn toasts_ui(ui: &Ui, state: &State, actions: &mut Vec<Action>) {
    let shown: Vec<&Toast> = state.toasts.unseen().collect();
    if shown.is_empty() {
        return;
    }
    let open =
        state.workspace.payments.open.as_ref().filter(|_| state.workspace.route == Route::List(ResourceKind::Payment));
    let profile_id = &state.workspace.profile_id;
    let texts: Vec<Cow<'_, str>> = shown.iter().map(|toast| toast_text(state, toast)).collect();
    let toasts: Vec<ToastView<'_>> = shown
        .iter()
        .zip(&texts)
        .map(|(toast, text)| ToastView {
            id: toast.id,
            tone: outcome_tone(toast.kind),
            text,
            action: match (&toast.folder, toast.dispute_id(profile_id), toast.payment_id(profile_id)) {
                (Some(_), _, _) => Some(text::OPEN_FOLDER),
                (None, Some(_), _) => Some("Open dispute"),
                (None, None, payment_id) => payment_id.filter(|id| open != Some(*id)).map(|_| text::OPEN_PAYMENT),
            },
            until_s: None,
        })
        .collect();
    match kit_toasts_ui(ui.ctx(), &toasts, 0.0) {
        Some(ToastEvent::Closed(id)) => actions.push(Action::DismissToast(id)),
        Some(ToastEvent::Action(id)) => {
            let toast = shown.iter().find(|toast| toast.id == id);
            let dispute = toast.and_then(|toast| toast.dispute_id(profile_id).cloned());
            let dispute = dispute.map(|id| Action::OpenRecord(ResourceKind::Dispute, id.as_str().to_owned()));
            let payment = toast
                .and_then(|toast| toast.payment_id(profile_id).cloned())
                .map(|id| Action::Payments(PaymentsAction::Open(id)));
            let folder = toast.filter(|toast| toast.folder.is_some()).map(|toast| Action::OpenSavedFolder(toast.id));
            actions.extend(folder.or(dispute).or(payment));
            actions.push(Action::DismissToast(id));
        }
        None => {}
    }
}
