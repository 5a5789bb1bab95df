//! Texts of saved views and of the columns.

pub use crate::text::{IMPORT as IMPORT_FILE, RENAME_TO, SAVED_VIEWS};

pub const SAVE_VIEW: &str = "Save view…";
pub const SAVE: &str = "Save view";
pub const UPDATE_VIEW: &str = "Update view";
pub const NAME: &str = "Name of the view";
pub const NAME_EXAMPLE: &str = "Failed card payments";
pub const SAVES: &str = "Saves the search, its order and its columns";
pub const RENAME: &str = "Rename view";
pub const EXPORT: &str = "Export views";
pub const IMPORT: &str = "Import views…";
pub const FILE_PATH: &str = "Or the path of the file";
pub const TYPE_PATH: &str = "Type the path of the file";
pub const NO_VIEW_SHOWN: &str = "No saved view is open. Search, then choose “Save view…”";
pub const UNCHANGED: &str = "Nothing was changed since it was saved";

/// `Large payments (changed)`.
pub fn changed(name: &str) -> String {
    format!("{name} (changed)")
}

pub fn delete(name: &str) -> String {
    format!("Delete “{name}”")
}
