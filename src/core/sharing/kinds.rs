//! The kinds of things that a team shares: each one row, and nothing else in the program lists them.

use super::kind::SharedKind;
use super::{annotations, documents, records, views};

/// All there are.
pub(super) static KINDS: [&SharedKind; 4] = [&records::KIND, &annotations::KIND, &documents::KIND, &views::KIND];

/// `None` for one of another version of Paydesk.
pub(super) fn kind(name: &str) -> Option<&'static SharedKind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}
