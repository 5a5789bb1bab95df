//! A broken rule of an input: which field, and what it must be. The checks stand with the calls.
//!
//! What the documentation of the service names as a limit [refuses](Severity::Refusal): it cannot be sent. What is only
//! usual [warns](Severity::Warning): another service may take it, so it is said and may be sent. Which check is which
//! is in [`crate::input`].

/// Which field of a call broke which rule
/// ([API reference](crate::reference) and [limits](crate::reference::limits#field-limits)).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {rule}")]
pub struct InputError {
    /// The field's name in the API: `billing.address.country`.
    pub field: String,
    pub rule: Rule,
    pub severity: Severity,
}

/// What follows from a broken rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// It cannot be sent.
    Refusal,
    /// It can be sent; the service may refuse it.
    Warning,
}

impl InputError {
    /// A rule without which nothing is sent.
    pub fn new(field: impl Into<String>, rule: impl Into<Rule>) -> Self {
        Self { field: field.into(), rule: rule.into(), severity: Severity::Refusal }
    }

    /// A rule that has no source in the documentation of the service.
    pub fn warning(field: impl Into<String>, rule: impl Into<Rule>) -> Self {
        Self::new(field, rule).into_warning()
    }

    /// Makes the rule a warning.
    pub fn into_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Names the field within a part of the body.
    pub fn within(self, part: &str) -> Self {
        Self { field: format!("{part}.{}", self.field), ..self }
    }

    /// Whether nothing can be sent with it.
    pub fn refuses(&self) -> bool {
        self.severity == Severity::Refusal
    }
}

/// Whether anything in `errors` keeps an input from being sent.
pub fn is_refused(errors: &[InputError]) -> bool {
    errors.iter().any(InputError::refuses)
}

/// A broken rule. The text that a form shows of it is made by
/// `presenter::rule_text`.
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
        Self::Sentence(paydesk_domain::text::capitalized(&error.to_string()))
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
