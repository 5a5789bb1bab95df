//! A record as a list shows it: texts written once, when the record comes or changes, never while drawing.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::app::zone::Zone;
use crate::domain::payout::PayoutStatus;
use crate::domain::refund::RefundStatus;
use crate::domain::subscription::SubscriptionStatus;
use crate::domain::text::{visible, visible_id};

use super::CachedRecord;
use super::kinds::{LinkState, spec};

/// See the module. A text that the kind does not have is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordRow {
    /// The service's id, as it can be shown.
    pub id: String,
    /// What it is found by: the payment of a refund, the recipient of a payout, what a link is for, or a name.
    pub title: String,
    /// The reason of a refund, the e-mail address of a customer, the plan of a subscription.
    pub note: String,
    pub customer: String,
    /// Without its currency.
    pub amount: String,
    /// In the smallest unit of its currency.
    pub amount_minor: Option<i64>,
    pub currency: String,
    pub status: RecordStatus,
    /// When it was made, in the zone that is shown.
    pub created: String,
    pub expires: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Who made it from here.
    pub by: String,
    /// What the search looks through, in lower case.
    search: String,
    /// When it says another thing because time has passed.
    pub changes_at: Option<DateTime<Utc>>,
}

/// How a record stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RecordStatus {
    /// Its kind has no status.
    #[default]
    None,
    NotReported,
    Refund(RefundStatus),
    Payout(PayoutStatus),
    Subscription(SubscriptionStatus),
    PaymentLink(LinkState),
    ApiKey {
        expired: bool,
    },
}

impl RecordStatus {
    /// The word it is shown with.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::None => Cow::Borrowed(""),
            Self::NotReported => Cow::Borrowed("Not told"),
            Self::Refund(status) => status.label(),
            Self::Payout(status) => status.label(),
            Self::Subscription(status) => status.label(),
            Self::PaymentLink(standing) => standing.label(),
            Self::ApiKey { expired: true } => Cow::Borrowed("Expired"),
            Self::ApiKey { expired: false } => Cow::Borrowed("Not expired"),
        }
    }
}

impl RecordRow {
    /// Writes the texts of one record, with times in `zone`.
    pub fn prepare(known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let amount = known.amount();
        let shared = Self {
            id: visible_id(&known.record.id, 80),
            amount: amount.as_ref().map(|amount| amount.amount_text()).unwrap_or_default(),
            amount_minor: amount.as_ref().map(|amount| amount.minor),
            currency: amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default(),
            created: zone.short(known.record.made_at, now),
            by: known.record.made_by.as_ref().map(|maker| visible(&maker.operator, 40)).unwrap_or_default(),
            ..Self::default()
        };
        match spec(known.record.family) {
            Some(spec) => (spec.row)(shared, known, zone, now),
            None => shared,
        }
    }

    /// Whether it has `folded` in it, a text in lower case. Everything has the empty one.
    pub fn has(&self, folded: &str) -> bool {
        self.search.contains(folded)
    }

    /// The row is found by each of these texts.
    pub fn searched_by<'t>(mut self, texts: impl IntoIterator<Item = &'t str>) -> Self {
        // A line each: what is looked for is part of one of them.
        self.search = texts.into_iter().collect::<Vec<_>>().join("\n").to_lowercase();
        self
    }
}
