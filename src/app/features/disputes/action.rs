//! What a person does in the panel of disputes.

use chrono::{DateTime, Utc};

use crate::domain::dispute::DisputeStatus;
use crate::domain::evidence::EvidenceField;
use crate::domain::ids::{DisputeId, PaymentId};

use super::evidence_draft::Product;
use super::local_filter::{DisputeLocalFilter, DisputeLocalFilterPart};
use super::rows::DisputeSortColumn;
use super::template::Template;

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub enum DisputesAction {
    Open(Option<DisputeId>),
    FilterStatus(Option<DisputeStatus>),
    FilterPayment(Option<PaymentId>),
    /// Shows only these of the rows that are here.
    SetLocalFilter(DisputeLocalFilter),
    /// Lifts one part of it.
    RemoveLocalFilter(DisputeLocalFilterPart),
    ClearFilters,
    Refresh,
    Sort(DisputeSortColumn),
    /// Reads the open dispute and its payment again.
    RefreshOpen,
    /// What was sold; `None` leaves it to what is filled in.
    SetProduct(DisputeId, Option<Product>),
    /// Our own deadline of one dispute; `None` goes back to the policy.
    SetDeadline(DisputeId, Option<DateTime<Utc>>),
    /// Days of the policy for a reason.
    SetRule(&'static str, i64),
    /// What matters in a row of the table, named by [`RequirementsRow::name`](super::RequirementsRow::name); `None` goes back to the table we began with.
    SetRequirements {
        row: String,
        requirements: Option<Vec<Vec<EvidenceField>>>,
    },
    /// Which reason of ours a reason of the service is; `None` leaves it to its text.
    MapReason {
        reason: String,
        known: Option<&'static str>,
    },
    /// A field was typed into.
    Edit {
        dispute_id: DisputeId,
        field: EvidenceField,
        text: String,
    },
    /// The switch that clears a field at the service.
    SetClear {
        dispute_id: DisputeId,
        field: EvidenceField,
        clear: bool,
    },
    /// Puts a fact or a text into a field: behind what is there, unless it does already.
    Insert {
        dispute_id: DisputeId,
        field: EvidenceField,
        text: String,
    },
    /// Lets the person choose a file of this machine, which is then uploaded.
    ChooseFile {
        dispute_id: DisputeId,
        field: EvidenceField,
    },
    /// Uploads a file of this machine to the sandbox, for a field.
    Upload {
        dispute_id: DisputeId,
        field: EvidenceField,
        path: String,
    },
    /// Puts a template, by its name, into the field it is for.
    UseTemplate(DisputeId, String),
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
    /// Writes the statement from what is filled in.
    WriteLetter(DisputeId),
    /// Shows what would be sent, with what to look at before.
    Review(DisputeId),
    LeaveReview,
    /// Sends what is looked at.
    Submit,
}
