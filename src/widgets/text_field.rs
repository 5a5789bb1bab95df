//! One line (or several) of typed text: a bare field for tool bars, a labelled one for forms.
//!
//! Not for secrets: egui keeps copies of what is typed here, see [`super::SecretField`]. The text lives with the caller. Nothing is validated here; the caller says what is wrong, and the room for saying it
//! is kept free, so that the form does not move.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, EventFilter, Frame, Id, Key, Margin, Rect, Response, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2,
};

use super::field::{self, FieldTexts};
use super::modal::gives_keyboard;
use super::paint;
use super::text;
use crate::icons::Icon;
use crate::tokens::{Text, Tokens, size, space, tokens};

/// What a person did with a field in this frame.
#[derive(Debug)]
pub struct FieldOutput {
    /// Of the field itself: `changed()`, `has_focus()`, `request_focus()`.
    pub response: Response,
    pub changed: bool,
    /// Enter was pressed in it (one line only).
    pub submitted: bool,
    /// Esc was pressed in it; the focus has left it.
    pub cancelled: bool,
    /// The clear button emptied it.
    pub cleared: bool,
    /// The button that opens what hangs below it was used.
    pub opened: bool,
    /// The box, for what hangs below it.
    pub rect: Rect,
}

impl FieldOutput {
    /// Brings the keyboard here with all of the text selected, so that typing replaces it.
    pub fn take_keyboard(&self) {
        self.select_all();
        self.response.scroll_to_me(None);
    }

    /// Brings the keyboard to the end of the text, in the middle of what is in view.
    pub fn go_on_at_end(&self) {
        self.select(CCursorRange::one(CCursor::new(usize::MAX)));
        self.response.scroll_to_me(Some(egui::Align::Center));
    }

    /// Takes the keyboard where the modal around it leads it here. To be called by every text field once it was drawn.
    pub(super) fn in_modal(self, ui: &Ui) -> Self {
        // Nothing is enabled while a modal is only measured, before it is shown.
        let may_type = self.response.enabled() || ui.is_sizing_pass();
        if may_type && gives_keyboard(ui.ctx(), self.submitted) {
            self.select_all();
        }
        self
    }

    fn select_all(&self) {
        self.select(CCursorRange::two(CCursor::new(0), CCursor::new(usize::MAX)));
    }

    fn select(&self, range: CCursorRange) {
        let (ctx, id) = (&self.response.ctx, self.response.id);
        let mut state = TextEditState::load(ctx, id).unwrap_or_default();
        state.cursor.set_char_range(Some(range));
        state.store(ctx, id);
        self.response.request_focus();
    }
}

/// A field to be shown with [`TextField::ui`]; builder.
#[must_use = "a field is shown with `ui`"]
pub struct TextField<'a> {
    label: &'a str,
    name: Option<&'a str>,
    required: bool,
    opener: Option<(Icon, &'a str)>,
    text: &'a mut String,
    labelled: bool,
    placeholder: &'a str,
    icon: Option<Icon>,
    clearable: bool,
    error: Option<&'a str>,
    warning: Option<&'a str>,
    hint: Option<&'a str>,
    limit: Option<usize>,
    hard_limit: Option<usize>,
    width: Option<f32>,
    rows: usize,
    mono: bool,
    numeric: bool,
    suffix: Option<&'a str>,
    disabled: Option<&'a str>,
    id: Option<Id>,
}

impl<'a> TextField<'a> {
    /// Without a visible label, for tool bars; `name` is for screen readers. An error shows as edge and tooltip.
    pub fn bare(name: &'a str, text: &'a mut String) -> Self {
        Self {
            label: name,
            name: None,
            required: false,
            opener: None,
            text,
            labelled: false,
            placeholder: "",
            icon: None,
            clearable: false,
            error: None,
            warning: None,
            hint: None,
            limit: None,
            hard_limit: None,
            width: None,
            rows: 1,
            mono: false,
            numeric: false,
            suffix: None,
            disabled: None,
            id: None,
        }
    }

    /// With its label above, and below a line for hint, error and counter which is always there.
    pub fn labelled(label: &'a str, text: &'a mut String) -> Self {
        Self { labelled: true, ..Self::bare(label, text) }
    }

    pub fn placeholder(mut self, placeholder: &'a str) -> Self {
        self.placeholder = placeholder;
        self
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

    /// A button at its right end that opens what hangs below it.
    pub fn opener(mut self, icon: Icon, name: &'a str) -> Self {
        self.opener = Some((icon, name));
        self
    }

    /// Before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// A button that empties it, while there is text.
    pub fn clearable(mut self) -> Self {
        self.clearable = true;
        self
    }

    /// What is wrong; is where the hint is.
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

    /// Counts characters against `limit` (`12/22`) without refusing more: the caller says what too long means.
    pub fn counter(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Takes no more than so many characters, also when pasting.
    pub fn max_chars(mut self, limit: usize) -> Self {
        self.hard_limit = Some(limit);
        self
    }

    /// In points; the available width if not given.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Several lines; Enter makes a new line.
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows.max(1);
        self
    }

    /// In the monospaced face: ids, codes.
    pub fn mono(mut self) -> Self {
        self.mono = true;
        self
    }

    /// At the right end, as amounts are.
    pub fn numeric(mut self) -> Self {
        self.numeric = true;
        self
    }

    /// Subdued text at the right end: the currency of an amount.
    pub fn suffix(mut self, suffix: &'a str) -> Self {
        self.suffix = Some(suffix);
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

    fn draw(&mut self, ui: &mut Ui) -> FieldOutput {
        let box_height = size::CONTROL + (self.rows - 1) as f32 * 19.0;
        let (outer, rect) = self.texts().allocate(ui, self.width, box_height);
        let ground = ui.painter().add(egui::Shape::Noop);
        let output = self.edit(ui, rect);
        let texts = self.texts();
        ui.painter().set(ground, texts.ground(tokens(ui), rect, &output.response));
        texts.messages(ui, outer, &output.response);
        paint::bring_rect_into_view(ui, &output.response, outer);
        output
    }

    fn texts(&self) -> FieldTexts<'a> {
        let counter = self.limit.map(|limit| (self.text.chars().count(), limit));
        let Self { label, name, required, labelled, error, warning, hint, .. } = *self;
        FieldTexts { label, name, required, labelled, error, warning, hint, counter }
    }

    fn edit(&mut self, ui: &mut Ui, rect: Rect) -> FieldOutput {
        let tokens = tokens(ui);
        let mut inner = rect.shrink2(vec2(10.0, 0.0));
        let can_clear = self.clearable && !self.text.is_empty() && ui.is_enabled();
        let buttons = usize::from(self.opener.is_some()) + usize::from(can_clear);
        inner.max.x = inner.max.x.min(field::buttons_left(rect, buttons));
        if let Some(icon) = self.icon {
            icon.paint(ui.painter(), pos2(inner.left() + 8.0, rect.center().y), size::ICON, tokens.faint);
            inner.min.x += size::ICON + space::S;
        }
        if let Some(suffix) = self.suffix {
            let at = pos2(inner.right(), rect.center().y);
            let drawn = paint::text_at(ui.painter(), at, Align2::RIGHT_CENTER, suffix, Text::Small, tokens.subdued);
            inner.max.x = drawn.left() - space::S;
        }
        let response = self.text_edit(ui, inner, tokens);
        let cleared = can_clear && self.clear_button(ui, rect, &response);
        let opened = self.opener.is_some_and(|(icon, name)| field::opener_ui(ui, rect, icon, name).clicked());
        self.texts().describe(ui, response.id);
        let (submitted, cancelled) = keys(ui, &response, self.rows == 1);
        FieldOutput { changed: response.changed() || cleared, submitted, cancelled, cleared, opened, rect, response }
    }

    fn text_edit(&mut self, ui: &mut Ui, inner: Rect, tokens: &Tokens) -> Response {
        let multiline = self.rows > 1;
        let kind = if self.mono { Text::Mono } else { Text::Body };
        let mut edit = if multiline { TextEdit::multiline(self.text) } else { TextEdit::singleline(self.text) };
        let padding = if multiline { 5 } else { 0 };
        edit = edit
            .hint_text(kind.rich(self.placeholder).color(tokens.faint))
            .font(kind.font())
            .text_color(if ui.is_enabled() { tokens.text } else { tokens.subdued })
            .frame(Frame::NONE.inner_margin(Margin::symmetric(0, padding)))
            .align(match (multiline, self.numeric) {
                (true, _) => Align2::LEFT_TOP,
                (false, false) => Align2::LEFT_CENTER,
                (false, true) => Align2::RIGHT_CENTER,
            })
            .desired_rows(self.rows)
            .desired_width(inner.width())
            .min_size(inner.size())
            .event_filter(EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() });
        if let Some(limit) = self.hard_limit {
            edit = edit.char_limit(limit);
        }
        if let Some(id) = self.id {
            edit = edit.id(id);
        }
        let mut child = ui.new_child(UiBuilder::new().max_rect(inner));
        child.shrink_clip_rect(inner.expand2(vec2(2.0, 0.0)));
        if !multiline {
            return child.add(edit);
        }
        // More lines than there is room for are scrolled to, by the wheel and by what is typed.
        let scroll = ScrollArea::vertical().max_height(inner.height()).auto_shrink([false, false]);
        scroll.show(&mut child, |ui| ui.add(edit)).inner
    }

    fn clear_button(&mut self, ui: &mut Ui, rect: Rect, response: &Response) -> bool {
        let name = text::clear(self.name.unwrap_or(self.label).to_lowercase());
        let used = field::button_ui(ui, rect, usize::from(self.opener.is_some()), Icon::Close, &name).clicked();
        if used {
            self.text.clear();
            response.request_focus();
        }
        used
    }
}

/// Enter and Esc in the field that has (or had, a frame ago) the keyboard.
pub(super) fn keys(ui: &Ui, response: &Response, one_line: bool) -> (bool, bool) {
    let lost = response.lost_focus();
    let submitted = one_line && lost && ui.input(|input| input.key_pressed(Key::Enter));
    let cancelled = lost && ui.input(|input| input.key_pressed(Key::Escape));
    (submitted, cancelled)
}
