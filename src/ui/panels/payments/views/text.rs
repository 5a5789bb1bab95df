//! Texts of saved views and of the columns.

pub use crate::text::{IMPORT as IMPORT_FILE, RENAME_TO, SAVED_VIEWS};

pub const SAVE_VIEW: &str = "Save view…";
pub const SAVE: &str = "Save view";
pub const UPDATE_VIEW: &str = "Update view";
pub const NAME: &str = "View name";
pub const RENAME: &str = "Rename view";
pub const EXPORT: &str = "Export views";
pub const IMPORT: &str = "Import views…";

/// `Large payments (changed)`.
pub fn changed(name: &str) -> String {
    format!("{name} (changed)")
}

pub fn delete(name: &str) -> String {
    format!("Delete “{name}”")
}
