//! The texts of bulk operations.

pub use crate::app::text::{
    APPROVE, DECLINED, DONE, EXCLUDED, NOT_SENT, NOT_STARTED as WAITING, PAUSED as PAUSED_BY_PERSON, REJECTED,
    UNDER_WAY, UNKNOWN,
};
use crate::app::text::{COLUMN_AMOUNT, COLUMN_CURRENCY, COLUMN_DETAIL, COLUMN_OPERATION_ID};

use crate::app::text::{CANCEL, CAPTURE, ONE_PAYMENT, REFUND};
use crate::domain::money::{Money, grouped_count};
use crate::domain::operation::ResourceKind;

use super::exclusion::Exclusion;
use super::kind::BulkKind;

pub const FULFIL: &str = "Fulfil";
pub const UNKNOWN_DETAIL: &str = "Needs attention shows what is known of it";
pub const SETTLED: &str = "Resolved";
/// The service accepted it, and has not said yet how it ended.
pub const PENDING: &str = "Pending";
pub const STOPPED: &str = "The run was stopped before it started";
pub const NOT_BEGUN: &str = "It was not started: check it and try again";
pub const NO_SERVICE: &str = "The service is not available";
pub const NOT_KNOWN_ANY_MORE: &str = "It is no longer known here";
pub const CHANGED_SINCE_PLAN: &str = "Its amounts have changed since you confirmed";
pub const RESTARTED: &str = "Paused: Paydesk was closed while it was running. Nothing is sent until you resume";
pub const ANOTHER_RUN: &str = "Another bulk run is not finished yet: finish or stop it first";
const NO_AMOUNT: &str = "No amount";
/// Of the columns of a file, none has the amounts.
pub const NO_AMOUNT_COLUMN: &str = "None, each in full";
pub const NOTHING_SELECTED: &str = "Nothing is selected";
pub const REPORT_FILE: &str = "bulk-report";
pub const REPORT_COLUMNS: [&str; 7] =
    ["id", COLUMN_AMOUNT, COLUMN_CURRENCY, "result", COLUMN_DETAIL, COLUMN_OPERATION_ID, "line"];

/// `Capture selected…`
pub fn button(kind: BulkKind) -> &'static str {
    match kind {
        BulkKind::Capture => "Capture selected…",
        BulkKind::Cancel => "Cancel selected…",
        BulkKind::Approve => "Approve selected…",
        BulkKind::Refund => "Refund selected…",
        BulkKind::Fulfil => "Fulfil selected…",
    }
}

pub fn verb(kind: BulkKind) -> &'static str {
    match kind {
        BulkKind::Capture => CAPTURE,
        BulkKind::Cancel => CANCEL,
        BulkKind::Approve => APPROVE,
        BulkKind::Refund => REFUND,
        BulkKind::Fulfil => FULFIL,
    }
}

/// `1 payment`, `1,000 payouts`.
pub fn count(subject: ResourceKind, count: usize) -> String {
    match (subject, count) {
        (ResourceKind::Payment, 1) => ONE_PAYMENT.to_owned(),
        (_, 1) => format!("1 {}", subject.noun()),
        (_, count) => format!("{} {}s", grouped_count(count as u64), subject.noun()),
    }
}

/// `Capture 1,000 payments`
pub fn title(kind: BulkKind, items: usize) -> String {
    format!("{} {}", verb(kind), count(kind.subject(), items))
}

pub fn exclusion(exclusion: &Exclusion) -> String {
    match exclusion {
        Exclusion::TooMuch { most } => format!("More than the {most} that remain"),
        Exclusion::OnlyWhole { whole } => format!("Only the whole amount is possible: {whole}"),
        Exclusion::OtherCurrency { of } => format!("The currency is {of}"),
        Exclusion::Malformed { text } => format!("“{text}” is not an amount"),
        Exclusion::NoAmount => format!("{NO_AMOUNT}. Enter one in the file, or import it with “{NO_AMOUNT_COLUMN}”"),
        Exclusion::Unknown
        | Exclusion::Repeated
        | Exclusion::Conflicting
        | Exclusion::UnderWay
        | Exclusion::AlreadyDone
        | Exclusion::Status { .. }
        | Exclusion::InReview
        | Exclusion::Zero
        | Exclusion::AmountNotKnown
        | Exclusion::Disputed
        | Exclusion::NothingReceived
        | Exclusion::Automatic
        | Exclusion::NoId
        | Exclusion::TooMany => exclusion_group(exclusion),
    }
}

pub fn exclusion_group(exclusion: &Exclusion) -> String {
    match exclusion {
        Exclusion::Unknown => "Unknown id",
        Exclusion::Repeated => "Listed more than once",
        Exclusion::Conflicting => "Listed with different amounts",
        Exclusion::UnderWay => "Another operation is in progress",
        Exclusion::AlreadyDone => "Already done",
        Exclusion::Status { label } => return format!("Status: {label}"),
        Exclusion::InReview => "In review: approve it first",
        Exclusion::TooMuch { .. } => "More than remains",
        Exclusion::OnlyWhole { .. } => "Not the whole amount",
        Exclusion::OtherCurrency { .. } => "Another currency",
        Exclusion::Zero => "No amount above zero",
        Exclusion::AmountNotKnown => "The remaining amount is not known: open the payment first",
        Exclusion::Disputed => "Disputed",
        Exclusion::NothingReceived => "No money received",
        Exclusion::Automatic => "Created with automatic fulfilment: fulfilling it is unnecessary",
        Exclusion::Malformed { .. } => "Not an amount",
        Exclusion::NoAmount => NO_AMOUNT,
        Exclusion::NoId => "No id",
        Exclusion::TooMany => "More than one run can take",
    }
    .to_owned()
}

pub fn code_and_message(code: &str, message: &str) -> String {
    let parts = [code, message].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

pub fn now_in_status(label: &str) -> String {
    format!("It changed since you confirmed: the status is now {label}")
}

pub fn now_of_amount(amount: &Money) -> String {
    format!("It changed since you confirmed: the amount is now {amount}")
}

pub fn now_capturable(most: &Money) -> String {
    format!("It changed since you confirmed: {most} can be captured now")
}

pub fn now_refundable(most: &Money) -> String {
    format!("It changed since you confirmed: {most} can be refunded now")
}

pub fn read_only(why: &str) -> String {
    format!("Paused: {why}")
}

pub fn failing(why: &str) -> String {
    format!("Paused after several failures in a row: {why}")
}

/// What is reported when a run is over.
pub fn finished(kind: BulkKind, (done, pending): (usize, usize), all: usize) -> String {
    let (done, all) = (grouped_count(done as u64), count(kind.subject(), all));
    let pending = if pending == 0 { String::new() } else { format!(", {} pending", grouped_count(pending as u64)) };
    format!("{} finished: {done} of {all} done{pending}", verb(kind))
}

/// Where a column of a file looks as if it has the amounts, and nobody said so.
pub fn choose_amounts() -> String {
    format!("Choose which column holds the amount, or “{NO_AMOUNT_COLUMN}”")
}

/// A column of a file that has no title.
pub fn column(number: usize) -> String {
    format!("Column {number}")
}
