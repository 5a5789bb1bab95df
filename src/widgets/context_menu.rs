//! The menu of a row: where the pointer asked for it, or below the row that has the keyboard.

use egui::containers::menu::menu_style;
use egui::{Align, Id, Key, Layout, Popup, PopupAnchor, PopupCloseBehavior, PopupKind, ScrollArea, Ui};

use super::filter::{FilterBody, KeyboardEntered};
use crate::tokens::space;

const WIDTH: f32 = 300.0;
/// Highest menu, as a part of the window.
const HEIGHT: f32 = 0.8;

/// What became of a menu in this frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextMenuOutput<T> {
    Open,
    Chosen(T),
    /// By Esc: the keyboard goes back to where the menu was asked for.
    Left,
    /// Something else was clicked.
    Closed,
}

/// Opens a menu.
pub fn open_context_menu(ui: &Ui, id: Id) {
    Popup::open_id(ui.ctx(), id);
}

/// Shows a menu that was [opened](open_context_menu), with `body`, which returns what was chosen. `name` is for screen
/// readers.
pub fn context_menu_ui<T>(
    ui: &Ui,
    id: Id,
    anchor: PopupAnchor,
    name: &str,
    body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
) -> ContextMenuOutput<T> {
    let is_left = ui.input(|input| input.key_pressed(Key::Escape) || input.key_pressed(Key::Tab));
    let popup = Popup::new(id, ui.ctx().clone(), anchor, ui.layer_id())
        .kind(PopupKind::Menu)
        .layout(Layout::top_down_justified(Align::Min))
        .style(menu_style)
        .gap(space::XS)
        .open_memory(None)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(name);
    let height = ui.ctx().content_rect().height() * HEIGHT;
    let shown = popup.show(|ui| {
        ui.set_width(WIDTH);
        // Commands may come while it is open: without the least height it would stay as high as it was.
        let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        scroll.show(ui, |ui| FilterBody::show(ui, id, body)).inner
    });
    let chosen = shown.and_then(|shown| shown.inner);
    let output = match chosen {
        Some(chosen) => ContextMenuOutput::Chosen(chosen),
        None if is_left => ContextMenuOutput::Left,
        None if Popup::is_id_open(ui.ctx(), id) => return ContextMenuOutput::Open,
        None => ContextMenuOutput::Closed,
    };
    close_context_menu(ui, id);
    output
}

/// Closes a menu, if it is open.
pub fn close_context_menu(ui: &Ui, id: Id) {
    Popup::close_id(ui.ctx(), id);
    ui.data_mut(|data| data.remove::<KeyboardEntered>(id));
}
