//! The customers known here, offered beside the field of a form that takes a customer's id.

use egui::Ui;

use crate::app::State;
use crate::app::operations::ResourceKind;
use crate::domain::text::{visible, visible_id};

use super::icons::Icon;
use super::tokens::{Tone, space};
use super::widgets::form::help_ui;
use super::widgets::{Button, Choice, choices_popup_ui};

/// Most customers offered at once.
const OFFERED_MAX: usize = 50;

/// The customers known here.
pub fn customers_ui(ui: &mut Ui, state: &State, customer_id: &mut String) {
    let known = state.workspace.records.of(ResourceKind::Customer);
    if known.len() == 0 {
        return;
    }
    let button = Button::secondary("Choose a customer").icon(Icon::Customer).trailing(Icon::Down).ui(ui);
    let wanted = customer_id.trim().to_lowercase();
    let chosen = choices_popup_ui(&button, "Customers known here", 360.0, |body| {
        let mut chosen = None;
        for known in known.take(OFFERED_MAX) {
            let id = known.record.id.as_str();
            let name = known.read_or_named_customer().and_then(|customer| customer.name.as_deref()).unwrap_or_default();
            let (text, name) = (visible_id(id, 64), visible(name, 40));
            let offer = Choice::new(&text).note(&name, Tone::Neutral);
            if body.offer(offer, id.to_lowercase() == wanted) {
                chosen = Some(id.to_owned());
            }
        }
        chosen
    });
    if let Some(id) = chosen {
        *customer_id = id;
    }
    ui.add_space(space::S);
    let named =
        state.workspace.records.find(ResourceKind::Customer, customer_id.trim()).and_then(|known| known.customer());
    if let Some(name) = named.and_then(|customer| customer.name.as_deref()) {
        help_ui(ui, &format!("This is {}", visible(name, 80)));
    }
}
