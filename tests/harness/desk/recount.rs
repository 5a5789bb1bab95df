//! A second count of what reports show, straight from the answers of the sandbox: it shares no code with the boards and the
//! report that it is compared with. Days are those of Berlin in autumn 2026, by its two offsets.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use paydesk_core::Message;
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, StoredPayment};
use paydesk_test_sandbox::helpers::{Client, all_rows};
use serde_json::{Value, json};

/// A dispute as the sandbox lists it.
#[derive(Debug, Clone)]
pub struct ApiDispute {
    pub dispute_id: String,
    pub payment_id: String,
    pub opened: DateTime<Utc>,
    /// In the lowest unit.
    pub minor: i64,
    pub currency: String,
    pub status: String,
    pub reason: String,
}

/// A payment as the sandbox lists it, with what its details say of the card.
#[derive(Debug, Clone)]
pub struct ApiPayment {
    pub payment_id: String,
    pub created: DateTime<Utc>,
    /// In the lowest unit.
    pub minor: i64,
    pub currency: String,
    pub status: String,
    pub method: Option<String>,
    pub brand: Option<String>,
}

/// Everything that the sandbox has.
#[derive(Debug, Clone)]
pub struct Recount {
    pub disputes: Vec<ApiDispute>,
    pub payments: Vec<ApiPayment>,
}

/// From one moment to before another.
#[derive(Debug, Clone, Copy)]
pub struct Between(pub DateTime<Utc>, pub DateTime<Utc>);

impl Between {
    pub fn holds(self, at: DateTime<Utc>) -> bool {
        self.0 <= at && at < self.1
    }

    /// From the beginning of one day in Berlin to the end of another.
    pub fn days(from: &str, to: &str) -> Self {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        Self(midnight(day(from)), midnight(day(to).checked_add_days(Days::new(1)).unwrap()))
    }
}

/// When a day of 2026 begins in Berlin: the clocks are put back in the night to 25 October, after midnight.
pub fn midnight(day: NaiveDate) -> DateTime<Utc> {
    let summer = day <= NaiveDate::from_ymd_opt(2026, 10, 25).unwrap();
    day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::hours(if summer { 2 } else { 1 })
}

/// The day in Berlin.
pub fn day_of(at: DateTime<Utc>) -> NaiveDate {
    let back = "2026-10-25T01:00:00Z".parse::<DateTime<Utc>>().unwrap();
    (at + TimeDelta::hours(if at < back { 2 } else { 1 })).date_naive()
}

fn number(value: &Value) -> i64 {
    value.as_i64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_else(|| panic!("{value} is no amount"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

impl Recount {
    /// Reads both lists, and the details of the payments of a time that succeeded, one by one.
    pub async fn read(client: &Client, detailed: Between) -> Self {
        let disputes = all_rows(client, "/disputes/list").await.iter().map(dispute).collect();
        let mut payments = Vec::new();
        loop {
            let body = json!({"limit": 100, "offset": payments.len()});
            let page = client.post("/payments/list", body).await.ok();
            let rows = page["data"].as_array().unwrap().clone();
            let is_last = rows.len() < 100;
            for row in rows {
                payments.push(payment(client, &row, detailed).await);
            }
            if is_last {
                return Self { disputes, payments };
            }
        }
    }

    pub fn opened(&self, between: Between) -> Vec<&ApiDispute> {
        self.disputes.iter().filter(|dispute| between.holds(dispute.opened)).collect()
    }

    pub fn created(&self, between: Between) -> Vec<&ApiPayment> {
        self.payments.iter().filter(|payment| between.holds(payment.created)).collect()
    }

    pub fn succeeded(&self, between: Between) -> Vec<&ApiPayment> {
        self.created(between).into_iter().filter(|payment| payment.status == "succeeded").collect()
    }

    pub fn currencies(&self) -> Vec<String> {
        let mut codes: Vec<String> = self.disputes.iter().map(|dispute| dispute.currency.clone()).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    /// What an earlier session stored of all payments, as if it had read the details of each.
    pub fn stored(&self, now: DateTime<Utc>) -> Message {
        let mut columns = KnownPayments::default();
        for payment in &self.payments {
            columns.put(&stored(payment, now));
        }
        columns.order_new();
        let at = Some(now);
        let place = ReadPlace {
            is_whole: true,
            is_read: true,
            current_to: at,
            as_of: at,
            swept_at: at,
            after: self.payments.last().map(|last| PaymentId::new(last.payment_id.clone())),
            ..ReadPlace::default()
        };
        let opened = OpenedHistory { columns, place, is_written: true };
        Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
    }
}

fn dispute(row: &Value) -> ApiDispute {
    ApiDispute {
        dispute_id: text(&row["dispute_id"]),
        payment_id: text(&row["payment_id"]),
        opened: time(&row["created"]),
        minor: number(&row["amount"]),
        currency: text(&row["currency"]),
        status: text(&row["status"]),
        reason: text(&row["reason"]),
    }
}

async fn payment(client: &Client, row: &Value, detailed: Between) -> ApiPayment {
    let (payment_id, created) = (text(&row["payment_id"]), time(&row["created"]));
    let is_read = row["status"] == "succeeded" && detailed.holds(created);
    let detail = if is_read { client.payment(&payment_id).await } else { Value::Null };
    let known = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    ApiPayment {
        created,
        minor: number(&row["amount"]),
        currency: text(&row["currency"]),
        status: text(&row["status"]),
        method: known(&detail["payment_method"]),
        brand: known(&detail["payment_method_data"]["card"]["brand"]),
        payment_id,
    }
}

fn stored(payment: &ApiPayment, now: DateTime<Utc>) -> StoredPayment {
    let row = PaymentRow {
        payment_id: PaymentId::new(payment.payment_id.clone()),
        status: PaymentStatus::from_word(&payment.status),
        amount: Money::new(payment.minor, MinorUnits::Iso4217.currency(&payment.currency)),
        created: Some(payment.created),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: payment.method.clone(),
        unified_code: None,
        unified_message: None,
    };
    let texts = PaymentTexts { brand: payment.brand.clone().unwrap_or_default(), ..PaymentTexts::default() };
    StoredPayment { texts, detailed_at: Some(now), ..StoredPayment::listed(row, now) }
}

pub fn is_open(status: &str) -> bool {
    !["won", "lost", "accepted", "cancelled", "expired"].contains(&status.trim_start_matches("dispute_"))
}

/// How many have this status.
pub fn with_status(disputes: &[&ApiDispute], status: &str) -> i64 {
    disputes.iter().filter(|dispute| dispute.status == status).count() as i64
}

/// Those of a currency.
pub fn in_currency<'a>(disputes: &[&'a ApiDispute], code: &str) -> Vec<&'a ApiDispute> {
    disputes.iter().copied().filter(|dispute| dispute.currency == code).collect()
}

/// So many of so many in millionths, rounded; `None` of none.
pub fn millionths(hits: i64, of: i64) -> Option<i64> {
    (of > 0).then(|| (hits * 2_000_000 + of) / (2 * of))
}

/// `12,345`.
pub fn grouped(number: i64) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", grouped(number / 1_000), number % 1_000) }
}

/// How likely chance makes two counts over two bases differ at least as rarely: all outcomes that are at most as likely as the
/// one at hand, by the logarithms of factorials.
pub fn chance(one: i64, of: i64, other: i64, of_other: i64) -> f64 {
    let all = one + other;
    let share = of as f64 / (of + of_other) as f64;
    let factorial = |number: i64| (1..=number).map(|factor| (factor as f64).ln()).sum::<f64>();
    let likelihood = |count: i64| {
        let ways = factorial(all) - factorial(count) - factorial(all - count);
        (ways + count as f64 * share.ln() + (all - count) as f64 * (1.0 - share).ln()).exp()
    };
    let at_hand = likelihood(one);
    (0..=all).map(likelihood).filter(|likely| *likely <= at_hand * (1.0 + 1e-7)).sum()
}

/// What is shown beside what is expected.
#[derive(Debug, Default)]
pub struct Compared {
    pub count: usize,
    wrong: Vec<String>,
    kinds: BTreeMap<String, usize>,
}

impl Compared {
    /// Compares one number or statement of a kind.
    pub fn is<T: PartialEq + std::fmt::Debug>(&mut self, kind: &str, what: &str, shown: T, expected: T) {
        self.count += 1;
        *self.kinds.entry(kind.to_owned()).or_default() += 1;
        if shown != expected {
            self.wrong.push(format!("{kind}, {what}: {shown:?} is shown, {expected:?} was counted"));
        }
    }

    /// Fails with everything that is wrong, or where fewer were compared than there have to be.
    #[track_caller]
    pub fn finish(self, at_least: usize) {
        println!("{} compared: {:?}", self.count, self.kinds);
        assert!(self.wrong.is_empty(), "{} of {} are wrong:\n{}", self.wrong.len(), self.count, self.wrong.join("\n"));
        assert!(self.count >= at_least, "only {} were compared: {:?}", self.count, self.kinds);
    }
}
