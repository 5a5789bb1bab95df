//! About: version, licences, and where data is.

use egui::{CollapsingHeader, ScrollArea, Ui};

use super::text;
use paydesk_core::{Action, State};
use paydesk_platform::program;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{Button, facts_ui, label_ui};

/// The crates Paydesk is built with, and the licence of each; a test compares it with the lock file.
const THIRD_PARTY: &str = include_str!("../../../assets/THIRD-PARTY-LICENCES.txt");

pub(super) fn about_ui(ui: &mut Ui, state: &State, height: f32, actions: &mut Vec<Action>) {
    let has_two_directories = state.config_dir.is_some() && state.config_dir != state.data_dir;
    let scroll = ScrollArea::vertical().id_salt("about").max_height(height);
    scroll.auto_shrink([false, true]).show(ui, |ui| {
        facts_ui(ui, text::PAYDESK, |facts| {
            facts.mono(text::VERSION, program::VERSION);
            facts.mono(text::COMMIT, program::commit());
            facts.text("Licence", text::LICENCES);
            match &state.data_dir {
                Some(dir) => facts.id(text::DATA, dir),
                None => facts.missing(text::DATA, "In memory only"),
            };
            if let Some(dir) = state.config_dir.as_ref().filter(|_| has_two_directories) {
                facts.id("Settings on this computer", dir);
            }
            if let Some(renderer) = &state.renderer {
                facts.text("Renderer", renderer);
            }
        });
        let subdued = tokens(ui).subdued;
        let held = if has_two_directories {
            "The first directory holds the journal of operations, evidence, notes and the sandbox, the second the settings \
                and profiles: back up both. API keys are in the system keyring."
        } else {
            "This directory holds the journal of operations, evidence, notes, settings and the sandbox. API keys are in \
                the system keyring."
        };
        label_ui(ui, Text::Small, subdued, held);
        if state.data_dir.is_some() && Button::secondary(text::OPEN_FOLDER).icon(Icon::Open).ui(ui).clicked() {
            actions.push(Action::OpenDataFolder);
        }
        label_ui(ui, Text::Small, subdued, text::FONTS);
        CollapsingHeader::new(text::CRATES).show(ui, |ui| {
            for line in THIRD_PARTY.lines().filter(|line| !line.is_empty()) {
                label_ui(ui, Text::Caption, subdued, line);
            }
        });
    });
}
