//! Which record is open beside each list of our own records.

use paydesk_domain::operation::ResourceKind;

use std::collections::BTreeMap;

/// The id of the open record of each kind. The record need not be known: it may be one that is being read.
#[derive(Debug, Default)]
pub struct OpenedRecords {
    ids: BTreeMap<ResourceKind, String>,
}

impl OpenedRecords {
    /// The id of the record that is open beside the list of its kind.
    pub fn get(&self, kind: ResourceKind) -> Option<&str> {
        self.ids.get(&kind).map(String::as_str)
    }

    /// Opens a record beside the list of its kind, or closes the one that is open.
    pub fn set(&mut self, kind: ResourceKind, id: Option<String>) {
        match id {
            Some(id) => self.ids.insert(kind, id),
            None => self.ids.remove(&kind),
        };
    }
}
