//! What a person does in the panel of disputes.

use chrono::{DateTime, Utc};

use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, PaymentId};

use super::evidence_document::EvidenceDocument;
use super::local_filter::{DisputeLocalFilter, DisputeLocalFilterPart};
use super::requirements::Product;
use super::rows::DisputeSortColumn;
use super::template::Template;

/// One intent of the person in the panel of disputes.
#[derive(Debug, Clone, PartialEq)]
pub enum DisputesAction {
    Open(Option<DisputeId>),
    /// Opens the one before or after the open one, in the order of the inbox.
    OpenNeighbour(Neighbour),
    /// The library in the place of the list, or the list again.
    ShowLibrary(bool),
    /// Reads the open dispute and its payment again.
    RefreshOpen,
    Inbox(InboxAction),
    Policy(EvidencePolicyAction),
    Draft(EvidenceDraftAction),
    File(EvidenceFileAction),
    Template(TemplateAction),
    Handling(HandlingAction),
    Submission(SubmissionAction),
}

/// Which dispute beside the open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbour {
    Previous,
    Next,
}

/// What is listed, and in which order.
#[derive(Debug, Clone, PartialEq)]
pub enum InboxAction {
    FilterStatus(Option<DisputeStatus>),
    FilterPayment(Option<PaymentId>),
    /// Shows only these of the rows that are here.
    SetLocalFilter(DisputeLocalFilter),
    /// Lifts one part of it.
    RemoveLocalFilter(DisputeLocalFilterPart),
    ClearFilters,
    Refresh,
    Sort(DisputeSortColumn),
}

/// What applies to all disputes of a reason.
#[derive(Debug, Clone, PartialEq)]
pub enum EvidencePolicyAction {
    /// Days of the policy for a reason.
    SetRule(&'static str, i64),
    /// What matters in a row of the table, named by [`RequirementsRow::name`](super::RequirementsRow::name); `None` goes back to the table we began with.
    SetRequirements { row: String, requirements: Option<Vec<Vec<EvidenceField>>> },
    /// Which reason of ours a reason of the service is; `None` leaves it to its text.
    MapReason { reason: String, known: Option<&'static str> },
}

impl DisputesAction {
    /// The dispute whose evidence it writes or sends.
    pub(super) fn writes(&self) -> Option<&DisputeId> {
        match self {
            Self::Draft(action) => Some(action.dispute()),
            Self::File(
                EvidenceFileAction::ChooseFile { dispute_id, .. } | EvidenceFileAction::Upload { dispute_id, .. },
            )
            | Self::Submission(SubmissionAction::Review(dispute_id)) => Some(dispute_id),
            Self::Open(_)
            | Self::OpenNeighbour(_)
            | Self::ShowLibrary(_)
            | Self::RefreshOpen
            | Self::Inbox(_)
            | Self::Policy(_)
            | Self::Template(_)
            | Self::Handling(_)
            | Self::Submission(_) => None,
        }
    }
}

impl EvidenceDraftAction {
    fn dispute(&self) -> &DisputeId {
        match self {
            Self::SetProduct(id, _)
            | Self::SetDeadline(id, _)
            | Self::FillKnownFacts(id)
            | Self::UndoInsertion(id)
            | Self::DraftStatement(id)
            | Self::UseTemplate(id, _)
            | Self::UseCaseTemplate(id, _) => id,
            Self::Edit { dispute_id, .. }
            | Self::SetClear { dispute_id, .. }
            | Self::Insert { dispute_id, .. }
            | Self::LookAt { dispute_id, .. } => dispute_id,
        }
    }
}

/// What is written for one dispute.
#[derive(Debug, Clone, PartialEq)]
pub enum EvidenceDraftAction {
    /// What was sold; `None` leaves it to what is filled in.
    SetProduct(DisputeId, Option<Product>),
    /// Our own deadline of one dispute; `None` goes back to the policy.
    SetDeadline(DisputeId, Option<DateTime<Utc>>),
    /// A field was typed into.
    Edit { dispute_id: DisputeId, field: EvidenceField, text: String },
    /// The switch that clears a field at the service.
    SetClear { dispute_id: DisputeId, field: EvidenceField, clear: bool },
    /// Puts a fact or a text into a field: behind what stands there, unless it does already.
    Insert { dispute_id: DisputeId, field: EvidenceField, text: String },
    /// Fills every empty field whose fact is known, and drafts the statement from them.
    FillKnownFacts(DisputeId),
    /// A person looks at a field that was filled in.
    LookAt { dispute_id: DisputeId, field: EvidenceField },
    /// Takes back what was inserted or filled in last.
    UndoInsertion(DisputeId),
    /// Drafts the statement from what is filled in, or brings the drafted one up to date.
    DraftStatement(DisputeId),
    /// Puts a template, by its name, into the field it is for.
    UseTemplate(DisputeId, String),
    /// Fills the empty fields of a case template, by its name.
    UseCaseTemplate(DisputeId, String),
}

/// Files of this machine for a field.
#[derive(Debug, Clone, PartialEq)]
pub enum EvidenceFileAction {
    /// Lets the person choose a file of this machine, which is then uploaded.
    ChooseFile { dispute_id: DisputeId, field: EvidenceField },
    /// Uploads a file of this machine to the sandbox, for a field.
    Upload { dispute_id: DisputeId, field: EvidenceField, path: String },
}

/// Texts that are used in many disputes.
#[derive(Debug, Clone, PartialEq)]
pub enum TemplateAction {
    /// Saves the text of a field as a template of this name.
    KeepTemplate {
        dispute_id: DisputeId,
        field: EvidenceField,
        name: String,
    },
    /// Saves a template as it was written in the library, in the place of the one of the first name.
    SaveTemplate {
        was: Option<String>,
        template: Box<Template>,
    },
    RemoveTemplate(String),
    /// Takes the removal back.
    PutTemplateBack(String),
    /// Saves the fields of a dispute as a case template of this name.
    SaveCaseTemplate {
        dispute_id: DisputeId,
        name: String,
    },
    RemoveCaseTemplate(String),
    PutCaseTemplateBack(String),
}

/// Who works on disputes, and when: of one, or of all that are selected.
#[derive(Debug, Clone, PartialEq)]
pub enum HandlingAction {
    /// Nobody works on them where `to` is absent.
    Assign {
        disputes: Vec<DisputeId>,
        to: Option<String>,
    },
    /// They are not listed until then, and a day before their evidence is due at the latest.
    Snooze {
        disputes: Vec<DisputeId>,
        until: DateTime<Utc>,
    },
    /// Snoozed ones are listed again.
    Wake(Vec<DisputeId>),
    SetContested {
        disputes: Vec<DisputeId>,
        contested: bool,
    },
}

/// What is sent, looked at once more before.
#[derive(Debug, Clone, PartialEq)]
pub enum SubmissionAction {
    /// Shows what would be sent, with what to look at before.
    Review(DisputeId),
    LeaveReview,
    /// Saves the evidence as the bank will read it as a PDF, as it was previewed.
    SaveDocument(Box<EvidenceDocument>),
    /// Sends what is looked at.
    Submit,
    /// Submits it, and opens the next dispute that needs evidence.
    SubmitAndOpenNext,
}
