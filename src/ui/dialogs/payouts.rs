//! The confirmation that a payout is paid out. In production its amount is typed
//! ([law](paydesk_core::operations::law)).

use egui::Ui;

use crate::drafts::Drafts;
use crate::known_facts::known_row;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payouts::{AUTOMATIC_FULFILMENT, PayoutDialog, destination_text};
use paydesk_core::operations::ResourceKind;
use paydesk_core::text::AMOUNT;
use paydesk_core::{Action, State};
use paydesk_domain::money::parse_amount;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, Notice, TextField};

use super::text;

/// Draws the confirmation.
pub fn fulfil_ui(ui: &Ui, state: &State, dialog: &PayoutDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.enter_dialog(dialog.opened_at);
    let payout = &dialog.payout;
    let amount = &payout.amount;
    let recipient = visible(&dialog.recipient, 80);
    let customer_id = payout.customer.id.as_ref().map(|id| id.as_str()).filter(|id| *id != dialog.recipient);
    let destination = destination_text(payout).map(|to| visible(&to, 80));
    let typed = state
        .view()
        .is_production()
        .then(|| parse_amount(&drafts.retyped_amount, &amount.currency).as_ref() == Ok(amount));
    let refused = (typed == Some(false)).then_some("Type the amount to pay it out");
    let confirm = text::pay_out(amount);
    let modal = ConfirmDialog::new(text::FULFIL, &confirm).cancel(text::BACK).refused(refused);
    let modal = if typed.is_some() { modal.danger() } else { modal };
    let answer = super::frame::show(ui, state, modal, dialog.opened_at, |ui| {
        let place = state.workspace.profile.as_ref().map(|profile| (profile.environment, profile.name.as_str()));
        super::frame::named_ui(ui, place, ResourceKind::Payout, payout.payout_id.as_str(), |facts| {
            facts.text(AMOUNT, &amount.to_string());
            facts.text(text::RECIPIENT, &recipient);
            if let Some(id) = customer_id {
                facts.mono(text::CUSTOMER_ID, &visible_id(id, 80));
            }
            known_row(facts, text::TO, destination.as_deref());
            if let Some(description) = payout.description.as_deref().filter(|text| !text.trim().is_empty()) {
                facts.text(text::DESCRIPTION, &visible(description, 80));
            }
        });
        if payout.is_fulfilled_automatically() {
            Notice::new(Tone::Attention, AUTOMATIC_FULFILMENT).icon(Icon::Warning).ui(ui);
        }
        paragraph_ui(ui, &text::after_fulfilment(amount, &recipient));
        if typed.is_some() {
            let name = text::type_to_confirm(amount);
            let field = TextField::labelled(&name, &mut drafts.retyped_amount);
            field.suffix(amount.currency.code()).width(220.0).ui(ui);
        }
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => {
            actions.push(Action::Confirm(Confirmation::FulfillPayout));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}
