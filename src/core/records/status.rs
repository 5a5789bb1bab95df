//! The status of a record, in a word and in what the word means for a person. Each kind says so of its own statuses; the
//! window gives each meaning its shape and its tone.

use std::borrow::Cow;

/// What a status means for the person who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumIter)]
pub enum StatusKind {
    /// There is no status.
    #[default]
    None,
    /// What it says is not known here.
    Unknown,
    /// What was wanted happened.
    Succeeded,
    /// It is over as it should be, and was never to go on.
    Completed,
    /// It did not happen, for good.
    Failed,
    /// It happened and was taken back.
    Reversed,
    /// It is over: cancelled or expired.
    Closed,
    /// The service works on it.
    Processing,
    /// It goes on where somebody else does something.
    Waiting,
    /// It can be used now.
    Open,
    /// The next step is ours, and it ends if that is not taken.
    Due,
    /// Something has to be done about it.
    ActionRequired,
    /// Somebody looks at it before it goes on.
    InReview,
    Paused,
    Trial,
}

/// A status: the service's word for it, and its [`StatusKind`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordStatus {
    word: Cow<'static, str>,
    meaning: StatusKind,
}

impl RecordStatus {
    pub fn new(word: impl Into<Cow<'static, str>>, meaning: StatusKind) -> Self {
        Self { word: word.into(), meaning }
    }

    /// The service reported no status.
    pub const fn not_reported() -> Self {
        Self { word: Cow::Borrowed("Not reported"), meaning: StatusKind::Unknown }
    }

    /// The word it is shown with; empty where its kind has no status.
    pub fn label(&self) -> Cow<'static, str> {
        self.word.clone()
    }

    pub fn meaning(&self) -> StatusKind {
        self.meaning
    }
}
