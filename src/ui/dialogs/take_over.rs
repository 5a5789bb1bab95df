//! Confirms that the evidence that a colleague writes is taken over.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_core::dialog::Confirmation;
use paydesk_core::{Action, State};
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, facts_ui};

use super::text;

/// Says what happens to the colleague's text.
pub fn take_over_ui(
    ui: &Ui,
    state: &State,
    item: &OpenItem,
    person: &str,
    opened_at: DateTime<Utc>,
    actions: &mut Vec<Action>,
) {
    let person = visible(person, 60);
    let title = text::take_over_from(&person);
    let modal = ConfirmDialog::new(&title, "Take over").cancel(text::BACK);
    let answer = super::frame::show(ui, state, modal, opened_at, |ui| {
        facts_ui(ui, text::DISPUTE, |facts| drop(facts.mono(text::ID, &visible_id(&item.id, 80))));
        paragraph_ui(ui, &text::after_take_over(&person));
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::TakeOver)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}
