//! What the inbox is narrowed to beyond what the service filters: picked from the rows that are here.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_domain::deadline::plain_reason;
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::zone::Zone;

use super::rows::DisputeTableRow;
use super::text;

/// Two ends, each of which may be open; the first is included, the last is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpenRange {
    pub from: Option<DateTime<Utc>>,
    pub before: Option<DateTime<Utc>>,
}

/// A filter over the loaded disputes. A part that is empty lets every row through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DisputeLocalFilter {
    /// Any of these.
    pub statuses: Vec<DisputeStatus>,
    /// Any of these, as far as the service reports the stage of a row.
    pub stages: Vec<DisputeStage>,
    /// Any of these.
    pub currencies: Vec<CurrencyCode>,
    pub created: Option<OpenRange>,
    /// Those that were decided in a time.
    pub decided: Option<Arc<DecidedDisputes>>,
    /// The deadline of those that wait for us, as far as it is known or estimated.
    pub due: Option<OpenRange>,
    /// Only those without a deadline that wait for us.
    pub without_deadline: bool,
    /// A reason of the policy, which several reasons of the service map to.
    pub reason: Option<&'static str>,
    /// How far the evidence is.
    pub evidence: Option<EvidenceState>,
    /// What was submitted from here.
    pub submitted: Option<SubmittedFilter>,
    /// Who works on it.
    pub assignee: Option<AssigneeFilter>,
    /// Whether it is contested, and when.
    pub handling: Option<HandlingFilter>,
    /// What was typed: every word of it is in the ids, the amount, the reason or the customer of a row.
    pub search: String,
}

/// The disputes that were decided in a time, one by one: their list has no days of decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedDisputes {
    pub range: OpenRange,
    pub ids: BTreeSet<DisputeId>,
}

impl DecidedDisputes {
    /// Those of both, of the same time; `None` of two times.
    fn or(&self, other: &Self) -> Option<Self> {
        let ids = self.ids.union(&other.ids).cloned().collect();
        (self.range == other.range).then_some(Self { range: self.range, ids })
    }
}

/// What the evidence submitted from here has in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubmittedFilter {
    Any,
    With(EvidenceField),
    Without(EvidenceField),
}

impl SubmittedFilter {
    /// With the name that `label` has for a field.
    pub fn text(self, label: impl Fn(EvidenceField) -> &'static str) -> String {
        match self {
            Self::Any => "in Paydesk".to_owned(),
            Self::With(field) => text::with(label(field)),
            Self::Without(field) => text::without(label(field)),
        }
    }

    fn shows(self, row: &DisputeTableRow) -> bool {
        row.submitted.as_ref().is_some_and(|fields| match self {
            Self::Any => true,
            Self::With(field) => fields.contains(&field),
            Self::Without(field) => !fields.contains(&field),
        })
    }
}

/// Who works on a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AssigneeFilter {
    Nobody,
    Person(String),
}

impl AssigneeFilter {
    pub fn label(&self) -> &str {
        match self {
            Self::Nobody => text::NOBODY,
            Self::Person(name) => name,
        }
    }

    fn shows(&self, row: &DisputeTableRow) -> bool {
        match self {
            Self::Nobody => row.assignee_text.is_empty(),
            Self::Person(name) => row.assignee_text == *name,
        }
    }
}

/// How a dispute is handled. Without one, an inbox leaves out those that are snoozed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum HandlingFilter {
    Contested,
    Snoozed,
    NotContested,
    WithNote,
}

impl HandlingFilter {
    pub fn label(self) -> &'static str {
        match self {
            Self::Contested => "Contested or snoozed",
            Self::Snoozed => "Snoozed",
            Self::NotContested => text::WONT_CONTEST,
            Self::WithNote => "With a note or tag",
        }
    }

    fn shows(self, row: &DisputeTableRow) -> bool {
        match self {
            Self::Contested => row.not_contested.is_none(),
            Self::Snoozed => row.snoozed_until.is_some(),
            Self::NotContested => row.not_contested.is_some(),
            Self::WithNote => !row.note_text.is_empty(),
        }
    }
}

/// How far the evidence of a dispute is, as far as it was made here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum EvidenceState {
    /// Nothing is filled in, and nothing was sent.
    NotStarted,
    /// Begun; recommended fields are empty.
    Incomplete,
    /// All recommended fields are filled, and something of it was not sent.
    Ready,
    OutcomeNotKnown,
    /// Sent, with nothing changed since.
    Submitted,
}

impl EvidenceState {
    pub fn label(self) -> &'static str {
        match self {
            Self::NotStarted => text::NOT_STARTED,
            Self::Incomplete => "Recommended fields missing",
            Self::Ready => "Ready to submit",
            Self::OutcomeNotKnown => text::SENT_OUTCOME_NOT_KNOWN,
            Self::Submitted => text::SUBMITTED,
        }
    }

    /// The one state of a row.
    pub fn of(row: &DisputeTableRow) -> Self {
        let counts = row.counts;
        match (counts.unconfirmed, counts.changed, counts.sent) {
            (1.., _, _) => Self::OutcomeNotKnown,
            (0, 0, 1..) => Self::Submitted,
            (0, 0, 0) if counts.filled == 0 => Self::NotStarted,
            (0, _, _) if counts.met == counts.recommended => Self::Ready,
            (0, _, _) => Self::Incomplete,
        }
    }
}

/// One part of it, which can be lifted alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum DisputeLocalFilterPart {
    Status,
    Stage,
    Currency,
    Created,
    Decided,
    Due,
    Reason,
    Evidence,
    Submitted,
    Assignee,
    Handling,
    Search,
}

impl DisputeLocalFilterPart {
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => text::STATUS,
            Self::Stage => text::STAGE,
            Self::Currency => text::CURRENCY,
            Self::Created => text::CREATED,
            Self::Decided => text::DECIDED,
            Self::Due => "Evidence due",
            Self::Reason => text::REASON,
            Self::Evidence => text::EVIDENCE,
            Self::Submitted => text::SUBMITTED,
            Self::Assignee => text::ASSIGNEE,
            Self::Handling => "Handling",
            Self::Search => text::SEARCH,
        }
    }
}

impl OpenRange {
    pub fn holds(self, time: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= time) && self.before.is_none_or(|before| time < before)
    }

    /// `from 1 Nov 2026`, with hours where an end is no midnight of the zone.
    fn label(self, zone: Zone) -> String {
        let midnight = |time: DateTime<Utc>| zone.day_start(zone.date(time)) == time;
        let last_day = |time: DateTime<Utc>| zone.date(time - chrono::TimeDelta::milliseconds(1));
        let day = |date: chrono::NaiveDate| date.format("%-d %b %Y").to_string();
        match (self.from, self.before) {
            (Some(from), Some(before)) if midnight(from) && midnight(before) => {
                let (from, to) = (zone.date(from), last_day(before));
                if from == to { day(from) } else { format!("{} – {}", day(from), day(to)) }
            }
            (Some(from), Some(before)) => format!("{} – {}", zone.full(from), zone.full(before)),
            (Some(from), None) if midnight(from) => text::from(day(zone.date(from))),
            (Some(from), None) => text::from(zone.full(from)),
            (None, Some(before)) if midnight(before) => text::until(day(last_day(before))),
            (None, Some(before)) => text::before(zone.full(before)),
            (None, None) => "any time".to_owned(),
        }
    }
}

impl DisputeLocalFilter {
    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }

    pub fn shows(&self, row: &DisputeTableRow) -> bool {
        let dispute = &row.dispute;
        let due = match (self.without_deadline, self.due) {
            (true, _) => row.may_need_evidence() && row.deadline.is_none(),
            (false, Some(due)) => row.due().is_some_and(|at| due.holds(at)),
            (false, None) => true,
        };
        due && (self.statuses.is_empty() || self.statuses.contains(&dispute.status))
            && (self.stages.is_empty() || dispute.stage.as_ref().is_some_and(|stage| self.stages.contains(stage)))
            && (self.currencies.is_empty() || self.currencies.contains(dispute.amount.currency.currency_code()))
            && self.created.is_none_or(|created| dispute.created.is_some_and(|at| created.holds(at)))
            && self.decided.as_ref().is_none_or(|decided| decided.ids.contains(&dispute.dispute_id))
            && self.reason.is_none_or(|reason| row.known == reason)
            && self.evidence.is_none_or(|state| EvidenceState::of(row) == state)
            && self.submitted.is_none_or(|submitted| submitted.shows(row))
            && self.assignee.as_ref().is_none_or(|assignee| assignee.shows(row))
            && self.handling.is_none_or(|handling| handling.shows(row))
            && row.has_words(&self.search)
    }

    /// The parts that narrow, with their text: what is on chips.
    pub fn parts(&self, zone: Zone) -> Vec<(DisputeLocalFilterPart, String)> {
        let joined = |text: Vec<&str>| Some(text.join(", ")).filter(|text| !text.is_empty());
        let due = match (self.without_deadline, self.due) {
            (true, _) => Some("no deadline".to_owned()),
            (false, due) => due.map(|due| due.label(zone)),
        };
        [
            (DisputeLocalFilterPart::Status, joined(self.statuses.iter().map(DisputeStatus::as_str).collect())),
            (DisputeLocalFilterPart::Stage, joined(self.stages.iter().map(DisputeStage::as_str).collect())),
            (DisputeLocalFilterPart::Currency, joined(self.currencies.iter().map(CurrencyCode::as_str).collect())),
            (DisputeLocalFilterPart::Created, self.created.map(|created| created.label(zone))),
            (DisputeLocalFilterPart::Decided, self.decided.as_ref().map(|decided| decided.range.label(zone))),
            (DisputeLocalFilterPart::Due, due),
            (DisputeLocalFilterPart::Reason, self.reason.map(|reason| plain_reason(reason).short.to_owned())),
            (DisputeLocalFilterPart::Evidence, self.evidence.map(|state| state.label().to_owned())),
            (DisputeLocalFilterPart::Submitted, self.submitted.map(|submitted| submitted.text(EvidenceField::as_str))),
            (DisputeLocalFilterPart::Assignee, self.assignee.as_ref().map(|assignee| assignee.label().to_owned())),
            (DisputeLocalFilterPart::Handling, self.handling.map(|handling| handling.label().to_owned())),
            (DisputeLocalFilterPart::Search, Some(self.search.clone()).filter(|text| !text.trim().is_empty())),
        ]
        .into_iter()
        .filter_map(|(part, text)| Some((part, text?)))
        .collect()
    }

    /// What shows the rows of both, where they differ in statuses and in what was decided alone.
    pub fn or(mut self, other: &Self) -> Option<Self> {
        self.decided = match (&self.decided, &other.decided) {
            (Some(one), Some(other)) => Some(Arc::new(one.or(other)?)),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => return None,
        };
        let more = other.statuses.iter().filter(|status| !self.statuses.contains(status)).cloned();
        self.statuses = self.statuses.iter().cloned().chain(more).collect();
        let is_alike = Self { statuses: self.statuses.clone(), decided: self.decided.clone(), ..other.clone() } == self;
        is_alike.then_some(self)
    }

    /// Without one part.
    pub fn without(mut self, part: DisputeLocalFilterPart) -> Self {
        match part {
            DisputeLocalFilterPart::Status => self.statuses.clear(),
            DisputeLocalFilterPart::Stage => self.stages.clear(),
            DisputeLocalFilterPart::Currency => self.currencies.clear(),
            DisputeLocalFilterPart::Created => self.created = None,
            DisputeLocalFilterPart::Decided => self.decided = None,
            DisputeLocalFilterPart::Due => (self.due, self.without_deadline) = (None, false),
            DisputeLocalFilterPart::Reason => self.reason = None,
            DisputeLocalFilterPart::Evidence => self.evidence = None,
            DisputeLocalFilterPart::Submitted => self.submitted = None,
            DisputeLocalFilterPart::Assignee => self.assignee = None,
            DisputeLocalFilterPart::Handling => self.handling = None,
            DisputeLocalFilterPart::Search => self.search.clear(),
        }
        self
    }
}
