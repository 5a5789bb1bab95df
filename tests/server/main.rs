//! The commands that need no window. `PAYDESK_PROGRAM` names another program than the one that cargo built:
//!
//! ```text
//! cargo build --no-default-features --target-dir target/server
//! PAYDESK_PROGRAM=target/server/debug/paydesk cargo test --test server
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

/// The program that is tried.
fn program() -> PathBuf {
    std::env::var_os("PAYDESK_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_paydesk").into(), PathBuf::from)
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A sandbox that runs as a process of its own until it is dropped.
struct RunningSandbox {
    process: Child,
    base_url: String,
}

impl RunningSandbox {
    fn start() -> Self {
        let arguments =
            ["sandbox", "--in-memory", "--listen", "127.0.0.1:0", "--payments", "30", "--rate-limit", "off"];
        let mut command = Command::new(program());
        command.args(arguments).args(["--api-key", "snd_shop"]).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap();
        Self { process, base_url: ready["base_url"].as_str().unwrap().to_owned() }
    }
}

impl Drop for RunningSandbox {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A data directory with the profile “Shop” of this service.
fn data_with_profile(base_url: &str) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let profile = json!({"id": "profile_shop", "name": "Shop", "base_url": base_url, "environment": "sandbox"});
    let profiles = json!({"version": 1, "profiles": [profile]}).to_string();
    std::fs::write(data.path().join("profiles.json"), profiles).unwrap();
    data
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Exports the payments of “Shop” with the key in this file.
fn export(data: &Path, key_file: &Path) -> Output {
    let (file, key_file) = (data.join("out.jsonl"), key_file.to_str().unwrap());
    let fixed = ["export", "payments", "--profile", "Shop", "--format", "jsonl", "--api-key-file", key_file];
    run(&[&fixed[..], &["--data-dir", data.to_str().unwrap(), "-o", file.to_str().unwrap()]].concat())
}

#[test]
fn the_payments_of_a_profile_are_exported_with_the_key_in_a_file() {
    let sandbox = RunningSandbox::start();
    let data = data_with_profile(&sandbox.base_url);
    let output = export(data.path(), &written(data.path(), "key", "snd_shop\n"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["rows"], &summary["complete"]), (&json!(30), &json!(true)));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("snd_shop"));
}

#[test]
fn a_key_of_another_environment_reads_nothing() {
    let sandbox = RunningSandbox::start();
    let data = data_with_profile(&sandbox.base_url);
    let output = export(data.path(), &written(data.path(), "key", "prd_shop"));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("is for PRODUCTION"), "{}", said(&output));
    assert_eq!(std::fs::read_to_string(data.path().join("out.jsonl")).unwrap(), "");
}

#[test]
fn a_file_without_a_key_ends_an_export_before_anything_is_read() {
    let data = data_with_profile("http://127.0.0.1:9");
    for (file, expected) in [
        (data.path().join("missing"), "cannot be read"),
        (written(data.path(), "empty", "\n"), "key"),
        (written(data.path(), "public", "pk_snd_1"), "key"),
    ] {
        let output = export(data.path(), &file);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(expected) && !data.path().join("out.jsonl").exists(), "{}", said(&output));
    }
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the program that is tried was built with a window.
fn has_window() -> bool {
    printed(&["--version"]).lines().any(|line| line.starts_with("features: ") && line.contains("window"))
}

#[test]
fn help_manual_and_completions_offer_a_window_only_where_there_is_one() {
    let pages = tempfile::tempdir().unwrap();
    printed(&["man", "--dir", pages.path().to_str().unwrap()]);
    assert!(pages.path().join("paydesk-hub.1").exists());
    assert_eq!(pages.path().join("paydesk-connect.1").exists(), has_window());
    for text in [printed(&["--help"]), printed(&["man"]), printed(&["completions", "bash"])] {
        assert!(text.contains("sandbox") && text.contains("doctor"), "{text}");
        for word in ["connect", "renderer", "gallery", "notifications"] {
            assert_eq!(text.contains(word), has_window(), "{word}: {text}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn started_alone_without_a_display_it_ends_with_2_and_says_why() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(program());
    if has_window() {
        command.arg("--data-dir").arg(data.path());
    }
    let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG").output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", said(&output));
    let expected = "paydesk: This build has no window. Its commands are sandbox, export, audit, team, hub, doctor, \
                    completions, help, man. See: paydesk --help\n";
    assert_eq!(said(&output) == expected, !has_window(), "{}", said(&output));
}

#[test]
fn a_profile_that_is_not_there_is_added_where_the_program_can_add_it() {
    let data = data_with_profile("http://127.0.0.1:9");
    let (dir, file) = (data.path().to_str().unwrap(), data.path().join("out.csv"));
    let fixed = ["export", "payments", "--format", "csv", "--profile", "Other", "--data-dir", dir, "-o"];
    let output = run(&[&fixed[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(2));
    let place = if has_window() { "paydesk connect" } else { "managed.json" };
    assert!(said(&output).contains(place) && !file.exists(), "{}", said(&output));
}

#[test]
fn a_program_without_a_keyring_asks_for_the_file_of_the_key() {
    let data = data_with_profile("http://127.0.0.1:9");
    let (dir, file) = (data.path().to_str().unwrap(), data.path().join("out.csv"));
    let fixed = ["export", "payments", "--format", "csv", "--profile", "Shop", "--data-dir", dir, "-o"];
    let mut command = Command::new(program());
    // Without a bus no keyring is reached: nothing of this user's is touched.
    command.args(fixed).arg(&file).env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("RUST_LOG");
    let output = command.output().unwrap();
    let asks = said(&output) == "paydesk: There is no key for “Shop”. Name its file with --api-key-file.\n";
    assert_eq!(
        (asks, output.status.code() == Some(2), file.exists()),
        if has_window() { (false, false, true) } else { (true, true, false) },
        "{}",
        said(&output)
    );
}

#[test]
fn doctor_looks_for_display_renderer_and_keyring_where_there_is_a_window() {
    let data = tempfile::tempdir().unwrap();
    let output = run(&["doctor", "--json", "--data-dir", data.path().to_str().unwrap()]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let ids: Vec<&str> = report["findings"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert!(ids.contains(&"system") && ids.contains(&"journal"), "{ids:?}");
    for id in ["display", "renderer", "keyring"] {
        assert_eq!(ids.contains(&id), has_window(), "{ids:?}");
    }
}
