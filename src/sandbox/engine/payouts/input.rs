//! What a request may say about a payout, and the checks of each field
//! (API reference and limits).

use serde_json::{Map, Value};

use super::method;
use crate::engine::customers::read_id;
use crate::engine::fields::{AMOUNT_MAX_MINOR, FieldReader};
use crate::engine::refusal::{Refusal, quoted};
use crate::storage::payouts::{PayoutDetail, StoredPayoutCustomer, StoredPayoutMethod};
use paydesk_domain::payout::{ENTITY_TYPES, ORDER_REFERENCE_MAX_CHARS, PAYOUT_TYPES, PRIORITIES, is_entity_type};

/// Longest session of a payout in seconds (ours): one year.
const SESSION_MAX_SECONDS: i64 = 31_536_000;

/// The create input, each field checked by itself; what is absent is `None` or false.
#[derive(Debug, Clone)]
pub struct PayoutInput {
    /// In the lowest unit of the currency.
    pub amount: Option<i64>,
    /// An ISO 4217 code in capitals.
    pub currency: Option<String>,
    pub profile_id: Option<String>,
    pub customer_id: Option<String>,
    pub customer: StoredPayoutCustomer,
    pub confirm: bool,
    pub auto_fulfill: bool,
    pub recurring: bool,
    pub session_seconds: Option<i64>,
    pub payout_link: bool,
    pub change: PayoutChange,
}

/// What an update may change, and a creation sets: how it is paid out, and the texts.
#[derive(Debug, Clone)]
pub struct PayoutChange {
    pub payout_type: Option<String>,
    pub method: Option<PayoutMethodInput>,
    pub detail: PayoutDetail,
}

/// How the money is to go.
#[derive(Debug, Clone)]
pub enum PayoutMethodInput {
    Data(StoredPayoutMethod),
    /// By the reference of a method that was used before.
    Stored(String),
}

impl PayoutInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let (customer_id, customer) = read_customer(fields)?;
        if let Some(source) = fields.object("source_bank_data")? {
            method::check_source_bank(&source)?;
        }
        fields.object("browser_info")?;
        check_link_config(fields)?;
        Ok(Self {
            amount: fields.amount("amount", AMOUNT_MAX_MINOR)?,
            currency: fields.currency()?,
            profile_id: fields.string("profile_id")?.filter(|id| !id.is_empty()),
            customer_id,
            customer,
            confirm: fields.boolean("confirm")?.unwrap_or(false),
            auto_fulfill: fields.boolean("auto_fulfill")?.unwrap_or(false),
            recurring: fields.boolean("recurring")?.unwrap_or(false),
            session_seconds: read_session(fields)?,
            payout_link: fields.boolean("payout_link")?.unwrap_or(false),
            change: PayoutChange { detail: read_detail(fields)?, ..PayoutChange::read(fields)? },
        })
    }
}

impl PayoutChange {
    /// Reads the update input: `description`, `metadata`, `payout_type` and method data.
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        Ok(Self {
            payout_type: fields.choice("payout_type", &PAYOUT_TYPES)?.map(str::to_owned),
            method: read_method(fields)?,
            detail: PayoutDetail {
                description: fields.string("description")?,
                metadata: fields.metadata()?,
                ..PayoutDetail::default()
            },
        })
    }

    /// Reads an update; a payout link can only be asked for at the creation
    /// (API reference).
    pub fn read_update(fields: &FieldReader) -> Result<Self, Refusal> {
        for field in ["payout_link", "payout_link_config"] {
            if fields.has(field) {
                return Err(Refusal::invalid(field, "can only be set when the payout is created"));
            }
        }
        Self::read(fields)
    }
}

fn read_method(fields: &FieldReader) -> Result<Option<PayoutMethodInput>, Refusal> {
    let mut found = Vec::new();
    if let Some(data) = fields.object("payout_method_data")? {
        found.push(("payout_method_data", PayoutMethodInput::Data(method::read(&data)?)));
    }
    for field in ["payout_token", "payout_method_id"] {
        if let Some(reference) = fields.string(field)?.filter(|text| !text.is_empty()) {
            found.push((field, PayoutMethodInput::Stored(reference)));
        }
    }
    if let [(first, _), (second, _), ..] = found[..] {
        return Err(Refusal::invalid(second, format!("cannot be sent together with {first}")));
    }
    Ok(found.pop().map(|(_, choice)| choice))
}

fn read_detail(fields: &FieldReader) -> Result<PayoutDetail, Refusal> {
    fields.check_country("business_country")?;
    Ok(PayoutDetail {
        merchant_order_reference_id: read_reference(fields)?,
        billing: read_billing(fields)?,
        return_url: fields.url("return_url")?,
        business_country: fields.string("business_country")?,
        description: fields.string("description")?,
        entity_type: read_entity_type(fields)?,
        metadata: fields.metadata()?,
        priority: fields.choice("priority", &PRIORITIES)?.map(str::to_owned),
    })
}

fn read_reference(fields: &FieldReader) -> Result<Option<String>, Refusal> {
    let reference = fields.string("merchant_order_reference_id")?;
    let chars = reference.as_deref().unwrap_or_default().chars().count();
    if chars > ORDER_REFERENCE_MAX_CHARS {
        let rule = format!("must have at most {ORDER_REFERENCE_MAX_CHARS} characters; this has {chars}");
        return Err(Refusal::invalid("merchant_order_reference_id", rule));
    }
    Ok(reference)
}

fn read_entity_type(fields: &FieldReader) -> Result<Option<String>, Refusal> {
    match fields.text("entity_type")? {
        Some(word) if !is_entity_type(word) => {
            let rule = format!("must be one of {}, not {}", ENTITY_TYPES.join(", "), quoted(word));
            Err(Refusal::invalid("entity_type", rule))
        }
        word => Ok(word.map(str::to_owned)),
    }
}

fn read_session(fields: &FieldReader) -> Result<Option<i64>, Refusal> {
    match fields.integer("session_expiry")? {
        Some(seconds) if !(1..=SESSION_MAX_SECONDS).contains(&seconds) => {
            let rule = format!("must be from 1 to {SESSION_MAX_SECONDS} seconds, not {seconds}");
            Err(Refusal::invalid("session_expiry", rule))
        }
        seconds => Ok(seconds),
    }
}

/// `customer.*` is preferred; the deprecated fields fill what it leaves open
/// (API reference).
fn read_customer(fields: &FieldReader) -> Result<(Option<String>, StoredPayoutCustomer), Refusal> {
    let old = (read_id(fields, "customer_id")?, read_contact(fields)?);
    let Some(customer) = fields.object("customer")? else {
        return Ok(old);
    };
    customer.text("tax_registration_id")?;
    customer.object("document_details")?;
    let (new, (old_id, old)) = (read_contact(&customer)?, old);
    let contact = StoredPayoutCustomer {
        name: new.name.or(old.name),
        email: new.email.or(old.email),
        phone: new.phone.or(old.phone),
        phone_country_code: new.phone_country_code.or(old.phone_country_code),
    };
    Ok((read_id(&customer, "id")?.or(old_id), contact))
}

fn read_contact(fields: &FieldReader) -> Result<StoredPayoutCustomer, Refusal> {
    Ok(StoredPayoutCustomer {
        name: fields.string("name")?,
        email: fields.string("email")?,
        phone: fields.string("phone")?,
        phone_country_code: fields.string("phone_country_code")?,
    })
}

fn read_billing(fields: &FieldReader) -> Result<Option<Map<String, Value>>, Refusal> {
    fields.check_billing("billing")?;
    fields.map("billing")
}

/// Logo, merchant name, theme, enabled methods, form layout, test mode; the names are ours.
fn check_link_config(fields: &FieldReader) -> Result<(), Refusal> {
    let Some(config) = fields.object("payout_link_config")? else {
        return Ok(());
    };
    config.url("logo")?;
    for field in ["merchant_name", "theme", "form_layout"] {
        config.text(field)?;
    }
    config.array("enabled_payment_methods")?;
    config.boolean("test_mode").map(|_| ())
}
