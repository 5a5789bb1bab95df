//! What frames every panel: the environment banner, the sidebar, what stands above every panel, messages.

mod environment_banner;
mod notices;
mod requests;

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui};

use crate::app::features::requests::RequestsAction;
use crate::app::operations::ResourceKind;
use crate::app::route::Route;
use crate::app::{Action, State};
use crate::domain::money::grouped_count;
use crate::domain::payment::PaymentStatus;

use super::drafts::Drafts;
use super::icons::Icon;
use super::panels;
use super::status::outcome_tone;
use super::tokens::{Text, Tone, size, space, tokens};
use super::widgets::{SidebarItem, ToastEvent, ToastView, label_ui, sidebar_group_ui, toasts_ui as kit_toasts_ui};

pub use requests::RequestsDraft;

/// Below this window width, in points, the sidebar shows icons alone.
const NARROW_WINDOW: f32 = 1100.0;
pub const SIDEBAR_NARROW: f32 = 56.0;
const SIDEBAR_WIDTHS: std::ops::RangeInclusive<f32> = 180.0..=320.0;

/// Draws banner, sidebar and the panel of the route.
pub fn shell_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    environment_banner::banner_ui(ui, state, actions);
    sidebar_panel_ui(ui, state, actions);
    let surface = tokens(ui).surface;
    requests::requests_ui(ui, state, &mut drafts.requests, actions);
    notices::notices_ui(ui, state, drafts, actions);
    CentralPanel::no_frame().frame(Frame::new().fill(surface)).show(ui, |ui| match state.workspace.route {
        Route::Payments => panels::payments::panel_ui(ui, state, drafts, actions),
        Route::Refunds => panels::refunds::panel_ui(ui, state, drafts, actions),
        Route::Disputes => panels::disputes::panel_ui(ui, state, drafts, actions),
        Route::Payouts => panels::payouts::panel_ui(ui, state, drafts, actions),
        Route::Customers => panels::customers::panel_ui(ui, state, drafts, actions),
        Route::Subscriptions => panels::subscriptions::panel_ui(ui, state, drafts, actions),
        Route::PaymentLinks => panels::payment_links::panel_ui(ui, state, drafts, actions),
        Route::ApiKeys => panels::api_keys::panel_ui(ui, state, drafts, actions),
        Route::Webhooks => panels::webhooks::panel_ui(ui, state, drafts, actions),
        Route::Analytics => panels::analytics::panel_ui(ui, state, drafts, actions),
        Route::Attention => panels::attention::panel_ui(ui, state, actions),
        Route::Settings => panels::settings::panel_ui(ui, state, drafts, actions),
    });
    environment_banner::frame_ui(ui, state);
}

fn sidebar_panel_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let narrow = ui.available_width() < NARROW_WINDOW;
    let remembered = state.settings.sidebar_width.unwrap_or(size::SIDEBAR_WIDTH);
    let frame = Frame::new().fill(tokens(ui).bg).inner_margin(Margin::symmetric(if narrow { 8 } else { 12 }, 12));
    let panel = if narrow {
        Panel::left("sidebar narrow").resizable(false).exact_size(SIDEBAR_NARROW)
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
    let count = |count: Option<u64>| count.map(grouped_count);
    let on_payments = state.workspace.route == Route::Payments;
    let shows = |status: PaymentStatus| on_payments && state.workspace.payments.filter.status.as_ref() == Some(&status);
    let (capture, review) = (shows(PaymentStatus::RequiresCapture), shows(PaymentStatus::RequiresMerchantAction));
    let mut offer = |ui: &mut Ui, item: SidebarItem<'_>, action: Action| {
        if item.compact(narrow).ui(ui).clicked() {
            actions.push(action);
        }
    };
    let group = |ui: &mut Ui, title: &str| if narrow { ui.add_space(space::XS) } else { sidebar_group_ui(ui, title) };
    group(ui, "Money in");
    let total = count(state.workspace.payments.total);
    let all = SidebarItem::new(Icon::Payment, "Payments").count(total.as_deref());
    offer(ui, all.selected(on_payments && !capture && !review), Action::ShowAllPayments);
    let to_capture = count(state.workspace.payments.to_capture);
    let item = SidebarItem::new(Icon::Clock, "To capture").count(to_capture.as_deref());
    offer(ui, item.selected(capture), Action::ShowPaymentsToCapture);
    let in_review = Action::FilterStatus(Some(PaymentStatus::RequiresMerchantAction));
    offer(ui, SidebarItem::new(Icon::Review, "In review").selected(review), in_review);
    let panel = |icon, name, route| {
        (SidebarItem::new(icon, name).selected(state.workspace.route == route), Action::GoTo(route))
    };
    for (item, action) in [
        panel(Icon::Refund, "Refunds", Route::Refunds),
        panel(Icon::PaymentLink, "Payment links", Route::PaymentLinks),
        panel(Icon::Subscription, "Subscriptions", Route::Subscriptions),
    ] {
        offer(ui, item, action);
    }
    group(ui, "Disputes");
    let to_answer = count(state.workspace.disputes.to_answer.filter(|count| *count > 0));
    let (item, action) = panel(Icon::Dispute, "Dispute inbox", Route::Disputes);
    offer(ui, item.count(to_answer.as_deref()).count_tone(Tone::Attention), action);
    group(ui, "Money out");
    let (item, action) = panel(Icon::Payout, "Payouts", Route::Payouts);
    offer(ui, item, action);
    group(ui, "People and keys");
    for (item, action) in
        [panel(Icon::Customer, "Customers", Route::Customers), panel(Icon::ApiKey, "API keys", Route::ApiKeys)]
    {
        offer(ui, item, action);
    }
    group(ui, "Insight");
    let (item, action) = panel(Icon::Analytics, "Analytics", Route::Analytics);
    offer(ui, item, action);
    group(ui, "Work");
    let open = state.attention_count() as u64;
    let attention = (open > 0).then(|| grouped_count(open));
    let item = SidebarItem::new(Icon::NeedsAttention, "Needs attention").count(attention.as_deref());
    let item = item.count_tone(Tone::Attention).selected(state.workspace.route == Route::Attention);
    offer(ui, item, Action::GoTo(Route::Attention));
    let (item, action) = panel(Icon::Event, "Events", Route::Webhooks);
    offer(ui, item, action);
}

fn bottom_items_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Vec<Action>) {
    let settings = SidebarItem::new(Icon::Settings, "Settings").selected(state.workspace.route == Route::Settings);
    if settings.compact(narrow).ui(ui).clicked() {
        actions.push(Action::GoTo(Route::Settings));
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
    let shown = state.toasts.shown();
    if shown.is_empty() {
        return;
    }
    let open = state.workspace.payments.open.as_ref().filter(|_| state.workspace.route == Route::Payments);
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
            let payment = toast.and_then(|toast| toast.payment_id.clone()).map(Action::OpenPayment);
            actions.extend(dispute.or(payment));
            actions.push(Action::DismissToast(id));
        }
        None => {}
    }
}
