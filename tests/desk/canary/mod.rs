//! A session with marked keys, a marked card, a new API key and a subscription, logged at trace level: afterwards no mark,
//! and nothing of what the service reports once, is anywhere but in the keyring and at the service.
//!
//! The session runs in processes of its own, on a message bus with a keyring. It has two parts: Paydesk without a window
//! (core, runtime, journal, client, keyring, with operations that go well and badly), and the real binary in a real window.
#![cfg(target_os = "linux")]

mod session;

use std::path::Path;

use paydesk_test_basics::left_behind::{found_below, found_in};

use super::display::Display;
use super::vault::{self, UNLOCKED};

/// What no file, log or environment may hold: the parts of the keys behind their prefixes, the card, and an IBAN.
const MARKS: [&str; 6] = [
    "cAnArY+Zx/7f3c9b0e51d84a26kQ",
    "cAnArYaDm+/9d2e71b8c04f35a6uV",
    "cAnArYwHs+/41b7e9d0c2385f6aMn",
    "4242424242424242",
    "Canary Qz7w Holder",
    "DE89370400440532013000",
];
/// Logged at trace level and printed on purpose: it must be found, or nothing was captured.
const PLANTED: &str = "pLaNtEd+/8e5a1c7d";
/// Where the session leaves what it captured.
const DIR: &str = "PAYDESK_TEST_CANARY_DIR";
/// Where the session says what the service told it once: the marks that cannot be chosen. It is not searched.
const TOLD: &str = "PAYDESK_TEST_CANARY_TOLD";
/// The display for the real window.
const DISPLAY: &str = "PAYDESK_TEST_CANARY_DISPLAY";

#[test]
fn a_session_leaves_no_key_and_no_card_anywhere() {
    let name = "canary::a_session_leaves_no_key_and_no_card_anywhere";
    if vault::is_inside() {
        return session::run();
    }
    let Some(display) = Display::needed(name) else { return };
    let dir = tempfile::tempdir().unwrap();
    let Some(mut session) = vault::session(name, UNLOCKED) else { return };
    session.command.arg("--nocapture").env("RUST_LOG", "trace");
    let reported = tempfile::tempdir().unwrap();
    let reported = reported.path().join("told");
    session.command.env(DIR, dir.path()).env(DISPLAY, &display.name).env(TOLD, &reported);
    let output = session.run();
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    let log = String::from_utf8_lossy(&output.stderr);
    let end: String = log.chars().rev().take(4_000).collect::<Vec<_>>().into_iter().rev().collect();
    assert!(output.status.success(), "{}\n{end}", String::from_utf8_lossy(&output.stdout));
    let reported = std::fs::read_to_string(reported).unwrap();
    let reported: Vec<&str> = reported.lines().collect();
    assert_eq!(reported.len(), 2, "a new key and a client secret were told");
    check(dir.path(), &reported);
}

fn check(dir: &Path, reported: &[&str]) {
    let marks: Vec<&str> = MARKS.into_iter().chain(reported.iter().copied()).collect();
    let found = found_below(dir, &marks);
    assert!(found.is_empty(), "left behind:\n{}", found.join("\n"));
    // All of this was captured, so that the search had something to find them in.
    for (part, holds) in [
        ("stdout", PLANTED),
        ("stderr", PLANTED),
        ("stderr", "TRACE"),
        ("data/profiles.json", "canary"),
        ("desk/journal.sqlite", "SQLite format 3"),
        ("cmdline", "--profile"),
        ("environ", "RUST_LOG=trace"),
        ("window.stderr", "first rows"),
        ("connect.stdout", "canary"),
    ] {
        let bytes = std::fs::read(dir.join(part)).unwrap_or_default();
        assert!(!found_in(&bytes, &[holds]).is_empty(), "{part} holds no “{holds}”");
    }
    // And a mark that is planted there is found.
    std::fs::write(dir.join("data").join("planted"), format!("x{}", MARKS[0])).unwrap();
    assert_eq!(found_below(dir, &MARKS), [format!("data/planted: {} (plain)", MARKS[0])]);
}
