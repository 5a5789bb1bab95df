//! What the system is asked to show.

/// A notification of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesktopNotification {
    /// Its answer names it.
    pub number: u64,
    pub title: String,
    /// Lines of plain text.
    pub body: String,
}
