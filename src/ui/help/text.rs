//! The texts of help: glossary, About, and the first steps.

pub use crate::text::{CLOSE, HELP, MANUAL, OPEN_FOLDER, SKIP};
pub use paydesk_core::text::{DONE, PAYDESK};

use crate::text::ON_A_MAC;

pub const SEARCH_MANUAL: &str = "Search the manual";

/// A part of a page among what a search found.
pub fn part_of(page: &str, part: &str) -> String {
    format!("{page} · {part}")
}

pub const ABOUT: &str = "About Paydesk";
pub const SEARCH_GLOSSARY: &str = "Search statuses and codes";
pub const ERROR_CODES: &str = "Error codes";
pub const ERROR_TYPES: &str = "Error types";
pub const VERSION: &str = "Version";
pub const COMMIT: &str = "Commit";
pub const LICENCES: &str = "MIT or Apache-2.0, at your option";
pub const DATA: &str = "Data on this computer";
pub const CRATES: &str = "Third-party licences";
pub const FONTS: &str = "Fonts: IBM Plex (SIL Open Font Licence 1.1), Phosphor icons (MIT)";

pub const NEXT: &str = "Next";

/// The first steps: title and text of each.
pub const STEPS: [(&str, &str); 3] = [
    ("Welcome to Paydesk", "You are connected to the embedded sandbox: try anything, no real money moves"),
    ("Start at Home", "Home lists what to review, capture, respond to and fulfil, most urgent first"),
    (
        "Work from the keyboard",
        if ON_A_MAC {
            "Press ⌘K to find a command or an ID, and ? for shortcuts and the meaning of statuses"
        } else {
            "Press Ctrl+K to find a command or an ID, and ? for shortcuts and the meaning of statuses"
        },
    ),
];

/// Which of the first steps is shown.
pub fn step(nth: usize) -> String {
    format!("Step {} of {}", nth + 1, STEPS.len())
}
