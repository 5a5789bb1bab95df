//! What frames every panel: the environment band, the sidebar, problems met at the start, messages.

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui};

use crate::app::features::connection::Link;
use crate::app::route::Route;
use crate::app::{Action, State};
use crate::domain::money::grouped_count;
use crate::domain::payment::PaymentStatus;
use crate::domain::profile::Environment;
use crate::domain::text::visible;

use super::drafts::Drafts;
use super::icons::Icon;
use super::panels;
use super::status::outcome_tone;
use super::tokens::{self, BAND_HEIGHT, SPACE_L, SPACE_M, SPACE_S, TEXT_CELL, TEXT_HEADING, Tone, tokens};
use super::widgets::button::{Button, Emphasis};
use super::widgets::notice::notice_ui;
use super::widgets::sidebar::{sidebar_group_ui, sidebar_item_ui};
use super::widgets::toast::{ToastChoice, ToastLook};

/// Below this window width, in points, the sidebar shows icons alone.
const NARROW_WINDOW: f32 = 1100.0;
const SIDEBAR_WIDTH: f32 = 224.0;
const SIDEBAR_NARROW: f32 = 60.0;

/// Draws band, sidebar and the panel of the route.
pub fn shell_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    band_ui(ui, state);
    sidebar_panel_ui(ui, state, actions);
    let surface = tokens(ui).surface;
    problems_ui(ui, state, actions);
    CentralPanel::no_frame().frame(Frame::new().fill(surface)).show(ui, |ui| match state.route {
        Route::Payments => panels::payments::panel_ui(ui, state, drafts, actions),
        Route::Attention => panels::attention::panel_ui(ui, state, actions),
        Route::Settings => panels::settings::panel_ui(ui, state, drafts, actions),
    });
}

fn band_ui(ui: &mut Ui, state: &State) {
    let tokens = tokens(ui);
    let environment = state.profile.as_ref().map(|profile| profile.environment);
    let fill = match environment {
        Some(Environment::Production) => tokens.production_band,
        Some(Environment::Sandbox) | None => tokens.sandbox_band,
    };
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(SPACE_L as i8, 0));
    let small = |text: String| RichText::new(text).font(tokens::regular(TEXT_CELL)).color(tokens.on_band);
    Panel::top("environment").exact_size(BAND_HEIGHT).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            let word = environment.map_or("STARTING", Environment::word);
            ui.label(RichText::new(word).font(tokens::semibold(TEXT_CELL)).color(tokens.on_band));
            let name = state.profile.as_ref().map_or("Embedded sandbox", |profile| profile.name.as_str());
            let note = match environment {
                Some(Environment::Production) => "what you do here moves real money",
                Some(Environment::Sandbox) | None => "nothing here moves real money",
            };
            ui.label(small(format!("{} · {note}", visible(name, 60))));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(small(rate_words(state)));
                let (icon, words) = link_words(state);
                ui.label(small(words));
                ui.label(icon.text(15.0).color(tokens.on_band));
            });
        });
    });
}

/// How the connection is told in the band.
fn link_words(state: &State) -> (Icon, String) {
    match &state.connection.link {
        Link::Connecting => (Icon::Hourglass, "Connecting…".to_owned()),
        Link::NotStarted(_) => (Icon::Plugs, "No service".to_owned()),
        Link::Connected => (Icon::PlugsConnected, "Connected".to_owned()),
        Link::Unreachable(_) => (Icon::Plugs, "Not reachable, trying again".to_owned()),
        Link::Locked(_) => (Icon::Lock, "Locked: the key was refused".to_owned()),
    }
}

/// The rate limit as the service tells it, or how long it holds us back.
fn rate_words(state: &State) -> String {
    if let Some(until) = state.rate.blocked_until(state.now) {
        let seconds = (until - state.now).num_seconds().max(1);
        return format!("·  Rate limit reached, going on in {seconds} s");
    }
    state.rate.gauge().map_or_else(String::new, |(left, limit)| {
        format!("·  {} of {} requests left", grouped_count(left.into()), grouped_count(limit.into()))
    })
}

fn sidebar_panel_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let narrow = ui.available_width() < NARROW_WINDOW;
    let width =
        if narrow { SIDEBAR_NARROW } else { state.settings.sidebar_width.unwrap_or(SIDEBAR_WIDTH).clamp(180.0, 320.0) };
    let frame = Frame::new().fill(tokens(ui).bg).inner_margin(Margin::symmetric(if narrow { 8 } else { 12 }, 12));
    let panel = if narrow {
        Panel::left("sidebar narrow").exact_size(width)
    } else {
        Panel::left("sidebar").resizable(true).default_size(width).size_range(180.0..=320.0)
    };
    let shown = panel.frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if !narrow {
            ui.label(RichText::new("Paydesk").font(tokens::semibold(TEXT_HEADING)).color(tokens(ui).text));
        }
        ui.with_layout(Layout::bottom_up(Align::LEFT), |ui| {
            ui.set_width(ui.available_width());
            bottom_items_ui(ui, state, actions);
            ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                ScrollArea::vertical().id_salt("sidebar").show(ui, |ui| items_ui(ui, state, narrow, actions));
            });
        });
    });
    let released = ui.input(|input| input.pointer.any_released());
    let width = shown.response.rect.width().round();
    if !narrow && released && (width - state.settings.sidebar_width.unwrap_or(SIDEBAR_WIDTH)).abs() > 1.0 {
        actions.push(Action::RememberSidebarWidth(width));
    }
}

fn items_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Vec<Action>) {
    let count = |count: Option<u64>| count.map(grouped_count);
    let on_payments = state.route == Route::Payments;
    let shows = |status: PaymentStatus| on_payments && state.payments.filter.status.as_ref() == Some(&status);
    let (capture, review) = (shows(PaymentStatus::RequiresCapture), shows(PaymentStatus::RequiresMerchantAction));
    if !narrow {
        sidebar_group_ui(ui, "Money in");
    }
    let total = count(state.payments.total);
    if sidebar_item_ui(ui, Icon::CreditCard, "Payments", total.as_deref(), on_payments && !capture && !review, false)
        .clicked()
    {
        actions.push(Action::ShowAllPayments);
    }
    let to_capture = count(state.payments.to_capture);
    if sidebar_item_ui(ui, Icon::Clock, "To capture", to_capture.as_deref(), capture, false).clicked() {
        actions.push(Action::ShowPaymentsToCapture);
    }
    if sidebar_item_ui(ui, Icon::Hand, "In review", None, review, false).clicked() {
        actions.push(Action::FilterStatus(Some(PaymentStatus::RequiresMerchantAction)));
    }
    if !narrow {
        sidebar_group_ui(ui, "Work");
    }
    let open = state.operations.attention_count() as u64;
    let attention = (open > 0).then(|| grouped_count(open));
    let selected = state.route == Route::Attention;
    if sidebar_item_ui(ui, Icon::Bell, "Needs attention", attention.as_deref(), selected, open > 0).clicked() {
        actions.push(Action::GoTo(Route::Attention));
    }
}

fn bottom_items_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if sidebar_item_ui(ui, Icon::Gear, "Settings", None, state.route == Route::Settings, false).clicked() {
        actions.push(Action::GoTo(Route::Settings));
    }
    if sidebar_item_ui(ui, Icon::Keyboard, "Shortcuts", None, false, false).clicked() {
        actions.push(Action::ShowShortcuts);
    }
}

/// What stands above every panel until it is mended or dismissed.
fn problems_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let lock = state.connection.lock();
    let read_only = state.read_only_reason().filter(|_| state.operations.journal_problem().is_some() && lock.is_none());
    if state.problems.is_empty() && lock.is_none() && read_only.is_none() {
        return;
    }
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(Margin::symmetric(SPACE_L as i8, SPACE_S as i8));
    Panel::top("problems").show_separator_line(false).frame(frame).show(ui, |ui| {
        if let Some(lock) = lock {
            let text = format!("The key was refused, so nothing more is sent with it: {}", lock.what());
            notice_ui(ui, Tone::Danger, Icon::Lock, &text, |ui| {
                ui.label(RichText::new(lock.what_to_do()).font(tokens::regular(TEXT_CELL)));
                if Button::new("Try again", Emphasis::Secondary).show(ui).clicked() {
                    actions.push(Action::RetryService);
                }
            });
        }
        if let (Some(reason), Some(problem)) = (read_only, state.operations.journal_problem()) {
            notice_ui(ui, Tone::Danger, Icon::Lock, &reason, |ui| {
                ui.label(RichText::new(&problem.what_to_do).font(tokens::regular(TEXT_CELL)));
            });
        }
        for (index, problem) in state.problems.iter().enumerate() {
            notice_ui(ui, Tone::Attention, Icon::Warning, &problem.what, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(&problem.what_to_do).font(tokens::regular(TEXT_CELL)));
                    if Button::new("Dismiss", Emphasis::Link).show(ui).clicked() {
                        actions.push(Action::DismissProblem(index));
                    }
                });
            });
            ui.add_space(SPACE_M / 2.0);
        }
    });
}

/// Draws the messages about what just happened.
pub fn toasts_ui(ui: &Ui, state: &State, actions: &mut Vec<Action>) {
    let shown = state.toasts.shown();
    let looks: Vec<ToastLook<'_>> = shown
        .iter()
        .map(|toast| ToastLook {
            id: toast.id,
            tone: outcome_tone(toast.kind),
            text: &toast.text,
            action: toast
                .payment_id
                .as_ref()
                .filter(|id| state.payments.open.as_ref() != Some(*id))
                .map(|_| "Open payment"),
        })
        .collect();
    match super::widgets::toast::toasts_ui(ui.ctx(), &looks) {
        Some(ToastChoice::Closed(id)) => actions.push(Action::DismissToast(id)),
        Some(ToastChoice::Acted(id)) => {
            let payment = shown.iter().find(|toast| toast.id == id).and_then(|toast| toast.payment_id.clone());
            actions.extend(payment.map(Action::OpenPayment));
            actions.push(Action::DismissToast(id));
        }
        None => {}
    }
}
