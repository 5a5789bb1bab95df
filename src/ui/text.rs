//! Texts that several panels show.

pub use paydesk_core::text::{
    AMOUNT, CAPTURE, CARD, CURRENCY, CUSTOMER, LOST, REFUND, SENT, STATUS, UNKNOWN as OUTCOME_UNKNOWN, WON,
};
pub use paydesk_widgets::text::{CANCEL, COPY_QUERY, DISMISS, RETRY};

use std::fmt::Display;

use paydesk_domain::money::{Money, grouped_count};
use paydesk_domain::payment::CaptureMethod;
use paydesk_domain::text::sentences;

// Refunds

pub const REFUND_TYPE: &str = "Refund type";

// Approvals

pub const REQUEST_APPROVAL: &str = "Request approval";

// Card network

pub const IN_CAMEL_CASE: &str = "In CamelCase, such as AmericanExpress";

// Confirmation of a payment

pub const CONFIRM_PAYMENT: &str = "Confirm payment";

/// What the confirmation of a payment leads to.
pub fn after_confirmation(amount: &Money, method: Option<&CaptureMethod>) -> String {
    let next = match method {
        Some(CaptureMethod::Manual) => format!("{amount} is authorized for later capture"),
        Some(CaptureMethod::Automatic) => format!("The customer is charged {amount}"),
        Some(CaptureMethod::Other(_)) | None => {
            format!("{amount} is authorized and may be captured immediately: the capture method is not reported")
        }
    };
    format!("{next}. The customer may have to authenticate first (3DS).")
}

// Colleagues

pub fn assigned_to(name: impl Display) -> String {
    format!("Assigned to {name}")
}

/// At one colleague or at several, of whom two are named.
pub fn open_at(people: &[String]) -> Option<String> {
    match people {
        [] => None,
        [one] => Some(format!("{one} has this open")),
        [one, other] => Some(format!("{one} and {other} have this open")),
        [one, other, more @ ..] => Some(format!("{one}, {other} and {} more have this open", more.len())),
    }
}

// Back

pub fn back_to(panel: impl Display) -> String {
    format!("Back to {panel}")
}

// Journal export

pub fn exported(content: impl Display) -> String {
    format!("Exported: {content}")
}

// Known facts

pub fn guest(join: impl Display) -> String {
    format!("Guest · {join}")
}

// Open operation

pub fn reading_again_before_anything(object: impl Display) -> String {
    format!("Checking the {object} again before sending")
}

pub fn services_rate_limit_is_reached(again: impl Display, seconds: impl Display) -> String {
    format!("The service's rate limit has been reached; {again} in {seconds} s")
}

pub fn sent_unless_undone(seconds: impl Display) -> String {
    format!("It is sent in {seconds} s unless you undo it")
}

pub fn it_was_prepared_and_paydesk(prepared_at: impl Display) -> String {
    format!("It was prepared on {prepared_at}, and Paydesk was closed before it was sent")
}

pub fn it_cannot_be_sent_discard(why: impl Display) -> String {
    format!("It cannot be sent: {why}. Discard it and create it again.")
}

pub fn sent_response_was_lost(at: impl Display) -> String {
    format!("Sent {at}; the response was lost, so it may have been executed")
}

/// That nothing is to be done in the profile in front; operations of others may still wait.
pub fn caught_up(others_wait: bool) -> &'static str {
    if others_wait { "Nothing to do in this profile" } else { "You're all caught up" }
}

pub fn sent(at: impl Display) -> String {
    format!("Sent {at}; ")
}

pub fn reads_again_in_s(seconds: impl Display) -> String {
    format!("Rechecks in {seconds} s")
}

/// Of many operations at once, in production.
pub fn type_number_to_confirm(count: usize) -> String {
    format!("Production: type {count} to confirm")
}

pub fn repeats_same_request_in_s(seconds: impl Display) -> String {
    format!("Repeats the same request in {seconds} s")
}

pub fn it_cannot_be_sent_again(why: impl Display) -> String {
    format!("It cannot be sent again: {why}")
}

pub fn paydesk_reads_to_find_out(noun: impl Display) -> String {
    format!("Paydesk checks the {noun} to find out; it sends nothing")
}

/// `late` may still arrive.
pub fn service_shows_as_possibly(noun: impl Display, status: impl Display, late: &str) -> String {
    format!(
        "The service shows the {noun} as “{status}”, possibly changed by someone else. {late} may still arrive: this \
            stays open until that is ruled out."
    )
}

pub fn read_not_executed_so_far(noun: impl Display) -> String {
    format!(
        "The service has not processed it yet. Parts of the service may still show an older state of the {noun}, so Paydesk checks it once more."
    )
}

pub fn check_and_decide(reason: impl Display, noun: impl Display) -> String {
    sentences(&[reason.to_string(), format!("Check the {noun} and decide")])
}

pub fn could_not_be_read(noun: impl Display, why: impl Display) -> String {
    format!("The {noun} could not be read: {why}")
}

pub fn service_has_no_call(orphan: impl Display) -> String {
    format!("{orphan}. Paydesk cannot check it; it may still arrive.")
}

pub fn is_looked_for_in_list(orphan: impl Display) -> String {
    format!("{orphan}. Paydesk looks for it in the service's list; it may still arrive.")
}

pub fn is_not_in_list(orphan: impl Display) -> String {
    format!("{orphan}. The service's list does not show the outcome: check it at the service and decide.")
}

pub fn service_has_no_call_to_check(orphan: impl Display) -> String {
    format!("{orphan}. Paydesk cannot check it: look it up at the service and decide.")
}

// Lists

/// The title of a column of amounts that are all in one currency.
pub fn in_currency(title: impl Display, code: impl Display) -> String {
    format!("{title} ({code})")
}

// Record list

pub fn search(what: impl Display) -> String {
    format!("Search {what}")
}

pub fn no_matches_search(what: impl Display) -> String {
    format!("No {what} matches the search")
}

pub fn show_all_s(what: impl Display) -> String {
    format!("Show all {what}s")
}

pub fn reading(what: impl Display) -> String {
    format!("Loading {what}…")
}

pub fn stored_could_not_be_read(what: impl Display, what_2: impl Display) -> String {
    format!("Stored {what} could not be loaded: {what_2}")
}

// Unreadable

pub fn fields_could_not_be_read(count: impl Display) -> String {
    format!("{count} fields could not be read and are not shown")
}

pub fn one_row_of_could(what: impl Display) -> String {
    format!("1 row in the list of {what} could not be read")
}

pub fn rows_of_could(count: impl Display, what: impl Display) -> String {
    format!("{count} rows in the list of {what} could not be read")
}

pub fn reason(first: impl Display) -> String {
    format!("Reason: {first}")
}

pub fn first_reason(first: impl Display) -> String {
    format!("First reason: {first}")
}

pub fn rows_could_not_be_read(count: impl Display) -> String {
    format!("; {count} rows could not be read")
}

pub fn where_was_expected(path: impl Display, found: impl Display, expected: impl Display) -> String {
    format!("{path}: {found}, where {expected} was expected")
}

/// Whether keys are those of a Mac.
pub const ON_A_MAC: bool = cfg!(target_os = "macos");

/// The keys that finish what is typed into a form or a field of several lines.
pub const AT_ONCE: &str = if ON_A_MAC { "⌘Enter" } else { "Ctrl+Enter" };

pub fn search_payments_for(text: impl Display) -> String {
    format!("Search payments for “{text}”")
}

// Selection

pub fn selected(count: usize) -> String {
    format!("{} selected", grouped_count(count as u64))
}

pub fn too_many_selected(most: usize) -> String {
    format!("At most {} at once: narrow the search", grouped_count(most as u64))
}

pub fn go_to_view(name: &str) -> String {
    format!("Go to view “{name}”")
}

// Keys of rows and charts

pub const ACCEPTED: &str = "Accepted";
pub const ACCOUNT: &str = "Account";
pub const ACH_SEPA_BACS_OR_LOCAL: &str = "ach, sepa, bacs or a local name";
pub const ADD_PROFILE: &str = "Add profile…";
pub const AMOUNTS: &str = "Amounts";
pub const ANOTHER_CODE: &str = "Another code";
pub const AS_PROVIDER_NAMES_IT: &str = "As the provider names it";
pub const ATTEMPT: &str = "Attempt";
pub const ATTEMPTS: &str = "Attempts";
pub const AUTHENTICATION: &str = "Authentication";
pub const AUTOMATIC: &str = "Automatic";
pub const BACK: &str = "Back";
pub const BANK_REDIRECT: &str = "Bank redirect";
pub const BEGINS_WITH_HTTPS: &str = "Starts with https://";
pub const BEING_REFUNDED: &str = "Being refunded";
pub const BILLING: &str = "Billing";
pub const BY: &str = "By";
pub const CANCELLED: &str = "Cancelled";
pub const CAPTURABLE: &str = "Capturable";
pub const CAPTURED: &str = "Captured";
pub const CHANGED: &str = "Changed";
pub const CHECK_AGAIN: &str = "Check again";
pub const CHECK_STATUS: &str = "Check status";
pub const CHOOSE_FILE: &str = "Choose file…";
pub const CLEAR: &str = "Clear";
pub const CLEAR_ALL_FILTERS: &str = "Clear all filters";
pub const CLEAR_FILTERS: &str = "Clear filters";
pub const CLEAR_SELECTION: &str = "Clear selection";
pub const CLIENT_SECRET: &str = "Client secret";
pub const NOTHING_IN_REVIEW: &str = "No payments in review";
pub const REVIEW_QUEUE: &str = "Review queue";
pub const UNDO: &str = "Undo";
pub const CANCEL_PAYMENT: &str = "Cancel payment";
pub const REJECT_PAYMENT: &str = "Reject payment";

pub const OPEN_OPERATIONS: &str = "Open operations";

pub fn more_operations(count: usize) -> String {
    format!("{count} more in Operations")
}

pub const SIGN_IN_AGAIN: &str = "Sign in again";
pub const SKIP: &str = "Skip";
pub const CLOSE: &str = "Close";
pub const CLOSE_PANE: &str = "Close pane";
pub const COMMAND_OR_ID: &str = "Command or ID";
pub const CREATED_BY: &str = "Created by";
pub const CREATED_SERVICE_REPORTED_NO_DETAILS: &str = "Created; the service reported no details";
pub const DATE_LIKE_2027_01_31: &str = "a date like 2027-01-31";
pub const DECLINE: &str = "Decline";
pub const DEFAULT: &str = "Default";
pub const DESCRIPTION: &str = "Description";
pub const DESCRIPTOR_SUFFIX: &str = "Descriptor suffix";
pub const DETAILS: &str = "Details";
pub const DISCARD: &str = "Discard";
pub const DISCARDS_WHAT_WAS_ENTERED: &str = "Discards what you entered";
pub const DISPUTE: &str = "Dispute";
pub const EDIT: &str = "Edit…";
pub const ENVIRONMENT: &str = "Environment";
pub const EVENT: &str = "Event";
pub const EXPIRED: &str = "Expired";
pub const EXPIRES: &str = "Expires";
pub const EXPORT: &str = "Export";
pub const EXPORT_AS: &str = "Export…";
pub const HELP: &str = "Help";
pub const ID: &str = "ID";
pub const ID_OR_NAME_OF_CUSTOMER: &str = "ID or name of a known customer";
pub const IMPORT: &str = "Import";
pub const IMPORT_AS: &str = "Import…";
pub const ITS_USER_AGENT: &str = "Its User-Agent header";
pub const IVE_SAVED_IT_REMOVE_IT: &str = "I've saved it, remove it";
pub const JSON_OBJECT_IN_PROVIDERS_FORMAT: &str = "A JSON object in the provider's format; never stored";
pub const KEY: &str = "Key";
pub const KIND: &str = "Kind";
pub const LAST_DAY: &str = "Last day";
pub const LAST_READ: &str = "Last read";
pub const LOADING: &str = "Loading…";
pub const LOADING_PAYMENT: &str = "Loading payment…";
pub const MANUAL: &str = "Manual";
pub const MARK_AS_RESOLVED: &str = "Mark as resolved…";
pub const MERCHANT: &str = "Merchant";
pub const MESSAGE: &str = "Message";
pub const METADATA: &str = "Metadata";
pub const METADATA_OPTIONAL: &str = "Metadata, optional";
pub const METHOD: &str = "Method";
pub const METHODS_OFFERED: &str = "Methods offered";
pub const METHOD_DATA: &str = "Method data";
pub const METHOD_TYPE: &str = "Method type";
pub const NAME_ON_CARD: &str = "Name on card";
pub const NOTHING_COULD_BE_READ: &str = "Nothing could be read";
pub const NOTHING_LOADED: &str = "Nothing loaded";
pub const NOTHING_WAS_SENT_TO_SERVICE: &str = "Nothing was sent to the service";
pub const NOT_REPORTED: &str = "Not reported";
pub const OBJECT: &str = "Object";
pub const OPEN_CUSTOMER: &str = "Open customer";
pub const OPEN_FOLDER: &str = "Open folder";
pub const OPEN_PAYMENT: &str = "Open payment";
pub const OPTIONAL: &str = "Optional";
pub const OUTCOME: &str = "Outcome";
pub const PASTE_IT_HERE: &str = "Paste it here";
pub const PAUSE: &str = "Pause";
pub const PAYMENT_ID: &str = "Payment ID";
pub const PAYMENT_LINKS: &str = "Payment links";
pub const PAYMENT_METHOD: &str = "Payment method";
pub const PAYOUTS: &str = "Payouts";
pub const ENTER_A_DATE: &str = "Enter a date like 2026-11-24";
pub const FILE_PATH: &str = "File path";
pub const READING_THE_JOURNAL: &str = "Reading the journal…";
pub const PHONE_COUNTRY_CODE: &str = "Phone country code";
pub const PLAN: &str = "Plan";
pub const PROFILES: &str = "Profiles";
pub const PROVIDER_NAME_AND_SDK: &str = "As the provider names it; its SDK returns the data";
pub const PUBLISHED_TEST_CARDS_REAL_ONES: &str = "Published test cards; real ones are never entered here";
pub const RAW_JSON: &str = "Raw JSON";
pub const PERSON: &str = "Person";
pub const RECEIVED: &str = "Received";
pub const RECENT_ACTIVITY: &str = "Recent activity";
pub const RECIPIENT: &str = "Recipient";
pub fn could_not_be_loaded(what: &str, why: impl Display) -> String {
    format!("{what} could not be loaded: {why}")
}

pub fn some_may_be_missing(what: &str) -> String {
    format!("{what} may be missing")
}

/// Below a list, where rows were answered that are older than what is known.
pub fn outdated_rows(count: usize) -> String {
    if count == 1 { "1 outdated row ignored".to_owned() } else { format!("{count} outdated rows ignored") }
}

pub const REFRESH: &str = "Refresh";
pub const REFUNDABLE: &str = "Refundable";
pub const REFUNDED: &str = "Refunded";
pub const REFUNDS: &str = "Refunds";
pub const REMOVE: &str = "Remove";
pub const RENAME_TO: &str = "Rename to";
pub const REQUESTS: &str = "Requests";
pub const RESULT: &str = "Result";
pub const RESUME: &str = "Resume";
pub const SEND_AGAIN: &str = "Send again…";
pub const TRY_AGAIN: &str = "Try again";

pub const RETURN_URL: &str = "Return URL";
pub const SAVE: &str = "Save";
pub const SAVED_VIEWS: &str = "Saved views";
pub const SAVE_CHANGES: &str = "Save changes";
pub const SAVE_PAYMENT_METHOD: &str = "Save payment method";
pub const SEND_NOW: &str = "Send now";
pub const REQUEST_BODY: &str = "Request body";
pub const SEARCH_BY_E_MAIL: &str = "Search payments by this e-mail";
pub const SHOW_ALL_OPERATIONS: &str = "Show all operations";
pub const SHOW_CUSTOMERS_PAYMENTS: &str = "Show the customer's payments";
pub const SPECIFY_LATER: &str = "Specify later";
pub const STOP: &str = "Stop";
pub const SUBSCRIPTIONS: &str = "Subscriptions";
pub const SUCH_AS_203_0_113: &str = "Such as 203.0.113.7";
pub const SUCH_AS_44: &str = "Such as +44";
pub const TAG: &str = "Tag";
pub const TEST_CARD: &str = "Test card";
pub const THEME: &str = "Theme";
pub const THEN_ENTER: &str = "Then Enter";
pub const TRANSFER_TYPE: &str = "Transfer type";
pub const TYPE: &str = "Type";
pub const UNIFIED_CODE: &str = "Unified code";
pub const UNKNOWN: &str = "unknown";
pub const VALUE: &str = "Value";
pub const VERIFY: &str = "Verify";
pub const WAITING_FOR_RESPONSE: &str = "Waiting for a response";
pub const WALLET: &str = "Wallet";
pub const WHAT_CUSTOMER_PAYS_FOR: &str = "What the customer pays for";
pub const WHY_IT_FAILED: &str = "Why it failed";
pub const WITHOUT_COUNTRY_CODE: &str = "Without the country code";
pub const YOUR_REFERENCE: &str = "Your reference";
