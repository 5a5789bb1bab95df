//! What is stored in one row per record, replaced when it changes: the records, the documents of evidence drafts, and
//! notes and tags, each in a file of its own. Durable before the next job of the store.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lock_waits::{OPENING_WAIT, SAVING_WAIT};
use paydesk_core::crash_report::scrubbing::clean_record;
use paydesk_core::failure::{RecordsFault, StoreError, StoredFileFault, StoredFileKind};
use paydesk_core::features::disputes::DraftDocument;
use paydesk_core::records::Record;
use paydesk_domain::note::Annotation;
use paydesk_platform::file_versions::{self, FileFormat, FoundVersion, save_copy};

/// One step for each version: a later version adds one and never changes one.
const STEPS: &[&str] = &["
CREATE TABLE IF NOT EXISTS records (
    profile_id TEXT NOT NULL,
    family TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (profile_id, family, id)
) STRICT, WITHOUT ROWID;
"];

/// What can be stored in such a file.
pub trait StoredItem: Clone + Serialize + DeserializeOwned {
    /// Tells its file from others.
    const FORMAT: FileFormat;
    /// What the file holds.
    const KIND: StoredFileKind;

    /// Profile, kind and id: the newest of a key replaces the older.
    fn key(&self) -> (&str, &'static str, Cow<'_, str>);

    /// As it may be written.
    fn cleaned(&self) -> Cow<'_, Self> {
        Cow::Borrowed(self)
    }
}

impl StoredItem for Record {
    const FORMAT: FileFormat = file_versions::RECORDS;
    const KIND: StoredFileKind = StoredFileKind::Records;

    fn key(&self) -> (&str, &'static str, Cow<'_, str>) {
        (self.profile_id.as_str(), self.kind.into(), Cow::Borrowed(&self.id))
    }

    fn cleaned(&self) -> Cow<'_, Self> {
        Cow::Owned(clean_record(self))
    }
}

impl StoredItem for DraftDocument {
    const FORMAT: FileFormat = file_versions::DOCUMENTS;
    const KIND: StoredFileKind = StoredFileKind::Documents;

    fn key(&self) -> (&str, &'static str, Cow<'_, str>) {
        let (profile_id, kind, id) = self.key();
        (profile_id, kind.into(), Cow::Borrowed(id))
    }
}

impl StoredItem for Annotation {
    const FORMAT: FileFormat = file_versions::NOTES;
    const KIND: StoredFileKind = StoredFileKind::Notes;

    fn key(&self) -> (&str, &'static str, Cow<'_, str>) {
        (self.profile_id().as_str(), "annotation", Cow::Owned(self.key()))
    }
}

/// The open file.
pub struct StoredFile<T> {
    connection: Connection,
    path: PathBuf,
    holds: PhantomData<T>,
}

/// The file of records.
pub type RecordsFile = StoredFile<Record>;
/// The file of what is stored for disputes.
pub type DocumentsFile = StoredFile<DraftDocument>;
/// The file of notes and tags.
pub type NotesFile = StoredFile<Annotation>;

/// What was found when the file was opened.
pub struct OpenedFile<T> {
    /// Absent where nothing can be stored.
    pub file: Option<StoredFile<T>>,
    pub records: Vec<T>,
    pub error: Option<StoreError>,
}

impl<T: StoredItem> StoredFile<T> {
    /// Opens the file, made new where nothing is. A damaged one is stored aside under another name.
    pub fn open(path: &Path) -> OpenedFile<T> {
        let closed = |fault| OpenedFile {
            file: None,
            records: Vec::new(),
            error: Some(error::<T>(path, StoredFileFault::Unusable(fault))),
        };
        let fault = match Self::try_open(path) {
            Ok((file, records, unread)) => {
                let error = (unread > 0).then(|| error::<T>(path, StoredFileFault::Unread(unread)));
                return OpenedFile { file: Some(file), records, error };
            }
            Err(fault) if !fault.is_damage() => return closed(fault),
            Err(fault) => fault,
        };
        let aside = aside(path);
        match std::fs::rename(path, &aside).map_err(RecordsFault::from).and_then(|()| Self::try_open(path)) {
            Ok((file, records, _)) => {
                let error = error::<T>(path, StoredFileFault::Replaced { aside, fault });
                OpenedFile { file: Some(file), records, error: Some(error) }
            }
            Err(fault) => closed(fault),
        }
    }

    fn try_open(path: &Path) -> Result<(Self, Vec<T>, usize), RecordsFault> {
        let connection = open_precious(path, T::FORMAT, T::KIND, STEPS)?;
        let (records, unread) = read_all(&connection)?;
        Ok((Self { connection, path: path.to_owned(), holds: PhantomData }, records, unread))
    }

    /// Writes one record over what was stored of the same record.
    pub fn keep(&self, record: &T) -> Result<(), StoreError> {
        self.try_keep(record).map_err(|fault| error::<T>(&self.path, StoredFileFault::NotStored(fault)))
    }

    /// Writes several, all or none of them.
    pub fn keep_all(&self, records: &[T]) -> Result<(), StoreError> {
        let all = || {
            let transaction = self.connection.unchecked_transaction()?;
            records.iter().try_for_each(|record| self.try_keep(record))?;
            Ok(transaction.commit()?)
        };
        all().map_err(|fault: RecordsFault| error::<T>(&self.path, StoredFileFault::NotStored(fault)))
    }

    fn try_keep(&self, record: &T) -> Result<(), RecordsFault> {
        let (profile_id, kind, id) = record.key();
        let payload = serde_json::to_string(&*record.cleaned())?;
        let mut statement = self.connection.prepare_cached(
            "INSERT OR REPLACE INTO records (profile_id, family, id, payload) VALUES (?1, ?2, ?3, ?4)",
        )?;
        statement.execute(params![profile_id, kind, id, payload])?;
        Ok(())
    }
}

/// Opens a file of what is precious, made new where nothing is: checked, and durable with every commit. A process that
/// ends while the file is made leaves one that is taken up where it is: it is no damaged one. One of an older version is
/// brought to that of today by the `steps` that it lacks, after a copy of it was saved.
pub(super) fn open_precious(
    path: &Path,
    format: FileFormat,
    kind: StoredFileKind,
    steps: &[&str],
) -> Result<Connection, RecordsFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    paydesk_platform::private_files::reserve(path)?;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(OPENING_WAIT)?;
    let from = match format.of(&connection)? {
        FoundVersion::Current => format.version,
        FoundVersion::Unfinished => 0,
        FoundVersion::Older(version) => version,
        FoundVersion::Newer(version) => return Err(RecordsFault::Newer(version)),
        FoundVersion::Missing | FoundVersion::Foreign | FoundVersion::NotRead(_) => {
            return Err(RecordsFault::Foreign(kind));
        }
    };
    connection.pragma_update(None, "journal_mode", "TRUNCATE")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    if from > 0 {
        check_pages(&connection)?;
    }
    if from < format.version {
        upgrade(&connection, path, format, from, steps)?;
        check_pages(&connection)?;
    }
    connection.busy_timeout(SAVING_WAIT)?;
    Ok(connection)
}

fn check_pages(connection: &Connection) -> Result<(), RecordsFault> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    // All pages were read for it.
    connection.execute_batch("PRAGMA shrink_memory")?;
    if found == "ok" { Ok(()) } else { Err(RecordsFault::Damaged(found)) }
}

/// All steps after version `from` in one commit; 0 is a new file.
fn upgrade(
    connection: &Connection,
    path: &Path,
    format: FileFormat,
    from: i64,
    steps: &[&str],
) -> Result<(), RecordsFault> {
    let FileFormat { application_id, version } = format;
    if from > 0 {
        let copy = save_copy(path, version)?;
        tracing::info!("{} is being upgraded to version {version}; a copy is at {}", path.display(), copy.display());
    }
    let making = connection.unchecked_transaction()?;
    for step in steps.iter().skip(usize::try_from(from).unwrap_or(0)) {
        making.execute_batch(step)?;
    }
    making.pragma_update(None, "application_id", application_id)?;
    making.pragma_update(None, "user_version", version)?;
    Ok(making.commit()?)
}

/// Opens a file that is there and changes nothing of it, also while another process writes to it.
pub(super) fn open_to_read(path: &Path, format: FileFormat) -> Result<Connection, RecordsFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(OPENING_WAIT)?;
    match format.of(&connection)? {
        FoundVersion::Current => Ok(connection),
        FoundVersion::Newer(version) => Err(RecordsFault::Newer(version)),
        _ => Err(RecordsFault::Damaged("it has a different version".to_owned())),
    }
}

/// The records in a file, without changing it; those that this version cannot read are left out.
pub fn read_records(path: &Path) -> Result<Vec<Record>, RecordsFault> {
    read_file(path)
}

/// The notes and tags in a file, without changing it.
pub fn read_notes(path: &Path) -> Result<Vec<Annotation>, RecordsFault> {
    read_file(path)
}

/// The drafts of disputes in a file, without changing it.
pub fn read_documents(path: &Path) -> Result<Vec<DraftDocument>, RecordsFault> {
    read_file(path)
}

fn read_file<T: StoredItem>(path: &Path) -> Result<Vec<T>, RecordsFault> {
    let connection = open_to_read(path, T::FORMAT)?;
    Ok(read_all(&connection)?.0)
}

/// All records, and how many rows this version cannot read; those stay as they are.
fn read_all<T: StoredItem>(connection: &Connection) -> Result<(Vec<T>, usize), RecordsFault> {
    let mut statement = connection.prepare("SELECT payload FROM records")?;
    let payloads = statement.query_map([], |row| row.get::<_, String>(0))?;
    let (mut records, mut unread) = (Vec::new(), 0);
    for payload in payloads {
        match serde_json::from_str(&payload?) {
            Ok(record) => records.push(record),
            Err(_) => unread += 1,
        }
    }
    Ok((records, unread))
}

/// The first free name beside the damaged file.
pub(super) fn aside(path: &Path) -> PathBuf {
    let name = |number: usize| path.with_extension(format!("damaged-{number}.sqlite"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}

fn error<T: StoredItem>(path: &Path, fault: StoredFileFault) -> StoreError {
    StoreError::Stored { kind: T::KIND, path: path.to_owned(), fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: FileFormat = FileFormat { application_id: file_versions::NOTES.application_id, version: 2 };
    const NEXT_STEP: &str = "ALTER TABLE records ADD COLUMN by TEXT NOT NULL DEFAULT 'nobody';";

    fn note() -> Annotation {
        let note = r#"{"what": "note", "profile_id": "shop", "id": "a", "text": "one", "by": "anna",
            "subject": {"kind": "payment", "id": "pay_1", "payment_id": "pay_1"}, "at": "2026-11-21T10:00:00Z"}"#;
        serde_json::from_str(note).unwrap()
    }

    /// As the next version of Paydesk would open it.
    fn open_next(path: &Path, step: &str) -> Result<Connection, RecordsFault> {
        open_precious(path, NEXT, StoredFileKind::Notes, &[STEPS[0], step])
    }

    #[test]
    fn an_older_file_is_converted_after_a_copy_was_saved_and_this_version_then_refuses_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.sqlite");
        NotesFile::open(&path).file.unwrap().keep(&note()).unwrap();
        let connection = open_next(&path, NEXT_STEP).unwrap();
        let row = connection.query_row("SELECT id, by FROM records", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((note().key(), "nobody".to_owned())));
        drop(connection);
        assert_eq!(NEXT.at(&path), FoundVersion::Current);
        assert_eq!(read_notes(&dir.path().join("notes.before-version-2.sqlite")), Ok(vec![note()]));
        let opened = NotesFile::open(&path);
        let unusable = StoredFileFault::Unusable(RecordsFault::Newer(2));
        assert!(opened.file.is_none());
        assert_eq!(opened.error, Some(error::<Annotation>(&path, unusable)));
        assert_eq!(NEXT.at(&path), FoundVersion::Current, "and leaves it as it is");
    }

    #[test]
    fn a_conversion_that_fails_leaves_the_file_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.sqlite");
        NotesFile::open(&path).file.unwrap().keep(&note()).unwrap();
        assert!(open_next(&path, "DELETE FROM records; nonsense").is_err());
        assert_eq!(NotesFile::open(&path).records, [note()]);
    }
}
