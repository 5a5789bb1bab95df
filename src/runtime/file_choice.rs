//! What a person chooses a file for.

/// What a file is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileChoice {
    /// What a bank can open.
    Evidence,
    Table,
    Views,
}
