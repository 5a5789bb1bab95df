//! What is asked of exports, and what is reported of one.

use crate::problem::Problem;
use crate::records::RecordQuery;
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::ids::DisputeId;

/// A list that can be exported.
#[derive(Debug, Clone, PartialEq)]
pub enum ExportList {
    /// As they are shown: what a search found, all that are known, or what the filters of the list pick.
    Payments,
    /// Records of a kind, as they are searched and ordered.
    Records(ExportKind, RecordQuery),
    /// As the inbox shows them.
    Disputes,
    /// Those that are selected, in the order of the inbox.
    SelectedDisputes(Vec<DisputeId>),
    /// As the list of webhook events shows them.
    Events,
    /// As the list of all operations has them.
    Operations,
}

/// What the person does.
#[derive(Debug, Clone, PartialEq)]
pub enum TableExportAction {
    Start(ExportList, ExportFormat),
    Cancel,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedTable {
    pub path: String,
    pub rows: u64,
    /// Why it need not be complete.
    pub incomplete: Option<String>,
}

/// What is reported of an export.
#[derive(Debug, Clone, PartialEq)]
pub enum TableExportReport {
    /// So many rows are written.
    Rows(u64),
    Written(ExportedTable),
    Failed(Problem),
    /// Nothing is left of it.
    Cancelled,
}

impl ExportList {
    pub fn kind(&self) -> ExportKind {
        match self {
            Self::Payments => ExportKind::Payments,
            Self::Records(kind, _) => *kind,
            Self::Disputes | Self::SelectedDisputes(_) => ExportKind::Disputes,
            Self::Events => ExportKind::Events,
            Self::Operations => ExportKind::Operations,
        }
    }
}
