//! Where the files of the store are.

use std::path::PathBuf;

/// The files of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFiles {
    pub journal: PathBuf,
    pub settings: PathBuf,
    pub profiles: PathBuf,
    pub records: PathBuf,
    pub documents: PathBuf,
    pub events: PathBuf,
    /// The directory of the payment history.
    pub history: PathBuf,
}
