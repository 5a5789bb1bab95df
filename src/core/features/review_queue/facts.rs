//! What a person decides by: other payments of the same person, the usual amount, places, and what was done and
//! written here before. Looked for once, and again where something it comes from has changed.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::WorkspaceView;
use crate::features::history::HistoryPhase;
use crate::features::operation_log::{LoggedOperations, LoggedOutcome};
use crate::remote::Remote;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payer_places::PayerPlaces;
use paydesk_domain::payment::Payment;
use paydesk_domain::zone::Zone;

use super::related::Related;
use super::sources::ReviewSources;

/// Most earlier operations and notes that are shown.
const EARLIER_MAX: usize = 8;
/// While payments come in, how often it is looked again, in seconds.
const AGAIN_S: i64 = 2;

/// Something that was done from here to a payment of the same person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierOperation {
    pub payment_id: PaymentId,
    /// `Approve 128.40 EUR`.
    pub title: String,
    pub outcome: LoggedOutcome,
    pub operator: String,
    pub at: DateTime<Utc>,
}

/// A note on another payment of the same person, or on the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierNote {
    pub subject: NoteSubject,
    pub text: String,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// What is known of one payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFacts {
    pub payment_id: PaymentId,
    pub related: Related,
    pub places: PayerPlaces,
    /// The latest first.
    pub earlier: Vec<EarlierOperation>,
    pub notes: Vec<EarlierNote>,
    /// Tags of the customer.
    pub customer_tags: Vec<String>,
    /// Whether every payment of the service is known here with its details: otherwise there may be more.
    pub is_whole: bool,
    /// Nothing is known here, as the payments are not stored.
    pub is_off: bool,
}

/// The facts of the payment in front, and what they were found in.
#[derive(Debug, Default)]
pub(super) struct CurrentFacts {
    found: Option<ReviewFacts>,
    of: Option<FoundIn>,
    found_at: Option<DateTime<Utc>>,
    again_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FoundIn {
    details: u64,
    history: (u64, usize, usize),
    operation_log: u64,
    notes: u64,
    zone: Zone,
}

impl CurrentFacts {
    pub(super) fn of(&self, payment_id: &PaymentId) -> Option<&ReviewFacts> {
        self.found.as_ref().filter(|found| found.payment_id == *payment_id)
    }

    pub(super) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.again_at
    }

    /// Looks for the facts of a payment that was read, unless nothing has changed.
    pub(super) fn follow(&mut self, payment_id: &PaymentId, from: &ReviewSources<'_>, view: &WorkspaceView<'_>) {
        let columns = from.history.columns();
        let of = FoundIn {
            details: from.payments.details_revision(),
            history: (columns.revision(), columns.len(), columns.detailed()),
            operation_log: from.operation_log.revision(),
            notes: view.notes.revision(),
            zone: view.zone,
        };
        let is_same_payment = self.of(payment_id).is_some();
        if is_same_payment && self.of == Some(of) {
            self.again_at = None;
            return;
        }
        let may_at = self.found_at.map(|at| at + TimeDelta::seconds(AGAIN_S)).filter(|at| *at > view.now);
        let only_history = self.of.is_some_and(|before| FoundIn { history: of.history, ..before } == of);
        if let Some(at) = may_at.filter(|_| is_same_payment && only_history) {
            self.again_at = Some(at);
            return;
        }
        let Some(payment) = from.payments.detail(payment_id).and_then(Remote::value) else { return };
        self.found = Some(ReviewFacts::of(payment, from, view));
        (self.of, self.found_at, self.again_at) = (Some(of), Some(view.now), None);
    }
}

impl ReviewFacts {
    fn of(payment: &Payment, from: &ReviewSources<'_>, view: &WorkspaceView<'_>) -> Self {
        let related = Related::of(payment, from.history, view);
        let others: Vec<&PaymentId> = std::iter::once(&payment.payment_id).chain(&related.same_person).collect();
        let customer = payment.customer_id.as_ref().map(|id| NoteSubject::new(ResourceKind::Customer, id.as_str()));
        let (columns, place) = (from.history.columns(), from.history.place());
        Self {
            payment_id: payment.payment_id.clone(),
            places: PayerPlaces::of(&payment.raw),
            earlier: earlier(&others, from.operation_log, view),
            notes: notes(&others, customer.as_ref(), view),
            customer_tags: customer.iter().flat_map(|of| view.notes.tags_of(of)).map(|tag| tag.word.clone()).collect(),
            is_whole: place.is_whole && columns.detailed() == columns.len(),
            is_off: from.history.phase() != HistoryPhase::Open,
            related,
        }
    }
}

/// What was done from here to payments of the same person, the latest first.
fn earlier(of: &[&PaymentId], operation_log: &LoggedOperations, view: &WorkspaceView<'_>) -> Vec<EarlierOperation> {
    let mut found: Vec<EarlierOperation> = Vec::new();
    for payment_id in of {
        let records = operation_log.of_target(payment_id.as_str());
        let ours = records
            .filter(|record| record.profile_id == *view.profile_id && record.target.kind == ResourceKind::Payment);
        found.extend(ours.map(|record| EarlierOperation {
            payment_id: (*payment_id).clone(),
            title: record.title.clone(),
            outcome: record.outcome,
            operator: record.operator.clone(),
            at: record.recorded_at,
        }));
    }
    found.sort_by_key(|of| std::cmp::Reverse(of.at));
    found.truncate(EARLIER_MAX);
    found
}

/// The notes on other payments of the same person and on the customer, the latest first. The first of the payments is
/// the one in front, whose notes are shown beside.
fn notes(of: &[&PaymentId], customer: Option<&NoteSubject>, view: &WorkspaceView<'_>) -> Vec<EarlierNote> {
    let payments = of.iter().skip(1).map(|payment_id| NoteSubject::payment(payment_id));
    let subjects: Vec<NoteSubject> = customer.cloned().into_iter().chain(payments).collect();
    let mut found: Vec<EarlierNote> = Vec::new();
    for subject in &subjects {
        let written = view.notes.notes_of(subject).filter(|note| !note.is_deleted());
        found.extend(written.map(|note| EarlierNote {
            subject: note.subject.clone(),
            text: note.text.clone(),
            by: note.by.clone(),
            at: note.written_at(),
        }));
    }
    found.sort_by_key(|of| std::cmp::Reverse(of.at));
    found.truncate(EARLIER_MAX);
    found
}
