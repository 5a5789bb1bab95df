//! What stands for the desktop in the program for servers, which has none: nothing can be chosen, shown or copied.

use paydesk_core::failure::{FileDialogError, NotificationError};
use paydesk_core::features::notifications::DesktopNotification;

use crate::clipboard_backend::{ClipboardBackend, ClipboardContent, ClipboardError};
use crate::file_choice::FileChoice;

pub async fn choose_file(_: FileChoice) -> Result<Option<String>, FileDialogError> {
    Err(FileDialogError::NotOffered)
}

pub fn show_notification(_: &DesktopNotification) -> Result<(), NotificationError> {
    Err(NotificationError::SwitchedOff)
}

pub fn clipboard() -> Option<NoClipboard> {
    None
}

/// There never is one.
pub enum NoClipboard {}

impl ClipboardBackend for NoClipboard {
    fn put(&mut self, _: &str) -> Result<(), ClipboardError> {
        match *self {}
    }

    fn content(&mut self) -> ClipboardContent {
        match *self {}
    }

    fn clear(&mut self) {
        match *self {}
    }
}
