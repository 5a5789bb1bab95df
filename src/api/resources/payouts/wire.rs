//! Payouts as JSON ([API reference](crate::resources::payouts::reference#payout)).
//!
//! Account and card numbers come masked. Should one come whole, it is masked here, before anything is stored.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::DecodeError;
use crate::wire::payment_error::payment_error;
use crate::wire::{Notes, Object, ROWS_MAX, raw_without_secrets};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId, PayoutId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payout::{Payout, PayoutAttempt, PayoutCustomer, PayoutLink, PayoutStatus, PayoutUpdate};
use paydesk_domain::payout::{VARIANTS, masked};

/// Objects whose fields say where money goes or comes from.
const DESTINATIONS: [&str; 2] = ["payout_method_data", "source_bank_data"];
/// What services put in the place of hidden characters.
const MASKS: [&str; 4] = ["*", "•", "XXXX", "xxxx"];

/// Reads a whole payout, as creation and fulfilment answer it: id, status, amount and currency must be there.
pub fn decode_payout(body: impl Into<Raw>, units: MinorUnits) -> Result<Payout, DecodeError> {
    let body = raw_without_secrets(without_destinations(body));
    let object = Object::new(&body, "")?.counted_as(units);
    let mut notes = Notes::default();
    let payout = Payout {
        payout_id: PayoutId::new(object.text("payout_id")?),
        status: PayoutStatus::from_word(object.text("status")?),
        amount: object.money()?,
        merchant_id: notes.shown(object.optional_text("merchant_id")).map(MerchantId::new),
        merchant_order_reference_id: notes.shown(object.optional_string("merchant_order_reference_id")),
        payout_type: notes.shown(object.optional_string("payout_type")),
        method: notes.shown(object.optional_pairs("payout_method_data")).unwrap_or_default(),
        billing: notes.shown(object.optional_pairs("billing")).unwrap_or_default(),
        auto_fulfill: notes.shown(object.optional_flag("auto_fulfill")),
        customer: customer(&object, &mut notes),
        return_url: notes.shown(object.optional_string("return_url")),
        business_country: notes.shown(object.optional_string("business_country")),
        description: notes.shown(object.optional_string("description")),
        entity_type: notes.shown(object.optional_string("entity_type")),
        recurring: notes.shown(object.optional_flag("recurring")),
        metadata: notes.shown(object.optional_metadata()).unwrap_or_default(),
        merchant_connector_id: notes.shown(object.optional_string("merchant_connector_id")),
        error: payment_error(&object, &mut notes),
        profile_id: notes.shown(object.optional_text("profile_id")).map(BusinessProfileId::new),
        created: notes.shown(object.optional_time("created")),
        modified_at: notes.shown(object.optional_time("modified_at")),
        connector_transaction_id: notes.shown(object.optional_string("connector_transaction_id")),
        priority: notes.shown(object.optional_string("priority")),
        attempts: attempts(&object, &mut notes),
        payout_link: link(&object, &mut notes),
        payout_method_id: notes.shown(object.optional_string("payout_method_id")),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(Payout { unreadable: notes.into_unreadable(), ..payout })
}

/// Reads the answer to an update, which is also the only documented way to read a payout's status.
pub fn decode_update(body: impl Into<Raw>, units: MinorUnits) -> Result<PayoutUpdate, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.counted_as(units);
    let mut notes = Notes::default();
    let update = PayoutUpdate {
        payout_id: PayoutId::new(object.text("payout_id")?),
        status: PayoutStatus::from_word(object.text("status")?),
        amount: object.money()?,
        description: notes.shown(object.optional_string("description")),
        modified_at: notes.shown(object.optional_time("modified_at")),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(PayoutUpdate { unreadable: notes.into_unreadable(), ..update })
}

/// `payout` with the fields of a partial answer (an update, a webhook) laid over it.
pub fn merge_partial(payout: &Payout, partial: &Value) -> Result<Payout, DecodeError> {
    let mut whole = Value::clone(&payout.raw);
    let partial = Object::new(partial, "")?.map;
    if let Some(whole) = whole.as_object_mut() {
        whole.extend(partial.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    decode_payout(whole, payout.amount.currency.units())
}

fn customer(payout: &Object<'_>, notes: &mut Notes) -> PayoutCustomer {
    let inner = notes.shown(payout.optional_object("customer"));
    let mut text = |name: &str| {
        let preferred = inner.as_ref().and_then(|customer| notes.shown(customer.optional_string(name)));
        preferred.or_else(|| notes.shown(payout.optional_string(name)))
    };
    let contact = PayoutCustomer {
        id: None,
        name: text("name"),
        email: text("email"),
        phone: text("phone"),
        phone_country_code: text("phone_country_code"),
    };
    let id = inner.as_ref().and_then(|customer| notes.shown(customer.optional_text("id")));
    let id = id.or_else(|| notes.shown(payout.optional_text("customer_id")));
    PayoutCustomer { id: id.map(CustomerId::new), ..contact }
}

fn attempts(payout: &Object<'_>, notes: &mut Notes) -> Vec<PayoutAttempt> {
    let list = notes.shown(payout.optional("attempts", "a list", Value::as_array));
    let rows = list.into_iter().flatten().take(ROWS_MAX).enumerate();
    rows.filter_map(|(index, value)| {
        let row = attempt(value, format!("attempts[{index}]"), payout.units(), notes).map(Some);
        notes.shown(row)
    })
    .collect()
}

fn attempt(value: &Value, path: String, units: MinorUnits, notes: &mut Notes) -> Result<PayoutAttempt, DecodeError> {
    let row = Object::new(value, path)?.counted_as(units);
    Ok(PayoutAttempt {
        attempt_id: row.text("attempt_id")?.to_owned(),
        status: PayoutStatus::from_word(row.text("status")?),
        amount: row.money()?,
        connector: notes.shown(row.optional_string("connector")),
        connector_transaction_id: notes.shown(row.optional_string("connector_transaction_id")),
    })
}

/// The specification shows no fields of it: an object with a `link`, or the address alone.
fn link(payout: &Object<'_>, notes: &mut Notes) -> Option<PayoutLink> {
    if let Some(Value::String(link)) = payout.get("payout_link") {
        return Some(PayoutLink { payout_link_id: None, link: link.clone() });
    }
    let object = notes.shown(payout.optional_object("payout_link"))?;
    let link = notes.shown(object.optional_string("link"))?;
    Some(PayoutLink { payout_link_id: notes.shown(object.optional_string("payout_link_id")), link })
}

/// A payout as it may be stored: what a service should have masked is masked.
pub fn without_destinations(body: impl Into<Raw>) -> Raw {
    let mut body = body.into();
    if DESTINATIONS.iter().any(|name| body.get(name).is_some()) {
        hide_destinations(Arc::make_mut(&mut body));
    }
    body
}

/// Masks what a service should have masked.
fn hide_destinations(body: &mut Value) {
    let places = body.as_object_mut().into_iter().flat_map(Map::iter_mut);
    let mut open: Vec<&mut Value> =
        places.filter(|(name, _)| DESTINATIONS.contains(&name.as_str())).map(|(_, value)| value).collect();
    while let Some(value) = open.pop() {
        for (name, value) in value.as_object_mut().into_iter().flat_map(Map::iter_mut) {
            match value {
                Value::String(text) if is_hidden_field(name) && !is_masked(text) => *text = masked(text),
                Value::Number(number) if is_hidden_field(name) => *value = masked(&number.to_string()).into(),
                Value::Object(_) => open.push(value),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
            }
        }
    }
}

/// Whether the service shows a part of it only.
pub fn is_masked(text: &str) -> bool {
    MASKS.iter().any(|mask| text.contains(mask))
}

fn is_hidden_field(name: &str) -> bool {
    let mut fields = VARIANTS.iter().flat_map(|variant| variant.fields());
    fields.any(|field| field.name == name && field.kind.is_masked())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bare() -> Value {
        json!({"payout_id": "payout_1", "status": "pending", "amount": 500, "currency": "EUR"})
    }

    fn with(extra: Value) -> Payout {
        let mut body = bare();
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        decode_payout(body, MinorUnits::Iso4217).unwrap()
    }

    #[test]
    fn four_fields_make_a_payout_and_each_of_them_has_to_be_there() {
        let payout = decode_payout(bare(), MinorUnits::Iso4217).unwrap();
        assert_eq!((payout.payout_id.as_str(), payout.amount.to_string()), ("payout_1", "5.00 EUR".to_owned()));
        assert_eq!((payout.status, payout.unreadable), (PayoutStatus::Pending, vec![]));
        for field in ["payout_id", "status", "amount", "currency"] {
            for wrong in [json!(null), json!([]), json!(-1), json!(true)] {
                let mut body = bare();
                body[field] = wrong;
                assert_eq!(decode_payout(body.clone(), MinorUnits::Iso4217).unwrap_err().path, field);
                assert_eq!(decode_update(body, MinorUnits::Iso4217).unwrap_err().path, field);
            }
        }
    }

    #[test]
    fn a_number_that_comes_whole_is_masked_before_it_is_kept_and_a_masked_one_stays() {
        let payout = with(json!({
            "payout_method_data": {"bank": {"iban": "DE89370400440532013000", "bic": "COBADEFF"},
                "card": {"card_number": "4242424242424242"}, "other": {"bank_account_number": 123_456_789}},
            "source_bank_data": {"bank_routing_number": "110000000", "bank_name": "Nordbank"},
        }));
        let shown = format!("{payout:?}");
        for number in ["DE8937040044", "424242424242", "123456", "110000000"] {
            assert!(!shown.contains(number), "{number} in {shown}");
        }
        assert!(payout.method.contains(&("bank.iban".to_owned(), "******************3000".to_owned())));
        assert!(payout.method.contains(&("bank.bic".to_owned(), "COBADEFF".to_owned())));
        let payout = with(json!({"payout_method_data": {"bank": {"iban": "DE89XXXXXX3000"}}}));
        assert_eq!(payout.method, [("bank.iban".to_owned(), "DE89XXXXXX3000".to_owned())]);
    }

    #[test]
    fn the_customer_is_that_of_customer_and_else_of_the_deprecated_fields() {
        let payout = with(json!({"customer_id": "old", "email": "old@mail.example", "phone": "1",
            "customer": {"id": "new", "email": "new@mail.example"}}));
        let customer = payout.customer;
        assert_eq!(customer.id.map(|id| id.to_string()).as_deref(), Some("new"));
        assert_eq!((customer.email.as_deref(), customer.phone.as_deref()), (Some("new@mail.example"), Some("1")));
        assert_eq!(with(json!({"customer_id": "old"})).customer.id, Some(CustomerId::new("old")));
    }

    #[test]
    fn an_attempt_that_cannot_be_read_is_reported_and_the_others_are_there() {
        let attempt = |id: &str, amount: Value| json!({"attempt_id": id, "status": "failed", "amount": amount, "currency": "EUR", "connector": 7});
        let payout = with(json!({"attempts": [attempt("a", json!(1)), attempt("b", json!("1")), 5]}));
        assert_eq!(payout.attempts.len(), 1);
        let paths: Vec<&str> = payout.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["attempts[0].connector", "attempts[1].amount", "attempts[2]"]);
        assert_eq!(with(json!({"attempts": "none"})).unreadable[0].path, "attempts");
    }

    #[test]
    fn metadata_keeps_its_names_whole() {
        let payout = with(json!({"metadata": {"a.b": 2, "n": {"x": 1}, "t": "text", "gone": null}}));
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(payout.metadata, [pair("a.b", "2"), pair("n", r#"{"x":1}"#), pair("t", "text")]);
    }

    #[test]
    fn a_link_is_an_object_or_an_address() {
        let object = json!({"payout_link": {"payout_link_id": "l", "link": "https://pay.example/l"}});
        let link = with(object).payout_link.unwrap();
        assert_eq!((link.payout_link_id.as_deref(), link.link.as_str()), (Some("l"), "https://pay.example/l"));
        let link = with(json!({"payout_link": "https://pay.example/l"})).payout_link.unwrap();
        assert_eq!((link.payout_link_id, link.link.as_str()), (None, "https://pay.example/l"));
        assert_eq!(with(json!({"payout_link": true})).unreadable[0].path, "payout_link");
    }

    #[test]
    fn an_update_is_laid_over_what_is_known() {
        let payout = with(json!({"description": "old", "priority": "fast"}));
        let partial = json!({"payout_id": "payout_1", "status": "success", "description": "new"});
        let merged = merge_partial(&payout, &partial).unwrap();
        assert_eq!((merged.status, merged.description.as_deref()), (PayoutStatus::Success, Some("new")));
        assert_eq!(merged.priority.as_deref(), Some("fast"));
    }
}
