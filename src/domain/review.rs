//! Which status stands for manual review. The specification does not show its name
//! (API reference): it is assumed, named by a person, or learned from an
//! approval that succeeded.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ids::PaymentId;
use super::payment::PaymentStatus;

/// The word that is assumed until another is named or learned: that of our sandbox.
pub const ASSUMED_REVIEW_STATUS: &str = "requires_merchant_action";

/// Longest word taken for a status, in characters.
const WORD_MAX_CHARS: usize = 64;

/// How the name of the status is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum ReviewStatusSource {
    /// A guess.
    Assumed,
    /// A person said so.
    Named { at: DateTime<Utc> },
    /// A payment in this status was approved from here, and the service confirmed it.
    Learned { payment_id: PaymentId, at: DateTime<Utc> },
}

/// The status that a service gives to payments held for manual review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewStatus {
    word: Cow<'static, str>,
    #[serde(flatten)]
    pub source: ReviewStatusSource,
}

/// What a status says of manual review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewStanding {
    InReview,
    /// The specification does not list the status: it may be manual review.
    MayBeInReview,
    NotInReview,
}

/// Why a word cannot be the name of the status.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewStatusError {
    #[error("Enter the status as the service writes it, such as in_review")]
    NotAWord,
    #[error("“{0}” is a documented status with another meaning")]
    Documented(String),
}

impl ReviewStatus {
    /// A guess that is right for our sandbox.
    pub const ASSUMED: Self = Self { word: Cow::Borrowed(ASSUMED_REVIEW_STATUS), source: ReviewStatusSource::Assumed };

    /// Checks a word that a person typed or a service sent.
    pub fn parse(word: &str, source: ReviewStatusSource) -> Result<Self, ReviewStatusError> {
        let word = word.trim();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
        if word.is_empty() || word.len() > WORD_MAX_CHARS || !word.chars().all(is_word) {
            return Err(ReviewStatusError::NotAWord);
        }
        if PaymentStatus::from_word(word).is_documented() {
            return Err(ReviewStatusError::Documented(word.to_owned()));
        }
        Ok(Self { word: Cow::Owned(word.to_owned()), source })
    }

    /// Checks the word once more: a file may have been edited by hand.
    pub fn checked(&self) -> Option<Self> {
        Self::parse(&self.word, self.source.clone()).ok()
    }

    /// As the service writes it.
    pub fn word(&self) -> &str {
        &self.word
    }

    pub fn status(&self) -> PaymentStatus {
        PaymentStatus::from_word(&self.word)
    }

    pub fn is_assumed(&self) -> bool {
        self.source == ReviewStatusSource::Assumed
    }

    /// What `status` says of manual review.
    pub fn standing(&self, status: &PaymentStatus) -> ReviewStanding {
        if status.as_str() == self.word {
            ReviewStanding::InReview
        } else if status.is_documented() {
            ReviewStanding::NotInReview
        } else {
            ReviewStanding::MayBeInReview
        }
    }

    pub fn is(&self, status: &PaymentStatus) -> bool {
        self.standing(status) == ReviewStanding::InReview
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(word: &str) -> Result<ReviewStatus, ReviewStatusError> {
        ReviewStatus::parse(word, ReviewStatusSource::Named { at: DateTime::UNIX_EPOCH })
    }

    #[test]
    fn any_word_that_is_not_documented_can_be_the_name() {
        assert_eq!(named(" in_review ").unwrap().word(), "in_review");
        assert_eq!(named("requires_merchant_action").unwrap().word(), ASSUMED_REVIEW_STATUS);
        for documented in ["succeeded", "requires_capture", "processing", "failed", "cancelled"] {
            assert_eq!(named(documented), Err(ReviewStatusError::Documented(documented.to_owned())));
        }
        for no_word in ["", "  ", "in\u{202e}review", "<b>", &"a".repeat(65)] {
            assert_eq!(named(no_word), Err(ReviewStatusError::NotAWord), "{no_word:?}");
        }
    }

    #[test]
    fn the_assumed_name_is_one_of_those_not_listed_once_another_is_known() {
        let status = PaymentStatus::from_word;
        let known = named("in_review").unwrap();
        assert!(known.is(&status("in_review")));
        assert_eq!(known.standing(&status(ASSUMED_REVIEW_STATUS)), ReviewStanding::MayBeInReview);
        assert_eq!(known.standing(&status("requires_capture")), ReviewStanding::NotInReview);
        assert!(ReviewStatus::ASSUMED.is(&status(ASSUMED_REVIEW_STATUS)));
        assert_eq!(ReviewStatus::ASSUMED.standing(&status("in_review")), ReviewStanding::MayBeInReview);
    }
}
