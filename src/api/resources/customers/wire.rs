//! Customers as JSON ([API reference](crate::resources::customers::reference)).

use std::sync::Arc;

use crate::error::DecodeError;
use crate::wire::{Notes, Object, Spelling, raw_without_secrets};
use paydesk_domain::customer::Customer;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::CustomerId;

/// What juspay/hyperswitch calls a field of a customer (`CustomerResponse` of its v1 API).
const SPELLINGS: &[Spelling] = &[Spelling { field: "created", others: &["created_at"] }];

/// Reads a customer: the answers to create, retrieve and, with five fields, update. The id must be there.
pub fn decode_customer(body: impl Into<Raw>) -> Result<Customer, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.spelled(SPELLINGS);
    let mut notes = Notes::default();
    let customer = Customer {
        customer_id: CustomerId::new(object.text("customer_id")?),
        email: notes.shown(object.optional_string("email")),
        name: notes.shown(object.optional_string("name")),
        phone: notes.shown(object.optional_shown("phone")),
        phone_country_code: notes.shown(object.optional_shown("phone_country_code")),
        description: notes.shown(object.optional_string("description")),
        address: notes.shown(object.optional_pairs("address")).unwrap_or_default(),
        metadata: notes.shown(object.optional_metadata()).unwrap_or_default(),
        created: notes.shown(object.optional_time("created")),
        modified_at: notes.shown(object.optional_time("modified_at")),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(Customer { unreadable: notes.into_unreadable(), ..customer })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn metadata_keeps_its_names_whole_so_that_it_can_be_sent_again() {
        let body = json!({"customer_id": "c", "metadata": {"a.b": 2, "n": {"x": 1}, "t": "text", "gone": null}});
        let metadata = decode_customer(body).unwrap().metadata;
        let texts: Vec<(&str, &str)> = metadata.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(texts, [("a.b", "2"), ("n", r#"{"x":1}"#), ("t", "text")]);
    }

    #[test]
    fn only_the_id_must_be_there_and_what_cannot_be_read_is_left_out() {
        assert_eq!(decode_customer(json!({"customer_id": 7})).unwrap_err().path, "customer_id");
        assert_eq!(decode_customer(json!({})).unwrap_err().path, "customer_id");
        let body = json!({"customer_id": "c", "phone": 7700900123_i64, "address": "Bristol", "name": {"first": "Ada"}});
        let customer = decode_customer(body).unwrap();
        assert_eq!((customer.phone.as_deref(), customer.name), (Some("7700900123"), None));
        let paths: Vec<&str> = customer.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["name", "address"]);
    }
}
