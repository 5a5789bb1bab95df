//! Rows of the inbox as they are drawn: texts prepared once, and the order they are in.

use std::cmp::Ordering;

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_domain::customer::Customer;
use paydesk_domain::deadline::{answer_by, plain_reason, respond_by};
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::search_text::plain;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::KnownCustomer;

use super::evidence_draft::{EvidenceDraft, EvidenceProgress};
use super::handling::{ASSIGNEE_CHARS, BACK_BEFORE_DUE_H, DisputeHandling, NotContested, snoozed_until};
use super::library::EvidenceLibrary;
use super::reason::reason_words;
use super::text;

/// Most of a word of the service's own, in characters: what is cut on the screen is whole under the pointer.
const WORD_CHARS: usize = 200;

/// Columns that can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumIter)]
pub enum DisputeSortColumn {
    #[default]
    TimeLeft,
    DisputeId,
    PaymentId,
    Customer,
    Amount,
    Currency,
    Status,
    Reason,
    Progress,
    Assignee,
    Note,
    Created,
}

/// The order of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisputeSort {
    pub column: DisputeSortColumn,
    pub descending: bool,
}

/// Where a deadline comes from: only the first is the service's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadlineSource {
    Reported,
    /// Set by a person for this dispute.
    Edited,
    /// So many days after the dispute was created, by our policy.
    Policy {
        days: i64,
    },
}

/// Until when evidence counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    pub at: DateTime<Utc>,
    pub source: DeadlineSource,
}

impl Deadline {
    /// Where it comes from, as text for people.
    pub fn rule(&self, reason: &str) -> String {
        match self.source {
            DeadlineSource::Reported => "Reported by the service".to_owned(),
            DeadlineSource::Edited => "Set in Paydesk, not reported by the service".to_owned(),
            DeadlineSource::Policy { days } => text::estimate_days_after_dispute(days, plain_reason(reason).short),
        }
    }

    /// Whether it is counted by our policy.
    pub fn is_estimated(&self) -> bool {
        match self.source {
            DeadlineSource::Reported | DeadlineSource::Edited => false,
            DeadlineSource::Policy { .. } => true,
        }
    }

    /// Until when it is, with the zone, and whether it is estimated.
    pub fn respond_by(&self, zone: Zone) -> String {
        respond_by(self.at, self.is_estimated(), zone)
    }

    /// How long is left, for a chip or a cell: an estimate says that it is one.
    pub fn left(&self, now: DateTime<Utc>) -> String {
        let left = answer_by(self.at, now).text();
        if self.is_estimated() { text::est(&left) } else { left }
    }
}

/// One row, ready to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct DisputeTableRow {
    pub dispute: Dispute,
    pub id_text: String,
    pub payment_text: String,
    pub amount_text: String,
    pub currency_text: String,
    /// The service's own word for the status.
    pub status_text: String,
    /// The service's own word.
    pub reason_text: String,
    /// The reason of ours that it is.
    pub known: &'static str,
    /// The reason in words, for the column of reasons.
    pub reasons_text: String,
    pub created_text: String,
    pub deadline: Option<Deadline>,
    /// When it was read, where the list could not be read since: it is shown as it was saved.
    pub as_read: Option<DateTime<Utc>>,
    pub counts: EvidenceProgress,
    /// What the evidence submitted from here has in it; `None` where none was submitted.
    pub submitted: Option<Vec<EvidenceField>>,
    pub progress_text: String,
    /// Who works on it; empty where nobody does.
    pub assignee_text: String,
    /// Its tags, and the first line of its newest note.
    pub note_text: String,
    /// Until when it is snoozed, a day before it is due at the latest.
    pub snoozed_until: Option<DateTime<Utc>>,
    /// It is not contested.
    pub not_contested: Option<NotContested>,
    /// The name, the e-mail address or the id of who paid; empty where it is not known.
    pub customer_text: String,
    /// Who paid was looked up: a search by customer can find it.
    pub is_customer_known: bool,
    /// The name and the e-mail address of who paid, for exports.
    pub customer_name: String,
    pub customer_email: String,
    /// Empty where it is not known.
    pub(super) customer_id: String,
    /// When evidence was last submitted from here.
    pub(super) submitted_at: Option<DateTime<Utc>>,
    /// What is searched: ids, amount, reason and customer, in small letters.
    search_text: String,
}

impl DisputeTableRow {
    /// Prepares the texts of one row. `draft` is our evidence draft of it, where there is one.
    pub fn prepare(
        dispute: Dispute,
        evidence: &EvidenceLibrary,
        draft: Option<&EvidenceDraft>,
        zone: Zone,
        now: DateTime<Utc>,
    ) -> Self {
        let reason = dispute.reason.as_deref().unwrap_or_default();
        let known = evidence.known_reason(reason);
        let counts = match draft {
            Some(draft) => draft.counts(known, &evidence.requirements),
            None => EvidenceDraft::new(&ProfileId::embedded(), dispute.dispute_id.clone(), now)
                .counts(known, &evidence.requirements),
        };
        Self {
            id_text: visible_id(dispute.dispute_id.as_str(), 80),
            payment_text: visible_id(dispute.payment_id.as_str(), 80),
            reasons_text: reason_words(&visible(reason, WORD_CHARS), known),
            amount_text: dispute.amount.amount_text(),
            currency_text: visible(dispute.amount.currency.code(), 12),
            status_text: visible(dispute.status.as_str(), WORD_CHARS),
            reason_text: visible(reason, WORD_CHARS),
            known,
            created_text: dispute.created.map(|time| zone.short(time, now)).unwrap_or_default(),
            deadline: deadline(&dispute, draft, evidence),
            as_read: None,
            counts,
            submitted: draft.and_then(EvidenceDraft::fields_at_service),
            progress_text: progress(&dispute, counts, draft.map_or(Sent::Nothing, Sent::of)),
            assignee_text: String::new(),
            note_text: String::new(),
            snoozed_until: None,
            not_contested: None,
            customer_text: String::new(),
            is_customer_known: false,
            customer_name: String::new(),
            customer_email: String::new(),
            customer_id: String::new(),
            submitted_at: draft.and_then(|draft| draft.versions.last()).map(|version| version.at),
            search_text: String::new(),
            dispute,
        }
        .of_customer(draft, None, None)
    }

    /// Adds how it is handled, and what people wrote about it.
    pub fn handled(mut self, handling: Option<&DisputeHandling>, note: &str, now: DateTime<Utc>) -> Self {
        self.note_text = visible(note, 120);
        if let Some(handling) = handling {
            self.not_contested.clone_from(&handling.not_contested);
            self.assignee_text =
                handling.assignee.as_deref().map(|name| visible(name, ASSIGNEE_CHARS)).unwrap_or_default();
            let until = handling.snoozed_until.map(|at| snoozed_until(at, self.snooze_end(now)));
            self.snoozed_until = until.filter(|until| now < *until);
        }
        self
    }

    /// Adds its customer, as our draft, its payment and the customer's record name it: shown and searched.
    pub(super) fn of_customer(
        mut self,
        draft: Option<&EvidenceDraft>,
        known: Option<KnownCustomer>,
        record: Option<&Customer>,
    ) -> Self {
        let of_draft = |field| draft.and_then(|draft| draft.value(field)).unwrap_or_default();
        self.is_customer_known = known.is_some();
        let recorded = |text: fn(&Customer) -> Option<&String>| record.and_then(text).cloned().unwrap_or_default();
        let recorded = KnownCustomer {
            name: recorded(|customer| customer.name.as_ref()),
            email: recorded(|customer| customer.email.as_ref()),
            id: String::new(),
        };
        let customer = known.unwrap_or_default().or(recorded.clone());
        let drafted = [of_draft(EvidenceField::CustomerName), of_draft(EvidenceField::CustomerEmailAddress)];
        let label = [customer.label(), drafted[0], drafted[1]].into_iter().find(|text| !text.is_empty());
        self.customer_text = label.map(|text| visible(text, 80)).unwrap_or_default();
        let parts = [
            &*self.id_text,
            &self.payment_text,
            &self.amount_text,
            &self.currency_text,
            &self.reasons_text,
            &self.reason_text,
            &self.assignee_text,
            &self.note_text,
            drafted[0],
            drafted[1],
            &customer.name,
            &customer.email,
            &customer.id,
            // The facts beside the evidence show these first.
            &recorded.name,
            &recorded.email,
        ];
        self.search_text = plain(&parts.join("\n"));
        (self.customer_name, self.customer_email, self.customer_id) = (customer.name, customer.email, customer.id);
        self
    }

    /// Whether every word of a search is in it.
    pub fn has_words(&self, search: &str) -> bool {
        plain(search).split_whitespace().all(|word| self.search_text.contains(word))
    }

    /// The row of a dispute that cannot be read now, as it was at `at`.
    pub fn as_read(self, at: DateTime<Utc>, zone: Zone, now: DateTime<Utc>) -> Self {
        let reasons_text = text::as_of(zone.short(at, now), &self.reasons_text);
        Self { as_read: Some(at), reasons_text, ..self }
    }

    pub fn reason(&self) -> &str {
        self.dispute.reason.as_deref().unwrap_or_default()
    }

    /// The reason in words.
    pub fn reason_words(&self) -> String {
        reason_words(&self.reason_text, self.known)
    }

    /// What was submitted from here, and whether the dispute was won with it; `None` while it is not decided.
    pub fn result(&self) -> Option<(&[EvidenceField], bool)> {
        let is_won = match self.dispute.status {
            DisputeStatus::Won => true,
            DisputeStatus::Lost => false,
            DisputeStatus::Accepted | DisputeStatus::Cancelled | DisputeStatus::Expired => return None,
            DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => return None,
        };
        self.submitted.as_deref().map(|fields| (fields, is_won))
    }

    /// Whether evidence was submitted, as the service reports it or as it left here.
    pub fn has_sent_evidence(&self) -> bool {
        self.dispute.evidence_submitted_at.or(self.submitted_at).is_some()
    }

    /// Whether evidence may be needed from us: what is not contested needs none.
    pub fn may_need_evidence(&self) -> bool {
        self.dispute.status.may_need_evidence() && self.not_contested.is_none()
    }

    pub fn is_snoozed(&self, now: DateTime<Utc>) -> bool {
        self.dispute.status.takes_evidence() && self.snoozed_until.is_some_and(|until| now < until)
    }

    /// Why it cannot be snoozed, as text for the user.
    pub fn snooze_blocker(&self, now: DateTime<Utc>) -> Option<&'static str> {
        let is_due = self.latest_snooze(now).is_some_and(|latest| latest <= now);
        match (self.dispute.status.takes_evidence(), is_due) {
            (false, _) => Some("The dispute is closed: nothing is left to do"),
            (true, true) => Some("The evidence is due within a day"),
            (true, false) => None,
        }
    }

    /// Until when it can be snoozed at the latest: a day before its evidence is due, or before no more can be added.
    pub fn latest_snooze(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.snooze_end(now).map(|due| due - TimeDelta::hours(BACK_BEFORE_DUE_H))
    }

    /// The deadline that no snooze passes: the one that is running, and of what the bank has the one that is still ahead.
    pub(super) fn snooze_end(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let takes_more = self.dispute.status.takes_evidence() && self.not_contested.is_none();
        let ahead = self.deadline.map(|deadline| deadline.at).filter(|at| takes_more && now < *at);
        self.due().or(ahead)
    }

    /// The deadline that is running: once the bank has the evidence, none is.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        self.deadline.map(|deadline| deadline.at).filter(|_| self.may_need_evidence())
    }
}

/// What left for the service from here, as far as a row says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Nothing,
    Confirmed,
    /// The last that left was neither confirmed nor refused.
    Unconfirmed,
}

impl Sent {
    fn of(draft: &EvidenceDraft) -> Self {
        let confirmed = draft.versions.last().map(|version| version.at);
        match draft.unconfirmed.last() {
            Some(last) if confirmed.is_none_or(|at| at < last.at) => Self::Unconfirmed,
            Some(_) | None if confirmed.is_some() => Self::Confirmed,
            Some(_) | None => Self::Nothing,
        }
    }
}

fn progress(dispute: &Dispute, counts: EvidenceProgress, sent: Sent) -> String {
    let EvidenceProgress { met, recommended, changed, filled, .. } = counts;
    match (sent, changed) {
        (Sent::Unconfirmed, 0) => text::of_outcome_not_known(met, recommended),
        // What was sent from elsewhere cannot be read back.
        (Sent::Nothing, _) if filled == 0 && dispute.status == DisputeStatus::Challenged => {
            text::NOT_SUBMITTED_HERE.to_owned()
        }
        _ if filled == 0 && !dispute.status.takes_evidence() => text::NOT_SUBMITTED_HERE.to_owned(),
        (Sent::Confirmed, 0) => text::of_submitted(met, recommended),
        (Sent::Confirmed | Sent::Unconfirmed, _) => text::of_changed_since(met, recommended),
        (Sent::Nothing, _) => text::of(met, recommended),
    }
}

fn deadline(dispute: &Dispute, draft: Option<&EvidenceDraft>, evidence: &EvidenceLibrary) -> Option<Deadline> {
    let edited = draft.and_then(|draft| draft.deadline).map(|at| Deadline { at, source: DeadlineSource::Edited });
    let reported = dispute.evidence_deadline.map(|at| Deadline { at, source: DeadlineSource::Reported });
    let days = evidence.days_for(dispute.reason.as_deref().unwrap_or_default());
    let policy = || {
        let at = dispute.created?.checked_add_signed(TimeDelta::days(days))?;
        Some(Deadline { at, source: DeadlineSource::Policy { days } })
    };
    edited.or(reported).or_else(policy)
}

/// Orders two rows; equal ones by their deadline, and then by their id.
pub fn compare(a: &DisputeTableRow, b: &DisputeTableRow, sort: DisputeSort) -> Ordering {
    let ordering = match sort.column {
        DisputeSortColumn::TimeLeft => return by_time_left(a, b, sort.descending),
        DisputeSortColumn::DisputeId => a.dispute.dispute_id.cmp(&b.dispute.dispute_id),
        DisputeSortColumn::PaymentId => a.dispute.payment_id.cmp(&b.dispute.payment_id),
        // Amounts of two currencies have no order: currencies stand together.
        DisputeSortColumn::Amount => {
            a.currency_text.cmp(&b.currency_text).then(a.dispute.amount.minor.cmp(&b.dispute.amount.minor))
        }
        DisputeSortColumn::Currency => a.currency_text.cmp(&b.currency_text),
        DisputeSortColumn::Status => a.dispute.status.cmp(&b.dispute.status),
        DisputeSortColumn::Reason => a.reason_words().cmp(&b.reason_words()),
        DisputeSortColumn::Progress => share(a).cmp(&share(b)),
        // Those with nothing stand last.
        DisputeSortColumn::Customer => named(&a.customer_text).cmp(&named(&b.customer_text)),
        DisputeSortColumn::Assignee => named(&a.assignee_text).cmp(&named(&b.assignee_text)),
        DisputeSortColumn::Note => named(&a.note_text).cmp(&named(&b.note_text)),
        DisputeSortColumn::Created => a.dispute.created.cmp(&b.dispute.created),
    };
    let ordering = if sort.descending { ordering.reverse() } else { ordering };
    ordering.then_with(|| by_time_left(a, b, false))
}

fn named(text: &str) -> (bool, &str) {
    (text.is_empty(), text)
}

fn share(row: &DisputeTableRow) -> usize {
    row.counts.met * 100 / row.counts.recommended.max(1)
}

/// What waits for us comes first, the least time left on top; then what is with the bank; then the others. Where no
/// deadline is running, the newest is on top.
fn by_time_left(a: &DisputeTableRow, b: &DisputeTableRow, descending: bool) -> Ordering {
    let ordering = turn(a).cmp(&turn(b)).then_with(|| match (a.due(), b.due()) {
        (Some(a), Some(b)) if descending => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => b.dispute.created.cmp(&a.dispute.created),
    });
    ordering.then_with(|| a.dispute.dispute_id.cmp(&b.dispute.dispute_id))
}

/// Whose turn it is: ours, the bank's, nobody's.
fn turn(row: &DisputeTableRow) -> u8 {
    let status = &row.dispute.status;
    if row.may_need_evidence() { 0 } else { 1 + u8::from(!status.takes_evidence()) }
}
