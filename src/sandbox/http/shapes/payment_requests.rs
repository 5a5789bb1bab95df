//! Bodies that create, update and confirm payments, as the engine reads them.

use serde_json::{Map, Value};

use super::errors::ShapeRefusal;
use super::requests::only_fields;
use crate::config::Credentials;

/// The fields of `PaymentsCreateRequest`; others are refused.
const FIELDS: &str = "amount order_tax_amount currency amount_to_capture shipping_cost payment_id routing connector \
    capture_method authentication_type billing confirm customer customer_id email name phone phone_country_code \
    off_session description return_url setup_future_usage payment_method_data payment_method payment_token shipping \
    statement_descriptor_name statement_descriptor_suffix order_details mandate_data customer_acceptance mandate_id \
    browser_info payment_experience payment_method_type merchant_connector_details allowed_payment_method_types \
    retry_action metadata connector_metadata feature_metadata payment_link payment_link_config \
    payment_link_config_id profile_id surcharge_details payment_type request_incremental_authorization \
    session_expiry frm_metadata request_external_three_ds_authentication recurring_details split_payments \
    request_extended_authorization merchant_order_reference_id skip_external_tax_calculation \
    psd2_sca_exemption_type ctp_service_details force_3ds_challenge threeds_method_comp_ind \
    is_iframe_redirection_enabled all_keys_required payment_channel tax_status discount_amount \
    shipping_amount_tax duty_amount order_date enable_partial_authorization enable_overcapture \
    is_stored_credential mit_category billing_descriptor tokenization partner_merchant_identifier_details frm_id \
    client_secret card_cvc business_country business_label capture_on merchant_id";

/// Methods of capture, whether each is manual, and whether one capture ends it.
const CAPTURE_METHODS: [(&str, &str, bool); 5] = [
    ("automatic", "automatic", false),
    ("manual", "manual", true),
    ("manual_multiple", "manual", false),
    ("scheduled", "automatic", false),
    ("sequential_automatic", "automatic", false),
];

/// Processors that take one capture of a payment.
const ONE_CAPTURE: [&str; 1] = ["stripe"];
/// Fields that answers repeat and the engine does not read.
const SAID: [&str; 8] = [
    "payment_experience",
    "browser_info",
    "statement_descriptor_name",
    "statement_descriptor_suffix",
    "capture_method",
    "authentication_type",
    "off_session",
    "session_expiry",
];
/// How many digits of a card's number name its issuer: nobody pays with them.
const ISIN_DIGITS: usize = 6;

/// What every product of an order has to say.
const PRODUCT_FIELDS: [&str; 3] = ["product_name", "quantity", "amount"];

/// A body as the engine reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentRequest {
    pub body: Map<String, Value>,
    /// Whether one capture ends the authorization, where the body says how it is captured.
    pub single_capture: Option<bool>,
    pub customer_id: Option<String>,
    /// What answers repeat and the engine does not read.
    pub said: Map<String, Value>,
    /// The fields of the payments of a link, where one is asked for.
    pub link: Option<Map<String, Value>>,
    /// The processor that is to take it, where the body names one.
    processor: Option<String>,
}

impl PaymentRequest {
    pub fn read(credentials: &Credentials, mut body: Map<String, Value>) -> Result<Self, ShapeRefusal> {
        only_fields(&body, FIELDS)?;
        check_products(&body)?;
        let said = said(&body);
        let processor = body.get("connector").and_then(|names| names.get(0)?.as_str()).map(str::to_owned);
        let single_capture = take_capture_method(&mut body)?;
        take_customer(&mut body);
        write_years_in_full(&mut body);
        if body.get("profile_id").is_none_or(Value::is_null) {
            body.insert("profile_id".to_owned(), credentials.profile_id.clone().into());
        }
        let customer_id = body.get("customer_id").and_then(Value::as_str).map(str::to_owned);
        let link = (body.get("payment_link") == Some(&Value::Bool(true))).then(|| link_fields(&body));
        Ok(Self { body, single_capture, customer_id, said, link, processor })
    }

    /// Why the processor that the body names does not take it. The payment is there all the same.
    pub fn refused_by_processor(&self) -> Option<ShapeRefusal> {
        let processor = self.processor.as_deref().filter(|name| ONE_CAPTURE.contains(name))?;
        let asks_for_several = self.said.get("capture_method").is_some_and(|word| word == "manual_multiple");
        let refusal = ShapeRefusal::bad_request("IR_19", "this payment method type is not supported");
        asks_for_several.then(|| refusal.because(format!("{processor} does not support manual_multiple")))
    }
}

fn said(body: &Map<String, Value>) -> Map<String, Value> {
    let card = body.get("payment_method_data").and_then(|data| data.get("card"));
    let holder = card.and_then(|card| card.get("card_holder_name"));
    let number = card.and_then(|card| card.get("card_number")?.as_str());
    let isin = number.and_then(|number| number.get(..ISIN_DIGITS)).map(Value::from);
    let of_card = [("card_holder_name", holder.cloned()), ("card_isin", isin)];
    let of_body = SAID.into_iter().map(|name| (name, body.get(name).cloned()));
    let all = of_body.chain(of_card).filter_map(|(name, value)| Some((name.to_owned(), value?)));
    all.filter(|(_, value)| !value.is_null()).collect()
}

/// What the payments that follow the first of a link are created with.
fn link_fields(body: &Map<String, Value>) -> Map<String, Value> {
    let own = ["payment_id", "confirm", "payment_link", "session_expiry", "client_secret"];
    body.iter()
        .filter(|(name, _)| !own.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn check_products(body: &Map<String, Value>) -> Result<(), ShapeRefusal> {
    let products = body.get("order_details").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let missing =
        |product: &Value| PRODUCT_FIELDS.into_iter().find(|name| product.get(name).is_none_or(Value::is_null));
    match products.iter().find_map(missing) {
        Some(name) => Err(ShapeRefusal::body(format!("Json deserialize error: missing field `{name}`"))),
        None => Ok(()),
    }
}

fn take_capture_method(body: &mut Map<String, Value>) -> Result<Option<bool>, ShapeRefusal> {
    let Some(word) = body.get("capture_method").and_then(Value::as_str) else {
        return Ok(None);
    };
    let method = CAPTURE_METHODS.into_iter().find(|(known, _, _)| *known == word);
    let unknown = || ShapeRefusal::body(format!("Json deserialize error: unknown variant `{word}`"));
    let (_, engine, single) = method.ok_or_else(unknown)?;
    body.insert("capture_method".to_owned(), engine.into());
    Ok(Some(single))
}

/// `customer` takes the place of the single fields.
fn take_customer(body: &mut Map<String, Value>) {
    let Some(Value::Object(customer)) = body.remove("customer") else {
        return;
    };
    for (name, value) in customer {
        let field = if name == "id" { "customer_id".to_owned() } else { name };
        body.entry(field).or_insert(value);
    }
}

/// Cards come with years of two digits too.
fn write_years_in_full(body: &mut Map<String, Value>) {
    let year = body.get_mut("payment_method_data").and_then(|data| data.pointer_mut("/card/card_exp_year"));
    if let Some(Value::String(year)) = year
        && year.len() == 2
    {
        year.insert_str(0, "20");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: Value) -> Result<PaymentRequest, ShapeRefusal> {
        PaymentRequest::read(&Credentials::generate(1), body.as_object().unwrap().clone())
    }

    #[test]
    fn manual_takes_one_capture_and_manual_multiple_several() {
        assert_eq!(read(json!({"capture_method": "manual"})).unwrap().single_capture, Some(true));
        let several = read(json!({"capture_method": "manual_multiple"})).unwrap();
        assert_eq!((several.single_capture, &several.body["capture_method"]), (Some(false), &json!("manual")));
        assert!(read(json!({"capture_method": "later"})).is_err());
    }

    #[test]
    fn products_have_a_product_name_and_unknown_fields_are_refused() {
        let refused = read(json!({"order_details": [{"name": "Kettle", "quantity": 1, "amount": 5}]})).unwrap_err();
        assert_eq!(refused, ShapeRefusal::body("Json deserialize error: missing field `product_name`"));
        assert!(read(json!({"items": []})).is_err());
    }

    #[test]
    fn the_customer_is_an_object_and_years_have_two_digits_or_four() {
        let request = read(json!({"customer": {"id": "cus_1", "email": "a@mail.example"},
            "payment_method_data": {"card": {"card_exp_year": "30"}}}));
        let request = request.unwrap();
        assert_eq!(request.customer_id.as_deref(), Some("cus_1"));
        assert_eq!(request.body["email"], "a@mail.example");
        assert_eq!(request.body["payment_method_data"]["card"]["card_exp_year"], "2030");
    }
}
