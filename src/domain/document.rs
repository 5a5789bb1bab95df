//! What came from the service: the document as it was, and what in it could not be read.
//!
//! Every record keeps its document, with secrets masked, to be shown and copied on demand. The only file of the
//! nouns that knows JSON.

use std::sync::Arc;

/// An answer as it came, with secrets masked.
pub type Raw = Arc<serde_json::Value>;

/// A field that is not what it should be: where, and what stood there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the answer has {found} at {path}, where {expected} was expected")]
pub struct DecodeError {
    /// JSON path from the root of the body: `data[3].amount`.
    pub path: String,
    pub expected: &'static str,
    pub found: String,
}
