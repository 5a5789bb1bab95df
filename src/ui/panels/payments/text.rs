//! Texts of the list of payments.

pub use crate::text::{
    ACCOUNT, ACH_SEPA_BACS_OR_LOCAL, AMOUNTS, AS_PROVIDER_NAMES_IT, ATTEMPT, ATTEMPTS, AUTHENTICATION, AUTOMATIC,
    BANK_REDIRECT, BEING_REFUNDED, BILLING, CANCELLED, CAPTURABLE, CAPTURE, CAPTURED, CARD, CHANGED, CLEAR,
    CLEAR_ALL_FILTERS, CLEAR_FILTERS, CLIENT_SECRET, CLOSE_PANE, CONFIRM_PAYMENT, DECLINE, DESCRIPTION,
    DESCRIPTOR_SUFFIX, DISPUTE, EVENT, ID_OR_NAME_OF_CUSTOMER, JSON_OBJECT_IN_PROVIDERS_FORMAT, LAST_READ, LOADING,
    LOADING_PAYMENT, MANUAL, MERCHANT, MESSAGE, METADATA, METADATA_OPTIONAL, METHOD, METHOD_DATA, METHOD_TYPE,
    NAME_ON_CARD, NOTHING_COULD_BE_READ, NOTHING_IN_REVIEW, NOTHING_LOADED, OPEN_CUSTOMER, OPTIONAL, PAYMENT_ID,
    PAYMENT_METHOD, PHONE_COUNTRY_CODE, PROVIDER_NAME_AND_SDK, PUBLISHED_TEST_CARDS_REAL_ONES, RAW_JSON, RECEIVED,
    REFRESH, REFUND as ONE_REFUND, REFUNDED, REMOVE, RETRY, RETURN_URL, REVIEW_QUEUE, SAVE_CHANGES,
    SAVE_PAYMENT_METHOD, SAVED_VIEWS, SEARCH_BY_E_MAIL, SHOW_CUSTOMERS_PAYMENTS, SPECIFY_LATER, STOP, SUCH_AS_44, TAG,
    TEST_CARD, TRANSFER_TYPE, TRY_AGAIN, UNIFIED_CODE, WALLET, WHAT_CUSTOMER_PAYS_FOR, WHY_IT_FAILED,
    WITHOUT_COUNTRY_CODE, after_confirmation, search_payments_for,
};
pub use paydesk_core::text::{
    AMOUNT, CREATED, CURRENCY, CUSTOMER, CUSTOMER_ID, DESCRIPTOR, DISPUTES, E_MAIL, FROM, NAME,
    NO_REASON as SERVICE_GAVE_NO_REASON, NOTE, ONE_PAYMENT, PAYMENT, PAYMENTS, PHONE, PROFILE, SHIPPING, STATUS, TO,
    TO_CAPTURE, WHOLE_NUMBER,
};

use paydesk_domain::payment_mark::PaymentMark;
use std::fmt::Display;

pub const ORDER: &str = "Order";

pub fn last_read(time: impl Display) -> String {
    format!("Last read {time}")
}

pub fn created_at(time: impl Display) -> String {
    format!("created {time}")
}

pub fn row_deadline(left: impl Display) -> String {
    format!("capture before: {left}")
}

/// `Partially captured · 17.80 left`.
pub fn left(status: &str, rest: &str) -> String {
    format!("{status} · {rest} left")
}

/// `45.80 of 58.30 left`.
pub fn amount_left(rest: &str, amount: Option<&str>) -> String {
    match amount {
        Some(amount) => format!("{rest} of {amount} left"),
        None => format!("{rest} left"),
    }
}

pub fn left_to_capture(rest: &str, currency: &str) -> String {
    format!("{rest} {currency} left to capture")
}

/// That the service does not filter by this, and how far Paydesk does.
pub fn filtered_by_mark(mark: PaymentMark, is_whole: bool) -> String {
    let known = match mark {
        PaymentMark::PartiallyCaptured => "based on the captured amounts known to Paydesk",
        PaymentMark::PartiallyRefunded | PaymentMark::Refunded => "based on the refunds known to Paydesk",
        PaymentMark::Disputed => "based on the disputes known to Paydesk",
    };
    let text = format!("Filtered in Paydesk, {known}");
    if is_whole { text } else { not_all_payments_are_loaded(text) }
}

// Actions

pub const CANCEL_PAYMENT: &str = "Cancel payment…";
pub const REJECT_PAYMENT: &str = "Reject payment…";
pub const REFUND: &str = "Refund…";

/// What was captured before stays.
pub fn release(amount: impl Display) -> String {
    format!("Release {amount}…")
}

pub fn approve(amount: impl Display) -> String {
    format!("Approve {amount}…")
}

pub fn approve_and_capture(amount: impl Display) -> String {
    format!("Approve and capture {amount}…")
}

pub fn confirm(amount: impl Display) -> String {
    format!("Confirm {amount}…")
}

pub fn capture(capturable_minor: impl Display) -> String {
    format!("Capture {capturable_minor}…")
}

pub fn service_confirmed_change_but_does(join: impl Display) -> String {
    format!("The service confirmed the change, but {join} is not what was sent")
}

// Change

pub fn edit_payment(id: impl Display) -> String {
    format!("Edit payment {id}")
}

pub fn refused_by_service(text: impl Display) -> String {
    format!("Refused by the service: {text}")
}

// Decline reason

pub const ACQUIRERS_CODE: &str = "Acquirer code";
pub const ACQUIRER_MESSAGE: &str = "Acquirer message";

pub fn declined(label: impl Display) -> String {
    format!("Declined: {label}")
}

pub fn declined_text(message: impl Display, code: impl Display) -> String {
    format!("Declined: {message} ({code})")
}

pub fn payment(payment_id: impl Display) -> String {
    format!("Payment: {payment_id}")
}

pub fn amount(amount: impl Display) -> String {
    format!("Amount: {amount}")
}

pub fn status(word: impl Display) -> String {
    format!("Status: {word}")
}

// Detail

pub const APPROVE_IT_TO_CAPTURE_PAYMENT: &str = "approve it to capture the payment";

pub fn payment_could_not_be_refreshed(text: impl Display) -> String {
    format!("The payment could not be refreshed: {text}")
}

pub fn payment_does_not_exist(id: impl Display) -> String {
    format!("Payment {id} does not exist")
}

pub fn could_not_be_loaded(id: impl Display) -> String {
    format!("{id} could not be loaded")
}

pub fn partially_captured_can_still(left: impl Display) -> String {
    format!("Partially captured: {left} can still be captured, or released")
}

pub fn held_for_manual_review(approve: impl Display, refuse: &str) -> String {
    format!("Held for manual review: {approve}, or {refuse} it to release the money")
}

pub fn may_not_be_manual_review(word: impl Display) -> String {
    format!(
        "“{word}” may not be manual review: the API documentation does not name the status. You can set its name in Settings."
    )
}

pub fn api_documentation_does_not_list(word: impl Display) -> String {
    format!(
        "The API documentation does not list the status “{word}”. It may be manual review: if you know the payment is awaiting a decision, approve or cancel it. Paydesk then checks the result."
    )
}

pub fn capture_before(when: &str, estimated: &str, left: &str) -> String {
    format!("Capture before {when}{estimated}, {left}")
}

/// Of a payment in review: the authorization ends then, whoever captures it.
pub fn decide_before(when: &str, estimated: &str, left: &str) -> String {
    format!("Decide before {when}{estimated}, {left}")
}

// Disputes

pub const NONE: &str = "None";

pub fn disputes_could_not_be_loaded(text: impl Display) -> String {
    format!("Disputes could not be loaded: {text}")
}

pub fn open_dispute_of(id_text: impl Display, amount: impl Display) -> String {
    format!("Open dispute {id_text} of {amount}")
}

// Facts

pub const CAPTURES: &str = "Captures";

pub fn note_on(kind: impl Display) -> String {
    format!("Note on {kind}")
}

pub fn tag_on(kind: impl Display) -> String {
    format!("Tag on {kind}")
}

/// `kim: Called back`; the text alone where the system has no name for who wrote it.
pub fn note_by(by: &str, text: impl Display) -> String {
    if by.is_empty() { text.to_string() } else { format!("{by}: {text}") }
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Filtered here

pub fn this_service_does_not_filter(parts: impl Display, end: impl Display) -> String {
    format!("This service does not filter its list by {parts}: {end}")
}

pub fn not_all_payments_are_loaded(text: impl Display) -> String {
    format!("{text}. Not all payments are loaded yet.")
}

pub fn and(join: impl Display, last: impl Display) -> String {
    format!("{join} and {last}")
}

// Filters

pub const FILTERED_LOCALLY_LOADS_ALL_PAYMENTS: &str = "Filtered in Paydesk (loads all payments)";

/// A customer that is not in the list.
pub fn customer_with_id(id: &str) -> String {
    format!("Customer with the ID {id}")
}

pub fn days_in_both_included(zone: impl Display) -> String {
    format!("Dates in {zone}, inclusive")
}

// List

pub const LOAD_ALL: &str = "Load all";

pub fn some_payments_could(what: impl Display) -> String {
    format!("Some payments could not be loaded: {what}")
}

pub fn may_not_be_manual_review_api(word: impl Display, join: impl Display) -> String {
    format!(
        "“{word}” may not be manual review: the API documentation does not name the status. Other payments have a status it does not list: {join}. Open one of them to use its status."
    )
}

pub fn no_payment_could_be_loaded(stalled: impl Display, suffix: impl Display) -> String {
    format!("No payment could be loaded: {stalled}{suffix}")
}

pub fn none_among_payments_loaded(loaded: impl Display, suffix: impl Display) -> String {
    format!("No match among the {loaded} payments loaded{suffix}")
}

pub fn no_payment_matches_these_filters(suffix: impl Display) -> String {
    format!("No payment matches these filters{suffix}")
}

pub fn cannot_be_read(count: impl Display, more: impl Display) -> String {
    format!("{count} {more} cannot be read")
}

pub fn first(first: impl Display) -> String {
    format!("The first: {first}")
}

pub fn updated(at: impl Display) -> String {
    format!("Updated {at} · ")
}

pub fn times_in(read: impl Display, zone: impl Display) -> String {
    format!("{read}Times in {zone}")
}

pub fn of_loaded(loaded: impl Display, total: impl Display) -> String {
    format!("{loaded} of {total} loaded")
}

pub fn payments(loaded: impl Display) -> String {
    format!("{loaded} payments")
}

pub fn loaded(loaded: impl Display) -> String {
    format!("{loaded} loaded")
}

pub fn shown_of(shown: impl Display, of: impl Display) -> String {
    format!("{shown} of {of}")
}

pub fn ordered_among_these(picked: impl Display) -> String {
    format!("{picked}; only these are sorted")
}

// New: fields

pub fn empty(own: impl Display) -> String {
    format!("If left empty: {own}")
}

pub fn n64_letters_digits_and(count: impl Display) -> String {
    format!("{count}/64 letters, digits, “_” and “-”")
}

pub fn service_may_cut_or_refuse(count: impl Display, limit: impl Display) -> String {
    format!("{count}/{limit}: the service may shorten or refuse it")
}

// New: goods

pub fn or_if_amounts(by_piece: impl Display) -> String {
    format!(", or {by_piece} if the amounts are per unit")
}

pub fn goods_total(by_line: impl Display, by_piece: impl Display) -> String {
    format!("Goods total: {by_line}{by_piece}")
}

pub fn this_differs_from_payment_amount(amount: impl Display) -> String {
    format!("This differs from the payment amount of {amount}")
}

pub fn service_does_not_compare_check(text: impl Display) -> String {
    format!("{text}. The service does not compare them; check before you send.")
}

pub fn goods(nth: impl Display) -> String {
    format!("Item {nth}")
}

pub fn quantity(nth: impl Display) -> String {
    format!("Quantity {nth}")
}

pub fn amount_text(nth: impl Display) -> String {
    format!("Amount {nth}")
}

pub fn remove_goods(nth: impl Display) -> String {
    format!("Remove item {nth}")
}

// New

pub fn of(verb: impl Display, amount: impl Display) -> String {
    format!("{verb} of {amount}")
}

// Declines

/// A payment beside a declined one, before it or after it.
pub fn open_other_payment(amount: impl Display, created: impl Display, status: impl Display) -> String {
    format!("Open {amount}, {created}, {status}")
}

pub fn filled_in_from(id: impl Display) -> String {
    format!("Filled in from {id}, which was declined. How it was paid is not copied.")
}

// Forms

pub const CUSTOMERS_BROWSER: &str = "Customer's browser";
pub const WHERE_CUSTOMER_RETURNS: &str = "Where the customer returns; needed for authentication";
