//! What can be asked of a form as a whole, by a button, in a field or with a key.

/// What a person wants done with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormAction {
    Submit,
    Close,
}
