//! How good the news is that is told of an operation.

/// How good the news of a toast is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastKind {
    Neutral,
    Positive,
    Attention,
    Danger,
}
