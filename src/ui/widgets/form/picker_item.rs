//! One line of the list below a field.

use crate::domain::country::plain;

/// One thing to pick.
#[derive(Debug)]
pub struct PickerItem {
    /// What is sent: a code, an id.
    pub(super) code: String,
    pub(super) name: String,
    /// The name as it is searched for.
    pub(super) plain: String,
    /// What is below the field once it is picked.
    pub(super) note: String,
}

impl PickerItem {
    /// As it is in the list.
    pub(super) fn line(&self) -> String {
        if self.name.is_empty() { self.code.clone() } else { format!("{} · {}", self.code, self.name) }
    }

    /// One that is known here by its id: `name` is what people call it, `note` what is below the field once it is picked.
    pub fn known(id: &str, name: &str, note: &str) -> Self {
        Self { code: id.to_owned(), plain: plain(name), name: name.to_owned(), note: note.to_owned() }
    }
}
