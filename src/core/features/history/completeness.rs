//! Why what is known here need not be all that a query finds, with all details: payments that were created outside the
//! days that are asked for, and those that it excludes, leave it whole.

use chrono::{DateTime, TimeDelta, Utc};

use crate::payment_reading::ReadPlace;
use paydesk_domain::export::{dates_unreadable, details_missing, received_missing};
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::{KnownPayments, SearchContext, search, undated};
use paydesk_index::payment_query::{PaymentQuery, QueryCondition, QueryTerm};

use super::certainty::RelatedKnown;
use super::text;

/// What is known of the payments of a profile.
#[derive(Debug, Clone, Copy)]
pub struct KnownSoFar<'a> {
    pub columns: &'a KnownPayments,
    pub place: &'a ReadPlace,
    /// For how many days payments are kept here; without a number all are.
    pub keep_days: Option<u32>,
    pub related: RelatedKnown,
    /// Whether what is shown or exported of a payment is more than every list says.
    pub needs_details: bool,
    /// Whether it is shown what a payment received.
    pub needs_received: bool,
}

/// Why the rows of a query need not be complete at `now`; `None` where they are.
pub fn why_incomplete(
    known: KnownSoFar<'_>,
    query: &PaymentQuery,
    context: &SearchContext<'_>,
    now: DateTime<Utc>,
) -> Option<String> {
    let from = created_from(query, context);
    let is_older = |since: Option<DateTime<Utc>>| since.is_none_or(|since| from.is_none_or(|from| from < since));
    let KnownSoFar { columns, place, keep_days, related, needs_details, needs_received } = known;
    let count = columns.len();
    let more = place.total.filter(|total| *total > count as u64);
    let last_copied = || place.team.as_ref()?.copied_to.as_ref()?.created;
    if place.is_stalled {
        return Some(text::stalled(count));
    }
    if !place.is_whole {
        return Some(text::known_so_far(count));
    }
    match (keep_days, more, place.team.is_some()) {
        (Some(days), ..) if is_older(Some(now - TimeDelta::days(days.into()))) => return Some(text::kept_for(days)),
        (Some(_), ..) | (None, None, _) => {}
        (None, Some(total), true) if is_older(last_copied()) => return Some(text::in_team(count, total)),
        (None, Some(_), true) => {}
        (None, Some(total), false) => return Some(text::service_has(total, count)),
    }
    let of = |is_it: fn(&QueryTerm) -> bool| query.conditions.iter().any(|condition| is_it(&condition.term));
    if of(|term| matches!(term, QueryTerm::Disputed(_))) && !related.disputes {
        return Some("not all of the service's disputes have been read".to_owned());
    }
    if of(|term| matches!(term, QueryTerm::Refunded(_))) && !related.refunds {
        return Some("not all of the service's refunds are known: only those on this computer count".to_owned());
    }
    let undated = undated(columns, query, context);
    if undated > 0 {
        return Some(dates_unreadable(undated as u64));
    }
    let is_listed = |condition: &QueryCondition| condition.term.is_answered_by_list();
    if !needs_details && query.conditions.iter().all(is_listed) {
        return None;
    }
    let undetailed = undetailed(columns, query, context);
    if undetailed > 0 {
        return Some(details_missing(undetailed));
    }
    let unreceived = if needs_received { without_received(columns, query, context) } else { 0 };
    (unreceived > 0).then(|| received_missing(unreceived))
}

/// How many payments that the query finds have received something, and it is not known how much.
fn without_received(columns: &KnownPayments, query: &PaymentQuery, context: &SearchContext<'_>) -> usize {
    let has_received = |status: &PaymentStatus| {
        status.is_captured_in_part() || matches!(status, PaymentStatus::Succeeded | PaymentStatus::CancelledPostCapture)
    };
    let found = search(columns, query, context, false).rows;
    let rows = found.pick(columns.newest()).into_iter().filter_map(|row| columns.payment(row as usize));
    rows.filter(|known| known.row.received_minor.is_none() && has_received(&known.row.status)).count()
}

/// The begin of the first day that is asked for.
fn created_from(query: &PaymentQuery, context: &SearchContext<'_>) -> Option<DateTime<Utc>> {
    let first_day = |condition: &QueryCondition| {
        let QueryTerm::Created(created) = &condition.term else { return None };
        created.days(context.today).0.filter(|_| !condition.negated)
    };
    query.conditions.iter().filter_map(first_day).max().map(context.day_start)
}

/// How many payments that the query may find have details that were not read: what is asked of these says nothing yet.
fn undetailed(columns: &KnownPayments, query: &PaymentQuery, context: &SearchContext<'_>) -> usize {
    if columns.detailed() == columns.len() {
        return 0;
    }
    let is_listed = |condition: &&QueryCondition| {
        let related = matches!(condition.term, QueryTerm::Refunded(_) | QueryTerm::Disputed(_));
        !related && !condition.term.asks_for_details()
    };
    let listed = PaymentQuery { conditions: query.conditions.iter().filter(is_listed).cloned().collect() };
    let found = search(columns, &listed, context, false).rows;
    found.pick(columns.newest()).into_iter().filter(|row| !columns.has_details(*row as usize)).count()
}
