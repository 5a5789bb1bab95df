//! What the organisation set for this machine, to read: nothing here can be changed.

use egui::Ui;

use super::line::{lines_ui, setting_ui};
use super::text;
use paydesk_core::State;
use paydesk_domain::text::visible;
use paydesk_widgets::label_ui;
use paydesk_widgets::tokens::{Text, tokens};

/// Longest rule that is shown, in characters: the names of all profiles may be long.
const RULE_CHARS: usize = 200;

/// Draws the rules, one line each.
pub(super) fn organisation_ui(ui: &mut Ui, state: &State) {
    let policy = &state.profiles.policy;
    let Some(file) = &policy.file else { return };
    let file = visible(&file.display().to_string(), RULE_CHARS);
    let note = if policy.is_unreadable { text::unreadable_rules(&file) } else { text::set_in(&file) };
    label_ui(ui, Text::Small, tokens(ui).subdued, &note);
    for rule in policy.rules() {
        setting_ui(ui, rule.name, |ui| lines_ui(ui, &visible(&rule.text, RULE_CHARS)));
    }
}
