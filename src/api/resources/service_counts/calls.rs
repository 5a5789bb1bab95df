//! The calls that ask a service what it counts ([API reference](super::reference)).

use std::borrow::Cow;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::call::{Call, KeyRole, Request};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::http::path_segment;
use crate::wire::{Object, unexpected};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::status_counts::StatusCounts;

/// The records that a service counts by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountedRecords {
    Payments,
    Refunds,
    Disputes,
}

impl CountedRecords {
    pub fn endpoint(self) -> ReadEndpoint {
        match self {
            Self::Payments => ReadEndpoint::PaymentCounts,
            Self::Refunds => ReadEndpoint::RefundCounts,
            Self::Disputes => ReadEndpoint::DisputeCounts,
        }
    }

    /// Whether they are counted for a person who is signed in to the dashboard alone.
    pub fn takes_sign_in(self) -> bool {
        self.endpoint().spec().key.takes_sign_in()
    }

    /// The word that Paydesk has for a status, however the service spells it.
    pub fn status(self, word: &str) -> String {
        match self {
            Self::Payments => PaymentStatus::from_word(word).as_str().to_owned(),
            Self::Refunds => RefundStatus::from_word(word).as_str().to_owned(),
            Self::Disputes => DisputeStatus::from_word(word).as_str().to_owned(),
        }
    }

    /// The word that people see for a status.
    pub fn status_label(self, word: &str) -> Cow<'static, str> {
        match self {
            Self::Payments => PaymentStatus::from_word(word).label(),
            Self::Refunds => RefundStatus::from_word(word).label(),
            Self::Disputes => DisputeStatus::from_word(word).label(),
        }
    }
}

/// Two times, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountedTime {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

/// `GET /payments/aggregate`, `/refunds/aggregate` or `/disputes/aggregate`: how many there are of each status, of those
/// that were created in this time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountByStatus {
    pub records: CountedRecords,
    pub time: CountedTime,
}

/// What the analytics of a service add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumIter)]
pub enum AddedUp {
    SucceededPayments,
    SucceededRefunds,
    WonDisputes,
    LostDisputes,
}

impl AddedUp {
    pub fn records(self) -> CountedRecords {
        match self {
            Self::SucceededPayments => CountedRecords::Payments,
            Self::SucceededRefunds => CountedRecords::Refunds,
            Self::WonDisputes | Self::LostDisputes => CountedRecords::Disputes,
        }
    }

    /// The status of what is added up.
    pub fn status(self) -> &'static str {
        match self {
            Self::SucceededPayments | Self::SucceededRefunds => "succeeded",
            Self::WonDisputes => "won",
            Self::LostDisputes => "lost",
        }
    }

    /// Whether there is a sum for each currency: of disputes the service adds up whatever the currencies are.
    pub fn is_by_currency(self) -> bool {
        self.records() != CountedRecords::Disputes
    }

    /// The metric, and the field of the row that has it.
    fn metric(self) -> (&'static str, &'static str) {
        match self {
            Self::SucceededPayments => ("payment_processed_amount", "payment_processed_amount"),
            Self::SucceededRefunds => ("refund_processed_amount", "refund_processed_amount"),
            // In spite of its name.
            Self::WonDisputes => ("total_amount_disputed", "disputed_amount"),
            Self::LostDisputes => ("total_dispute_lost_amount", "dispute_lost_amount"),
        }
    }

    fn endpoint(self) -> ReadEndpoint {
        match self.records() {
            CountedRecords::Payments => ReadEndpoint::PaymentMetrics,
            CountedRecords::Refunds => ReadEndpoint::RefundMetrics,
            CountedRecords::Disputes => ReadEndpoint::DisputeMetrics,
        }
    }
}

/// `POST /analytics/v1/merchant/metrics/{payments,refunds,disputes}` with a sign-in: the sums of what was created in this
/// time and has this status.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AddUpAmounts {
    pub added_up: AddedUp,
    pub time: CountedTime,
}

/// Sums in minor units, each more than 0, by currency; without one of amounts whatever their currencies are. Empty where
/// the service knows of nothing to add up.
pub type ReportedSums = Vec<(Option<CurrencyCode>, i64)>;

impl Call for CountByStatus {
    type Output = StatusCounts;

    fn request(&self) -> Request {
        let mut request = Request::read_from(self.records.endpoint(), "", None);
        let CountedTime { start, end } = self.time;
        let [start, end] = [start, end].map(|at| path_segment(&time_text(at)));
        request.path.push_str(&format!("?start_time={start}&end_time={end}"));
        request
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<StatusCounts, DecodeError> {
        let body = Object::new(&body, "")?;
        let given = body.get("status_with_count");
        let expected = || unexpected("status_with_count", "a number for each status", given);
        let counts = given.and_then(Value::as_object).ok_or_else(expected)?;
        let mut all = StatusCounts::default();
        for (word, count) in counts {
            let path = format!("status_with_count.{word}");
            let count = count.as_u64().ok_or_else(|| unexpected(&path, "a whole number of 0 or more", Some(count)))?;
            all.add(self.records.status(word), count);
        }
        Ok(all)
    }
}

impl Call for AddUpAmounts {
    type Output = ReportedSums;

    fn request(&self) -> Request {
        let CountedTime { start, end } = self.time;
        let groups: &[&str] = if self.added_up.is_by_currency() { &["currency"] } else { &[] };
        let query = json!({
            "timeRange": {"startTime": time_text(start), "endTime": time_text(end)},
            "metrics": [self.added_up.metric().0],
            "groupByNames": groups,
            "source": "BATCH",
            "delta": false,
            "filters": {},
        });
        let request = Request::read_from(self.added_up.endpoint(), "", Some(json!([query])));
        Request { key: KeyRole::SignIn, ..request }
    }

    /// `metaData` has 0 also where nothing is known, and so have rows that were not asked for the metric.
    fn decode(&self, body: Value, _: MinorUnits) -> Result<ReportedSums, DecodeError> {
        let body = Object::new(&body, "")?;
        let rows = body.array("queryData")?;
        if !self.added_up.is_by_currency() && rows.len() > 1 {
            return Ok(ReportedSums::new());
        }
        let mut sums = ReportedSums::new();
        for (place, row) in rows.iter().enumerate() {
            sums.extend(self.sum_of(row, place)?);
        }
        Ok(sums)
    }
}

impl AddUpAmounts {
    /// The sum of a row; none where it is nothing.
    fn sum_of(&self, row: &Value, place: usize) -> Result<Option<(Option<CurrencyCode>, i64)>, DecodeError> {
        let field = self.added_up.metric().1;
        let Some(sum) = row.get(field).filter(|sum| !sum.is_null()) else { return Ok(None) };
        let wrong = |field: &str, expected: &'static str, found: Option<&Value>| {
            unexpected(&format!("queryData[{place}].{field}"), expected, found)
        };
        let minor = sum.as_i64().filter(|sum| *sum >= 0);
        let minor = minor.ok_or_else(|| wrong(field, "a whole number of 0 or more", Some(sum)))?;
        let currency = row.get("currency").and_then(Value::as_str).map(CurrencyCode::new);
        if self.added_up.is_by_currency() && currency.is_none() {
            return Err(wrong("currency", "a currency", row.get("currency")));
        }
        Ok(Some((currency.filter(|_| self.added_up.is_by_currency()), minor)).filter(|(_, minor)| *minor > 0))
    }
}

fn time_text(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time() -> CountedTime {
        CountedTime { start: "2026-11-01T00:00:00Z".parse().unwrap(), end: "2026-11-27T22:59:59.999Z".parse().unwrap() }
    }

    fn counted(records: CountedRecords, counts: Value) -> Result<StatusCounts, DecodeError> {
        let body = json!({ "status_with_count": counts });
        CountByStatus { records, time: time() }.decode(body, MinorUnits::Iso4217)
    }

    #[test]
    fn payments_are_counted_for_a_sign_in_and_the_others_for_a_key() {
        for (records, key) in [
            (CountedRecords::Payments, KeyRole::SignIn),
            (CountedRecords::Refunds, KeyRole::Secret),
            (CountedRecords::Disputes, KeyRole::Secret),
        ] {
            assert_eq!(CountByStatus { records, time: time() }.request().key, key, "{records:?}");
        }
        let path = CountByStatus { records: CountedRecords::Refunds, time: time() }.request().path;
        let times = "start_time=2026-11-01T00%3A00%3A00%2E000Z&end_time=2026-11-27T22%3A59%3A59%2E999Z";
        assert_eq!(path, format!("/refunds/aggregate?{times}"));
    }

    #[test]
    fn statuses_are_counted_by_the_words_that_paydesk_has_for_them() {
        let words = json!({"success": 7, "failure": 2, "transaction_failure": 1, "manual_review": 0, "pending": 3});
        let refunds = counted(CountedRecords::Refunds, words).unwrap();
        assert_eq!((refunds.of("succeeded"), refunds.of("failed"), refunds.total()), (7, 3, 13));
        let disputes = counted(CountedRecords::Disputes, json!({"dispute_won": 1, "dispute_lost": 2})).unwrap();
        assert_eq!((disputes.of("won"), disputes.of("lost")), (1, 2));
        let payments = counted(CountedRecords::Payments, json!({"requires_customer_action": 7})).unwrap();
        assert_eq!(payments.of("requires_action"), 7);
    }

    #[test]
    fn a_number_that_is_none_makes_the_whole_answer_unreadable() {
        for wrong in [json!(-1), json!(1.5), json!("7"), json!(null)] {
            let error = counted(CountedRecords::Refunds, json!({"success": 7, "pending": wrong})).unwrap_err();
            assert_eq!(error.path, "status_with_count.pending");
        }
        assert!(counted(CountedRecords::Refunds, json!([])).is_err());
    }

    fn sums(added_up: AddedUp, rows: Value) -> Result<ReportedSums, DecodeError> {
        let body = json!({"queryData": rows, "metaData": [{"total_disputed_amount": 0}]});
        AddUpAmounts { added_up, time: time() }.decode(body, MinorUnits::Iso4217)
    }

    #[test]
    fn a_sum_of_nothing_is_not_known_and_never_zero() {
        let (won, lost) = (AddedUp::WonDisputes, AddedUp::LostDisputes);
        assert_eq!(sums(won, json!([{"disputed_amount": 8_800, "currency": null}])), Ok(vec![(None, 8_800)]));
        assert_eq!(sums(lost, json!([{"dispute_lost_amount": 4_599}])), Ok(vec![(None, 4_599)]));
        let nothing = [json!([]), json!([{"disputed_amount": null}]), json!([{"disputed_amount": 0}]), json!([{}])];
        for rows in nothing.into_iter().chain([json!([{}, {"disputed_amount": 7}])]) {
            assert_eq!(sums(won, rows.clone()), Ok(Vec::new()), "{rows}");
        }
        assert!(sums(won, json!([{"disputed_amount": -1}])).is_err());
        assert!(sums(won, json!([{"disputed_amount": 1.5}])).is_err());
    }

    #[test]
    fn amounts_of_payments_and_refunds_are_told_by_currency_or_not_at_all() {
        let code = |code: &str| Some(CurrencyCode::new(code));
        let row = |currency: Value, minor: Value| json!({"currency": currency, "refund_processed_amount": minor});
        let rows = json!([row(json!("EUR"), json!(8_099)), row(json!("USD"), json!(0)), row(json!("GBP"), json!(100))]);
        let told = sums(AddedUp::SucceededRefunds, rows);
        assert_eq!(told, Ok(vec![(code("EUR"), 8_099), (code("GBP"), 100)]));
        let error = sums(AddedUp::SucceededRefunds, json!([row(json!(null), json!(8_099))])).unwrap_err();
        assert_eq!(error.path, "queryData[0].currency", "amounts of several currencies are one number there");
        assert_eq!(sums(AddedUp::SucceededPayments, json!([row(json!("EUR"), json!(8_099))])), Ok(Vec::new()));
    }
}
