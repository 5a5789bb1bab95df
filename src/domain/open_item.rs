//! What people of a team have open beside operations: the evidence that one person at a time writes, and the payments that
//! are reviewed, where others only see it.

use super::ids::{DisputeId, PaymentId};

/// What is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum OpenItemKind {
    /// The evidence draft of a dispute.
    Draft,
    /// A payment of the review queue.
    Review,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpenItem {
    pub kind: OpenItemKind,
    /// Of the dispute or the payment.
    pub id: String,
}

impl OpenItemKind {
    /// As a claim names it.
    pub fn family(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Review => "review",
        }
    }

    pub fn of(family: &str) -> Option<Self> {
        [Self::Draft, Self::Review].into_iter().find(|kind| kind.family() == family)
    }

    /// As a claim names it of somebody who has it open beside who has it by [`Self::family`].
    pub fn family_beside(self) -> &'static str {
        match self {
            Self::Draft => "draft_beside",
            Self::Review => "review_beside",
        }
    }

    pub fn of_beside(family: &str) -> Option<Self> {
        [Self::Draft, Self::Review].into_iter().find(|kind| kind.family_beside() == family)
    }

    /// What colleagues read.
    pub fn description(self) -> &'static str {
        match self {
            Self::Draft => "Evidence",
            Self::Review => "Review",
        }
    }
}

impl OpenItem {
    pub fn draft(id: &DisputeId) -> Self {
        Self { kind: OpenItemKind::Draft, id: id.as_str().to_owned() }
    }

    pub fn review(id: &PaymentId) -> Self {
        Self { kind: OpenItemKind::Review, id: id.as_str().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn a_kind_is_found_by_its_family_and_no_operation_has_one() {
        for kind in OpenItemKind::iter() {
            assert_eq!(OpenItemKind::of(kind.family()), Some(kind));
            assert_eq!(OpenItemKind::of_beside(kind.family_beside()), Some(kind));
            assert_eq!((OpenItemKind::of(kind.family_beside()), OpenItemKind::of_beside(kind.family())), (None, None));
            for family in [kind.family(), kind.family_beside()] {
                assert!(family.parse::<crate::operation::ResourceKind>().is_err());
            }
        }
        assert_eq!(OpenItemKind::of("payment"), None);
    }
}
