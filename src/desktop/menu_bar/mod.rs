//! The menu bar that a Mac shows at the top of the screen; other systems have none.
//!
//! What is in it is plain data, and so tested everywhere. An item does what its command does from the palette or by its
//! key. The bar takes the keys of its items before the window sees them, so that **Edit** hands its own on to the field
//! that has the keyboard. **Quit** closes the window as a person would: the item of the system ends the program at once,
//! whatever is under way.

#[cfg(any(target_os = "macos", test))]
mod system;
mod text;

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Context, Event, Key, Modifiers, ViewportCommand};

use paydesk_core::command::{Command, Shortcut};
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::PANELS;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_ui::{Drafts, keys};

/// One menu of the bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BarMenu {
    pub title: &'static str,
    pub entries: Vec<MenuEntry>,
}

/// One line of a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuEntry {
    Item(BarItem),
    System(SystemItem),
    Separator,
}

/// What a person chooses in a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BarItem {
    Command(Command),
    Edit(EditItem),
    CloseWindow,
    Quit,
}

/// What is done to the text field that has the keyboard, or to the rows of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditItem {
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
}

/// What the system does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemItem {
    Services,
    Hide,
    HideOthers,
    ShowAll,
    FullScreen,
    Minimize,
    Zoom,
    AllToFront,
}

/// The menus from left to right; the first is the one with the name of the program.
pub fn menus() -> Vec<BarMenu> {
    use MenuEntry::Separator;
    let command = |command| MenuEntry::Item(BarItem::Command(command));
    let edit = |item| MenuEntry::Item(BarItem::Edit(item));
    let system = MenuEntry::System;
    let program = vec![
        command(Command::About),
        Separator,
        command(Command::Show(Route::Settings)),
        Separator,
        system(SystemItem::Services),
        Separator,
        system(SystemItem::Hide),
        system(SystemItem::HideOthers),
        system(SystemItem::ShowAll),
        Separator,
        MenuEntry::Item(BarItem::Quit),
    ];
    let file = vec![
        command(Command::New(ResourceKind::Payment)),
        command(Command::AddProfile),
        Separator,
        command(Command::ExportList),
        Separator,
        MenuEntry::Item(BarItem::CloseWindow),
    ];
    let edit = vec![
        edit(EditItem::Undo),
        edit(EditItem::Redo),
        Separator,
        edit(EditItem::Cut),
        edit(EditItem::Copy),
        edit(EditItem::Paste),
        edit(EditItem::SelectAll),
        Separator,
        command(Command::Search),
    ];
    let view = vec![
        command(Command::Palette),
        command(Command::Refresh),
        command(Command::Requests),
        Separator,
        command(Command::LargerText),
        command(Command::SmallerText),
        command(Command::NormalText),
        Separator,
        system(SystemItem::FullScreen),
    ];
    let panels = PANELS.iter().map(|panel| panel.route).filter(|route| *route != Route::Settings);
    let go = [command(Command::Back), Separator].into_iter().chain(panels.map(|route| command(Command::Show(route))));
    let window =
        vec![system(SystemItem::Minimize), system(SystemItem::Zoom), Separator, system(SystemItem::AllToFront)];
    let help = vec![command(Command::Shortcuts), command(Command::Glossary)];
    [
        ("Paydesk", program),
        (text::FILE, file),
        (text::EDIT, edit),
        (text::VIEW, view),
        (text::GO, go.collect()),
        (text::WINDOW, window),
        (text::HELP, help),
    ]
    .map(|(title, entries)| BarMenu { title, entries })
    .into()
}

impl BarItem {
    /// As it is written in its menu.
    pub fn text(self) -> &'static str {
        match self {
            Self::Command(Command::Show(Route::Settings)) => text::SETTINGS,
            Self::Command(command) => command.texts().text,
            Self::Edit(EditItem::Undo) => text::UNDO,
            Self::Edit(EditItem::Redo) => "Redo",
            Self::Edit(EditItem::Cut) => "Cut",
            Self::Edit(EditItem::Copy) => text::COPY,
            Self::Edit(EditItem::Paste) => "Paste",
            Self::Edit(EditItem::SelectAll) => "Select All",
            Self::CloseWindow => text::CLOSE,
            Self::Quit => text::QUIT,
        }
    }

    /// Its key in the menu. One without Cmd would be taken from text fields.
    pub fn keys(self) -> Option<Shortcut> {
        let key = match self {
            // The key “+” is “=” with Shift on most keyboards.
            Self::Command(Command::LargerText) => "=",
            Self::Command(command) => return command.texts().keys.iter().copied().find(|keys| keys.command),
            Self::Edit(EditItem::Redo) => return Some(Shortcut::command_shift("Z")),
            Self::Edit(EditItem::Undo) => "Z",
            Self::Edit(EditItem::Cut) => "X",
            Self::Edit(EditItem::Copy) => "C",
            Self::Edit(EditItem::Paste) => "V",
            Self::Edit(EditItem::SelectAll) => "A",
            Self::CloseWindow => "W",
            Self::Quit => "Q",
        };
        Some(Shortcut::command(key))
    }
}

/// The menu bar of the window, and what was chosen in it.
#[derive(Default)]
pub struct MenuBar {
    chosen: Arc<Mutex<Vec<BarItem>>>,
    /// What waits for the next frame: the fields take it while they are drawn.
    edits: Vec<EditItem>,
    /// In the bar as long as this lives.
    #[cfg(target_os = "macos")]
    _shown: Option<muda::Menu>,
}

impl MenuBar {
    /// This system has none.
    #[cfg(not(target_os = "macos"))]
    pub fn show(_ctx: &Context) -> Self {
        Self::default()
    }

    /// Shows the bar; `ctx` is woken when something is chosen in it.
    #[cfg(target_os = "macos")]
    pub fn show(ctx: &Context) -> Self {
        let (ctx, bar) = (ctx.clone(), Self::default());
        let chosen = bar.chosen.clone();
        let shown = system::show(menus(), move |item| {
            chosen.lock().unwrap_or_else(PoisonError::into_inner).push(item);
            ctx.request_repaint();
        });
        match shown {
            Ok(shown) => Self { _shown: Some(shown), ..bar },
            Err(error) => {
                // That of the window library remains.
                tracing::warn!("the menu bar cannot be shown: {error}");
                bar
            }
        }
    }

    /// Does what was chosen, whether the window is seen or not; what is for a text field waits for the frame.
    pub fn run(&mut self, ctx: &Context, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        let chosen = std::mem::take(&mut *self.chosen.lock().unwrap_or_else(PoisonError::into_inner));
        for item in chosen {
            match item {
                BarItem::Command(command) => keys::choose(ctx, command, state, drafts, actions),
                BarItem::Edit(edit) => self.edits.push(edit),
                BarItem::CloseWindow | BarItem::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            }
        }
    }

    /// Hands the window what its menu took from it, before the frame is drawn.
    pub fn edit(&mut self, ctx: &Context) {
        for edit in self.edits.drain(..) {
            match edit {
                EditItem::Undo => press(ctx, Key::Z, Modifiers::NONE),
                EditItem::Redo => press(ctx, Key::Z, Modifiers::SHIFT),
                EditItem::SelectAll => press(ctx, Key::A, Modifiers::NONE),
                EditItem::Cut => ctx.send_viewport_cmd(ViewportCommand::RequestCut),
                EditItem::Copy => ctx.send_viewport_cmd(ViewportCommand::RequestCopy),
                EditItem::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            }
        }
    }
}

/// The key with Cmd, as if it had been pressed in this frame.
fn press(ctx: &Context, key: Key, with: Modifiers) {
    let is_mac = cfg!(target_os = "macos");
    let modifiers = Modifiers { command: true, mac_cmd: is_mac, ctrl: !is_mac, ..with };
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    ctx.input_mut(|input| input.events.push(event));
}

#[cfg(test)]
mod tests {
    use egui::{RawInput, TextEdit};

    use super::*;
    use crate::machine::start_values;
    use paydesk_core::dialog::HelpPage;
    use paydesk_core::state::Start;

    fn items() -> Vec<BarItem> {
        let item = |entry: MenuEntry| if let MenuEntry::Item(item) = entry { Some(item) } else { None };
        menus().into_iter().flat_map(|menu| menu.entries).filter_map(item).collect()
    }

    fn state() -> State {
        State::new(Start { ..start_values() })
    }

    /// What happens where these items were chosen.
    fn chosen(items: &[BarItem], state: &State) -> (Vec<Action>, Vec<ViewportCommand>) {
        let mut bar = MenuBar { chosen: Arc::new(Mutex::new(items.to_vec())), ..MenuBar::default() };
        let (ctx, mut actions) = (Context::default(), Vec::new());
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            bar.run(ui.ctx(), state, &mut Drafts::default(), &mut actions);
            bar.edit(ui.ctx());
        });
        output.textures_delta.clear();
        let commands = output.viewport_output.into_values().flat_map(|viewport| viewport.commands);
        // That is of every first frame.
        (actions, commands.filter(|command| !matches!(command, ViewportCommand::SetTheme(_))).collect())
    }

    #[test]
    fn no_two_items_of_the_menu_bar_share_a_key_or_a_text() {
        let items = items();
        for (index, item) in items.iter().enumerate() {
            for other in &items[..index] {
                assert_ne!(item.text(), other.text());
                assert!(item.keys().is_none() || item.keys() != other.keys(), "{item:?} and {other:?}");
            }
            assert!(item.keys().is_none_or(|keys| keys.command), "{item:?} takes a key from text fields");
        }
    }

    #[test]
    fn the_menu_bar_takes_no_key_of_another_command() {
        for item in items() {
            let owner =
                Command::all().find(|command| command.texts().keys.iter().any(|keys| Some(*keys) == item.keys()));
            assert!(owner.is_none_or(|owner| item == BarItem::Command(owner)), "{item:?} and {owner:?}");
        }
    }

    #[test]
    fn an_item_of_the_menu_bar_does_what_its_command_does() {
        let items = [Command::Show(Route::Settings), Command::About].map(BarItem::Command);
        let (actions, _) = chosen(&items, &state());
        assert_eq!(actions, [Action::GoTo(Route::Settings), Action::ShowHelp(HelpPage::About)]);
    }

    #[test]
    fn a_dialog_in_front_keeps_the_menu_bar_from_what_is_behind_it() {
        let mut state = state();
        state.on_action(Action::ShowHelp(HelpPage::About));
        assert!(state.workspace.dialog.is_some());
        let (actions, _) = chosen(&[BarItem::Command(Command::Show(Route::Settings))], &state);
        assert_eq!(actions, []);
    }

    #[test]
    fn quitting_closes_the_window_as_a_person_does() {
        for item in [BarItem::Quit, BarItem::CloseWindow] {
            assert_eq!(chosen(&[item], &state()).1, [ViewportCommand::Close]);
        }
    }

    #[test]
    fn the_clipboard_is_asked_for_by_the_window() {
        let items = [EditItem::Cut, EditItem::Copy, EditItem::Paste].map(BarItem::Edit);
        let asked = [ViewportCommand::RequestCut, ViewportCommand::RequestCopy, ViewportCommand::RequestPaste];
        assert_eq!(chosen(&items, &state()).1, asked);
    }

    #[test]
    fn text_is_selected_undone_and_redone_in_the_field_that_has_the_keyboard() {
        let (ctx, mut bar, mut text) = (Context::default(), MenuBar::default(), "order-1".to_owned());
        let mut now = 0.0;
        let mut frame = |edits: &[EditItem], typed: &str| {
            bar.edits.extend_from_slice(edits);
            now += 10.0;
            let mut input = RawInput { time: Some(now), ..RawInput::default() };
            input.events.extend((!typed.is_empty()).then(|| Event::Text(typed.to_owned())));
            let mut output = ctx.run_ui(input, |ui| {
                bar.edit(ui.ctx());
                TextEdit::singleline(&mut text).show(ui).response.request_focus();
            });
            output.textures_delta.clear();
            text.clone()
        };
        frame(&[], "");
        frame(&[EditItem::SelectAll], "");
        assert_eq!(frame(&[], "x"), "x");
        frame(&[], "");
        assert_eq!(frame(&[EditItem::Undo], ""), "order-1");
        assert_eq!(frame(&[EditItem::Redo], ""), "x");
    }
}
