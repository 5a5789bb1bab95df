//! The earlier payment that a decline as a possible duplicate is about: of the same amount and the same person, as far as
//! payments are known on this machine.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};

/// How long before the decline it was made at most.
const EARLIER_DAYS: i64 = 7;
/// Most payments before the decline that are looked at.
const LOOKED_AT_MAX: usize = 5_000;

/// The last payment before `declined` of the same amount that did not fail, by the same customer, e-mail address or card.
/// A guest has no customer ID, so that alone would not find it.
pub fn earlier_payment(known: &KnownPayments, declined: &Payment, now: DateTime<Utc>) -> Option<StoredPayment> {
    let (of, created) = (StoredPayment::read(declined, now), declined.created?);
    let newest = known.newest();
    let at = |row: u32| known.created(row as usize);
    let first = newest.partition_point(|row| at(*row).is_some_and(|at| at > created));
    let since = created - TimeDelta::days(EARLIER_DAYS);
    let before = newest.iter().skip(first).take(LOOKED_AT_MAX).copied();
    let before = before.take_while(|row| at(*row).is_some_and(|at| at >= since));
    let alike = before.filter(|row| known.amount(*row as usize).as_ref() == Some(&declined.amount));
    alike.filter_map(|row| known.payment(row as usize)).find(|other| {
        other.row.payment_id != declined.payment_id
            && other.row.status != PaymentStatus::Failed
            && is_same_person(other, &of)
    })
}

fn is_same_person(one: &StoredPayment, other: &StoredPayment) -> bool {
    let same_customer = one.row.customer_id.is_some() && one.row.customer_id == other.row.customer_id;
    let (email, other_email) = (one.texts.email.trim(), other.texts.email.trim());
    let same_email = !email.is_empty() && email.eq_ignore_ascii_case(other_email);
    same_customer || same_email || one.last4.is_some() && one.last4 == other.last4
}
