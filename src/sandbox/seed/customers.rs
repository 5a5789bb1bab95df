//! The shop's customers. Some buy once, some come back every week.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::json;

use super::calendar::SPAN_HOURS;
use super::names::{LOCALES, Locale};
use super::plan::SeedPlan;
use crate::rng::SeedRng;
use crate::storage::customers::{CustomerDetail, CustomerRecord, insert};
use crate::storage::payments::CustomerRef;

/// Most customers, however many payments there are.
const MAX_CUSTOMERS: u64 = 20_000;
const STREAM: u64 = 2;

/// A customer as payments need it.
#[derive(Debug, Clone)]
pub struct SeedCustomer {
    pub customer: CustomerRef,
    pub email: String,
    pub locale: &'static Locale,
    /// Seeds the customer's own stream of random numbers, which decides the card.
    pub card_seed: u64,
}

/// Inserts the customers of a shop with so many payments.
pub fn fill(db: &Connection, plan: SeedPlan, now: DateTime<Utc>) -> rusqlite::Result<Vec<SeedCustomer>> {
    let count = match plan.payments {
        0 => 0,
        payments => (u64::from(payments) / 4).clamp(1, MAX_CUSTOMERS),
    };
    (0..count).map(|index| new_customer(db, plan.seed, index, now)).collect()
}

fn new_customer(db: &Connection, seed: u64, index: u64, now: DateTime<Utc>) -> rusqlite::Result<SeedCustomer> {
    let mut rng = SeedRng::of(seed, STREAM, index);
    let locale = rng.weighted(&LOCALES);
    let (name, email) = name_and_email(&mut rng, locale, index);
    let age = TimeDelta::hours(SPAN_HOURS + rng.below(400 * 24) as i64);
    let created = now.checked_sub_signed(age).unwrap_or(now);
    let seq = index as i64 + 1;
    let customer_id = format!("cus_{}", rng.token(20));
    let phone = (0..9).map(|_| char::from(b'0' + rng.below(10) as u8)).collect();
    let detail = CustomerDetail {
        email: Some(email.clone()),
        name: Some(name),
        phone: Some(phone),
        phone_country_code: Some(locale.phone_country_code.to_owned()),
        metadata: json!({ "country": locale.country }).as_object().cloned(),
        ..Default::default()
    };
    insert(db, &CustomerRecord { seq, customer_id: customer_id.clone(), created, modified: created, detail })?;
    Ok(SeedCustomer { customer: CustomerRef { seq, customer_id }, email, locale, card_seed: rng.number() })
}

/// A name in the script of its locale, and an address that could be read out anywhere.
pub fn name_and_email(rng: &mut SeedRng, locale: &Locale, index: u64) -> (String, String) {
    let (given, given_latin) = rng.pick(locale.given);
    let (family, family_latin) = rng.pick(locale.family);
    let name = match (locale.family_first, locale.country) {
        (false, _) => format!("{given} {family}"),
        (true, "JP") => format!("{family} {given}"),
        (true, _) => format!("{family}{given}"),
    };
    (name, format!("{given_latin}.{family_latin}{}@{}", index % 97, rng.pick(locale.mail_hosts)))
}
