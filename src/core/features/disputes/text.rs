//! The texts of disputes.

pub use crate::text::{
    ADDRESS, AMOUNT, ASSIGNEE, CARD, CREATED, CURRENCY, CUSTOMER, CUSTOMER_ID, DESCRIPTOR, E_MAIL, EVIDENCE,
    IP_ADDRESS, NAME, NO_REASON_WAS_GIVEN, NOBODY, NOT_STARTED, NOT_UPLOADED_FROM_HERE, NOTHING_IS_FILLED_IN_YET,
    ONE_PAGE, PAYMENT, PHONE, REASON, SENT_OUTCOME_NOT_KNOWN, SHIPPING, STAGE, STATUS, SUBMITTED, WONT_CONTEST,
    not_sent,
};

use std::fmt::Display;

// Files

pub const SANDBOX_FILE_KINDS: &str = "PDF, PNG, JPEG, TIFF or text, at most 16 MB";
pub const SERVICE_FILE_KINDS: &str = "PDF, PNG or JPEG, at most 16 MB; the processor may take less";

// Editing

pub const THIS_STATEMENT_IS_ALREADY: &str = "This statement is already in the field";
pub const STATEMENT_WAS_UPDATED: &str = "The statement was updated. What you wrote was not changed";
pub const STATEMENT_IS_IN_LAST_FIELD: &str =
    "The statement is in the last field, at the end of the evidence: review and edit it";

// Evidence draft

pub const GOODS: &str = "Goods";
pub const SERVICE_OR_DIGITAL: &str = "Service or digital";

// Evidence document

pub const OPENED_ON: &str = "Opened on";
pub const ESTIMATED: &str = " (estimated)";
pub const FILES: &str = "Files";
pub const REMOVED_FROM_SUBMITTED: &str = "Removed from the submitted evidence";

/// `None` where there are none.
pub fn unprinted(characters: usize) -> Option<String> {
    match characters {
        0 => None,
        1 => Some(
            "1 character is not in the typeface of the PDF and is printed as its code point, as ‹U+4E2D›".to_owned(),
        ),
        many => Some(format!(
            "{many} characters are not in the typeface of the PDF and are printed as their code points, as ‹U+4E2D›"
        )),
    }
}

pub fn draft_of_fields(unsent: usize, all: usize, at: impl Display, zone: impl Display) -> String {
    let fields = if all == 1 { "field" } else { "fields" };
    format!("Draft: {unsent} of {all} {fields} not submitted as of {at} ({zone})")
}

pub fn submitted_at(at: impl Display, zone: impl Display) -> String {
    format!("Submitted {at} ({zone})")
}

pub fn not_submitted_yet(label: impl Display) -> String {
    format!("{label} · not submitted yet")
}

pub fn evidence_for(id: impl Display) -> String {
    format!("Evidence for dispute {id}")
}

pub fn as_of_in_zone(id: impl Display, at: impl Display, zone: impl Display) -> String {
    format!("{id} · as of {at} ({zone})")
}

pub fn pages(pages: u32) -> String {
    if pages == 1 { ONE_PAGE.to_owned() } else { format!(", {pages} pages") }
}

pub fn file(name: impl Display, kilobytes: impl Display, pages: impl Display, id: impl Display) -> String {
    format!("{name}, {kilobytes} kB{pages} · {id}")
}

// Facts

pub const DISPUTED: &str = "Amount disputed";
pub const WHOLE_PAYMENT: &str = "the whole payment";
pub const REFUNDS: &str = "Refunds of this payment";
pub const EARLIER_PAYMENTS: &str = "Earlier payments";
pub const UNDISPUTED_EARLIER: &str =
    "Not disputed, 120 to 365 days before, same customer or e-mail: card networks ask for two of them";
pub const ONE_OF_TWO_EARLIER: &str =
    "One is known that is not disputed, 120 to 365 days before: card networks ask for two";
pub const REFUNDED_FROM_HERE: &str = "Refunded from here";
pub const CAPTURED_ON: &str = "Captured on";
pub const SOLD: &str = "Sold";
pub const BILLING_ADDRESS: &str = "Billing address";
pub const CARRIER: &str = "Carrier";
pub const TRACKING_NUMBER: &str = "Tracking number";
pub const SHIPPED: &str = "Shipped";
pub const AS_SENT_FROM_PAYDESK: &str = "as sent from Paydesk with the payment";
pub const FROM_CUSTOMERS_RECORD: &str = "from the customer's record";

pub fn part_of_payment(disputed: impl Display, payment: impl Display) -> String {
    format!("{disputed} of {payment}, a part of the payment")
}

/// Stands where the payment is for more than what is disputed.
pub fn we_ask_that_dispute_of_part(payment: impl Display) -> String {
    format!(
        "We ask that dispute {{dispute_id}} of {{amount}} of the payment {{payment_id}} of {payment}, paid on {{created}}, be decided in our favour."
    )
}

pub fn whole_payment(disputed: impl Display) -> String {
    format!("{disputed}, {WHOLE_PAYMENT}")
}

// Field checks

pub const NOT_DATE_WITH_YEAR_FIRST: &str = "not a date with the year first";
pub const WRITE_ONE_ADDRESS_AS_203: &str = "Write one address, as 203.0.113.7 or 2001:db8::7";
pub const NOT_IP_ADDRESS: &str = "not an IP address";
pub const NOT_E_MAIL_ADDRESS: &str = "not an e-mail address";
pub const WRITE_IT_AS_NAME_EXAMPLE: &str = "Write it as name@example.com";
pub const FILE_ID_HAS_NO_SPACES: &str = "A file id has no spaces: paste the id of an uploaded file";
pub const NOT_FILE_ID: &str = "not a file id";
pub const PATH_NOT_FILE_ID: &str = "not the id of an uploaded file but a path or a file name";
pub const ADD_FILE_OR_PASTE_ITS_ID: &str = "Upload the file, or paste the id of an uploaded one";
pub const WRITE_IT_AS_2026_11: &str = "Write it as 2026-11-24: year, month, day";
pub const CHANGE_IT_OR_LEAVE: &str = "Change it, or leave it out";

pub fn is(text: impl Display, what: impl Display) -> String {
    format!("“{text}” is {what}")
}

pub fn write_it_as(date: impl Display) -> String {
    format!("Write it as {date}")
}

pub fn service_refused_it(message: impl Display) -> String {
    format!("The service refused it: {message}")
}

// Handling

pub const DISPUTE_IS_CLOSED: &str = "The dispute is closed: nothing is left to do";
pub const DUE_WITHIN_A_DAY: &str = "The evidence is due within a day";
pub const CONTESTED_SNOOZED_TOO: &str = "Contested, with snoozed";
pub const SNOOZED: &str = "Snoozed";
pub const WITH_NOTE: &str = "With a note or tag";
pub const HANDLING: &str = "Handling";

pub fn not_snoozed(count: impl Display) -> String {
    format!("Not snoozed, because evidence is due within a day or the dispute is closed: {count}")
}

/// `left_out` are closed, submitted, or not contested already.
pub fn disputes_not_contested(count: usize, left_out: usize) -> String {
    let marked = if count == 1 { "1 dispute is".to_owned() } else { format!("{count} disputes are") };
    let left_out = match left_out {
        0 => String::new(),
        count => format!(". {count} left out: closed, evidence submitted, or not contested already"),
    };
    format!("{marked} not contested{left_out}")
}

pub fn back_a_day_before(first: impl Display) -> String {
    format!("A snoozed dispute is back a day before its evidence is due: the first on {first}")
}

// Library

pub const GIVE_IT_NAME: &str = "Give it a name";
pub const PASTE_ID_OF_FILE: &str = "Paste the id of the file";
pub const WRITE_ITS_TEXT: &str = "Write its text";

pub fn there_is_no_merge_field(name: impl Display) -> String {
    format!("There is no merge field {{{name}}}: choose one of those below the text")
}

pub fn there_is_another_one_named(name: impl Display) -> String {
    format!("There is another one named “{name}”: choose another name")
}

// Local filter

pub const SEARCH: &str = "Search";
pub const RECOMMENDED_FIELDS_MISSING: &str = "Recommended fields missing";
pub const READY_TO_SUBMIT: &str = "Ready to submit";
pub const EVIDENCE_DUE: &str = "Evidence due";
pub const ANY_TIME: &str = "any time";
pub const NO_DEADLINE: &str = "no deadline";
pub const SUBMITTED_IN_PAYDESK: &str = "in Paydesk";

pub fn with(field: impl Display) -> String {
    format!("with “{field}”")
}

pub fn without(field: impl Display) -> String {
    format!("without “{field}”")
}

pub fn from(from: impl Display) -> String {
    format!("from {from}")
}

pub fn until(before: impl Display) -> String {
    format!("until {before}")
}

pub fn before(before: impl Display) -> String {
    format!("before {before}")
}

// Neighbours

pub const NO_OTHER_DISPUTE_NEEDS_EVIDENCE: &str = "No other dispute needs evidence";
pub const NO_OTHER_FOUND_DISPUTE_NEEDS_EVIDENCE: &str = "No other dispute of this search or filter needs evidence";

// Preflight

pub const CHECK_EVIDENCE_MENTIONS_REFUND: &str = "Check that your evidence mentions the refund.";
pub const MENTION_REFUND: &str = "Mention the refund in your evidence.";
pub const STATEMENT_WAS_DRAFTED_BEFORE_UPDATE: &str =
    "The statement was drafted before other fields changed, and contradicts them: update it";
pub const STATEMENT_LACKS_WHAT_WAS_FILLED_IN: &str =
    "Other fields were filled in after the statement was drafted: update it";
pub const STATEMENT_WAS_DRAFTED_BEFORE_CORRECT: &str =
    "The statement was drafted before other fields changed, and contradicts them: correct it";
pub const FILLED_IN_FROM_KNOWN_FACT: &str = "Filled in by Paydesk: check it";
pub const SERVICE_DATE: &str = "The service date";
pub const SHIPPING_DATE: &str = "The shipping date";
pub const IT_LOOKS_LIKE_CARD_NUMBER: &str = "It looks like a card number: all but the last four digits are masked";
pub const END_MAY_BE_MISSING_CHECK: &str = "The end may be missing: check the last lines";

pub fn deadline_has_passed(at: impl Display, estimated: &str) -> String {
    format!("The deadline was {at}{estimated}. The service may refuse the evidence; your draft is saved in any case")
}

pub fn documentation_does_not_list_status(word: impl Display) -> String {
    format!(
        "The API documentation does not list the status “{word}”: it is not known whether the dispute still accepts evidence. The service may refuse it; your draft is saved in any case"
    )
}

pub fn already_refunded(refunded: impl Display, disputed: impl Display, advice: impl Display) -> String {
    format!("Already refunded: {refunded}, of {disputed} disputed. {advice}")
}

pub fn is_in_future(name: impl Display, date: impl Display) -> String {
    format!("{name} {date} is in the future: check it")
}

pub fn is_after_dispute_was_opened(name: impl Display, date: impl Display) -> String {
    format!("{name} {date} is after the dispute was opened: check it")
}

pub fn is_before_payment(name: impl Display, date: impl Display) -> String {
    format!("{name} {date} is before the payment: check it")
}

pub fn is_still_in_text(name: impl Display) -> String {
    format!("The merge field {name} is still in the text and has no value: replace it")
}

// Results

pub fn won_with_and_without(
    with: impl Display,
    of_with: impl Display,
    without: impl Display,
    of_without: impl Display,
) -> String {
    format!("Won {with} of {of_with} with it, {without} of {of_without} without")
}

// Rows

pub const REPORTED_BY_SERVICE: &str = "Reported by the service";
pub const SET_IN_PAYDESK: &str = "Set in Paydesk, not reported by the service";
pub const NOT_SUBMITTED_HERE: &str = "Not submitted here";

pub fn estimate_days_after_dispute(days: impl Display, reason: impl Display) -> String {
    format!("Estimate: {days} days after the dispute was opened, for “{reason}”")
}

pub fn est(left: impl Display) -> String {
    format!("{left} (est.)")
}

pub fn as_of(at: impl Display, reasons_text: impl Display) -> String {
    format!("as of {at} · {reasons_text}")
}

pub fn of_outcome_not_known(met: impl Display, recommended: impl Display) -> String {
    format!("{met} of {recommended}, outcome not known")
}

pub fn of_submitted(met: impl Display, recommended: impl Display) -> String {
    format!("{met} of {recommended}, submitted")
}

pub fn of_changed_since(met: impl Display, recommended: impl Display) -> String {
    format!("{met} of {recommended}, changed since")
}

pub fn of(met: impl Display, recommended: impl Display) -> String {
    format!("{met} of {recommended}")
}

// Submit

pub const EVIDENCE_FOR_THIS_DISPUTE: &str = "Evidence for this dispute is being submitted";
pub const NOTHING_HAS_CHANGED_SINCE_LAST: &str = "Nothing has changed since the last submission";

pub fn dispute_is_it_accepts(status: impl Display) -> String {
    format!("The dispute is {status}: it accepts no more evidence")
}

pub fn not_connected_dispute(at: impl Display) -> String {
    format!("Not connected: the dispute is shown as of {at}. Submit when it can be loaded again")
}

// Template

pub const DELIVERED_AS_ORDERED: &str = "Delivered as ordered";
pub const PAYMENT_OF_FOR_BY_WAS_FOR_IT_WAS_DELIVERED: &str = "Payment {payment_id} of {created} for {amount}, by {customer_name} ({customer_email}), was for {product}. It was delivered as ordered.";
pub const NO_REFUND_WAS_DUE: &str = "No refund was due";
pub const ASKED_FOR_REFUND_OF_PAYMENT: &str = "{customer_name} asked for a refund of payment {payment_id} for {amount}. Our refund policy, accepted before the payment on {created}, allows none in this case.";
pub const REFUND_POLICY_SHOWN_AT_CHECKOUT: &str = "Refund policy shown at checkout";
pub const REFUND_POLICY_IS_LINKED: &str = "The refund policy is linked on the checkout page, and {customer_name} had to accept it before paying on {created}.";
pub const CANCELLATION_POLICY_SHOWN_AT_CHECKOUT: &str = "Cancellation policy shown at checkout";
pub const CANCELLATION_POLICY_IS_LINKED: &str =
    "The cancellation policy is linked on the checkout page and repeated in the confirmation sent to {customer_email}.";
pub const NOT_CANCELLED_BEFORE_CHARGE: &str = "Not cancelled before the charge";
pub const NO_CANCELLATION_REACHED_US: &str =
    "No cancellation reached us from {customer_email} before the charge of {amount} on {created}.";
pub const TWO_ORDERS_TWO_CHARGES: &str = "Two orders, two charges";
pub const PAYMENT_OVER: &str =
    "Payment {payment_id} for {amount} on {created} is for a separate order. It was not charged twice.";

// Texts

pub const WE_ASK_THAT_DISPUTE: &str = "We ask that dispute {dispute_id} of payment {payment_id} for {amount}, paid on {created}, be decided in our favour.";
pub const WHAT_WAS_SOLD: &str = "What was sold:";
pub const SERVICE_WAS_PROVIDED_ON: &str = "The service was provided on";
pub const USE_AFTER_PAYMENT: &str = "Use after the payment:";
pub const CANCELLATION_POLICY: &str = "The cancellation policy:";
pub const ON_CANCELLATION: &str = "On the cancellation:";
pub const REFUND_POLICY: &str = "The refund policy:";
pub const ON_REFUND: &str = "On a refund:";
pub const UNDER_NUMBER: &str = "under the number";

/// With what leads to the answer, where one follows.
pub fn reason_given(reason: impl Display, plain: impl Display, has_answer: bool) -> String {
    let end = if has_answer { "; we answer as follows." } else { "." };
    format!("The reason given is “{reason}”. {plain}{end}")
}

pub fn customer(join: impl Display) -> String {
    format!("The customer: {join}.")
}

pub fn paid_from_ip_address(address: impl Display) -> String {
    format!("The payment came from the IP address {address}.")
}

pub fn it_was_sent(join: impl Display) -> String {
    format!("It was sent {join}.")
}

pub fn attached(join: impl Display) -> String {
    format!("Attached: {join}.")
}
