//! The profiles: which there are, what is known of each, and which one is at work.

use egui::{Align, CornerRadius, Frame, Layout, Margin, Ui, vec2};

use crate::status::environment_chip_ui;
use paydesk_core::features::profiles::KeyPlace;
use paydesk_core::profiles::SavedProfile;
use paydesk_core::{Action, State};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;
use paydesk_widgets::chip::toned_text_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, chip_ui, copyable_ui, hairline_ui, heading_ui, label_ui};

use super::text;
use paydesk_widgets::reading_order::{from_right_ui, in_reading_order};

/// Widest list, in points.
const COLUMN: f32 = 760.0;
/// Below this width the actions of a profile stand below it.
const NARROW: f32 = 560.0;
/// Room for the actions of a profile, in points.
const ACTIONS: f32 = 230.0;
const SWITCH: f32 = 68.0;
/// The hairline around the list, in points.
const EDGE: f32 = 1.0;

/// Draws the list.
pub(super) fn profiles_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let width = ui.available_width().min(COLUMN);
    ui.add_space(space::S);
    ui.allocate_ui_with_layout(vec2(width, size::CONTROL), Layout::left_to_right(Align::Center), |ui| {
        let subdued = tokens(ui).subdued;
        heading_ui(ui, Text::Group, subdued, text::PROFILES);
        from_right_ui(ui, |ui| {
            let refusal = state.profiles.policy.adding_refusal();
            if Button::secondary(text::ADD_PROFILE_FORM).icon(Icon::Add).disabled(refusal).ui(ui).clicked() {
                actions.push(Action::EditProfile(None));
            }
        });
    });
    let frame = Frame::new().stroke(tokens(ui).hairline()).corner_radius(CornerRadius::same(size::RADIUS));
    frame.show(ui, |ui| {
        ui.set_width(width - 2.0 * EDGE);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, id) in state.profiles.all_ids().enumerate() {
            if index > 0 {
                hairline_ui(ui);
            }
            let margin = Margin::symmetric(space::M as i8, space::M as i8);
            Frame::new().inner_margin(margin).show(ui, |ui| {
                ui.push_id(&id, |ui| profile_ui(ui, state, &id, actions));
            });
        }
    });
    if state.profiles.saved.is_empty() && state.profiles.policy.adding_refusal().is_none() {
        let why = "Add a profile to work with your own payment service. You need its address and its secret key, \
            which is saved in the system keyring, never in a file.";
        ui.scope(|ui| {
            ui.set_max_width(width);
            label_ui(ui, Text::Small, tokens(ui).subdued, why);
        });
    }
}

/// One profile, with what can be done to it at its right.
fn profile_ui(ui: &mut Ui, state: &State, id: &ProfileId, actions: &mut Vec<Action>) {
    let saved = state.profiles.find(id);
    if ui.available_width() < NARROW {
        texts_ui(ui, state, id, saved);
        ui.add_space(space::S);
        ui.horizontal_wrapped(|ui| actions_ui(ui, state, id, saved, actions));
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let width = ui.available_width() - ACTIONS;
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            texts_ui(ui, state, id, saved);
        });
        actions_ui(ui, state, id, saved, actions);
    });
}

fn texts_ui(ui: &mut Ui, state: &State, id: &ProfileId, saved: Option<&SavedProfile>) {
    ui.spacing_mut().item_spacing.y = space::XS;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        let name = visible(&state.profiles.name_of(id).unwrap_or_default(), 60);
        label_ui(ui, Text::Strong, tokens(ui).text, &name);
        environment_chip_ui(ui, state.profiles.environment_of(id));
        if state.profiles.current == id {
            chip_ui(ui, Icon::Check, "Active", Tone::Accent);
        }
        if saved.is_some_and(|saved| saved.read_only) {
            chip_ui(ui, Icon::Eye, "Read-only", Tone::Neutral);
        }
        if state.profiles.is_managed(id) {
            chip_ui(ui, Icon::Lock, text::SET_BY_YOUR_ORGANISATION, Tone::Neutral);
        }
    });
    match (saved, &state.workspace.profile) {
        (Some(saved), _) => drop(copyable_ui(ui, &saved.base_url)),
        (None, Some(profile)) if profile.embedded => drop(copyable_ui(ui, &profile.base_url)),
        (None, _) => {}
    }
    if id.is_embedded_hyperswitch() {
        let text = "Runs inside Paydesk and behaves like hyperswitch, for practice with that service";
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
    } else if id.is_embedded() {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Runs inside Paydesk and needs no setup");
    } else {
        key_ui(ui, state.profiles.key_place(id));
    }
}

fn key_ui(ui: &mut Ui, place: KeyPlace<'_>) {
    match place {
        KeyPlace::Keyring => {
            toned_text_ui(ui, Icon::ApiKey, "Its key is in the keyring", Tone::Neutral);
        }
        KeyPlace::NotLookedFor => {
            toned_text_ui(ui, Icon::ApiKey, "The key is read when you switch to it", Tone::Neutral);
        }
        KeyPlace::Missing => {
            toned_text_ui(ui, Icon::Alert, "Its key is missing", Tone::Danger);
        }
        KeyPlace::ThisSession(why) => {
            toned_text_ui(ui, Icon::Clock, "Its key is held until Paydesk is closed", Tone::Attention);
            label_ui(ui, Text::Small, tokens(ui).subdued, &why.text());
        }
    }
}

fn actions_ui(ui: &mut Ui, state: &State, id: &ProfileId, saved: Option<&SavedProfile>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = space::S;
    let name = visible(&state.profiles.name_of(id).unwrap_or_default(), 60);
    let is_beside = !ui.layout().main_wrap();
    if saved.is_none() {
        // At the right edge, as the last of the others.
        let switches_ui = |ui: &mut Ui| {
            other_shapes_ui(ui, state, id, actions);
            switch_ui(ui, state, id, &name, actions);
        };
        if is_beside {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| in_reading_order(ui, switches_ui));
        } else {
            ui.with_layout(*ui.layout(), switches_ui);
        }
        return;
    }
    if state.profiles.current == id && is_beside {
        // The others stay where they are, in a column beside the texts.
        ui.add_space(SWITCH + space::S);
    }
    switch_ui(ui, state, id, &name, actions);
    if Button::secondary(text::EDIT).name(&text::edit_text(&name)).ui(ui).clicked() {
        actions.push(Action::EditProfile(Some(id.to_owned())));
    }
    let fixed = state.profiles.is_managed(id).then_some("Set by your organisation; it cannot be removed");
    if Button::danger(text::REMOVE).name(&text::remove(&name)).disabled(fixed).ui(ui).clicked() {
        actions.push(Action::AskRemoveProfile(id.to_owned()));
    }
}

/// Makes a profile the current one, unless it is.
fn switch_ui(ui: &mut Ui, state: &State, id: &ProfileId, name: &str, actions: &mut Vec<Action>) {
    let switch = text::switch_to(name);
    if state.profiles.current != id && Button::secondary(text::SWITCH).name(&switch).min_width(SWITCH).ui(ui).clicked()
    {
        actions.push(Action::SwitchProfile(id.to_owned()));
    }
}

/// The embedded sandbox can answer as another service does, with data of its own.
fn other_shapes_ui(ui: &mut Ui, state: &State, id: &ProfileId, actions: &mut Vec<Action>) {
    let other = ProfileId::embedded_hyperswitch();
    if *id == other || state.profiles.current == other {
        return;
    }
    if Button::secondary("Try hyperswitch").ui(ui).clicked() {
        actions.push(Action::SwitchProfile(other));
    }
}
