//! The file of webhook events: the bytes of each as they were signed, secrets masked, once for its id, and for ever. Durable when a commit returns.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};
use serde::Serialize;

use paydesk_core::failure::{RecordsFault, StoreError, StoredFileFault, StoredFileKind};
use paydesk_core::features::webhooks::{Delivery, EventNote, EventsExport, NotedEvent, StoredEvent};
use paydesk_domain::ids::EventId;
use paydesk_domain::payment::Pair;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::webhook::EventVerdict;
use paydesk_platform::file_versions::EVENTS;

use super::records::{aside, open_precious, open_to_read};

/// Events reported when the file is opened, the newest, beside those that were not applied.
const REPORTED_MAX: usize = 2_000;
/// Most bytes of bodies reported.
const REPORTED_BYTES_MAX: i64 = 32 * 1024 * 1024;
/// One step for each version: a later version adds one and never changes one.
const STEPS: &[&str] = &[
    "
CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    received_at TEXT NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 1,
    verdict TEXT,
    reason TEXT,
    applied_at TEXT,
    UNIQUE (profile_id, event_id)
) STRICT;
CREATE INDEX IF NOT EXISTS events_to_apply ON events (seq) WHERE applied_at IS NULL;
",
    "
CREATE TABLE IF NOT EXISTS team_positions (
    profile_id TEXT NOT NULL,
    team_profile TEXT NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY (profile_id, team_profile)
) STRICT, WITHOUT ROWID;
",
];
const COLUMNS: &str =
    "profile_id, event_id, received_at, headers, body, deliveries, verdict, reason, applied_at FROM events";

/// What became of a delivery at the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStored {
    New,
    /// It was stored before; this delivery was counted.
    Duplicate,
    /// An event with its id and another body was stored before: nothing of this one was.
    DifferentBody,
    /// Nothing is known to be on disk.
    Failed,
}

/// The open file.
pub struct WebhookEventsFile {
    pub(super) connection: Connection,
    path: PathBuf,
}

/// What was found when the file was opened.
pub struct OpenedWebhookEvents {
    /// Absent where nothing can be stored: then nothing is received.
    pub file: Option<WebhookEventsFile>,
    /// Oldest first.
    pub events: Vec<StoredEvent>,
    pub error: Option<StoreError>,
}

impl WebhookEventsFile {
    /// Opens the file, made new where nothing is. A damaged one is stored aside under another name.
    pub fn open(path: &Path) -> OpenedWebhookEvents {
        let error = |fault| Some(StoreError::Stored { kind: StoredFileKind::Events, path: path.to_owned(), fault });
        let closed = |fault| {
            let error = error(StoredFileFault::Unusable(fault));
            OpenedWebhookEvents { file: None, events: Vec::new(), error }
        };
        let fault = match Self::try_open(path) {
            Ok((file, events)) => return OpenedWebhookEvents { file: Some(file), events, error: None },
            Err(fault) if !fault.is_damage() => return closed(fault),
            Err(fault) => fault,
        };
        let aside = aside(path);
        match std::fs::rename(path, &aside).map_err(RecordsFault::from).and_then(|()| Self::try_open(path)) {
            Ok((file, events)) => {
                let error = error(StoredFileFault::Replaced { aside, fault });
                OpenedWebhookEvents { file: Some(file), events, error }
            }
            Err(fault) => closed(fault),
        }
    }

    fn try_open(path: &Path) -> Result<(Self, Vec<StoredEvent>), RecordsFault> {
        let connection = open_precious(path, EVENTS, StoredFileKind::Events, STEPS)?;
        let file = Self { connection, path: path.to_owned() };
        let events = file.newest_and_waiting()?;
        Ok((file, events))
    }

    fn newest_and_waiting(&self) -> Result<Vec<StoredEvent>, RecordsFault> {
        let wanted = format!("SELECT {COLUMNS} WHERE seq >= ?1 OR applied_at IS NULL ORDER BY seq");
        let mut statement = self.connection.prepare(&wanted)?;
        let rows = statement.query_map([self.first_reported()?], read_event)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Where the newest begin that are reported.
    fn first_reported(&self) -> Result<i64, RecordsFault> {
        let newest = format!("SELECT seq, length(body) FROM events ORDER BY seq DESC LIMIT {REPORTED_MAX}");
        let mut statement = self.connection.prepare(&newest)?;
        let (mut first, mut bytes) = (i64::MAX, 0);
        for row in statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))? {
            let (seq, length) = row?;
            bytes += length;
            if bytes > REPORTED_BYTES_MAX {
                break;
            }
            first = seq;
        }
        Ok(first)
    }

    /// How many events of each profile are stored.
    pub fn counts(&self) -> BTreeMap<ProfileId, u64> {
        let counted = || -> Result<BTreeMap<ProfileId, u64>, RecordsFault> {
            let mut statement =
                self.connection.prepare("SELECT profile_id, count(*) FROM events GROUP BY profile_id")?;
            let rows = statement.query_map([], |row| {
                Ok((ProfileId::new(row.get::<_, String>(0)?), row.get::<_, i64>(1)?.unsigned_abs()))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        counted().unwrap_or_else(|fault| {
            tracing::warn!(?fault, "webhook events could not be counted");
            BTreeMap::new()
        })
    }

    /// The events of a profile next before this one, oldest first: so many at most.
    pub fn older(&self, profile_id: &ProfileId, before: &EventId, most: u32) -> Result<Vec<StoredEvent>, StoreError> {
        self.try_older(profile_id, before, most)
            .map_err(|fault| StoreError::OlderEventsNotRead { path: self.path.clone(), fault })
    }

    fn try_older(&self, profile_id: &ProfileId, before: &EventId, most: u32) -> Result<Vec<StoredEvent>, RecordsFault> {
        let wanted = format!(
            "SELECT {COLUMNS} WHERE profile_id = ?1 AND seq < \
             (SELECT seq FROM events WHERE profile_id = ?1 AND event_id = ?2) ORDER BY seq DESC LIMIT ?3"
        );
        let mut statement = self.connection.prepare(&wanted)?;
        let rows = statement.query_map(params![profile_id.as_str(), before.as_str(), most], read_event)?;
        let (mut older, mut bytes) = (Vec::new(), 0);
        for event in rows {
            let event = event?;
            bytes += event.delivery.body.len() as i64;
            if bytes > REPORTED_BYTES_MAX && !older.is_empty() {
                break;
            }
            older.push(event);
        }
        older.reverse();
        Ok(older)
    }

    /// Keeps all of these, in one commit. What it returns is true on disk.
    pub fn keep(&self, deliveries: &[Delivery]) -> Vec<DeliveryStored> {
        self.try_keep(deliveries).unwrap_or_else(|fault| {
            tracing::error!(?fault, "webhook events could not be stored");
            vec![DeliveryStored::Failed; deliveries.len()]
        })
    }

    fn try_keep(&self, deliveries: &[Delivery]) -> Result<Vec<DeliveryStored>, RecordsFault> {
        let transaction = self.connection.unchecked_transaction()?;
        let mut insert = transaction.prepare_cached(
            "INSERT INTO events (profile_id, event_id, received_at, headers, body) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (profile_id, event_id) DO NOTHING",
        )?;
        let mut first =
            transaction.prepare_cached("SELECT body FROM events WHERE profile_id = ?1 AND event_id = ?2")?;
        let mut count = transaction
            .prepare_cached("UPDATE events SET deliveries = deliveries + 1 WHERE profile_id = ?1 AND event_id = ?2")?;
        let mut stored = Vec::with_capacity(deliveries.len());
        for Delivery { profile_id, event_id, received_at, headers, body } in deliveries {
            let headers = serde_json::to_string(headers)?;
            let row = params![profile_id.as_str(), event_id.as_str(), received_at.to_rfc3339(), headers, &body[..]];
            if insert.execute(row)? == 1 {
                stored.push(DeliveryStored::New);
                continue;
            }
            let name = params![profile_id.as_str(), event_id.as_str()];
            if is_same_event(&first.query_row(name, |row| row.get::<_, Vec<u8>>(0))?, body) {
                count.execute(name)?;
                stored.push(DeliveryStored::Duplicate);
            } else {
                stored.push(DeliveryStored::DifferentBody);
            }
        }
        drop((insert, first, count));
        transaction.commit()?;
        Ok(stored)
    }

    /// Writes down what became of events, in one commit. One that has its note already keeps it.
    pub fn note(&self, notes: &[NotedEvent]) -> Result<(), StoreError> {
        self.try_note(notes).map_err(|fault| StoreError::EventsNotNoted { path: self.path.clone(), fault })
    }

    fn try_note(&self, notes: &[NotedEvent]) -> Result<(), RecordsFault> {
        let transaction = self.connection.unchecked_transaction()?;
        let mut update = transaction.prepare_cached(
            "UPDATE events SET verdict = ?3, reason = ?4, applied_at = ?5 \
             WHERE profile_id = ?1 AND event_id = ?2 AND applied_at IS NULL",
        )?;
        for NotedEvent { profile_id, event_id, note } in notes {
            let at = note.at.to_rfc3339();
            update.execute(params![profile_id.as_str(), event_id.as_str(), note.verdict.as_str(), note.reason, at])?;
        }
        drop(update);
        Ok(transaction.commit()?)
    }

    /// Writes all events of a profile into a new file in `dir`, one JSON object a line.
    pub fn export(&self, profile_id: &ProfileId, dir: &Path, at: DateTime<Utc>) -> Result<EventsExport, StoreError> {
        self.try_export(profile_id, dir, at)
            .map_err(|fault| StoreError::EventsNotExported { dir: dir.to_owned(), fault })
    }

    fn try_export(&self, profile_id: &ProfileId, dir: &Path, at: DateTime<Utc>) -> Result<EventsExport, RecordsFault> {
        paydesk_platform::private_files::create_dir(dir)?;
        let name = |number: u32| dir.join(format!("events-{}-{number}.jsonl", at.format("%Y%m%dT%H%M%SZ")));
        let path = (1..1_000).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
        let mut file = std::io::BufWriter::new(paydesk_platform::private_files::create_new(&path)?);
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} WHERE profile_id = ?1 ORDER BY seq"))?;
        let mut events = 0;
        for event in statement.query_map([profile_id.as_str()], row_of)? {
            serde_json::to_writer(&mut file, &Exported::of(&event?))?;
            file.write_all(b"\n")?;
            events += 1;
        }
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        Ok(EventsExport { path: path.display().to_string(), events })
    }
}

/// All events of a profile in a file, the oldest first, without changing it.
pub fn read_events(path: &Path, profile_id: &ProfileId) -> Result<Vec<StoredEvent>, RecordsFault> {
    let connection = open_to_read(path, EVENTS)?;
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} WHERE profile_id = ?1 ORDER BY seq"))?;
    let rows = statement.query_map([profile_id.as_str()], read_event)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One line of an export.
#[derive(Serialize)]
struct Exported<'a> {
    event_id: &'a str,
    received_at: DateTime<Utc>,
    deliveries: u32,
    verdict: Option<&'a str>,
    reason: Option<&'a str>,
    applied_at: Option<DateTime<Utc>>,
    headers: &'a [Pair],
    /// The bytes as they are stored; JSON is UTF-8, so they are a text.
    body: std::borrow::Cow<'a, str>,
}

impl<'a> Exported<'a> {
    fn of(event: &'a StoredEventRow) -> Self {
        let note = event.note.as_ref();
        Self {
            event_id: event.delivery.event_id.as_str(),
            received_at: event.delivery.received_at,
            deliveries: event.deliveries,
            verdict: note.map(|note| note.verdict.as_str()),
            reason: note.map(|note| note.reason.as_str()),
            applied_at: note.map(|note| note.at),
            headers: &event.delivery.headers,
            body: String::from_utf8_lossy(&event.delivery.body),
        }
    }
}

/// An event as it is in the file, before it is read.
struct StoredEventRow {
    delivery: Delivery,
    deliveries: u32,
    note: Option<EventNote>,
}

/// Whether two bodies say the same, however they are written.
fn is_same_event(first: &[u8], again: &[u8]) -> bool {
    let read = |body: &[u8]| serde_json::from_slice::<serde_json::Value>(body).ok();
    first == again || read(first).is_some_and(|first| Some(first) == read(again))
}

fn read_event(row: &Row<'_>) -> rusqlite::Result<StoredEvent> {
    row_of(row).map(|StoredEventRow { delivery, deliveries, note }| StoredEvent::read(delivery, deliveries, note))
}

fn row_of(row: &Row<'_>) -> rusqlite::Result<StoredEventRow> {
    let time = |at: usize| -> rusqlite::Result<Option<DateTime<Utc>>> {
        Ok(row.get::<_, Option<String>>(at)?.and_then(|text| text.parse().ok()))
    };
    let headers: String = row.get(3)?;
    let body: Vec<u8> = row.get(4)?;
    let verdict: Option<String> = row.get(6)?;
    let (reason, at) = (row.get::<_, Option<String>>(7)?.unwrap_or_default(), time(8)?);
    let note =
        verdict.zip(at).map(|(verdict, at)| EventNote { verdict: EventVerdict::from_word(&verdict), reason, at });
    // What an earlier version stored was not masked.
    let delivery = Delivery::proved(
        ProfileId::new(row.get::<_, String>(0)?),
        EventId::new(row.get::<_, String>(1)?),
        time(2)?.unwrap_or_default(),
        serde_json::from_str(&headers).unwrap_or_default(),
        body.into(),
    );
    Ok(StoredEventRow { delivery, deliveries: row.get(5)?, note })
}
