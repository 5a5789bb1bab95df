//! The clipboard of this system.

use zeroize::Zeroizing;

use crate::clipboard_backend::{ClipboardBackend, ClipboardContent, ClipboardError};

/// Opens it; `None` where this session has none.
pub fn clipboard() -> Option<impl ClipboardBackend> {
    arboard::Clipboard::new().map(System).ok()
}

struct System(arboard::Clipboard);

impl ClipboardBackend for System {
    fn put(&mut self, text: &str) -> Result<(), ClipboardError> {
        hidden_from_history(self.0.set()).text(text).map_err(|error| match error {
            arboard::Error::ClipboardOccupied => ClipboardError::Busy,
            _ => ClipboardError::NoClipboard,
        })
    }

    fn content(&mut self) -> ClipboardContent {
        match self.0.get_text() {
            Ok(text) => ClipboardContent::Text(Zeroizing::new(text)),
            Err(arboard::Error::ContentNotAvailable | arboard::Error::ConversionFailure) => ClipboardContent::Other,
            Err(_) => ClipboardContent::Unreadable,
        }
    }

    fn clear(&mut self) {
        if self.0.clear().is_err() {
            tracing::warn!("the clipboard could not be cleared of a copied secret");
        }
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn hidden_from_history(set: arboard::Set<'_>) -> arboard::Set<'_> {
    arboard::SetExtLinux::exclude_from_history(set)
}

#[cfg(target_os = "macos")]
fn hidden_from_history(set: arboard::Set<'_>) -> arboard::Set<'_> {
    arboard::SetExtApple::exclude_from_history(set)
}

#[cfg(windows)]
fn hidden_from_history(set: arboard::Set<'_>) -> arboard::Set<'_> {
    use arboard::SetExtWindows as _;
    set.exclude_from_monitoring().exclude_from_cloud().exclude_from_history()
}
