//! Disputes: the inbox that the service lists, and our file on each ([`evidence_draft`]).
//!
//! [`list`] loads all pages, [`rows`] prepares and orders them by the time that is left, [`draft_store`] keeps drafts on disk
//! with every change, [`submit`] sends them.

mod cards;
pub mod draft_store;
pub mod evidence_draft;
pub mod facts;
pub mod field_checks;
pub mod files;
pub mod library;
pub mod list;
pub mod local_filter;
mod offline;
pub mod preflight;
mod reason_mapping;
pub mod requirements;
pub mod results;
pub mod rows;
pub mod submit;
pub mod texts;

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::api::calls::disputes::DisputeListFilter;
use crate::api::error::CallError;
use crate::app::features::payments::Pages;
use crate::app::read::RequestId;
use crate::app::state::State;
use crate::domain::dispute::{Dispute, DisputeStatus};
use crate::domain::document::UnreadableRows;
use crate::domain::evidence::EvidenceField;
use crate::domain::ids::{DisputeId, PaymentId};

pub use draft_store::{DraftDocument, DraftEntry, DraftSaveState, Drafts, EvidenceLibrary};
pub use evidence_draft::{EvidenceDraft, EvidenceProgress, Product};
pub use facts::{Fact, FactGroup};
pub use files::{FilePlace, Upload, UploadedFile};
pub use library::Template;
pub use local_filter::{DisputeLocalFilter, DisputeLocalFilterPart, OpenRange};
pub use preflight::{FindingKind, PreflightFinding};
pub use requirements::{RequirementsRow, RequirementsTable};
pub use rows::{Deadline, DeadlineSource, DisputeSort, DisputeSortColumn, DisputeTableRow};
pub use submit::Review;
pub use texts::MERGE_FIELDS;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Disputes {
    pub filter: DisputeListFilter,
    pub local_filter: DisputeLocalFilter,
    pub sort: DisputeSort,
    pub pages: Pages,
    /// How many disputes match at the service, where it says so.
    pub total_count: Option<u64>,
    /// How many there are without any filter, as of when that was last read.
    pub all_count: Option<u64>,
    /// Whether the last page is here.
    pub complete: bool,
    pub read_at: Option<DateTime<Utc>>,
    /// Rows of the service that could not be read.
    pub unreadable: Option<UnreadableRows>,
    /// How many disputes wait for evidence, where the service said so.
    pub to_answer: Option<u64>,
    /// The dispute that is open beside the list.
    pub open: Option<DisputeId>,
    /// Where the keyboard is in what is shown.
    pub cursor: Option<usize>,
    rows: Vec<DisputeTableRow>,
    /// What is kept of disputes that we have a file on and that could not be read.
    kept: Vec<DisputeTableRow>,
    index: HashMap<DisputeId, usize>,
    /// Indices into `rows` and, behind its end, into `kept`; picked and ordered.
    view: Vec<u32>,
    /// Counts how often rows came, went or moved.
    revision: u64,
    /// Counts how often others were asked for.
    questions: u64,
    changes: u64,
    next_offset: u32,
    page_request_id: Option<RequestId>,
    count_request_id: Option<RequestId>,
    /// The read of the open dispute alone, and when the last was asked for.
    open_request_id: Option<RequestId>,
    open_read_at: Option<DateTime<Utc>>,
    /// What is about to be sent, looked at once more.
    pub review: Option<Review>,
    pub upload: Option<Upload>,
}

/// What the person does in the panel.
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
    /// What matters in a row of the table, named by [`RequirementsRow::name`]; `None` goes back to the table we began with.
    SetRequirements {
        row: String,
        requirements: Option<Vec<Vec<EvidenceField>>>,
    },
    /// Which reason of ours a reason of the service is; `None` leaves it to its words.
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
    /// Puts a fact or a text into a field: behind what stands there, unless it does already.
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
    /// Keeps the text of a field as a template of this name.
    KeepTemplate {
        dispute_id: DisputeId,
        field: EvidenceField,
        name: String,
    },
    /// Keeps a template as it was written in the library, in the place of the one of the first name.
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

impl Disputes {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    pub fn loaded(&self) -> usize {
        self.rows.len()
    }

    /// Another number whenever rows came, went or moved.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever other rows are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&DisputeTableRow> {
        self.view.get(index).and_then(|row| self.either(*row as usize))
    }

    pub fn find(&self, dispute_id: &DisputeId) -> Option<&DisputeTableRow> {
        let kept = || self.kept.iter().find(|row| row.dispute.dispute_id == *dispute_id);
        self.index.get(dispute_id).map(|row| &self.rows[*row]).or_else(kept)
    }

    fn either(&self, index: usize) -> Option<&DisputeTableRow> {
        self.rows.get(index).or_else(|| self.kept.get(index.checked_sub(self.rows.len())?))
    }

    /// All rows that are loaded, in no order. What is only kept is none of them.
    pub fn all(&self) -> &[DisputeTableRow] {
        &self.rows
    }

    /// Counts every row that came or changed.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Where a dispute stands in what is shown.
    pub fn position(&self, dispute_id: &DisputeId) -> Option<usize> {
        let is_it = |row: &DisputeTableRow| row.dispute.dispute_id == *dispute_id;
        self.view.iter().position(|shown| self.either(*shown as usize).is_some_and(is_it))
    }

    pub fn open_row(&self) -> Option<&DisputeTableRow> {
        self.find(self.open.as_ref()?)
    }

    /// The disputes of a payment, as far as they are loaded.
    pub fn of_payment<'a>(&'a self, payment_id: &'a PaymentId) -> impl Iterator<Item = &'a Dispute> {
        self.rows.iter().map(|row| &row.dispute).filter(move |dispute| dispute.payment_id == *payment_id)
    }

    /// The reads under way were dropped; what was loading has failed with `error`.
    pub(in crate::app) fn reads_dropped(&mut self, error: &CallError) {
        (self.page_request_id, self.count_request_id, self.open_request_id) = (None, None, None);
        let is_empty = self.pages == Pages::Idle && self.rows.is_empty() && !self.complete;
        if self.pages == Pages::Loading || is_empty {
            self.pages = Pages::Failed(error.clone());
        }
    }
}

impl State {
    pub(in crate::app) fn on_disputes(&mut self, action: DisputesAction) {
        match action {
            DisputesAction::Open(Some(id)) => self.open_dispute(id),
            DisputesAction::Open(None) => self.close_dispute(),
            DisputesAction::FilterStatus(status) => self.filter_disputes(|filter| filter.status = status),
            DisputesAction::FilterPayment(payment_id) => self.filter_disputes(|filter| filter.payment_id = payment_id),
            DisputesAction::SetLocalFilter(local_filter) => self.set_dispute_local_filter(local_filter),
            DisputesAction::RemoveLocalFilter(part) => {
                self.set_dispute_local_filter(self.workspace.disputes.local_filter.clone().without(part))
            }
            DisputesAction::ClearFilters => {
                self.workspace.disputes.local_filter = DisputeLocalFilter::default();
                self.workspace.disputes.questions += 1;
                self.order_disputes();
                self.filter_disputes(|filter| *filter = DisputeListFilter::default());
            }
            DisputesAction::Refresh => self.reload_disputes(),
            DisputesAction::Sort(column) => self.sort_disputes(column),
            DisputesAction::RefreshOpen => self.read_open_dispute(),
            DisputesAction::SetProduct(id, product) => self.change_draft(&id, |case| case.product = product),
            DisputesAction::SetDeadline(id, deadline) => self.change_draft(&id, |case| case.deadline = deadline),
            DisputesAction::SetRule(reason, days) => self.set_deadline_rule(reason, days),
            DisputesAction::SetRequirements { row, requirements } => self.set_requirements(&row, requirements),
            DisputesAction::MapReason { reason, known } => self.map_reason(&reason, known),
            DisputesAction::Edit { dispute_id, field, text } => {
                self.forget_failed_upload(Some((&dispute_id, field)));
                self.change_draft(&dispute_id, |case| case.edit(field, text))
            }
            DisputesAction::SetClear { dispute_id, field, clear } => {
                self.change_draft(&dispute_id, |case| case.set_clear(field, clear))
            }
            DisputesAction::Insert { dispute_id, field, text } => {
                self.rewrite_draft(&dispute_id, |case| case.insert(field, &text))
            }
            DisputesAction::ChooseFile { dispute_id, field } => self.choose_file(dispute_id, field),
            DisputesAction::Upload { dispute_id, field, path } => self.upload_file(dispute_id, field, path),
            DisputesAction::UseTemplate(dispute_id, name) => self.use_template(&dispute_id, &name),
            DisputesAction::KeepTemplate { dispute_id, field, name } => self.keep_template(&dispute_id, field, name),
            DisputesAction::SaveTemplate { was, template } => self.save_template(was, *template),
            DisputesAction::RemoveTemplate(name) => self.remove_template(&name),
            DisputesAction::PutTemplateBack(name) => self.put_template_back(&name),
            DisputesAction::WriteLetter(dispute_id) => self.write_letter(&dispute_id),
            DisputesAction::Review(dispute_id) => self.review_evidence(dispute_id),
            DisputesAction::LeaveReview => {
                self.workspace.disputes.review = None;
            }
            DisputesAction::Submit => self.submit_evidence(),
        }
    }
}
