//! The texts of notes and tags.

use std::fmt::Display;

pub fn too_many_tags(most: impl Display) -> String {
    format!("An object has at most {most} tags. Remove one first.")
}
