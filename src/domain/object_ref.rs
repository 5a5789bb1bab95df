//! An object of the service as rows, menus and searches name it.

use super::ResourceKind;

/// An object by its kind and its id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectRef {
    pub kind: ResourceKind,
    pub id: String,
}

impl ObjectRef {
    pub fn new(kind: ResourceKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into() }
    }
}
