//! A question before something that cannot be taken back.
//!
//! The keyboard starts in the first text field, or else on the harmless answer, and stays within; Esc gives that answer. The confirming button takes no click in its
//! first moments, so that a click meant for what was there before cannot confirm. Ctrl and Enter press it from anywhere in
//! the dialog.

use std::time::Duration;

use egui::{Context, Id, Key, Modifiers, Ui};

use super::text;
use super::{Button, modal, paint};
use crate::reading_order::line_from_right_ui;
use crate::tokens::{Text, size, space, tokens};

/// How old a dialog must be before it can be confirmed.
pub const CONFIRM_AFTER: Duration = Duration::from_millis(400);

/// The height of title and answers with the space between, in points.
const AROUND_BODY: f32 = 88.0;

/// What was answered in this frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogAnswer {
    /// Nothing yet.
    Open,
    /// The harmless answer, or Esc.
    Cancelled,
    Confirmed,
}

/// A dialog to be shown with [`ConfirmDialog::show`] in every frame in which it is open; builder.
#[must_use = "a dialog is shown with `show`"]
pub struct ConfirmDialog<'a> {
    title: &'a str,
    confirm: &'a str,
    cancel: &'a str,
    danger: bool,
    busy: bool,
    refused: Option<&'a str>,
    width: f32,
    next: Option<&'a str>,
}

impl<'a> ConfirmDialog<'a> {
    /// `confirm` says what will happen, with the amount: `Capture 128.40 EUR`.
    pub fn new(title: &'a str, confirm: &'a str) -> Self {
        Self {
            title,
            confirm,
            cancel: text::CANCEL,
            danger: false,
            busy: false,
            refused: None,
            width: 460.0,
            next: None,
        }
    }

    /// Another label for the harmless answer: `Keep the payment`.
    pub fn cancel(mut self, label: &'a str) -> Self {
        self.cancel = label;
        self
    }

    /// Confirming destroys: its button is outlined, never filled.
    pub fn danger(mut self) -> Self {
        self.danger = true;
        self
    }

    /// What was confirmed is under way.
    pub fn busy(mut self, busy: bool) -> Self {
        self.busy = busy;
        self
    }

    /// Why it cannot be confirmed as it is.
    pub fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refused = reason;
        self
    }

    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// What happens once it is confirmed: stays in view above the answers, however far the body is scrolled.
    pub fn next(mut self, text: Option<&'a str>) -> Self {
        self.next = text;
        self
    }

    /// Shows title, `body` and answers over everything else. `age` is how long it has been open.
    pub fn show<R>(self, ctx: &Context, id: Id, age: Duration, body: impl FnOnce(&mut Ui) -> R) -> (DialogAnswer, R) {
        let shown = modal::ground(ctx, id, self.title, self.width, |ui| {
            let text = tokens(ui).text;
            paint::heading_ui(ui, Text::Title, text, self.title);
            let height = modal::body_height(ui.ctx(), AROUND_BODY + self.next_height(ui));
            let result = egui::ScrollArea::vertical().max_height(height).show(ui, body).inner;
            if let Some(next) = self.next {
                ui.add_space(space::XS);
                paragraph_ui(ui, next);
            }
            ui.add_space(space::XS);
            (self.answers(ui, age), result)
        });
        let (answer, result) = shown.inner;
        let answer = if shown.escaped && !self.busy { DialogAnswer::Cancelled } else { answer };
        (answer, result)
    }

    /// The room that what happens next takes, in points.
    fn next_height(&self, ui: &Ui) -> f32 {
        let Some(next) = self.next else { return 0.0 };
        let (font, color) = (Text::Body.font(), tokens(ui).text);
        let galley = ui.painter().layout(next.to_owned(), font, color, ui.available_width());
        galley.size().y + space::XS + 2.0 * ui.spacing().item_spacing.y
    }

    fn answers(&self, ui: &mut Ui, age: Duration) -> DialogAnswer {
        let mut answer = DialogAnswer::Open;
        let row = egui::vec2(ui.available_width(), size::CONTROL);
        line_from_right_ui(ui, row, |ui| {
            let confirm = if self.danger { Button::danger(self.confirm) } else { Button::primary(self.confirm) };
            let confirm = confirm.busy(self.busy).disabled(self.refused).ui(ui);
            let by_key = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
            let by_key = by_key && self.refused.is_none() && !self.busy;
            if (confirm.clicked() || by_key) && age >= CONFIRM_AFTER {
                answer = DialogAnswer::Confirmed;
            }
            let cancel =
                Button::secondary(self.cancel).disabled(self.busy.then_some(text::WAITING_FOR_RESPONSE)).ui(ui);
            if modal::opens_without_field(ui.ctx()) {
                cancel.request_focus();
            }
            if cancel.clicked() {
                answer = DialogAnswer::Cancelled;
            }
        });
        answer
    }
}

/// A paragraph of a dialog's body.
pub fn paragraph_ui(ui: &mut Ui, text: &str) {
    paint::label_ui(ui, Text::Body, tokens(ui).text, text);
}
