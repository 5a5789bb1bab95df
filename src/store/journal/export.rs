//! Writes what can be read of a journal into a file for support, whatever state the journal is in.
//!
//! The journal itself is only copied, never opened: what reads it works on the copy, so that not even the remains of
//! a crash beside it are touched. Each line is one JSON object: first what was found wrong with the file, then every
//! entry with whether it is as it was written and follows the one before, then, where something is wrong, entries
//! found in the bytes alone, and last the count. Payloads stand as texts, so that their hashes can be computed again.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, SecondsFormat, Utc};
use rusqlite::Connection;
use serde::Serialize;
use tempfile::NamedTempFile;

use paydesk_core::message::JournalExport;

use super::row::{GENESIS, JournalRow, RowSource, TODAY, VERSION_1};
use super::tables::VERSION_BEFORE;
use super::{chain, salvage, schema};
use paydesk_core::failure::{IoFault, JournalDamage, JournalFault, StoreError};

/// Version of the lines below.
const EXPORT_VERSION: u32 = 1;
/// Most exports of the same second.
const SAME_SECOND_MAX: u32 = 100;

#[derive(Serialize)]
struct First<'a> {
    export: &'static str,
    export_version: u32,
    paydesk: &'static str,
    made_at: String,
    file_version: Option<i64>,
    problem: Option<&'a str>,
}

#[derive(Serialize)]
struct Entry<'a> {
    entry: i64,
    format: Option<i64>,
    verified: bool,
    chained: bool,
    at: &'a str,
    profile_id: &'a str,
    operation_id: &'a str,
    #[serde(rename = "family")]
    kind: &'a str,
    resource: &'a str,
    step: &'a str,
    payload: &'a str,
    prev_hash: String,
    hash: String,
}

#[derive(Serialize)]
struct Last {
    entries: usize,
    not_verified: Vec<i64>,
    breaks_before: Vec<i64>,
    found_in_bytes: usize,
    whole: bool,
}

/// What was read of a journal.
struct Found {
    file_version: Option<i64>,
    problem: Option<String>,
    rows: Vec<JournalRow>,
    /// Beside the rows, in the bytes alone.
    salvaged: Vec<salvage::SalvagedPayload>,
}

/// Exports the journal into a new file of `dir`, which is made where it is missing, named for the time `at`.
pub fn export_into(journal: &Path, dir: &Path, at: DateTime<Utc>) -> Result<JournalExport, StoreError> {
    let name = at.format("journal-%Y%m%d-%H%M%S").to_string();
    let write = || {
        paydesk_platform::private_files::create_dir(dir)?;
        let found = Found::in_copy(journal, dir)?;
        for number in 1..=SAME_SECOND_MAX {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            match found.write(&dir.join(format!("{name}{suffix}.jsonl")), at) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                result => return result,
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    };
    write().map_err(|error| StoreError::JournalNotExported(IoFault::from(error)))
}

/// Exports the journal into the file `to`, which must not exist.
pub fn export_to(journal: &Path, to: &Path, at: DateTime<Utc>) -> Result<JournalExport, StoreError> {
    let dir = to.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = Found::in_copy(journal, dir);
    found.and_then(|found| found.write(to, at)).map_err(|error| StoreError::JournalNotExported(IoFault::from(error)))
}

impl Found {
    /// Reads a copy of the journal, made in `dir` for as long as that takes.
    fn in_copy(journal: &Path, dir: &Path) -> std::io::Result<Self> {
        let workshop = tempfile::Builder::new().prefix(".export-").tempdir_in(dir)?;
        let copy = workshop.path().join("journal.sqlite");
        copy_file(journal, &copy)?;
        // What a crash left to be undone: without it the copy would hold half a transaction.
        match copy_file(&beside(journal), &beside(&copy)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut found = Self::read(&copy);
        if found.problem.is_some() {
            let known: HashSet<&str> = found.rows.iter().map(|row| row.payload.as_str()).collect();
            found.salvaged = salvage::pieces(&std::fs::read(journal)?, &known);
        }
        Ok(found)
    }

    fn read(copy: &Path) -> Self {
        let mut found = Self { file_version: None, problem: None, rows: Vec::new(), salvaged: Vec::new() };
        if let Err(fault) = found.read_from(copy) {
            found.problem = Some(fault.text());
        }
        found
    }

    fn read_from(&mut self, copy: &Path) -> Result<(), JournalFault> {
        let connection = Connection::open(copy)?;
        let inspected = schema::inspect(&connection);
        self.file_version = connection.pragma_query_value(None, "user_version", |row| row.get(0)).ok();
        let source = if self.file_version == Some(VERSION_BEFORE) { VERSION_1 } else { TODAY };
        let read = read_rows(&connection, source, &mut self.rows);
        inspected?;
        read?;
        self.check_chain(&connection)
    }

    fn check_chain(&self, connection: &Connection) -> Result<(), JournalFault> {
        let broken = self.entries().find(|entry| !entry.verified || !entry.chained);
        if let Some(entry) = broken {
            return Err(JournalFault::Changed { seq: entry.entry });
        }
        let last = self.rows.last().map_or((0, GENESIS.to_vec()), |row| (row.seq, row.hash.clone()));
        let head = chain::head(connection)?;
        if (head.0, head.1.to_vec()) == last {
            Ok(())
        } else {
            Err(JournalFault::Damaged(JournalDamage::MissingAfter(last.0)))
        }
    }

    /// The rows as they are written: each checked by itself and by the one before it.
    fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let before = std::iter::once(None).chain(self.rows.iter().map(Some));
        self.rows.iter().zip(before).map(|(row, before)| {
            let (seq, hash) = before.map_or((0, &GENESIS[..]), |before| (before.seq, &before.hash[..]));
            Entry {
                entry: row.seq,
                format: row.format.map(super::row::Format::number),
                verified: row.unchanged().is_some(),
                chained: row.seq == seq.saturating_add(1) && row.prev_hash == hash,
                at: &row.at,
                profile_id: &row.profile_id,
                operation_id: &row.operation_id,
                kind: &row.kind,
                resource: &row.resource,
                step: &row.step,
                payload: &row.payload,
                prev_hash: hex::encode(&row.prev_hash),
                hash: hex::encode(&row.hash),
            }
        })
    }

    /// Writes everything beside `to` and moves it there: there never is half an export.
    fn write(&self, to: &Path, at: DateTime<Utc>) -> std::io::Result<JournalExport> {
        let dir = to.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".export-").tempfile_in(dir)?;
        let last = self.write_lines(BufWriter::new(file.as_file()), at)?;
        keep(file, to)?;
        Ok(JournalExport {
            path: to.display().to_string(),
            entries: last.entries,
            damaged: last.not_verified.len() + last.breaks_before.len(),
            salvaged: last.found_in_bytes,
            whole: last.whole,
        })
    }

    fn write_lines(&self, mut out: impl Write, at: DateTime<Utc>) -> std::io::Result<Last> {
        let first = First {
            export: "journal of operations",
            export_version: EXPORT_VERSION,
            paydesk: env!("CARGO_PKG_VERSION"),
            made_at: at.to_rfc3339_opts(SecondsFormat::Secs, true),
            file_version: self.file_version,
            problem: self.problem.as_deref(),
        };
        line(&mut out, &first)?;
        for entry in self.entries() {
            line(&mut out, &entry)?;
        }
        for piece in &self.salvaged {
            line(&mut out, piece)?;
        }
        let last = Last {
            entries: self.rows.len(),
            not_verified: self.entries().filter(|entry| !entry.verified).map(|entry| entry.entry).collect(),
            breaks_before: self.entries().filter(|entry| !entry.chained).map(|entry| entry.entry).collect(),
            found_in_bytes: self.salvaged.len(),
            whole: self.problem.is_none(),
        };
        line(&mut out, &last)?;
        out.flush()?;
        Ok(last)
    }
}

/// Reads from both ends: a damaged page in the middle hides no more than its own rows.
fn read_rows(connection: &Connection, source: RowSource, rows: &mut Vec<JournalRow>) -> Result<(), JournalFault> {
    let Err(fault) = read_in_order(connection, source, "ORDER BY seq", rows) else { return Ok(()) };
    let mut from_the_end = Vec::new();
    let last_read = rows.last().map_or(i64::MIN, |row| row.seq);
    // Its own end is the same damage met from the other side.
    let _ = read_in_order(connection, source, "ORDER BY seq DESC", &mut from_the_end);
    rows.extend(from_the_end.into_iter().rev().filter(|row| row.seq > last_read));
    Err(fault)
}

fn read_in_order(
    connection: &Connection,
    source: RowSource,
    order: &str,
    into: &mut Vec<JournalRow>,
) -> Result<(), JournalFault> {
    let mut statement = connection.prepare(&format!("{} {order}", source.select))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        into.push(source.read(row)?);
    }
    Ok(())
}

/// Copies the bytes and nothing else of `from`: what may not be written to is copied to what may.
///
/// Nobody holds a lock on the journal here: it is this thread that writes to it, and it is not writing.
fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut from = File::open(from)?;
    std::io::copy(&mut from, &mut File::create_new(to)?).map(drop)
}

/// The file that SQLite keeps beside a database while it writes to it.
fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

fn keep(file: NamedTempFile, to: &Path) -> std::io::Result<()> {
    file.as_file().sync_all()?;
    file.persist_noclobber(to).map_err(|error| error.error)?;
    #[cfg(unix)]
    if let Some(dir) = to.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        File::open(dir)?.sync_all()?;
    }
    Ok(())
}

fn line(out: &mut impl Write, value: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}
