//! Numbers over many payments or disputes: what can be asked for, and what an answer holds
//! (API reference).
//!
//! Sums of money are integers in the lowest unit and belong to a currency only where the service grouped or filtered
//! by one: a sum over several currencies is no amount of money. Rates are stored in millionths, never as floats.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::dispute::DisputeStatus;
use super::document::{DecodeError, Raw};
use super::money::{Currency, Money};
use super::payment::PaymentStatus;

/// What all disputes are counted as whose status a service does not name.
pub const OTHER_STATUS: &str = "other";

/// What is counted.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, strum::EnumIter, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Subject {
    #[default]
    Disputes,
    Payments,
}

impl Subject {
    /// The metrics that are documented.
    pub fn metrics(self) -> &'static [Metric] {
        match self {
            Self::Disputes => {
                &[Metric::DisputeStatusMetric, Metric::TotalAmountDisputed, Metric::TotalDisputeLostAmount]
            }
            Self::Payments => &[Metric::PaymentCount, Metric::PaymentSuccessRate, Metric::PaymentProcessedAmount],
        }
    }

    /// What rows can be grouped and filtered by, as far as it is documented.
    pub fn dimensions(self) -> &'static [Dimension] {
        match self {
            Self::Disputes => {
                &[Dimension::DisputeStatus, Dimension::DisputeStage, Dimension::Currency, Dimension::ProfileId]
            }
            Self::Payments => &[Dimension::Currency, Dimension::Status],
        }
    }
}

/// What a number says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Metric {
    /// How many disputes; by status where nothing is grouped.
    DisputeStatusMetric,
    TotalAmountDisputed,
    /// The sum of the disputes that ended as `lost`.
    TotalDisputeLostAmount,
    PaymentCount,
    PaymentSuccessRate,
    PaymentProcessedAmount,
}

/// How the number of a metric is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MetricKind {
    Count,
    /// A sum in the lowest unit.
    Amount,
    Rate,
}

impl Metric {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn kind(self) -> MetricKind {
        match self {
            Self::DisputeStatusMetric | Self::PaymentCount => MetricKind::Count,
            Self::TotalAmountDisputed | Self::TotalDisputeLostAmount | Self::PaymentProcessedAmount => {
                MetricKind::Amount
            }
            Self::PaymentSuccessRate => MetricKind::Rate,
        }
    }
}

/// What rows are grouped and filtered by.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Dimension {
    DisputeStatus,
    DisputeStage,
    Currency,
    ProfileId,
    /// Of a payment.
    Status,
}

impl Dimension {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A number with six decimals, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rate {
    pub millionths: i64,
}

impl Rate {
    /// Reads a decimal number as JSON writes it (`0.8`, `1`, `8.5e-7`), rounded to six decimals; `None` where it is
    /// none or too large.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (sign, mantissa) = mantissa.strip_prefix('-').map_or((1, mantissa), |rest| (-1, rest));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let shift = exponent.checked_add(6)?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let millionths = shifted(digits.parse().ok()?, shift)?;
        Some(Self { millionths: sign * i64::try_from(millionths).ok()? })
    }
}

/// `number` × 10^`places`, rounded.
fn shifted(number: i128, places: i32) -> Option<i128> {
    let scale = 10_i128.checked_pow(places.unsigned_abs());
    match scale {
        Some(scale) if places >= 0 => number.checked_mul(scale),
        Some(scale) => Some(number.checked_add(scale / 2)? / scale),
        None if places < 0 || number == 0 => Some(0),
        None => None,
    }
}

/// The value of a metric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetricValue {
    Count(i64),
    /// Numbers by status, in the order of the service.
    ByStatus(Vec<(DisputeStatus, i64)>),
    /// A sum in the lowest unit; without a currency it may run over several and is no amount of money.
    Amount {
        minor: i64,
        currency: Option<Currency>,
    },
    Rate(Rate),
    /// `null`: there is no value, such as the success rate of no payments.
    Nothing,
}

impl MetricValue {
    /// The amount, where it is one of a single currency.
    pub fn money(&self) -> Option<Money> {
        match self {
            Self::Amount { minor, currency: Some(currency) } => Some(Money::new(*minor, currency.clone())),
            Self::Amount { currency: None, .. }
            | Self::Count(_)
            | Self::ByStatus(_)
            | Self::Rate(_)
            | Self::Nothing => None,
        }
    }
}

/// One row of `queryData`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricRow {
    /// Start of the row's time, where a time series was asked for.
    pub bucket: Option<DateTime<Utc>>,
    /// What the row is grouped by; `None` for rows that have no value there.
    pub groups: Vec<(Dimension, Option<String>)>,
    pub values: Vec<(Metric, MetricValue)>,
}

impl MetricRow {
    pub fn group(&self, dimension: Dimension) -> Option<&str> {
        self.groups.iter().find(|(name, _)| *name == dimension).and_then(|(_, word)| word.as_deref())
    }

    pub fn value(&self, metric: Metric) -> Option<&MetricValue> {
        find(&self.values, metric)
    }
}

/// The answer to one query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub rows: Vec<MetricRow>,
    /// `<metric>_overall` of `metaData`.
    pub overall: Vec<(Metric, MetricValue)>,
    /// `<metric>_delta` of `metaData`, where a comparison was asked for and the service makes it.
    pub delta: Vec<(Metric, MetricValue)>,
    /// A word of a row that is the status of an attempt and of no payment.
    pub attempt_word: Option<String>,
    /// Rows and values that could not be read: they are left out above.
    pub unreadable: Vec<DecodeError>,
    pub raw: Raw,
}

impl Report {
    /// Whether the service gave it: there is no answer behind what Paydesk counts itself.
    pub fn is_of_service(&self) -> bool {
        !self.raw.is_null()
    }

    /// The total of a metric.
    pub fn overall(&self, metric: Metric) -> Option<&MetricValue> {
        find(&self.overall, metric)
    }

    /// How much the total of a metric has grown.
    pub fn delta(&self, metric: Metric) -> Option<&MetricValue> {
        find(&self.delta, metric)
    }
}

fn find(values: &[(Metric, MetricValue)], metric: Metric) -> Option<&MetricValue> {
    values.iter().find(|(name, _)| *name == metric).map(|(_, value)| value)
}

/// How long the buckets of a time series are. The specification shows the day; the others are named alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    Hour,
    Day,
    Week,
}

/// How a service spells the words for granularities: as the specification does, or as juspay/hyperswitch
/// (`TimeSeries` of its API).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum GranularitySpelling {
    #[default]
    Underscored,
    Joined,
}

/// The words for each granularity, in the order of [`GranularitySpelling`].
const GRANULARITY_WORDS: [(Granularity, [&str; 2]); 3] = [
    (Granularity::Hour, ["G_ONE_HOUR", "G_ONEHOUR"]),
    (Granularity::Day, ["G_ONE_DAY", "G_ONEDAY"]),
    (Granularity::Week, ["G_ONE_WEEK", "G_ONEWEEK"]),
];

impl GranularitySpelling {
    pub fn other(self) -> Self {
        match self {
            Self::Underscored => Self::Joined,
            Self::Joined => Self::Underscored,
        }
    }
}

impl Granularity {
    /// The value of the API in a spelling.
    pub fn word(self, spelling: GranularitySpelling) -> &'static str {
        // The table is in the order of the granularities; a test says so.
        GRANULARITY_WORDS[self as usize].1[spelling as usize]
    }
}

/// What the body of a query is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryBody {
    /// The query alone.
    Object,
    /// A list with one query.
    List,
}

impl QueryBody {
    /// The documented one: a list for disputes, the query alone for payments.
    pub fn documented(subject: Subject) -> Self {
        match subject {
            Subject::Disputes => Self::List,
            Subject::Payments => Self::Object,
        }
    }

    pub fn other(self) -> Self {
        match self {
            Self::Object => Self::List,
            Self::List => Self::Object,
        }
    }
}

/// Whose statuses payments are filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StatusWords {
    /// As documented.
    #[default]
    Payments,
    /// Of the attempts to pay, which juspay/hyperswitch counts.
    Attempts,
}

impl StatusWords {
    pub fn is_usual(self) -> bool {
        self == Self::Payments
    }
}

/// Its words for the state of an attempt. Only those that mean one status of a payment and no other.
const ATTEMPT_STATUSES: [(&str, PaymentStatus); 5] = [
    ("charged", PaymentStatus::Succeeded),
    ("failure", PaymentStatus::Failed),
    ("voided", PaymentStatus::Cancelled),
    ("authorized", PaymentStatus::RequiresCapture),
    ("pending", PaymentStatus::Processing),
];

/// The status of a payment that a word for the state of an attempt means.
pub fn status_of_attempt(word: &str) -> Option<&'static PaymentStatus> {
    ATTEMPT_STATUSES.iter().find(|(known, _)| word.eq_ignore_ascii_case(known)).map(|(_, status)| status)
}

/// The word for attempts that means this status of a payment, where there is exactly one.
pub fn attempt_word(status: &str) -> Option<&'static str> {
    ATTEMPT_STATUSES.iter().find(|(_, known)| known.as_str() == status).map(|(word, _)| *word)
}

/// How a query is written, whatever it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QueryForm {
    pub body: QueryBody,
    pub spelling: GranularitySpelling,
    pub statuses: StatusWords,
}

impl QueryForm {
    /// As the specification shows it.
    pub fn documented(subject: Subject) -> Self {
        Self {
            body: QueryBody::documented(subject),
            spelling: GranularitySpelling::Underscored,
            statuses: StatusWords::Payments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_and_dimensions_have_the_names_of_the_specification() {
        let names = |subject: Subject| subject.metrics().iter().map(|metric| metric.name()).collect::<Vec<_>>();
        assert_eq!(
            names(Subject::Disputes),
            ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"]
        );
        assert_eq!(names(Subject::Payments), ["payment_count", "payment_success_rate", "payment_processed_amount"]);
        let names: Vec<&str> = Subject::Disputes.dimensions().iter().map(|dimension| dimension.name()).collect();
        assert_eq!(names, ["dispute_status", "dispute_stage", "currency", "profile_id"]);
    }

    #[test]
    fn rates_are_read_to_six_decimals_without_floats() {
        for (text, millionths) in [
            ("0.8", 800_000),
            ("1", 1_000_000),
            ("1.0", 1_000_000),
            ("0.123456", 123_456),
            ("0.1234565", 123_457),
            ("-0.25", -250_000),
            ("8.5e-7", 1),
            ("1e-90", 0),
            ("97.3", 97_300_000),
            ("0", 0),
            ("2E2", 200_000_000),
        ] {
            assert_eq!(Rate::parse(text), Some(Rate { millionths }), "{text}");
        }
        for text in ["", "-", ".", "1.2.3", "1e", "1e99", "99999999999999", "NaN", "0,8", "+1"] {
            assert_eq!(Rate::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_granularity_has_a_word_in_each_spelling() {
        use strum::IntoEnumIterator as _;
        assert!(Granularity::iter().all(|granularity| GRANULARITY_WORDS[granularity as usize].0 == granularity));
        let day = |spelling| Granularity::Day.word(spelling);
        assert_eq!(GranularitySpelling::iter().map(day).collect::<Vec<_>>(), ["G_ONE_DAY", "G_ONEDAY"]);
    }

    #[test]
    fn a_sum_without_a_currency_is_no_money() {
        let currency = Some(Currency::iso4217("JPY"));
        let amount = MetricValue::Amount { minor: 70, currency: currency.clone() };
        assert_eq!(amount.money().map(|money| money.to_string()).as_deref(), Some("70 JPY"));
        assert_eq!(MetricValue::Amount { minor: 70, currency: None }.money(), None);
        assert_eq!(MetricValue::Count(70).money(), None);
    }
}
