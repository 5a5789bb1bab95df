//! The tables, as a list of steps: a later version adds a step and never changes one.

use std::path::Path;

use rusqlite::Connection;

use crate::error::SandboxError;
use paydesk_platform::file_versions::{CopyFault, SANDBOX, save_copy};

/// What `reset` empties.
pub const CLEARED_TABLES: [&str; 15] = [
    "attempt",
    "delivery",
    "event",
    "refund",
    "dispute",
    "file",
    "payout",
    "payment_link",
    "subscription",
    "ledger",
    "timer",
    "payment",
    "payment_columns",
    "payment_changed",
    "customer",
];

/// Times are milliseconds since 1970; amounts are in the currency's lowest unit.
const STEPS: [&str; SANDBOX.version as usize] = [PAYMENTS, EVENTS, REFUNDS_AND_DISPUTES, OTHER_OBJECTS, STORED_COLUMNS];

const PAYMENTS: &str = "
    CREATE TABLE named (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE api_key (
        key_id TEXT PRIMARY KEY,
        value TEXT NOT NULL UNIQUE,
        revoked INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;

    CREATE TABLE customer (
        seq INTEGER PRIMARY KEY,
        customer_id TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        detail TEXT NOT NULL
    );

    -- seq counts from 1 without gaps, in the order of creation: the place of a payment in every list.
    CREATE TABLE payment (
        seq INTEGER PRIMARY KEY,
        payment_id TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL,
        currency TEXT NOT NULL,
        payment_method TEXT,
        customer_seq INTEGER REFERENCES customer (seq),
        created INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        amount INTEGER NOT NULL,
        amount_received INTEGER NOT NULL,
        amount_capturable INTEGER NOT NULL,
        manual_capture INTEGER NOT NULL,
        unified_code TEXT,
        detail TEXT NOT NULL
    );

    CREATE TABLE timer (
        due INTEGER NOT NULL,
        kind TEXT NOT NULL,
        object_id TEXT NOT NULL,
        PRIMARY KEY (kind, object_id)
    ) WITHOUT ROWID;
    CREATE INDEX timer_by_due ON timer (due);

    CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        effect TEXT NOT NULL,
        object_id TEXT NOT NULL,
        payment_id TEXT,
        amount INTEGER,
        currency TEXT
    );
";

const EVENTS: &str = "
    CREATE TABLE event (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        event_id TEXT NOT NULL UNIQUE,
        event_type TEXT NOT NULL,
        object_id TEXT,
        at INTEGER NOT NULL,
        body BLOB NOT NULL
    );

    CREATE TABLE webhook (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        webhook_id TEXT NOT NULL UNIQUE,
        url TEXT NOT NULL,
        secret TEXT,
        created INTEGER NOT NULL,
        options TEXT NOT NULL
    );

    -- due is NULL once it was delivered or given up.
    CREATE TABLE delivery (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        event_seq INTEGER NOT NULL REFERENCES event (seq),
        webhook_seq INTEGER NOT NULL REFERENCES webhook (seq) ON DELETE CASCADE,
        delivered INTEGER NOT NULL DEFAULT 0,
        due INTEGER
    );
    CREATE INDEX delivery_by_event ON delivery (event_seq);
    CREATE INDEX delivery_by_webhook ON delivery (webhook_seq, due, seq);
    CREATE INDEX delivery_by_due ON delivery (due) WHERE due IS NOT NULL;

    CREATE TABLE attempt (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        delivery_seq INTEGER NOT NULL REFERENCES delivery (seq) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        status INTEGER,
        error TEXT,
        duration_ms INTEGER NOT NULL
    );
    CREATE INDEX attempt_by_delivery ON attempt (delivery_seq);
";

const REFUNDS_AND_DISPUTES: &str = "
    -- seq counts in the order of creation.
    CREATE TABLE refund (
        seq INTEGER PRIMARY KEY,
        refund_id TEXT NOT NULL UNIQUE,
        payment_id TEXT NOT NULL,
        amount INTEGER NOT NULL,
        currency TEXT NOT NULL,
        status TEXT NOT NULL,
        created INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        detail TEXT NOT NULL
    );
    CREATE INDEX refund_by_payment ON refund (payment_id, seq);

    CREATE TABLE dispute (
        seq INTEGER PRIMARY KEY,
        dispute_id TEXT NOT NULL UNIQUE,
        payment_id TEXT NOT NULL,
        amount INTEGER NOT NULL,
        currency TEXT NOT NULL,
        status TEXT NOT NULL,
        stage TEXT NOT NULL,
        reason TEXT NOT NULL,
        created INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        deadline INTEGER NOT NULL,
        evidence_submitted INTEGER,
        evidence TEXT NOT NULL
    );
    CREATE INDEX dispute_by_payment ON dispute (payment_id, seq);
    CREATE INDEX dispute_by_creation ON dispute (created);

    -- What a file said is not stored, only what proves which it was.
    CREATE TABLE file (
        file_id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        size INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        created INTEGER NOT NULL
    ) WITHOUT ROWID;
";

const OTHER_OBJECTS: &str = "
    CREATE TABLE payout (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL);
    CREATE INDEX payout_by_method ON payout (record ->> 'payout_method_id');
    CREATE TABLE payment_link (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL);
    CREATE TABLE subscription (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL);

    -- Both are NULL for the keys the sandbox is started with.
    ALTER TABLE api_key ADD COLUMN expires INTEGER;
    ALTER TABLE api_key ADD COLUMN detail TEXT;
";

const STORED_COLUMNS: &str = "
    -- The index of lists as it was stored last, and the payments that were changed since.
    CREATE TABLE payment_columns (chunk INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, columns BLOB NOT NULL);
    CREATE TABLE payment_changed (seq INTEGER PRIMARY KEY);
    CREATE TRIGGER payment_is_changed AFTER UPDATE ON payment BEGIN
        INSERT OR IGNORE INTO payment_changed (seq) VALUES (new.seq);
    END;
";

/// Brings the data to this version's format; refuses data of a newer version and files that are not ours.
pub fn migrate(db: &mut Connection, file: &Path) -> Result<(), SandboxError> {
    let pragma = |db: &Connection, name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let found = pragma(db, "user_version").map_err(|error| SandboxError::of_opening(error, file))?;
    let owner = pragma(db, "application_id").map_err(|error| SandboxError::of_opening(error, file))?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && owner != SANDBOX.application_id {
        let reason = "another program's database".to_owned();
        return Err(SandboxError::NotOurData { path: file.to_owned(), reason });
    }
    let known = SANDBOX.version;
    if found > known {
        return Err(SandboxError::NewerData { path: file.to_owned(), found, known });
    }
    if found < known {
        if found > 0 {
            save_copy(file, known).map_err(|fault| not_copied(fault, file))?;
        }
        apply(db, usize::try_from(found).unwrap_or(0))?;
    }
    Ok(())
}

fn not_copied(fault: CopyFault, file: &Path) -> SandboxError {
    match fault {
        CopyFault::Io(error) => SandboxError::NotWritable { path: file.to_owned(), reason: error.to_string() },
        CopyFault::Database(error) => SandboxError::of_opening(error, file),
    }
}

fn apply(db: &mut Connection, from: usize) -> rusqlite::Result<()> {
    let transaction = db.transaction()?;
    for step in STEPS.iter().skip(from) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", SANDBOX.application_id)?;
    transaction.pragma_update(None, "user_version", SANDBOX.version)?;
    transaction.commit()
}
