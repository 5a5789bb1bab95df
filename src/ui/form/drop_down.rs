//! What hangs below a field while the keyboard stays in it: a list to pick from, a month.
//!
//! It opens with the arrow down, the button at the end of the field, or typing, and closes with Esc, or when the field is
//! left. The field keeps the keyboard, so that typing goes on; what hangs there is for the pointer.

use egui::accesskit::HasPopup;
use egui::{Frame, Key, Modifiers, Ui};
use paydesk_widgets::FieldOutput;
use paydesk_widgets::hanging::{hanging_ui, is_under_pointer};

use super::FormFields;
use super::draft::OpenDropDown;
use super::fields::id_of;

impl FormFields<'_> {
    /// What hangs below the field at `path`, if something does.
    pub(super) fn opened(&mut self, path: &str) -> Option<&mut OpenDropDown> {
        self.draft.opened.as_mut().filter(|opened| opened.path == path)
    }

    pub(super) fn close(&mut self, path: &str) {
        self.draft.opened.take_if(|opened| opened.path == path);
    }

    fn open(&mut self, path: &str, typed: bool) {
        self.draft.opened = Some(OpenDropDown { path: path.to_owned(), at: None, typed });
    }

    /// To be called before the field is drawn: which of `keys` was pressed for what hangs below it. The field does not
    /// see it.
    pub(super) fn taken_key(&mut self, ui: &Ui, path: &str, keys: &[Key]) -> Option<Key> {
        if !ui.memory(|memory| memory.has_focus(id_of(path))) {
            return None;
        }
        let taken = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if self.opened(path).is_some() {
            return keys.iter().copied().find(|key| taken(*key));
        }
        if taken(Key::ArrowDown) {
            self.open(path, false);
        }
        None
    }

    /// Opens and closes it as the field was used, and shows `body` below the field while it is open. `name` is for screen
    /// readers.
    pub(super) fn drop_down(
        &mut self,
        ui: &Ui,
        path: &str,
        (shown, opens): (&mut FieldOutput, bool),
        name: &str,
        body: impl FnOnce(&mut Ui, &mut OpenDropDown),
    ) {
        let response = &shown.response;
        // Of the field, also while the window has lost the keyboard to another.
        let has_focus = ui.memory(|memory| memory.has_focus(response.id));
        let was_open = self.opened(path).is_some();
        if shown.opened {
            response.request_focus();
            if was_open { self.close(path) } else { self.open(path, false) }
        } else if opens && has_focus && !was_open {
            self.open(path, true);
        } else if was_open && shown.cancelled {
            // Esc was meant for what hangs there: the field stays, and so does the form.
            shown.cancelled = false;
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            response.request_focus();
            self.close(path);
        }
        let id = response.id.with("drop down");
        let over = |rect: egui::Rect| ui.input(|input| input.pointer.latest_pos().is_some_and(|at| rect.contains(at)));
        if was_open && !has_focus && !shown.opened && !over(shown.rect) && !is_under_pointer(ui.ctx()) {
            self.close(path);
        }
        let opened = self.opened(path);
        let is_open = opened.is_some();
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_has_popup(HasPopup::Listbox);
            node.set_expanded(is_open);
        });
        let Some(opened) = opened else { return };
        hanging_ui(ui, id, shown.rect, name, |ui| drop(Frame::new().show(ui, |ui| body(ui, opened))));
    }
}
