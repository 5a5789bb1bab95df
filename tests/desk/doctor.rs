//! `paydesk --version` and `paydesk doctor`: what a supporter asks for, from the real binary.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use paydesk::start::doctor::organisation_report;
use paydesk::start::organisation::Organisation;
use paydesk_core::profiles::SavedProfiles;
use paydesk_sandbox::{self as sandbox, SandboxConfig};
use paydesk_store::{DataDirs, Journal};
use paydesk_test_core::journal_files::{filled, tampered};
use serde_json::{Value, json};

/// The build script, for what it makes of a directory.
#[path = "../../src/build.rs"]
#[expect(dead_code, reason = "its main is run by cargo")]
mod build;

fn paydesk(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    // No keyring is reached, whatever this machine has.
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    command.output().unwrap()
}

fn doctor(dir: &Path) -> (Option<i32>, Value) {
    let output = paydesk(&["doctor", "--json", "--data-dir", &dir.to_string_lossy()]);
    let text = String::from_utf8(output.stdout).unwrap();
    let report = serde_json::from_str(&text);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {text}")))
}

/// The finding of this id, by name where there are several.
fn finding<'a>(report: &'a Value, id: &str, name: &str) -> &'a Value {
    let found = report["findings"].as_array().unwrap();
    let is_it = |finding: &&Value| finding["id"] == id && (name.is_empty() || finding["name"] == name);
    found.iter().find(is_it).unwrap_or_else(|| panic!("{id} {name} is missing: {report:#}"))
}

fn state<'a>(report: &'a Value, id: &str, name: &str) -> &'a str {
    finding(report, id, name)["state"].as_str().unwrap()
}

#[test]
fn the_version_names_commit_features_and_platform() {
    let said = String::from_utf8(paydesk(&["--version"]).stdout).unwrap();
    assert!(said.starts_with(concat!("paydesk ", env!("CARGO_PKG_VERSION"), "\ncommit: ")), "{said}");
    assert!(said.contains("\nfeatures: ") && said.contains("\ntarget: ") && said.lines().count() == 4, "{said}");
}

#[test]
fn the_commit_is_that_of_the_sources_and_of_no_repository_around_them() {
    let dir = tempfile::tempdir().unwrap();
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
        assert!(Command::new("git").arg("-C").arg(dir.path()).args(who).args(args).output().unwrap().status.success());
    };
    let of = |path: &Path| build::commit_of(path, "$Format:%H$");
    assert_eq!(of(dir.path()), None, "an archive without git");
    assert_eq!(build::commit_of(dir.path(), "0123456789abcdef0123").unwrap(), "0123456789ab", "one that names it");
    git(&["init", "-q"]);
    std::fs::write(dir.path().join("Cargo.toml"), "").unwrap();
    git(&["add", "Cargo.toml"]);
    git(&["commit", "-qm", "First"]);
    let commit = of(dir.path()).unwrap();
    assert!(commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commit}");
    std::fs::write(dir.path().join("Cargo.toml"), "changed").unwrap();
    assert_eq!(of(dir.path()).unwrap(), format!("{commit} with changes"));
    let inside = dir.path().join("unpacked");
    std::fs::create_dir(&inside).unwrap();
    assert_eq!(of(&inside), None);
}

#[test]
fn features_are_listed_by_name() {
    let features = |names: &[&str]| build::features(names.iter().map(|name| (*name).to_owned()));
    assert_eq!(features(&["CARGO_FEATURE_WGPU", "HOME", "CARGO_FEATURE_INSPECTION"]), "inspection, wgpu");
    assert_eq!(features(&["CARGO_FEATURE_DEFAULT", "HOME"]), "none");
}

#[test]
fn before_the_first_start_the_doctor_finds_no_problem_and_makes_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("none yet");
    let (code, report) = doctor(&dir);
    assert_eq!((code, &report["problems"]), (Some(0), &json!(0)), "{report:#}");
    assert!(!dir.exists());
    assert_eq!(finding(&report, "data_directory", "")["data"]["exists"], false);
    for (id, name) in [("journal", ""), ("store", "records.sqlite"), ("file", "settings.json")] {
        assert!(finding(&report, id, name)["text"].as_str().unwrap().contains("None yet"), "{id}");
    }
    assert!(!finding(&report, "renderer", "")["text"].as_str().unwrap().is_empty());
    assert_eq!((state(&report, "keyring", ""), state(&report, "time_zone", "")), ("warning", "ok"));
    #[cfg(target_os = "linux")]
    assert_eq!(state(&report, "display", ""), "warning");
}

#[test]
fn beside_an_open_window_the_doctor_verifies_the_journal_and_names_the_versions() {
    let dir = tempfile::tempdir().unwrap();
    let dirs = DataDirs::resolve(Some(dir.path())).unwrap();
    let _lock = dirs.lock().unwrap();
    filled(&dirs.journal_file());
    let _open = Journal::open(&dirs.journal_file()).unwrap();
    let (code, report) = doctor(dir.path());
    assert_eq!(code, Some(0), "{report:#}");
    assert_eq!(finding(&report, "window", "")["data"]["open"], true);
    assert_eq!(finding(&report, "journal", "")["data"], json!({"entries": 6, "verified": true}));
    let journal = &finding(&report, "store", "journal.sqlite")["data"];
    assert_eq!((&journal["version"], &journal["known"]), (&json!(2), &json!(2)));
    assert_eq!(finding(&report, "data_directory", "")["data"]["writable"], true);
}

#[test]
fn a_broken_directory_is_described_in_every_part_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal.sqlite");
    filled(&journal);
    tampered(&journal, "UPDATE entries SET payload = replace(payload, 'pay_2', 'pay_3') WHERE seq = 5");
    let newer = rusqlite::Connection::open(dir.path().join("notes.sqlite")).unwrap();
    newer.execute_batch("PRAGMA application_id = 0x50644E74; PRAGMA user_version = 9; CREATE TABLE a (b)").unwrap();
    drop(newer);
    std::fs::write(dir.path().join("records.sqlite"), "no database").unwrap();
    std::fs::write(dir.path().join("settings.json"), "{ \"version\": 7, \"theme\": \"dark\" }").unwrap();
    std::fs::write(dir.path().join("profiles.json"), "{ not JSON").unwrap();
    let before = names(dir.path());
    let (code, report) = doctor(dir.path());
    assert_eq!(code, Some(1));
    assert_eq!(report["problems"], 5, "{report:#}");
    let text = |id, name| finding(&report, id, name)["text"].as_str().unwrap();
    assert!(text("journal", "").contains("entry 5 has been altered"));
    assert!(text("store", "notes.sqlite").contains("version 9"));
    assert!(text("store", "records.sqlite").contains("Not a Paydesk file"));
    assert!(text("file", "settings.json").contains("version 7"));
    assert!(text("file", "profiles.json").contains("Cannot be read"));
    assert_eq!(names(dir.path()), before);
}

fn names(dir: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = dir.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

#[test]
fn each_profile_is_reached_without_a_key_and_one_that_is_not_is_a_problem() {
    let threads = tokio::runtime::Runtime::new().unwrap();
    let running = threads.block_on(sandbox::start(SandboxConfig::default())).unwrap();
    let dir = tempfile::tempdir().unwrap();
    // Nothing listens there: the port was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let profile = |name: &str, base_url: &str| json!({"id": name, "name": name, "base_url": base_url});
    let profiles = [profile("Here", &running.base_url), profile("Nowhere", &format!("http://{free}"))];
    std::fs::write(dir.path().join("profiles.json"), json!({"profiles": profiles}).to_string()).unwrap();
    let (code, report) = doctor(dir.path());
    assert_eq!(code, Some(1));
    let here = finding(&report, "profile", "Here");
    assert_eq!((&here["state"], &here["data"]["reachable"]), (&json!("ok"), &json!(true)), "{here:#}");
    assert_eq!(finding(&report, "profile", "Nowhere")["data"]["reachable"], false);
    assert_eq!((state(&report, "profile", "Nowhere"), &report["problems"]), ("problem", &json!(1)));
}

#[test]
fn the_database_of_each_team_is_looked_for_and_one_that_is_away_is_a_problem() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(finding(&doctor(dir.path()).1, "teams", "")["text"], "No profile belongs to a team");

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let profile = |name: &str, address: &str| {
        let team = json!({"address": address, "profile": "Shop", "desk_id": "1"});
        json!({"id": name, "name": name, "base_url": format!("http://{free}"), "team": team})
    };
    let profiles =
        [profile("Away", &format!("postgresql://anna@{free}/paydesk")), profile("Wrong", "http://db.example.com")];
    std::fs::write(dir.path().join("profiles.json"), json!({"profiles": profiles}).to_string()).unwrap();
    let (code, report) = doctor(dir.path());
    assert_eq!(code, Some(1));
    let away = finding(&report, "team", "Away");
    assert_eq!((&away["state"], &away["data"]["reachable"]), (&json!("problem"), &json!(false)), "{away:#}");
    assert_eq!(state(&report, "team", "Wrong"), "problem");
}

#[test]
fn the_team_that_the_organisation_set_is_named_joined_or_not() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("managed.json");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let team = json!({"database": format!("postgresql://{free}/paydesk"), "profile": "Shop"});
    let acme = json!({"name": "Acme", "base_url": format!("http://{free}"), "environment": "sandbox", "team": team});
    std::fs::write(&file, json!({"version": 1, "profiles": [acme]}).to_string()).unwrap();
    let organisation = Organisation::at(&file);
    let report =
        |own: &SavedProfiles| -> Value { serde_json::from_str(&organisation_report(&organisation, own)[1]).unwrap() };
    let missing = report(&SavedProfiles::default());
    let rule = finding(&missing, "managed_rule", "Teams")["text"].as_str().unwrap();
    assert!(rule.contains("Acme: “Shop” in postgresql://127.0.0.1"), "{rule}");
    let team = finding(&missing, "team", "Acme");
    assert_eq!((&team["state"], &team["data"]["joined"]), (&json!("warning"), &json!(false)), "{team:#}");

    let id = &organisation.policy().profiles[0].id;
    let address = format!("postgresql://anna@{free}/paydesk");
    let joined = json!({"managed_teams": {id.as_str(): {"address": address, "profile": "Shop", "desk_id": "1"}}});
    let there = report(&serde_json::from_value(joined).unwrap());
    let team = finding(&there, "team", "Acme");
    assert_eq!((&team["state"], &team["data"]["reachable"]), (&json!("problem"), &json!(false)), "{team:#}");
}

/// As in a container: no certificates of the system are installed.
#[cfg(target_os = "linux")]
#[test]
fn without_certificates_of_the_system_the_sandbox_is_reached_and_a_service_is_not_and_says_why() {
    let threads = tokio::runtime::Runtime::new().unwrap();
    let running = threads.block_on(sandbox::start(SandboxConfig::default())).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let profile = |name: &str, base_url: &str| json!({"id": name, "name": name, "base_url": base_url});
    let profiles = [profile("Here", &running.base_url), profile("There", "https://api.example.com")];
    std::fs::write(dir.path().join("profiles.json"), json!({"profiles": profiles}).to_string()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["doctor", "--json", "--data-dir"]).arg(dir.path());
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    let output = command.env("SSL_CERT_FILE", "/dev/null").env("SSL_CERT_DIR", dir.path()).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(finding(&report, "profile", "Here")["data"]["reachable"], true, "{report:#}");
    let there = finding(&report, "profile", "There");
    assert!(there["text"].as_str().unwrap().to_lowercase().contains("certificate"), "{there:#}");
    assert_eq!(there["state"], "problem");
}

#[test]
fn who_stops_reading_the_report_leaves_no_crash_report_behind() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["doctor", "--data-dir"]).arg(dir.path()).stdout(Stdio::piped());
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    let mut process = command.spawn().unwrap();
    drop(process.stdout.take());
    assert!(matches!(process.wait().unwrap().code(), Some(0 | 1)), "it panicked");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn files_that_others_may_read_are_named_and_not_changed() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal.sqlite");
    filled(&journal);
    std::fs::set_permissions(&journal, std::fs::Permissions::from_mode(0o644)).unwrap();
    let output = paydesk(&["doctor", "--data-dir", &dir.path().to_string_lossy()]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("warning  Permissions") && said.contains("journal.sqlite"), "{said}");
    assert_eq!(journal.metadata().unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn the_rules_of_the_organisation_are_printed_without_the_password_of_their_proxy() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("managed.json");
    let acme = json!({"name": "Acme", "base_url": "http://127.0.0.1:9", "environment": "sandbox"});
    let rules = json!({
        "version": 1, "profiles": [acme], "proxy": "http://desk:topsecret@proxy.example.com:3128",
        "webhook_receiver": false, "production_read_only": true,
    });
    std::fs::write(&file, rules.to_string()).unwrap();
    let [text, json] = organisation_report(&Organisation::at(&file), &SavedProfiles::default());
    let report: Value = serde_json::from_str(&json).unwrap();
    let proxy = &finding(&report, "managed_rule", "Proxy")["text"];
    assert_eq!(proxy, "http://proxy.example.com:3128, with user name and password");
    assert_eq!(finding(&report, "managed_rule", "PRODUCTION")["data"]["rule"], "production_read_only");
    assert_eq!(finding(&report, "profile", "Acme")["data"]["reachable"], false);
    let rules = finding(&report, "managed", "Organisation's rules");
    assert_eq!((&rules["state"], &rules["data"]["writable"]), (&json!("warning"), &json!(true)), "by this test");
    assert!(text.contains("Organisation\n") && text.contains("Not received on this computer"), "{text}");
    assert!(!text.contains("topsecret") && !json.contains("topsecret"));
    std::fs::write(&file, "{\n  \"version\": 1,\n  \"proxi\": \"\"\n}").unwrap();
    let [text, json] = organisation_report(&Organisation::at(&file), &SavedProfiles::default());
    assert!(text.contains("line 3: unknown field `proxi`"), "{text}");
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((state(&report, "managed", ""), &report["problems"]), ("problem", &json!(1)));
}
