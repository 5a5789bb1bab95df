//! The cache of every payment, on a thread of its own: journal and records never wait for it.

use chrono::{DateTime, Utc};

use crate::features::history::ReadPlace;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{CountInput, SharedColumns, SortInput, SortKey, StoredPayment};

/// One job of the cache.
#[derive(Debug, Clone, PartialEq)]
pub enum HistoryJob {
    /// Read what is stored of a profile and forget what was created before `keep_since`, answered by `HistoryOpened`.
    Open { profile_id: ProfileId, keep_since: Option<DateTime<Utc>> },
    /// Keep payments under their numbers together with how far the list was read, all or none; answered by
    /// `HistoryKept`.
    Keep { profile_id: ProfileId, payments: Vec<(u32, StoredPayment)>, place: ReadPlace },
    /// Write all columns into the file beside the cache, answered only when it fails. The jobs before it stored the same
    /// payments.
    WriteColumns { profile_id: ProfileId, columns: SharedColumns },
    /// Sort all payments by a column, answered by `HistorySorted` under the same number.
    Sort { profile_id: ProfileId, nth: u64, key: SortKey, columns: SortInput },
    /// Count what each query finds, answered by `Counted` under the same number.
    Count { profile_id: ProfileId, nth: u64, input: CountInput },
    /// Delete everything that is stored of a profile, answered only when it fails.
    Forget { profile_id: ProfileId },
}
