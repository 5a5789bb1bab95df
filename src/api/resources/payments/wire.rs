//! Payments as JSON ([API reference](crate::resources::payments::reference)).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::error::DecodeError;
use crate::resources::payments::list_filter::ListForm;
use paydesk_domain::document::{RAW_ROWS_MAX, Raw};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{CaptureMethod, CardSummary, Payment, PaymentRow, PaymentStatus};

use crate::wire::payment_error::payment_error;
use crate::wire::{ListPage, Notes, Object, ROWS_MAX, Spelling, raw_without_secrets, too_many_rows, without_secrets};

use super::related::related_records;

/// What juspay/hyperswitch calls the fields of a payment (`PaymentsResponse` of its v1 API).
const SPELLINGS: &[Spelling] = &[
    Spelling { field: "modified_at", others: &["updated"] },
    Spelling { field: "statement_descriptor", others: &["statement_descriptor_name"] },
    Spelling { field: "created", others: &["created_at"] },
];
/// And those of the card within it: the names that are sent when it is created.
const CARD_SPELLINGS: &[Spelling] = &[
    Spelling { field: "brand", others: &["card_network"] },
    Spelling { field: "exp_month", others: &["card_exp_month"] },
    Spelling { field: "exp_year", others: &["card_exp_year"] },
];

/// One page of the list of payments. Rows that cannot be read do not spoil the others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentPage {
    pub rows: Vec<PaymentRow>,
    /// Those that the list shows with what else only a read shows, such as the e-mail address.
    pub whole: Vec<Payment>,
    /// Rows that are missing above.
    pub unreadable: Vec<DecodeError>,
    /// The first [`RAW_ROWS_MAX`] of these, secrets masked.
    pub unreadable_raw: Vec<Value>,
    /// Fields that are missing in rows that are there.
    pub incomplete: Vec<DecodeError>,
    /// How many rows the filter matches in all, where the service says so.
    pub total_count: Option<u64>,
    /// Whether rows follow this page, where the service says so.
    pub has_more: Option<bool>,
    /// The id of the last row that has one.
    pub last_id: Option<PaymentId>,
    /// How known statuses are spelled, where all rows of this page agree.
    pub status_words: Vec<(PaymentStatus, String)>,
    /// How many rows were asked for at most, and how.
    pub limit: u32,
    pub form: ListForm,
}

/// Reads a page; only one without rows fails as a whole.
pub fn decode_page(body: &Value, units: MinorUnits) -> Result<PaymentPage, DecodeError> {
    let list = ListPage::read(body)?;
    let (mut rows, mut unreadable, mut unreadable_raw) = (Vec::new(), Vec::new(), Vec::new());
    let mut notes = Notes::default();
    for (index, value) in list.rows.iter().enumerate().take(ROWS_MAX) {
        match decode_row(value, list.at(index), units, &mut notes) {
            Ok(row) => rows.push(row),
            Err(error) => {
                unreadable.push(error);
                unreadable_raw.extend((unreadable_raw.len() < RAW_ROWS_MAX).then(|| without_secrets(value.clone())));
            }
        }
    }
    unreadable.extend(too_many_rows(list.rows.len()));
    let whole = list.rows.iter().take(ROWS_MAX).filter_map(|row| whole_row(row, units)).collect();
    let (total_count, has_more, incomplete) = (list.total_count, list.has_more, notes.into_unreadable());
    let id = |row: &Value| row.get("payment_id").and_then(Value::as_str).map(PaymentId::new);
    let last_id = list.rows.iter().rev().find_map(id);
    let status_words = status_words(list.rows);
    let page = PaymentPage {
        rows,
        whole,
        unreadable,
        unreadable_raw,
        incomplete,
        last_id,
        status_words,
        ..PaymentPage::default()
    };
    Ok(PaymentPage { total_count, has_more, ..page })
}

/// A row of the list that has more than the documented fields. There `null` says nothing: a row has it for refunds,
/// disputes and amounts that a read of the payment shows.
fn whole_row(row: &Value, units: MinorUnits) -> Option<Payment> {
    let mut row = row.as_object()?.clone();
    row.retain(|_, value| !value.is_null());
    let is_whole =
        ["email", "description", "metadata", "payment_method_data"].into_iter().any(|name| row.contains_key(name));
    is_whole.then(|| decode_payment(Value::Object(row), units).ok()).flatten()
}

/// How each known status is spelled; one that is spelled in two ways is left out.
fn status_words(rows: &[Value]) -> Vec<(PaymentStatus, String)> {
    let mut words: BTreeMap<PaymentStatus, Option<&str>> = BTreeMap::new();
    for word in rows.iter().filter_map(|row| row.get("status")?.as_str()) {
        let status = PaymentStatus::from_word(word);
        let seen = words.entry(status).or_insert(Some(word));
        *seen = seen.filter(|seen| *seen == word);
    }
    let known = words.into_iter().filter(|(status, _)| !matches!(status, PaymentStatus::Unknown(_)));
    known.filter_map(|(status, word)| Some((status, word?.to_owned()))).collect()
}

fn decode_row(value: &Value, path: String, units: MinorUnits, notes: &mut Notes) -> Result<PaymentRow, DecodeError> {
    let row = Object::new(value, path)?.spelled(SPELLINGS).counted_as(units);
    let error = payment_error(&row, notes);
    Ok(PaymentRow {
        payment_id: PaymentId::new(row.text("payment_id")?),
        status: PaymentStatus::from_word(row.text("status")?),
        amount: row.money()?,
        created: notes.shown(row.optional_time("created")),
        capturable_minor: notes.shown(row.optional_amount("amount_capturable")),
        received_minor: notes.shown(row.optional_amount("amount_received")),
        customer_id: notes.shown(row.optional_text("customer_id")).map(CustomerId::new),
        payment_method: notes.shown(row.optional_string("payment_method")),
        unified_message: error.reason().map(str::to_owned),
        unified_code: error.unified_code,
    })
}

/// Where the payment has its customer within it, the e-mail address may stand there alone.
fn customer_email(payment: &Object<'_>) -> Option<String> {
    payment.get("customer")?.get("email")?.as_str().map(str::to_owned)
}

/// Reads a whole payment, as retrieve, create, confirm and update answer it: id, status, amount and currency must be
/// there, and what was received and can be captured must be amounts where they are.
pub fn decode_payment(body: impl Into<Raw>, units: MinorUnits) -> Result<Payment, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.spelled(SPELLINGS).counted_as(units);
    let amount = object.money()?;
    let same_currency = |name: &str| -> Result<Option<Money>, DecodeError> {
        Ok(object.optional_amount(name)?.map(|minor| amount.with_minor(minor)))
    };
    let mut notes = Notes::default();
    let payment = Payment {
        payment_id: PaymentId::new(object.text("payment_id")?),
        status: PaymentStatus::from_word(object.text("status")?),
        amount_received: same_currency("amount_received")?,
        amount_capturable: same_currency("amount_capturable")?,
        merchant_id: notes.shown(object.optional_text("merchant_id")).map(MerchantId::new),
        profile_id: notes.shown(object.optional_text("profile_id")).map(BusinessProfileId::new),
        capture_method: notes.shown(object.optional_text("capture_method")).map(CaptureMethod::from_word),
        payment_method: notes.shown(object.optional_string("payment_method")),
        payment_method_type: notes.shown(object.optional_string("payment_method_type")),
        card: card(&object, &mut notes),
        customer_id: notes.shown(object.optional_text("customer_id")).map(CustomerId::new),
        email: notes.shown(object.optional_string("email")).or_else(|| customer_email(&object)),
        description: notes.shown(object.optional_string("description")),
        statement_descriptor: notes.shown(object.optional_string("statement_descriptor")),
        metadata: notes.shown(object.optional_pairs("metadata")).unwrap_or_default(),
        created: notes.shown(object.optional_time("created")),
        modified_at: notes.shown(object.optional_time("modified_at")),
        captured_at: notes.shown(object.optional_time("captured_at")),
        cancelled_at: notes.shown(object.optional_time("cancelled_at")),
        cancellation_reason: notes.shown(object.optional_string("cancellation_reason")),
        error: payment_error(&object, &mut notes),
        related: related_records(&object, &amount, &mut notes),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
        amount,
    };
    Ok(Payment { unreadable: notes.into_unreadable(), ..payment })
}

/// `payment` with the fields of a partial answer (capture, cancel, approve) laid over it.
pub fn merge_partial(payment: &Payment, partial: &Value) -> Result<Payment, DecodeError> {
    let mut whole = Value::clone(&payment.raw);
    let partial = Object::new(partial, "")?.map;
    if let Some(whole) = whole.as_object_mut() {
        whole.extend(partial.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    decode_payment(whole, payment.currency().units())
}

fn card(payment: &Object<'_>, notes: &mut Notes) -> Option<CardSummary> {
    let data = notes.shown(payment.optional_object("payment_method_data"))?;
    let card = notes.shown(data.optional_object("card"))?.spelled(CARD_SPELLINGS);
    Some(CardSummary {
        last4: notes.shown(card.optional_shown("last4")),
        brand: notes.shown(card.optional_shown("brand")),
        exp_month: notes.shown(card.optional_shown("exp_month")),
        exp_year: notes.shown(card.optional_shown("exp_year")),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::payment::PaymentAction;

    #[test]
    fn a_year_as_a_number_is_shown_and_an_amount_as_a_text_is_refused_with_its_path() {
        let mut body = json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 500, "currency": "EUR", "error_code": 51,
            "payment_method_data": {"card": {"exp_month": 3, "exp_year": 2030}},
        });
        let payment = decode_payment(body.clone(), MinorUnits::Iso4217).unwrap();
        assert_eq!(payment.card.unwrap().exp_year.as_deref(), Some("2030"));
        assert_eq!(payment.error.error_code.as_deref(), Some("51"));
        body["amount_capturable"] = json!("500");
        assert_eq!(decode_payment(body, MinorUnits::Iso4217).unwrap_err().path, "amount_capturable");
    }

    #[test]
    fn a_field_that_is_only_shown_is_left_out_and_reported_and_the_payment_is_there() {
        let body = json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 500, "currency": "EUR", "description": 7,
            "created": "soon", "metadata": "none", "payment_method_data": {"card": {"last4": [4], "brand": "Visa"}},
        });
        let payment = decode_payment(body.clone(), MinorUnits::Iso4217).unwrap();
        let paths: Vec<&str> = payment.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["payment_method_data.card.last4", "description", "metadata", "created"]);
        assert_eq!((&payment.description, payment.created, payment.metadata.len()), (&None, None, 0));
        let card = payment.card.unwrap();
        assert_eq!((card.last4, card.brand.as_deref()), (None, Some("Visa")));
        assert_eq!(*payment.raw, body);
    }

    #[test]
    fn null_in_a_row_of_the_list_says_nothing_of_refunds() {
        let mut row = json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 500, "currency": "EUR", "description": "Order 1",
            "refunds": null, "amount_received": null, "email": null, "customer": {"email": "ada@mail.example"},
            "state_metadata": {"total_refunded_amount": 100, "total_disputed_amount": null},
        });
        let whole = |row: &Value| decode_page(&json!({ "data": [row] }), MinorUnits::Iso4217).unwrap().whole.remove(0);
        let read = whole(&row);
        let totals = |payment: &Payment| (payment.related.refunded_minor, payment.related.disputed_minor);
        assert_eq!((totals(&read), read.related.refunds), ((Some(100), None), None));
        assert_eq!(read.email.as_deref(), Some("ada@mail.example"));
        row["state_metadata"] = Value::Null;
        assert_eq!(totals(&whole(&row)), (None, None), "nothing says that it was");
    }

    #[test]
    fn a_list_longer_than_any_page_is_read_to_a_bound_and_says_so() {
        let rows = vec![json!({"payment_id": "p", "status": "failed", "amount": 1, "currency": "EUR"}); ROWS_MAX + 5];
        let page = decode_page(&json!({ "data": rows }), MinorUnits::Iso4217).unwrap();
        assert_eq!((page.rows.len(), page.unreadable.len()), (ROWS_MAX, 1));
        assert_eq!(
            page.unreadable[0].to_string(),
            "the response has 1005 rows at data, where at most 1,000 rows was expected"
        );
    }

    #[test]
    fn a_part_that_is_no_object_changes_nothing_unnoticed() {
        let whole = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 500, "currency": "EUR"});
        let payment = decode_payment(whole, MinorUnits::Iso4217).unwrap();
        assert_eq!(merge_partial(&payment, &json!(null)).unwrap_err().path, "the top");
        assert_eq!(merge_partial(&payment, &json!({})), Ok(payment));
    }

    #[test]
    fn what_is_or_may_be_authorized_can_be_captured_and_nothing_before_or_after() {
        for (word, capture, cancel) in [
            ("requires_capture", true, true),
            ("succeeded", true, true),
            ("partially_captured", true, true),
            ("partially_captured_and_capturable", true, true),
            ("partially_authorized_and_requires_capture", true, true),
            ("partially_captured_and_processing", false, false),
            ("requires_customer_action", false, true),
            ("requires_merchant_action", false, true),
            ("processing", false, true),
            // A person is warned: nothing shows that the amount is authorized.
            ("on_hold", true, true),
            ("cancelled_post_capture", false, false),
            ("conflicted", false, false),
            ("expired", false, false),
            ("cancelled", false, false),
        ] {
            let mut payment = sample(word);
            let allowed = (payment.allows(PaymentAction::Capture), payment.allows(PaymentAction::Cancel));
            assert_eq!(allowed, (capture, cancel), "{word}");
            payment.amount_capturable = Some(payment.amount.with_minor(0));
            assert!(!payment.allows(PaymentAction::Capture), "{word}");
        }
    }

    fn sample(status: &str) -> Payment {
        let body = serde_json::json!({"payment_id": "p", "status": status, "amount": 500, "currency": "EUR",
            "amount_capturable": 200});
        decode_payment(body, MinorUnits::Iso4217).unwrap()
    }
}
