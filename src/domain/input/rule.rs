//! A broken rule of an input: which field, and what it must be. The checks stand with the calls.

/// Which field of a call broke which rule
/// ([API reference](crate::api::reference) and [limits](crate::api::reference::limits#field-limits)).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {rule}")]
pub struct InputError {
    /// The field's name in the API: `billing.address.country`.
    pub field: String,
    pub rule: Rule,
}

impl InputError {
    pub fn new(field: impl Into<String>, rule: impl Into<Rule>) -> Self {
        Self { field: field.into(), rule: rule.into() }
    }
}

/// A broken rule. The text that a form shows of it is made by
/// [`presenter::rule_text`](crate::app::presenter::rule_text).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// There must be something.
    Required,
    /// What it must be, as a phrase: `at most 22 characters; this has 30`.
    MustBe(String),
    /// What it is, or is not to be: `is required to confirm`, without the first word.
    Is(String),
    /// What it has to have: `has at least one field`, without the first word.
    Has(String),
    /// A whole sentence, that needs nothing before it: `Every type has a name`.
    Sentence(String),
}

impl Rule {
    /// See [`Self::Is`].
    pub fn is(phrase: impl Into<String>) -> Self {
        Self::Is(phrase.into())
    }

    /// See [`Self::Has`].
    pub fn has(phrase: impl Into<String>) -> Self {
        Self::Has(phrase.into())
    }

    /// See [`Self::Sentence`].
    pub fn sentence(text: impl Into<String>) -> Self {
        Self::Sentence(text.into())
    }

    /// What an error of the domain says, as a sentence: it begins with a capital.
    pub fn fault(error: &impl std::error::Error) -> Self {
        let text = error.to_string();
        let mut chars = text.chars();
        Self::Sentence(chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default())
    }
}

/// A plain phrase says what it must be.
impl From<&str> for Rule {
    fn from(phrase: &str) -> Self {
        Self::MustBe(phrase.to_owned())
    }
}

/// A plain phrase says what it must be.
impl From<String> for Rule {
    fn from(phrase: String) -> Self {
        Self::MustBe(phrase)
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Required => f.write_str("is required"),
            Self::Is(phrase) => write!(f, "is {phrase}"),
            Self::Has(phrase) => write!(f, "has {phrase}"),
            Self::MustBe(text) | Self::Sentence(text) => f.write_str(text),
        }
    }
}
