//! The dialog that refunds a payment: how much, out of what remains, and what is known that speaks against it.

use chrono::TimeDelta;
use egui::Ui;

use crate::drafts::{Drafts, RefundDraft};
use crate::form::{FormAction, FormFields, fields_ui, fold_ui, group_ui};
use crate::known_facts::{refundable_fact, refunded_elsewhere, refunds_may_be_missing};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::forms::{InputError, Rule, Severity};
use paydesk_core::features::refunds::{
    CreateRefundInput, DisputesRead, INSTANT, RefundDialog, RefundableBalance, check_refund, refundable_balance,
    why_not_refund_id,
};
use paydesk_core::form_input::{add_unreported, pairs_of};
use paydesk_core::workspace::Workspace;
use paydesk_core::{Action, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::RefundId;
use paydesk_domain::method::paid_with;
use paydesk_domain::money::{Money, parse_amount};
use paydesk_domain::payment::Payment;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, tokens};
use paydesk_widgets::{ConfirmDialog, DialogAnswer, Notice, TextField, label_ui};

use super::facts::{Descriptor, payment_facts_ui};
use super::text;

/// For so long a refund waits until it is known whether the payment is disputed.
const CHECKED_FOR: TimeDelta = TimeDelta::seconds(15);

/// Draws the dialog.
pub fn refund_ui(ui: &Ui, state: &State, dialog: &RefundDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let first = drafts.enter_dialog(dialog.opened_at);
    let (payment, balance) = (&dialog.payment, refundable_balance(&state.view(), &dialog.payment));
    let (draft, retyped) = (&mut drafts.refund, &mut drafts.retyped_amount);
    if first {
        *draft = RefundDraft { amount: balance.offered().input_text(), ..RefundDraft::default() };
    }
    let amount = check_refund(&balance, &draft.amount);
    let (input, mut errors) =
        input_of(state, dialog, draft, amount.as_ref().map_or(balance.offered(), |(amount, _)| amount));
    errors.retain(|error| error.field != "amount");
    let is_production = state.view().is_production();
    let typed = !is_production || amount.as_ref().is_ok_and(|(amount, _)| is_typed(retyped, amount));
    let confirm = amount.as_ref().map_or(text::REFUND.to_owned(), |(amount, _)| text::refund(amount));
    let refused = amount.as_ref().err().map(ToString::to_string);
    let refused = refused.or_else(|| errors.iter().find(|error| error.refuses()).map(ToString::to_string));
    let refused = refused.or_else(|| (!typed).then(|| "Type the amount again to refund it".to_owned()));
    let is_checking = dialog.disputes == DisputesRead::Reading && state.now - dialog.opened_at < CHECKED_FOR;
    let refused = refused.or_else(|| is_checking.then(|| "Paydesk is checking for disputes".to_owned()));
    let next = amount.as_ref().ok().map(|(amount, remains)| {
        let to = paid_with(payment).map(|method| visible(&method, 80));
        text::after_refund(amount, to.as_deref(), remains)
    });
    let modal = ConfirmDialog::new("Refund payment", &confirm).cancel(text::BACK).danger();
    let modal = modal.next(next.as_deref());
    let answer = super::frame::show(ui, state, modal.refused(refused.as_deref()), dialog.opened_at, |ui| {
        let pending = (balance.pending.minor > 0).then_some((text::BEING_REFUNDED, &balance.pending));
        let amounts =
            [(text::RECEIVED, &balance.received), (text::REFUNDED, &balance.refunded)].into_iter().chain(pending);
        let elsewhere = refunded_elsewhere(&balance);
        let elsewhere = elsewhere.as_ref().map(|(label, amount)| (*label, amount));
        let amounts: Vec<_> = amounts.chain(elsewhere).chain([refundable_fact(&balance)]).collect();
        payment_facts_ui(ui, state, payment, &amounts, Descriptor::Reported);
        if let Some(why) = refunds_may_be_missing(state, payment) {
            label_ui(ui, Text::Small, tokens(ui).subdued, why);
        }
        disputes_ui(ui, state, dialog);
        if let Ok((amount, _)) = &amount {
            repeated_ui(ui, state, payment, amount);
        }
        errors.extend(amount.as_ref().err().map(|error| InputError::new("amount", Rule::fault(error))));
        let note = text::rest(amount.as_ref().ok().map(|(_, remains)| remains), balance.offered());
        fields_ui(ui, |ui| entry_ui(ui, &errors, &balance, (draft, &note)));
        if is_production && let Ok((amount, _)) = &amount {
            let name = text::type_to_confirm(amount);
            TextField::labelled(&name, retyped).suffix(amount.currency.code()).width(220.0).ui(ui);
        }
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => {
            actions.push(Action::Confirm(Confirmation::Refund(Box::new(input))));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}

fn is_typed(text: &str, amount: &Money) -> bool {
    parse_amount(text, &amount.currency).as_ref() == Ok(amount)
}

fn input_of(
    state: &State,
    dialog: &RefundDialog,
    draft: &RefundDraft,
    amount: &Money,
) -> (CreateRefundInput, Vec<InputError>) {
    let mut errors = Vec::new();
    let metadata = pairs_of("metadata", &draft.metadata.rows(), Severity::Warning, &mut errors);
    let own = draft.refund_id.trim();
    let refund_id = if own.is_empty() { dialog.refund_id.clone() } else { RefundId::new(own) };
    errors.extend(
        why_not_refund_id(&state.workspace.records, &refund_id)
            .map(|rule| InputError::new("refund_id", Rule::sentence(rule))),
    );
    let mut input = CreateRefundInput::new(dialog.payment.payment_id.clone(), refund_id, amount.clone());
    draft.reason.trim().clone_into(&mut input.reason);
    input.refund_type = draft.refund_type.value("refund_type", INSTANT, &mut errors);
    input.metadata = metadata;
    add_unreported(&mut errors, input.check());
    (input, errors)
}

/// Warns that this amount may have been refunded already.
fn repeated_ui(ui: &mut Ui, state: &State, payment: &Payment, amount: &Money) {
    if let Some(at) = state.view().same_refund_at(&payment.payment_id, amount) {
        let text = text::same_amount_was_refunded(state.zone().clock(at));
        Notice::new(Tone::Attention, &text).ui(ui);
    }
}

/// A refund of what a bank takes back as well is paid twice.
fn disputes_ui(ui: &mut Ui, state: &State, dialog: &RefundDialog) {
    let Workspace { payment_disputes, disputes, .. } = &state.workspace;
    let claims = payment_disputes.claims_on(&dialog.payment.payment_id, disputes);
    let text = match (claims.first(), &dialog.disputes) {
        _ if claims.contains(&DisputeStatus::Lost) => {
            "You lost a dispute on this payment: the bank has already taken the money back. A refund would pay the \
             customer twice."
                .to_owned()
        }
        (Some(status), _) => text::this_payment_is_disputed(visible(status.as_str(), 40)),
        (None, DisputesRead::Done) => return,
        (None, DisputesRead::Failed(why)) => text::disputes_of_this_payment_could(why),
        (None, DisputesRead::Reading) => {
            label_ui(ui, Text::Small, tokens(ui).subdued, "Checking for disputes…");
            return;
        }
    };
    Notice::new(Tone::Attention, &text).icon(Icon::Dispute).ui(ui);
}

fn entry_ui(ui: &mut Ui, errors: &[InputError], balance: &RefundableBalance, (draft, note): (&mut RefundDraft, &str)) {
    let RefundDraft { amount, reason, refund_id, shows_id, refund_type, metadata, entry } = draft;
    let units = balance.received.currency.units();
    let mut entry = FormFields::new(entry, errors, "amount").required(&["amount"]).counted_as(units);
    let code = balance.received.currency.code();
    entry.amount_with(ui, "amount", "Amount to refund", (amount, code), note);
    entry.text(ui, "reason", text::REASON, reason, "For example: customer returned the goods");
    entry.named_type(ui, "refund_type", (text::REFUND_TYPE, "Instant"), refund_type);
    group_ui(ui, text::METADATA);
    entry.metadata(ui, "metadata", metadata, None);
    fold_ui(ui, "Your own refund ID", shows_id, !refund_id.is_empty(), |ui| {
        entry.text(ui, "refund_id", "Refund ID", refund_id, "Generated if empty; must not have been used before");
    });
    if entry.form_action() == Some(FormAction::Submit) {
        // Enter confirms nothing: it stays here, and Tab leads on to the answers.
        draft.entry.show_errors();
        draft.entry.focus_field("amount");
    }
}
