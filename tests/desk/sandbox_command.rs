//! The real command `paydesk sandbox`: its connection line, its options, its refusals, its end, and a kill under load.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use paydesk_test_basics::waiting::step_until;
use paydesk_test_sandbox::helpers::payment_with;
use paydesk_test_sandbox::wire;
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

const IN_MEMORY: [&str; 5] = ["--in-memory", "--listen", "127.0.0.1:0", "--payments", "0"];

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.arg("sandbox").args(args).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Where a sandbox is and what opens it.
struct Access(Value);

/// A sandbox in a process of its own; killed when dropped.
struct Process {
    child: Child,
    stdout: BufReader<ChildStdout>,
    access: Access,
}

impl Access {
    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap()
    }

    fn addr(&self) -> SocketAddr {
        self.text("base_url").strip_prefix("http://").unwrap().parse().unwrap()
    }

    fn call(&self, method: &str, path: &str, body: Option<Value>) -> std::io::Result<(u16, Value)> {
        wire::call(self.addr(), self.text("api_key"), method, path, body.as_ref())
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, body) = self.call(method, path, body).unwrap();
        assert_eq!(status, 200, "{method} {path}: {body}");
        body
    }

    /// All rows of a log that is read after a `seq`.
    fn rows(&self, path: &str) -> Vec<Value> {
        let mut rows = Vec::<Value>::new();
        loop {
            let after = rows.last().map_or(0, |row| row["seq"].as_i64().unwrap());
            let page = self.ask("GET", &format!("{path}?after={after}"), None);
            match page["data"].as_array().unwrap().as_slice() {
                [] => return rows,
                page => rows.extend_from_slice(page),
            }
        }
    }
}

impl std::ops::Deref for Process {
    type Target = Access;

    fn deref(&self) -> &Access {
        &self.access
    }
}

impl Process {
    #[track_caller]
    fn start(args: &[&str]) -> Self {
        let mut child = command(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let line = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        Self { child, stdout, access: Access(line) }
    }

    fn on(dir: &Path) -> Self {
        let dir = dir.to_str().unwrap();
        Self::start(&["--data-dir", dir, "--listen", "127.0.0.1:0", "--payments", "0", "--rate-limit", "off"])
    }

    /// Sends a signal, waits for the end and returns how it was, and what else stood on standard output.
    #[cfg(unix)]
    fn end_with(mut self, signal: &str) -> (std::process::ExitStatus, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let status = step_until("the sandbox ends", || self.child.try_wait().unwrap());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.stdout, &mut rest).unwrap();
        (status, rest)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs to the end, which is to be soon and bad: nothing on standard output, the reason on standard error.
#[track_caller]
fn refused(args: &[&str], code: i32, mention: &str) -> String {
    let Output { status, stdout, stderr } = command(args).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), stdout.len()), (Some(code), 0), "{stderr}");
    assert!(stderr.contains(mention), "no {mention} in {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr
}

#[test]
fn the_connection_line_has_exactly_the_pinned_keys_and_they_work() {
    let process = Process::start(&IN_MEMORY);
    let names: Vec<&String> = process.access.0.as_object().unwrap().keys().collect();
    let pinned = ["base_url", "api_key", "publishable_key", "admin_key", "merchant_id", "profile_id", "webhook_secret"];
    assert_eq!(names, pinned);
    for (name, prefix) in [("api_key", "snd_"), ("publishable_key", "pk_snd_"), ("admin_key", "admin_")] {
        assert!(process.text(name).starts_with(prefix), "{}", process.access.0);
    }
    let body = payment_with(GOOD, json!({"profile_id": process.text("profile_id")}));
    let payment = process.ask("POST", "/payments", Some(body));
    assert_eq!((&payment["status"], &payment["merchant_id"]), (&json!("succeeded"), &process.access.0["merchant_id"]));
    let body = json!({"url": "http://127.0.0.1:9/"});
    let webhook = process.ask("POST", "/_sandbox/webhooks", Some(body));
    assert_eq!(webhook["secret"], process.access.0["webhook_secret"]);
}

#[test]
fn options_fix_every_value_of_the_connection_line() {
    let fixed = [
        ("api_key", "snd_fixed"),
        ("publishable_key", "pk_snd_fixed"),
        ("admin_key", "admin_fixed"),
        ("merchant_id", "mer_fixed"),
        ("profile_id", "pro_fixed"),
        ("webhook_secret", "secret_fixed"),
    ];
    let options: Vec<String> = fixed.iter().map(|(name, _)| format!("--{}", name.replace('_', "-"))).collect();
    let mut args = IN_MEMORY.to_vec();
    for (option, (_, value)) in options.iter().zip(fixed) {
        args.extend([option.as_str(), value]);
    }
    let process = Process::start(&args);
    for (name, value) in fixed {
        assert_eq!(process.text(name), value);
    }
    process.ask("GET", "/health", None);
}

#[test]
fn the_same_seed_gives_the_same_shop_in_another_process() {
    let shop = |seed: &str| {
        let args = ["--in-memory", "--listen", "127.0.0.1:0", "--payments", "90", "--seed", seed];
        let process = Process::start(&args);
        let list = process.ask("POST", "/payments/list", Some(json!({"limit": 100})));
        assert_eq!(list["total_count"], 90);
        let rows = list["data"].as_array().unwrap().iter();
        let rows: Vec<Value> = rows.map(|row| json!([row["payment_id"], row["amount"], row["currency"]])).collect();
        (rows, process.access.0["merchant_id"].clone(), process.access.0["profile_id"].clone())
    };
    let first = shop("7");
    assert_eq!(first, shop("7"));
    assert_ne!(first.0, shop("8").0);
}

#[test]
fn the_rate_limit_is_set_or_off() {
    let limited = Process::start(&[&IN_MEMORY[..], &["--rate-limit", "2"]].concat());
    let statuses: Vec<u16> = (0..3).map(|_| limited.call("GET", "/health", None).unwrap().0).collect();
    assert_eq!(statuses, [200, 200, 429]);
    let free = Process::start(&[&IN_MEMORY[..], &["--rate-limit", "off"]].concat());
    let text = wire::whole(free.addr(), free.text("api_key"), "GET", "/health", None).unwrap();
    assert!(text.starts_with("HTTP/1.1 200") && !text.to_ascii_lowercase().contains("x-ratelimit"), "{text}");
}

#[test]
fn the_order_of_the_refund_checks_is_chosen_on_the_command_line() {
    for order in ["id-first", "amount-first"] {
        let process = Process::start(&[&IN_MEMORY[..], &["--refund-checks", order]].concat());
        assert_eq!(process.ask("GET", "/_sandbox/settings", None)["refund_checks"], order);
    }
}

#[test]
fn an_address_that_other_machines_can_reach_needs_an_option() {
    refused(&["--in-memory", "--listen", "0.0.0.0:0"], 1, "--allow-remote");
    let open = ["--in-memory", "--listen", "0.0.0.0:0", "--allow-remote", "--payments", "0"];
    Process::start(&open).ask("GET", "/health", None);
}

#[test]
fn a_taken_port_is_refused_in_clear_words() {
    let first = Process::start(&IN_MEMORY);
    let addr = first.addr().to_string();
    let text = refused(&["--in-memory", "--listen", &addr], 1, &addr);
    assert!(text.contains("in use") && text.contains("--listen"), "{text}");
    first.ask("GET", "/health", None);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    refused(&["--rate-limit", "0"], 2, "rate-limit");
    refused(&["--payments", "many"], 2, "payments");
    refused(&["--listen", "somewhere"], 2, "listen");
    refused(&["--refund-checks", "both"], 2, "amount-first");
    refused(&["--in-memory", "--data-dir", "x"], 2, "--data-dir");
    let text = refused(&[&IN_MEMORY[..], &["--api-key", "prd_live_value"]].concat(), 1, "snd_");
    assert!(!text.contains("prd_live_value"), "a key stands in an error text: {text}");
}

#[test]
fn a_data_directory_that_cannot_be_used_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let place = file.join("data");
    refused(&["--data-dir", place.to_str().unwrap(), "--listen", "127.0.0.1:0"], 1, place.to_str().unwrap());
}

#[test]
fn a_second_process_on_the_same_data_is_refused_and_the_first_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let first = Process::on(dir.path());
    let place = dir.path().to_str().unwrap();
    refused(&["--data-dir", place, "--listen", "127.0.0.1:0"], 1, "in use by another sandbox");
    let body = payment_with(GOOD, json!({"profile_id": first.text("profile_id")}));
    first.ask("POST", "/payments", Some(body));
}

#[cfg(unix)]
#[test]
fn sigterm_and_sigint_end_it_cleanly_even_with_somebody_connected() {
    for signal in ["-TERM", "-INT"] {
        let dir = tempfile::tempdir().unwrap();
        let process = Process::on(dir.path());
        let keys = process.access.0.clone();
        let profile_id = json!({"profile_id": process.text("profile_id"), "payment_id": "stored"});
        process.ask("POST", "/payments", Some(payment_with(GOOD, profile_id)));
        let idle = std::net::TcpStream::connect(process.addr()).unwrap();
        let (status, rest) = process.end_with(signal);
        assert_eq!((status.code(), rest.as_str()), (Some(0), ""), "{signal}");
        drop(idle);
        let again = Process::on(dir.path());
        assert_eq!(again.ask("GET", "/payments/stored", None)["status"], "succeeded");
        for name in ["api_key", "publishable_key", "admin_key", "merchant_id", "profile_id", "webhook_secret"] {
            assert_eq!(again.access.0[name], keys[name], "{name} changed");
        }
    }
}

/// Creates and captures until the connection fails; returns the payments whose capture was answered.
fn write_until_killed(access: &Access, writer: &str, answered: &AtomicUsize) -> Vec<String> {
    let mut captured = Vec::new();
    for n in 0.. {
        let payment_id = format!("pay_{writer}_{n}");
        let extra = json!({
            "payment_id": payment_id, "profile_id": access.text("profile_id"), "capture_method": "manual",
        });
        let Ok(created) = access.call("POST", "/payments", Some(payment_with(GOOD, extra))) else { break };
        assert_eq!(created.0, 200, "{}", created.1);
        let Ok(taken) = access.call("POST", &format!("/payments/{payment_id}/capture"), Some(json!({}))) else { break };
        assert_eq!(taken.0, 200, "{}", taken.1);
        captured.push(payment_id);
        answered.fetch_add(1, Ordering::SeqCst);
    }
    captured
}

/// Lets three writers at a sandbox and kills it when so many captures were answered.
fn kill_under_load(dir: &Path, round: usize, captures: usize) -> Vec<String> {
    let mut process = Process::on(dir);
    let answered = AtomicUsize::new(0);
    let mut captured = Vec::new();
    std::thread::scope(|scope| {
        let (access, answered) = (&process.access, &answered);
        let writers: Vec<_> = (0..3)
            .map(|writer| scope.spawn(move || write_until_killed(access, &format!("{round}_{writer}"), answered)))
            .collect();
        step_until("enough captures were answered", || (answered.load(Ordering::SeqCst) >= captures).then_some(()));
        process.child.kill().unwrap();
        captured.extend(writers.into_iter().flat_map(|writer| writer.join().unwrap()));
    });
    captured
}

#[test]
fn a_kill_under_load_loses_nothing_that_was_answered_and_does_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let answered: Vec<String> = (0..3).flat_map(|round| kill_under_load(dir.path(), round, 40)).collect();
    assert!(answered.len() >= 120);
    let process = Process::on(dir.path());
    let count = |rows: Vec<Value>, kind: &str, word: &str| {
        let mut counts = HashMap::<String, usize>::new();
        for row in rows.iter().filter(|row| row[kind] == word) {
            *counts.entry(row["object_id"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        counts
    };
    let captures = count(process.rows("/_sandbox/ledger"), "effect", "capture");
    let events = count(process.rows("/_sandbox/events"), "event_type", "payment_captured");
    assert_eq!(captures, events, "an event is there exactly when its change is");
    assert!(captures.values().all(|count| *count == 1), "{captures:?}");
    for payment_id in &answered {
        assert_eq!(captures.get(payment_id), Some(&1), "{payment_id} was answered and is lost");
    }
    let payment = process.ask("GET", &format!("/payments/{}", answered[0]), None);
    assert_eq!((&payment["status"], &payment["amount_received"]), (&json!("succeeded"), &json!(1000)));
}
