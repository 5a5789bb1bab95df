//! What the database of a team reports of its payments.

use chrono::{DateTime, Utc};

use crate::problem::Problem;
use paydesk_index::payment_columns::{PaymentFacets, PaymentKey, StoredPayment};

/// How the payments of the team stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamPaymentsState {
    /// The profile in the database: of another one nothing that was read before holds.
    pub profile: String,
    pub total: u64,
    /// The hub has read all pages of the list once.
    pub is_whole: bool,
    /// The number of the last change.
    pub changed: i64,
    /// Payments that were created before were removed there.
    pub kept_since: Option<DateTime<Utc>>,
    /// Seconds since a hub last read the service, by the clock of the database; `None` where none ever did.
    pub read_ago_s: Option<u64>,
}

/// See [`TeamPaymentsRequest`](crate::effect::TeamPaymentsRequest).
#[derive(Debug, Clone, PartialEq)]
pub enum TeamPaymentsReport {
    State(TeamPaymentsState),
    /// Those that were asked for; the last ones where fewer came.
    Copied {
        payments: Vec<StoredPayment>,
        is_last: bool,
    },
    /// What changed, up to a number; more may have.
    Changed {
        payments: Vec<StoredPayment>,
        upto: i64,
        is_more: bool,
    },
    Found {
        nth: u64,
        payments: Vec<StoredPayment>,
        next: Option<PaymentKey>,
    },
    /// How many of what is found have each value; none where counting would take too long.
    Counted {
        nth: u64,
        facets: Option<Box<PaymentFacets>>,
    },
    /// What was asked for cannot be had; the session goes on.
    Failed {
        nth: Option<u64>,
        problem: Problem,
    },
}

/// When a hub last read, by the clock of this machine.
pub fn read_at(state: &TeamPaymentsState, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let ago = chrono::TimeDelta::seconds(i64::try_from(state.read_ago_s?).ok()?);
    now.checked_sub_signed(ago)
}
