//! What a refusal of a refund or of a capture proves. By itself nothing: it may be the echo of an earlier copy that was
//! executed. It is a refusal where numbers exclude that.
//!
//! Let *m* be the most that can be received of the payment and *a* the refund. Once the refund was made, at most *m − a* are
//! left for others. So where the service names more than that as left, or the payment shows other refunds of more than that,
//! the refund had not been made by then. That no copy of it is executed afterwards is excluded by asking once more: 30 s
//! after the first such refusal, and not before a copy whose answer was lost can no longer arrive. One that was made and
//! failed leaves the same numbers: no money was given back, which is what a refusal says.
//!
//! Of a capture in the same way: once *a* of *c* that could be captured was, at most *c − a* can be, and never more again.
//! A refusal that names more than that as capturable is not of a second copy.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::error::{ApiError, CallError};
use paydesk_api::freshness::Freshness;
use paydesk_api::operation::Endpoint;
use paydesk_api::proof::{Judgement, JudgementReason};
use paydesk_api::rate_limit::Priority;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::{Money, parse_amount};
use paydesk_domain::payment::PaymentRow;

use super::context::{OperationsContext, OperationsOutput};
use super::reconcile::reconcile;
use super::{Operation, Operations, Outcome, Phase, Reading, ResolutionFinding, UnclearReason, resolution_schedule};

/// Words of which a refusal has one that says how much is left.
const WORDS_OF_A_REST: [&str; 9] = [
    "left",
    "remain",
    "refundable",
    "unrefunded",
    "capturable",
    "can be refunded",
    "can still be refunded",
    "available to ",
    "available for ",
];
/// Words of a refusal that names how much may be moved at once, or when, or what somebody has, and not how much is left of the
/// payment.
const WORDS_OF_A_LIMIT: [&str; 17] = [
    "day",
    "hour",
    "month",
    "attempt",
    "single",
    "each",
    "per ",
    "limit",
    "daily",
    "at once",
    "at a time",
    "split",
    "merchant",
    "account",
    "wallet",
    "funds",
    "reserve",
];
/// What may follow the number of an amount, beside its currency and [words of a rest](WORDS_OF_A_REST): the name of what
/// else it may count is not among them.
const WORDS_AFTER_AN_AMOUNT: [&str; 9] = ["can", "is", "are", "was", "of", "and", "still", "minor", "available"];
/// What stands before a number that names something and counts nothing.
const WORDS_BEFORE_A_NAME: [&str; 13] =
    ["reference", "ref", "trace", "error", "code", "id", "no", "nr", "number", "request", "ticket", "case", "support"];

/// Between two looks at a refund that was refused.
const LEAST_PAUSE: TimeDelta = TimeDelta::seconds(5);

impl Operation {
    /// Whether this refusal cannot be the answer to a second copy of a refund or a capture that was made.
    pub(super) fn is_excluded_by(&self, error: &ApiError) -> bool {
        let Some((left, money)) = self.left_by(&error.message).zip(self.plan.money.as_ref()) else { return false };
        left < money.minor && self.most_left_once_made().is_some_and(|most| left > most)
    }

    /// Whether its only attempt was refused with numbers that a capture which was made would not leave.
    pub(super) fn is_excluded_by_refusal(&self) -> bool {
        self.plain_refusal().is_some_and(|refusal| self.is_excluded_by(refusal))
    }

    /// Whether the service refused a capture because less was left than `row` shows: that is from before what took the
    /// rest, which may be our own capture.
    pub(super) fn refusal_names_less_than(&self, row: &PaymentRow) -> bool {
        let left = self.plain_refusal().filter(|refusal| !self.is_excluded_by(refusal));
        let left = left.and_then(|refusal| self.left_by(&refusal.message));
        left.zip(row.capturable_minor).is_some_and(|(left, shown)| left < shown)
    }

    /// Whether the service refused a refund because more was given back than `others_minor`, which a list shows of others,
    /// and than a person saw: the rest may be our own refund.
    pub(super) fn refusal_names_more(&self, others_minor: i64) -> bool {
        let Phase::Unknown(unknown) = &self.phase else { return false };
        let left = unknown.refusal.as_ref().filter(|refusal| !self.is_excluded_by(refusal));
        let left = left.and_then(|refusal| self.left_by(&refusal.message));
        let Some(seen) = self.precondition.payment() else { return false };
        let explained = seen.refunded_minor.unwrap_or(0).max(others_minor);
        seen.received_minor.zip(left).is_some_and(|(received, left)| received.saturating_sub(left) > explained)
    }

    /// What is left to refund of the payment, where the service refused this refund for being more than that.
    pub fn left_to_refund(&self) -> Option<Money> {
        let Phase::Ended(Outcome::Rejected { message, .. }) = &self.phase else { return None };
        let asked = self.plan.money.as_ref().filter(|_| self.plan.endpoint == Endpoint::CreateRefund)?;
        let left = self.left_by(message).filter(|left| *left < asked.minor)?;
        Some(asked.with_minor(left))
    }

    /// What can be left to refund or to capture once this was done, at most.
    fn most_left_once_made(&self) -> Option<i64> {
        let before = self.precondition.payment()?.before();
        let most = match self.plan.endpoint {
            Endpoint::CreateRefund => before.most_received_minor(),
            Endpoint::CapturePayment => before.capturable_minor,
            _ => None,
        };
        most?.checked_sub(self.plan.money.as_ref()?.minor)
    }

    /// What the message of a refusal names as left to refund.
    fn left_by(&self, message: &str) -> Option<i64> {
        let (asked, payment) = self.plan.money.as_ref().zip(self.precondition.payment())?;
        let sent = |name: &str| self.plan.sends(name).and_then(serde_json::Value::as_str);
        let ids = [Some(payment.payment_id.as_str()), sent("refund_id"), Some(self.id.as_str())];
        let known = [Some(asked.minor), Some(payment.amount.minor), payment.received_minor];
        left_in(message, asked, &ids, &known)
    }

    /// From when on the same found once more makes the refusal stand.
    pub(super) fn refusal_stands_from(&self) -> Option<DateTime<Utc>> {
        let seen_everywhere = resolution_schedule::seen_everywhere_after(self.excluded_at?);
        let nothing_arrives = self.unanswered_at.map(resolution_schedule::window_after);
        Some(nothing_arrives.map_or(seen_everywhere, |at| at.max(seen_everywhere)))
    }

    /// It was found not to have been made by something asked for at `asked_at`; whether that is the last word.
    pub(super) fn found_excluded(&mut self, asked_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        self.excluded_at.get_or_insert(now);
        self.refusal_stands_from().zip(asked_at).is_some_and(|(from, asked_at)| asked_at >= from)
    }
}

/// The one amount that a message names beside those that are `known`, where it speaks of a rest: in the lowest unit, or with
/// as many decimals as the currency has.
fn left_in(message: &str, asked: &Money, ids: &[Option<&str>], known: &[Option<i64>]) -> Option<i64> {
    let lower = message.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if !has(&WORDS_OF_A_REST) || has(&WORDS_OF_A_LIMIT) {
        return None;
    }
    let ends = |letter: char| letter.is_whitespace() || "()[]{}<>:;=/|\"'“”‘’`".contains(letter);
    let words = message.split(ends).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.map(|word| word.trim_matches(['.', ',', '!', '?'])).collect();
    let names =
        |word: &str| word.chars().any(|letter| letter.is_alphabetic() || letter == '_') || ids.contains(&Some(word));
    let mut left = None;
    for (place, word) in words.iter().enumerate() {
        if !word.contains(|letter: char| letter.is_numeric()) || names(word) {
            continue;
        }
        // A number that cannot be read may be the one that counts.
        let minor = minor_in(word, asked)?;
        if known.contains(&Some(minor)) {
            continue;
        }
        let before = place.checked_sub(1).and_then(|place| words.get(place));
        let is_name = before.is_some_and(|word| WORDS_BEFORE_A_NAME.iter().any(|name| word.eq_ignore_ascii_case(name)));
        let next = words.get(place + 1);
        let codes = || before.into_iter().chain(next).filter(|word| is_code(word));
        let is_of_other = codes().any(|code| *code != asked.currency.code());
        // Beside a currency, `61` may be 61.00 as well as 0.61.
        let is_open = codes().next().is_some() && !word.contains('.') && asked.currency.exponent() != Some(0);
        let is_amount = !is_name && !is_of_other && !is_open && next.is_none_or(|next| may_follow(next, asked));
        if !is_amount || left.replace(minor).is_some_and(|other| other != minor) {
            return None;
        }
    }
    left
}

/// Whether a word is written as the code of a currency.
fn is_code(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Whether `word` may stand behind the number of an amount: behind `180` in “for 180 days” it says that it is none.
fn may_follow(word: &str, asked: &Money) -> bool {
    let lower = word.to_lowercase();
    let is_noun = lower.chars().any(char::is_alphabetic) && !lower.eq_ignore_ascii_case(asked.currency.code());
    !is_noun || WORDS_AFTER_AN_AMOUNT.iter().chain(&WORDS_OF_A_REST).any(|known| lower.starts_with(known))
}

fn minor_in(word: &str, asked: &Money) -> Option<i64> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok();
    }
    let (whole, decimals) = word.split_once('.')?;
    let exponent = asked.currency.exponent().and_then(|exponent| usize::try_from(exponent).ok());
    let is_amount = !whole.is_empty() && Some(decimals.len()) == exponent;
    parse_amount(word, &asked.currency).ok().filter(|_| is_amount).map(|money| money.minor)
}

impl Operations {
    /// A refund that was refused is looked up in its payment where the service shows refunds there; else the same request
    /// leaves again.
    pub(super) fn repeat_or_read(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let is_read = |operation: &Operation| {
            let is_refused = matches!(&operation.phase, Phase::Unknown(unknown) if unknown.refusal.is_some());
            let is_excluded = is_refused && operation.excluded_at.is_some();
            operation.is_shown_in_payment(cx) && (is_excluded || operation.seen.contradiction().is_some())
        };
        match self.find(id).is_some_and(is_read) {
            true => self.read_for(id, Priority::Reconciliation, cx, out),
            false => self.repeat(id, cx, out),
        }
    }

    /// The payment of a refund whose request was refused came back.
    pub(super) fn payment_of_refund_read(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if let Ok(Reading::Payment(payment)) = result {
            payment.related.refunds.iter().flatten().for_each(|refund| self.refund_shown(refund, cx, out));
        }
        let Some(operation) = self.find_open(id) else { return };
        let Phase::Unknown(unknown) = &mut operation.phase else { return };
        let (asked_at, refusal) = (unknown.asked_at, unknown.refusal.clone());
        unknown.request_id = None;
        let judgement = result.map(|reading| reconcile(&operation.plan, &operation.precondition, reading));
        let is_excluded = matches!(judgement, Ok(Judgement::NotThere(JudgementReason::RefundedOtherwise { .. })));
        match refusal.filter(|_| is_excluded && made.is_ok()) {
            Some(refusal) if operation.found_excluded(asked_at, cx.now) => self.rejected(id, None, refusal, cx, out),
            Some(_) | None => operation.plan_next_repeat(cx.now),
        }
    }
}

impl Operation {
    /// Whether a read of its payment may show it.
    pub(super) fn is_shown_in_payment(&self, cx: &OperationsContext<'_>) -> bool {
        self.plan.endpoint == Endpoint::CreateRefund && cx.refunds_are_in_payments && self.probe().is_some()
    }

    /// When it is looked into next, unless a person has to: once that can be the last word, or by its rule.
    pub(super) fn plan_next_repeat(&mut self, now: DateTime<Utc>) {
        let stands_from = self.refusal_stands_from().filter(|at| *at > now);
        let next = stands_from.unwrap_or_else(|| self.next_repeat(now)).max(now + LEAST_PAUSE);
        if let Phase::Unknown(unknown) = &mut self.phase {
            let is_left = matches!(
                unknown.finding,
                ResolutionFinding::Unclear(
                    UnclearReason::RepeatRefused { .. } | UnclearReason::TooOldToRepeat | UnclearReason::Withdrawn
                )
            );
            unknown.next_read_at = (!is_left).then_some(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;

    fn left(message: &str) -> Option<i64> {
        let asked = Money::new(10_770, Currency::iso4217("EUR"));
        let ids = [Some("1002"), Some("ref_2")];
        left_in(message, &asked, &ids, &[Some(10_770), Some(20_000), Some(15_000)])
    }

    #[test]
    fn what_a_refusal_names_as_left_is_found_in_either_unit() {
        for message in [
            "amount 10770 exceeds what is left to refund of payment pay_1: 8078",
            "Refund amount exceeds the remaining 80.78.",
            "Only 80.78 EUR of 150.00 EUR can still be refunded, 107.70 EUR are not available",
            "payment 1002: at most 8078 can be refunded (ref_2)",
            "maximum 8,078.00 is 80.78? no: 8078 left",
        ] {
            let found = left(message);
            let is_ambiguous = message.contains('?');
            assert_eq!(found, (!is_ambiguous).then_some(8_078), "{message}");
        }
    }

    #[test]
    fn a_refusal_that_may_mean_something_else_names_nothing() {
        for message in [
            "the service says no",
            "amount exceeds captured",
            "refund of 2692 was made already",
            "8078 is left, 2692 was refunded",
            "80,78 left",
            "8078.5 left",
            "left: 12%",
            "2026-11-27: 8078 left",
            "99999999999999999999 left",
            "Payment is already fully refunded. Refunds are available for 180 days.",
            "The payment can be refunded at most 1 time",
            "The maximum of 1 refund was reached, nothing is left",
            "A single refund can be at most 50.00 EUR; split larger refunds into parts of what is left",
            "Only 80.78 EUR can be refunded per day",
            "payment 1002 is left",
            "Insufficient balance in merchant account: 80.00 EUR available",
            "Refunds are not available for this payment right now. Reference 12345",
            "Nothing is left to refund (error 8078)",
            "Amount exceeds what is left to refund: USD 61.00",
            "Only 61.00 USD is left",
            "Only 61 EUR is left",
            "This payment was refunded. Days left for a return: 61",
        ] {
            assert_eq!(left(message), None, "{message}");
        }
    }
}
