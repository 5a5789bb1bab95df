//! The payments of a team's database, as its hub reads them for all.

use paydesk_index::payment_columns::PaymentKey;
use paydesk_index::team_payment_query::TeamPaymentQuery;

/// What is asked of them. Each is answered by one
/// [`TeamPaymentsReport`](crate::features::history::TeamPaymentsReport); what is under way when the database goes
/// away is not answered.
#[derive(Debug, Clone, PartialEq)]
pub enum TeamPaymentsRequest {
    /// How they stand; that is reported by itself too whenever it changes.
    State,
    /// The newest behind `before`, at most `count`.
    Copy { before: Option<PaymentKey>, count: u32 },
    /// What changed after this number.
    Changes { after: i64 },
    /// What is found behind `before`, the newest first.
    Search { nth: u64, query: Box<TeamPaymentQuery>, before: Option<PaymentKey> },
    /// How many of what is found have each value.
    Count { nth: u64, query: Box<TeamPaymentQuery> },
}

impl TeamPaymentsRequest {
    /// Which question of a search it is about; `None` where it is about what is stored here.
    pub fn question(&self) -> Option<u64> {
        match self {
            Self::Search { nth, .. } | Self::Count { nth, .. } => Some(*nth),
            Self::State | Self::Copy { .. } | Self::Changes { .. } => None,
        }
    }
}
