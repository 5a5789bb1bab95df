//! What can go wrong with a table on its way into a file.

use paydesk_domain::export::ExportKind;

/// A table was not written, and nothing is left of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableNotWritten {
    pub kind: ExportKind,
    /// What the system said.
    pub why: String,
}
