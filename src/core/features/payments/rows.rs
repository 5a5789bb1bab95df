//! Rows as they are drawn: texts prepared once when a page arrives, and the order they are in.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use paydesk_domain::authorization::CaptureDeadline;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::search_text::plain;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::{SortKey, StoredPayment};

use super::authorized::{Authorized, holds_authorization};
use super::known_marks::KnownMarks;
use super::row_texts::{decline_texts, order_text, paid_with, payer_text};
use super::sort::PaymentSort;
use super::text;

/// One row, ready to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentTableRow {
    pub payment: PaymentRow,
    pub id_text: String,
    pub amount_text: String,
    pub currency_text: String,
    pub created_text: String,
    /// The name of the customer, else the e-mail address, else the customer ID.
    pub payer_text: String,
    /// The e-mail address that stands behind a name.
    pub email: String,
    /// `Visa ···· 1926`.
    pub method_text: String,
    /// The order, else the description.
    pub order_text: String,
    /// Code and message.
    pub decline_text: String,
    /// The message alone, or the code where there is none.
    pub reason_text: String,
    /// What it is shown with in place of its status.
    pub mark: Option<PaymentMark>,
    /// `17.80`: what of it can be captured, where that is less than the amount.
    pub rest_text: Option<String>,
    /// It is held for manual review.
    pub in_review: bool,
    /// End of the authorization, where there is something to capture or to approve.
    pub capture_before: Option<CaptureDeadline>,
    /// The amount is zero, negative or in a currency we do not know: said on hover.
    pub warning: Option<String>,
}

/// What a row is prepared with.
#[derive(Debug, Clone, Copy)]
pub struct RowContext<'a> {
    pub zone: Zone,
    pub now: DateTime<Utc>,
    pub units: MinorUnits,
    pub review: &'a ReviewStatus,
    pub authorized: &'a Authorized,
    pub marks: &'a KnownMarks,
}

impl<'a> RowContext<'a> {
    pub fn of(view: &WorkspaceView<'a>, authorized: &'a Authorized, marks: &'a KnownMarks) -> Self {
        Self { zone: view.zone, now: view.now, units: view.units, review: view.review_status(), authorized, marks }
    }
}

impl PaymentTableRow {
    /// Prepares the texts of one row, with its amount as the service counts it.
    pub fn prepare(mut payment: PaymentRow, cx: &RowContext<'_>) -> Self {
        let RowContext { zone, now, units, .. } = *cx;
        payment.amount = payment.amount.counted_as(units);
        let in_review = cx.review.is(&payment.status);
        let held = holds_authorization(&payment.status, in_review, payment.capturable_minor);
        let deadline = || CaptureDeadline::new(cx.authorized.at(&payment.payment_id), payment.created);
        let mark = PaymentMark::of(&payment, cx.marks.of(&payment.payment_id));
        let (decline_text, reason_text) = decline_texts(&payment);
        Self {
            mark,
            rest_text: rest_text(&payment, mark),
            in_review,
            capture_before: held.then(deadline).flatten(),
            id_text: visible_id(payment.payment_id.as_str(), 80),
            amount_text: payment.amount.amount_text(),
            currency_text: visible(payment.amount.currency.code(), 12),
            created_text: payment
                .created
                .map_or_else(|| crate::text::UNKNOWN_DATE.to_owned(), |time| zone.short(time, now)),
            payer_text: payer_text(&payment, None),
            email: String::new(),
            method_text: paid_with(&payment, None),
            order_text: String::new(),
            decline_text,
            reason_text,
            warning: warning(&payment),
            payment,
        }
    }
}

impl PaymentTableRow {
    /// Takes over what is stored of the payment; whether the row says something else now.
    pub(super) fn describe(&mut self, known: &StoredPayment) -> bool {
        let payment = &self.payment;
        let says_why = payment.unified_code.is_none() && known.row.status == payment.status;
        let (decline, reason) = decline_texts(if says_why { &known.row } else { payment });
        let (payer, method) = (payer_text(payment, Some(known)), paid_with(payment, Some(known)));
        let texts = [payer, method, order_text(known), decline, reason];
        let Self { payer_text, method_text, order_text, decline_text, reason_text, .. } = self;
        let shown = [payer_text, method_text, order_text, decline_text, reason_text];
        let is_news = shown.iter().zip(&texts).any(|(shown, text)| **shown != *text);
        shown.into_iter().zip(texts).for_each(|(shown, text)| *shown = text);
        self.email.clone_from(&known.texts.email);
        is_news
    }

    /// Whether each of these words is in what it says, whatever letter case and accents it is typed with.
    pub fn has_words(&self, words: &str) -> bool {
        let customer_id = self.payment.customer_id.as_ref().map(|id| id.as_str());
        let said = [&*self.payer_text, &self.email, &self.id_text, customer_id.unwrap_or_default(), &self.method_text];
        let more = [&*self.order_text, &self.amount_text, &self.currency_text, &self.reason_text];
        let is_said = |word: &str| said.iter().chain(&more).any(|text| plain(text).contains(word));
        words.is_empty() || plain(words).split_whitespace().all(is_said)
    }

    /// Whether it is among those that wait for capture: what is held for manual review is approved first.
    pub fn waits_for_capture(&self) -> bool {
        !self.in_review && self.payment.status.can_be_captured(self.payment.capturable_minor)
    }
}

/// What is left of a partial capture, and of an authorization of less than the amount.
fn rest_text(payment: &PaymentRow, mark: Option<PaymentMark>) -> Option<String> {
    let is_part = |minor: i64| {
        let holds_less = minor < payment.amount.minor && payment.status.can_be_captured(Some(minor));
        minor > 0 && (mark == Some(PaymentMark::PartiallyCaptured) || holds_less)
    };
    payment.capturable_minor.filter(|minor| is_part(*minor)).map(|minor| payment.amount.with_minor(minor).amount_text())
}

fn warning(payment: &PaymentRow) -> Option<String> {
    let amount = &payment.amount;
    if !amount.currency.is_known() {
        Some(text::decimals_are_not_known(visible(amount.currency.code(), 12)))
    } else if amount.minor < 0 {
        Some("The service reports a negative amount".to_owned())
    } else if amount.minor == 0 {
        Some("The service reports an amount of zero".to_owned())
    } else {
        None
    }
}

/// Orders two rows; equal ones keep the service's order. Those without a value come last either way.
pub fn compare(a: &PaymentTableRow, b: &PaymentTableRow, sort: PaymentSort) -> Ordering {
    let ordering = match sort.column {
        SortKey::Amount => compare_amounts(a, b),
        SortKey::Currency => a.currency_text.cmp(&b.currency_text),
        SortKey::Status => (a.mark, &a.payment.status).cmp(&(b.mark, &b.payment.status)),
        SortKey::Created | SortKey::Seen => a.payment.created.cmp(&b.payment.created),
        SortKey::PaymentId => a.payment.payment_id.cmp(&b.payment.payment_id),
        SortKey::CaptureBefore => {
            return present_first(a.capture_before, b.capture_before, sort.descending);
        }
        SortKey::Customer => {
            let id = |row: &PaymentTableRow| row.payment.customer_id.clone();
            return present_first(id(a), id(b), sort.descending);
        }
        // The list of the service's pages is not sorted by what its rows do not say.
        SortKey::OrderReference
        | SortKey::Last4
        | SortKey::Refunded
        | SortKey::LeftToRefund
        | SortKey::CardCountry
        | SortKey::Tags
        | SortKey::Note => Ordering::Equal,
        SortKey::Payer | SortKey::Email => return texts_first(&a.payer_text, &b.payer_text, sort.descending),
        SortKey::Method => return texts_first(&a.method_text, &b.method_text, sort.descending),
        SortKey::Order | SortKey::Description => return texts_first(&a.order_text, &b.order_text, sort.descending),
        SortKey::Decline => return texts_first(&a.decline_text, &b.decline_text, sort.descending),
    };
    if sort.descending { ordering.reverse() } else { ordering }
}

/// Texts in the order of their letters, whatever their case.
fn texts_first(a: &str, b: &str, descending: bool) -> Ordering {
    let letters = |text: &'_ str| (!text.is_empty()).then(|| text.to_lowercase());
    present_first(letters(a), letters(b), descending)
}

/// Amounts of two currencies have no order: currencies stand together, amounts are ordered within each.
fn compare_amounts(a: &PaymentTableRow, b: &PaymentTableRow) -> Ordering {
    a.currency_text.cmp(&b.currency_text).then(a.payment.amount.minor.cmp(&b.payment.amount.minor))
}

/// Rows without a value come last whichever way the others stand.
fn present_first<T: Ord>(a: Option<T>, b: Option<T>, descending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if descending => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}
