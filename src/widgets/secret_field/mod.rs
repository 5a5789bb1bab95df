//! A field for keys: dots, typing and pasting at the end, shown only while a button is held.
//!
//! egui's own text field keeps copies of what was typed for undoing, its text layout keeps what was painted, and the
//! accessibility tree what was said. Here the text is in one buffer of the caller's that is wiped, is painted character
//! by character, and leaves the window's input in the frame it came. There is no undo, no copying and no cursor to
//! move.

mod events;
mod input;

use egui::text_edit::TextEditState;
use egui::{
    Align2, EventFilter, Id, Key, Rect, Response, Sense, Shape, Ui, WidgetInfo, accesskit::Role, pos2,
    text_selection::visuals::paint_text_cursor, vec2,
};

use super::field::{self, FieldTexts};
use super::text_field::keys;
use super::{FieldOutput, paint};
use crate::icons::Icon;
use crate::text;
use crate::tokens::{Text, Tokens, size, space, tokens};

pub use input::SecretInput;

/// From dot to dot, and from character to character when shown.
const STEP: f32 = 8.0;
const DOT: f32 = 2.5;
/// Characters in a group of an IBAN.
const GROUP: usize = 4;

/// A field to be shown with [`SecretField::ui`]; builder.
#[must_use = "a field is shown with `ui`"]
pub struct SecretField<'a> {
    label: &'a str,
    name: Option<&'a str>,
    required: bool,
    input: &'a mut SecretInput,
    placeholder: &'a str,
    error: Option<&'a str>,
    warning: Option<&'a str>,
    hint: Option<&'a str>,
    width: Option<f32>,
    disabled: Option<&'a str>,
    grouped: bool,
    id: Option<Id>,
}

impl<'a> SecretField<'a> {
    /// With its label above, and below a line for hint and error which is always there.
    pub fn labelled(label: &'a str, input: &'a mut SecretInput) -> Self {
        Self {
            label,
            name: None,
            required: false,
            input,
            placeholder: "",
            error: None,
            warning: None,
            hint: None,
            width: None,
            disabled: None,
            grouped: false,
            id: None,
        }
    }

    /// What screen readers and tests find it by, where the label alone says too little.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// Nothing can be sent without it: marked, and said with its name.
    pub fn required(mut self, required: bool) -> Self {
        self.required = required;
        self
    }

    pub fn placeholder(mut self, placeholder: &'a str) -> Self {
        self.placeholder = placeholder;
        self
    }

    /// What is wrong; is where the hint is. Never the text itself.
    pub fn error(mut self, error: Option<&'a str>) -> Self {
        self.error = error;
        self
    }

    /// What is not as usual; is where the hint is while nothing is wrong.
    pub fn warning(mut self, warning: Option<&'a str>) -> Self {
        self.warning = warning;
        self
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Shown in groups of four and taken without white space, as an IBAN is written.
    pub fn grouped(mut self, grouped: bool) -> Self {
        self.grouped = grouped;
        self
    }

    /// In points; the available width if not given.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Cannot be typed into now, for this reason.
    pub fn disabled(mut self, reason: Option<&'a str>) -> Self {
        self.disabled = reason;
        self
    }

    /// A fixed id, so that a shortcut can bring the keyboard here.
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    pub fn ui(mut self, ui: &mut Ui) -> FieldOutput {
        let Some(reason) = self.disabled else {
            return self.draw(ui).in_modal(ui);
        };
        let mut output = ui.add_enabled_ui(false, |ui| self.draw(ui)).inner;
        output.response = output.response.on_disabled_hover_text(reason);
        output
    }

    fn texts(&self) -> FieldTexts<'a> {
        let Self { label, name, required, error, warning, hint, .. } = *self;
        FieldTexts { label, name, required, labelled: true, error, warning, hint, counter: None }
    }

    fn draw(&mut self, ui: &mut Ui) -> FieldOutput {
        let texts = self.texts();
        let (outer, rect) = texts.allocate(ui, self.width, size::CONTROL);
        let ground = ui.painter().add(Shape::Noop);
        let id = self.id.unwrap_or_else(|| ui.scope_id().with(("secret field", self.label)));
        // Wide enough for its buttons, which lie on it and come later.
        let response = ui.interact(rect, id, Sense::click());
        self.input.without_spaces = self.grouped;
        let typed = self.take_input(ui, &response);
        let (shown, cleared) = self.buttons(ui, rect, &response);
        self.paint_content(ui, rect, &response, shown);
        self.describe(ui, &response);
        ui.painter().set(ground, texts.ground(tokens(ui), rect, &response));
        texts.messages(ui, outer, &response);
        let (submitted, cancelled) = keys(ui, &response, true);
        FieldOutput { changed: typed || cleared, submitted, cancelled, cleared, opened: false, rect, response }
    }

    fn take_input(&mut self, ui: &Ui, response: &Response) -> bool {
        if !ui.is_enabled() {
            return false;
        }
        let mut changed = false;
        if response.contains_pointer() {
            changed |= events::take_middle_click(ui, self.input, |pos| response.rect.contains(pos));
        }
        if response.clicked() || changed {
            response.request_focus();
        }
        if response.double_clicked() {
            self.input.all_selected = !self.input.is_empty();
        }
        // Also in a window that is not in front: its events come all the same.
        if ui.memory(|memory| memory.has_focus(response.id)) {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            // Empty: it only says that plain keys belong to a text here, and are no shortcuts.
            TextEditState::default().store(ui.ctx(), response.id);
            changed |= events::take(ui, self.input);
            if ui.input(|input| input.key_pressed(Key::Enter)) {
                response.surrender_focus();
            }
        } else {
            self.input.all_selected = false;
        }
        if changed {
            self.input.changed_s = ui.input(|input| input.time);
            ui.ctx().request_repaint();
        }
        changed
    }

    /// Whether the text is to be shown in this frame, and whether it was emptied.
    fn buttons(&mut self, ui: &mut Ui, rect: Rect, response: &Response) -> (bool, bool) {
        if self.input.is_empty() || !ui.is_enabled() {
            return (false, false);
        }
        let name = self.label.to_lowercase();
        let show = field::button_ui(ui, rect, 1, Icon::Eye, &text::show_while_held(&name));
        let by_key = show.has_focus() && ui.input(|input| input.key_down(Key::Space));
        let shown = show.is_pointer_button_down_on() || by_key;
        let cleared = field::button_ui(ui, rect, 0, Icon::Close, &text::clear(&name)).clicked();
        if cleared {
            self.input.clear();
            response.request_focus();
        }
        (shown, cleared)
    }

    fn paint_content(&self, ui: &Ui, rect: Rect, response: &Response, shown: bool) {
        let tokens = tokens(ui);
        let mut inner = rect.shrink2(vec2(10.0, 0.0));
        let painter = ui.painter();
        if self.input.is_empty() {
            let galley = paint::line(painter, self.placeholder, Text::Body, tokens.faint, inner.width());
            paint::galley_at(painter, galley, inner.left(), inner.center().y, tokens.faint);
        } else {
            inner.max.x -= 2.0 * (field::BUTTON + space::XS);
        }
        let end = self.paint_characters(ui, inner, tokens, shown);
        if response.has_focus() && ui.input(|input| input.focused) {
            let height = Text::Body.font().size * 0.65;
            let cursor = Rect::from_center_size(pos2(end, inner.center().y), vec2(1.0, 2.0 * height));
            paint_text_cursor(ui, painter, cursor, ui.input(|input| input.time) - self.input.changed_s);
            let purpose = egui::IMEPurpose::Password;
            let ime =
                egui::output::IMEOutput { purpose, rect, cursor_rect: cursor, should_interrupt_composition: false };
            ui.output_mut(|output| output.ime = Some(ime));
        }
    }

    /// The last characters that have room, or a dot for each; where the next would be.
    fn paint_characters(&self, ui: &Ui, inner: Rect, tokens: &Tokens, shown: bool) -> f32 {
        let (painter, y) = (ui.painter(), inner.center().y);
        let room = (inner.width() / STEP).floor().max(1.0) as usize - 1;
        // Gaps take the room of one character each.
        let room = if self.grouped { room - room / (GROUP + 1) } else { room };
        let count = self.input.text().chars().count();
        let count_shown = count.min(room);
        let step = |nth: usize| (nth + if self.grouped { nth / GROUP } else { 0 }) as f32 * STEP;
        let end = inner.left() + step(count_shown);
        if self.input.all_selected {
            let selected = Rect::from_x_y_ranges(inner.left()..=end, y - 9.0..=y + 9.0);
            painter.rect_filled(selected, 2.0, ui.visuals().selection.bg_fill);
        }
        for (nth, c) in self.input.text().chars().skip(count - count_shown).enumerate() {
            let at = pos2(inner.left() + step(nth) + STEP / 2.0, y);
            if shown {
                // One by one: egui keeps the texts it has laid out, and single characters reveal nothing.
                paint::text_at(painter, at, Align2::CENTER_CENTER, c.encode_utf8(&mut [0; 4]), Text::Mono, tokens.text);
            } else {
                painter.circle_filled(at, DOT, tokens.text);
            }
        }
        end
    }

    fn describe(&self, ui: &Ui, response: &Response) {
        response.widget_info(|| WidgetInfo::labeled(Role::PasswordInput, ui.is_enabled(), self.label));
        self.texts().describe(ui, response.id);
        let filled = match self.input.text().chars().count() {
            0 => text::EMPTY.to_owned(),
            1 => "1 character".to_owned(),
            count => text::characters(count),
        };
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_state_description(filled));
    }
}
