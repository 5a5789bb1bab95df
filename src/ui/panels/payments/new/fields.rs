//! The fields of the form, from what everybody fills in to what few need.

use egui::Ui;

use crate::customer_picker::customer_ui;
use crate::form::{AddressDraft, FormAction, FormFields, group_ui, halves_ui, parts_ui, word_ui};
use crate::panels::payments::method::{MethodFor, method_ui};
use crate::panels::payments::text;
use paydesk_core::State;
use paydesk_core::features::forms::{Billing, FormSession, InputError, PAYMENT_BILLING};
use paydesk_core::features::payments::create::{CreatePaymentInput, generated_payment_id};
use paydesk_domain::metadata::METADATA_MAX_PAIRS;
use paydesk_domain::money::Money;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, label_ui};

use super::draft::{NewPaymentDraft, NewPaymentTexts};
use super::goods::goods_ui;

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
    let mut entry =
        FormFields::new(entry, errors, "amount").required(&["amount", "currency"]).counted_as(state.units());
    parts_ui(ui, |ui, part| match part {
        0 => charge_part_ui(ui, state, form, &mut entry, texts),
        _ => details_part_ui(ui, state, &mut entry, texts, (amount, input)),
    });
    entry.form_action()
}

/// What is charged, how, and to whom.
fn charge_part_ui(
    ui: &mut Ui,
    state: &State,
    form: &FormSession,
    entry: &mut FormFields<'_>,
    texts: &mut NewPaymentTexts,
) {
    entry.money(ui, ("amount", text::AMOUNT), &mut texts.amount, &mut texts.currency);
    entry.text(ui, "description", text::DESCRIPTION, &mut texts.description, text::WHAT_CUSTOMER_PAYS_FOR);
    let own = generated_payment_id(&form.operation_id);
    let hint = match texts.payment_id.trim() {
        "" => text::empty(own.as_str()),
        id => text::n64_letters_digits_and(id.chars().count()),
    };
    entry.text(ui, "payment_id", text::PAYMENT_ID, &mut texts.payment_id, &hint);
    charge_ui(ui, state, entry, texts);
    payer_ui(ui, state, entry, texts);
}

/// Addresses, goods, references: what few payments need.
fn details_part_ui(
    ui: &mut Ui,
    state: &State,
    entry: &mut FormFields<'_>,
    texts: &mut NewPaymentTexts,
    (amount, input): (Option<&Money>, &CreatePaymentInput),
) {
    group_ui(ui, "Addresses");
    if texts.method.card(state).is_some() || texts.method.is_other() {
        entry.others_ui(ui, &["billing"]);
    }
    if texts.method.card(state).is_some() {
        example_ui(ui, &mut texts.billing);
    }
    entry.optional_address(ui, "billing", text::BILLING, &PAYMENT_BILLING, &mut texts.billing);
    entry.optional_address(ui, "shipping", text::SHIPPING, &PAYMENT_BILLING, &mut texts.shipping);
    group_ui(ui, "Goods, optional");
    goods_ui(ui, entry, &mut texts.goods, &texts.currency, (amount, &input.details.order_details));
    texts_ui(ui, entry, texts);
    group_ui(ui, text::METADATA_OPTIONAL);
    entry.metadata(ui, "metadata", &mut texts.metadata, Some(METADATA_MAX_PAIRS));
}

/// Whether and how it is charged.
fn charge_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, text::PAYMENT);
    if method_ui(ui, state, entry, &mut texts.method, MethodFor::NewPayment) {
        texts.billing.given = true;
    }
    let chosen = usize::from(texts.is_manual);
    if let Some(index) = entry.segmented(ui, text::CAPTURE, &[text::AUTOMATIC, text::MANUAL], chosen) {
        texts.is_manual = index == 1;
    }
    halves_ui(ui, |ui, column| match column {
        0 => word_ui(ui, entry, "authentication_type", text::AUTHENTICATION, &mut texts.authentication, Into::into),
        _ => word_ui(ui, entry, "setup_future_usage", text::SAVE_PAYMENT_METHOD, &mut texts.later_use, Into::into),
    });
    entry.text(ui, "return_url", text::RETURN_URL, &mut texts.return_url, text::WHERE_CUSTOMER_RETURNS);
    entry.browser(ui, text::CUSTOMERS_BROWSER, &mut texts.browser);
}

/// A card payment needs a billing address: to try things, any will do.
fn example_ui(ui: &mut Ui, billing: &mut AddressDraft) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        label_ui(ui, Text::Small, tokens(ui).subdued, "A card payment needs a billing address");
        if Button::link("Fill in an example").ui(ui).clicked() {
            *billing = AddressDraft { given: true, value: Billing::example() };
        }
    });
}

/// Whose payment it is.
fn payer_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, text::CUSTOMER);
    let chosen = usize::from(texts.of_customer);
    if let Some(index) = entry.segmented(ui, "Payer", &["Guest", "Existing customer"], chosen) {
        texts.of_customer = index == 1;
    }
    if texts.of_customer {
        entry.require("customer_id");
        let field = ("customer_id", text::CUSTOMER_ID, text::ID_OR_NAME_OF_CUSTOMER);
        customer_ui(ui, state, entry, field, &mut texts.customer_id);
        entry.text(ui, "email", "E-mail for the receipt", &mut texts.email, "If left empty: as saved at the service");
        return;
    }
    entry.pair(
        ui,
        [("name", text::NAME, &mut texts.name, ""), ("email", text::E_MAIL, &mut texts.email, "For the receipt")],
    );
    let code = ("phone_country_code", text::PHONE_COUNTRY_CODE, &mut texts.phone_country_code, text::SUCH_AS_44);
    entry.pair(ui, [code, ("phone", text::PHONE, &mut texts.phone, text::WITHOUT_COUNTRY_CODE)]);
}

/// What is on statements and in the books.
fn texts_ui(ui: &mut Ui, entry: &mut FormFields<'_>, texts: &mut NewPaymentTexts) {
    group_ui(ui, "Statement descriptor and references, optional");
    let used = |text: &str, limit: usize, hint: &str| match text.trim().chars().count() {
        0 => hint.to_owned(),
        count if count > limit => text::service_may_cut_or_refuse(count, limit),
        count => format!("{count}/{limit}"),
    };
    let name_hint = used(&texts.descriptor_name, 22, "At most 22 characters, with at least one letter");
    let suffix_hint = used(&texts.descriptor_suffix, 22, "Appended to the default");
    entry.pair(
        ui,
        [
            ("statement_descriptor_name", "Statement descriptor", &mut texts.descriptor_name, &name_hint),
            ("statement_descriptor_suffix", text::DESCRIPTOR_SUFFIX, &mut texts.descriptor_suffix, &suffix_hint),
        ],
    );
    let hint = used(&texts.order_reference, 255, "At most 255 characters");
    entry.text(ui, "merchant_order_reference_id", "Your order reference", &mut texts.order_reference, &hint);
}
