//! What is asked of a clipboard, whosever it is.

use zeroize::Zeroizing;

/// Why a secret was not copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClipboardError {
    /// This session has none that can be used.
    NoClipboard,
    /// Another program holds it.
    Busy,
}

/// What lies on a clipboard.
pub enum ClipboardContent {
    Text(Zeroizing<String>),
    /// Nothing, or something that is no text: not ours.
    Other,
    /// It cannot be determined now.
    Unreadable,
}

/// A clipboard of the system; a test puts one of its own here.
pub trait ClipboardBackend {
    fn put(&mut self, text: &str) -> Result<(), ClipboardError>;
    fn content(&mut self) -> ClipboardContent;
    fn clear(&mut self);
}
