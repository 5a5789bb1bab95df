//! What can go wrong with the cache of every payment.

use std::path::PathBuf;

use super::store::RecordsFault;

/// Why the cache did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryError {
    pub path: PathBuf,
    pub fault: HistoryFault,
}

/// See [`HistoryError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryFault {
    File(RecordsFault),
    /// Too much waits already.
    Busy,
    /// The thread has ended, or the code here broke down.
    Stopped,
}

impl<T: Into<RecordsFault>> From<T> for HistoryFault {
    fn from(fault: T) -> Self {
        Self::File(fault.into())
    }
}
