//! The texts of the cards of a board.

pub use crate::text::{COPY_QUERY, GROUP, RETRY, TIME};

use std::fmt::Display;

// Card

pub fn numbers_of(title: impl Display) -> String {
    format!("Numbers in “{title}”")
}

pub fn what_means(title: impl Display) -> String {
    format!("What “{title}” means")
}

pub fn show_as_chart(title: impl Display) -> String {
    format!("Show “{title}” as a chart")
}

pub fn show_as_table(title: impl Display) -> String {
    format!("Show “{title}” as a table")
}

pub fn more_for(title: impl Display) -> String {
    format!("More for “{title}”")
}

pub fn loading(title: impl Display) -> String {
    format!("Loading {title}…")
}

// Figures

pub const UP: &str = "Up ";

// Sheet

pub const SHARE: &str = "Share";

pub fn incomplete(named: impl Display) -> String {
    format!("{named}, incomplete")
}

pub fn count(named: impl Display) -> String {
    format!("{named}, count")
}

// Table

pub fn as_table(title: impl Display) -> String {
    format!("{title} as a table")
}
