//! The payments beside a decline: the earlier one that a decline as a possible duplicate is about, and a later one by which it was
//! paid. Both are of the same amount and the same person, as far as payments are known on this machine.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};

/// How long before or after the decline it was made at most.
const APART: TimeDelta = TimeDelta::days(7);
/// Most payments before or after the decline that are looked at.
const LOOKED_AT_MAX: usize = 5_000;

/// The last payment before `declined` of the same amount that did not fail, by the same customer, e-mail address or card.
/// A guest has no customer ID, so that alone would not find it.
pub fn earlier_payment(known: &KnownPayments, declined: &Payment, now: DateTime<Utc>) -> Option<StoredPayment> {
    let first = first_before(known, declined)?;
    let rows = known.newest()[first..].iter();
    alike(known, declined, now, rows).find(|other| other.row.status != PaymentStatus::Failed)
}

/// The next payment after `declined` of the same amount that was authorized or paid, by the same person.
pub fn later_payment(known: &KnownPayments, declined: &Payment, now: DateTime<Utc>) -> Option<StoredPayment> {
    let first = first_before(known, declined)?;
    let rows = known.newest()[..first].iter().rev();
    alike(known, declined, now, rows).find(|other| is_paid(&other.row.status))
}

fn is_paid(status: &PaymentStatus) -> bool {
    matches!(status, PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured) || status.can_be_captured(None)
}

/// The declines created since a time that are worth a retry, and have a [`later_payment`]. Looks once through the payments
/// since then.
pub(super) fn paid_since(known: &KnownPayments, since: DateTime<Utc>) -> BTreeSet<PaymentId> {
    let newest = known.newest();
    let recent = newest.partition_point(|row| known.created(*row as usize).is_some_and(|at| at >= since));
    let status = |place: usize| newest.get(place).and_then(|row| known.status(*row as usize));
    let mut declines: HashMap<i64, Vec<(usize, StoredPayment)>> = HashMap::new();
    for place in (0..recent).filter(|place| status(*place) == Some(&PaymentStatus::Failed)) {
        let declined = known.payment(newest[place] as usize).filter(|payment| payment.row.is_worth_retry());
        if let Some(declined) = declined {
            declines.entry(declined.row.amount.minor).or_default().push((place, declined));
        }
    }
    let mut found = BTreeSet::new();
    let oldest = declines.values().flatten().map(|(place, _)| *place).max().unwrap_or_default();
    for place in (0..oldest).filter(|place| status(*place).is_some_and(is_paid)) {
        let row = newest[place] as usize;
        let Some(alike) = known.amount(row).and_then(|amount| declines.get(&amount.minor)) else { continue };
        let Some(later) = known.payment(row) else { continue };
        let is_paid_by = |(at, declined): &&(usize, StoredPayment)| {
            let apart = later.row.created.zip(declined.row.created).map(|(later, declined)| later - declined);
            (1..=LOOKED_AT_MAX).contains(&at.saturating_sub(place))
                && apart.is_some_and(|apart| apart > TimeDelta::zero() && apart <= APART)
                && later.row.amount == declined.row.amount
                && is_same_person(&later, declined)
        };
        found.extend(alike.iter().filter(is_paid_by).map(|(_, declined)| declined.row.payment_id.clone()));
    }
    found
}

/// Where those begin, among the newest first, that were not made after it.
fn first_before(known: &KnownPayments, declined: &Payment) -> Option<usize> {
    let created = declined.created?;
    Some(known.newest().partition_point(|row| known.created(*row as usize).is_some_and(|at| at > created)))
}

/// Those of `rows` that are like it, as long as they were made about then.
fn alike<'a>(
    known: &'a KnownPayments,
    declined: &'a Payment,
    now: DateTime<Utc>,
    rows: impl Iterator<Item = &'a u32> + 'a,
) -> impl Iterator<Item = StoredPayment> + 'a {
    let of = StoredPayment::read(declined, now);
    let is_near = move |row: &u32| {
        let apart = known.created(*row as usize).zip(declined.created).map(|(at, created)| (at - created).abs());
        apart.is_some_and(|apart| apart <= APART)
    };
    let near = rows.take(LOOKED_AT_MAX).copied().take_while(is_near);
    let of_amount = near.filter(move |row| known.amount(*row as usize).as_ref() == Some(&declined.amount));
    let others = of_amount.filter_map(move |row| known.payment(row as usize));
    others.filter(move |other| other.row.payment_id != declined.payment_id && is_same_person(other, &of))
}

fn is_same_person(one: &StoredPayment, other: &StoredPayment) -> bool {
    let same_customer = one.row.customer_id.is_some() && one.row.customer_id == other.row.customer_id;
    let (email, other_email) = (one.texts.email.trim(), other.texts.email.trim());
    let same_email = !email.is_empty() && email.eq_ignore_ascii_case(other_email);
    same_customer || same_email || one.last4.is_some() && one.last4 == other.last4
}
