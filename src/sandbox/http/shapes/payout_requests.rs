//! Bodies that create and change payouts, as the engine reads them.

use serde_json::{Map, Value};

/// The form of an account by the field that it has.
const FORMS: [(&str, &str); 4] =
    [("iban", "sepa"), ("bank_routing_number", "ach"), ("bank_sort_code", "bacs"), ("pix_key", "pix")];

/// `bank` is a bank transfer, whose form follows from its fields.
pub fn read(mut body: Map<String, Value>) -> Map<String, Value> {
    let Some(Value::Object(data)) = body.get_mut("payout_method_data") else {
        return body;
    };
    if let Some(Value::Object(mut bank)) = data.remove("bank") {
        let form = FORMS.into_iter().find(|(field, _)| bank.contains_key(*field)).map_or("sepa", |(_, form)| form);
        bank.entry("payout_method_type").or_insert_with(|| form.into());
        data.insert("bank_transfer".to_owned(), Value::Object(bank));
    }
    body
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_form_of_a_bank_transfer_follows_from_its_fields() {
        let form = |bank: Value| {
            let body = json!({ "payout_method_data": { "bank": bank } });
            read(body.as_object().unwrap().clone())["payout_method_data"]["bank_transfer"]["payout_method_type"].clone()
        };
        assert_eq!(form(json!({ "iban": "DE89370400440532013000" })), "sepa");
        assert_eq!(form(json!({ "bank_account_number": "1", "bank_sort_code": "2" })), "bacs");
    }
}
