//! The confirmation of a payment with a published test card: in a sandbox alone.

use egui::Ui;

use crate::drafts::{Drafts, TestCardDraft};
use crate::form::{FormAction, FormFields, fields_ui};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::{TEST_HOLDER, TestCardDialog};
use paydesk_core::text::AMOUNT;
use paydesk_core::{Action, State};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer};

use super::facts::{Descriptor, payment_facts_ui};
use super::text;

/// Draws the dialog.
pub fn test_card_ui(ui: &Ui, state: &State, dialog: &TestCardDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if drafts.enter_dialog(dialog.opened_at) {
        drafts.test_card = TestCardDraft::default();
    }
    let payment = &dialog.payment;
    let confirm = text::confirm_and_charge(&payment.amount);
    let modal = ConfirmDialog::new("Confirm with a test card", &confirm).cancel(text::BACK).width(520.0);
    let answer = super::frame::show(ui, state, modal, dialog.opened_at, |ui| {
        payment_facts_ui(ui, state, payment, &[(AMOUNT, &payment.amount)], Descriptor::Reported);
        fields_ui(ui, |ui| card_ui(ui, &mut drafts.test_card));
        paragraph_ui(ui, &text::after_confirmation(&payment.amount, payment.capture_method.as_ref()));
        paragraph_ui(ui, &text::test_holder(TEST_HOLDER));
    });
    match answer {
        DialogAnswer::Confirmed => {
            actions.push(Action::Confirm(Confirmation::TestCard(drafts.test_card.card)));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

fn card_ui(ui: &mut Ui, draft: &mut TestCardDraft) {
    let TestCardDraft { card, entry } = draft;
    let mut entry = FormFields::new(entry, &[], "card");
    let text = |index: usize| {
        TEST_CARDS.get(index).map(|card| format!("{} · {}", card.grouped(), card.text())).unwrap_or_default()
    };
    let chosen = *card;
    let taken = entry.wide_choice(ui, "card", text::TEST_CARD, &text(chosen), |body| {
        body.caption(text::PUBLISHED_TEST_CARDS_REAL_ONES);
        let mut taken = None;
        for index in 0..TEST_CARDS.len() {
            if body.choice(&text(index), index == chosen) {
                taken = Some(index);
            }
        }
        taken
    });
    if let Some(taken) = taken {
        *card = taken;
    }
    if entry.form_action() == Some(FormAction::Submit) {
        // Enter confirms nothing: it stays here, and Tab leads on to the answers.
        draft.entry.focus_field("card");
    }
}
