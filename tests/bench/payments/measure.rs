//! Pages, searches, counts, puts and the snapshot of a desk, as a desk and a hub ask for them, over a connection that has
//! been open for a while. `PAYDESK_BENCH_PAYMENTS=1000000,10000000` measures several sizes and compares their pages.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::{SearchContext, StoredPayment};
use paydesk_index::payment_query::parse_query;
use paydesk_team::{NewSyncPlace, PaymentKey, TeamPaymentQuery};

use super::database::Database;
use super::goals::Goals;

/// Rows of a page.
const PAGE: u32 = 100;
const ROUNDS: usize = 15;
/// Most payments that a desk takes as its snapshot.
const SNAPSHOT: u64 = 1_000_000;

/// What is searched for, with what it is an example of.
const SEARCHES: [(&str, &str); 15] = [
    ("shoes", "a word of 10% of the payments"),
    ("umbrella", "a word of 1 in 100,000"),
    ("müller77", "a part of an address, 1 in 2,000"),
    ("zzzqqq", "a word that is nowhere"),
    ("1042", "a number: order, card, amount, address"),
    ("\"purple umbrella\"", "a phrase of 1 in 100,000"),
    ("zz", "two letters"),
    ("12.34", "an amount"),
    ("status:requires_capture", "a status of 0.2%"),
    ("status:failed currency:jpy amount:>40000", "three filters, 0.1%"),
    ("code:UE_1001 -method:card", "a code and not a method"),
    ("disputed:yes", "disputed, 0.2%"),
    ("card:4242", "the last four digits, 1 in 10,000"),
    ("created:2024-05 umbrella", "a rare word of one month, long ago"),
    ("amount:>500000 currency:jpy", "amounts that there are none of"),
];
const COUNTS: [&str; 4] =
    ["", "status:failed -method:card", "created:2026-10 currency:eur", "created:7d family:issuer,eligibility"];

fn query(text: &str) -> TeamPaymentQuery {
    // Days of a zone an hour before UTC.
    let day_start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::hours(1);
    let context = SearchContext { today: "2026-11-26".parse().unwrap(), day_start: &day_start, notes: &() };
    TeamPaymentQuery::new(&parse_query(text).unwrap(), &context)
}

/// The median and the longest.
async fn times<T>(mut one: impl AsyncFnMut() -> T) -> (Duration, Duration) {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let began = Instant::now();
        one().await;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    (times[ROUNDS / 2], times[ROUNDS - 1])
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The first page, and one in the middle of all; the slower of the two medians.
async fn pages(database: &Database, goals: &mut Goals) -> Duration {
    let all = TeamPaymentQuery::default();
    let middle: DateTime<Utc> = "2025-05-12T03:04:05Z".parse().unwrap();
    let middle = PaymentKey { created: Some(middle), payment_id: PaymentId::new("") };
    let mut slower = Duration::ZERO;
    for (what, before) in [("the first page", None), ("a page in the middle", Some(&middle))] {
        let page = || async { database.hub.search_payments(database.profile, &all, before, PAGE).await.unwrap() };
        assert_eq!(page().await.payments.len(), PAGE as usize);
        let (median, longest) = times(page).await;
        println!("  {what:44} {:>8.1} ms, longest {:.1} ms", ms(median), ms(longest));
        slower = slower.max(median);
    }
    goals.below_ms(format!("page of {PAGE}, of {} payments", database.payments), slower, 100.0);
    slower
}

async fn searches(database: &Database, goals: &mut Goals) {
    for (text, what) in SEARCHES {
        let query = query(text);
        let (mut found, mut pages, mut next, mut longest) = (0, 0, None, Duration::ZERO);
        let began = Instant::now();
        // Until a page is full, or all was looked at.
        loop {
            let page_began = Instant::now();
            let page = database.hub.search_payments(database.profile, &query, next.as_ref(), PAGE).await.unwrap();
            longest = longest.max(page_began.elapsed());
            (found, pages, next) = (found + page.payments.len(), pages + 1, page.next);
            if next.is_none() || found >= PAGE as usize {
                break;
            }
        }
        let whole = began.elapsed();
        let first = || database.hub.search_payments(database.profile, &query, None, PAGE);
        let (median, slowest) = times(first).await;
        println!(
            "  {text:42} first page {:>7.1} ms, longest {:>7.1} ms; {found:>4} found in {pages:>3} pages after {:>8.1} ms ({what})",
            ms(median),
            ms(slowest.max(longest)),
            ms(whole)
        );
        goals.below_ms(format!("search: {text}"), median, 100.0);
    }
}

async fn counts(database: &Database, goals: &mut Goals) {
    for text in COUNTS {
        let query = query(text);
        let (median, longest) = times(|| database.hub.payment_facets(database.profile, &query)).await;
        println!("  counts of “{text}”: {:.1} ms, longest {:.1} ms", ms(median), ms(longest));
        goals.below_ms(format!("counts: “{text}”"), median, 50.0);
    }
}

/// Payments as a service shows them, with ids of their own in each run.
fn new_payments(database: &Database, of: &[StoredPayment]) -> Vec<StoredPayment> {
    let again = |(number, payment): (usize, &StoredPayment)| {
        let mut payment = payment.clone();
        payment.row.payment_id = PaymentId::new(format!("pay_new{}x{number}", database.payments));
        payment
    };
    of.iter().enumerate().map(again).collect()
}

async fn puts(database: &Database) {
    let (hub, profile) = (&database.hub, database.profile);
    let epoch = hub.begin_payment_sync(profile).await.unwrap().epoch;
    let mut newest = Vec::new();
    hub.copy_payments(profile, None, 1_000, |payment| newest.push(payment)).await.unwrap();
    let mut new = new_payments(database, &newest);
    let place = NewSyncPlace { place: serde_json::json!({}), is_whole: true, as_of: None };
    let before = hub.payment_state(profile).await.unwrap().changed;
    for what in ["new", "unchanged", "changed"] {
        if what == "changed" {
            new.iter_mut().for_each(|payment| payment.row.status = PaymentStatus::Expired);
        }
        let began = Instant::now();
        let put = hub.put_payments(profile, epoch, &new, &place).await.unwrap();
        println!("  put of 1,000 payments, {what}: {:.0} ms", ms(began.elapsed()));
        assert_eq!(put.new + put.changed, if what == "unchanged" { 0 } else { 1_000 });
    }
    let began = Instant::now();
    let after = hub.payments_after(profile, before, 1_000).await.unwrap();
    assert_eq!(after.payments.len(), 1_000);
    println!("  what changed since, 1,000 payments: {:.0} ms", ms(began.elapsed()));
}

async fn snapshot(database: &Database, goals: &mut Goals) {
    let count = SNAPSHOT.min(database.payments);
    let (began, mut copied) = (Instant::now(), 0);
    database.hub.copy_payments(database.profile, None, count, |_| copied += 1).await.unwrap();
    let took = began.elapsed();
    println!("  snapshot of the newest {copied} payments: {:.1} s", took.as_secs_f64());
    goals.below_ms(format!("snapshot of {copied}"), took, 7_000.0);
}

async fn measured(database: &Database, goals: &mut Goals) -> Duration {
    println!("{} payments", database.payments);
    let page = pages(database, goals).await;
    searches(database, goals).await;
    counts(database, goals).await;
    snapshot(database, goals).await;
    let total = database.size("pg_total_relation_size(oid)").await / database.payments as f64;
    let table = database.size("pg_table_size(oid)").await / database.payments as f64;
    println!("  on disk: {total:.0} bytes a payment, {table:.0} of them without indexes");
    puts(database).await;
    page
}

fn sizes() -> Vec<u64> {
    let asked = std::env::var("PAYDESK_BENCH_PAYMENTS").unwrap_or_else(|_| "1000000".to_owned());
    asked.split(',').map(|size| size.trim().parse().expect("PAYDESK_BENCH_PAYMENTS: numbers")).collect()
}

pub fn run() -> ExitCode {
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mut goals = Goals::default();
    threads.block_on(async {
        if let Ok(url) = std::env::var("PAYDESK_BENCH_DATABASE_URL") {
            measured(&Database::at(&url).await, &mut goals).await;
            return;
        }
        let mut pages = Vec::new();
        for size in sizes() {
            let Some(database) = Database::filled(size).await else { return };
            pages.push((size, measured(&database, &mut goals).await));
        }
        if let [(small, first), .., (large, last)] = pages[..] {
            goals.ratio(format!("page of {large} to page of {small}"), ms(last) / ms(first), 1.2);
        }
    });
    goals.print()
}
