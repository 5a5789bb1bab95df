//! A one-line field with a name, an icon, a way to empty it, and room for what is wrong with its text.

use egui::{Frame, Id, Margin, Response, RichText, Stroke, TextEdit, Ui, vec2};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, CONTROL_HEIGHT, RADIUS, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_CAPTION, TEXT_SMALL, tokens};

use super::button::Button;

/// A field, drawn with [`TextField::show`]. The text lives with the caller.
pub struct TextField<'a> {
    name: &'a str,
    hint: &'a str,
    icon: Option<Icon>,
    width: f32,
    show_name: bool,
    error: Option<&'a str>,
    note: Option<&'a str>,
    note_is_error: bool,
    id: Option<Id>,
    suffix: Option<&'a str>,
}

/// What happened to a field in this frame.
pub struct FieldResponse {
    pub response: Response,
    /// Enter was pressed in it.
    pub submitted: bool,
    /// Its text was changed or emptied.
    pub changed: bool,
}

impl<'a> TextField<'a> {
    /// `name` stands above the field unless hidden, and is always said.
    pub fn new(name: &'a str) -> Self {
        Self {
            name,
            hint: "",
            icon: None,
            width: f32::INFINITY,
            show_name: true,
            error: None,
            note: None,
            note_is_error: false,
            id: None,
            suffix: None,
        }
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// The name is said, not shown.
    pub fn name_hidden(mut self) -> Self {
        self.show_name = false;
        self
    }

    /// What is wrong with the text: under the field, which keeps its place.
    pub fn error(mut self, error: Option<&'a str>) -> Self {
        self.error = error;
        self
    }

    /// Help or a counter at the right above the field.
    pub fn note(mut self, note: &'a str, is_error: bool) -> Self {
        self.note = Some(note);
        self.note_is_error = is_error;
        self
    }

    /// A word inside the field, at its end: the currency of an amount.
    pub fn suffix(mut self, suffix: &'a str) -> Self {
        self.suffix = Some(suffix);
        self
    }

    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Draws the field.
    pub fn show(self, ui: &mut Ui, text: &mut String) -> FieldResponse {
        let width = self.width.min(ui.available_width());
        ui.allocate_ui(vec2(width, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = SPACE_XS;
                ui.spacing_mut().interact_size.y = 0.0;
                if self.show_name {
                    self.name_ui(ui);
                }
                let response = self.field_ui(ui, text);
                if let Some(error) = self.error {
                    let color = tokens(ui).danger.color;
                    ui.label(RichText::new(error).font(tokens::regular(TEXT_SMALL)).color(color));
                }
                response
            })
            .inner
        })
        .inner
    }

    fn name_ui(&self, ui: &mut Ui) {
        let tokens = tokens(ui);
        ui.horizontal(|ui| {
            ui.set_height(TEXT_SMALL + 5.0);
            ui.label(RichText::new(self.name).font(tokens::regular(TEXT_SMALL)).color(tokens.subdued));
            if let Some(note) = self.note {
                let color = if self.note_is_error { tokens.danger.color } else { tokens.subdued };
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(RichText::new(note).font(tokens::regular(TEXT_CAPTION)).color(color));
                });
            }
        });
    }

    fn field_ui(&self, ui: &mut Ui, text: &mut String) -> FieldResponse {
        let tokens = tokens(ui);
        let id = self.id.unwrap_or_else(|| ui.scope_id().with(("field", self.name)));
        let focused = ui.memory(|memory| memory.has_focus(id));
        let border = match (self.error.is_some(), focused) {
            (true, _) => Stroke::new(1.5, tokens.danger.color),
            (false, true) => Stroke::new(1.5, tokens.accent.color),
            (false, false) => Stroke::new(1.0, tokens.border),
        };
        let frame = Frame::new().fill(tokens.surface).stroke(border).corner_radius(f32::from(RADIUS));
        let frame = frame.inner_margin(Margin::symmetric(SPACE_S as i8, 0));
        frame
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.set_height(CONTROL_HEIGHT - 2.0);
                    ui.spacing_mut().item_spacing.x = 6.0;
                    if let Some(icon) = self.icon {
                        ui.label(icon.text(16.0).color(tokens.subdued));
                    }
                    self.edit_ui(ui, id, text)
                })
                .inner
            })
            .inner
    }

    fn edit_ui(&self, ui: &mut Ui, id: Id, text: &mut String) -> FieldResponse {
        let tokens = tokens(ui);
        let clear_room = if text.is_empty() || self.icon.is_none() { 0.0 } else { 30.0 };
        let suffix_room = if self.suffix.is_some() { 40.0 } else { 0.0 };
        let edit = TextEdit::singleline(text)
            .id(id)
            .frame(Frame::NONE)
            .margin(Margin::symmetric(0, 6))
            .align(egui::Align2::LEFT_CENTER)
            .font(tokens::regular(TEXT_BODY))
            .hint_text(RichText::new(self.hint).color(tokens.faint))
            .desired_width((ui.available_width() - clear_room - suffix_room).max(20.0));
        let response = ui.add(edit);
        let name = self.name;
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
        let submitted = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let mut changed = response.changed();
        if let Some(suffix) = self.suffix {
            ui.label(RichText::new(suffix).font(tokens::regular(TEXT_SMALL)).color(tokens.subdued));
        }
        if clear_room > 0.0
            && Button::icon_only(Icon::Close, &format!("Clear {}", name.to_lowercase())).quiet().show(ui).clicked()
        {
            text.clear();
            changed = true;
        }
        FieldResponse { response, submitted, changed }
    }
}
