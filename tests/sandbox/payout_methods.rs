//! Every variant of `payout_method_data`, by the tables of the specification: a good body, each required field missing
//! in turn, wrong types and values, and no number shown again.

use paydesk_test_sandbox::helpers::Client;
use paydesk_test_sandbox::payouts::payout_with;
use serde_json::{Value, json};

/// A variant: where its fields are within `payout_method_data`, its `payout_type`, what is required, what is
/// optional.
type Variant = (&'static str, &'static str, Value, Value);

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn variants() -> Vec<Variant> {
    let bank = json!({"bank_name": "Nordbank", "bank_country_code": "DE", "bank_city": "Kiel",
        "account_holder_name": "Ada Lovelace"});
    let card = |number: &str| {
        json!({number: "4242424242424242", "expiry_month": "03", "expiry_year": "2030",
            "card_holder_name": "Ada Lovelace"})
    };
    let network = json!({"card_network": "AmericanExpress"});
    vec![
        ("/card", "card", card("card_number"), network.clone()),
        (
            "/bank_transfer",
            "bank",
            typed(
                "ach",
                json!({"bank_account_number": "000123456789",
            "bank_routing_number": "110000000"}),
            ),
            bank.clone(),
        ),
        (
            "/bank_transfer",
            "bank",
            typed(
                "bacs",
                json!({"bank_account_number": "000123456789",
            "bank_sort_code": "20-20-15-77-8"}),
            ),
            bank.clone(),
        ),
        ("/bank_transfer", "bank", typed("sepa", json!({"iban": "DE89370400440532013000", "bic": "COBADEFF"})), bank),
        (
            "/bank_transfer",
            "bank",
            typed("instant_account", json!({"bank_account_number": "000123456789"})),
            json!({"bank_name": "Banco", "bank_branch": "0001", "tax_id": "00000000191", "ispb": "12345678"}),
        ),
        ("/bank_transfer", "bank", typed("instant_key", json!({"instant_key": "key-123456789"})), json!({})),
        ("/bank_transfer", "bank", typed("instant_emv", json!({"emv": "00020126580014br"})), json!({})),
        (
            "/bank_transfer",
            "bank",
            typed(
                "bank_link",
                json!({"iban": "DE89370400440532013000",
            "bank_country_code": "DE", "bank_account_number": "0532013000", "bank_number": "370400440"}),
            ),
            json!({}),
        ),
        (
            "/bank_transfer",
            "bank",
            typed(
                "open_banking",
                json!({"account_holder_name": "Ada Lovelace",
            "iban": "GB33BUKB20201555555555"}),
            ),
            json!({}),
        ),
        ("/wallet/device_wallet_1_decrypted", "wallet", card("dpan"), network.clone()),
        ("/wallet/device_wallet_2_decrypted", "wallet", card("application_primary_account_number"), network),
        (
            "/wallet/web_wallet",
            "wallet",
            json!({"email": "ada@analytical.example",
            "telephone_number": "+44 7700 900123", "wallet_account_id": "wallet-123456789"}),
            json!({}),
        ),
        ("/wallet/phone_wallet", "wallet", json!({"telephone_number": "+447700900123"}), json!({})),
        ("/bank_redirect/interbank_e_transfer", "bank_redirect", json!({"email": "ada@analytical.example"}), json!({})),
        (
            "/bank_redirect/open_banking_uk",
            "bank_redirect",
            json!({"account_holder_name": "Ada Lovelace",
            "iban": "GB33BUKB20201555555555"}),
            json!({}),
        ),
        (
            "/passthrough",
            "bank",
            json!({"psp_token": "token-123456789", "psp_customer_id": "psp_cus_1",
            "token_type": "ach"}),
            json!({}),
        ),
    ]
}

fn typed(word: &str, mut fields: Value) -> Value {
    fields["payout_method_type"] = json!(word);
    fields
}

/// The object at `place`.
fn at(place: &str, fields: Value) -> Value {
    place.split('/').skip(1).collect::<Vec<_>>().into_iter().rev().fold(fields, |inner, key| json!({key: inner}))
}

fn with(fields: &Value, extra: &Value) -> Value {
    let mut all = fields.clone();
    all.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    all
}

fn body(place: &str, payout_type: &str, fields: Value) -> Value {
    payout_with(json!({"payout_type": payout_type, "payout_method_data": at(place, fields)}))
}

/// Fields whose value no answer may show whole.
const SECRETS: [&str; 13] = [
    "card_number",
    "dpan",
    "application_primary_account_number",
    "bank_account_number",
    "bank_routing_number",
    "bank_sort_code",
    "iban",
    "tax_id",
    "instant_key",
    "emv",
    "bank_number",
    "wallet_account_id",
    "psp_token",
];

#[tokio::test]
async fn every_variant_is_taken_with_its_required_fields_and_with_all() {
    let client = Client::new();
    for (place, payout_type, required, optional) in variants() {
        for fields in [required.clone(), with(&required, &optional)] {
            let payout = client.post("/payouts/create", body(place, payout_type, fields)).await.ok();
            assert_eq!(payout["status"], "requires_fulfillment", "{place} {payout}");
        }
    }
}

#[tokio::test]
async fn each_required_field_is_named_when_it_is_missing() {
    let client = Client::new();
    for (place, payout_type, required, _) in variants() {
        for field in required.as_object().unwrap().keys() {
            let mut fields = required.clone();
            for missing in [None, Some(json!(null)), Some(json!(""))] {
                match missing {
                    None => drop(fields.as_object_mut().unwrap().remove(field)),
                    Some(value) => fields[field] = value,
                }
                let answer = client.post("/payouts/create", body(place, payout_type, fields.clone())).await;
                let only = required.as_object().unwrap().len() == 1;
                let name = format!("payout_method_data{}.{field}", place.replace('/', "."));
                if !(only && answer.status == 400 && answer.message().contains("exactly one")) {
                    answer.refused(400, "IR_01", &name);
                }
            }
        }
    }
}

#[tokio::test]
async fn wrong_types_are_refused_by_name_and_never_repeated() {
    let client = Client::new();
    for (place, payout_type, required, optional) in variants() {
        let all = with(&required, &optional);
        for field in all.as_object().unwrap().keys() {
            let mut fields = all.clone();
            fields[field] = json!(4_242_424_242_424_242_i64);
            let answer = client.post("/payouts/create", body(place, payout_type, fields)).await;
            answer.refused(400, "IR_04", field);
            assert!(field == "payout_method_type" || !answer.text().contains("4242424242424242"), "{}", answer.text());
        }
    }
}

#[tokio::test]
async fn wrong_values_are_refused_by_name_and_never_repeated() {
    let client = Client::new();
    let bad = |field: &str| match field {
        "card_number" | "dpan" | "application_primary_account_number" => vec!["42424242424", "4242x42424242424"],
        "expiry_month" => vec!["13", "00", "3"],
        "expiry_year" => vec!["203", "20300", "20a0"],
        "card_network" => vec!["visa", "American Express"],
        "iban" => vec!["89370400440532013000", "DE", "DE8937040044053201300012345678901234"],
        "bic" => vec!["COBA", "COBADEFFX"],
        "bank_country_code" => vec!["DEU", "1"],
        "email" => vec!["ada", "@x", "a b@c"],
        "telephone_number" => vec!["call me"],
        "payout_method_type" => vec!["pigeon", "ACH"],
        _ => vec![],
    };
    for (place, payout_type, required, optional) in variants() {
        let all = with(&required, &optional);
        for field in all.as_object().unwrap().keys() {
            for value in bad(field) {
                let mut fields = all.clone();
                fields[field] = json!(value);
                let answer = client.post("/payouts/create", body(place, payout_type, fields)).await;
                answer.refused(400, "IR_04", field);
                assert!(!SECRETS.contains(&field.as_str()) || value.len() < 3 || !answer.text().contains(value));
            }
        }
    }
}

#[tokio::test]
async fn there_is_exactly_one_key_and_it_is_a_known_one() {
    let client = Client::new();
    let phone = json!({"telephone_number": "+447700900123"});
    let email = json!({"email": "a@b.example"});
    for (data, mention) in [
        (json!({}), "none"),
        (json!({"card": null}), "none"),
        (json!({"card": {}, "wallet": {"phone_wallet": phone}}), "“card”, “wallet”"),
        (json!({"pigeon": {}}), "pigeon"),
        (json!({"wallet": {}}), "payout_method_data.wallet"),
        (json!({"wallet": {"phone_wallet": phone, "web_wallet": {}}}), "“phone_wallet”, “web_wallet”"),
        (json!({"wallet": {"gold": {}}}), "gold"),
        (
            json!({"bank_redirect": {"interbank_e_transfer": email, "open_banking_uk": {}}}),
            "payout_method_data.bank_redirect",
        ),
    ] {
        let body = payout_with(json!({"payout_type": null, "payout_method_data": data}));
        client.post("/payouts/create", body).await.refused(400, "IR_04", mention);
    }
    for data in [json!([]), json!("card"), json!({"card": "4242"}), json!({"bank_transfer": 1})] {
        let body = payout_with(json!({"payout_type": null, "payout_method_data": data}));
        client.post("/payouts/create", body).await.refused(400, "IR_04", "payout_method_data");
    }
}

#[tokio::test]
async fn the_listing_without_discriminator_is_not_taken() {
    let client = Client::new();
    let bare = json!({"iban": "DE89370400440532013000", "country_code": "DE", "account_number": "0532013000",
        "bank_number": "37040044"});
    let answer = client.post("/payouts/create", body("/bank_transfer", "bank", bare.clone())).await;
    answer.refused(400, "IR_01", "payout_method_type");
    let answer = client.post("/payouts/create", body("/bank_transfer", "bank", typed("bank_link", bare))).await;
    answer.refused(400, "IR_01", "bank_country_code");
}

#[tokio::test]
async fn the_payout_type_has_to_go_with_the_method() {
    let client = Client::new();
    for (place, payout_type, required, _) in variants() {
        for other in ["card", "bank", "wallet", "bank_redirect"] {
            let answer = client.post("/payouts/create", body(place, other, required.clone())).await;
            match other == payout_type || place == "/passthrough" {
                true => drop(answer.ok()),
                false => answer.refused(400, "IR_04", "payout_type"),
            }
        }
    }
}

#[tokio::test]
async fn numbers_are_masked_in_every_answer_and_stored_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    let mut numbers = Vec::new();
    for (place, payout_type, required, optional) in variants() {
        let all = with(&required, &optional);
        let payout = client.post("/payouts/create", body(place, payout_type, all.clone())).await.ok();
        let key =
            if payout_type == "bank" && place == "/bank_transfer" { "/bank".to_owned() } else { place.to_owned() };
        let shown = payout.pointer(&format!("/payout_method_data{key}")).unwrap();
        assert_eq!(shown.as_object().unwrap().len(), all.as_object().unwrap().len(), "{payout}");
        for (field, value) in all.as_object().unwrap() {
            if SECRETS.contains(&field.as_str()) {
                numbers.push(value.as_str().unwrap().to_owned());
                assert!(shown[field].as_str().unwrap().starts_with("****"), "{field}: {shown}");
            } else {
                assert_eq!(&shown[field], value);
            }
        }
        let id = payout["payout_id"].as_str().unwrap();
        let updated = client.put(&format!("/payouts/{id}"), json!({"payout_method_data": at(place, all)})).await;
        let fulfilled = client.post(&format!("/payouts/{id}/fulfill"), json!({"payout_id": id})).await;
        for text in [payout.to_string(), updated.text(), fulfilled.text()] {
            assert!(numbers.iter().all(|number| !text.contains(number)), "a whole number in {text}");
        }
    }
    for path in ["/_sandbox/payouts?limit=100", "/_sandbox/ledger", "/_sandbox/log"] {
        let text = client.get(path).await.text();
        assert!(numbers.iter().all(|number| !text.contains(number)), "a whole number at {path}");
    }
    drop(client);
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let holds = |number: &String| bytes.windows(number.len()).any(|window| window == number.as_bytes());
        assert_eq!(numbers.iter().find(|number| holds(number)), None, "a whole number is stored on disk");
    }
}

#[tokio::test]
async fn a_source_bank_has_the_shape_of_a_bank_transfer_and_is_never_shown() {
    let client = Client::new();
    let good = json!({"payout_method_type": "sepa", "iban": "DE89370400440532013000", "bic": "NORDDEHH"});
    let payout = client.post("/payouts/create", payout_with(json!({"source_bank_data": good}))).await.ok();
    assert!(!payout.to_string().contains("NORDDEHH"));
    let bad = json!({"payout_method_type": "sepa", "iban": "DE89370400440532013000"});
    let answer = client.post("/payouts/create", payout_with(json!({"source_bank_data": bad}))).await;
    answer.refused(400, "IR_01", "source_bank_data.bic");
}
