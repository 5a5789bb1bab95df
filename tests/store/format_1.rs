//! Writes journals as the first Paydesk did: its tables, its columns, its hashes.

use std::path::Path;

use rusqlite::{Connection, params};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const TABLES: &str = "
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    step TEXT NOT NULL,
    payload TEXT NOT NULL,
    prev_hash BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX prepared_once ON entries (operation_id) WHERE step = 'prepared';
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE open_operations (
    profile_id TEXT NOT NULL,
    family TEXT NOT NULL,
    resource TEXT NOT NULL,
    operation_id TEXT NOT NULL UNIQUE,
    UNIQUE (profile_id, family, resource)
) STRICT;
";

const AT: &str = "2026-11-20T10:00:00Z";

/// What is in the first field of a payload: `payment_id`, or the target that the last desks of version 1 wrote.
fn payload(id: &str, thing: Value, step: Value) -> Value {
    let mut payload = json!({"operation_id": id, "profile_id": "embedded-sandbox", "at": AT, "step": step});
    payload.as_object_mut().unwrap().extend(thing.as_object().unwrap().clone());
    payload
}

/// A capture that was prepared: id, resource and payload.
pub fn prepared(id: &str, payment_id: &str) -> Value {
    let step = json!({
        "step": "prepared", "environment": "sandbox", "operation": "capture", "amount_minor": 1000, "currency": "EUR",
        "capture_minor": 400, "request": format!("POST /payments/{payment_id}/capture {{\"amount_to_capture\":400}}"),
        "seen_status": "requires_capture", "seen_received_minor": 0, "seen_capturable_minor": 1000, "seen_at": AT,
        "operator": "grace",
    });
    payload(id, json!({"payment_id": payment_id}), step)
}

pub fn sending(id: &str, payment_id: &str) -> Value {
    payload(id, json!({"payment_id": payment_id}), json!({"step": "sending", "attempt": 1}))
}

/// A step of an operation on a thing of another family, as the last desks of version 1 filed it.
pub fn of_family(id: &str, kind: &str, resource: &str, step: Value) -> Value {
    payload(id, json!({"target": {"family": kind, "resource": resource}}), step)
}

/// Writes a whole journal of version 1.
pub fn write(path: &Path, entries: &[Value]) {
    let mut connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "application_id", 0x5059_444A).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    connection.execute_batch(TABLES).unwrap();
    let transaction = connection.transaction().unwrap();
    let mut last = [0_u8; 32];
    for (seq, entry) in (1_i64..).zip(entries) {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let payment_id = entry.get("payment_id").unwrap_or_else(|| &entry["target"]["resource"]);
        let texts = [&entry["at"], &entry["profile_id"], &entry["operation_id"], payment_id, &entry["step"]["step"]];
        let [at, profile, id, payment_id, step] = texts.map(text);
        let payload = entry.to_string();
        let mut hasher = Sha256::new();
        hasher.update(b"paydesk journal 1");
        hasher.update(last);
        hasher.update(seq.to_be_bytes());
        for text in [&at, &profile, &id, &payment_id, &step, &payload] {
            hasher.update((text.len() as u64).to_be_bytes());
            hasher.update(text);
        }
        let hash: [u8; 32] = hasher.finalize().into();
        let row = params![seq, at, profile, id, payment_id, step, payload, last, hash];
        transaction.execute("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", row).unwrap();
        last = hash;
    }
    transaction.execute("INSERT INTO head VALUES (1, ?1, ?2)", params![entries.len() as i64, last]).unwrap();
    // The list of open operations was made again at every start where it did not agree.
    transaction.commit().unwrap();
}
