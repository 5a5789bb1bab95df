//! Settings: the profiles, how Paydesk looks, in which time zone it speaks and of what it notifies. Kept at once, without a button; only a
//! profile has a form of its own, in the place of the rest.

mod editor;
mod history;
mod line;
mod notifications;
mod organisation;
mod people;
mod profiles;
mod review;
mod service;
mod team;
mod text;
mod trait_row;
mod zone;

use self::line::{line_ui, setting_ui};
use egui::{Align, CentralPanel, Frame, Layout, ScrollArea, Ui, vec2};
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::journal_export::journal_export_ui;
use crate::panel_view::PanelView;
use paydesk_core::route::Route;
use paydesk_core::settings::{Density, TEXT_PERCENT, ThemeChoice};
use paydesk_core::{Action, State};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::{margin, title_ui};
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui, segmented_ui};

/// Least width of a column of settings where there are several, in points.
const COLUMN_MIN: f32 = 640.0;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView {
    leave_form: Some(|drafts, actions| match drafts.profile.is_changed() {
        true => drafts.profile.wants_cancel = true,
        false => actions.push(Action::CloseProfileEditor),
    }),
    ..PanelView::new(Route::Settings, Icon::Settings, panel_ui)
};

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    if let Some(editor) = &state.profiles.editor {
        editor::page_ui(ui, state, editor, &mut drafts.profile, actions);
        return;
    }
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        title_ui(ui, text::SETTINGS, |_| ());
        in_margin_ui(ui, LANE, ScrollArea::vertical().auto_shrink([false, false]), |ui| {
            let columns = columns(ui.available_width());
            ui.spacing_mut().item_spacing.x = space::XXL;
            ui.columns(columns.len(), |uis| {
                for (ui, groups) in uis.iter_mut().zip(columns) {
                    ui.with_layout(Layout::top_down(Align::Min), |ui| {
                        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
                        groups.iter().for_each(|group| group.ui(ui, state, drafts, actions));
                        ui.add_space(space::XL);
                    });
                }
            });
        });
    });
}

/// A part of the settings.
#[derive(Debug, Clone, Copy)]
enum SettingsGroup {
    Profiles,
    Organisation,
    Appearance,
    Time,
    Notifications,
    History,
    Journal,
    Team,
    Service,
}

/// The groups of each column, as many columns as there is room for.
fn columns(width: f32) -> &'static [&'static [SettingsGroup]] {
    use SettingsGroup::{Appearance, History, Journal, Notifications, Organisation, Profiles, Service, Team, Time};
    let fitting = ((width + space::XXL) / (COLUMN_MIN + space::XXL)) as usize;
    match fitting {
        0 | 1 => &[&[Profiles, Organisation, Team, Appearance, Time, Notifications, History, Journal, Service]],
        2 => &[&[Profiles, Organisation, Team, Appearance, Time, Notifications, History, Journal], &[Service]],
        _ => &[&[Profiles, Organisation, Team, Appearance, Time], &[Notifications, History, Journal], &[Service]],
    }
}

impl SettingsGroup {
    fn ui(self, ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        match self {
            Self::Profiles => profiles::profiles_ui(ui, state, actions),
            Self::Organisation if !state.profiles.policy.is_active() => {}
            Self::Organisation => {
                group_ui(ui, text::SET_BY_YOUR_ORGANISATION);
                organisation::organisation_ui(ui, state);
            }
            Self::Appearance => {
                group_ui(ui, "Appearance");
                theme_ui(ui, state, actions);
                density_ui(ui, state, actions);
                text_size_ui(ui, state, actions);
                motion_ui(ui, state, actions);
            }
            Self::Time => {
                group_ui(ui, text::TIME);
                zone_ui(ui, state, drafts, actions);
            }
            Self::Notifications => {
                group_ui(ui, text::NOTIFICATIONS);
                notifications::notifications_ui(ui, state, drafts, actions);
            }
            Self::History => {
                group_ui(ui, &text::payment_history_of(visible(&state.profiles.current_name(), 60)));
                history::history_ui(ui, state, actions);
            }
            // Where the journal cannot be used, the same is above every panel.
            Self::Journal if state.journal_problem().is_some() => {}
            Self::Journal => {
                group_ui(ui, "Journal of operations");
                journal_ui(ui, state, actions);
            }
            // A service of this desk alone has no team.
            Self::Team if state.profiles.current_saved().is_none() => {}
            Self::Team => {
                group_ui(ui, &text::team_of(visible(&state.profiles.current_name(), 60)));
                team::team_ui(ui, state, drafts, actions);
            }
            Self::Service => {
                group_ui(ui, &text::what_this_service_does(visible(&state.profiles.current_name(), 60)));
                service::service_ui(ui, state, &mut drafts.review_status, actions);
            }
        }
    }
}

fn group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
}

/// One of a few, side by side.
fn one_of_ui<T: PartialEq>(
    ui: &mut Ui,
    name: &str,
    all: impl Iterator<Item = T>,
    current: &T,
    label: impl Fn(&T) -> &'static str,
) -> Option<T> {
    let mut all: Vec<T> = all.collect();
    let labels: Vec<&str> = all.iter().map(label).collect();
    let chosen = all.iter().position(|option| option == current).unwrap_or(0);
    segmented_ui(ui, name, &labels, chosen).map(|index| all.swap_remove(index))
}

fn theme_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, text::THEME, |ui| {
        let chosen = one_of_ui(ui, text::THEME, ThemeChoice::iter(), &state.settings.theme, |theme| theme.label());
        actions.extend(chosen.map(Action::SetTheme));
    });
}

fn density_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, text::DENSITY, |ui| {
        let chosen = one_of_ui(ui, text::DENSITY, Density::iter(), &state.settings.density, |density| density.label());
        actions.extend(chosen.map(Action::SetDensity));
    });
}

fn motion_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    setting_ui(ui, text::MOTION, |ui| {
        let chosen =
            segmented_ui(ui, text::MOTION, &[text::FULL, "Reduced"], usize::from(state.settings.reduced_motion));
        actions.extend(chosen.map(|index| Action::SetReducedMotion(index == 1)));
    });
}

fn text_size_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let percent = state.settings.text_percent;
    setting_ui(ui, "Text size", |ui| {
        let smallest = (percent <= *TEXT_PERCENT.start()).then_some(text::SMALLEST_SIZE);
        if Button::secondary("−").name("Smaller text").disabled(smallest).ui(ui).clicked() {
            actions.push(Action::SetTextPercent(percent.saturating_sub(10)));
        }
        // As wide as 200%, so that the buttons stay under the pointer.
        ui.add_sized(vec2(52.0, size::CONTROL), egui::Label::new(Text::Body.rich(format!("{percent}%"))));
        let largest = (percent >= *TEXT_PERCENT.end()).then_some("Largest size");
        if Button::secondary("+").name("Larger text").disabled(largest).ui(ui).clicked() {
            actions.push(Action::SetTextPercent(percent + 10));
        }
    });
}

fn zone_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let of_profile = state.profiles.current_saved().and_then(|profile| profile.time_zone);
    let zone = state.settings.time_zone.unwrap_or(state.local_zone);
    setting_ui(ui, text::TIMES_ARE_SHOWN_IN, |ui| {
        line_ui(ui, &text::now(zone, zone.full(state.now)));
        if state.settings.time_zone.is_some() {
            let text = text::use_this_machines(state.local_zone);
            if Button::link(&text).ui(ui).clicked() {
                actions.push(Action::SetZone(None));
            }
        }
    });
    if let Some(of_profile) = of_profile {
        setting_ui(ui, "In this profile", |ui| line_ui(ui, &text::as_set_in_profile(of_profile)));
    }
    setting_ui(ui, "Other time zone", |ui| {
        ui.vertical(|ui| {
            if let Some(zone) = zone::search_ui(ui, &mut drafts.zone, zone) {
                actions.push(Action::SetZone(Some(zone)));
            }
        });
    });
}

fn journal_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let text = "All operations and their outcomes, one JSON object per line. It contains customer data as sent, but \
        no keys and no card data.";
    label_ui(ui, Text::Small, tokens(ui).subdued, text);
    setting_ui(ui, "For support", |ui| journal_export_ui(ui, state, actions));
}
