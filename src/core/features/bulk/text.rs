//! The texts of bulk operations.

pub use crate::text::{
    APPROVE, DECLINED, DONE, EXCLUDED, NOT_SENT, NOT_STARTED as WAITING, PAUSED as PAUSED_BY_PERSON, REJECTED,
    UNDER_WAY, UNKNOWN,
};
use crate::text::{COLUMN_AMOUNT, COLUMN_CURRENCY, COLUMN_DETAIL, COLUMN_OPERATION_ID};

use crate::operations::not_sent::was_and_is;
use crate::text::{CANCEL, CAPTURE, ONE_PAYMENT, REFUND};
use paydesk_domain::money::{Currency, CurrencyCode, Money, grouped_count, is_currency_sign};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::sheet::{LineDamage, LineHidden, NumberFormat};
use paydesk_domain::text::visible;

use super::exclusion::{Exclusion, ExclusionKind};
use super::kind::BulkKind;

pub const FULFIL: &str = "Fulfil";
pub const SETTLED: &str = "Resolved";
/// The service accepted it, and has not said yet how it ended.
pub const PENDING: &str = "Pending";
pub const NOT_KNOWN_ANY_MORE: &str = "It is no longer in Paydesk";
/// Longest part of a cell that is repeated, in characters.
const SHOWN_CHARS: usize = 40;
const NO_AMOUNT: &str = "No amount";
const NOT_READ: &str = "Could not be read";
pub const LEFT_OUT_COLUMNS: [&str; 6] = [COLUMN_LINE, COLUMN_ID, COLUMN_AMOUNT, COLUMN_CURRENCY, "kind", COLUMN_WHY];
/// Not a name that an import takes for a reason to send.
const COLUMN_WHY: &str = "not_imported_because";
pub const REPORT_COLUMNS: [&str; 7] =
    [COLUMN_ID, COLUMN_AMOUNT, COLUMN_CURRENCY, "result", COLUMN_DETAIL, COLUMN_OPERATION_ID, COLUMN_LINE];
const COLUMN_ID: &str = "id";
const COLUMN_LINE: &str = "line";

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
        Exclusion::TooMuch { most } => format!("More than the {most} left"),
        Exclusion::OnlyWhole { whole } => format!("Only the whole amount is possible: {whole}"),
        Exclusion::OtherCurrency { of } => format!("The currency is {of}"),
        Exclusion::SecondHeader { is_same: true } => "A second table begins here. Import it too?".to_owned(),
        Exclusion::SecondHeader { is_same: false } => {
            "Another table begins here. Choose this line as the header to import it.".to_owned()
        }
        Exclusion::PartTitle { text } => format!("“{}”: another section may begin here", visible(text, 40)),
        Exclusion::BelowHeader { line } => format!("Below line {line}, where another section may begin"),
        Exclusion::OtherOperation { text } => format!("The line says “{}”", visible(text, 40)),
        Exclusion::TwoCurrencies { title, line } => format!("The file says {title}; the line says {line}"),
        Exclusion::SameRefund { amount, refund_id } => {
            format!("Imported twice? {amount} was already refunded ({}).", visible(refund_id.as_str(), 40))
        }
        Exclusion::SameCapture { amount } => format!("Imported twice? {amount} was already captured."),
        Exclusion::Malformed { text, message } if message.is_empty() => format!("“{text}” is not an amount"),
        Exclusion::Malformed { message, .. } | Exclusion::BadReason { message } => message.clone(),
        Exclusion::Ambiguous { text } => format!("“{text}” can be read in two ways. Choose the decimal mark."),
        Exclusion::NoCurrency { text } if is_currency_sign(text) => {
            format!("“{text}” is a symbol of several currencies: enter the currency code")
        }
        Exclusion::NoCurrency { text } if !text.is_empty() => format!("“{text}” is not a currency"),
        Exclusion::NotRead { message } => format!("{NOT_READ}: {message}"),
        Exclusion::Repeated { line: Some(line) } => format!("Same payment and amount as line {line}"),
        Exclusion::OtherLineMeant { line } => format!("Line {line} is imported instead, with a different amount"),
        Exclusion::Hidden { hidden: LineHidden::ByFilter } => "Hidden by the sheet's filter".to_owned(),
        Exclusion::Hidden { hidden: LineHidden::ByHand } => "Hidden in the sheet".to_owned(),
        Exclusion::Hidden { hidden: LineHidden::StruckThrough } => "Struck through in the sheet".to_owned(),
        Exclusion::Hidden { hidden: LineHidden::ByCondition } => {
            "Conditional formatting may strike it through or change how it is shown".to_owned()
        }
        Exclusion::Damaged { damage } => line_damage(damage),
        Exclusion::MayBeTotal => "Equals the sum of other lines: it may be a totals row".to_owned(),
        Exclusion::MayAddUpUnread => {
            "The last line, and an amount above it cannot be read: it may be a totals row".to_owned()
        }
        Exclusion::BelowTotal => "Below a totals row: it may be tax, an average or another total".to_owned(),
        Exclusion::MayBeCents { line } => {
            format!("Line {line} shows the same payment in cents: all amounts may be in cents")
        }
        Exclusion::AboveHeader
        | Exclusion::Header
        | Exclusion::Total
        | Exclusion::NoAmount
        | Exclusion::NoCurrency { .. }
        | Exclusion::Unknown
        | Exclusion::Repeated { line: None }
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
        Exclusion::Unknown => "Unknown ID",
        Exclusion::NotRead { .. } => NOT_READ,
        Exclusion::Ambiguous { .. } => "Amount can be read in two ways",
        Exclusion::NoCurrency { .. } => "No currency",
        Exclusion::BadReason { .. } => "Reason cannot be sent",
        Exclusion::Hidden { .. } => "Hidden line",
        Exclusion::Damaged { .. } => "Damaged line",
        Exclusion::AboveHeader => "Above the header",
        Exclusion::Header => "A header or a title",
        Exclusion::SecondHeader { .. } => "Second header",
        Exclusion::PartTitle { .. } => "Heading of another section",
        Exclusion::BelowHeader { .. } => "Below the start of another section",
        Exclusion::Total => "Totals row",
        Exclusion::MayBeTotal | Exclusion::MayAddUpUnread | Exclusion::BelowTotal => "May be a totals row",
        Exclusion::MayBeCents { .. } => "May be in cents",
        Exclusion::OtherOperation { .. } => "Different operation",
        Exclusion::TwoCurrencies { .. } => "Two currencies",
        Exclusion::SameRefund { .. } => "Already refunded",
        Exclusion::SameCapture { .. } => "Already captured",
        Exclusion::Repeated { .. } => "Listed more than once",
        Exclusion::Conflicting | Exclusion::OtherLineMeant { .. } => "Listed with different amounts",
        Exclusion::UnderWay => "Another operation is in progress",
        Exclusion::AlreadyDone => "Already done",
        Exclusion::Status { label } => return format!("Status: {label}"),
        Exclusion::InReview => "In review: approve it first",
        Exclusion::TooMuch { .. } => "More than the remaining amount",
        Exclusion::OnlyWhole { .. } => "Not the whole amount",
        Exclusion::OtherCurrency { .. } => "Different currency",
        Exclusion::Zero => "Amount not above zero",
        Exclusion::AmountNotKnown => "The service does not report the remaining amount",
        Exclusion::Disputed => "Disputed",
        Exclusion::NothingReceived => "No money received",
        Exclusion::Automatic => "Created with automatic fulfilment: no need to fulfil it",
        Exclusion::Malformed { .. } => "Not an amount",
        Exclusion::NoAmount => NO_AMOUNT,
        Exclusion::NoId => "No ID",
        Exclusion::TooMany => "Over the limit for one run",
    }
    .to_owned()
}

/// In which way a line is left out.
pub fn exclusion_kind(kind: ExclusionKind) -> &'static str {
    match kind {
        ExclusionKind::Excluded => EXCLUDED,
        ExclusionKind::Hidden => "Hidden",
        ExclusionKind::Damaged => "Damaged",
    }
}

fn line_damage(damage: &LineDamage) -> String {
    match damage {
        LineDamage::Quote => "A quotation mark is not closed".to_owned(),
        LineDamage::TooManyCells { cells, expected } => {
            format!("It has {cells} cells instead of {expected}: a value may contain a separator")
        }
        LineDamage::ErrorCell { column, error } if error.starts_with('#') => {
            format!("The cell “{column}” contains {error}")
        }
        LineDamage::ErrorCell { column, error } => format!("The cell “{column}” is {error}"),
        LineDamage::OtherId { column } => {
            format!("The cell “{column}” does not show the value it contains: change its format in Excel")
        }
        LineDamage::Rounded { column, shown, held } => {
            format!("The cell “{column}” shows {shown} but contains {held}: correct it, or show all its decimals")
        }
        LineDamage::LongId => "Excel stores only 15 digits of a number: enter this ID as text".to_owned(),
        LineDamage::PartlyStruck { column } => {
            format!("Part of the cell “{column}” is struck through, superscript or subscript")
        }
        LineDamage::Repeated => {
            "This line, or one of its cells, is in the file twice or out of place: save the file again in Excel"
                .to_owned()
        }
        LineDamage::Merged { first, last } => format!("Cells are merged across lines {first}–{last}"),
    }
}

/// Why a text that stands where an amount is expected is none.
pub fn no_amount(text: &str, currency: &Currency) -> String {
    let shown = visible(text, SHOWN_CHARS);
    // `10,-` and `10,--` are written for 10.00.
    let is_even = text.trim_end_matches(['-', '–', '—']).ends_with([',', '.']);
    let is_negative = text.starts_with(['-', '−', '(']) || (text.ends_with('-') && !is_even);
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    let mut parts = text.split(|c: char| c.is_ascii_digit() || c.is_whitespace() || ".,'".contains(c));
    let names_currency = |part: &str| is_currency_sign(part) || CurrencyCode::new(&part.to_uppercase()).is_listed();
    match has_digits {
        true if is_negative => format!("“{shown}” is negative: only amounts above zero can be sent"),
        true if parts.any(names_currency) => format!("“{shown}” is not in {}", currency.code()),
        _ => String::new(),
    }
}

/// `“3.3333” has more decimals than EUR, which has 2`
pub fn too_many_decimals(text: &str, currency: &Currency, allowed: u32) -> String {
    match allowed {
        0 => format!("“{text}” has decimals, but {} has none", currency.code()),
        allowed => format!("“{text}” has more decimals than {}, which has {allowed}", currency.code()),
    }
}

/// Why a number is no amount that its workbook shows so.
pub fn number_format(format: &NumberFormat, number: &str) -> String {
    match format {
        NumberFormat::Percent => format!("The sheet shows {number} as a percentage"),
        NumberFormat::Scaled => format!("The sheet shows {number} in thousands or millions"),
        NumberFormat::Rounded { shown } => format!("The sheet shows {number} as {shown}"),
        NumberFormat::Notation => format!("The sheet shows {number} as a fraction or with a power of ten"),
        NumberFormat::Hidden => format!("The sheet hides the number in the cell: {number}"),
        NumberFormat::Text(words) if words.is_empty() => {
            format!("The sheet shows {number} with gaps between its digits")
        }
        NumberFormat::Currency(words) | NumberFormat::Text(words) => {
            format!("The sheet shows {number} with “{}”", visible(words, SHOWN_CHARS))
        }
    }
}

/// Why a date or a time of a workbook is no amount; of a length of time, the days are stored.
pub fn date_or_time(stored: &str) -> String {
    let what = if stored.contains('-') { "date" } else { "time" };
    format!("The sheet shows {stored} as a {what}")
}

pub fn reason_too_long(most: usize) -> String {
    format!("The reason is longer than {most} characters")
}

pub fn code_and_message(code: &str, message: &str) -> String {
    let parts = [code, message].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

pub fn now_in_status(label: &str) -> String {
    format!("It has changed since you confirmed: the status is now {label}")
}

/// What is no longer as it was confirmed.
pub fn changed(name: &str, was: Option<&str>, now: Option<&str>) -> String {
    format!("It has changed since you confirmed: {}", was_and_is(name, was, now))
}

pub fn now_capturable(most: &Money) -> String {
    format!("It has changed since you confirmed: {most} can be captured now")
}

pub fn now_refundable(most: &Money) -> String {
    format!("It has changed since you confirmed: {most} can be refunded now")
}

pub fn read_only(why: &str) -> String {
    format!("Paused: {why}")
}

pub fn failing(why: &str) -> String {
    format!("Paused after several failures in a row: {why}")
}

/// What is reported when a run is over.
pub fn finished(kind: BulkKind, (done, pending): (usize, usize), all: usize) -> String {
    let all = count(kind.subject(), all);
    match pending {
        0 => format!("{} finished: {} of {all} done", verb(kind), grouped_count(done as u64)),
        pending => {
            let (sent, pending) = (grouped_count((done + pending) as u64), grouped_count(pending as u64));
            format!("{}: {sent} of {all} sent, {pending} pending", verb(kind))
        }
    }
}

/// `amount (column 3)`: of several with the same title.
pub fn column_of_several(title: &str, number: usize) -> String {
    format!("{title} (column {number})")
}

/// A column of a file that has no title.
pub fn column(number: usize) -> String {
    format!("Column {number}")
}
