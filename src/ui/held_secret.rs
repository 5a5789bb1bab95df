//! A client secret that the service gave once: hidden until it is looked at, copied, and wiped once a person has it.

use egui::Ui;
use paydesk_domain::secret::SecretText;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, secret_value_ui};

use crate::text;

/// What a person wants done with a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretWish {
    /// It is put on the clipboard.
    Copy,
    /// The person has it: it is wiped here.
    Forget,
}

/// Draws the secret and what can be done with it.
pub fn held_secret_ui(ui: &mut Ui, secret: &SecretText) -> Option<SecretWish> {
    secret_value_ui(ui, text::CLIENT_SECRET, secret);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let copy = Button::secondary("Copy").name("Copy client secret").icon(Icon::Copy).ui(ui).clicked();
        let forget = Button::link(text::IVE_SAVED_IT_REMOVE_IT).ui(ui).clicked();
        copy.then_some(SecretWish::Copy).or(forget.then_some(SecretWish::Forget))
    })
    .inner
}
