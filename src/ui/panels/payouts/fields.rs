//! The fields of the form: what each is called, and how one is drawn with what is wrong with it.

use egui::Ui;

use crate::customer_picker::customer_ui;
use crate::form::{FormFields, halves_ui};
use paydesk_core::State;
use paydesk_core::features::payouts::input::{MethodChoice, PayoutFormValues as _};
use paydesk_domain::bank::iban_country;
use paydesk_domain::payout::{ENTITY_TYPES, FieldKind, PAYOUT_TYPES, PRIORITIES, PayoutField, PayoutVariant};

use super::draft::PayoutFormDraft;
use super::text;

/// How a field is filled in.
#[derive(Debug, Clone, Copy)]
pub enum FieldInput {
    Text,
    Secret,
    Choice(&'static [&'static str]),
    Check,
    Country,
    /// The id of a customer, found by name among those known here.
    Customer,
}

/// One field of the form.
#[derive(Debug, Clone, Copy)]
pub struct PayoutFormField {
    /// Its name in the API.
    pub path: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    pub how: FieldInput,
}

const fn text(path: &'static str, label: &'static str, hint: &'static str) -> PayoutFormField {
    PayoutFormField { path, label, hint, how: FieldInput::Text }
}

const fn secret(path: &'static str, label: &'static str, hint: &'static str) -> PayoutFormField {
    PayoutFormField { path, label, hint, how: FieldInput::Secret }
}

const fn choice_of(path: &'static str, label: &'static str, allowed: &'static [&'static str]) -> PayoutFormField {
    PayoutFormField { path, label, hint: "", how: FieldInput::Choice(allowed) }
}

const fn check(path: &'static str, label: &'static str) -> PayoutFormField {
    PayoutFormField { path, label, hint: "", how: FieldInput::Check }
}

pub const DESCRIPTION: PayoutFormField = text("description", text::DESCRIPTION, "");
pub const REFERENCE: PayoutFormField =
    text("merchant_order_reference_id", text::YOUR_REFERENCE, "At most 255 characters; generated if empty");
pub const TOKEN: PayoutFormField = text("payout_token", "Payout token", "The reference of a stored method");
pub const SAVED: PayoutFormField = text("payout_method_id", "Payout method ID", "A saved method");
pub const TYPE: PayoutFormField = choice_of("payout_type", "Payout type", &PAYOUT_TYPES);

pub const RECIPIENT: [PayoutFormField; 5] = [
    text("customer.name", text::NAME, ""),
    text("customer.email", text::E_MAIL, ""),
    PayoutFormField {
        path: "customer.id",
        label: text::CUSTOMER_ID,
        hint: "An existing customer or a new one",
        how: FieldInput::Customer,
    },
    text("customer.phone_country_code", text::PHONE_COUNTRY_CODE, text::SUCH_AS_44),
    text("customer.phone", text::PHONE, text::WITHOUT_COUNTRY_CODE),
];

/// Rarely asked for.
pub const IDENTITY: [PayoutFormField; 2] = [
    secret("customer.tax_registration_id", "Tax registration ID", "Sent and never stored"),
    secret(
        "customer.document_details",
        "Document details",
        "An identity document as JSON, only if your processor asks for one; never stored",
    ),
];

pub const LINK: [PayoutFormField; 7] = [
    text("payout_link_config.merchant_name", "Merchant name on the page", ""),
    text("payout_link_config.logo", "Logo", "An address that starts with https://"),
    text("payout_link_config.theme", text::THEME, "A colour, such as #3451D1"),
    text("payout_link_config.form_layout", "Form layout", ""),
    text("payout_link_config.enabled_payment_methods", text::METHODS_OFFERED, "Separate with commas: bank, card"),
    text("session_expiry", "Valid for", "Seconds until the client secret expires"),
    check("payout_link_config.test_mode", "Test mode"),
];

pub const DETAILS: [PayoutFormField; 6] = [
    choice_of("priority", text::PRIORITY, &PRIORITIES),
    choice_of("entity_type", text::ENTITY_TYPE, &ENTITY_TYPES),
    PayoutFormField { path: "business_country", label: text::BUSINESS_COUNTRY, hint: "", how: FieldInput::Country },
    text("profile_id", "Business profile", "If left empty: the account's default"),
    text("return_url", text::RETURN_URL, text::BEGINS_WITH_HTTPS),
    check("recurring", "Recurring: the method is saved for future payouts"),
];

pub const DEPRECATED: [PayoutFormField; 5] = [
    text("customer_id", "customer_id", ""),
    text("name", "name", ""),
    text("email", "email", ""),
    text("phone_country_code", "phone_country_code", ""),
    text("phone", "phone", ""),
];

/// The name of a payout method's field for people, and how it looks.
pub fn texts_of(field: &PayoutField) -> (String, &'static str) {
    let label = match field.name {
        "iban" => text::IBAN.to_owned(),
        "bic" => "BIC".to_owned(),
        "ispb" => text::ISPB.to_owned(),
        "emv" => "QR code (EMV)".to_owned(),
        "dpan" => "Device number (DPAN)".to_owned(),
        "psp_token" => "PSP token".to_owned(),
        "psp_customer_id" => "PSP customer ID".to_owned(),
        "email" => "Recipient's e-mail".to_owned(),
        name => {
            let name = name.replace('_', " ");
            name[..1].to_uppercase() + &name[1..]
        }
    };
    let hint = match (field.kind, field.name) {
        (FieldKind::Iban, _) => "Checked before it is sent",
        (FieldKind::Bic, _) => "8 or 11 characters",
        (FieldKind::Month, _) => "01 to 12",
        (FieldKind::Year, _) => "Such as 2030",
        (FieldKind::CardNumber, _) => "A test card, such as 4242 4242 4242 4242",
        (FieldKind::Network, _) => text::IN_CAMEL_CASE,
        (FieldKind::Phone, _) => "With its country code",
        (_, "bank_routing_number") => "Nine digits (ABA)",
        (_, "bank_sort_code") => "Six digits, such as 20-00-00",
        (_, "token_type") => "A method type, such as sepa",
        (_, _) => "",
    };
    (label, hint)
}

/// The fields of the form in one frame.
pub struct PayoutFields<'a, 'e> {
    pub state: &'a State,
    pub draft: &'a mut PayoutFormDraft,
    pub entry: &'a mut FormFields<'e>,
}

impl PayoutFields<'_, '_> {
    /// The fields of `group` two by two, and then what is ticked.
    pub fn rows_ui(&mut self, ui: &mut Ui, group: &[PayoutFormField]) {
        let (ticked, typed): (Vec<&PayoutFormField>, Vec<&PayoutFormField>) =
            group.iter().partition(|field| matches!(field.how, FieldInput::Check));
        for pair in typed.chunks(2) {
            halves_ui(ui, |ui, column| pair.get(column).into_iter().for_each(|field| self.ui(ui, field)));
        }
        ticked.into_iter().for_each(|field| self.ui(ui, field));
    }

    /// Another method: what is reported of the one before is not reported it.
    pub fn choose_method(&mut self, method: MethodChoice) {
        self.draft.choose_method(method);
        self.entry.forget_below("payout_method_data.");
    }

    /// Another account that the money comes from: what is reported of the one before is dropped.
    pub fn choose_source(&mut self, source: Option<&'static PayoutVariant>) {
        self.draft.choose_source(source);
        self.entry.forget_below("source_bank_data.");
    }

    fn ui(&mut self, ui: &mut Ui, field: &PayoutFormField) {
        let PayoutFormField { path, label, hint, how } = *field;
        match how {
            FieldInput::Text => self.entry.text(ui, path, label, self.draft.text(path), hint),
            FieldInput::Customer => {
                let text = self.draft.text(path);
                customer_ui(ui, self.state, self.entry, (path, label, hint), text);
            }
            FieldInput::Country => self.entry.country(ui, path, label, self.draft.text(path)),
            FieldInput::Secret => self.entry.secret(ui, path, label, self.draft.secret(path), hint),
            FieldInput::Choice(allowed) => self.choice_ui(ui, field, allowed),
            FieldInput::Check => {
                let mut checked = self.draft.is_checked(path);
                self.entry.check(ui, path, label, &mut checked);
                self.draft.check(path, checked);
            }
        }
    }

    fn choice_ui(&mut self, ui: &mut Ui, field: &PayoutFormField, allowed: &[&'static str]) {
        let current = self.draft.get(field.path).to_owned();
        let shown = if current.is_empty() { text::DEFAULT } else { &current };
        let taken = self.entry.choice(ui, field.path, field.label, shown, |body| {
            let cleared = body.choice(text::DEFAULT, current.is_empty()).then_some("");
            allowed.iter().copied().filter(|word| body.choice(word, *word == current)).last().or(cleared)
        });
        if let Some(word) = taken {
            word.clone_into(self.draft.text(field.path));
        }
    }

    /// The fields of a payout method, typed below `own` in the form and reported below `place` of the body.
    pub fn variant_ui(&mut self, ui: &mut Ui, variant: &PayoutVariant, own: &str, place: &str) {
        let all: Vec<&PayoutField> = variant.fields().collect();
        for field in all.iter().filter(|field| variant.required.contains(field)) {
            self.entry.require(&format!("{place}.{}", field.name));
        }
        for pair in all.chunks(2) {
            halves_ui(ui, |ui, column| {
                if let Some(field) = pair.get(column) {
                    self.method_ui(ui, field, own, place);
                }
            });
        }
    }

    fn method_ui(&mut self, ui: &mut Ui, field: &PayoutField, own: &str, place: &str) {
        let (label, hint) = texts_of(field);
        let label = if own == "source" { text::source(&label) } else { label };
        let (path, place) = (format!("{own}.{}", field.name), format!("{place}.{}", field.name));
        if field.kind == FieldKind::Iban {
            let input = self.draft.secret(&path);
            let bank = iban_country(input.text()).map(|country| text::bank_in(country.name));
            self.entry.iban(ui, &place, &label, input, bank.as_deref().unwrap_or(hint));
        } else if field.kind.is_masked() {
            self.entry.secret(ui, &place, &label, self.draft.secret(&path), hint);
        } else if field.kind == FieldKind::Country {
            self.entry.country(ui, &place, &label, self.draft.text(&path));
        } else {
            self.entry.text(ui, &place, &label, self.draft.text(&path), hint);
        }
    }
}
