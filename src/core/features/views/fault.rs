//! What is wrong with a file of views.

/// Why nothing of a file was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewsFileFault {
    NoJson {
        line: usize,
        column: usize,
    },
    /// It is something else.
    Foreign,
    /// Of a newer Paydesk.
    Newer(u64),
    Empty,
    View(ViewFault),
}

/// What is wrong with one view: its number from 1, its name where it has one, and which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewFault {
    pub number: usize,
    pub name: Option<String>,
    pub field: &'static str,
    pub kind: ViewFaultKind,
}

/// See [`ViewFault`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewFaultKind {
    Missing,
    TooLong,
    /// No view is written like this; what it should be.
    NotA(&'static str),
    Query {
        what: String,
        column: usize,
    },
    /// A word that stands for no column.
    NoColumn(String),
}
