//! What it costs to store a million payments, page by page, and to read them back: from the file of columns, from the
//! database alone, and beside the bare limit of reading the file.

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use paydesk::app::Message;
use paydesk::app::effect::HistoryJob;
use paydesk::app::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk::domain::payment_columns::KnownPayments;
use paydesk::domain::profile::ProfileId;
use paydesk::store::HistoryStore;

use super::sample;

const PAGE: usize = 100;

struct Measured {
    keep: Duration,
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

fn measure(dir: &Path, count: usize) -> Measured {
    let profile_id = ProfileId::new(format!("bench-{count}"));
    let (store, reported) = started(dir);
    open(&store, &reported, &profile_id);
    let mut columns = KnownPayments::default();
    let mut keep = Duration::ZERO;
    for first in (0..count).step_by(PAGE) {
        let page = (first..first + PAGE).map(|number| (number as u32 + 1, sample::payment(number))).collect::<Vec<_>>();
        page.iter().for_each(|(number, payment)| {
            columns.push(payment, *number);
        });
        let place = ReadPlace { offset: (first + PAGE) as u32, ..ReadPlace::default() };
        let job = HistoryJob::Keep { profile_id: profile_id.clone(), payments: page, place };
        keep += timed(|| {
            store.submit(job);
            reported.recv().expect("an answer")
        })
        .0;
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
    let path = |ending: &str| dir.join(format!("{}.{ending}", profile_id.as_str()));
    let (file, bytes) = timed(|| std::fs::read(path("columns")).expect("the file"));
    let size = std::fs::metadata(path("sqlite")).map_or(0, |file| file.len());
    let megabytes = (bytes.len() as u64 / 1_000_000, size / 1_000_000);
    Measured {
        keep,
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
    let line = |what: &str, many: Duration, few: Duration| println!("{what:44} {:9.0} {:9.2}", ms(many), ms(few));
    line("kept, page by page (all)", many.keep, few.keep);
    line("opened from the file of columns", many.from_columns, few.from_columns);
    line("  the same file read alone", many.file, few.file);
    line("opened from the database alone", many.from_database, few.from_database);
    line("file of columns written", many.write_columns, few.write_columns);
    println!("on disk: columns {} MB, database {} MB", many.megabytes.0, many.megabytes.1);
}
