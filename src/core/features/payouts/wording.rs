//! Where the money of a payout goes, as text.

use paydesk_domain::method::method_text;
use paydesk_domain::payout::Payout;

/// Where the money goes, as the service masked it: how, and the first masked value of the method.
pub fn destination_text(payout: &Payout) -> Option<String> {
    let method_type = payout.method.iter().find(|(name, _)| name.ends_with("payout_method_type"));
    let shown = |(name, value): &(String, String)| {
        let (kind, field) = name.split_once('.').unwrap_or(("", name));
        let is_place = value.contains('*') || field.ends_with("email") || field.ends_with("telephone_number");
        let how = method_type.map_or(kind, |(_, word)| word);
        is_place.then(|| format!("{}, {value}", method_text(how)))
    };
    payout.method.iter().find_map(shown)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_api::resources::payouts::wire::decode_payout;
    use paydesk_domain::money::MinorUnits;

    #[test]
    fn recipient_and_destination_are_named_by_what_is_known_of_them() {
        let mut body = json!({"payout_id": "p", "status": "pending", "amount": 5, "currency": "EUR",
            "customer_id": "cus_1", "payout_method_data": {"bank": {"payout_method_type": "sepa", "bic": "COBADEFF",
            "iban": "******************3000"}}});
        let payout = decode_payout(body.clone(), MinorUnits::Iso4217).unwrap();
        assert_eq!(payout.recipient_name(), None);
        assert_eq!(destination_text(&payout).as_deref(), Some("SEPA credit transfer, ******************3000"));
        body["customer"] = json!({"id": "cus_1", "name": "Grace Hopper"});
        body["payout_method_data"] = json!({"bank_redirect": {"interbank_e_transfer": {"email": "g@mail.example"}}});
        let payout = decode_payout(body, MinorUnits::Iso4217).unwrap();
        assert_eq!(payout.recipient_name(), Some("Grace Hopper"));
        assert_eq!(destination_text(&payout).as_deref(), Some("Bank redirect, g@mail.example"));
    }

    #[test]
    fn the_holder_of_the_account_is_paid_where_the_customer_has_no_name() {
        let of = |holder: &str| {
            let body = json!({"payout_id": "p", "status": "pending", "amount": 5, "currency": "EUR",
                "customer_id": "cus_1", "payout_method_data": {"bank": {"account_holder_name": holder}}});
            decode_payout(body, MinorUnits::Iso4217).unwrap().recipient_name().map(str::to_owned)
        };
        assert_eq!(of("Ada Lovelace").as_deref(), Some("Ada Lovelace"));
        assert_eq!((of("***"), of(" ")), (None, None));
    }
}
