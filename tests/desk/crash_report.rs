//! A panic leaves a report, and the next start offers it.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use chrono::{DateTime, TimeZone as _, Utc};
use paydesk::crash_report::{self, RecentKinds};
use paydesk_core::crash_report::CrashReport;
use paydesk_core::effect::{Effect, StoreJob, SystemEffect};
use paydesk_core::settings::Settings;
use paydesk_core::{Action, Message};
use paydesk_test_basics::left_behind::found_in;
use paydesk_test_basics::masked_texts;
use paydesk_test_core::desk::Desk;

/// In the environment of the process that panics on purpose: its data directory.
const DATA: &str = "PAYDESK_TEST_CRASH_DATA";

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 12, 0, 0).unwrap()
}

/// Does nothing by itself: a panic hook is of a whole process, so the tests below run this in one of its own.
#[test]
fn child_process_that_panics() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let recent = RecentKinds::new(Instant::now());
    crash_report::install(Path::new(&data), recent.clone(), noon);
    let action = Action::OpenRecord(paydesk_core::operations::ResourceKind::Refund, "ref_of_ada".to_owned());
    recent.note((&action).into());
    recent.note((&Message::SecretCopied { problem: None }).into());
    let thread = std::thread::Builder::new().name("paydesk-store".to_owned());
    let named = thread.spawn(|| panic!("the row of \"ada@example.com\" with key snd_topsecret is gone")).unwrap();
    assert!(named.join().is_err(), "the process survives");
    let _ = std::thread::spawn(|| panic!("{}", masked_texts::text())).join();
    for _ in 0..20 {
        let _ = std::thread::spawn(|| panic!("again and again")).join();
    }
}

fn reports_of_a_panic(data: &Path) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "crash_report::child_process_that_panics", "--nocapture"]).env(DATA, data);
    let output = child.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is gone"), "the usual report on standard error stays");
    let mut found = crash_report::reports(data);
    found.reverse();
    found.iter().map(|report| std::fs::read_to_string(&report.path).unwrap()).collect()
}

#[test]
fn a_panic_of_any_thread_leaves_a_report_without_contents() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("no such directory yet");
    let reports = reports_of_a_panic(&data);
    let first = &reports[0];
    for text in [
        "time: 2026-11-25T12:00:00+00:00",
        concat!("version: ", env!("CARGO_PKG_VERSION")),
        "thread: paydesk-store",
        "tests/desk/crash_report.rs:",
        "message: the row of \"(hidden)\" with key snd_(hidden) is gone",
        "OpenRecord\n",
        "SecretCopied\n",
        "child_process_that_panics",
    ] {
        assert!(first.contains(text), "“{text}” is missing in {first}");
    }
    for text in ["ada@example.com", "ref_of_ada", "topsecret"] {
        assert!(!first.contains(text), "“{text}” is in {first}");
    }
    assert!(reports[1].contains("(hidden)"), "{}", reports[1]);
    for report in &reports {
        assert_eq!(found_in(report.as_bytes(), &masked_texts::MARKS), [""; 0], "{report}");
    }
    assert_eq!(reports.len(), 5, "a thread that panics again and again does not fill the disk");
}

#[cfg(unix)]
#[test]
fn only_this_user_can_read_a_report() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().unwrap();
    reports_of_a_panic(data.path());
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data.path().join(crash_report::DIR)), 0o700);
    assert_eq!(mode(&crash_report::reports(data.path())[0].path), 0o600);
}

fn report(name: &str) -> CrashReport {
    CrashReport { path: format!("/data/crash-reports/{name}"), name: name.to_owned(), at: noon() }
}

fn saved(effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveSettings(settings)) => settings.crash_report_seen.clone(),
        _ => None,
    })
}

#[test]
fn the_newest_report_is_offered_until_it_was_opened_or_dismissed() {
    let mut desk = Desk::started(Vec::new());
    desk.state.offer_crash_report(vec![report("crash-2"), report("crash-1")]);
    let offered = desk.state.crash_report.clone().unwrap();
    assert_eq!((offered.report, offered.more), (report("crash-2"), 1));
    let effects = desk.state.on_action(Action::OpenCrashReport);
    assert_eq!(effects[0], SystemEffect::OpenFile { path: "/data/crash-reports/crash-2".to_owned() }.into());
    assert_eq!(saved(&effects).as_deref(), Some("crash-2"));
    assert!(desk.state.crash_report.is_some(), "it is open beside the window");
    let effects = desk.state.on_action(Action::DismissCrashReport);
    assert_eq!((saved(&effects), desk.state.crash_report.is_none()), (None, true), "it was seen already");
    let reports = vec![report("crash-1"), report("crash-2")];
    desk.state.offer_crash_report(reports.clone());
    assert_eq!(desk.state.crash_report, None, "nothing new");
    desk.state.offer_crash_report([reports, vec![report("crash-3")]].concat());
    assert_eq!(desk.state.crash_report.as_ref().map(|offered| offered.more), Some(0));
    let effects = desk.state.on_action(Action::DismissCrashReport);
    assert_eq!(saved(&effects).as_deref(), Some("crash-3"));
}

#[test]
fn what_was_seen_is_still_seen_after_a_restart() {
    let text = serde_json::to_string(&Settings { crash_report_seen: Some("crash-2".into()), ..Settings::default() });
    let settings: Settings = serde_json::from_str(&text.unwrap()).unwrap();
    assert_eq!(settings.crash_report_seen.as_deref(), Some("crash-2"));
}
