//! A dialog: it names what is to happen, its harmless button has the keyboard, and it closes on Escape.
//!
//! The confirming button takes no click in the first moments, so that a dialog that appears under a moving
//! pointer is not confirmed by it.

use chrono::{DateTime, TimeDelta, Utc};
use egui::{Align, Frame, Id, Layout, Margin, Modal, RichText, Ui};

use crate::ui::tokens::{self, SPACE_L, SPACE_S, SPACE_XL, TEXT_HEADING, tokens};

use super::button::{Button, Emphasis};

/// How long the confirming button waits, in milliseconds.
const HOLD_MS: i64 = 400;

/// The words of a dialog and whether it can be confirmed now.
pub struct DialogWords<'a> {
    pub title: &'a str,
    /// The harmless way out, which has the keyboard: `Keep the payment as it is`.
    pub dismiss: &'a str,
    pub confirm: &'a str,
    pub confirm_emphasis: Emphasis,
    /// Why it cannot be confirmed yet.
    pub blocked_because: Option<&'a str>,
    /// The first widget of the body takes the keyboard instead of the harmless button.
    pub body_has_focus: bool,
}

/// What the person did in this frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogChoice {
    Confirmed,
    Dismissed,
}

/// Draws a dialog opened at `opened_at`.
pub fn dialog_ui(
    ui: &Ui,
    words: &DialogWords<'_>,
    opened_at: DateTime<Utc>,
    now: DateTime<Utc>,
    body: impl FnOnce(&mut Ui),
) -> Option<DialogChoice> {
    let age = now - opened_at;
    let held = age < TimeDelta::milliseconds(HOLD_MS);
    if held {
        ui.request_repaint_after(std::time::Duration::from_millis(50));
    }
    let unfocused = held && ui.memory(|memory| memory.focused().is_none());
    let shown = modal(ui, "dialog", 460.0, |ui| {
        let color = tokens(ui).text;
        ui.label(RichText::new(words.title).font(tokens::semibold(TEXT_HEADING)).color(color));
        ui.add_space(SPACE_S);
        body(ui);
        ui.add_space(SPACE_L);
        buttons_ui(ui, words, held, unfocused && !words.body_has_focus)
    });
    match shown {
        (Some(choice), _) => Some(choice),
        (None, true) => Some(DialogChoice::Dismissed),
        (None, false) => None,
    }
}

/// A modal in the look of the desk. Tells whether it was asked to close (Escape, a click outside).
pub fn modal<R>(ui: &Ui, id: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let tokens = tokens(ui);
    let frame = Frame::new()
        .fill(tokens.surface)
        .stroke(egui::Stroke::new(1.0, tokens.border))
        .corner_radius(10.0)
        .shadow(ui.visuals().window_shadow)
        .inner_margin(Margin::same(SPACE_XL as i8));
    let modal = Modal::new(Id::unique(id)).frame(frame).backdrop_color(tokens.backdrop);
    let shown = modal.show(ui.ctx(), |ui| {
        ui.set_width(width.min(ui.ctx().content_rect().width() - 80.0));
        content(ui)
    });
    let close = shown.should_close();
    (shown.inner, close)
}

fn buttons_ui(ui: &mut Ui, words: &DialogWords<'_>, held: bool, take_focus: bool) -> Option<DialogChoice> {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let confirm =
            Button::new(words.confirm, words.confirm_emphasis).disabled_because(words.blocked_because).show(ui);
        let dismiss = Button::new(words.dismiss, Emphasis::Secondary).show(ui);
        if take_focus {
            dismiss.request_focus();
        }
        if dismiss.clicked() {
            Some(DialogChoice::Dismissed)
        } else if confirm.clicked() && !held {
            Some(DialogChoice::Confirmed)
        } else {
            None
        }
    })
    .inner
}
