//! Fields of the create input that no answer shows: addresses, goods, the browser. Checked all the same.

use serde_json::{Map, Value};

use crate::engine::fields::{FieldReader, kind_of};
use crate::engine::refusal::{Refusal, quoted};

/// Longest `merchant_order_reference_id` (limits).
const ORDER_REFERENCE_MAX_CHARS: usize = 255;
/// Texts that are checked and stored.
const WRITE_ONLY_TEXTS: [&str; 4] = ["name", "phone", "phone_country_code", "merchant_order_reference_id"];

/// Checks these fields and returns those that are stored.
pub fn read(fields: &FieldReader) -> Result<Map<String, Value>, Refusal> {
    for field in WRITE_ONLY_TEXTS {
        fields.text(field)?;
    }
    let reference = fields.text("merchant_order_reference_id")?.unwrap_or_default().chars().count();
    if reference > ORDER_REFERENCE_MAX_CHARS {
        let rule = format!("must have at most {ORDER_REFERENCE_MAX_CHARS} characters; this has {reference}");
        return Err(Refusal::invalid("merchant_order_reference_id", rule));
    }
    fields.choice("setup_future_usage", &["on_session", "off_session"])?;
    for field in ["billing", "shipping"] {
        fields.object(field)?.map(|address| check_address(&address)).transpose()?;
    }
    fields.object("browser_info")?.map(|info| check_browser_info(&info)).transpose()?;
    check_order_details(fields)?;
    let stored = WRITE_ONLY_TEXTS.iter().chain(&["setup_future_usage", "billing", "shipping", "order_details"]);
    Ok(stored.filter_map(|field| Some(((*field).to_owned(), fields.value(field)?.clone()))).collect())
}

/// Billing and shipping: everything but `line2` is required (API reference).
fn check_address(fields: &FieldReader) -> Result<(), Refusal> {
    let address = fields.required_object("address")?;
    for field in ["line1", "city", "state", "zip", "country", "first_name", "last_name"] {
        address.required_text(field)?;
    }
    address.text("line2")?;
    let country = address.required_text("country")?;
    if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        let rule = format!("must be a two-letter ISO 3166-1 code, not {}", quoted(country));
        return Err(Refusal::invalid(&address.name_of("country"), rule));
    }
    let phone = fields.required_object("phone")?;
    phone.required_text("number")?;
    phone.required_text("country_code")?;
    Ok(())
}

fn check_browser_info(info: &FieldReader) -> Result<(), Refusal> {
    const TEXTS: [&str; 9] = [
        "ip_address",
        "user_agent",
        "accept_header",
        "accept_language",
        "language",
        "os_type",
        "os_version",
        "device_model",
        "referer",
    ];
    TEXTS.iter().try_for_each(|field| info.text(field).map(|_| ()))?;
    let integers = ["color_depth", "screen_height", "screen_width", "time_zone"];
    integers.iter().try_for_each(|field| info.integer(field).map(|_| ()))?;
    ["java_enabled", "java_script_enabled"].iter().try_for_each(|field| info.boolean(field).map(|_| ()))
}

fn check_order_details(fields: &FieldReader) -> Result<(), Refusal> {
    for (i, entry) in fields.array("order_details")?.into_iter().flatten().enumerate() {
        let place = format!("order_details[{i}]");
        let Some(map) = entry.as_object() else {
            return Err(Refusal::invalid(&place, format!("must be an object, not {}", kind_of(entry))));
        };
        let entry = FieldReader::at(map, place);
        entry.text("name")?;
        entry.integer("quantity")?;
        entry.integer("amount")?;
        entry.text("currency")?;
    }
    Ok(())
}
