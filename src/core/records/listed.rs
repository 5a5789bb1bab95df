//! Which records a list shows, and in which order.

use paydesk_domain::operation::ResourceKind;
use paydesk_domain::search_text::plain;

use super::{CollectionEntry, RecordColumn, RecordRow, Records, compare};

/// What is asked of a list of records. The window keeps it; who exports the list is given it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordQuery {
    /// What a record has in it.
    pub search: String,
    /// The word of the only status that is listed.
    pub status: Option<String>,
    /// The newest first where there is none.
    pub sort: Option<RecordSort>,
}

/// By what a list of records is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordSort {
    pub column: RecordColumn,
    pub ascending: bool,
}

impl Records {
    /// The records that `query` finds, in its order.
    pub fn listed(&self, kind: ResourceKind, query: &RecordQuery) -> Vec<CollectionEntry> {
        let wanted = plain(query.search.trim());
        let is_listed = |row: &RecordRow| {
            row.has(&wanted) && query.status.as_ref().is_none_or(|status| row.status.label() == **status)
        };
        let mut listed: Vec<CollectionEntry> =
            self.entries(kind).filter(|entry| is_listed(&entry.row)).cloned().collect();
        if let Some(sort) = query.sort {
            listed.sort_by(|a, b| {
                let order = compare(a, b, sort.column);
                if sort.ascending { order } else { order.reverse() }
            });
        }
        listed
    }
}
