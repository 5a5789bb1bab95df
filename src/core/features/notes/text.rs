//! The texts of notes and tags.

use std::fmt::Display;

pub fn too_many_tags(most: impl Display) -> String {
    format!("An object can have at most {most} tags. Remove one first.")
}
