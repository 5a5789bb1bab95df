//! What it costs to search, count and sort a million payments, beside 2,000 of them and beside the bare limit of this
//! machine: the same bytes looked through, the same numbers sorted, without anything around it.
//!
//! Goals at a million rows: filter 8 ms, sort 30 ms, facets 16 ms, a key until what it finds is drawn 16 ms, 160 MB; a
//! file of all of them in 3 s.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod exports;
mod sample;
mod store;
mod window;

use std::hint::black_box;
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use memchr::memmem;
use paydesk_index::payment_columns::{ColumnOrder, KnownPayments, RowSet, SearchContext, SortKey, search};
use paydesk_index::payment_query::{PaymentQuery, parse_query};

const MANY: usize = 1_000_000;
const FEW: usize = 2_000;
const ROUNDS: usize = 9;

/// Goals in milliseconds.
const FILTER_MS: f64 = 8.0;
const SORT_MS: f64 = 30.0;
const FACETS_MS: f64 = 16.0;
const KEYSTROKE_MS: f64 = 16.0;
const MEMORY_MB: f64 = 160.0;

fn day_start(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

fn days() -> SearchContext<'static> {
    SearchContext { today: "2026-11-23".parse().unwrap(), day_start: &day_start, notes: &() }
}

/// The median of some rounds, in milliseconds.
fn median<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            black_box(work());
            began.elapsed()
        })
        .collect();
    times.sort();
    times[ROUNDS / 2].as_secs_f64() * 1_000.0
}

fn columns(count: usize) -> KnownPayments {
    let mut columns = KnownPayments::default();
    for number in 0..count {
        columns.put(&sample::payment(number));
        if number % 100 == 99 {
            columns.order_new();
        }
    }
    columns.order_new();
    columns
}

fn query(text: &str) -> PaymentQuery {
    parse_query(text).unwrap()
}

/// Prints a line: with a goal that counts, whether it is met.
fn line(what: &str, many: f64, few: f64, limit: Option<f64>, goal: Option<f64>) {
    let limit = limit.map_or_else(String::new, |limit| format!("{limit:9.2}"));
    let goal =
        goal.map_or_else(String::new, |goal| format!("{goal:6.0} {}", if many <= goal { "met" } else { "MISSED" }));
    println!("{what:44} {many:9.2} {few:9.3} {limit:>9} {goal:>14}");
}

const FILTERS: [&str; 9] = [
    "anna.4711@example.com",
    "example",
    "a",
    "status:failed",
    "amount:10..20 currency:eur",
    "created:2026-10",
    "status:failed,cancelled amount:>100 currency:eur",
    "email:anna.4711 -method:card",
    "blue amount:>50 -status:failed card:4242",
];

/// The same bytes looked through for a text that is rare, on one thread.
fn bytes_limit(columns: &KnownPayments) -> f64 {
    let mut bytes = Vec::new();
    for chunk in columns.chunks() {
        paydesk_index::payment_columns::bytes::write_chunk(chunk, &mut bytes);
    }
    // The texts are the greater part of a chunk: as many bytes as they have.
    let text: usize = (0..columns.len()).step_by(1_000).map(sample::text_bytes).sum::<usize>() * 1_000;
    let all = &bytes[..text.min(bytes.len())];
    let finder = memmem::Finder::new("anna.4711@example.com");
    median(|| finder.find_iter(all).count())
}

/// A click on a title: the order by texts that take longer is made before anyone asks, and takes what changes.
fn print_sorting(many: &KnownPayments, few: &KnownPayments, found: &RowSet, found_few: &RowSet) {
    const CHANGES: usize = 1_000;
    let numbers: Vec<u64> =
        (0..MANY).map(|row| row as u64 ^ 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(row as u64)).collect();
    let limit = median(|| {
        let mut numbers = numbers.clone();
        numbers.sort_unstable();
        numbers
    });
    let of_both = |work: &dyn Fn(&KnownPayments)| (median(|| work(many)), median(|| work(few)));
    for key in [SortKey::Amount, SortKey::Status, SortKey::Created] {
        let (many, few) = of_both(&|columns| drop(black_box(ColumnOrder::new(&columns.sort_input(), key))));
        line(&format!("sort by {key:?}"), many, few, Some(limit), Some(SORT_MS));
    }
    let changed = |columns: &KnownPayments| {
        let mut columns = columns.clone();
        for number in 0..CHANGES {
            columns.put(&sample::payment(columns.len() + number));
        }
        columns.order_new();
        columns
    };
    for key in [SortKey::PaymentId, SortKey::Customer, SortKey::Email] {
        let (anew, anew_few) = of_both(&|columns| drop(black_box(ColumnOrder::new(&columns.sort_input(), key))));
        line(&format!("sort by {key:?}, once, beforehand"), anew, anew_few, Some(limit), None);
        let click = |columns: &KnownPayments, found: &RowSet| {
            let order = ColumnOrder::new(&columns.sort_input(), key);
            let columns = changed(columns);
            let unchanged = median(|| found.pick(order.rows()));
            (unchanged, median(|| order.updated(&columns).map(|order| found.pick(order.rows()))))
        };
        let ((many, changed_many), (few, changed_few)) = (click(many, found), click(few, found_few));
        line(&format!("click on {key:?}"), many, few, None, Some(SORT_MS));
        line(&format!("click on {key:?} after {CHANGES} changes"), changed_many, changed_few, None, Some(SORT_MS));
    }
}

fn main() {
    let began = Instant::now();
    let many = columns(MANY);
    let put = began.elapsed();
    let few = columns(FEW);
    println!("{MANY} payments, medians of {ROUNDS} rounds; times in ms");
    println!("{:44} {:>9} {:>9} {:>9} {:>14}", "", "1,000,000", "2,000", "limit", "goal");
    let of_both = |work: &dyn Fn(&KnownPayments)| (median(|| work(&many)), median(|| work(&few)));
    let limit = bytes_limit(&many);
    for text in FILTERS {
        let query = query(text);
        let (many, few) = of_both(&|columns| drop(black_box(search(columns, &query, &days(), false))));
        line(&format!("filter {text}"), many, few, Some(limit), Some(FILTER_MS));
    }
    for text in ["", "a", "status:failed amount:>100"] {
        let query = query(text);
        let (many, few) = of_both(&|columns| drop(black_box(search(columns, &query, &days(), true))));
        line(&format!("filter and facets {text}"), many, few, None, Some(FACETS_MS));
    }
    let found = search(&many, &query("status:succeeded"), &days(), false);
    let of_few = search(&few, &query("status:succeeded"), &days(), false);
    let picked = median(|| found.rows.pick(many.newest()));
    line("rows found, newest first", picked, median(|| of_few.rows.pick(few.newest())), None, None);
    print_sorting(&many, &few, &found.rows, &of_few.rows);
    let megabytes = many.memory() as f64 / 1e6;
    line("memory of the columns, MB", megabytes, few.memory() as f64 / 1e6, None, Some(MEMORY_MB));
    println!("put in, row by row: {:.2} µs a payment", put.as_secs_f64() * 1e6 / MANY as f64);
    exports::print(&many);
    line(
        "a key until what it finds is drawn",
        window::keystroke(many),
        window::keystroke(few),
        None,
        Some(KEYSTROKE_MS),
    );
    store::print(MANY, FEW);
}
