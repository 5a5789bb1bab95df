//! `paydesk export` as scripts run it: the file, the line on standard output, and the exit code.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use paydesk_core::features::disputes::{DisputeHandling, DraftDocument, NotContested};
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::note::{Annotation, Note, NoteSubject};
use paydesk_domain::profile::ProfileId;
use paydesk_store::DataDirs;
use paydesk_store::records::{DocumentsFile, NotesFile};
use serde_json::{Value, json};

fn export(data: &Path, arguments: &[&str]) -> Output {
    export_in("C", data, arguments)
}

/// As on a machine with this locale.
fn export_in(locale: &str, data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.arg("export").args(arguments).arg("--data-dir").arg(data).env("LC_ALL", locale);
    command.env_remove("RUST_LOG").output().unwrap()
}

fn line(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(output)))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn rows(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_payment_of_a_fresh_sandbox_is_exported_with_its_details_also_while_a_window_is_open() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("payments.jsonl");
    let name = file.to_str().unwrap();
    let output = export(data.path(), &["payments", "--format", "jsonl", "-o", name]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let whole = line(&output);
    assert_eq!((&whole["rows"], &whole["complete"]), (&json!(2_000), &json!(true)));
    let all = rows(&file);
    assert_eq!(all.len(), 2_000);
    assert!(all.iter().filter(|payment| payment["email"].is_string()).count() > 1_500, "details are read, too");
    let euros: f64 = all
        .iter()
        .filter(|payment| payment["currency"] == "EUR")
        .map(|payment| payment["amount"].as_str().unwrap().parse::<f64>().unwrap())
        .sum();
    assert_eq!(whole["sums"]["EUR"], format!("{euros:.2}"));
    assert!(data.path().join("payments.jsonl.manifest.json").exists());

    // As while a window is open: nobody else may start the sandbox, so what is stored is exported.
    let _lock = DataDirs::resolve(Some(data.path())).unwrap().lock().unwrap();
    let arguments = ["payments", "--format", "jsonl", "-o", name, "--where", "status:failed currency:eur"];
    let output = export(data.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let failed = all.iter().filter(|payment| payment["status"] == "failed" && payment["currency"] == "EUR").count();
    assert_eq!(
        (line(&output)["rows"].clone(), line(&output)["as_of"].clone()),
        (json!(failed), whole["as_of"].clone())
    );
    assert!(failed > 0);
    let output = export(data.path(), &["disputes", "--format", "csv", "-o", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("a window is open on the same data"), "{}", said(&output));
}

/// Settings of the embedded sandbox with one saved view of its own.
fn save_view(data: &Path, view: &Value) {
    let path = DataDirs::resolve(Some(data)).unwrap().settings_file();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, json!({"views": {(ProfileId::embedded().as_str()): [view]}}).to_string()).unwrap();
}

#[test]
fn a_saved_view_is_exported_in_its_order_and_columns_and_narrowed_down() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("view.jsonl");
    let name = file.to_str().unwrap();
    let columns = json!([{"key": "created"}, {"key": "amount"}, {"key": "status"}]);
    let sort = json!({"key": "amount", "descending": true});
    save_view(
        data.path(),
        &json!({"name": "Failed euros", "query": "status:failed currency:eur", "sort": sort, "columns": columns}),
    );
    let arguments = ["payments", "--view", "Failed euros", "--format", "jsonl", "-o", name];
    let output = export(data.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let all = rows(&file);
    let titles: Vec<&String> = all[0].as_object().unwrap().keys().collect();
    assert_eq!(titles, ["created", "amount", "currency", "status"], "of the view, an amount with its currency");
    let first_line = std::fs::read_to_string(&file).unwrap();
    assert!(first_line.starts_with("{\"created\":"), "in the order of the view: {first_line:.80}");
    assert!(all.iter().all(|row| row["status"] == "failed" && row["currency"] == "EUR"));
    let amounts: Vec<f64> = all.iter().map(|row| row["amount"].as_str().unwrap().parse().unwrap()).collect();
    assert!(amounts.len() > 10 && amounts.is_sorted_by(|one, other| one >= other), "{amounts:?}");
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(data.path().join("view.jsonl.manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["view"], json!({"name": "Failed euros", "query": "status:failed currency:eur"}));

    let narrower = [&arguments[..], &["--where", "amount:>100 status:failed,succeeded"]].concat();
    let output = export(data.path(), &narrower);
    let expected = amounts.iter().filter(|amount| **amount > 100.0).count();
    assert_eq!(line(&output)["rows"], json!(expected), "what the query adds to the view widens nothing");

    let wrong = |arguments: &[&str]| {
        let output = export(data.path(), &[arguments, &["--format", "csv", "-o", name]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(output.stdout.is_empty());
        said(&output)
    };
    let text = wrong(&["payments", "--view", "Failed"]);
    assert!(text.contains("no saved view “Failed”") && text.contains("“Failed euros”"), "{text}");
    let text = wrong(&["refunds", "--view", "Failed euros"]);
    assert!(text.contains("refunds have no saved views"), "{text}");
    save_view(data.path(), &json!({"name": "Bad", "query": "foo:1"}));
    let text = wrong(&["payments", "--view", "Bad"]);
    assert!(text.contains("The query of the view “Bad” is not valid") && text.contains("“foo”"), "{text}");
}

/// How a person handles a dispute, as the window stores it.
fn handle(data: &Path, dispute_id: &str, until: DateTime<Utc>) {
    let files = DataDirs::resolve(Some(data)).unwrap().store_files();
    let profile_id = ProfileId::embedded();
    let handling = DisputeHandling {
        assignee: Some("Grace".to_owned()),
        snoozed_until: Some(until),
        not_contested: Some(NotContested { at: Utc::now(), by: "kim".to_owned() }),
        ..DisputeHandling::new(&profile_id, DisputeId::new(dispute_id))
    };
    DocumentsFile::open(&files.documents).file.unwrap().keep(&DraftDocument::Handling(handling)).unwrap();
    let subject = NoteSubject::new(ResourceKind::Dispute, dispute_id);
    let (id, text, by) = ("note_1".to_owned(), "Waits for the carrier".to_owned(), "kim".to_owned());
    let note = Note { profile_id, id, subject, text, by, at: Utc::now(), earlier: Vec::new(), deleted_at: None };
    NotesFile::open(&files.notes).file.unwrap().keep(&Annotation::Note(note)).unwrap();
}

#[test]
fn disputes_are_exported_with_how_they_are_handled_on_this_machine() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("table.jsonl");
    let name = file.to_str().unwrap();
    let output = export(data.path(), &["disputes", "--format", "jsonl", "-o", name]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let handled = |row: &Value| ["assignee", "note", "wont_contest"].map(|column| row[column].clone());
    let all = rows(&file);
    assert!(all.iter().all(|row| handled(row) == [const { Value::Null }; 3]), "empty where nothing is set");
    let open = all.iter().find(|row| row["status"] == "dispute_opened").unwrap();
    let id = open["dispute_id"].as_str().unwrap();
    let until = Utc::now() + chrono::TimeDelta::days(400);
    handle(data.path(), id, until);
    let output = export(data.path(), &["disputes", "--format", "jsonl", "-o", name, "--where", "grace"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let [row] = &rows(&file)[..] else { panic!("{}", said(&output)) };
    assert_eq!(row["dispute_id"], id);
    assert_eq!(handled(row), [json!("Grace"), json!("Waits for the carrier"), json!(true)]);
    let snoozed: DateTime<Utc> = row["snoozed_until"].as_str().unwrap().parse().unwrap();
    assert_eq!(snoozed.timestamp_millis(), until.timestamp_millis(), "nothing is due once it is not contested");
}

#[test]
fn disputes_are_read_from_the_service_and_what_it_cannot_list_is_said_to_be_what_is_known() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("table.jsonl");
    let name = file.to_str().unwrap();
    let output = export(data.path(), &["disputes", "--format", "jsonl", "-o", name]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let all = rows(&file);
    assert!(all.len() > 10 && all[0]["created"].as_str() > all[9]["created"].as_str(), "the newest first");
    let output = export(data.path(), &["disputes", "--format", "jsonl", "-o", name, "--where", "status:won"]);
    assert_eq!(line(&output)["rows"], json!(all.iter().filter(|dispute| dispute["status"] == "won").count()));
    for kind in ["refunds", "payouts", "customers"] {
        let output = export(data.path(), &[kind, "--format", "jsonl", "-o", name]);
        assert_eq!(output.status.code(), Some(3), "{kind}");
        assert_eq!((line(&output)["rows"].clone(), line(&output)["complete"].clone()), (json!(0), json!(false)));
        assert!(said(&output).contains(&format!("the service has no list of {kind}")), "{}", said(&output));
    }
    let output = export(data.path(), &["events", "--format", "jsonl", "-o", name]);
    assert_eq!((output.status.code(), line(&output)["complete"].clone()), (Some(0), json!(true)));
}

#[test]
#[cfg(not(any(windows, target_os = "macos")))]
fn csv_is_written_as_spreadsheets_of_the_locale_expect_unless_the_options_say_otherwise() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("table.csv");
    let title = |locale: &str, options: &[&str]| {
        let arguments = [&["refunds", "--format", "csv", "-o", file.to_str().unwrap()], options].concat();
        export_in(locale, data.path(), &arguments);
        std::fs::read_to_string(&file).unwrap().chars().take(17).collect::<String>()
    };
    assert_eq!(title("en_US.UTF-8", &[]), "refund_id,status,");
    assert_eq!(title("de_DE.UTF-8", &[]), "\u{feff}refund_id;status");
    assert_eq!(title("de_DE.UTF-8", &["--separator", "comma", "--decimal", "point"]), "refund_id,status,");
    assert_eq!(title("C", &["--separator", "tab"]), "\u{feff}refund_id\tstatus");
    assert_eq!(title("C", &["--decimal", "comma"]), "\u{feff}refund_id;status");
}

#[test]
fn what_cannot_be_asked_for_so_ends_with_2_and_says_where() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("table.csv");
    let name = file.to_str().unwrap();
    let wrong = |arguments: &[&str]| {
        let output = export(data.path(), &[arguments, &["--format", "csv", "-o", name]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(output.stdout.is_empty() && !file.exists());
        said(&output)
    };
    let text = wrong(&["payments", "--where", "status:failed amount:>x"]);
    assert!(text.contains("“>x” is not an amount") && text.contains("^^ column 22"), "{text}");
    let text = wrong(&["refunds", "--where", "card:4242"]);
    assert!(text.contains("refunds have no “card:”") && text.contains("status:"), "{text}");
    let text = wrong(&["payments", "--where", "statsu:failed"]);
    assert!(text.contains("Did you mean: status:failed"), "{text}");
    let text = said(&export(data.path(), &["payments", "--format", "xlsx", "--separator", "tab", "-o", name]));
    assert!(text.contains("leave them out with --format xlsx"), "{text}");
    let text = wrong(&["payments", "--profile", "Acme"]);
    assert!(text.contains("no profile “Acme”"), "{text}");
    wrong(&["invoices"]);
}

/// Answers every request with this status and this body, and counts the requests.
fn refusing(status: u16, body: Value) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (counted, body) = (Arc::clone(&counted), body.to_string());
            std::thread::spawn(move || answer_one(stream, status, &body, &counted));
        }
    });
    (url, count)
}

fn answer_one(mut stream: TcpStream, status: u16, body: &str, counted: &AtomicUsize) {
    let (mut asked, mut piece) = (String::new(), [0; 4_096]);
    let is_whole = |asked: &str| {
        let (head, body) = asked.split_once("\r\n\r\n")?;
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        Some(body.len() >= length.unwrap_or(0))
    };
    while is_whole(&asked) != Some(true) {
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => asked.push_str(&String::from_utf8_lossy(&piece[..count])),
            Ok(_) | Err(_) => return,
        }
    }
    counted.fetch_add(1, Ordering::Relaxed);
    let answer = format!(
        "HTTP/1.1 {status} No\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(answer.as_bytes());
}

/// A data directory with one profile, `Shop`, of the service at `url`, and the options that name it.
fn shop(data: &Path, url: &str) -> [String; 4] {
    let key = data.join("key");
    let profile = json!({"id": "prf_1", "name": "Shop", "base_url": url, "environment": "sandbox"});
    std::fs::write(data.join("profiles.json"), json!({"profiles": [profile]}).to_string()).unwrap();
    std::fs::write(&key, "snd_0123456789abcdef").unwrap();
    ["--profile", "Shop", "--api-key-file", key.to_str().unwrap()].map(str::to_owned)
}

#[test]
fn an_export_behind_a_proxy_that_wants_a_password_says_so() {
    let (url, _) = refusing(407, json!("who are you?"));
    let data = tempfile::tempdir().unwrap();
    let shop = shop(data.path(), &url);
    let shop = shop.each_ref().map(String::as_str);
    // As they are pasted from a file manager.
    let file = format!("'file://{}/the%20table.jsonl'", data.path().display());
    let output = export(data.path(), &[&["payments", "--format", "jsonl", "-o", &file], &shop[..]].concat());
    let said = said(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("The proxy refused the connection. Check the proxy's user name and password"), "{said}");
    assert!(data.path().join("the table.jsonl").exists(), "{said}");
}

#[test]
fn events_of_a_profile_that_receives_none_are_not_said_to_be_complete() {
    let data = tempfile::tempdir().unwrap();
    let shop = shop(data.path(), "http://127.0.0.1:9");
    let shop = shop.each_ref().map(String::as_str);
    let file = data.path().join("events.jsonl");
    let file = file.to_str().unwrap();
    let output = export(data.path(), &[&["events", "--format", "jsonl", "-o", file], &shop[..]].concat());
    assert_eq!((output.status.code(), line(&output)["complete"].clone()), (Some(3), json!(false)), "{}", said(&output));
    assert!(said(&output).contains("this profile receives no webhooks"), "{}", said(&output));
}

#[test]
fn an_export_whose_list_is_refused_ends_at_once_with_the_reason() {
    for (status, code) in [(400, "IR_06"), (401, "AU_01"), (401, "IR_99"), (403, "AU_03"), (403, "IR_99")] {
        let error = json!({"error": {"type": "invalid_request", "code": code, "message": "No lists for you"}});
        let (url, asked) = refusing(status, error);
        let data = tempfile::tempdir().unwrap();
        let (file, shop) = (data.path().join("table.jsonl"), shop(data.path(), &url));
        let (file, shop) = (file.to_str().unwrap(), shop.each_ref().map(String::as_str));
        for kind in ["payments", "disputes"] {
            let before = asked.load(Ordering::Relaxed);
            let began = Instant::now();
            let output = export(data.path(), &[&[kind, "--format", "jsonl", "-o", file], &shop[..]].concat());
            let said = said(&output);
            assert_eq!(output.status.code(), Some(3), "{kind} {status} {code}: {said}");
            assert_eq!(line(&output)["complete"], json!(false), "{kind} {status} {code}");
            assert!(said.contains("No lists for you"), "{kind} {status} {code}: {said}");
            assert!(began.elapsed() < Duration::from_secs(20), "{kind} {status} {code}: {:?}", began.elapsed());
            let count = asked.load(Ordering::Relaxed) - before;
            assert!(count < 40, "{kind} {status} {code}: {count} requests");
        }
    }
}
