//! Reads `payout_method_data` by the table of its variants, masks it, and
//! derives the outcome of the payout from the end of its number. Messages never repeat a number.

use serde_json::{Map, Value};

use crate::engine::fields::FieldReader;
use crate::engine::refusal::{Refusal, quoted};
use crate::storage::payouts::{PayoutOutcome, StoredPayoutMethod};
use paydesk_domain::payout::{FieldKind, PayoutField, PayoutMethodKind, PayoutVariant};

/// The field that distinguishes bank transfers.
const DISCRIMINATOR: &str = "payout_method_type";
/// What the last four characters of a destination lead to; all others succeed.
const OUTCOMES: [(&str, PayoutOutcome); 4] = [
    ("0001", PayoutOutcome::SucceedsAfterPending),
    ("0002", PayoutOutcome::Fails),
    ("0003", PayoutOutcome::SucceedsThenReverses),
    ("0004", PayoutOutcome::Ineligible),
];

/// Reads the object under `payout_method_data`.
pub fn read(data: &FieldReader) -> Result<StoredPayoutMethod, Refusal> {
    let families = PayoutMethodKind::ALL.map(PayoutMethodKind::key);
    let kind = the_one_key(data, "payout_method_data", &families)
        .map(|key| PayoutMethodKind::ALL.into_iter().find(|kind| kind.key() == key))?;
    let kind = kind.ok_or_else(|| Refusal::missing("payout_method_data"))?;
    let object = data.required_object(kind.key())?;
    let (shown, outcome) = match kind {
        PayoutMethodKind::BankTransfer => read_bank(&object)?,
        PayoutMethodKind::Card | PayoutMethodKind::Passthrough => read_only_variant(kind, &object)?,
        PayoutMethodKind::Wallet | PayoutMethodKind::BankRedirect => read_nested(kind, &object)?,
    };
    let payout_type = kind.payout_type().map(str::to_owned);
    Ok(StoredPayoutMethod { answer_key: kind.answer_key().to_owned(), payout_type, shown, outcome })
}

/// Checks `source_bank_data`, which has the shape of a bank transfer.
pub fn check_source_bank(source: &FieldReader) -> Result<(), Refusal> {
    read_bank(source).map(|_| ())
}

/// The name of the one field that is there, which is one of `known`.
fn the_one_key<'a>(fields: &FieldReader<'a>, place: &str, known: &[&str]) -> Result<&'a str, Refusal> {
    let names: Vec<&str> = fields.names().collect();
    match names[..] {
        [name] if known.contains(&name) => Ok(name),
        _ => {
            let found: Vec<String> = names.iter().take(8).map(|name| quoted(name)).collect();
            let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
            Err(Refusal::invalid(place, format!("must have exactly one of {}, not {found}", known.join(", "))))
        }
    }
}

type ShownAndOutcome = (Map<String, Value>, PayoutOutcome);

fn read_bank(object: &FieldReader) -> Result<ShownAndOutcome, Refusal> {
    object.required_text(DISCRIMINATOR)?;
    let names: Vec<&str> = PayoutMethodKind::BankTransfer.variants().map(|variant| variant.name).collect();
    let word = object.choice(DISCRIMINATOR, &names)?;
    let variant = PayoutMethodKind::BankTransfer.variants().find(|variant| Some(variant.name) == word);
    let variant = variant.ok_or_else(|| Refusal::missing(&object.name_of(DISCRIMINATOR)))?;
    let (fields, outcome) = read_variant(variant, object)?;
    let mut shown = Map::new();
    shown.insert(DISCRIMINATOR.to_owned(), Value::from(variant.name));
    shown.extend(fields);
    Ok((shown, outcome))
}

fn read_only_variant(kind: PayoutMethodKind, object: &FieldReader) -> Result<ShownAndOutcome, Refusal> {
    let variant = kind.variants().next().ok_or_else(|| Refusal::missing(kind.key()))?;
    read_variant(variant, object)
}

/// A variant that is named by the key of an object of its own.
fn read_nested(kind: PayoutMethodKind, object: &FieldReader) -> Result<ShownAndOutcome, Refusal> {
    let names: Vec<&str> = kind.variants().map(|variant| variant.name).collect();
    let key = the_one_key(object, &format!("payout_method_data.{}", kind.key()), &names)?;
    let variant = kind.variants().find(|variant| variant.name == key).ok_or_else(|| Refusal::missing(key))?;
    let (fields, outcome) = read_variant(variant, &object.required_object(key)?)?;
    Ok((Map::from_iter([(variant.name.to_owned(), Value::Object(fields))]), outcome))
}

fn read_variant(variant: &PayoutVariant, object: &FieldReader) -> Result<ShownAndOutcome, Refusal> {
    let mut shown = Map::new();
    let mut outcome = PayoutOutcome::Succeeds;
    for field in variant.fields() {
        let is_required = variant.required.contains(field);
        let Some(text) = read_field(object, field, is_required)? else { continue };
        shown.insert(field.name.to_owned(), Value::from(field.kind.shown(text)));
        if outcome == PayoutOutcome::Succeeds {
            outcome = outcome_of(field.kind, text);
        }
    }
    Ok((shown, outcome))
}

fn read_field<'a>(
    object: &FieldReader<'a>,
    field: &PayoutField,
    is_required: bool,
) -> Result<Option<&'a str>, Refusal> {
    let name = object.name_of(field.name);
    let text = object.secret_text(field.name)?.filter(|text| !text.is_empty());
    let Some(text) = text else {
        return if is_required { Err(Refusal::missing(&name)) } else { Ok(None) };
    };
    match field.kind.fault(text) {
        Some(rule) => Err(Refusal::invalid(&name, format!("must be {rule}"))),
        None => Ok(Some(text)),
    }
}

/// What a destination's end asks for; of an address the part before the @ counts.
fn outcome_of(kind: FieldKind, text: &str) -> PayoutOutcome {
    if !kind.is_destination() {
        return PayoutOutcome::Succeeds;
    }
    let text = text.split('@').next().unwrap_or(text).trim_end();
    OUTCOMES.iter().find(|(end, _)| text.ends_with(end)).map_or(PayoutOutcome::Succeeds, |(_, outcome)| *outcome)
}
