//! What a report is made of.

use chrono::{DateTime, Utc};

use crate::dispute::DisputeStatus;
use crate::ids::DisputeId;
use crate::money::Money;
use crate::zone::Zone;

/// A dispute, as far as a report counts it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportDispute {
    pub dispute_id: DisputeId,
    pub opened: DateTime<Utc>,
    pub amount: Money,
    pub status: DisputeStatus,
    /// As it is written: `Product not received`.
    pub reason: String,
    /// When it was won or lost, where that is known.
    pub decided_at: Option<DateTime<Utc>>,
    /// Name, else e-mail; `None` where neither is known.
    pub customer: Option<String>,
    /// The ID of its payment.
    pub payment: String,
    /// `None` once no evidence is taken.
    pub deadline: Option<ReportDeadline>,
    pub has_evidence: bool,
}

/// Until when evidence is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportDeadline {
    pub at: DateTime<Utc>,
    /// The service does not report it.
    pub is_estimated: bool,
}

/// What a report is made of.
#[derive(Debug, Clone)]
pub struct DisputeFacts<'a> {
    pub profile: &'a str,
    pub zone: Zone,
    pub now: DateTime<Utc>,
    /// When the lists were read to their end.
    pub read_at: DateTime<Utc>,
    /// All of the service, in any order.
    pub disputes: &'a [ReportDispute],
    /// When the payments were made that succeeded, since [`counted_from`](super::counted_from), in any order.
    pub succeeded: &'a [DateTime<Utc>],
    /// When the first payment was made or dispute opened: what is before is not known.
    pub first: Option<DateTime<Utc>>,
    /// The dispute rate that is not to be exceeded, in millionths.
    pub goal: Option<i64>,
}

/// How a dispute ended, as far as money is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeResult {
    Won,
    Lost,
    Open,
}

impl DisputeResult {
    /// Who gives in loses, and what the bank takes back is won. A status that is not known may be either.
    pub fn of(status: &DisputeStatus) -> Self {
        match status {
            DisputeStatus::Won | DisputeStatus::Cancelled => Self::Won,
            DisputeStatus::Lost | DisputeStatus::Accepted | DisputeStatus::Expired => Self::Lost,
            DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => Self::Open,
        }
    }
}

impl ReportDispute {
    pub fn result(&self) -> DisputeResult {
        DisputeResult::of(&self.status)
    }

    pub fn is_open(&self) -> bool {
        self.result() == DisputeResult::Open
    }
}
