//! Names under which a person saves something: a view of payments, a board of reports.

/// Longest name, in characters.
pub const SAVED_NAME_MAX_CHARS: usize = 60;
/// Most that is saved of one kind.
pub const SAVED_MAX: usize = 50;

/// Why nothing can be saved under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavedNameFault {
    Empty,
    Taken,
    /// There are [`SAVED_MAX`] already.
    TooMany,
}

/// A name without blanks around it, and not too long.
pub fn bounded_name(name: &str) -> String {
    name.trim().chars().take(SAVED_NAME_MAX_CHARS).collect::<String>().trim_end().to_owned()
}

/// What is wrong with a name beside those that are `saved`; `renamed` is the one that has it already.
pub fn saved_name_fault<'a>(
    saved: impl ExactSizeIterator<Item = &'a str>,
    name: &str,
    renamed: Option<&str>,
) -> Option<SavedNameFault> {
    let name = bounded_name(name);
    let count = saved.len();
    let is_taken = saved.filter(|other| Some(*other) != renamed).any(|other| other == name);
    match name.is_empty() {
        true => Some(SavedNameFault::Empty),
        false if is_taken => Some(SavedNameFault::Taken),
        false if renamed.is_none() && count >= SAVED_MAX => Some(SavedNameFault::TooMany),
        false => None,
    }
}
