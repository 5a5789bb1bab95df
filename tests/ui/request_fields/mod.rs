//! Every request field of the specification, against what the forms send: `tests/fixtures/spec/request_fields.txt` was
//! made of the tables of the specification, one line a field, and each of them is entered in a window here.
//!
//! A field counts where a form, filled in as a person fills it in, puts it into the body of its call.

mod calls;
mod forms;
mod robot;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use paydesk_api::request::Request;
use paydesk_test_basics::repository;
use serde_json::Value;

/// The fields of each endpoint, by its line: `POST /payments`.
type Fields = BTreeMap<String, BTreeSet<String>>;

/// All of them, and those that no form can enter yet, which are marked with `!`.
fn specified() -> (Fields, BTreeSet<(String, String)>) {
    let text = fs::read_to_string(repository().join("tests/fixtures/spec/request_fields.txt")).unwrap();
    let (mut fields, mut not_yet) = (Fields::new(), BTreeSet::new());
    let mut endpoint = String::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(field) = line.strip_prefix("  ") else {
            endpoint = line.to_owned();
            continue;
        };
        let name = field.trim_start_matches("! ").to_owned();
        if name != field {
            not_yet.insert((endpoint.clone(), name.clone()));
        }
        assert!(fields.entry(endpoint.clone()).or_default().insert(name), "{field} is there twice");
    }
    (fields, not_yet)
}

/// Notes what a body has, objects and what is in them: `order_details[].name`.
fn note(value: &Value, path: &str, noted: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let variant = object.get("payout_method_type").and_then(Value::as_str);
            for (name, value) in object {
                let place = match (path, variant) {
                    ("", _) => name.clone(),
                    (_, Some(variant)) if name != "payout_method_type" => format!("{path}({variant}).{name}"),
                    _ if is_named_by_provider(path) => format!("{path}.<name>"),
                    _ => format!("{path}.{name}"),
                };
                note(value, &place, noted);
                noted.insert(place);
            }
        }
        Value::Array(rows) => {
            let place = format!("{path}[]");
            rows.iter().for_each(|row| note(row, &place, noted));
            noted.insert(place);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_named_by_provider(path: &str) -> bool {
    let names = ["metadata", "filters", "wallet", "bank_redirect", "bank_transfer"];
    let is_payout = path.starts_with("payout_method_data");
    names.iter().any(|name| path.rsplit('.').next() == Some(name)) && !is_payout
}

/// What a request has.
fn entered(request: &Request) -> BTreeSet<String> {
    let mut noted = BTreeSet::new();
    match serde_json::from_str(&request.wire_body()).unwrap_or_default() {
        Value::Array(queries) => queries.iter().for_each(|query| note(query, "", &mut noted)),
        body => note(&body, "", &mut noted),
    }
    let query = request.path.split_once('?').map_or("", |(_, query)| query);
    noted.extend(query.split('&').filter_map(|pair| Some(pair.split_once('=')?.0.to_owned())));
    noted.extend(request.profile_id.as_ref().map(|_| "X-Profile-Id".to_owned()));
    noted
}

#[test]
fn debit_cards_own_types_and_fifty_pairs_are_sent_as_they_are_entered() {
    let body = |request: &Request| serde_json::from_str::<Value>(&request.wire_body()).unwrap();
    for requests in [forms::payments(), forms::confirmation_of_payment()] {
        assert_eq!(body(&requests[0])["payment_method_type"], "debit");
    }
    let refund = body(&calls::refund());
    assert_eq!((&refund["refund_type"], &refund["refund_id"]), (&"Text-1".into(), &"Text-1".into()));
    assert_eq!(body(&forms::payment_link())["link_type"], "Text-1");
    assert_eq!(forms::fifty_pairs().len(), 50);
}

/// What cannot be entered: the endpoint and the field.
fn missing(specified: &Fields) -> BTreeSet<(String, String)> {
    let mut entered_by = Fields::new();
    for (endpoint, request) in forms::requests() {
        entered_by.entry(endpoint.to_owned()).or_default().extend(entered(&request));
    }
    let mut missing = BTreeSet::new();
    for (endpoint, fields) in specified {
        let sent = entered_by.remove(endpoint).unwrap_or_default();
        let lacking: BTreeSet<String> = fields.difference(&sent).cloned().collect();
        println!("{endpoint}: {} of {}", fields.len() - lacking.len(), fields.len());
        missing.extend(lacking.into_iter().map(|field| (endpoint.clone(), field)));
    }
    assert!(entered_by.is_empty(), "not in the tables: {:?}", entered_by.keys());
    missing
}

#[test]
fn every_request_field_of_the_specification_can_be_entered_in_a_form() {
    let (specified, not_yet) = specified();
    let missing = missing(&specified);
    let all: usize = specified.values().map(BTreeSet::len).sum();
    println!("{} of {all} fields can be entered", all - missing.len());
    let newly: Vec<_> = missing.difference(&not_yet).collect();
    let still: Vec<_> = not_yet.difference(&missing).collect();
    assert!(newly.is_empty() && still.is_empty(), "cannot be entered any more: {newly:#?}; can be entered: {still:#?}");
}
