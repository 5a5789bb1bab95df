//! Which payments the list shows: what the service filters, and what is picked here.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use paydesk_api::input::PaymentMethod;
use paydesk_api::resources::payments::calls::PaymentListFilter;
use paydesk_domain::decline::{DeclineFamily, family};
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;
use paydesk_index::payment_query::{CreatedCondition, DatePart, PaymentQuery, QueryCondition, QueryTerm};

use super::text;

/// The declines that may go through when they are tried again.
pub const WORTH_RETRY: &str = text::WORTH_RETRY;

/// When the payments were created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CreatedRange {
    #[default]
    Any,
    Today,
    Yesterday,
    LastHours24,
    LastDays(u32),
    ThisMonth,
    LastMonth,
    /// Whole days of the chosen zone, both included; an open end is open.
    Days {
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    },
    /// Two instants, both included.
    Between {
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    },
}

impl CreatedRange {
    /// The presets the filter offers.
    pub const PRESETS: [Self; 9] = [
        Self::Any,
        Self::Today,
        Self::Yesterday,
        Self::LastHours24,
        Self::LastDays(7),
        Self::LastDays(30),
        Self::LastDays(90),
        Self::ThisMonth,
        Self::LastMonth,
    ];

    pub fn label(&self) -> String {
        match self {
            Self::Any => text::ANY_TIME.to_owned(),
            Self::Today => text::TODAY.to_owned(),
            Self::Yesterday => "Yesterday".to_owned(),
            Self::ThisMonth => text::THIS_MONTH.to_owned(),
            Self::LastMonth => text::LAST_MONTH.to_owned(),
            Self::LastHours24 => "Last 24 hours".to_owned(),
            Self::LastDays(days) => text::last_days(days),
            Self::Days { from, to } => {
                let day = |date: &NaiveDate| date.format("%-d %b %Y").to_string();
                match (from, to) {
                    (Some(from), Some(to)) => format!("{} – {}", day(from), day(to)),
                    (Some(from), None) => text::from(day(from)),
                    (None, Some(to)) => text::until(day(to)),
                    (None, None) => text::ANY_TIME.to_owned(),
                }
            }
            Self::Between { from, to } => {
                let utc = Zone::default();
                let after = *to + TimeDelta::milliseconds(1);
                text::utc(utc.short(*from, after), utc.short(after, after))
            }
        }
    }

    /// The days of it; `None` where it is no whole days.
    fn as_condition(&self) -> Option<CreatedCondition> {
        match self {
            Self::Today => Some(CreatedCondition::Today),
            Self::Yesterday => Some(CreatedCondition::Yesterday),
            Self::ThisMonth => Some(CreatedCondition::ThisMonth),
            Self::LastMonth => Some(CreatedCondition::LastMonth),
            Self::LastDays(days) => Some(CreatedCondition::LastDays(*days)),
            Self::Days { from, to } => Some(CreatedCondition::Between(from.map(DatePart::Day), to.map(DatePart::Day))),
            Self::Any | Self::LastHours24 | Self::Between { .. } => None,
        }
    }

    /// `(created_gte, created_lte)` at `now`, with day borders in `zone`.
    fn bounds(&self, now: DateTime<Utc>, zone: Zone) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        let today = zone.date(now);
        match self {
            Self::Any => (None, None),
            Self::Today => (Some(zone.day_start(today)), None),
            Self::LastHours24 => (Some(now - TimeDelta::hours(24)), None),
            Self::Yesterday | Self::ThisMonth | Self::LastMonth => {
                let (from, to) = self.as_condition().map(|days| days.days(today)).unwrap_or_default();
                // What is to come needs no end.
                let to = to.filter(|last| *last < today);
                (from.map(|date| zone.day_start(date)), to.map(|date| zone.day_end(date)))
            }
            Self::LastDays(days) => {
                let first = today.checked_sub_days(Days::new(u64::from(days.saturating_sub(1)))).unwrap_or(today);
                (Some(zone.day_start(first)), None)
            }
            Self::Days { from, to } => (from.map(|date| zone.day_start(date)), to.map(|date| zone.day_end(date))),
            Self::Between { from, to } => (Some(*from), Some(*to)),
        }
    }
}

/// What rows are picked by here, where one value is not enough. What is empty picks nothing out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentLocalFilter {
    /// Any of these.
    pub statuses: Vec<PaymentStatus>,
    /// Any of these.
    pub currencies: Vec<CurrencyCode>,
    /// Declines of this family.
    pub family: Option<DeclineFamily>,
    /// Declines that may go through when they are tried again.
    pub worth_retry: bool,
    /// Rows that have each of these words in what they say.
    pub words: String,
}

/// The active filters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentsFilter {
    /// Any named status. The service filters five of them; the others are found by reading all pages.
    pub status: Option<PaymentStatus>,
    /// What can be captured, in place of one status.
    pub to_capture: bool,
    /// Those that are shown with it, in place of one status: found by reading all pages.
    pub mark: Option<PaymentMark>,
    pub customer_id: Option<CustomerId>,
    pub currency: Option<CurrencyCode>,
    pub method: Option<PaymentMethod>,
    pub created: CreatedRange,
    pub local_filter: PaymentLocalFilter,
}

/// A part of [`PaymentLocalFilter`] that can be lifted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentLocalFilterPart {
    Statuses,
    Currencies,
    Family,
    WorthRetry,
    Words,
}

impl PaymentLocalFilterPart {
    pub fn name(self) -> &'static str {
        match self {
            Self::Statuses => text::STATUS,
            Self::Currencies => text::CURRENCY,
            Self::Family | Self::WorthRetry => text::DECLINES,
            Self::Words => text::SEARCH,
        }
    }
}

impl PaymentLocalFilter {
    /// The parts that pick, with their text: what is on buttons.
    pub fn parts(&self) -> Vec<(PaymentLocalFilterPart, String)> {
        let statuses: Vec<&str> = self.statuses.iter().map(PaymentStatus::as_str).collect();
        let currencies: Vec<&str> = self.currencies.iter().map(CurrencyCode::as_str).collect();
        let family = self.family.map(|family| family.meaning().to_owned());
        let parts = [
            (PaymentLocalFilterPart::Statuses, statuses.join(", ")),
            (PaymentLocalFilterPart::Currencies, currencies.join(", ")),
            (PaymentLocalFilterPart::Family, family.unwrap_or_default()),
            (PaymentLocalFilterPart::Words, visible(self.words.trim(), 40)),
            (PaymentLocalFilterPart::WorthRetry, if self.worth_retry { WORTH_RETRY } else { "" }.to_owned()),
        ];
        parts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Lifts one part.
    pub fn remove(&mut self, part: PaymentLocalFilterPart) {
        match part {
            PaymentLocalFilterPart::Statuses => self.statuses.clear(),
            PaymentLocalFilterPart::Currencies => self.currencies.clear(),
            PaymentLocalFilterPart::Family => self.family = None,
            PaymentLocalFilterPart::WorthRetry => self.worth_retry = false,
            PaymentLocalFilterPart::Words => self.words.clear(),
        }
    }
}

impl PaymentsFilter {
    /// The payments that can be captured.
    pub fn to_capture() -> Self {
        Self { to_capture: true, ..Self::default() }
    }

    pub fn failed() -> Self {
        Self { status: Some(PaymentStatus::Failed), ..Self::default() }
    }

    pub fn of_customer(customer_id: CustomerId) -> Self {
        Self { customer_id: Some(customer_id), ..Self::default() }
    }

    /// Shows one status, or all.
    pub(super) fn set_status(&mut self, status: Option<PaymentStatus>) {
        (self.status, self.to_capture, self.mark) = (status, false, None);
    }

    /// Shows those with a mark.
    pub(super) fn set_mark(&mut self, mark: PaymentMark) {
        (self.status, self.to_capture, self.mark) = (None, false, Some(mark));
    }

    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }

    /// The filter as a query, as far as a query has these conditions.
    pub fn as_query(&self) -> PaymentQuery {
        let local = &self.local_filter;
        let statuses = self.status.iter().chain(&local.statuses).cloned().collect::<Vec<_>>();
        let currencies = self.currency.iter().chain(&local.currencies).cloned().collect::<Vec<_>>();
        let mark = self.mark.map(|mark| match mark {
            PaymentMark::PartiallyCaptured => QueryTerm::Status(vec![PaymentStatus::PartiallyCaptured]),
            PaymentMark::PartiallyRefunded | PaymentMark::Refunded => QueryTerm::Refunded(true),
            PaymentMark::Disputed => QueryTerm::Disputed(true),
        });
        let terms = [
            Some(QueryTerm::Status(statuses)).filter(|_| self.status.is_some() || !local.statuses.is_empty()),
            mark,
            self.customer_id.as_ref().map(|id| QueryTerm::Customer(vec![id.as_str().to_owned()])),
            Some(QueryTerm::Currency(currencies)).filter(|_| self.currency.is_some() || !local.currencies.is_empty()),
            self.method.map(|method| QueryTerm::Method(vec![method.word().to_owned()])),
            self.created.as_condition().map(QueryTerm::Created),
            local.family.map(|family| QueryTerm::Family(vec![family])),
        ];
        PaymentQuery { conditions: terms.into_iter().flatten().map(QueryCondition::from).collect() }
    }

    /// Whether rows must be picked here, because the service has no such filter.
    pub fn filters_locally(&self) -> bool {
        self.filters_status() || self.mark.is_some() || self.local_filter != PaymentLocalFilter::default()
    }

    /// Whether `row` passes the part of the filter that is applied here.
    pub fn shows(&self, row: &PaymentRow) -> bool {
        let PaymentLocalFilter { statuses, currencies, family: wanted, worth_retry, words: _ } = &self.local_filter;
        (!self.filters_status() || self.status.as_ref() == Some(&row.status))
            && (statuses.is_empty() || statuses.contains(&row.status))
            && (currencies.is_empty() || currencies.contains(row.amount.currency.currency_code()))
            && wanted.is_none_or(|wanted| row.unified_code.as_deref().map(family) == Some(wanted))
            && (!worth_retry || row.is_worth_retry())
    }

    fn filters_status(&self) -> bool {
        self.status.as_ref().is_some_and(|status| !PaymentStatus::FILTERABLE.contains(status))
    }

    /// What the service is asked, with the range fixed at `now` so that all pages speak of the same rows.
    pub fn at_service(&self, now: DateTime<Utc>, zone: Zone) -> PaymentListFilter {
        let (created_gte, created_lte) = self.created.bounds(now, zone);
        PaymentListFilter {
            status: self.status.clone().filter(|_| !self.filters_status()),
            to_capture: self.to_capture,
            customer_id: self.customer_id.clone(),
            currency: self.currency.clone(),
            payment_method: self.method,
            created_gte,
            created_lte,
        }
    }
}
