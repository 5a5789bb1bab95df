//! Where the files of the store are.

use std::path::{Path, PathBuf};

use sha2::Digest as _;

use paydesk_domain::profile::ProfileId;

use super::EXPORTS;
use paydesk_platform::file_versions::{self, FileFormat};

/// The name of the journal's file.
pub(super) const JOURNAL: &str = "journal.sqlite";

/// The files of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFiles {
    pub journal: PathBuf,
    pub settings: PathBuf,
    pub profiles: PathBuf,
    pub records: PathBuf,
    pub documents: PathBuf,
    pub events: PathBuf,
    pub notes: PathBuf,
    /// What waits to be shared with teams; made when a team is joined.
    pub sharing: PathBuf,
    /// The directory of the payment history.
    pub history: PathBuf,
    /// The directory of bulk runs.
    pub bulk: PathBuf,
    /// The directory of tables that a person wants as files.
    pub exports: PathBuf,
}

impl StoreFiles {
    /// All of them in one directory.
    pub fn in_dir(dir: &Path) -> Self {
        Self {
            journal: dir.join(JOURNAL),
            settings: dir.join("settings.json"),
            profiles: dir.join("profiles.json"),
            records: dir.join("records.sqlite"),
            documents: dir.join("evidence.sqlite"),
            events: dir.join("events.sqlite"),
            notes: dir.join("notes.sqlite"),
            sharing: dir.join("sharing.sqlite"),
            history: dir.join("history"),
            bulk: dir.join("bulk"),
            exports: dir.join(EXPORTS),
        }
    }

    /// Every database with the format it should have; of the payment history those that are there.
    pub fn databases(&self) -> Vec<(PathBuf, FileFormat)> {
        let Self { journal, records, documents, events, notes, sharing, history, .. } = self;
        let fixed = [
            (journal, file_versions::JOURNAL),
            (records, file_versions::RECORDS),
            (documents, file_versions::DOCUMENTS),
            (events, file_versions::EVENTS),
            (notes, file_versions::NOTES),
            (sharing, file_versions::SHARING),
        ];
        let entries = std::fs::read_dir(history).into_iter().flatten();
        let mut histories: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        histories.retain(|path| path.extension().is_some_and(|extension| extension == "sqlite"));
        histories.sort();
        let fixed = fixed.into_iter().map(|(path, format)| (path.clone(), format));
        fixed.chain(histories.into_iter().map(|path| (path, file_versions::HISTORY))).collect()
    }
}

/// The id of a profile where it can be the name of a file, or else its hash.
pub(super) fn profile_file_name(profile_id: &ProfileId) -> String {
    let id = profile_id.as_str();
    let is_name =
        !id.is_empty() && id.len() <= 80 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_name { id.to_owned() } else { format!("id-{}", hex::encode(sha2::Sha256::digest(id))) }
}
