//! A record as a list shows it: texts written once, when the record comes or changes, never while drawing.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::domain::payout::PayoutStatus;
use crate::domain::refund::RefundStatus;
use crate::domain::subscription::SubscriptionStatus;

use super::link_state::LinkState;

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
    pub(super) search: String,
    /// When it says something else because time has passed.
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
            Self::PaymentLink(state) => state.label(),
            Self::ApiKey { expired: true } => Cow::Borrowed("Expired"),
            Self::ApiKey { expired: false } => Cow::Borrowed("Not expired"),
        }
    }
}

impl RecordRow {
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
