//! Where the money is: the largest open disputes, for the report and for the board.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::facts::{ReportDeadline, ReportDispute};
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
    /// Name, else e-mail; `None` where neither is known.
    pub customer: Option<String>,
    /// The ID of its payment.
    pub payment: String,
    pub reason: String,
    /// `Tue 24 Nov`, `Tue 24 Nov (est.), overdue`, `Under review`; a dash where no day is known.
    pub respond_by: String,
    pub evidence: &'static str,
}

impl OpenDisputeRow {
    /// What the column is called that says whose these disputes are: the payments, where no customer is known.
    pub fn payer_title(rows: &[Self]) -> &'static str {
        if rows.iter().any(|row| row.customer.is_some()) { text::CUSTOMER } else { text::PAYMENT }
    }

    /// What that column says of this dispute; a dash where the customer is not known.
    pub fn payer(&self, title: &str) -> &str {
        if title == text::PAYMENT { &self.payment } else { self.customer.as_deref().unwrap_or(text::NONE) }
    }
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
    let respond_by = |deadline: ReportDeadline| {
        let is_over = deadline.at < now && !dispute.has_evidence;
        text::respond_by(zone.date(deadline.at), deadline.is_estimated, is_over)
    };
    OpenDisputeRow {
        dispute_id: dispute.dispute_id.clone(),
        amount: dispute.amount.clone(),
        customer: dispute.customer.clone(),
        payment: dispute.payment.clone(),
        reason: dispute.reason.clone(),
        respond_by: dispute.deadline.map_or_else(|| without_deadline(dispute).to_owned(), respond_by),
        evidence: if dispute.has_evidence { text::SUBMITTED } else { text::NOT_SUBMITTED },
    }
}
