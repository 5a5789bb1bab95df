//! The fields of a form: what is wrong is at its field once that was left, and all of it once the form was to be
//! sent.

use egui::{Align, Id, Layout, Response, Ui, vec2};
use paydesk_core::features::forms::{InputError, Severity};
use paydesk_core::presenter::{rule_text, warning_text};
use paydesk_domain::money::MinorUnits;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, FieldOutput, FilterBody, Notice, SecretField, SecretInput, TextField, check_ui, choices_popup_ui, label_ui,
    segmented_ui,
};

use super::action::FormAction;
use super::draft::FormFieldsDraft;
use super::halves_ui;

/// Room for the longest choice, in points.
const POPUP: f32 = 420.0;
/// Room for choices that are sentences, such as what a test card does.
const WIDE_POPUP: f32 = 610.0;
/// Room above and below a box that is to be in view with it, in points.
const AROUND: f32 = 32.0;

/// The fields of one form in one frame.
pub struct FormFields<'a> {
    pub(super) draft: &'a mut FormFieldsDraft,
    pub(super) errors: &'a [InputError],
    required: Vec<String>,
    /// What distinguishes the fields of a group from those of another, for screen readers: `billing address`.
    pub(super) group: Option<String>,
    submitted: bool,
    cancelled: bool,
    /// How the service counts the amounts that are typed.
    pub(super) units: MinorUnits,
}

impl<'a> FormFields<'a> {
    /// `first` gets the keyboard when the form opens.
    pub fn new(draft: &'a mut FormFieldsDraft, errors: &'a [InputError], first: &str) -> Self {
        if !std::mem::replace(&mut draft.started, true) && draft.wants.is_none() {
            draft.wants = Some(first.to_owned());
        }
        Self {
            draft,
            errors,
            required: Vec::new(),
            group: None,
            submitted: false,
            cancelled: false,
            units: MinorUnits::Undecided,
        }
    }

    /// With amounts as the service counts them.
    pub fn counted_as(self, units: MinorUnits) -> Self {
        Self { units, ..self }
    }

    /// Fields without which nothing can be sent: they are marked.
    pub fn required(mut self, paths: &[&str]) -> Self {
        paths.iter().for_each(|path| self.require(path));
        self
    }

    /// As [`Self::required`], of one that depends on what is typed.
    pub fn require(&mut self, path: &str) {
        self.required.push(path.to_owned());
    }

    /// What was left below `place` is another field now.
    pub fn forget_below(&mut self, place: &str) {
        self.draft.left.retain(|path| !path.starts_with(place));
    }

    pub(super) fn requires(&self, path: &str) -> bool {
        self.required.iter().any(|required| required == path)
    }

    /// Brings the keyboard to the field at `path`.
    pub fn focus_field(&mut self, path: &str) {
        self.draft.focus_field(path);
    }

    /// What was wished in the fields: Enter sends, Esc closes.
    pub fn form_action(&self) -> Option<FormAction> {
        let closes = self.cancelled.then_some(FormAction::Close);
        self.submitted.then_some(FormAction::Submit).or(closes)
    }

    /// A line of text at the field path `path` of the API.
    pub fn text(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String, hint: &str) {
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let field =
            TextField::labelled(label, text).name(&name).hint(hint).error(error.as_deref()).warning(warning.as_deref());
        let shown = field.required(self.requires(path)).id(id_of(path)).ui(ui);
        self.settle(ui, path, text.is_empty(), &shown);
    }

    /// As [`Self::text`], with an example in the box while it is empty.
    pub fn text_like(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (text, example): (&mut String, &str),
        hint: &str,
    ) -> bool {
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let field = TextField::labelled(label, text).name(&name).placeholder(example).hint(hint);
        let shown = field
            .error(error.as_deref())
            .warning(warning.as_deref())
            .required(self.requires(path))
            .id(id_of(path))
            .ui(ui);
        self.settle(ui, path, text.is_empty(), &shown);
        shown.changed
    }

    /// Several lines of text.
    pub fn lines(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String, hint: &str) {
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let field = TextField::labelled(label, text)
            .name(&name)
            .hint(hint)
            .error(error.as_deref())
            .warning(warning.as_deref())
            .rows(3);
        let shown = field.required(self.requires(path)).id(id_of(path)).ui(ui);
        self.settle(ui, path, text.is_empty(), &shown);
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
        self.secret_in(ui, path, label, (input, false), hint);
    }

    /// An IBAN, shown as dots: typed in groups of four, taken without spaces.
    pub fn iban(&mut self, ui: &mut Ui, path: &str, label: &str, input: &mut SecretInput, hint: &str) {
        self.secret_in(ui, path, label, (input, true), hint);
    }

    fn secret_in(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (input, grouped): (&mut SecretInput, bool),
        hint: &str,
    ) {
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let field = SecretField::labelled(label, input)
            .name(&name)
            .hint(hint)
            .grouped(grouped)
            .error(error.as_deref())
            .warning(warning.as_deref());
        let shown = field.required(self.requires(path)).id(id_of(path)).ui(ui);
        self.settle(ui, path, input.is_empty(), &shown);
    }

    /// A key, shown as dots: what is wrong with a pasted one is said at once.
    pub fn key(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (input, example): (&mut SecretInput, &str),
        hint: &str,
    ) {
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let field = SecretField::labelled(label, input).name(&name).placeholder(example).hint(hint);
        let shown = field
            .error(error.as_deref())
            .warning(warning.as_deref())
            .required(self.requires(path))
            .id(id_of(path))
            .ui(ui);
        if shown.changed {
            self.draft.left.insert(path.to_owned());
        }
        self.settle(ui, path, input.is_empty(), &shown);
    }

    /// One of several; `chosen` is what is on the button.
    pub fn choice<T>(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        chosen: &str,
        body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
    ) -> Option<T> {
        self.choice_in(ui, POPUP, (path, label), chosen, body)
    }

    /// One of several, with room for choices that are sentences.
    pub fn wide_choice<T>(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        chosen: &str,
        body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
    ) -> Option<T> {
        self.choice_in(ui, WIDE_POPUP, (path, label), chosen, body)
    }

    fn choice_in<T>(
        &mut self,
        ui: &mut Ui,
        width: f32,
        (path, label): (&str, &str),
        chosen: &str,
        body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
    ) -> Option<T> {
        self.label_ui(ui, path, label);
        let required = if self.requires(path) { ", required" } else { "" };
        let name = format!("{}{required}: {chosen}", self.name(label));
        let button = Button::secondary(chosen).trailing(Icon::Down).name(&name).ui(ui);
        self.keyboard(ui, path, &button);
        let taken = choices_popup_ui(&button, label, width, body);
        self.message_ui(ui, path);
        taken
    }

    /// Something that is on or off.
    pub fn check(&mut self, ui: &mut Ui, path: &str, label: &str, checked: &mut bool) {
        let shown = check_ui(ui, *checked, label);
        if shown.clicked() {
            *checked = !*checked;
        }
        self.keyboard(ui, path, &shown);
        self.caption_ui(ui, path);
    }

    /// One of a few, all in view; the index that was picked.
    pub fn segmented(&mut self, ui: &mut Ui, label: &str, choices: &[&str], chosen: usize) -> Option<usize> {
        label_ui(ui, Text::Small, tokens(ui).subdued, label);
        let picked = segmented_ui(ui, label, choices, chosen);
        ui.add_space(space::S);
        picked
    }

    /// What is wrong with fields that are not on the form, once it was to be sent: to be drawn where it is to be read.
    pub fn others_ui(&self, ui: &mut Ui, paths: &[&str]) {
        let reported = self.errors.iter().filter(|error| self.draft.tried && paths.contains(&error.field.as_str()));
        for error in reported {
            match error.severity {
                Severity::Refusal => Notice::new(Tone::Danger, &rule_text(&error.rule)).ui(ui),
                Severity::Warning => Notice::new(Tone::Attention, &warning_text(&error.rule)).ui(ui),
            };
            ui.add_space(space::S);
        }
    }

    /// The label of what has no box of its own, with its mark.
    fn label_ui(&self, ui: &mut Ui, path: &str, label: &str) {
        let (subdued, danger) = (tokens(ui).subdued, tokens(ui).danger.text);
        let line = vec2(ui.available_width(), 0.0);
        ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            label_ui(ui, Text::Small, subdued, label);
            if self.requires(path) {
                label_ui(ui, Text::SmallStrong, danger, "*");
            }
        });
    }

    /// What is wrong below what has no box of its own, or the room for it.
    fn message_ui(&self, ui: &mut Ui, path: &str) {
        if !self.caption_ui(ui, path) {
            ui.add_space(space::S);
        }
    }

    /// What is wrong or not as usual, as a line of its own; whether there is anything.
    pub(super) fn caption_ui(&self, ui: &mut Ui, path: &str) -> bool {
        let (danger, attention) = (tokens(ui).danger.text, tokens(ui).attention.text);
        let error = self.error(path).map(|error| (error, danger));
        let message = error.or_else(|| self.warning(path).map(|warning| (warning, attention)));
        message.is_some_and(|(text, color)| {
            label_ui(ui, Text::Caption, color, &text);
            true
        })
    }

    /// What a screen reader calls a field.
    pub(super) fn name(&self, label: &str) -> String {
        self.group.as_ref().map_or_else(|| label.to_owned(), |group| format!("{label}, {group}"))
    }

    /// Whether something is wrong with a field, and it is shown.
    pub fn is_reported(&self, path: &str) -> bool {
        self.error(path).is_some()
    }

    /// What is wrong with a field, where it is to be shown.
    pub(super) fn error(&self, path: &str) -> Option<String> {
        Some(rule_text(&self.reported(path, Severity::Refusal)?.rule))
    }

    /// What is not as usual in a field, where it is to be shown.
    pub(super) fn warning(&self, path: &str) -> Option<String> {
        Some(warning_text(&self.reported(path, Severity::Warning)?.rule))
    }

    fn reported(&self, path: &str, severity: Severity) -> Option<&InputError> {
        let is_shown = self.draft.shows(path);
        self.errors.iter().find(|error| is_shown && error.field == path && error.severity == severity)
    }

    /// What follows from what was done with a field, and the keyboard that was to come here.
    pub(super) fn settle(&mut self, ui: &mut Ui, path: &str, is_empty: bool, shown: &FieldOutput) {
        if is_empty {
            self.draft.left.remove(path);
        } else if shown.response.lost_focus() {
            self.draft.left.insert(path.to_owned());
        }
        self.submitted |= shown.submitted;
        self.cancelled |= shown.cancelled;
        if self.takes_keyboard(ui, path) {
            // What may be typed in it already is not selected.
            if !shown.response.has_focus() {
                shown.take_keyboard();
            }
            // With its label and what is said of it.
            ui.scroll_to_rect(shown.rect.expand2(vec2(0.0, AROUND)), None);
        }
        ui.add_space(space::XS);
    }

    /// The keyboard comes to a field that is no text.
    fn keyboard(&mut self, ui: &Ui, path: &str, shown: &Response) {
        if self.takes_keyboard(ui, path) {
            shown.request_focus();
            shown.scroll_to_me(Some(Align::Center));
        }
    }

    pub(super) fn takes_keyboard(&mut self, ui: &Ui, path: &str) -> bool {
        let is_wanted = self.draft.wants.as_deref() == Some(path) || self.draft.faulty.contains(path);
        let takes = !ui.is_sizing_pass() && is_wanted;
        if takes {
            self.draft.wants = None;
            self.draft.faulty.clear();
        }
        takes
    }

    /// Enter was pressed where the form itself is meant.
    pub(super) fn submit(&mut self) {
        self.submitted = true;
    }
}

pub(super) fn id_of(path: &str) -> Id {
    Id::unique("form field").with(path)
}
