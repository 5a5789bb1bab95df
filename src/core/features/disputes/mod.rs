//! Disputes: the inbox that the service lists, and our draft of the evidence for each ([`evidence_draft`]).
//!
//! [`list`] loads all pages into the [`table`], [`rows`] prepares and orders them by the time that is left, [`open`] keeps
//! the open one current. [`drafts`] saves drafts with every change, [`editing`] changes them, [`submit`] sends them and
//! [`submitted`] records how that ended. [`library`] has what is used in many disputes.

mod action;
mod beside_open;
mod cards;
mod case_template;
mod case_templates;
mod count;
mod disputed_part;
mod document;
mod drafts;
mod earlier_payments;
mod editing;
mod evidence_document;
pub mod evidence_draft;
mod facts;
mod field_checks;
mod file_place;
mod files;
mod handling;
mod handling_changes;
mod inserting;
mod insertion;
mod library;
mod library_changes;
mod list;
pub mod local_filter;
mod merge_fields;
mod neighbours;
mod offline;
mod on_fact;
mod open;
mod preflight;
mod reason;
mod requirements;
mod results;
mod rows;
mod sharing;
mod statement;
mod stored_evidence;
mod submit;
mod submitted;
mod table;
mod template;
mod text;
mod texts;
mod what_wins;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::toasts::ToastKind;
use crate::operations::ResourceKind;
use crate::pages::{Pages, UnreadablePage};
use crate::read::RequestId;
use crate::records::CachedRecord;
use crate::route::Route;
use paydesk_api::resources::disputes::calls::DisputeListFilter;
use paydesk_domain::dispute::{Dispute, HandledDispute};
use paydesk_domain::document::UnreadableRows;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::note::{Note, NoteSubject};
use paydesk_domain::payment::Payment;
use paydesk_index::payment_columns::{KnownCustomer, KnownPayments};

use count::CountRead;
use earlier_payments::EarlierPayments;
use stored_evidence::StoredEvidence;
use table::DisputeTable;

pub use action::{
    DisputesAction, EvidenceDraftAction, EvidenceFileAction, EvidencePolicyAction, HandlingAction, InboxAction,
    Neighbour, SubmissionAction, TemplateAction,
};
pub use case_template::CaseTemplate;
pub use document::{DocumentKey, DocumentKind, DraftDocument};
pub use drafts::{DraftEntry, DraftSaveState, EvidenceDrafts};
pub use evidence_document::{DocumentField, DocumentGroup, EvidenceDocument};
pub use evidence_draft::{EvidenceDraft, EvidenceProgress};
pub use facts::{Fact, FactGroup, dispute_facts};
pub use field_checks::FindingKind;
pub use file_place::{EvidenceUpload, FilePlace, UploadedFile, file_kinds};
pub use files::{file_service, is_sandbox_file_id, takes_files};
pub use handling::{ASSIGNEE_CHARS, DisputeHandling, DisputeHandlings, NotContested};
pub use insertion::{Insertion, facts_to_fill};
pub use library::EvidenceLibrary;
pub use local_filter::{
    AssigneeFilter, DecidedDisputes, DisputeLocalFilter, DisputeLocalFilterPart, EvidenceState, HandlingFilter,
    OpenRange, SubmittedFilter,
};
pub use merge_fields::MERGE_FIELDS;
pub use preflight::{PreflightFinding, USUAL_CHARS, unlisted_status_text};
pub use requirements::{Product, RequirementsRow, RequirementsTable};
pub use results::{DecidedResults, FieldEffect, FieldPresence};
pub use rows::{Deadline, DeadlineSource, DisputeSort, DisputeSortColumn, DisputeTableRow};
pub(crate) use sharing::merged_drafts;
pub use statement::{DraftedStatement, OutdatedStatement};
pub use submit::{Review, open_submission, review_findings, submit_blocker};
pub use template::Template;
pub use texts::DisputeTexts;
pub use what_wins::{Certainty, DECIDED_MIN, WinningField};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Disputes {
    pub inbox: Inbox,
    pub count: DisputeCount,
    pub open: OpenDispute,
    /// Who works on them, and when.
    pub handling: DisputeHandlings,
    /// What is about to be sent, reviewed once more.
    pub review: Option<Review>,
    pub upload: Option<EvidenceUpload>,
    inserted: Option<Insertion>,
}

/// The list of the service's disputes, as it is filtered and ordered here.
#[derive(Debug, Default)]
pub struct Inbox {
    pub filter: DisputeListFilter,
    pub local_filter: DisputeLocalFilter,
    /// What a person had filtered by before a number narrowed the inbox to its rows: it is back once these are left.
    before_narrowed: Option<(DisputeListFilter, DisputeLocalFilter)>,
    pub sort: DisputeSort,
    /// The library is shown in the place of the list.
    pub shows_library: bool,
    pub reading: InboxReading,
    table: DisputeTable,
    /// When the next snoozed dispute is listed again.
    wakes_at: Option<DateTime<Utc>>,
    /// Revision and count of the stored payments that customers were last looked up in.
    customers_of: (u64, usize),
    /// Counts how often others were asked for.
    questions: u64,
    /// What was known before the list was read again: an outdated page replaces none of it.
    before: BTreeMap<DisputeId, Dispute>,
    /// What an event said of these was not read since.
    by_event: BTreeSet<DisputeId>,
    /// Those that were last answered with what is older than what is known.
    outdated: BTreeSet<DisputeId>,
}

impl Inbox {
    /// Whether the service was asked for a part of the disputes only.
    pub fn is_filtered_by_service(&self) -> bool {
        self.filter != DisputeListFilter::default()
    }

    /// Whether every dispute of the service was read.
    pub fn is_whole(&self) -> bool {
        self.reading.complete && !self.is_filtered_by_service()
    }
}

/// How far the inbox was read.
#[derive(Debug, Default)]
pub struct InboxReading {
    pub pages: Pages,
    /// How many disputes match at the service, where it says so.
    pub total_count: Option<u64>,
    /// Whether the last page is here.
    pub complete: bool,
    /// The service says that there is more, and sent nothing new: no page is asked for any more.
    pub is_stalled: bool,
    pub read_at: Option<DateTime<Utc>>,
    /// Rows of the service that could not be read.
    pub unreadable: Option<UnreadableRows>,
    unreadable_page: UnreadablePage,
    /// What the service answered to the filter by status, where it refused it: all are read instead.
    filter_refusal: Option<String>,
    next_offset: u32,
    page_request_id: Option<RequestId>,
}

/// How many disputes there are, whatever is listed.
#[derive(Debug, Default)]
pub struct DisputeCount {
    /// Without any filter, as of when that was last read.
    pub all: Option<u64>,
    /// How many wait for evidence, where the service said so.
    pub to_answer: Option<u64>,
    were_all_read: bool,
    read: CountRead,
}

/// The dispute that is open beside the list.
#[derive(Debug, Default)]
pub struct OpenDispute {
    pub id: Option<DisputeId>,
    /// Where it was in the inbox when it was last there.
    place: usize,
    /// The read of it alone, and when the last was asked for.
    request_id: Option<RequestId>,
    read_at: Option<DateTime<Utc>>,
    evidence: StoredEvidence,
    earlier: EarlierPayments,
    /// How disputes of its reason ended, and what that was counted from.
    results: DecidedResults,
    results_of: Option<(DisputeId, u64)>,
}

/// What rows and drafts of disputes are written from besides the list.
pub(crate) struct Evidence<'a> {
    /// Of the profile.
    pub drafts: &'a mut EvidenceDrafts,
    /// Of the whole program.
    pub library: &'a mut EvidenceLibrary,
    /// The payments that are read.
    pub payments: &'a dyn Fn(&PaymentId) -> Option<&'a Payment>,
    /// The payments that are stored on this machine.
    pub stored: &'a KnownPayments,
}

impl Evidence<'_> {
    /// Writes a row, with its amount as the service counts it.
    fn row(&self, mut dispute: Dispute, handling: &DisputeHandlings, view: &WorkspaceView<'_>) -> DisputeTableRow {
        dispute.amount = dispute.amount.counted_as(view.units);
        let draft = self.drafts.draft(&dispute.dispute_id);
        let customer = self.customer(&dispute.payment_id);
        let (handling, note) = (handling.get(&dispute.dispute_id), tags_and_note(&dispute, view));
        let row = DisputeTableRow::prepare(dispute, self.library, draft, view.zone, view.now);
        let record = customer.as_ref().and_then(|known| view.records.find(ResourceKind::Customer, &known.id));
        let record = record.and_then(CachedRecord::customer);
        row.handled(handling, &note, view.now).of_customer(draft, customer, record)
    }

    /// The customer behind a dispute, from its payment as it was read or as it is stored.
    fn customer(&self, payment_id: &PaymentId) -> Option<KnownCustomer> {
        let read = (self.payments)(payment_id).map(KnownCustomer::of);
        read.or_else(|| stored_customer(self.stored, payment_id))
    }

    /// What texts about a dispute are written from.
    fn texts<'a>(&'a self, dispute: &'a Dispute, view: &WorkspaceView<'a>) -> DisputeTexts<'a> {
        let draft = self.drafts.draft_or_new(&dispute.dispute_id, view);
        DisputeTexts { view: *view, dispute, draft, payment: (self.payments)(&dispute.payment_id) }
    }
}

/// The customer of a payment that is stored with its details.
fn stored_customer(stored: &KnownPayments, payment_id: &PaymentId) -> Option<KnownCustomer> {
    let row = stored.find(payment_id).filter(|row| stored.has_details(*row))?;
    stored.customer(row)
}

/// The tags of a dispute, and what was last noted about it.
fn dispute_notes<'a>(
    dispute: &Dispute,
    view: &WorkspaceView<'a>,
) -> (impl Iterator<Item = &'a str> + use<'a>, Option<&'a Note>) {
    let subject = NoteSubject::new(ResourceKind::Dispute, dispute.dispute_id.as_str());
    let tags = view.notes.tags_of(&subject).map(|tag| tag.word.as_str());
    let notes = view.notes.notes_of(&subject).filter(|note| !note.is_deleted());
    (tags, notes.max_by_key(|note| note.written_at()))
}

/// A row as it is exported.
pub fn handled_dispute(row: &DisputeTableRow, view: &WorkspaceView<'_>) -> HandledDispute {
    let (tags, note) = dispute_notes(&row.dispute, view);
    let deadline = row.deadline.filter(|_| row.due().is_some());
    let customer = || view.records.find(ResourceKind::Customer, &row.customer_id)?.customer()?.name.clone();
    HandledDispute {
        deadline: deadline.map(|deadline| deadline.at),
        is_deadline_estimated: deadline.is_some_and(|deadline| deadline.is_estimated()),
        evidence_submitted_at: row.dispute.evidence_submitted_at.or(row.submitted_at),
        customer_name: Some(row.customer_name.clone())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| customer().unwrap_or_default()),
        customer_email: row.customer_email.clone(),
        dispute: row.dispute.clone(),
        assignee: row.assignee_text.clone(),
        note: note.map(|note| note.text.clone()).unwrap_or_default(),
        tags: tags.collect::<Vec<_>>().join(" "),
        snoozed_until: row.snoozed_until.filter(|until| view.now < *until),
        wont_contest: row.not_contested.is_some(),
    }
}

/// Tags and note on one line.
fn tags_and_note(dispute: &Dispute, view: &WorkspaceView<'_>) -> String {
    let (tags, note) = dispute_notes(dispute, view);
    let first_line = note.and_then(|note| note.text.lines().next());
    tags.map(|tag| format!("#{tag}")).chain(first_line.map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

impl Disputes {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.inbox.table.shown_count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn loaded(&self) -> usize {
        self.all().len()
    }

    /// Another number whenever rows came, went or moved.
    pub fn revision(&self) -> u64 {
        self.inbox.table.revision
    }

    /// Another number whenever other rows are asked for.
    pub fn questions(&self) -> u64 {
        self.inbox.questions
    }

    /// Counts every row that came or changed.
    pub fn changes(&self) -> u64 {
        self.inbox.table.changes
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&DisputeTableRow> {
        self.inbox.table.shown(index)
    }

    pub fn find(&self, dispute_id: &DisputeId) -> Option<&DisputeTableRow> {
        self.inbox.table.find(dispute_id)
    }

    /// Of how many disputes that are loaded the customer is not known here: a search by customer cannot find them.
    pub fn unknown_customers(&self) -> usize {
        self.all().iter().filter(|row| !row.is_customer_known).count()
    }

    /// The payments of open disputes whose customer is not known here, once each: those of which the evidence is due
    /// soonest first, those with the bank last.
    pub(crate) fn unread_payments(&self) -> Vec<PaymentId> {
        let is_unread = |row: &&DisputeTableRow| row.dispute.status.takes_evidence() && !row.is_customer_known;
        let mut rows: Vec<&DisputeTableRow> = self.all().iter().filter(is_unread).collect();
        rows.sort_by(|a, b| rows::compare(a, b, DisputeSort::default()));
        let mut seen = BTreeSet::new();
        rows.retain(|row| seen.insert(&row.dispute.payment_id));
        rows.into_iter().map(|row| row.dispute.payment_id.clone()).collect()
    }

    /// All rows that are loaded, in no order.
    pub fn all(&self) -> &[DisputeTableRow] {
        self.inbox.table.loaded()
    }

    /// Whether the service reports deadlines; the specification shows none.
    pub fn reports_deadlines(&self) -> bool {
        self.inbox.table.reports_deadlines
    }

    /// The disputes that could not be read and that we have a draft of: shown as they were last read, in no order.
    pub fn offline(&self) -> &[DisputeTableRow] {
        self.inbox.table.offline()
    }

    /// Where a dispute is in what is shown.
    pub fn position(&self, dispute_id: &DisputeId) -> Option<usize> {
        self.inbox.table.position(dispute_id)
    }

    pub fn open_row(&self) -> Option<&DisputeTableRow> {
        self.find(self.open.id.as_ref()?)
    }

    /// The disputes of a payment, as far as they are loaded.
    pub fn of_payment<'a>(&'a self, payment_id: &'a PaymentId) -> impl Iterator<Item = &'a Dispute> {
        self.all().iter().map(|row| &row.dispute).filter(move |dispute| dispute.payment_id == *payment_id)
    }

    pub(crate) fn handle(&mut self, action: DisputesAction, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        if let Some(why) = action.writes().and_then(|id| cx.view.why_not_write(id)) {
            return cx.toast(ToastKind::Attention, why, None);
        }
        match action {
            DisputesAction::Open(Some(id)) => {
                cx.request(FeatureRequest::SwitchTo(Route::List(ResourceKind::Dispute)));
                self.open(id, evidence, cx)
            }
            DisputesAction::Open(None) => self.close_open(evidence, cx),
            DisputesAction::OpenNeighbour(neighbour) => self.open_neighbour(neighbour, evidence, cx),
            DisputesAction::ShowLibrary(shows) => self.inbox.shows_library = shows,
            DisputesAction::RefreshOpen => self.read_open(cx),
            DisputesAction::Inbox(action) => self.handle_inbox(action, evidence, cx),
            DisputesAction::Policy(action) => self.handle_policy(action, evidence, cx),
            DisputesAction::Draft(action) => self.handle_draft(action, evidence, cx),
            DisputesAction::File(action) => self.handle_file(action, cx),
            DisputesAction::Template(action) => self.handle_template(action, evidence, cx),
            DisputesAction::Handling(action) => self.handle_handling(action, evidence, cx),
            DisputesAction::Submission(action) => self.handle_submission(action, evidence, cx),
        }
    }
}
