//! The fields of the form: what each is called, and how one is drawn with what is wrong with it.

use egui::{Id, Ui};

use crate::app::features::form::InputError;
use crate::app::features::payouts::input::Typed as _;
use crate::domain::payout::{ENTITY_TYPES, FieldKind, PAYOUT_TYPES, PRIORITIES, PayoutField};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Filter, FilterChange, SecretField, TextField, check_ui, label_ui};

use super::draft::FormDraft;
use crate::ui::widgets::form::rule_words;

/// How a field is filled in.
#[derive(Debug, Clone, Copy)]
pub enum How {
    Text,
    Secret,
    Words(&'static [&'static str]),
    Check,
}

/// One field of the form.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in the API.
    pub path: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    pub how: How,
}

const fn text(path: &'static str, label: &'static str, hint: &'static str) -> Field {
    Field { path, label, hint, how: How::Text }
}

const fn secret(path: &'static str, label: &'static str, hint: &'static str) -> Field {
    Field { path, label, hint, how: How::Secret }
}

const fn words(path: &'static str, label: &'static str, words: &'static [&'static str]) -> Field {
    Field { path, label, hint: "", how: How::Words(words) }
}

const fn check(path: &'static str, label: &'static str) -> Field {
    Field { path, label, hint: "", how: How::Check }
}

pub const AMOUNT: Field = text("amount", "Amount", "Such as 12.50 or 1 234,50");
pub const CURRENCY: Field = text("currency", "Currency", "Three letters, such as EUR");
pub const DESCRIPTION: Field = text("description", "Description", "");
pub const REFERENCE: Field =
    text("merchant_order_reference_id", "Your reference", "At most 255 characters; made for you where it is empty");
pub const TOKEN: Field = text("payout_token", "Payout token", "The reference of a stored method");
pub const SAVED: Field = text("payout_method_id", "Payout method id", "A saved method");
pub const TYPE: Field = words("payout_type", "Payout type", &PAYOUT_TYPES);

pub const RECIPIENT: [Field; 7] = [
    text("customer.name", "Name", ""),
    text("customer.email", "E-mail", ""),
    text("customer.id", "Customer id", "An existing customer, or one that is made"),
    text("customer.phone_country_code", "Phone country code", "Such as +44"),
    text("customer.phone", "Phone", "Without the country code"),
    secret("customer.tax_registration_id", "Tax registration id", "Sent and kept nowhere"),
    secret("customer.document_details", "Document details", "A JSON object; sent and kept nowhere"),
];

pub const BILLING: [Field; 12] = [
    text("billing.address.first_name", "First name", ""),
    text("billing.address.last_name", "Last name", ""),
    text("billing.address.line1", "Address line 1", ""),
    text("billing.address.line2", "Address line 2", ""),
    text("billing.address.line3", "Address line 3", ""),
    text("billing.address.zip", "Postcode", ""),
    text("billing.address.city", "City", ""),
    text("billing.address.state", "State", ""),
    text("billing.address.country", "Country", "Two letters, such as DE"),
    text("billing.phone.country_code", "Billing phone country code", "Such as +44"),
    text("billing.phone.number", "Billing phone", "Without the country code"),
    text("billing.email", "Billing e-mail", ""),
];

pub const LINK: [Field; 7] = [
    text("payout_link_config.merchant_name", "Merchant name on the page", ""),
    text("payout_link_config.logo", "Logo", "An address that begins with https://"),
    text("payout_link_config.theme", "Theme", "A colour, such as #3451D1"),
    text("payout_link_config.form_layout", "Form layout", ""),
    text("payout_link_config.enabled_payment_methods", "Methods offered", "With commas between them: bank, card"),
    text("session_expiry", "Good for", "Seconds until the client secret expires"),
    check("payout_link_config.test_mode", "Test mode"),
];

pub const DETAILS: [Field; 6] = [
    words("priority", "Priority", &PRIORITIES),
    words("entity_type", "Entity type", &ENTITY_TYPES),
    text("business_country", "Business country", "Two letters, such as DE"),
    text("profile_id", "Business profile", "The account's default where it is empty"),
    text("return_url", "Return address", "Begins with https://"),
    check("recurring", "Recurring: the method is kept for further payouts"),
];

pub const BROWSER: [Field; 8] = [
    text("browser_info.ip_address", "IP address", ""),
    text("browser_info.user_agent", "User agent", ""),
    text("browser_info.accept_header", "Accept header", ""),
    text("browser_info.language", "Language", "Such as de-DE"),
    text("browser_info.screen_width", "Screen width", "In pixels"),
    text("browser_info.screen_height", "Screen height", "In pixels"),
    text("browser_info.color_depth", "Colour depth", "In bits"),
    text("browser_info.time_zone", "Time zone", "Minutes from UTC"),
];

pub const DEPRECATED: [Field; 5] = [
    text("customer_id", "customer_id", ""),
    text("name", "name", ""),
    text("email", "email", ""),
    text("phone_country_code", "phone_country_code", ""),
    text("phone", "phone", ""),
];

/// The name of a payout method's field for people, and how it looks.
pub fn words_of(field: &PayoutField) -> (String, &'static str) {
    let label = match field.name {
        "iban" => "IBAN".to_owned(),
        "bic" => "BIC".to_owned(),
        "ispb" => "ISPB".to_owned(),
        "emv" => "QR code (EMV)".to_owned(),
        "dpan" => "Device number (DPAN)".to_owned(),
        "psp_token" => "PSP token".to_owned(),
        "psp_customer_id" => "PSP customer id".to_owned(),
        "email" => "Recipient's e-mail".to_owned(),
        name => {
            let name = name.replace('_', " ");
            name[..1].to_uppercase() + &name[1..]
        }
    };
    let hint = match (field.kind, field.name) {
        (FieldKind::Iban, _) => "Checked before it is sent",
        (FieldKind::Bic, _) => "8 or 11 characters",
        (FieldKind::Country, _) => "Two letters, such as DE",
        (FieldKind::Month, _) => "01 to 12",
        (FieldKind::Year, _) => "Such as 2030",
        (FieldKind::CardNumber, _) => "A test card, such as 4242 4242 4242 4242",
        (FieldKind::Network, _) => "In CamelCase, such as AmericanExpress",
        (FieldKind::Phone, _) => "With its country code",
        (_, "bank_routing_number") => "Nine digits (ABA)",
        (_, "bank_sort_code") => "Six digits, such as 20-00-00",
        (_, "token_type") => "A method type, such as sepa",
        (_, _) => "",
    };
    (label, hint)
}

/// What is known of the form in this frame.
pub struct Fields<'a> {
    pub draft: &'a mut FormDraft,
    pub errors: &'a [InputError],
    pub required: &'a [&'static str],
    /// Enter was pressed in a field.
    pub submitted: bool,
    /// Esc was pressed in a field.
    pub cancelled: bool,
}

impl Fields<'_> {
    /// What is wrong with a field, once it is to be told.
    fn error(&self, path: &str, told_as: &str) -> Option<String> {
        let told = self.draft.tried || self.draft.filled.contains(path);
        let error = self.errors.iter().find(|error| error.field == told_as)?;
        told.then(|| rule_words(&error.rule))
    }

    /// Draws a field of the table.
    pub fn ui(&mut self, ui: &mut Ui, field: &Field, width: f32) {
        let is_required = self.required.contains(&field.path);
        let label = if is_required { format!("{}, required", field.label) } else { field.label.to_owned() };
        match field.how {
            How::Text => self.text_ui(ui, field.path, field.path, (&label, field.hint), 1, width),
            How::Secret => self.secret_ui(ui, field.path, field.path, (&label, field.hint), width),
            How::Words(words) => self.words_ui(ui, field, words),
            How::Check => self.check_ui(ui, field),
        }
    }

    /// Draws a field of a payout method, whose error stands below `place` of the body.
    pub fn method_ui(
        &mut self,
        ui: &mut Ui,
        field: &PayoutField,
        (own, place): (&str, &str),
        is_required: bool,
        width: f32,
    ) {
        let (label, hint) = words_of(field);
        let label = if own == "source" { format!("Source {label}") } else { label };
        let label = if is_required { format!("{label}, required") } else { label };
        let (path, told_as) = (format!("{own}.{}", field.name), format!("{place}.{}", field.name));
        if field.kind.is_masked() {
            self.secret_ui(ui, &path, &told_as, (&label, hint), width);
        } else {
            self.text_ui(ui, &path, &told_as, (&label, hint), 1, width);
        }
    }

    fn text_ui(
        &mut self,
        ui: &mut Ui,
        path: &str,
        told_as: &str,
        (label, hint): (&str, &str),
        rows: usize,
        width: f32,
    ) {
        let error = self.error(path, told_as);
        let mut text = std::mem::take(self.draft.text(path));
        let field = TextField::labelled(label, &mut text).hint(hint).error(error.as_deref());
        let field = if rows > 1 { field.rows(rows) } else { field };
        let shown = field.width(width).id(id_of(path)).ui(ui);
        let is_empty = text.trim().is_empty();
        *self.draft.text(path) = text;
        self.after(path, is_empty, shown.response, shown.submitted && rows == 1, shown.cancelled);
    }

    fn secret_ui(&mut self, ui: &mut Ui, path: &str, told_as: &str, (label, hint): (&str, &str), width: f32) {
        let error = self.error(path, told_as);
        let secret = self.draft.secret(path);
        let shown = SecretField::labelled(label, secret).hint(hint).error(error.as_deref());
        let shown = shown.width(width).id(id_of(path)).ui(ui);
        let is_empty = self.draft.get_secret(path).is_empty();
        self.after(path, is_empty, shown.response, shown.submitted, shown.cancelled);
    }

    fn words_ui(&mut self, ui: &mut Ui, field: &Field, words: &[&'static str]) {
        let current = self.draft.get(field.path).to_owned();
        let value = (!current.is_empty()).then_some(current.as_str());
        let picked = Filter::new(field.label, value)
            .ui(ui, |body| words.iter().copied().filter(|word| body.choice(word, *word == current)).last());
        match picked {
            Some(FilterChange::Set(word)) => word.clone_into(self.draft.text(field.path)),
            Some(FilterChange::Cleared) => self.draft.text(field.path).clear(),
            None => {}
        }
        if let Some(error) = self.error(field.path, field.path) {
            label_ui(ui, Text::Small, tokens(ui).danger.text, &error);
        }
        ui.add_space(space::S);
    }

    fn check_ui(&mut self, ui: &mut Ui, field: &Field) {
        let checked = self.draft.is_checked(field.path);
        if check_ui(ui, checked, field.label).clicked() {
            self.draft.check(field.path, !checked);
        }
    }

    /// What follows from what was done with a field, and the keyboard that was to come here.
    fn after(&mut self, path: &str, is_empty: bool, response: egui::Response, submitted: bool, cancelled: bool) {
        if is_empty {
            self.draft.filled.remove(path);
        } else if response.lost_focus() {
            self.draft.filled.insert(path.to_owned());
        }
        if self.draft.wants_keyboard.as_deref() == Some(path) {
            self.draft.wants_keyboard = None;
            response.request_focus();
            response.scroll_to_me(None);
        }
        self.submitted |= submitted;
        self.cancelled |= cancelled;
    }
}

/// The id of the field of that name.
pub fn id_of(path: &str) -> Id {
    Id::unique("payout form").with(path)
}
