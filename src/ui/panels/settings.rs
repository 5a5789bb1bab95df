//! Settings: how the desk looks and in which time zone it speaks. Kept at once, without a button.

use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};
use strum::IntoEnumIterator as _;

use crate::app::settings::{Density, TEXT_PERCENT, ThemeChoice};
use crate::app::zone::Zone;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{self, SPACE_L, SPACE_S, SPACE_XL, TEXT_CELL, TEXT_SMALL, tokens};
use crate::ui::widgets::button::{Button, Emphasis};
use crate::ui::widgets::facts::group_title_ui;
use crate::ui::widgets::filter_menu::choice_ui;
use crate::ui::widgets::table::title_ui;
use crate::ui::widgets::text_field::TextField;

const NAME_WIDTH: f32 = 180.0;
/// Most zones listed under the search field.
const ZONES_SHOWN: usize = 8;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let margin = Margin { left: SPACE_XL as i8, right: SPACE_XL as i8, top: SPACE_L as i8, bottom: 0 };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        title_ui(ui, "Settings");
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = SPACE_S;
            group_title_ui(ui, "Look");
            theme_ui(ui, state, actions);
            density_ui(ui, state, actions);
            text_size_ui(ui, state, actions);
            motion_ui(ui, state, actions);
            group_title_ui(ui, "Time zone");
            zone_ui(ui, state, drafts, actions);
            group_title_ui(ui, "Service");
            service_ui(ui, state);
        });
    });
}

fn setting_ui(ui: &mut Ui, name: &str, body: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let color = tokens(ui).subdued;
        ui.allocate_ui_with_layout(
            egui::vec2(NAME_WIDTH, 30.0),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_width(NAME_WIDTH);
                ui.label(RichText::new(name).font(tokens::regular(TEXT_CELL)).color(color));
            },
        );
        body(ui);
    });
}

/// One of a few, side by side.
fn one_of_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    all: impl Iterator<Item = T>,
    current: T,
    label: impl Fn(T) -> &'static str,
) -> Option<T> {
    let mut chosen = None;
    for option in all {
        let text = label(option);
        let response = ui.add(egui::Button::selectable(option == current, text).min_size(egui::vec2(0.0, 30.0)));
        crate::ui::widgets::button::focus_ring(ui, &response);
        if response.clicked() {
            chosen = Some(option);
        }
    }
    chosen
}

fn theme_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, "Theme", |ui| {
        let chosen = one_of_ui(ui, ThemeChoice::iter(), state.settings.theme, ThemeChoice::label);
        actions.extend(chosen.map(Action::SetTheme));
    });
}

fn density_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, "Rows", |ui| {
        let chosen = one_of_ui(ui, Density::iter(), state.settings.density, Density::label);
        actions.extend(chosen.map(Action::SetDensity));
    });
}

fn text_size_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let percent = state.settings.text_percent;
    setting_ui(ui, "Text size", |ui| {
        let smallest = (percent <= *TEXT_PERCENT.start()).then_some("This is the smallest");
        if Button::new("−", Emphasis::Secondary).name("Smaller text").disabled_because(smallest).show(ui).clicked() {
            actions.push(Action::SetTextPercent(percent.saturating_sub(10)));
        }
        ui.label(format!("{percent} %"));
        let largest = (percent >= *TEXT_PERCENT.end()).then_some("This is the largest");
        if Button::new("+", Emphasis::Secondary).name("Larger text").disabled_because(largest).show(ui).clicked() {
            actions.push(Action::SetTextPercent(percent + 10));
        }
    });
}

fn motion_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, "Motion", |ui| {
        let mut reduced = state.settings.reduced_motion;
        if ui.checkbox(&mut reduced, "Reduce motion").changed() {
            actions.push(Action::SetReducedMotion(reduced));
        }
    });
}

fn zone_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    setting_ui(ui, "Times are shown in", |ui| {
        let now = state.zone().full(state.now);
        ui.label(format!("{} · now {now}", state.zone()));
        if state.settings.time_zone.is_some() {
            let text = format!("Use this machine's ({})", state.local_zone);
            if Button::new(&text, Emphasis::Link).show(ui).clicked() {
                actions.push(Action::SetZone(None));
            }
        }
    });
    setting_ui(ui, "", |ui| {
        ui.vertical(|ui| {
            TextField::new("Find a time zone").hint("Berlin").width(280.0).show(ui, &mut drafts.zone);
            let wanted = drafts.zone.trim().to_lowercase().replace(' ', "_");
            if wanted.len() < 2 {
                return;
            }
            ui.set_max_width(280.0);
            let mut found = Zone::all().filter(|zone| zone.name().to_lowercase().contains(&wanted)).peekable();
            if found.peek().is_none() {
                let color = tokens(ui).subdued;
                ui.label(
                    RichText::new("No zone of the IANA list has this in its name")
                        .font(tokens::regular(TEXT_SMALL))
                        .color(color),
                );
            }
            for zone in found.take(ZONES_SHOWN) {
                if choice_ui(ui, zone.name(), zone == state.zone()) {
                    actions.push(Action::SetZone(Some(zone)));
                    drafts.zone.clear();
                    break;
                }
            }
        });
    });
}

fn service_ui(ui: &mut Ui, state: &State) {
    if let Some(profile) = &state.profile {
        setting_ui(ui, "Profile", |ui| {
            ui.label(format!("{} ({})", profile.name, profile.environment.word()));
        });
        setting_ui(ui, "Address", |ui| {
            crate::ui::widgets::copyable::copyable_ui(ui, &profile.base_url, "address");
        });
    }
}
