//! What is saved on this machine for disputes, as the store reads and writes it.

use serde::{Deserialize, Serialize};

use paydesk_domain::evidence::StoredField;
use paydesk_domain::review_assignment::ReviewAssignment;

use super::case_template::CaseTemplate;
use super::evidence_draft::EvidenceDraft;
use super::handling::DisputeHandling;
use super::template::Template;

/// One thing that is saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum DraftDocument {
    #[serde(rename = "case")]
    Draft(EvidenceDraft),
    Template(Template),
    CaseTemplate(CaseTemplate),
    Handling(DisputeHandling),
    /// Who reviews a payment.
    Review(ReviewAssignment),
    /// Days of the policy for a known reason.
    Rule {
        reason: String,
        days: i64,
    },
    /// The reason of ours that a reason of the service is, by its normalised text; absent where its text decides.
    Reason {
        reason: String,
        #[serde(default)]
        known: Option<String>,
    },
    /// What matters in a row of the table; absent where it is as it began.
    #[serde(rename = "needs")]
    Requirements {
        row: String,
        #[serde(default)]
        #[serde(rename = "needs")]
        requirements: Option<Vec<Vec<StoredField>>>,
    },
}

/// What a saved document is of. Files and teams know each by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DocumentKind {
    #[strum(serialize = "case")]
    Draft,
    Template,
    CaseTemplate,
    Handling,
    Review,
    Rule,
    Reason,
    #[strum(serialize = "needs")]
    Requirements,
}

/// The key of a document that outlives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentKey {
    /// Empty where it is of all profiles.
    pub profile_id: String,
    pub kind: DocumentKind,
    pub id: String,
}

impl DraftDocument {
    /// What it is saved under: profile, kind, id. Newer ones replace older ones.
    pub fn key(&self) -> (&str, DocumentKind, &str) {
        match self {
            Self::Draft(draft) => (draft.profile_id.as_str(), DocumentKind::Draft, draft.dispute_id.as_str()),
            Self::Template(template) => (&template.profile_id, DocumentKind::Template, &template.name),
            Self::CaseTemplate(template) => (&template.profile_id, DocumentKind::CaseTemplate, &template.name),
            Self::Handling(handling) => {
                (handling.profile_id.as_str(), DocumentKind::Handling, handling.dispute_id.as_str())
            }
            Self::Review(review) => (review.profile_id.as_str(), DocumentKind::Review, review.payment_id.as_str()),
            Self::Rule { reason, .. } => ("", DocumentKind::Rule, reason),
            Self::Reason { reason, .. } => ("", DocumentKind::Reason, reason),
            Self::Requirements { row, .. } => ("", DocumentKind::Requirements, row),
        }
    }

    /// Its key, to outlive the document.
    pub fn owned_key(&self) -> DocumentKey {
        let (profile_id, kind, id) = self.key();
        DocumentKey { profile_id: profile_id.to_owned(), kind, id: id.to_owned() }
    }
}
