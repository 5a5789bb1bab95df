//! Signs of comparison.

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QueryComparison {
    Less,
    AtMost,
    AtLeast,
    More,
}

impl QueryComparison {
    /// All of them, so that the longer sign is found before the shorter one.
    pub const ALL: [Self; 4] = [Self::AtLeast, Self::AtMost, Self::More, Self::Less];

    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }

    /// The comparison that `text` begins with, and what follows it.
    pub fn strip(text: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|comparison| Some((comparison, text.strip_prefix(comparison.sign())?)))
    }
}
