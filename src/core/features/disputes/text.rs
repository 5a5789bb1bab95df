//! The texts of disputes.

pub use crate::text::{
    ADDRESS, AMOUNT, ASSIGNEE, CARD, CREATED, CURRENCY, CUSTOMER, CUSTOMER_ID, DECIDED, DESCRIPTOR, E_MAIL, EVIDENCE,
    IP_ADDRESS, NAME, NO_REASON_WAS_GIVEN, NOBODY, NOT_STARTED, NOT_UPLOADED_FROM_HERE, NOTHING_IS_FILLED_IN_YET,
    ONE_PAGE, PAYMENT, PHONE, REASON, SEARCH, SENT_OUTCOME_NOT_KNOWN, SHIPPING, STAGE, STATUS, SUBMITTED, WONT_CONTEST,
    not_sent,
};

use std::fmt::Display;

// Evidence draft

pub const GOODS: &str = "Goods";

// Evidence document

pub const FILES: &str = "Files";

/// `None` where there are none.
pub fn unprinted(characters: usize) -> Option<String> {
    match characters {
        0 => None,
        1 => Some("1 character is not in the PDF's font and is printed as its code point, such as ‹U+4E2D›".to_owned()),
        many => Some(format!(
            "{many} characters are not in the PDF's font and are printed as their code points, such as ‹U+4E2D›"
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
pub const REFUNDS: &str = "Refunds of this payment";
pub const CARRIER: &str = "Carrier";
pub const TRACKING_NUMBER: &str = "Tracking number";
pub const SHIPPED: &str = "Shipped";

pub fn part_of_payment(disputed: impl Display, payment: impl Display) -> String {
    format!("{disputed} of {payment} (partial dispute)")
}

/// Stands where the payment is for more than what is disputed.
pub fn we_ask_that_dispute_of_part(payment: impl Display) -> String {
    format!(
        "We ask that dispute {{dispute_id}} for {{amount}} of payment {{payment_id}} for {payment}, paid on {{created}}, be decided in our favour."
    )
}

pub fn whole_payment(disputed: impl Display) -> String {
    format!("{disputed}, the whole payment")
}

// Field checks

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

pub fn not_snoozed(count: impl Display) -> String {
    format!("{count} not snoozed: evidence is due within a day, or the dispute is closed")
}

/// `left_out` are closed, submitted, or not contested already.
pub fn disputes_not_contested(count: usize, left_out: usize) -> String {
    let marked = if count == 1 { "1 dispute is".to_owned() } else { format!("{count} disputes are") };
    let left_out = match left_out {
        0 => String::new(),
        count => format!(". {count} skipped: closed, submitted or already marked."),
    };
    format!("{marked} marked as not contested{left_out}")
}

pub fn back_a_day_before(first: impl Display) -> String {
    format!("Snoozed disputes return a day before evidence is due: the first on {first}")
}

// Library

pub fn there_is_no_merge_field(name: impl Display) -> String {
    format!("There is no merge field {{{name}}}: choose one of those below the text")
}

pub fn there_is_another_one_named(name: impl Display) -> String {
    format!("“{name}” is already used: choose another name")
}

// Local filter

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

// Preflight

pub fn deadline_has_passed(at: impl Display) -> String {
    format!("The deadline was {at}. The service may refuse the evidence; your draft is saved either way.")
}

pub fn documentation_does_not_list_status(word: impl Display) -> String {
    format!(
        "The API documentation does not list the status “{word}”, so the service may refuse the evidence. Your draft \
            is saved either way."
    )
}

pub fn already_refunded(refunded: impl Display, disputed: impl Display, advice: impl Display) -> String {
    format!("Already refunded: {refunded}. Disputed: {disputed}. {advice}")
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

pub const NOT_SUBMITTED_HERE: &str = "None in Paydesk";

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
    format!("{met} of {recommended}, outcome unknown")
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

pub fn dispute_is_it_accepts(status: impl Display) -> String {
    format!("The dispute is {status}: it no longer accepts evidence")
}

pub fn not_connected_dispute(at: impl Display) -> String {
    format!("Not connected: the dispute is shown as of {at}. Submit when it can be loaded again.")
}

// Texts

/// With what leads to the answer, where one follows.
pub fn reason_given(reason: impl Display, plain: impl Display, has_answer: bool) -> String {
    let end = if has_answer { "; we respond as follows." } else { "." };
    format!("The reason given is “{reason}”. {plain}{end}")
}

pub fn customer(join: impl Display) -> String {
    format!("The customer is {join}.")
}

pub fn customer_email(email: impl Display) -> String {
    format!("The customer's e-mail address is {email}.")
}

pub fn we_refunded(amount: String) -> String {
    format!("We have refunded {amount} of this payment.")
}

pub fn refund_pending(amount: String) -> String {
    format!("A refund of {amount} is pending.")
}

/// Below the statement, as a paragraph of its own.
pub fn with_earlier_payments(statement: impl Display, lines: impl Display) -> String {
    format!("{statement}\n\nThe same customer paid us before, and disputed none of these payments:\n{lines}")
}

pub fn item_of_order(item: impl Display, order: impl Display) -> String {
    format!("{item} (order {order})")
}

pub fn order(order: impl Display) -> String {
    format!("Order {order}")
}

pub fn paid_from_ip_address(address: impl Display) -> String {
    format!("The payment came from the IP address {address}.")
}

pub fn it_was_sent(join: impl Display) -> String {
    format!("The order was shipped {join}.")
}

pub fn attached(join: impl Display) -> String {
    format!("We attach: {join}.")
}

pub fn filled_in(labels: impl Display) -> String {
    format!("Filled in by Paydesk and not looked at yet: {labels}")
}

pub fn longer_than_usual(most: usize) -> String {
    format!("Services and banks usually take {most} characters of one text: the end may be cut")
}

pub fn of_with_interval(won: usize, of: usize, low: i64, high: i64) -> String {
    format!("{won} of {of} ({low}–{high}%)")
}

pub fn won_with_intervals(with: impl Display, without: impl Display) -> String {
    format!("Won {with} with it, {without} without")
}
