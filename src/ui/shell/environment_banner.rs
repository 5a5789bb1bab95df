//! The environment: the banner on top with the current profile and the way to another, and the frame around the window.

use egui::{Frame, Id, LayerId, Order, Panel, StrokeKind, Ui};

use crate::status::{environment_icon, environment_tone};
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, State};
use paydesk_domain::profile::Environment;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{BannerButton, Choice, EnvBanner, banner_text_ui, choices_popup_ui, label_ui};

use super::text;

/// Below this width the banner leaves out what the colour and the word say already.
const NARROW: f32 = 720.0;
/// How wide the name of a profile may be in any case, in points; up to a third of the banner where that is more.
const NAME: f32 = 300.0;
/// What the name leaves to what must be known of the environment and to the button that locks it, in points.
const NOTE: f32 = 150.0;
/// Width of the list of profiles, in points.
const LIST: f32 = 320.0;
/// Around a window that can move real money, in points.
const FRAME: f32 = 3.0;

/// Draws the banner.
pub(super) fn banner_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let environment = state.profiles.current_environment();
    let wide = ui.available_width() >= NARROW;
    let name = visible(&state.profiles.current_name(), 60);
    let note = note(state, wide);
    let text = format!("{name}  ·  {note}");
    let production = environment == Environment::Production;
    let band = EnvBanner { production, word: environment.word(), text: &text };
    Panel::top("environment").exact_size(size::BANNER).show_separator_line(false).frame(Frame::new()).show(ui, |ui| {
        let left = |ui: &mut Ui| {
            switcher_ui(ui, state, &name, actions);
            lock_ui(ui, state, note, actions);
        };
        band.ui_with(ui, left, |ui| link_ui(ui, state, wide));
    });
}

/// What the person must know of the environment.
fn note(state: &State, wide: bool) -> &'static str {
    match state.profiles.current_environment() {
        Environment::Production if state.profiles.may_unlock(state.workspace.profile.as_ref()) && wide => {
            "read-only until you unlock it"
        }
        Environment::Production if state.profiles.policy.production_read_only && wide => {
            "read-only, as set by your organisation"
        }
        Environment::Production if !state.profiles.may_lock(state.workspace.profile.as_ref()) => "read-only",
        Environment::Production if wide => "unlocked: operations move real money",
        Environment::Production => "unlocked",
        Environment::Sandbox if wide && state.profile_is_read_only() => "read-only, nothing here moves real money",
        Environment::Sandbox if state.profile_is_read_only() => "read-only",
        Environment::Sandbox if wide => "nothing here moves real money",
        Environment::Sandbox => "",
    }
}

/// The name of the current profile, which opens the list of all.
fn switcher_ui(ui: &mut Ui, state: &State, name: &str, actions: &mut Vec<Action>) {
    let accessible_name = text::profile(name);
    let others = if note(state, ui.available_width() >= NARROW).is_empty() { 0.0 } else { NOTE };
    let width = NAME.max(ui.available_width() * 0.35).min(ui.available_width() - others);
    let button = BannerButton::menu(name).name(&accessible_name).max_width(width).ui(ui);
    actions.extend(choices_popup_ui(&button, text::PROFILES, LIST, |body| {
        let mut chosen = None;
        for id in state.profiles.all_ids() {
            let environment = state.profiles.environment_of(&id);
            let name = visible(&state.profiles.name_of(&id).unwrap_or_default(), 60);
            let choice = Choice::new(&name).icon(environment_icon(environment));
            let choice = choice.note(environment.word(), environment_tone(environment));
            if body.offer(choice, id == state.profiles.current) {
                chosen = Some(Action::SwitchProfile(id.to_owned()));
            }
        }
        body.divider();
        if body.offer(Choice::new(text::ADD_PROFILE).icon(Icon::Add), false) {
            chosen = Some(Action::EditProfile(None));
        }
        if let Some(saved) = state.profiles.current_saved() {
            let text = text::edit(visible(&saved.name, 60));
            if body.offer(Choice::new(&text).icon(Icon::Edit), false) {
                chosen = Some(Action::EditProfile(Some(saved.id.clone())));
            }
        }
        chosen
    }));
}

/// What may be done in production, and the button that changes it.
fn lock_ui(ui: &mut Ui, state: &State, note: &str, actions: &mut Vec<Action>) {
    let (button, action) = if state.profiles.may_unlock(state.workspace.profile.as_ref()) {
        let hint = "Allows changes with this profile until Paydesk is closed";
        (Some(BannerButton::outlined("Unlock…").name("Unlock production…").hint(hint)), Action::AskUnlockProduction)
    } else if state.profiles.may_lock(state.workspace.profile.as_ref()) {
        let hint = "Blocks all changes until it is unlocked again";
        (Some(BannerButton::outlined(text::LOCK).name("Lock production").hint(hint)), Action::LockProduction)
    } else {
        (None, Action::LockProduction)
    };
    if !note.is_empty() {
        let taken = button.map_or(0.0, |button| button.width(ui) + space::S);
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - taken).max(0.0));
            banner_text_ui(ui, &format!("·  {note}"));
        });
    }
    if button.is_some_and(|button| button.ui(ui).clicked()) {
        actions.push(action);
    }
}

/// The connection and the rate limit, from the right edge.
fn link_ui(ui: &mut Ui, state: &State, wide: bool) {
    let color = tokens(ui).on_banner;
    if let Some(rate) = rate_text(state).filter(|_| wide) {
        label_ui(ui, Text::Small, color, &rate);
        label_ui(ui, Text::Small, color, "·");
    }
    let (icon, text) = link_text(state);
    label_ui(ui, Text::Small, color, text);
    icon.ui(ui, size::ICON, color);
}

/// How the connection is shown in the banner.
fn link_text(state: &State) -> (Icon, &'static str) {
    match &state.workspace.connection.link {
        ServiceLink::Connecting => (Icon::Processing, "Connecting…"),
        ServiceLink::NotStarted(_) if state.profiles.key_missing => (Icon::ApiKey, "No key"),
        ServiceLink::NotStarted(_) => (Icon::Disconnected, "No service"),
        ServiceLink::Connected if state.workspace.connection.is_key_taken() => (Icon::Connected, "Connected"),
        ServiceLink::Connected => (Icon::Processing, "Connected to the service"),
        ServiceLink::Unreachable(error) if error.status().is_some() => {
            (Icon::Disconnected, "Service not responding, trying again")
        }
        ServiceLink::Unreachable(_) => (Icon::Disconnected, "Not reachable, trying again"),
        ServiceLink::Locked(_) => (Icon::Lock, "Locked: the key was refused"),
    }
}

/// How long the rate limit, of the service or of the settings, holds us back. What is left of it is above the requests.
fn rate_text(state: &State) -> Option<String> {
    let until = state.rate_held_until()?;
    let seconds = (until - state.now).num_seconds().max(1);
    Some(text::rate_limit_reached_continuing(seconds))
}

/// The colour of production around everything, also around what lies over the panels.
pub(super) fn frame_ui(ui: &Ui, state: &State) {
    if state.profiles.current_environment() == Environment::Production {
        let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("production frame")));
        let stroke = egui::Stroke::new(FRAME, tokens(ui).production_banner);
        painter.rect_stroke(ui.ctx().content_rect(), 0.0, stroke, StrokeKind::Inside);
    }
}
