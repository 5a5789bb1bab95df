//! What waits to be shared with teams, and how far their changes are taken in: a file of its own, made once a team is
//! joined. Durable when a commit returns.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use paydesk_core::effect::SharedKeep;
use paydesk_core::failure::{RecordsFault, StoreError, StoredFileFault, StoredFileKind};
use paydesk_core::features::sharing::StoredSharing;
use paydesk_domain::document::Raw;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::shared::SharedKey;
use paydesk_platform::file_versions::SHARING;

use super::records::{aside, open_precious};

/// One step for each version: a later version adds one and never changes one.
const STEPS: &[&str] = &["
CREATE TABLE IF NOT EXISTS progress (
    profile_id TEXT NOT NULL PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting (
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    base TEXT,
    PRIMARY KEY (profile_id, kind, id)
) STRICT, WITHOUT ROWID;
"];

/// The open file.
pub struct SharingFile {
    connection: Connection,
    path: PathBuf,
}

/// What was found when the file was opened.
pub struct OpenedSharing {
    /// Absent where nothing can be stored.
    pub file: Option<SharingFile>,
    pub stored: BTreeMap<ProfileId, StoredSharing>,
    pub error: Option<StoreError>,
}

impl SharingFile {
    /// Opens the file, made new where nothing is. A damaged one is stored aside: everything is shared again then.
    pub fn open(path: &Path) -> OpenedSharing {
        let error = |fault| Some(StoreError::Stored { kind: StoredFileKind::Sharing, path: path.to_owned(), fault });
        let closed = |fault| {
            let error = error(StoredFileFault::Unusable(fault));
            OpenedSharing { file: None, stored: BTreeMap::new(), error }
        };
        let fault = match Self::try_open(path) {
            Ok((file, stored)) => return OpenedSharing { file: Some(file), stored, error: None },
            Err(fault) if !fault.is_damage() => return closed(fault),
            Err(fault) => fault,
        };
        let aside = aside(path);
        match std::fs::rename(path, &aside).map_err(RecordsFault::from).and_then(|()| Self::try_open(path)) {
            Ok((file, stored)) => {
                tracing::warn!("{} was damaged; it is at {}: {fault:?}", path.display(), aside.display());
                OpenedSharing { file: Some(file), stored, error: None }
            }
            Err(fault) => closed(fault),
        }
    }

    fn try_open(path: &Path) -> Result<(Self, BTreeMap<ProfileId, StoredSharing>), RecordsFault> {
        let connection = open_precious(path, SHARING, StoredFileKind::Sharing, STEPS)?;
        let stored = read(&connection)?;
        Ok((Self { connection, path: path.to_owned() }, stored))
    }

    /// Notes what waits, what does not any more, and how far changes are taken in; all or nothing.
    pub fn keep(&self, keep: &SharedKeep) -> Result<(), StoreError> {
        self.try_keep(keep).map_err(|fault| self.error(fault))
    }

    fn try_keep(&self, keep: &SharedKeep) -> Result<(), RecordsFault> {
        let transaction = self.connection.unchecked_transaction()?;
        let profile_id = keep.profile_id.as_str();
        let mut wait = self.connection.prepare_cached(
            "INSERT INTO waiting (profile_id, kind, id, base) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT DO UPDATE SET base = coalesce(excluded.base, base)",
        )?;
        for (key, base) in &keep.waiting {
            let base = base.as_deref().map(serde_json::to_string).transpose()?;
            wait.execute(params![profile_id, key.kind, key.id, base])?;
        }
        let sql = "DELETE FROM waiting WHERE profile_id = ?1 AND kind = ?2 AND id = ?3";
        let mut forget = self.connection.prepare_cached(sql)?;
        for key in &keep.accepted {
            forget.execute(params![profile_id, key.kind, key.id])?;
        }
        if let Some(seen) = keep.seen {
            let sql = "INSERT OR REPLACE INTO progress (profile_id, seen) VALUES (?1, ?2)";
            self.connection.prepare_cached(sql)?.execute(params![profile_id, seen])?;
        }
        Ok(transaction.commit()?)
    }

    /// Nothing is known of what a profile shared.
    pub fn forget(&self, profile_id: &ProfileId) -> Result<(), StoreError> {
        let all = || {
            let transaction = self.connection.unchecked_transaction()?;
            for table in ["waiting", "progress"] {
                let sql = format!("DELETE FROM {table} WHERE profile_id = ?1");
                self.connection.execute(&sql, [profile_id.as_str()])?;
            }
            Ok(transaction.commit()?)
        };
        all().map_err(|fault: RecordsFault| self.error(fault))
    }

    fn error(&self, fault: RecordsFault) -> StoreError {
        let fault = StoredFileFault::NotStored(fault);
        StoreError::Stored { kind: StoredFileKind::Sharing, path: self.path.clone(), fault }
    }
}

fn read(connection: &Connection) -> Result<BTreeMap<ProfileId, StoredSharing>, RecordsFault> {
    let mut stored: BTreeMap<ProfileId, StoredSharing> = BTreeMap::new();
    let mut progress = connection.prepare("SELECT profile_id, seen FROM progress")?;
    for row in progress.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))? {
        let (profile_id, seen) = row?;
        stored.insert(ProfileId::new(profile_id), StoredSharing { seen, waiting: Vec::new() });
    }
    // What waits before it is known that all of a profile did is among all of it.
    let mut waiting = connection.prepare("SELECT profile_id, kind, id, base FROM waiting")?;
    let rows = waiting.query_map([], |row| {
        let key = SharedKey { kind: row.get(1)?, id: row.get(2)? };
        Ok((row.get::<_, String>(0)?, key, row.get::<_, Option<String>>(3)?))
    })?;
    for row in rows {
        let (profile_id, key, base) = row?;
        let base: Option<Raw> = base.and_then(|base| serde_json::from_str(&base).ok());
        if let Some(stored) = stored.get_mut(&ProfileId::new(profile_id)) {
            stored.waiting.push((key, base));
        }
    }
    Ok(stored)
}
