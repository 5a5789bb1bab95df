//! Texts of the list of payments.

pub use crate::app::text::{
    AMOUNT, CREATED, CURRENCY, CUSTOMER, CUSTOMER_ID, DESCRIPTOR, DISPUTES, E_MAIL, FROM, NAME, ONE_PAYMENT, PAYMENT,
    PAYMENTS, PHONE, PROFILE, REASON, SHIPPING, STATUS, TO, TO_CAPTURE, WHOLE_NUMBER,
};
pub use crate::ui::text::{
    ACCOUNT, ACH_SEPA_BACS_OR_WORD, ADDRESS_OF_WALLET, AMOUNTS, ANOTHER_CODE, ATTEMPTS, AUTHENTICATION, AUTOMATIC,
    BANK_REDIRECT, BEING_REFUNDED, BILLING, CANCELLED, CAPTURABLE, CAPTURE, CAPTURED, CARD, CHANGED, CLEAR,
    CLEAR_ALL_FILTERS, CLEAR_FILTERS, CLIENT_SECRET, CLOSE_PANE, COPY, COPY_CLIENT_SECRET, DATA_OF_METHOD, DESCRIPTION,
    DESCRIPTOR_SUFFIX, ID_OR_NAME_OF_CUSTOMER, ITS_USER_AGENT, IVE_SAVED_IT_REMOVE_IT, JSON_OBJECT_IN_PROVIDERS_FORMAT,
    KIND_OF_TRANSFER, LOADING, MANUAL, MERCHANT, MESSAGE, METADATA, METADATA_OPTIONAL, METHOD, NAME_ON_CARD, NETWORK,
    NOTHING_COULD_BE_READ, NOTHING_LOADED, OPEN_CUSTOMER, OPTIONAL, PAID_IN, PAYMENT_ID, PAYMENT_METHOD,
    PHONE_COUNTRY_CODE, PUBLISHED_TEST_CARDS_REAL_ONES, RAW_JSON, READ_AGAIN, READING_PAYMENT, RECEIVED, REFRESH,
    REFUNDABLE, REFUNDED, REMOVE, RETRY, RETURN_URL, SAVE_CHANGES, SAVE_PAYMENT_METHOD, SPECIFY_LATER, SUCH_AS_44,
    SUCH_AS_BTC, TAG_OF_ADDRESS, TEST_CARD, THEN_ENTER, TYPE_OF_METHOD, UNIFIED_CODE, WALLET,
    WHERE_NETWORK_HAS_SUCH_TAGS, WHY_IT_FAILED, WITHOUT_COUNTRY_CODE, WORD_OF_PROVIDER, WORD_OF_PROVIDER_ITS_SDK,
};

use crate::domain::payment_mark::PaymentMark;
use std::fmt::Display;

pub const REMAINDERS_ARE_READ: &str = "Remainders of partial captures are listed once Paydesk has read the payment";

/// `Partially captured · 17.80 left`.
pub fn with_rest(status: &str, rest: &str) -> String {
    format!("{status} · {rest} left")
}

pub fn left_to_capture(rest: &str, currency: &str) -> String {
    format!("{rest} {currency} left to capture")
}

/// That the service does not filter by this, and how far Paydesk does.
pub fn filtered_by_mark(mark: PaymentMark, is_whole: bool) -> String {
    let known = match mark {
        PaymentMark::PartiallyCaptured => "as far as the captured amounts are known",
        PaymentMark::PartiallyRefunded | PaymentMark::Refunded => "as far as their refunds are known",
        PaymentMark::Disputed => "as far as their disputes are known",
    };
    let read = if is_whole { "" } else { ". Not all payments are read yet" };
    format!("Filtered locally, {known}{read}")
}

// Actions

pub const CANCEL_PAYMENT: &str = "Cancel payment…";
pub const REFUND: &str = "Refund…";

pub fn is_under_way(title: impl Display) -> String {
    format!("“{title}” is under way for this payment")
}

pub fn approve(amount: impl Display) -> String {
    format!("Approve {amount}…")
}

pub fn confirm(amount: impl Display) -> String {
    format!("Confirm {amount}…")
}

pub fn capture(capturable_minor: impl Display) -> String {
    format!("Capture {capturable_minor}…")
}

pub fn service_confirmed_change_but_does(join: impl Display) -> String {
    format!("The service confirmed the change, but does not show it: {join} is not what was sent")
}

// Change

pub const ONLY_WHAT_YOU_CHANGE: &str = "Only what you change is sent. Which of these fields a service takes, and in which status of the payment, is not documented: the payment is read afterwards to see what it took";
pub const EMPTIED_IT_STAYS: &str = "Emptied, it stays as it is";
pub const ADDRESSES_AS_SERVICE_ALLOWS: &str = "Addresses, as the service allows";
pub const METADATA_AS_SERVICE_ALLOWS: &str = "Metadata, as the service allows";
pub const IT_IS_REPLACED: &str = "It is replaced by what is entered here: what is missing is removed";
pub const IT_CANNOT_BE_CHANGED_HERE: &str =
    "It cannot be changed here: a part of it could not be read, and would be lost";

pub fn change_payment(id: impl Display) -> String {
    format!("Change payment {id}")
}

pub fn refused_by_service(text: impl Display) -> String {
    format!("Refused by the service: {text}")
}

// Columns

pub const CAPTURE_BEFORE: &str = "Capture before";
pub const DECLINE: &str = "Decline";
pub const DEADLINE_OR_DECLINE: &str = "Deadline or decline";

// Decline reason

pub const SERVICE_GAVE_NO_REASON: &str = "The service gave no reason";
pub const COPY_DECLINE: &str = "Copy the decline";
pub const NO_MESSAGE: &str = "no message";
pub const SEE_CUSTOMERS_PAYMENTS: &str = "See the customer's payments";
pub const COPY_DETAILS: &str = "Copy details";
pub const ACQUIRERS_CODE: &str = "Acquirer's code";
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

pub const REFRESH_PAYMENT: &str = "Refresh payment";
pub const CHANGE_DETAILS: &str = "Change details…";
pub const PAYDESK_DOES_NOT_KNOW_CURRENCY: &str = "Paydesk does not know the currency: amounts are in its lowest unit";
pub const LESS_THAN_AMOUNT_WAS_AUTHORIZED: &str =
    "Less than the amount was authorized: what is capturable can be captured";
pub const CUSTOMER_HAS_TO_AUTHENTICATE_3DS: &str = "The customer has to authenticate (3DS) before it goes on";
pub const ON_ITS_WAY_PAYDESK_READS: &str = "On its way: Paydesk reads it again every few seconds";
pub const NOBODY_IS_CHARGED_YET_CUSTOMER: &str = "Nobody is charged yet: the customer has to say how to pay";
pub const NOBODY_IS_CHARGED_YET: &str =
    "Nobody is charged yet: it waits to be confirmed, where the customer pays or here with the method that is attached";
pub const PART_WAS_CAPTURED_REST: &str = "A part was captured; the rest was released and cannot be captured";
pub const WHAT_WAS_PAID: &str = "What was paid is not the amount that was asked for: look into it";
pub const ITS_TIME_RAN_OUT: &str = "Its time ran out: it cannot be paid or captured any more";
pub const IT_WAS_CAPTURED_AND_REVERSED: &str = "It was captured, and reversed before the money moved";
pub const APPROVE_IT_TO_AUTHORIZE_PAYMENT: &str = "approve it to authorize the payment for a later capture";
pub const APPROVE_IT_TO_TAKE_PAYMENT: &str = "approve it to take the payment";
pub const APPROVE_IT_TO_GO: &str = "approve it to go on to its capture, at once or later";
pub const USE_THIS_STATUS_FOR_MANUAL: &str = "Use this status for manual review";

pub fn payment_could_not_be_read(text: impl Display) -> String {
    format!("The payment could not be read again: {text}")
}

pub fn there_is_no_payment(id: impl Display) -> String {
    format!("There is no payment {id}")
}

pub fn could_not_be_read(id: impl Display) -> String {
    format!("{id} could not be read")
}

pub fn partially_captured_can_still(left: impl Display) -> String {
    format!("Partially captured: {left} can still be captured, or cancelled to release it")
}

pub fn held_for_manual_review(approve: impl Display) -> String {
    format!("Held for manual review: {approve}, or cancel it to release the money")
}

pub fn that_is_manual_review(word: impl Display) -> String {
    format!(
        "That “{word}” is manual review is a guess: the API documentation does not name the status. The name can be set in Settings"
    )
}

pub fn api_documentation_does_not_list(word: impl Display) -> String {
    format!(
        "The API documentation does not list the status “{word}”. It may be manual review: if you know that the payment waits for a decision, approve or cancel it. Paydesk reads the payment again to see what came of it"
    )
}

pub fn capture_before(when: impl Display, estimated: impl Display, left: impl Display) -> String {
    format!("Capture before {when}{estimated}, {left}")
}

// Disputes

pub const NONE: &str = "None";
pub const NONE_KNOWN_HERE_YET: &str = "None known here yet";

pub fn its_disputes_could(text: impl Display) -> String {
    format!("Its disputes could not be read: {text}")
}

pub fn open_dispute_of(id_text: impl Display, amount: impl Display) -> String {
    format!("Open dispute {id_text} of {amount}")
}

// Facts

pub const REFUNDS_CREATED_ELSEWHERE_MAY: &str =
    "Refunds created elsewhere may be missing: the service lists none with the payment";
pub const METHOD_TYPE: &str = "Method type";
pub const CAPTURES: &str = "Captures";
pub const COPY_WHY_IT_FAILED: &str = "Copy why it failed";
pub const MANUAL_IN_SEVERAL_PARTS: &str = "Manual, in several parts";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Filtered here

pub const PAYDESK_READ_ALL_PAYMENTS: &str = "Paydesk read all payments and filtered them itself";
pub const PAYDESK_READS_ALL_PAYMENTS: &str = "Paydesk reads all payments and filters them itself; not all are read yet";
pub const SERVICE_LISTED_PAYMENTS_THAT_DO: &str =
    "The service listed payments that do not match the filter; Paydesk hides them";
pub const METHOD_OF_PAYMENT: &str = "payment method";
pub const TIME_OF_CREATION: &str = "time of creation";

pub fn this_service_does_not_filter(parts: impl Display, end: impl Display) -> String {
    format!("This service does not filter its list by {parts}: {end}")
}

pub fn not_all_payments_are_read(text: impl Display) -> String {
    format!("{text}. Not all payments are read yet")
}

pub fn and(join: impl Display, last: impl Display) -> String {
    format!("{join} and {last}")
}

// Filters

pub const FILTERED_LOCALLY_LOADS_ALL_PAYMENTS: &str = "Filtered locally (loads all payments)";
pub const PAYMENT_ID_THEN_ENTER: &str = "Payment id, then Enter";
pub const AS_SERVICE_ALLOWS_LIST_DOES: &str = "As the service allows: a list does not show the method";
pub const NOT_CODE_OF_ISO_4217: &str = "Not a code of ISO 4217";
pub const WRITE_IT_AS_2026_11: &str = "Write it as 2026-11-24";
pub const FROM_IS_AFTER_TO: &str = "“From” is after “To”";
pub const TYPE_AT_LEAST_ONE_DAY: &str = "Type at least one day";
pub const APPLY_DAYS: &str = "Apply days";
pub const TYPE_CUSTOMER_ID: &str = "Type a customer id";
pub const SHOW_THEIR_PAYMENTS: &str = "Show their payments";

pub fn days_in_both_included(zone: impl Display) -> String {
    format!("Days in {zone}, both included")
}

// List

pub const ESTIMATED_7_DAYS_AFTER_PAYMENT: &str =
    "Estimated: 7 days after the payment was created, because the service does not report when it was authorized";
pub const NEW_PAYMENT: &str = "New payment…";
pub const PAYMENTS_ARE_READ_ONCE_PROFILE: &str = "The payments are read once the profile has its key";
pub const PAYMENTS_COULD_NOT_BE_READ: &str = "The payments could not be read";
pub const SHOW_THESE_PAYMENTS: &str = "Show these payments";
pub const READING_PAYMENTS: &str = "Reading the payments…";
pub const SERVICE_DID_NOT_START: &str = "The service did not start";
pub const PROFILE_CANNOT_BE_USED: &str = "The profile cannot be used";
pub const THERE_ARE_NO_PAYMENTS_YET: &str = "There are no payments yet; they appear here when the service has some";
pub const READ_ON: &str = "Read on";
pub const PAYMENTS_TABLE: &str = "Payments table";
pub const STOP: &str = "Stop";
pub const STOP_LOADING: &str = "Stop loading";
pub const LOAD_ALL: &str = "Load all";

pub fn not_all_payments_could(what: impl Display) -> String {
    format!("Not all payments could be read: {what}")
}

pub fn is_guess_api_documentation_does(word: impl Display, join: impl Display) -> String {
    format!(
        "“{word}” is a guess: the API documentation does not name the status of manual review. Other payments have a status it does not list: {join}. Open one of them to use its status"
    )
}

pub fn no_payment_could_be_read(stalled: impl Display, suffix: impl Display) -> String {
    format!("No payment could be read: {stalled}{suffix}")
}

pub fn none_among_payments_read(loaded: impl Display, suffix: impl Display) -> String {
    format!("None among the {loaded} payments read so far{suffix}")
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

pub fn read(at: impl Display) -> String {
    format!("Read {at} · ")
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

pub fn found_in(shown: impl Display, of: impl Display) -> String {
    format!("{shown} found in {of}")
}

pub fn ordered_among_these(picked: impl Display) -> String {
    format!("{picked}, ordered among these")
}

// New: fields

pub const WHAT_IS_PAID_FOR: &str = "What is paid for";
pub const ADDRESSES: &str = "Addresses";
pub const GOODS_OPTIONAL: &str = "Goods, optional";
pub const WHERE_CUSTOMER_COMES_BACK: &str = "Where the customer comes back to; needed to authenticate";
pub const IP_ADDRESS_OF_CUSTOMER: &str = "IP address of the customer";
pub const BROWSER_OF_CUSTOMER: &str = "Browser of the customer";
pub const WITHOUT_CARD_IT_IS_CHARGED: &str = "Without a card: it is charged later";
pub const CARD_IS_CHARGED_WITH_BILLING: &str = "A card is charged with a billing address";
pub const FILL_IN_EXAMPLE: &str = "Fill in an example";
pub const PAYER: &str = "Payer";
pub const GUEST: &str = "Guest";
pub const EXISTING_CUSTOMER: &str = "Existing customer";
pub const E_MAIL_FOR_RECEIPT: &str = "E-mail for the receipt";
pub const EMPTY_ONE_SERVICE_KNOWS: &str = "Empty: the one the service knows";
pub const FOR_RECEIPT: &str = "For the receipt";
pub const STATEMENT_DESCRIPTOR_AND_REFERENCES_OPTIONAL: &str = "Statement descriptor and references, optional";
pub const AT_MOST_22_CHARACTERS: &str = "At most 22 characters, with a letter";
pub const APPENDED_TO_DEFAULT: &str = "Appended to the default";
pub const STATEMENT_DESCRIPTOR: &str = "Statement descriptor";
pub const OF_YOUR_ORDER_AT_MOST: &str = "Of your order; at most 255 characters";
pub const YOUR_ORDERS_REFERENCE: &str = "Your order's reference";

pub fn empty(own: impl Display) -> String {
    format!("Empty: {own}")
}

pub fn characters_of_id(count: impl Display) -> String {
    format!("{count}/64 letters, digits, “_” and “-”")
}

pub fn may_be_cut(count: impl Display, limit: impl Display) -> String {
    format!("{count}/{limit}: the service may cut or refuse it")
}

// New: goods

pub const ADD_GOODS: &str = "Add goods";
pub const ADD_ANOTHER_LINE: &str = "Add another line";
pub const WHAT_IT_IS: &str = "What it is";

pub fn or_to_where_amounts(by_piece: impl Display) -> String {
    format!(", or to {by_piece} where the amounts are for one piece")
}

pub fn goods_come_to(by_line: impl Display, by_piece: impl Display) -> String {
    format!("The goods come to {by_line}{by_piece}")
}

pub fn that_is_not_of_payment(amount: impl Display) -> String {
    format!("That is not the {amount} of the payment")
}

pub fn service_does_not_compare_check(text: impl Display) -> String {
    format!("{text}. The service does not compare; check before you send")
}

pub fn goods(nth: impl Display) -> String {
    format!("Goods {nth}")
}

pub fn quantity(nth: impl Display) -> String {
    format!("Quantity {nth}")
}

pub fn amount_text(nth: impl Display) -> String {
    format!("Amount {nth}")
}

pub fn remove_goods(nth: impl Display) -> String {
    format!("Remove goods {nth}")
}

// New: method

pub const PAYMENT_IS_CREATED_WITHOUT_CARD: &str = "The payment is created without a card: card data is never entered here for a profile of production. The customer enters it where the payment is confirmed";
pub const WORD_OF_PROVIDER_EMPTY_LEFT: &str = "The word of the provider; empty: left to the service";
pub const CONFIRM_AT_ONCE_CUSTOMER: &str = "Confirm at once: the customer is charged, or sent to the provider";

// New

pub const NEW_PAYMENT_TEXT: &str = "New payment";
pub const CREATE_PAYMENT: &str = "Create payment";
pub const CREATE_AND_CHARGE: &str = "Create and charge";
pub const CREATE_AND_AUTHORIZE: &str = "Create and authorize";

pub fn of(verb: impl Display, amount: impl Display) -> String {
    format!("{verb} of {amount}")
}

// Unconfirmed

pub const SDK_IN_CUSTOMERS_BROWSER_CONFIRMS: &str = "The SDK in the customer's browser confirms the payment with it: your server hands it to the page, together with the payment's id. It is shown once, held in memory and never written to a file";
pub const CONFIRM_WITH_TEST_CARD: &str = "Confirm with a test card…";
