//! Where the money is: the largest open disputes, for the report and for the board.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::facts::ReportDispute;
use super::text;
use crate::dispute::DisputeStatus;
use crate::ids::DisputeId;
use crate::money::Money;
use crate::zone::Zone;

/// So many are listed at most.
pub const LARGEST_MAX: usize = 10;

/// An open dispute, written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDisputeRow {
    pub dispute_id: DisputeId,
    pub amount: Money,
    /// Name, else e-mail, else what names it.
    pub customer: String,
    pub reason: String,
    /// `Tue 24 Nov`, `Tue 24 Nov, overdue`, `Under review`; a dash where no day is known.
    pub respond_by: String,
    pub evidence: &'static str,
}

/// The largest of these open disputes: that of each currency, then the next one of each, as amounts of different currencies
/// do not compare. Those due soonest come first.
pub fn largest_open(open: &[&ReportDispute], most: usize, (zone, now): (Zone, DateTime<Utc>)) -> Vec<OpenDisputeRow> {
    let mut open = open.to_vec();
    open.sort_by_key(|dispute| Reverse(dispute.amount.minor));
    let mut ranks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, &ReportDispute)> = open
        .iter()
        .map(|dispute| {
            let rank = ranks.entry(dispute.amount.currency.code()).or_default();
            *rank += 1;
            (*rank, *dispute)
        })
        .collect();
    ranked.sort_by_key(|(rank, dispute)| (*rank, Reverse(ranks[dispute.amount.currency.code()])));
    let mut shown: Vec<&ReportDispute> = ranked.into_iter().take(most).map(|(_, dispute)| dispute).collect();
    shown.sort_by_key(|dispute| (dispute.deadline.is_none(), dispute.deadline));
    shown.into_iter().map(|dispute| row(dispute, zone, now)).collect()
}

fn without_deadline(dispute: &ReportDispute) -> &'static str {
    if dispute.status == DisputeStatus::Challenged { "Under review" } else { text::NONE }
}

fn row(dispute: &ReportDispute, zone: Zone, now: DateTime<Utc>) -> OpenDisputeRow {
    let respond_by = |at| text::respond_by(zone.date(at), at < now && !dispute.has_evidence);
    OpenDisputeRow {
        dispute_id: dispute.dispute_id.clone(),
        amount: dispute.amount.clone(),
        customer: dispute.customer.clone(),
        reason: dispute.reason.clone(),
        respond_by: dispute.deadline.map_or_else(|| without_deadline(dispute).to_owned(), respond_by),
        evidence: if dispute.has_evidence { text::SUBMITTED } else { text::NOT_SUBMITTED },
    }
}
