//! What it costs to take in a million payments page by page, to store them as the desk does, and to read them back: from
//! the file of columns, from the
//! database alone, and beside the bare limit of reading the file.

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use paydesk_core::Message;
use paydesk_core::effect::HistoryJob;
use paydesk_core::features::history::{HistoryReport, KEPT_TOGETHER, OpenedHistory, ReadPlace};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};
use paydesk_store::HistoryStore;

use super::sample;

const PAGE: usize = 100;
/// Processor time of storing all payments, in milliseconds.
const SYNC_MS: f64 = 6_000.0;
/// Pages that are made before the time of storing them is taken.
const PAGES: usize = 100;
const OPENED: usize = 7;

struct Measured {
    keep: Duration,
    keep_cpu: Duration,
    first_rows: Duration,
    from_columns: Duration,
    from_database: Duration,
    write_columns: Duration,
    file: Duration,
    megabytes: (u64, u64),
}

fn started(dir: &Path) -> (HistoryStore, Receiver<Message>) {
    let (report, reported) = sync_channel(64);
    let sink = Box::new(move |message| report.send(message).expect("the bench waits"));
    (HistoryStore::start(dir.to_owned(), sink).expect("a thread"), reported)
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed(), result)
}

/// The processor time of this process, all of its threads; in hundredths of a second.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10)
}

/// How long the newest payments take from the question; then waits for all others.
fn first_rows(store: &HistoryStore, reported: &Receiver<Message>, profile_id: &ProfileId) -> Duration {
    let began = Instant::now();
    store.submit(HistoryJob::Open { profile_id: profile_id.clone(), keep_since: None });
    let mut first = Duration::ZERO;
    loop {
        match reported.recv().expect("an answer") {
            Message::History { report: HistoryReport::First(_), .. } => first = began.elapsed(),
            Message::History { report: HistoryReport::Opened(Ok(_)), .. } => return first,
            other => panic!("{other:?}"),
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn open(store: &HistoryStore, reported: &Receiver<Message>, profile_id: &ProfileId) -> OpenedHistory {
    store.submit(HistoryJob::Open { profile_id: profile_id.clone(), keep_since: None });
    loop {
        match reported.recv().expect("an answer") {
            Message::History { report: HistoryReport::First(_), .. } => {}
            Message::History { report: HistoryReport::Opened(Ok(opened)), .. } => return *opened,
            other => panic!("{other:?}"),
        }
    }
}

/// Takes pages of the service in, one after the other, and stores them together.
fn keep_pages(
    store: &HistoryStore,
    reported: &Receiver<Message>,
    profile_id: &ProfileId,
    (columns, payments): (&mut KnownPayments, &[StoredPayment]),
) {
    let mut kept = Vec::new();
    for page in payments.chunks(PAGE) {
        for payment in page {
            let (place, _) = columns.put(payment);
            kept.push((columns.stored_as(place).unwrap_or_default(), payment.clone()));
        }
        columns.order_new();
    }
    let place = ReadPlace { offset: columns.len() as u32, ..ReadPlace::default() };
    store.submit(HistoryJob::Keep { profile_id: profile_id.clone(), payments: kept, place });
    reported.recv().expect("an answer");
}

fn measure(dir: &Path, count: usize) -> Measured {
    let profile_id = ProfileId::new(format!("bench-{count}"));
    let (store, reported) = started(dir);
    open(&store, &reported, &profile_id);
    let mut columns = KnownPayments::default();
    let (mut keep, mut keep_cpu) = (Duration::ZERO, Duration::ZERO);
    let numbers: Vec<usize> = (0..count).collect();
    for batch in numbers.chunks(PAGE * PAGES) {
        let payments: Vec<_> = batch.iter().map(|number| sample::payment(*number)).collect();
        let (cpu, began) = (processor_time(), Instant::now());
        for pages in payments.chunks(KEPT_TOGETHER) {
            keep_pages(&store, &reported, &profile_id, (&mut columns, pages));
        }
        keep += began.elapsed();
        keep_cpu += processor_time().saturating_sub(cpu);
    }
    columns.order_new();
    let (from_database, opened) = timed(|| open(&store, &reported, &profile_id));
    assert_eq!(opened.columns.len(), count);
    drop(opened);
    let (write_columns, _) = timed(|| {
        store.submit(HistoryJob::WriteColumns { profile_id: profile_id.clone(), columns: columns.share() });
        open(&store, &reported, &profile_id)
    });
    let (from_columns, opened) = timed(|| open(&store, &reported, &profile_id));
    assert!(opened.is_written && opened.columns.len() == count);
    let first_rows = median((0..OPENED).map(|_| first_rows(&store, &reported, &profile_id)).collect());
    let path = |ending: &str| dir.join(format!("{}.{ending}", profile_id.as_str()));
    let (file, bytes) = timed(|| std::fs::read(path("columns")).expect("the file"));
    let size = std::fs::metadata(path("sqlite")).map_or(0, |file| file.len());
    let megabytes = (bytes.len() as u64 / 1_000_000, size / 1_000_000);
    Measured {
        keep,
        keep_cpu,
        first_rows,
        from_columns,
        from_database,
        write_columns: write_columns.saturating_sub(from_columns),
        file,
        megabytes,
    }
}

/// Prints what the cache costs for many payments, and for few.
pub fn print(many: usize, few: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let (many, few) = (measure(dir.path(), many), measure(dir.path(), few));
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    let line = |what: &str, many: Duration, few: Duration| println!("{what:44} {:9.2} {:9.2}", ms(many), ms(few));
    line("pages taken in and stored (all)", many.keep, few.keep);
    line("  processor time of it", many.keep_cpu, few.keep_cpu);
    let is_met = ms(many.keep_cpu) <= SYNC_MS;
    println!("  goal {SYNC_MS:.0} ms of processor time: {}", if is_met { "met" } else { "MISSED" });
    line("first rows after opening", many.first_rows, few.first_rows);
    line("opened from the file of columns", many.from_columns, few.from_columns);
    line("  the same file read alone", many.file, few.file);
    line("opened from the database alone", many.from_database, few.from_database);
    line("file of columns written", many.write_columns, few.write_columns);
    println!("on disk: columns {} MB, database {} MB", many.megabytes.0, many.megabytes.1);
    let ratio = many.first_rows.as_secs_f64() / few.first_rows.as_secs_f64();
    println!("first rows, many beside few: {ratio:.2}; of the whole start, the start bench has the goal");
}
