//! What a desktop has for its programs: a file dialog, notifications and a clipboard.

mod clipboard;
mod file_dialog;
mod notifications;

pub use clipboard::clipboard;
pub use file_dialog::choose_file;
pub use notifications::show_notification;
