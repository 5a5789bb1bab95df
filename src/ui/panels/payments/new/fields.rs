//! The fields of the form, from what everybody fills in to what few need.

use egui::Ui;

use crate::app::State;
use crate::app::features::forms::{Billing, FormSession, InputError, PAYMENT_BILLING};
use crate::app::features::payments::create::{CreatePaymentInput, generated_payment_id};
use crate::domain::input::PaymentMethod;
use crate::domain::metadata::METADATA_MAX_PAIRS;
use crate::domain::test_cards::TEST_CARDS;
use crate::ui::customer_picker::customer_ui;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::form::{AddressDraft, FormAction, FormFields, group_ui, halves_ui, word_ui};
use crate::ui::widgets::{Button, label_ui};

use super::draft::{NewPaymentDraft, NewPaymentTexts};
use super::goods::goods_ui;
use super::method::method_ui;

/// Where the card is in the body.
const CARD: &str = "payment_method_data.card";

/// Draws them; what was wished in them.
pub fn fields_ui(
    ui: &mut Ui,
    state: &State,
    form: &FormSession,
    draft: &mut NewPaymentDraft,
    (input, errors): (&CreatePaymentInput, &[InputError]),
) -> Option<FormAction> {
    let NewPaymentDraft { entry, texts, .. } = draft;
    let is_known = !errors.iter().any(|error| matches!(error.field.as_str(), "amount" | "currency"));
    let amount = is_known.then_some(&input.amount);
    let mut entry = FormFields::new(entry, errors, "amount").required(&["amount", "currency"]);
    entry.money(ui, ("amount", "Amount"), &mut texts.amount, &mut texts.currency);
    entry.text(ui, "description", "Description", &mut texts.description, "What is paid for");
    let own = generated_payment_id(&form.operation_id);
    let hint = match texts.payment_id.trim() {
        "" => format!("Empty: {}", own.as_str()),
        id => format!("{}/64 letters, digits, “_” and “-”", id.chars().count()),
    };
    entry.text(ui, "payment_id", "Payment id", &mut texts.payment_id, &hint);
    charge_ui(ui, state, &mut entry, texts);
    payer_ui(ui, state, &mut entry, texts);
    group_ui(ui, "Addresses");
    if texts.has_card(state) || texts.method.is_other() {
        entry.others_ui(ui, &["billing"]);
    }
    if texts.has_card(state) {
        example_ui(ui, &mut texts.billing);
    }
    entry.optional_address(ui, "billing", "Billing", &PAYMENT_BILLING, &mut texts.billing);
    entry.optional_address(ui, "shipping", "Shipping", &PAYMENT_BILLING, &mut texts.shipping);
    group_ui(ui, "Goods, optional");
    goods_ui(ui, &mut entry, &mut texts.goods, &texts.currency, (amount, &input.details.order_details));
    texts_ui(ui, &mut entry, texts);
    group_ui(ui, "Metadata, optional");
    entry.metadata(ui, "metadata", &mut texts.metadata, Some(METADATA_MAX_PAIRS - 1));
    entry.form_action()
}

/// Whether and how it is charged.
fn charge_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, "Payment");
    method_ui(ui, state, entry, &mut texts.method);
    let takes_card = state.view().takes_cards() && !texts.method.is_other();
    if takes_card && card_ui(ui, entry, &mut texts.card) && texts.card.is_some() {
        texts.billing.given = true;
        texts.method.choose(Some(PaymentMethod::Card));
    }
    if texts.has_card(state) {
        let path = format!("{CARD}.card_holder_name");
        entry.text(ui, &path, "Name on the card", &mut texts.holder_name, "Optional");
    }
    let chosen = usize::from(texts.is_manual);
    if let Some(index) = entry.segmented(ui, "Capture", &["Automatic", "Manual"], chosen) {
        texts.is_manual = index == 1;
    }
    halves_ui(ui, |ui, column| match column {
        0 => word_ui(ui, entry, "authentication_type", "Authentication", &mut texts.authentication, Into::into),
        _ => word_ui(ui, entry, "setup_future_usage", "Save payment method", &mut texts.later_use, Into::into),
    });
    let hint = "Where the customer comes back to; needed to authenticate";
    entry.text(ui, "return_url", "Return URL", &mut texts.return_url, hint);
    if texts.has_card(state) {
        entry.pair(
            ui,
            [
                ("browser_info.ip_address", "IP address of the customer", &mut texts.ip_address, "Optional"),
                ("browser_info.user_agent", "Browser of the customer", &mut texts.user_agent, "Its User-Agent"),
            ],
        );
    }
}

/// One of the published test cards, or none: numbers are never typed. Whether another was picked.
fn card_ui(ui: &mut Ui, entry: &mut FormFields<'_>, card: &mut Option<usize>) -> bool {
    const NONE: &str = "Without a card: it is charged later";
    let chosen = card.and_then(|index| TEST_CARDS.get(index));
    let text = chosen.map_or_else(|| NONE.to_owned(), |card| format!("{} · {}", card.grouped(), card.text()));
    let taken = entry.wide_choice(ui, &format!("{CARD}.card_number"), "Test card", &text, |body| {
        body.caption("Published test cards; real ones are never entered here");
        let mut taken = body.choice(NONE, card.is_none()).then_some(None);
        for (index, offered) in TEST_CARDS.iter().enumerate() {
            if body.choice(&format!("{} · {}", offered.grouped(), offered.text()), *card == Some(index)) {
                taken = Some(Some(index));
            }
        }
        taken
    });
    if let Some(taken) = taken {
        *card = taken;
    }
    taken.is_some()
}

/// A card is charged with a billing address: to try things, any will do.
fn example_ui(ui: &mut Ui, billing: &mut AddressDraft) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        label_ui(ui, Text::Small, tokens(ui).subdued, "A card is charged with a billing address");
        if Button::link("Fill in an example").ui(ui).clicked() {
            *billing = AddressDraft { given: true, value: Billing::example() };
        }
    });
}

/// Whose payment it is.
fn payer_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, "Customer");
    let chosen = usize::from(texts.of_customer);
    if let Some(index) = entry.segmented(ui, "Payer", &["Guest", "Existing customer"], chosen) {
        texts.of_customer = index == 1;
    }
    if texts.of_customer {
        entry.require("customer_id");
        let field = ("customer_id", "Customer id", "Id, or name of a customer known here");
        customer_ui(ui, state, entry, field, &mut texts.customer_id);
        entry.text(ui, "email", "E-mail for the receipt", &mut texts.email, "Empty: the one the service knows");
        return;
    }
    entry.pair(ui, [("name", "Name", &mut texts.name, ""), ("email", "E-mail", &mut texts.email, "For the receipt")]);
    let code = ("phone_country_code", "Phone country code", &mut texts.phone_country_code, "Such as +44");
    entry.pair(ui, [code, ("phone", "Phone", &mut texts.phone, "Without the country code")]);
}

/// What is on statements and in the books.
fn texts_ui(ui: &mut Ui, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, "Statement descriptor and references, optional");
    let used = |text: &str, limit: usize, hint: &str| match text.trim().chars().count() {
        0 => hint.to_owned(),
        count if count > limit => format!("{count}/{limit}: the service may cut or refuse it"),
        count => format!("{count}/{limit}"),
    };
    let name_hint = used(&texts.descriptor_name, 22, "At most 22 characters, with a letter");
    let suffix_hint = used(&texts.descriptor_suffix, 22, "Appended to the default");
    entry.pair(
        ui,
        [
            ("statement_descriptor_name", "Statement descriptor", &mut texts.descriptor_name, &name_hint),
            ("statement_descriptor_suffix", "Descriptor suffix", &mut texts.descriptor_suffix, &suffix_hint),
        ],
    );
    let hint = used(&texts.order_reference, 255, "Of your order; at most 255 characters");
    entry.text(ui, "merchant_order_reference_id", "Your order's reference", &mut texts.order_reference, &hint);
}
