//! What frames every panel: the environment banner, the sidebar, what is above every panel, messages.

mod environment_banner;
mod notices;
mod requests;

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui};
use strum::IntoEnumIterator as _;

use crate::app::command::{Command, CommandEffect};
use crate::app::features::payments::PaymentsAction;
use crate::app::features::requests::RequestsAction;
use crate::app::features::toasts::Toast;
use crate::app::operations::ResourceKind;
use crate::app::panels::{PANELS, PanelCount, PanelSpec, Section};
use crate::app::route::Route;
use crate::app::{Action, State};
use crate::domain::money::grouped_count;

use super::drafts::Drafts;
use super::help::first_steps_ui;
use super::icons::Icon;
use super::status::outcome_tone;
use super::tokens::{Text, Tone, size, space, tokens};
use super::views::view_of;
use super::widgets::{SidebarItem, ToastEvent, ToastView, label_ui, sidebar_group_ui, toasts_ui as kit_toasts_ui};

pub use requests::RequestsDraft;

/// Below this window width, in points, the sidebar shows icons alone.
const NARROW_WINDOW: f32 = 1100.0;
const SIDEBAR_WIDTHS: std::ops::RangeInclusive<f32> = 180.0..=320.0;

/// Draws banner, sidebar and the panel of the route.
pub fn shell_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    environment_banner::banner_ui(ui, state, actions);
    sidebar_panel_ui(ui, state, actions);
    let surface = tokens(ui).surface;
    requests::requests_ui(ui, state, &mut drafts.requests, actions);
    notices::notices_ui(ui, state, drafts, actions);
    first_steps_ui(ui, state, actions);
    CentralPanel::no_frame().frame(Frame::new().fill(surface)).show(ui, |ui| {
        (view_of(state.workspace.route).draw)(ui, state, drafts, actions);
    });
    environment_banner::frame_ui(ui, state);
}

fn sidebar_panel_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let narrow = ui.available_width() < NARROW_WINDOW;
    let remembered = state.settings.sidebar_width.unwrap_or(size::SIDEBAR_WIDTH);
    let frame = Frame::new().fill(tokens(ui).bg).inner_margin(Margin::symmetric(if narrow { 8 } else { 12 }, 12));
    let panel = if narrow {
        Panel::left("sidebar narrow").resizable(false).exact_size(size::SIDEBAR_NARROW)
    } else {
        let width = remembered.clamp(*SIDEBAR_WIDTHS.start(), *SIDEBAR_WIDTHS.end());
        Panel::left("sidebar").resizable(true).default_size(width).size_range(SIDEBAR_WIDTHS)
    };
    let shown = panel.frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if !narrow {
            label_ui(ui, Text::Title, tokens(ui).text, "Paydesk");
        }
        ui.with_layout(Layout::bottom_up(Align::LEFT), |ui| {
            ui.set_width(ui.available_width());
            bottom_items_ui(ui, state, narrow, actions);
            ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                ScrollArea::vertical().id_salt("sidebar").show(ui, |ui| items_ui(ui, state, narrow, actions));
            });
        });
    });
    let released = ui.input(|input| input.pointer.any_released());
    let width = shown.response.rect.width().round();
    if !narrow && released && (width - remembered).abs() > 1.0 {
        actions.push(Action::RememberSidebarWidth(width));
    }
}

fn items_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Vec<Action>) {
    for section in Section::iter().filter(|section| *section != Section::Bottom) {
        if narrow {
            ui.add_space(space::XS);
        } else {
            sidebar_group_ui(ui, section.title());
        }
        for panel in PANELS.iter().filter(|panel| panel.section == section) {
            panel_item_ui(ui, state, panel, narrow, actions);
            if panel.route == Route::List(ResourceKind::Payment) {
                payment_items_ui(ui, state, narrow, actions);
            }
        }
    }
}

fn panel_item_ui(ui: &mut Ui, state: &State, panel: &PanelSpec, narrow: bool, actions: &mut Vec<Action>) {
    let (count, tone) = match (panel.count)(state) {
        None => (None, Tone::Neutral),
        Some(PanelCount::Total(count)) => (Some(grouped_count(count)), Tone::Neutral),
        Some(PanelCount::Waiting(count)) => (Some(grouped_count(count)), Tone::Attention),
    };
    let is_shown = state.workspace.route == panel.route;
    let is_whole = panel.route != Route::List(ResourceKind::Payment) || shown_part(state).is_none();
    let item = SidebarItem::new(view_of(panel.route).icon, panel.title).count(count.as_deref()).count_tone(tone);
    if item.selected(is_shown && is_whole).compact(narrow).ui(ui).clicked()
        && let Some(CommandEffect::Act(action)) = Command::Show(panel.route).effect(state)
    {
        actions.push(action);
    }
}

/// The part of the payments that the list shows, where it has an item of its own.
fn shown_part(state: &State) -> Option<PaymentsPart> {
    let filter = &state.workspace.payments.filter;
    if filter.to_capture {
        return Some(PaymentsPart::ToCapture);
    }
    let status = filter.status.as_ref()?;
    state.view().review_status().is(status).then_some(PaymentsPart::InReview)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PaymentsPart {
    ToCapture,
    InReview,
}

/// The two parts of the payments that staff work through.
fn payment_items_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Vec<Action>) {
    let part = shown_part(state).filter(|_| state.workspace.route == Route::List(ResourceKind::Payment));
    let to_capture = state.workspace.payments.to_capture_text();
    let capture = SidebarItem::new(Icon::Clock, "To capture").count(to_capture.as_deref());
    if capture.selected(part == Some(PaymentsPart::ToCapture)).compact(narrow).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::ShowToCapture));
    }
    let in_review = state.workspace.payments.in_review(state.view().review_status()).map(grouped_count);
    let review = SidebarItem::new(Icon::Review, "In review").count(in_review.as_deref());
    if review.selected(part == Some(PaymentsPart::InReview)).compact(narrow).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::ShowInReview));
    }
}

fn bottom_items_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Vec<Action>) {
    for panel in PANELS.iter().filter(|panel| panel.section == Section::Bottom) {
        panel_item_ui(ui, state, panel, narrow, actions);
    }
    if SidebarItem::new(Icon::Keyboard, "Shortcuts").compact(narrow).ui(ui).clicked() {
        actions.push(Action::ShowShortcuts);
    }
    let requests = SidebarItem::new(Icon::Code, "Requests").selected(state.settings.requests_open);
    if requests.compact(narrow).ui(ui).clicked() {
        actions.push(Action::Requests(RequestsAction::Toggle));
    }
}

/// Draws the messages about what just happened. The core ends them, so none has a deadline here.
pub fn toasts_ui(ui: &Ui, state: &State, actions: &mut Vec<Action>) {
    let shown: Vec<&Toast> = state.toasts.unseen().collect();
    if shown.is_empty() {
        return;
    }
    let open =
        state.workspace.payments.open.as_ref().filter(|_| state.workspace.route == Route::List(ResourceKind::Payment));
    let toasts: Vec<ToastView<'_>> = shown
        .iter()
        .map(|toast| ToastView {
            id: toast.id,
            tone: outcome_tone(toast.kind),
            text: &toast.text,
            action: match (&toast.dispute_id, &toast.payment_id) {
                (Some(_), _) => Some("Open dispute"),
                (None, payment_id) => payment_id.as_ref().filter(|id| open != Some(*id)).map(|_| "Open payment"),
            },
            until_s: None,
        })
        .collect();
    match kit_toasts_ui(ui.ctx(), &toasts, 0.0) {
        Some(ToastEvent::Closed(id)) => actions.push(Action::DismissToast(id)),
        Some(ToastEvent::Action(id)) => {
            let toast = shown.iter().find(|toast| toast.id == id);
            let dispute = toast.and_then(|toast| toast.dispute_id.clone());
            let dispute = dispute.map(|id| Action::OpenRecord(ResourceKind::Dispute, id.as_str().to_owned()));
            let payment =
                toast.and_then(|toast| toast.payment_id.clone()).map(|id| Action::Payments(PaymentsAction::Open(id)));
            actions.extend(dispute.or(payment));
            actions.push(Action::DismissToast(id));
        }
        None => {}
    }
}
