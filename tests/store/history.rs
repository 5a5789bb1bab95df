//! The cache of every payment on real files: what comes back after a kill, and what is deleted.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::Message;
use paydesk_core::effect::HistoryJob;
use paydesk_core::failure::HistoryError;
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::problem::Problem;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, SortKey, StoredPayment};
use paydesk_platform::file_system::DatabaseMode;
use paydesk_store::HistoryStore;
use paydesk_store::history::{HistoryDatabase, open_history, read_history};
use paydesk_test_basics::left_behind::found_below;

use super::dir;

fn now() -> DateTime<Utc> {
    "2026-11-23T12:00:00Z".parse().unwrap()
}

pub fn shop() -> ProfileId {
    ProfileId::new("shop")
}

fn payment(number: u32) -> StoredPayment {
    let row = PaymentRow {
        payment_id: PaymentId::new(format!("pay_{number}")),
        status: PaymentStatus::from_word(["failed", "succeeded", "odd_word"][number as usize % 3]),
        amount: Money::new(i64::from(number) * 100, Currency::iso4217("EUR")),
        created: Some(now() - TimeDelta::days(i64::from(number))),
        capturable_minor: number.is_multiple_of(2).then_some(5),
        received_minor: None,
        customer_id: None,
        payment_method: Some("card".to_owned()),
        unified_code: None,
        unified_message: None,
    };
    let (email, brand) = (format!("Anna.{number}@example.com"), ["Visa", ""][number as usize % 2].to_owned());
    let card_country = ["DE", ""][number as usize % 2].to_owned();
    let texts = PaymentTexts { email, brand, card_country, ..PaymentTexts::default() };
    StoredPayment { texts, last4: Some(42), detailed_at: Some(now()), ..StoredPayment::listed(row, now()) }
}

fn place(offset: u32) -> ReadPlace {
    ReadPlace { offset, as_of: Some(now()), ..ReadPlace::default() }
}

fn open(dir: &Path) -> (HistoryDatabase, OpenedHistory) {
    open_history(dir, &shop(), None).map_err(|fault| format!("{fault:?}")).unwrap()
}

/// A cache of payments 1 to 5, as after a kill: nothing was written at the end.
pub fn kept(dir: &Path) {
    let payments: Vec<(u32, StoredPayment)> = (1..=5).map(|number| (number, payment(number))).collect();
    open(dir).0.keep(&payments, &place(500)).unwrap();
}

pub fn all(columns: &KnownPayments) -> Vec<StoredPayment> {
    (0..columns.len()).filter_map(|row| columns.payment(row)).collect()
}

pub fn expected(numbers: impl IntoIterator<Item = u32>) -> Vec<StoredPayment> {
    numbers.into_iter().map(payment).collect()
}

/// The thread on `dir` with what it reports.
fn started(dir: PathBuf) -> (HistoryStore, Receiver<Message>) {
    let (report, reported) = sync_channel(64);
    let sink = Box::new(move |message| report.send(message).unwrap());
    (HistoryStore::start(dir, sink).unwrap(), reported)
}

fn next(reported: &Receiver<Message>) -> Message {
    reported.recv_timeout(Duration::from_secs(30)).unwrap()
}

fn opened(store: &HistoryStore, reported: &Receiver<Message>, keep_since: Option<DateTime<Utc>>) -> OpenedHistory {
    opened_with_first(store, reported, keep_since).1
}

/// The payments that came before all others, with all of them.
fn opened_with_first(
    store: &HistoryStore,
    reported: &Receiver<Message>,
    keep_since: Option<DateTime<Utc>>,
) -> (Vec<StoredPayment>, OpenedHistory) {
    assert!(store.submit(HistoryJob::Open { profile_id: shop(), keep_since }).is_none());
    let mut first_rows = Vec::new();
    loop {
        match next(reported) {
            Message::History { report: HistoryReport::First(first), .. } => first_rows = all(&first.columns),
            Message::History { report: HistoryReport::Opened(Ok(opened)), .. } => return (first_rows, *opened),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_newest_payments_come_before_all_of_them_also_beside_a_damaged_file() {
    let dir = dir();
    let payments: Vec<(u32, StoredPayment)> = (1..=250).rev().map(|number| (251 - number, payment(number))).collect();
    open(dir.path()).0.keep(&payments, &place(500)).unwrap();
    let (store, reported) = started(dir.path().to_owned());
    let (first, all_of_them) = opened_with_first(&store, &reported, None);
    assert_eq!((first, all_of_them.columns.len()), (expected(1..=100), 250), "the newest first");
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: all_of_them.columns.share() });
    let since = now() - TimeDelta::days(3);
    std::fs::write(dir.path().join("shop.columns"), "damaged").unwrap();
    let (first, all_of_them) = opened_with_first(&store, &reported, Some(since));
    assert_eq!((first, all_of_them.columns.len()), (expected(1..=3), 3), "nothing that is not kept");
}

#[test]
fn an_older_or_a_newer_file_beside_the_cache_is_not_read_and_is_written_again() {
    let dir = dir();
    kept(dir.path());
    let (store, reported) = started(dir.path().to_owned());
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    let path = dir.path().join("shop.columns");
    opened(&store, &reported, None);
    for version in [0_u32, 3, 99] {
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        let read = opened(&store, &reported, None);
        assert_eq!((all(&read.columns), read.is_written), (expected(1..=5), false), "version {version}");
        store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: read.columns.share() });
        assert!(opened(&store, &reported, None).is_written);
    }
}

#[test]
fn payments_and_how_far_the_list_was_read_come_back_after_a_kill() {
    let dir = dir();
    kept(dir.path());
    let (mut database, opened) = open(dir.path());
    assert_eq!((all(&opened.columns), &opened.place, opened.is_written), (expected(1..=5), &place(500), false));
    let changed = StoredPayment { last4: None, ..payment(2) };
    database.keep(&[(2, changed.clone()), (6, payment(6))], &place(600)).unwrap();
    let (_, opened) = open(dir.path());
    let mut all_now = expected(1..=6);
    all_now[1] = changed;
    assert_eq!((all(&opened.columns), opened.place.offset), (all_now, 600));
}

#[test]
fn payments_that_were_stored_before_the_brand_and_country_of_the_card_were_are_read_without_them() {
    let dir = dir();
    kept(dir.path());
    let database = rusqlite::Connection::open(dir.path().join("shop.sqlite")).unwrap();
    let card = "\u{1F}Visa\u{1F}DE";
    let shortened = "UPDATE payments SET texts = rtrim(replace(texts, ?1, ''), char(31))";
    assert_eq!(database.execute(shortened, [card]).unwrap(), 5);
    let mut without_brand = expected(1..=5);
    without_brand.iter_mut().for_each(|payment| {
        payment.texts.brand.clear();
        payment.texts.card_country.clear();
    });
    assert_eq!(all(&open(dir.path()).1.columns), without_brand);
}

#[test]
fn the_file_of_columns_is_read_with_what_was_stored_after_it() {
    let dir = dir();
    kept(dir.path());
    let (store, reported) = started(dir.path().to_owned());
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    assert!(opened(&store, &reported, None).is_written);
    let newer = vec![(3, StoredPayment { refunded: true, ..payment(3) }), (9, payment(9))];
    store.submit(HistoryJob::Keep { profile_id: shop(), payments: newer.clone(), place: place(700) });
    assert!(matches!(next(&reported), Message::History { report: HistoryReport::Kept(None), .. }));
    let again = opened(&store, &reported, None);
    let known = [payment(1), payment(2), newer[0].1.clone(), payment(4), payment(5), payment(9)];
    assert_eq!((all(&again.columns), again.is_written, again.place.offset), (known.to_vec(), false, 700));
    assert_eq!(again.columns.stored_as(5), Some(9), "a payment keeps its number");
}

#[test]
fn a_damaged_file_beside_the_cache_is_not_read() {
    let dir = dir();
    kept(dir.path());
    let (store, reported) = started(dir.path().to_owned());
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    assert!(opened(&store, &reported, None).is_written);
    let path = dir.path().join("shop.columns");
    let bytes = std::fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        std::fs::write(&path, damaged).unwrap();
        let read = opened(&store, &reported, None);
        assert_eq!((all(&read.columns), read.is_written), (expected(1..=5), false), "byte {place}");
    }
}

#[test]
fn a_damaged_or_an_older_cache_is_made_anew() {
    for damage in [
        |bytes: &mut Vec<u8>| bytes.truncate(100),
        |bytes: &mut Vec<u8>| bytes[0] = 0,
        |bytes: &mut Vec<u8>| bytes[71] = 0,
    ] {
        let dir = dir();
        kept(dir.path());
        let path = dir.path().join("shop.sqlite");
        let mut bytes = std::fs::read(&path).unwrap();
        damage(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        let (mut database, opened) = open(dir.path());
        assert_eq!((opened.columns.len(), &opened.place), (0, &ReadPlace::default()));
        database.keep(&[(1, payment(1))], &place(1)).unwrap();
    }
}

#[test]
fn a_newer_cache_is_left_as_it_is_and_refused_in_words() {
    let dir = dir();
    kept(dir.path());
    let path = dir.path().join("shop.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[63] = 99;
    std::fs::write(&path, &bytes).unwrap();
    let Err(fault) = open_history(dir.path(), &shop(), None) else { panic!("it was opened") };
    let problem = Problem::from(HistoryError { path: dir.path().to_owned(), fault });
    assert!(problem.what.contains("written by a newer Paydesk (file version 99"), "{problem:?}");
    assert!(problem.what_to_do.contains("Use the newer Paydesk"), "{problem:?}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn what_is_older_than_is_kept_is_deleted_on_disk_too() {
    let dir = dir();
    kept(dir.path());
    let (store, reported) = started(dir.path().to_owned());
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    let since = now() - TimeDelta::days(3);
    assert_eq!(all(&opened(&store, &reported, Some(since)).columns), expected(1..=3));
    assert_eq!(all(&opened(&store, &reported, None).columns), expected(1..=3));
}

/// What an earlier version stored of descriptions was as the service sent it.
#[test]
fn texts_that_an_earlier_version_stored_are_masked_once_on_disk_too() {
    let dir = dir();
    let mut with_card = payment(1);
    with_card.texts.description = "card 4242.4242.4242.4242".to_owned();
    let (mut database, _) = open(dir.path());
    database.keep(&[(1, with_card), (2, payment(2))], &place(500)).unwrap();
    let (path, made) = (database.path().to_owned(), database.made.clone());
    drop(database);
    rusqlite::Connection::open(&path).unwrap().execute("DELETE FROM state WHERE name = 'masked'", []).unwrap();
    let description = |columns: &KnownPayments| all(columns).swap_remove(0).texts.description;
    let read = read_history(dir.path(), &shop()).map_err(|fault| format!("{fault:?}")).unwrap();
    assert_eq!(description(&read.columns), "card ************4242");
    for _ in 0..2 {
        let (database, opened) = open(dir.path());
        assert_eq!(description(&opened.columns), "card ************4242");
        assert_eq!(all(&opened.columns)[1], payment(2));
        assert_ne!(database.made, made, "the columns beside it are made anew");
    }
    assert_eq!(found_below(dir.path(), &["4242.4242.4242.4242"]), Vec::<String>::new());
}

#[test]
fn everything_of_a_profile_is_deleted_and_the_other_profiles_stay() {
    let dir = dir();
    kept(dir.path());
    let (store, reported) = started(dir.path().to_owned());
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    let other = ProfileId::new("other");
    store.submit(HistoryJob::Keep { profile_id: other, payments: vec![(1, payment(1))], place: place(1) });
    next(&reported);
    store.submit(HistoryJob::Forget { profile_id: shop() });
    assert!(opened(&store, &reported, None).columns.is_empty());
    let content: Vec<u8> = files(dir.path())
        .iter()
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("shop"))
        .flat_map(|path| std::fs::read(path).unwrap())
        .collect();
    assert!(!content.windows(4).any(|bytes| bytes == b"Anna"), "nothing of it is left in a file");
    assert!(dir.path().join("other.sqlite").exists());
}

fn files(dir: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[cfg(unix)]
#[test]
fn only_this_user_can_read_the_cache() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = dir();
    let history = dir.path().join("history");
    let (store, reported) = started(history.clone());
    opened(&store, &reported, None);
    store.submit(HistoryJob::Keep { profile_id: shop(), payments: vec![(1, payment(1))], place: place(1) });
    next(&reported);
    let columns = opened(&store, &reported, None).columns;
    store.submit(HistoryJob::WriteColumns { profile_id: shop(), columns: columns.share() });
    opened(&store, &reported, None);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&history), 0o700);
    assert!(files(&history).len() >= 2);
    files(&history).iter().for_each(|path| assert_eq!(mode(path), 0o600, "{}", path.display()));
}

#[test]
fn a_profile_whose_id_is_no_name_of_a_file_has_a_file_of_its_own() {
    let dir = dir();
    for id in ["../../etc/passwd", "a b", "shop"] {
        let (mut database, _) = open_history(dir.path(), &ProfileId::new(id), None).map_err(|_| id).unwrap();
        database.keep(&[(1, payment(1))], &place(1)).unwrap();
    }
    let databases = files(dir.path()).into_iter().filter(|path| path.extension().is_some_and(|name| name == "sqlite"));
    assert_eq!(databases.count(), 3);
}

#[test]
fn a_directory_that_cannot_be_written_is_reported_and_nothing_panics() {
    let within = dir();
    let Some(dir) = super::unwritable_dir(within.path()) else { return };
    let (store, reported) = started(dir.join("history"));
    store.submit(HistoryJob::Open { profile_id: shop(), keep_since: None });
    match next(&reported) {
        Message::History { report: HistoryReport::Opened(Err(problem)), .. } => {
            assert!(problem.what.starts_with("The payment history at "), "{}", problem.what);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn payments_are_sorted_by_the_thread_as_they_were_when_it_was_asked() {
    let dir = dir();
    let (store, reported) = started(dir.path().to_owned());
    let mut columns = KnownPayments::default();
    for number in 1..=40 {
        columns.put(&payment(number));
    }
    columns.order_new();
    let job = HistoryJob::Sort { profile_id: shop(), nth: 7, key: SortKey::Email, columns: columns.sort_input() };
    store.submit(job);
    columns.put(&payment(41));
    match next(&reported) {
        Message::History { report: HistoryReport::Sorted { nth: 7, order: Some(order) }, .. } => {
            assert_eq!((order.rows().len(), &order.rows()[..3]), (40, [9, 10, 11].as_slice()));
        }
        other => panic!("{other:?}"),
    }
}

/// As on a network drive: what was written with shared memory is read, and written without from then on.
#[test]
fn a_cache_that_moves_to_a_network_drive_keeps_its_payments_and_uses_no_shared_memory() {
    let dir = dir();
    kept(dir.path());
    let path = dir.path().join("shop.sqlite");
    let mut database = HistoryDatabase::open_with(&path, DatabaseMode::Truncate).map_err(|fault| format!("{fault:?}"));
    let database = database.as_mut().unwrap();
    database.keep(&[(6, payment(6))], &place(600)).unwrap();
    for ending in ["-wal", "-shm"] {
        let beside = path.with_extension(format!("sqlite{ending}"));
        assert!(!beside.exists(), "{}", beside.display());
    }
    // An export reads it at the same time, and afterwards more is stored.
    let read = read_history(dir.path(), &shop()).map_err(|fault| format!("{fault:?}")).unwrap();
    assert_eq!(read.columns.len(), 6);
    database.keep(&[(7, payment(7))], &place(700)).unwrap();
    let (_, opened) = open(dir.path());
    assert_eq!(opened.columns.len(), 7, "and back on a disk");
    let mode: String =
        rusqlite::Connection::open(&path).unwrap().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}
