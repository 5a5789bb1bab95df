//! What a panic leaves behind: a file in the data directory with the message, the place, the backtrace, this version and
//! the kinds of the last messages of the core. No contents: neither keys nor data of customers are in it.
//!
//! A panic of any thread is reported, also one that its thread survives. An end without a panic (the system kills the
//! process, a stack overflows) leaves none.

use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::io::{Error, Write as _};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::version;
use paydesk_domain::scrub::{MASK, scrubbed};
use paydesk_domain::text::visible;
use paydesk_platform::private_files;

/// The directory of reports in the data directory.
pub const DIR: &str = "crash-reports";
/// Most reports that one process writes: a thread may panic again and again.
const REPORTS_A_PROCESS: usize = 5;
/// Most reports that are stored; older ones are deleted.
const REPORTS_MAX: usize = 20;
/// Most kinds of messages in a report.
const KINDS_MAX: usize = 60;
/// Longest message of a panic, in characters.
const MESSAGE_CHARS: usize = 2_000;
/// How the name of a report gives its time.
const NAME_TIME: &str = "%Y%m%d-%H%M%S";
/// What the standard library quotes in its own messages.
const OWN_QUOTES: [&str; 9] = [
    "Result::unwrap()",
    "Result::expect()",
    "Result::unwrap_err()",
    "Option::unwrap()",
    "Err",
    "Ok",
    "None",
    "left == right",
    "left != right",
];

/// The kinds of the last messages and actions of the core, without their contents.
#[derive(Debug)]
pub struct RecentKinds {
    started: Instant,
    kinds: Mutex<VecDeque<RecentKind>>,
}

#[derive(Debug)]
struct RecentKind {
    kind: &'static str,
    /// Milliseconds from the start to the last of them.
    at_ms: u128,
    count: usize,
}

impl RecentKinds {
    pub fn new(started: Instant) -> Arc<Self> {
        Arc::new(Self { started, kinds: Mutex::default() })
    }

    /// One more of this kind; several in a row are counted.
    pub fn note(&self, kind: &'static str) {
        let at_ms = self.started.elapsed().as_millis();
        let Ok(mut kinds) = self.kinds.lock() else { return };
        match kinds.back_mut().filter(|last| last.kind == kind) {
            Some(last) => (last.at_ms, last.count) = (at_ms, last.count + 1),
            None => {
                if kinds.len() == KINDS_MAX {
                    kinds.pop_front();
                }
                kinds.push_back(RecentKind { kind, at_ms, count: 1 });
            }
        }
    }

    fn text(&self) -> String {
        // The thread that panics may be the one that holds it.
        let Ok(kinds) = self.kinds.try_lock() else { return "not available\n".to_owned() };
        let line = |RecentKind { kind, at_ms, count }: &RecentKind| {
            let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
            format!("  {:>9}.{:03} s  {kind}{times}\n", at_ms / 1000, at_ms % 1000)
        };
        let lines: String = kinds.iter().map(line).collect();
        if lines.is_empty() { "  none\n".to_owned() } else { lines }
    }
}

/// A report that an earlier run left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundReport {
    pub path: PathBuf,
    /// Its file; later ones sort behind earlier ones.
    pub name: String,
    pub at: DateTime<Utc>,
}

/// From now on each panic is also written to a file below `data`, which need not exist yet. What was done about panics
/// before is done as well.
pub fn install(data: &Path, recent: Arc<RecentKinds>, now: fn() -> DateTime<Utc>) {
    let (dir, written) = (data.join(DIR), AtomicUsize::new(0));
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        if written.fetch_add(1, Ordering::SeqCst) >= REPORTS_A_PROCESS {
            return;
        }
        match write(&dir, now(), &text(panic, &recent, now())) {
            Ok(path) => tracing::error!("a report of this error was written to {}", path.display()),
            Err(error) => tracing::error!("no report of this error could be written: {error}"),
        }
    }));
}

/// The reports in a data directory, the newest first. Nothing is changed.
pub fn reports(data: &Path) -> Vec<FoundReport> {
    let entries = std::fs::read_dir(data.join(DIR)).into_iter().flatten();
    let mut found: Vec<FoundReport> = entries.filter_map(|entry| FoundReport::at(entry.ok()?.path())).collect();
    found.sort_by(|one, other| other.name.cmp(&one.name));
    found
}

impl FoundReport {
    fn at(path: PathBuf) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_owned();
        let time = name.strip_prefix("crash-")?.get(..15)?;
        let at = NaiveDateTime::parse_from_str(time, NAME_TIME).ok()?.and_utc();
        Some(Self { path, name, at })
    }
}

fn write(dir: &Path, now: DateTime<Utc>, text: &str) -> Result<PathBuf, Error> {
    private_files::create_dir(dir)?;
    let old = dir.parent().map(reports).unwrap_or_default().into_iter().skip(REPORTS_MAX - 1);
    old.for_each(|report| drop(std::fs::remove_file(report.path)));
    // Several panics in a second have files of their own.
    let name = |number: usize| dir.join(format!("crash-{}-{}-{number}.txt", now.format(NAME_TIME), std::process::id()));
    let path = (1..=REPORTS_A_PROCESS).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
    let mut file = private_files::create_new(&path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(path)
}

fn text(panic: &PanicHookInfo<'_>, recent: &RecentKinds, now: DateTime<Utc>) -> String {
    let thread = std::thread::current();
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let message = panic.payload_as_str().unwrap_or_default();
    format!(
        "Paydesk crash report\n\
         It contains no keys and no customer data: quoted text in the message is hidden.\n\n\
         time: {}\nversion: {}\nthread: {}\nlocation: {place}\nmessage: {}\n\n\
         Last messages from the core, newest last, with the time since the start:\n{}\nBacktrace:\n{}",
        now.to_rfc3339(),
        version::ALL,
        thread.name().unwrap_or("without a name"),
        without_contents(message),
        recent.text(),
        Backtrace::force_capture(),
    )
}

/// The message without what it quotes: values may be data of a customer.
fn without_contents(message: &str) -> String {
    let (mut out, mut rest) = (String::new(), message);
    while let Some(begin) = rest.find(['"', '`', '“']) {
        let quote = rest[begin..].chars().next().unwrap_or('"');
        let (before, from) = (&rest[..begin], &rest[begin + quote.len_utf8()..]);
        let (inside, after) = quoted(from, quote);
        out.push_str(before);
        out.push(quote);
        out.push_str(if OWN_QUOTES.contains(&inside) { inside } else { MASK });
        out.push(closing(quote));
        rest = after;
    }
    out.push_str(rest);
    visible(&scrubbed(&out), MESSAGE_CHARS)
}

fn closing(quote: char) -> char {
    if quote == '“' { '”' } else { quote }
}

/// What is inside a quote and what is behind it; without an end everything is inside.
fn quoted(text: &str, quote: char) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if c == closing(quote) => return (&text[..at], &text[at + c.len_utf8()..]),
            _ => {}
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_keeps_what_the_program_says_and_hides_what_it_quotes() {
        for (message, shown) in [
            (
                "index out of bounds: the len is 3 but the index is 7",
                "index out of bounds: the len is 3 but the index is 7",
            ),
            (
                "called `Result::unwrap()` on an `Err` value: Refused { name: \"Ada \\\"L\\\" Lovelace\", code: 7 }",
                "called `Result::unwrap()` on an `Err` value: Refused { name: \"(hidden)\", code: 7 }",
            ),
            (
                "byte index 2 is not a char boundary; it is inside 'é' of `Renée`",
                "byte index 2 is not a char boundary; it is inside 'é' of `(hidden)`",
            ),
            ("an end is missing: \"ada@example.com", "an end is missing: \"(hidden)\""),
            ("the key snd_0123456789abcdef", "the key snd_(hidden)"),
        ] {
            assert_eq!(without_contents(message), shown);
        }
    }

    #[test]
    fn kinds_in_a_row_are_counted_and_the_oldest_are_dropped() {
        let recent = RecentKinds::new(Instant::now());
        recent.note("Oldest");
        (0..KINDS_MAX).for_each(|number| recent.note(if number % 2 == 0 { "Read" } else { "Other" }));
        recent.note("Tick");
        recent.note("Tick");
        let text = recent.text();
        assert!(!text.contains("Oldest") && text.trim_end().ends_with("Tick (2 times)"), "{text}");
        assert_eq!(text.lines().count(), KINDS_MAX);
    }

    #[test]
    fn reports_are_found_by_their_names_the_newest_first_and_few_are_stored() {
        let data = tempfile::tempdir().unwrap();
        let at = |second: i64| DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(second);
        for second in 0..30 {
            write(&data.path().join(DIR), at(second), "").unwrap();
        }
        std::fs::write(data.path().join(DIR).join("note.txt"), "").unwrap();
        let found = reports(data.path());
        assert_eq!((found.len(), found[0].at, found[19].at), (REPORTS_MAX, at(29), at(10)));
    }
}
