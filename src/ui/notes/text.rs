//! The texts of notes and tags.

pub use crate::text::{AT_ONCE, BACK, SAVE, TAG};

use std::fmt::Display;

pub const NOTES: &str = "Notes";
pub const DELETE: &str = "Delete";
pub const EDIT_NOTE: &str = "Edit note";
pub const SECRET: &str = "Card numbers, IBANs and keys are hidden when the note is saved";

pub fn remove_tag(word: impl Display) -> String {
    format!("Remove tag {word}")
}

pub fn add_this_tag(word: impl Display) -> String {
    format!("Add tag {word}")
}

/// `anna · 22 Nov, 14:05`; without the name where the system has none.
pub fn written(by: &str, at: impl Display) -> String {
    if by.is_empty() { at.to_string() } else { format!("{by} · {at}") }
}

pub fn before(at: impl Display, text: impl Display) -> String {
    format!("Until {at}: {text}")
}

pub fn not_saved(count: usize) -> String {
    match count {
        1 => "1 note or tag is not saved".to_owned(),
        count => format!("{count} notes and tags are not saved"),
    }
}
