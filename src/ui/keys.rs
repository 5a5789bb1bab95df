//! The keyboard: turns keys into commands. Which keys mean what stands in [`crate::app::command`].

use egui::{Context, Key, KeyboardShortcut, ModifierNames, Modifiers, Popup};

use crate::app::command::{Command, Does, Keys};
use crate::app::features::disputes::DisputesAction;
use crate::app::route::Route;
use crate::app::{Action, State};

use super::drafts::Drafts;

/// Runs the commands whose keys were pressed. Plain keys belong to a text field while one has the keyboard, Enter and
/// the arrows to whatever has it, and nothing passes a dialog or an open list of choices.
pub fn handle(ctx: &Context, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if state.dialog.is_some() || Popup::is_any_open(ctx) {
        return;
    }
    let focused = ctx.memory(|memory| memory.focused());
    let on_a_row = match drafts.record_list(state.route) {
        Some(list) => list.has_keyboard(focused),
        // Of another panel than the two with tables of their own, it is what was left there.
        None => drafts.row_focused && matches!(state.route, Route::Payments | Route::Disputes),
    };
    let focused = focused.filter(|_| !on_a_row);
    let owner = if ctx.text_edit_focused() {
        Owner::Text
    } else if focused.or(drafts.widget_focused).is_some() {
        Owner::Widget
    } else {
        Owner::Nobody
    };
    drafts.widget_focused = focused;
    for command in Command::all() {
        let presses: usize = command.words().keys.iter().map(|keys| presses(ctx, *keys, owner)).sum();
        for _ in 0..presses {
            run(command, state, drafts, actions);
        }
    }
}

/// Who has the keyboard, apart from the rows of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    /// A button, say: Enter, Esc and the arrows are its own. One that Esc has just taken the keyboard from counts.
    Widget,
    /// A text field: everything without Ctrl or Cmd is its own.
    Text,
}

impl Owner {
    fn keeps(self, keys: Keys) -> bool {
        let moves = matches!(keys.key, "Enter" | "Escape" | "ArrowDown" | "ArrowUp" | "Home" | "End");
        !keys.command && (self == Self::Text || self == Self::Widget && moves)
    }
}

/// Does what `command` means now; nothing where it makes no sense.
pub fn run(command: Command, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match command.does(state) {
        Some(Does::Act(action)) => {
            let moves = |action: &Action| match action {
                Action::MoveCursor(_) => true,
                Action::Disputes(action) => matches!(action, DisputesAction::MoveCursor(_)),
                _ => false,
            };
            drafts.follow_cursor |= moves(&action);
            actions.push(action);
        }
        Some(Does::FocusSearch) => drafts.focus_search = true,
        Some(Does::MoveRow(route, step)) => {
            if let Some(list) = drafts.record_list(route) {
                list.go(step);
            }
        }
        Some(Does::OpenRow(route)) => {
            if let Some(list) = drafts.record_list(route) {
                list.open();
            }
        }
        Some(Does::LeaveForm) => drafts.leave_form(state.route, actions),
        Some(Does::GiveKey(profile_id)) => drafts.give_key(profile_id, actions),
        None => {}
    }
}

/// How often `keys` were pressed since the last frame: a slow frame loses no step of a held key.
fn presses(ctx: &Context, keys: Keys, owner: Owner) -> usize {
    if owner.keeps(keys) {
        return 0;
    }
    // “?” is Shift and another key on most layouts: it is found by the text it makes.
    if keys.key == "?" {
        return ctx.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| !matches!(event, egui::Event::Text(text) if text == "?"));
            before - input.events.len()
        });
    }
    let Some(KeyboardShortcut { modifiers, logical_key }) = shortcut(keys) else { return 0 };
    ctx.input_mut(|input| {
        let presses = input.count_and_consume_key(modifiers, logical_key);
        if presses > 0 && !keys.command {
            // What the key would write must not land in a field that it brings the keyboard to.
            input.events.retain(|event| !matches!(event, egui::Event::Text(_)));
        }
        presses
    })
}

/// `keys` as the window knows them; `None` for `?`, which is found by its text.
fn shortcut(keys: Keys) -> Option<KeyboardShortcut> {
    Key::from_name(keys.key).map(|key| KeyboardShortcut::new(modifiers(keys), key))
}

fn modifiers(keys: Keys) -> Modifiers {
    let command = if keys.command { Modifiers::COMMAND } else { Modifiers::NONE };
    command | if keys.shift { Modifiers::SHIFT } else { Modifiers::NONE }
}

/// How keys are written for people: `Ctrl+K`, `⌘+K` on a Mac.
pub fn label(keys: Keys) -> String {
    let is_mac = cfg!(target_os = "macos");
    let names = if is_mac { ModifierNames::SYMBOLS } else { ModifierNames::NAMES };
    let key = match keys.key {
        "ArrowDown" => "↓",
        "ArrowUp" => "↑",
        "Escape" => "Esc",
        name => name,
    };
    let modifiers = names.format(&modifiers(keys), is_mac);
    if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers}+{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_every_command_is_one_the_window_knows() {
        for command in Command::all() {
            for keys in command.words().keys {
                assert!(keys.key == "?" || shortcut(*keys).is_some(), "{command:?}: {}", keys.key);
            }
        }
    }

    #[test]
    fn keys_are_written_as_people_know_them() {
        let keys = |key, command, shift| label(Keys { key, command, shift });
        let command = if cfg!(target_os = "macos") { "⌘" } else { "Ctrl" };
        assert_eq!(keys("K", true, false), format!("{command}+K"));
        assert_eq!(keys("ArrowDown", false, false), "↓");
        assert_eq!(keys(",", true, false), format!("{command}+,"));
        assert_eq!((keys("F5", false, false), keys("Escape", false, false)), ("F5".to_owned(), "Esc".to_owned()));
    }
}
