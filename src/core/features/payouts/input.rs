//! What was typed, as the input of the call, and everything that is wrong with it.

use serde_json::{Map, Value};

use crate::browser_texts::BrowserTexts;
use crate::context::WorkspaceView;
use crate::features::forms::FormInput;
use crate::form_input::{add_unreported, money_of, pairs_of};
use paydesk_api::input::{Billing, Contact, InputError, Severity};
use paydesk_api::resources::payouts::calls::{
    CreatePayoutInput, DeprecatedRecipient, Destination, PayoutMethod, Recipient, UpdatePayoutInput,
};
use paydesk_domain::bank::country_fault;
use paydesk_domain::ids::{BusinessProfileId, OperationId};
use paydesk_domain::metadata::OPERATION_ID;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::Pair;
use paydesk_domain::payout::{Payout, PayoutMethodKind, PayoutStatus, PayoutVariant};
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::SecretText;

use super::duplicate_check::{PossibleDuplicate, possible_duplicate_payout};
use super::numbers::{check_numbers, place_of};
use super::text;

/// How the money is to go, of which exactly one is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum MethodChoice {
    /// Specified later: by the recipient on the page of the payout link, or at the service.
    #[default]
    Later,
    Variant(&'static PayoutVariant),
    Token,
    Saved,
}

impl MethodChoice {
    /// Whether the type is asked for: where it does not go with the method.
    pub fn asks_type(self) -> bool {
        match self {
            Self::Variant(variant) => variant.kind == PayoutMethodKind::Passthrough,
            Self::Later | Self::Token | Self::Saved => true,
        }
    }
}

/// What is typed into the form. Fields have the names they have in the API; those of the method stand below `method`,
/// those of the account the money comes from below `source`.
pub trait PayoutFormValues {
    /// Without blanks around it; empty where nothing is typed.
    fn get(&self, path: &str) -> &str;
    /// The text of a field that keeps no copies, without blanks around it.
    fn get_secret(&self, path: &str) -> &str;
    fn is_checked(&self, path: &str) -> bool;
    /// The rows of metadata as they are typed.
    fn metadata(&self) -> Vec<Pair>;
    fn billing(&self) -> Billing;
    /// Of whoever receives the money.
    fn browser(&self) -> &BrowserTexts;
    fn method(&self) -> MethodChoice;
    fn source(&self) -> Option<&'static PayoutVariant>;
}

/// A form as far as it is filled in.
#[derive(Debug)]
pub struct FilledPayout {
    /// Where it can be read.
    pub amount: Option<Money>,
    pub auto_fulfill: bool,
    /// What is wrong, in the order of the form.
    pub faults: Vec<InputError>,
    /// A payout that this one looks like.
    pub possible_duplicate: Option<PossibleDuplicate>,
    /// What is sent, where nothing is wrong.
    pub input: FormInput,
}

/// The creation that is filled in; `own` is the form's operation.
pub fn fill_payout(view: &WorkspaceView<'_>, typed: &impl PayoutFormValues, own: &OperationId) -> FilledPayout {
    let (input, faults) = create_input(typed, view, own);
    let amount = Some(input.amount.clone());
    let amount = amount.filter(|_| !faults.iter().any(|fault| matches!(fault.field.as_str(), "amount" | "currency")));
    let possible_duplicate = possible_duplicate_payout(view, &input, own);
    let auto_fulfill = input.auto_fulfill;
    let input = FormInput::new(input);
    FilledPayout { amount, auto_fulfill, faults, possible_duplicate, input }
}

/// Whether a change of the payout may say where the money goes: only one that waits for it, so that no method is
/// replaced that somebody else gave.
pub fn waits_for_method(payout: &Payout) -> bool {
    payout.status == PayoutStatus::RequiresPayoutMethodData
}

/// The change of a payout that is filled in.
pub fn fill_payout_update(view: &WorkspaceView<'_>, typed: &impl PayoutFormValues, payout: &Payout) -> FilledPayout {
    let (mut input, mut faults) = update_input(typed, payout);
    if waits_for_method(payout) {
        (input.payout_type, input.method) = (payout_type(typed), payout_method(typed));
        add_unreported(&mut faults, input.check());
        if let Some(PayoutMethod::Data(destination)) = &input.method {
            add_unreported(&mut faults, check_destination(view, destination, &place_of(destination.variant)));
        }
    }
    let amount = Some(payout.amount.clone());
    let input = FormInput::new(input);
    FilledPayout { amount, auto_fulfill: false, faults, possible_duplicate: None, input }
}

/// Words of the page that a payout link leads to.
const LINK_TEXTS: [&str; 4] = ["logo", "merchant_name", "theme", "form_layout"];
/// The input as far as it could be read, and what is wrong with it, in the order of the form.
fn create_input(
    draft: &impl PayoutFormValues,
    view: &WorkspaceView<'_>,
    own: &OperationId,
) -> (CreatePayoutInput, Vec<InputError>) {
    let mut errors = Vec::new();
    let input = read(draft, own, view.units, &mut errors);
    add_unreported(&mut errors, input.check());
    add_unreported(&mut errors, input.check_named(own));
    for (place, destination) in [
        input.method.as_ref().and_then(|method| match method {
            PayoutMethod::Data(destination) => Some((place_of(destination.variant), destination)),
            PayoutMethod::Token(_) | PayoutMethod::Saved(_) => None,
        }),
        input.source.as_ref().map(|source| ("source_bank_data".to_owned(), source)),
    ]
    .into_iter()
    .flatten()
    {
        add_unreported(&mut errors, check_destination(view, destination, &place));
    }
    let billing = draft.billing();
    for (field, country) in
        [("business_country", draft.get("business_country")), ("billing.address.country", &billing.address.country)]
    {
        let fault = country_fault(country).filter(|_| !country.is_empty());
        add_unreported(&mut errors, fault.map(|rule| InputError::new(field, rule)).into_iter().collect());
    }
    (input, errors)
}

fn check_destination(view: &WorkspaceView<'_>, destination: &Destination, place: &str) -> Vec<InputError> {
    let environment = view.profile.map_or(Environment::Production, |profile| profile.environment);
    check_numbers(destination, place, environment, view.now.date_naive())
}

/// The metadata that people change: all but the operation it was made by, which stays.
pub fn payout_texts(payout: &Payout) -> Vec<Pair> {
    payout.metadata.iter().filter(|(name, _)| name != OPERATION_ID).cloned().collect()
}

/// The update of `payout`: all of the intended description and metadata.
fn update_input(draft: &impl PayoutFormValues, payout: &Payout) -> (UpdatePayoutInput, Vec<InputError>) {
    let mut errors = Vec::new();
    let mut input = UpdatePayoutInput::of(payout);
    let description = draft.get("description");
    input.description = (!description.is_empty() || payout.description.is_some()).then(|| description.to_owned());
    let mut pairs = pairs_of("metadata", &draft.metadata(), Severity::Refusal, &mut errors);
    pairs.retain(|(name, _)| name != OPERATION_ID);
    pairs.extend(payout.metadata.iter().find(|(name, _)| name == OPERATION_ID).cloned());
    // What could not be read of the metadata is not set: it would be lost.
    input.metadata = (input.metadata.is_some() || payout.raw.get("metadata").is_none()).then_some(pairs);
    add_unreported(&mut errors, input.check());
    (input, errors)
}

fn read(
    draft: &impl PayoutFormValues,
    own: &OperationId,
    units: MinorUnits,
    errors: &mut Vec<InputError>,
) -> CreatePayoutInput {
    let text = |path: &str| draft.get(path).to_owned();
    let reference = Some(text("merchant_order_reference_id")).filter(|reference| !reference.is_empty());
    let amount = amount(draft, units, errors);
    CreatePayoutInput {
        payout_type: payout_type(draft),
        method: payout_method(draft),
        source: draft.source().map(|variant| destination(draft, variant, "source")),
        customer: Recipient {
            id: text("customer.id"),
            contact: contact(draft, "customer."),
            tax_registration_id: SecretText::new(draft.get_secret("customer.tax_registration_id")),
            document_details: SecretText::new(draft.get_secret("customer.document_details")),
        },
        deprecated: DeprecatedRecipient { customer_id: text("customer_id"), contact: contact(draft, "") },
        billing: Some(draft.billing()).filter(|billing| *billing != Billing::default()),
        confirm: draft.is_checked("confirm"),
        auto_fulfill: draft.is_checked("auto_fulfill"),
        recurring: draft.is_checked("recurring"),
        entity_type: text("entity_type"),
        priority: text("priority"),
        business_country: text("business_country").to_uppercase(),
        profile_id: Some(text("profile_id")).filter(|id| !id.is_empty()).map(BusinessProfileId::new),
        description: text("description"),
        return_url: text("return_url"),
        metadata: pairs_of("metadata", &draft.metadata(), Severity::Refusal, errors),
        session_expiry_s: link_expiry(draft, errors),
        payout_link: draft.is_checked("payout_link"),
        payout_link_config: link_config(draft),
        browser_info: draft.browser().read(errors),
        ..CreatePayoutInput::new(amount, reference.unwrap_or_else(|| own.as_str().to_owned()))
    }
}

/// The method as far as it is filled in.
fn payout_method(draft: &impl PayoutFormValues) -> Option<PayoutMethod> {
    match draft.method() {
        MethodChoice::Later => None,
        MethodChoice::Variant(variant) => Some(PayoutMethod::Data(destination(draft, variant, "method"))),
        MethodChoice::Token => Some(PayoutMethod::Token(draft.get("payout_token").to_owned())),
        MethodChoice::Saved => Some(PayoutMethod::Saved(draft.get("payout_method_id").to_owned())),
    }
}

/// A variant with what was typed for it below `place`.
fn destination(draft: &impl PayoutFormValues, variant: &'static PayoutVariant, place: &str) -> Destination {
    variant.fields().fold(Destination::new(variant), |destination, field| {
        let path = format!("{place}.{}", field.name);
        let typed = if field.kind.is_masked() { draft.get_secret(&path) } else { draft.get(&path) };
        destination.with(field.name, typed)
    })
}

/// The type that goes with the method; where any does, the one that was chosen.
fn payout_type(draft: &impl PayoutFormValues) -> String {
    let of_method = match draft.method() {
        MethodChoice::Variant(variant) => variant.kind.payout_type(),
        MethodChoice::Later | MethodChoice::Token | MethodChoice::Saved => None,
    };
    of_method.map_or_else(|| draft.get("payout_type").to_owned(), str::to_owned)
}

/// The amount that is typed; nothing where it cannot be read.
fn amount(draft: &impl PayoutFormValues, units: MinorUnits, errors: &mut Vec<InputError>) -> Money {
    money_of(draft.get("amount"), draft.get("currency"), units, errors)
}

fn contact(draft: &impl PayoutFormValues, place: &str) -> Contact {
    let text = |name: &str| draft.get(&format!("{place}{name}")).to_owned();
    Contact {
        email: text("email"),
        name: text("name"),
        phone: text("phone"),
        phone_country_code: text("phone_country_code"),
    }
}

/// How long the page of a payout link is valid, in seconds; nothing without a link.
fn link_expiry(draft: &impl PayoutFormValues, errors: &mut Vec<InputError>) -> Option<u32> {
    if draft.is_checked("payout_link") { number(draft, "session_expiry", errors) } else { None }
}

fn link_config(draft: &impl PayoutFormValues) -> Option<Map<String, Value>> {
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

fn number<T: std::str::FromStr>(draft: &impl PayoutFormValues, path: &str, errors: &mut Vec<InputError>) -> Option<T> {
    let typed = draft.get(path);
    let number = typed.parse().ok();
    if number.is_none() && !typed.is_empty() {
        errors.push(InputError::new(path, text::WHOLE_NUMBER));
    }
    number
}
