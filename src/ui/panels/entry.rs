//! The frame of a form, and its fields: what is wrong stands at its field once that was left, and all of it once the form
//! was to be sent.

use std::collections::BTreeSet;

use egui::{Align, CentralPanel, Frame, Id, Layout, Margin, Panel, ScrollArea, Ui};

use crate::app::features::form::InputError;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{
    Button, FieldOutput, FilterBody, Notice, SecretField, SecretInput, TextField, choices_popup_ui, hairline_ui,
    heading_ui, label_ui,
};

/// Widest form, in points.
const COLUMN: f32 = 640.0;
/// Room for the longest choice, in points.
const POPUP: f32 = 420.0;
/// Below this, fields that stand side by side stand under each other.
const NARROW: f32 = 420.0;

/// What the window knows of a form beside its texts.
#[derive(Debug, Default)]
pub struct EntryDraft {
    /// Fields that were filled in and left.
    left: BTreeSet<String>,
    /// It was to be sent: everything that is wrong is told.
    tried: bool,
    /// The field that is to have the keyboard.
    wants: Option<String>,
    started: bool,
}

/// What a person wants done with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    Submit,
    Close,
}

/// The words around a form.
pub struct Page<'a> {
    pub title: &'a str,
    /// What was said of the last try.
    pub refusal: Option<&'a str>,
    /// The button that sends it.
    pub submit: &'a str,
    /// It is on its way.
    pub busy: bool,
    /// Why it cannot be sent now.
    pub blocked: Option<&'a str>,
}

impl Page<'_> {
    /// Shows the form in the place of the panel; its answers are always in sight. `body` tells whether Enter was pressed.
    pub fn ui(&self, ui: &mut Ui, body: impl FnOnce(&mut Ui) -> bool) -> Option<Wish> {
        let margin = super::margin();
        let mut wish = self.foot_ui(ui, margin);
        let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            super::title_ui(ui, self.title, |_| ());
            ui.add_space(space::S);
            ScrollArea::vertical().id_salt(self.title).auto_shrink([false, false]).show(ui, |ui| {
                ui.set_max_width(COLUMN.min(ui.available_width()));
                ui.spacing_mut().item_spacing.y = space::XS;
                if let Some(words) = self.refusal {
                    Notice::new(Tone::Danger, words).icon(Icon::Failure).title("Not done").ui(ui);
                    ui.add_space(space::S);
                }
                if body(ui) && !self.busy && self.blocked.is_none() {
                    wish = wish.or(Some(Wish::Submit));
                }
                ui.add_space(space::M);
            });
        });
        wish
    }

    fn foot_ui(&self, ui: &mut Ui, margin: Margin) -> Option<Wish> {
        let mut wish = None;
        let margin = Margin { top: 0, bottom: space::M as i8, ..margin };
        let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
        Panel::bottom(Id::unique("form answers").with(self.title)).show_separator_line(false).frame(frame).show(
            ui,
            |ui| {
                hairline_ui(ui);
                ui.add_space(space::M);
                let row = egui::vec2(COLUMN.min(ui.available_width()), size::CONTROL);
                ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    if Button::primary(self.submit).busy(self.busy).disabled(self.blocked).ui(ui).clicked() {
                        wish = Some(Wish::Submit);
                    }
                    if Button::secondary("Close").hint("What is typed stays here").ui(ui).clicked() {
                        wish = Some(Wish::Close);
                    }
                    if let Some(reason) = self.blocked {
                        label_ui(ui, Text::Small, tokens(ui).subdued, reason);
                    }
                });
            },
        );
        wish
    }
}

/// The fields of one form in one frame.
pub struct Entry<'a> {
    draft: &'a mut EntryDraft,
    errors: &'a [InputError],
    submitted: bool,
}

impl EntryDraft {
    /// It was to be sent, and this is wrong: the keyboard goes to the first field of which there is something to say.
    pub fn refuse(&mut self, errors: &[InputError]) {
        self.tried = true;
        self.wants = errors.first().map(|error| error.field.clone());
    }
}

impl<'a> Entry<'a> {
    /// `first` gets the keyboard when the form opens.
    pub fn new(draft: &'a mut EntryDraft, errors: &'a [InputError], first: &str) -> Self {
        if !std::mem::replace(&mut draft.started, true) {
            draft.wants = Some(first.to_owned());
        }
        Self { draft, errors, submitted: false }
    }

    /// Whether Enter was pressed in a field.
    pub fn submitted(&self) -> bool {
        self.submitted
    }

    /// A line of text at the field path `path` of the API.
    pub fn text(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String, hint: &str) {
        let error = self.error(path);
        let field = TextField::labelled(label, text).hint(hint).error(error.as_deref()).id(id_of(path));
        let shown = field.ui(ui);
        self.after(path, text.is_empty(), &shown);
        if self.takes_keyboard(ui, path) {
            shown.take_keyboard();
            shown.response.scroll_to_me(Some(Align::Center));
        }
        ui.add_space(space::XS);
    }

    /// Several lines of text.
    pub fn lines(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String, hint: &str) {
        let error = self.error(path);
        let field = TextField::labelled(label, text).hint(hint).error(error.as_deref()).rows(3).id(id_of(path));
        let shown = field.ui(ui);
        if shown.response.lost_focus() && !text.is_empty() {
            self.draft.left.insert(path.to_owned());
        }
        if self.takes_keyboard(ui, path) {
            shown.take_keyboard();
        }
    }

    /// Two lines of text side by side, where there is room.
    pub fn pair(&mut self, ui: &mut Ui, fields: [(&str, &str, &mut String, &str); 2]) {
        let [left, right] = fields;
        let mut fields = [Some(left), Some(right)];
        halves_ui(ui, |ui, column| {
            if let Some((path, label, text, hint)) = fields[column].take() {
                self.text(ui, path, label, text, hint);
            }
        });
    }

    /// A line that is shown as dots and kept nowhere.
    pub fn secret(&mut self, ui: &mut Ui, path: &str, label: &str, input: &mut SecretInput, hint: &str) {
        let error = self.error(path);
        let field = SecretField::labelled(label, input).hint(hint).error(error.as_deref()).id(id_of(path));
        let shown = field.ui(ui);
        self.after(path, input.is_empty(), &shown);
        if self.takes_keyboard(ui, path) {
            shown.response.request_focus();
            shown.response.scroll_to_me(None);
        }
    }

    /// One of several; `chosen` is what stands on the button.
    pub fn choice<T>(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        chosen: &str,
        body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
    ) -> Option<T> {
        let (subdued, danger) = (tokens(ui).subdued, tokens(ui).danger.text);
        label_ui(ui, Text::Small, subdued, label);
        let name = format!("{label}: {chosen}");
        let button = Button::secondary(chosen).trailing(Icon::Down).name(&name).ui(ui);
        if self.takes_keyboard(ui, path) {
            button.request_focus();
            button.scroll_to_me(None);
        }
        let taken = choices_popup_ui(&button, label, POPUP, body);
        match self.error(path) {
            Some(error) => drop(label_ui(ui, Text::Caption, danger, &error)),
            None => ui.add_space(space::S),
        }
        taken
    }

    /// What is wrong with a field, where it is to be told.
    fn error(&self, path: &str) -> Option<String> {
        let told = self.draft.tried || self.draft.left.contains(path);
        let error = self.errors.iter().find(|error| error.field == path).filter(|_| told)?;
        Some(rule_words(&error.rule))
    }

    fn after(&mut self, path: &str, is_empty: bool, shown: &FieldOutput) {
        if shown.response.lost_focus() && !is_empty {
            self.draft.left.insert(path.to_owned());
        }
        self.submitted |= shown.submitted;
    }

    fn takes_keyboard(&mut self, ui: &Ui, path: &str) -> bool {
        let wants = !ui.is_sizing_pass() && self.draft.wants.as_deref() == Some(path);
        if wants {
            self.draft.wants = None;
        }
        wants
    }

    /// What is wrong with fields that are not on the form: it is told above the answers.
    pub fn others_ui(&self, ui: &mut Ui, shown: &[&str]) {
        let told = self.errors.iter().filter(|error| self.draft.tried && shown.contains(&error.field.as_str()));
        for error in told {
            Notice::new(Tone::Danger, &error.rule).title(&error.field).ui(ui);
        }
    }
}

/// A rule as it stands below a field: `Must be a BIC of the country that the IBAN is of`.
pub fn rule_words(rule: &str) -> String {
    let is_sentence = rule.starts_with(|c: char| c.is_uppercase() || c == '“');
    match rule.strip_prefix("is ") {
        _ if is_sentence => rule.to_owned(),
        Some("required") => "This is required".to_owned(),
        Some(rest) => format!("Is {rest}"),
        None => format!("Must be {rule}"),
    }
}

/// Two columns of a form, or one where there is no room for two: `draw` is called for column 0, then for column 1.
pub fn halves_ui(ui: &mut Ui, mut draw: impl FnMut(&mut Ui, usize)) {
    let width = ui.available_width();
    if width < NARROW {
        draw(ui, 0);
        draw(ui, 1);
        return;
    }
    let half = (width - space::M) / 2.0;
    ui.allocate_ui_with_layout(egui::vec2(width, 0.0), Layout::left_to_right(Align::TOP), |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for column in 0..2 {
            ui.allocate_ui_with_layout(egui::vec2(half, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                draw(ui, column);
            });
        }
    });
}

/// A heading above fields that belong together.
pub fn group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    ui.add_space(space::XS);
}

/// A sentence that helps.
pub fn help_ui(ui: &mut Ui, text: &str) {
    label_ui(ui, Text::Small, tokens(ui).subdued, text);
    ui.add_space(space::XS);
}

fn id_of(path: &str) -> Id {
    Id::unique("form field").with(path)
}
