//! What was typed, as the input of the calls, and everything that is wrong with it.

use serde_json::{Map, Value};

use crate::api::calls::payouts::{CreatePayoutInput, DeprecatedRecipient, PayoutMethod, Recipient, UpdatePayoutInput};
use crate::api::calls::shapes::{Address, Billing, BrowserInfo, Contact, Phone};
use crate::api::input::InputError;
use crate::app::State;
use crate::app::features::payouts::numbers::{check_numbers, place_of};
use crate::domain::bank::country_fault;
use crate::domain::ids::{BusinessProfileId, OperationId};
use crate::domain::money::{Currency, Money, parse_amount};
use crate::domain::payout::{Payout, PayoutFamily};
use crate::domain::profile::Environment;
use crate::domain::secret::SecretText;
use crate::ui::pairs::pairs_of;

use super::draft::{FormDraft, MethodChoice};

/// Words of the page that a payout link leads to.
const LINK_TEXTS: [&str; 4] = ["logo", "merchant_name", "theme", "form_layout"];
/// Fields that hold a country's two letters.
const COUNTRIES: [&str; 2] = ["business_country", "billing.address.country"];

/// The input as far as it could be read, and what is wrong with it, in the order of the form.
pub fn create_input(draft: &FormDraft, state: &State, own: &OperationId) -> (CreatePayoutInput, Vec<InputError>) {
    let mut errors = Vec::new();
    let input = read(draft, own, &mut errors);
    let known: Vec<String> = errors.iter().map(|error| error.field.clone()).collect();
    errors.extend(input.check().into_iter().filter(|error| !known.contains(&error.field)));
    for (place, destination) in [
        input.method.as_ref().and_then(|method| match method {
            PayoutMethod::Data(destination) => Some((place_of(destination), destination)),
            PayoutMethod::Token(_) | PayoutMethod::Saved(_) => None,
        }),
        input.source.as_ref().map(|source| ("source_bank_data".to_owned(), source)),
    ]
    .into_iter()
    .flatten()
    {
        let environment = state.profile.as_ref().map_or(Environment::Production, |profile| profile.environment);
        let known: Vec<String> = errors.iter().map(|error| error.field.clone()).collect();
        let faults = check_numbers(destination, &place, environment, state.now.date_naive());
        errors.extend(faults.into_iter().filter(|error| !known.contains(&error.field)));
    }
    for field in COUNTRIES.into_iter().filter(|field| !draft.get(field).is_empty()) {
        let known = errors.iter().any(|error| error.field == field);
        errors.extend(country_fault(draft.get(field)).filter(|_| !known).map(|rule| InputError::new(field, rule)));
    }
    (input, errors)
}

/// The update of `payout`: all of the intended description and metadata.
pub fn update_input(draft: &FormDraft, payout: &Payout) -> (UpdatePayoutInput, Vec<InputError>) {
    let mut errors = Vec::new();
    let mut input = UpdatePayoutInput::of(payout);
    let description = draft.get("description");
    input.description = (!description.is_empty() || payout.description.is_some()).then(|| description.to_owned());
    let pairs = pairs_of("metadata", draft.get("metadata"), &mut errors);
    // What could not be read of the metadata is not set: it would be lost.
    input.metadata = (input.metadata.is_some() || payout.raw.get("metadata").is_none()).then_some(pairs);
    errors.extend(input.check());
    (input, errors)
}

fn read(draft: &FormDraft, own: &OperationId, errors: &mut Vec<InputError>) -> CreatePayoutInput {
    let text = |path: &str| draft.get(path).to_owned();
    let reference = Some(text("merchant_order_reference_id")).filter(|reference| !reference.is_empty());
    let amount = amount(draft, errors);
    CreatePayoutInput {
        payout_type: payout_type(draft),
        method: draft.payout_method(),
        source: draft.source.map(|variant| draft.destination(variant, "source")),
        customer: Recipient {
            id: text("customer.id"),
            contact: contact(draft, "customer."),
            tax_registration_id: SecretText::new(draft.get_secret("customer.tax_registration_id")),
            document_details: SecretText::new(draft.get_secret("customer.document_details")),
        },
        deprecated: DeprecatedRecipient { customer_id: text("customer_id"), contact: contact(draft, "") },
        billing: billing(draft),
        confirm: draft.is_checked("confirm"),
        auto_fulfill: draft.is_checked("auto_fulfill"),
        recurring: draft.is_checked("recurring"),
        entity_type: text("entity_type"),
        priority: text("priority"),
        business_country: text("business_country").to_uppercase(),
        profile_id: Some(text("profile_id")).filter(|id| !id.is_empty()).map(BusinessProfileId::new),
        description: text("description"),
        return_url: text("return_url"),
        metadata: pairs_of("metadata", draft.get("metadata"), errors),
        session_expiry_s: number(draft, "session_expiry", errors),
        payout_link: draft.is_checked("payout_link"),
        payout_link_config: link_config(draft),
        browser_info: browser(draft, errors),
        ..CreatePayoutInput::new(amount, reference.unwrap_or_else(|| own.as_str().to_owned()))
    }
}

/// The type that goes with the method; where any does, the one that was chosen.
fn payout_type(draft: &FormDraft) -> String {
    let of_method = match draft.method {
        MethodChoice::Variant(variant) => variant.family.payout_type(),
        MethodChoice::Later | MethodChoice::Token | MethodChoice::Saved => None,
    };
    of_method.map_or_else(|| draft.get("payout_type").to_owned(), str::to_owned)
}

/// Whether the type is asked for.
pub fn asks_type(draft: &FormDraft) -> bool {
    match draft.method {
        MethodChoice::Variant(variant) => variant.family == PayoutFamily::Passthrough,
        MethodChoice::Later | MethodChoice::Token | MethodChoice::Saved => true,
    }
}

/// The amount that is typed; nothing where it cannot be read.
pub fn amount(draft: &FormDraft, errors: &mut Vec<InputError>) -> Money {
    let currency = Currency::from_code(&draft.get("currency").to_uppercase());
    let typed = draft.get("amount");
    if typed.is_empty() {
        errors.push(InputError::new("amount", "is required"));
        return Money::new(0, currency);
    }
    if draft.get("currency").is_empty() {
        errors.push(InputError::new("currency", "is required"));
        return Money::new(0, currency);
    }
    match parse_amount(typed, &currency) {
        Ok(money) => money,
        Err(error) => {
            errors.push(InputError::new("amount", error.to_string()));
            Money::new(0, currency)
        }
    }
}

fn contact(draft: &FormDraft, place: &str) -> Contact {
    let text = |name: &str| draft.get(&format!("{place}{name}")).to_owned();
    Contact {
        email: text("email"),
        name: text("name"),
        phone: text("phone"),
        phone_country_code: text("phone_country_code"),
    }
}

fn billing(draft: &FormDraft) -> Option<Billing> {
    let address = |name: &str| draft.get(&format!("billing.address.{name}")).to_owned();
    let billing = Billing {
        address: Address {
            line1: address("line1"),
            line2: address("line2"),
            line3: address("line3"),
            city: address("city"),
            state: address("state"),
            zip: address("zip"),
            country: address("country").to_uppercase(),
            first_name: address("first_name"),
            last_name: address("last_name"),
        },
        phone: Phone {
            number: draft.get("billing.phone.number").to_owned(),
            country_code: draft.get("billing.phone.country_code").to_owned(),
        },
        email: draft.get("billing.email").to_owned(),
    };
    (billing != Billing::default()).then_some(billing)
}

fn link_config(draft: &FormDraft) -> Option<Map<String, Value>> {
    if !draft.is_checked("payout_link") {
        return None;
    }
    let text = |name: &&str| {
        let typed = draft.get(&format!("payout_link_config.{name}"));
        (!typed.is_empty()).then(|| ((*name).to_owned(), Value::from(typed)))
    };
    let mut config: Map<String, Value> = LINK_TEXTS.iter().filter_map(text).collect();
    let methods = draft.get("payout_link_config.enabled_payment_methods").split(',').map(str::trim);
    let methods: Vec<Value> = methods.filter(|method| !method.is_empty()).map(Value::from).collect();
    if !methods.is_empty() {
        config.insert("enabled_payment_methods".to_owned(), Value::Array(methods));
    }
    if draft.is_checked("payout_link_config.test_mode") {
        config.insert("test_mode".to_owned(), Value::Bool(true));
    }
    (!config.is_empty()).then_some(config)
}

fn browser(draft: &FormDraft, errors: &mut Vec<InputError>) -> Option<BrowserInfo> {
    let text = |name: &str| draft.get(&format!("browser_info.{name}")).to_owned();
    let mut count = |name: &str| number(draft, &format!("browser_info.{name}"), errors);
    let browser = BrowserInfo {
        ip_address: text("ip_address"),
        user_agent: text("user_agent"),
        accept_header: text("accept_header"),
        language: text("language"),
        color_depth: count("color_depth"),
        screen_height: count("screen_height"),
        screen_width: count("screen_width"),
        time_zone: number(draft, "browser_info.time_zone", errors),
        ..BrowserInfo::default()
    };
    (browser != BrowserInfo::default()).then_some(browser)
}

fn number<T: std::str::FromStr>(draft: &FormDraft, path: &str, errors: &mut Vec<InputError>) -> Option<T> {
    let typed = draft.get(path);
    let number = typed.parse().ok();
    if number.is_none() && !typed.is_empty() {
        errors.push(InputError::new(path, "a whole number"));
    }
    number
}
