//! One operation as the journal records it, for the list.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::operations::journal::{JournalEntry, JournalStep, Recorded, ResolvedBy};
use crate::operations::{OperationPlan, ResolvedAs, ResourceKind};
use crate::text;
use paydesk_api::endpoints::TitleSubject;
use paydesk_api::operation::Target;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::Money;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::search_text::plain;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;

/// The title of an operation that another version of Paydesk wrote.
const OTHER_VERSION: &str = "Operation from another Paydesk version";
/// Longest id and name in a row, in characters.
const ID_CHARS: usize = 80;
pub(super) const NAME_CHARS: usize = 60;

/// How an operation stands by its last entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoggedOutcome {
    InProgress,
    Unknown,
    Done,
    Declined,
    Rejected,
    NotSent,
    /// Refused, and found done all the same: by an earlier copy of it, or by someone else.
    AlreadyDone,
    /// Something else happened to its target instead.
    Superseded,
    /// Nothing can show any more whether it took effect.
    NotKnown,
    /// It only asked for a status.
    NotAnswered,
    Resolved(LoggedResolver),
}

/// Who settled an unknown outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoggedResolver {
    Read,
    Webhook,
    Person,
}

impl LoggedOutcome {
    /// All there are, in the order of the filter.
    pub const ALL: [Self; 13] = [
        Self::Done,
        Self::Declined,
        Self::Rejected,
        Self::NotSent,
        Self::AlreadyDone,
        Self::Superseded,
        Self::NotKnown,
        Self::NotAnswered,
        Self::Unknown,
        Self::InProgress,
        Self::Resolved(LoggedResolver::Read),
        Self::Resolved(LoggedResolver::Webhook),
        Self::Resolved(LoggedResolver::Person),
    ];

    pub fn label(self) -> &'static str {
        match self {
            Self::InProgress => text::UNDER_WAY,
            Self::Unknown => text::UNKNOWN,
            Self::Done => text::DONE,
            Self::Declined => text::DECLINED,
            Self::Rejected => text::REJECTED,
            Self::NotSent => text::NOT_SENT,
            Self::AlreadyDone => ResolvedAs::AlreadyDone.word(),
            Self::Superseded => ResolvedAs::Superseded.word(),
            Self::NotKnown => ResolvedAs::NotKnown.word(),
            Self::NotAnswered => ResolvedAs::NotAnswered.word(),
            Self::Resolved(LoggedResolver::Read) => "Confirmed with the service",
            Self::Resolved(LoggedResolver::Webhook) => "Resolved by an event",
            Self::Resolved(LoggedResolver::Person) => "Resolved by a person",
        }
    }

    pub(super) fn after(step: &JournalStep) -> Self {
        match step {
            JournalStep::Prepared(_) | JournalStep::Sending { .. } => Self::InProgress,
            JournalStep::Confirmed { .. } => Self::Done,
            JournalStep::Declined { .. } => Self::Declined,
            JournalStep::Rejected { .. } => Self::Rejected,
            JournalStep::NotSent { .. } => Self::NotSent,
            JournalStep::Unknown { .. } => Self::Unknown,
            JournalStep::Resolved { by, ended, .. } => match (ended, by) {
                (Some(ResolvedAs::AlreadyDone), _) => Self::AlreadyDone,
                (Some(ResolvedAs::Declined), _) => Self::Declined,
                (Some(ResolvedAs::Superseded), _) => Self::Superseded,
                (Some(ResolvedAs::NotKnown), _) => Self::NotKnown,
                (Some(ResolvedAs::NotAnswered), _) => Self::NotAnswered,
                (None, ResolvedBy::Read) => Self::Resolved(LoggedResolver::Read),
                (None, ResolvedBy::Webhook) => Self::Resolved(LoggedResolver::Webhook),
                (None, ResolvedBy::Person) => Self::Resolved(LoggedResolver::Person),
            },
        }
    }
}

/// One operation: what was asked for, by whom, and what came of it; texts ready to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedOperation {
    pub operation_id: OperationId,
    pub profile_id: ProfileId,
    pub target: Target,
    pub recorded_at: DateTime<Utc>,
    /// `None` where another version of Paydesk wrote it.
    pub environment: Option<Environment>,
    pub operator: String,
    /// Who confirmed it: of a colleague the user of the team's database, of this desk its operator.
    pub person: String,
    /// At least one step went on while the database of the team was away.
    pub is_alone: bool,
    /// `Capture 128.40 EUR`.
    pub title: String,
    pub money: Option<Money>,
    pub outcome: LoggedOutcome,
    /// What the last entry says: a status, a code with its message, a finding.
    pub detail: String,
    pub time_text: String,
    /// The id or name of what it worked on; empty where that is an id of our own.
    pub object_text: String,
    /// What can be opened for it.
    pub opens: Option<(ResourceKind, String)>,
    /// What a search looks through, in lower case.
    search: String,
}

impl LoggedOperation {
    /// The record of an operation whose first entry this is; `None` where it is not the first of one.
    pub(super) fn begin(entry: &JournalEntry) -> Option<Self> {
        let JournalStep::Prepared(recorded) = &entry.step else { return None };
        let known = match recorded {
            Recorded::Known(description) => Some(description),
            Recorded::Foreign(_) => None,
        };
        let operator = known.map(|known| visible(&known.operator, NAME_CHARS)).unwrap_or_default();
        let mut record = Self {
            operation_id: entry.operation_id.clone(),
            profile_id: entry.profile_id.clone(),
            target: entry.target.clone(),
            recorded_at: entry.at,
            environment: known.map(|known| known.environment),
            operator: operator.clone(),
            person: operator,
            is_alone: entry.is_alone,
            title: known.map_or_else(|| OTHER_VERSION.to_owned(), |known| known.plan.title()),
            money: known.and_then(|known| known.plan.money.clone()),
            outcome: LoggedOutcome::after(&entry.step),
            detail: String::new(),
            time_text: String::new(),
            object_text: known.map(|known| object_text(&known.plan)).unwrap_or_default(),
            opens: known.and_then(|known| opens(&known.plan)),
            search: String::new(),
        };
        record.write_search();
        Some(record)
    }

    /// A later entry of it.
    pub(super) fn go_on(&mut self, entry: &JournalEntry) {
        self.outcome = LoggedOutcome::after(&entry.step);
        self.detail = step_detail(&entry.step);
        self.is_alone |= entry.is_alone;
        self.write_search();
    }

    /// Names the colleague whose operation it is.
    pub(super) fn of_person(mut self, person: &str) -> Self {
        person.clone_into(&mut self.person);
        self.write_search();
        self
    }

    pub(super) fn write_time(&mut self, zone: Zone, now: DateTime<Utc>) {
        self.time_text = zone.short(self.recorded_at, now);
    }

    /// Whether it has a [`plain`] text in it.
    pub(super) fn has(&self, wanted: &str) -> bool {
        wanted.is_empty() || self.search.contains(wanted)
    }

    /// That it went on without the team; empty where it did not.
    pub fn alone_text(&self) -> &'static str {
        if self.is_alone { "Sent without the team: its database was down" } else { "" }
    }

    fn write_search(&mut self) {
        let parts = [self.operation_id.as_str(), &self.target.resource, &self.operator, &self.person];
        let parts = parts.into_iter().chain([&*self.title, &self.detail, self.alone_text()]);
        self.search = plain(&parts.collect::<Vec<_>>().join("\n"));
    }
}

fn object_text(plan: &OperationPlan) -> String {
    match plan.endpoint.spec().texts.subject {
        TitleSubject::Id(_) => visible_id(&plan.target.resource, ID_CHARS),
        TitleSubject::Name => {
            plan.sends("name").and_then(Value::as_str).map(|name| visible(name, NAME_CHARS)).unwrap_or_default()
        }
        // Its id was chosen here.
        TitleSubject::None => plan.payment_id().map(|id| visible_id(id.as_str(), ID_CHARS)).unwrap_or_default(),
    }
}

fn opens(plan: &OperationPlan) -> Option<(ResourceKind, String)> {
    match (plan.payment_id(), plan.endpoint.spec().texts.subject) {
        (Some(payment_id), TitleSubject::Id(_) | TitleSubject::None) => {
            Some((ResourceKind::Payment, payment_id.as_str().to_owned()))
        }
        (None, TitleSubject::Id(_)) => Some((plan.target.kind, plan.target.resource.clone())),
        (_, TitleSubject::Name) | (None, TitleSubject::None) => None,
    }
}

/// What an entry says beside its name; empty where that is all.
pub(super) fn step_detail(step: &JournalStep) -> String {
    let shown = |text: &str| visible(text, 400);
    match step {
        JournalStep::Prepared(Recorded::Known(description)) => {
            let operator = shown(&description.operator);
            let by = if operator.is_empty() { operator } else { format!(" by {operator}") };
            format!("Confirmed{by}, recorded before anything was sent")
        }
        JournalStep::Prepared(Recorded::Foreign(_)) => OTHER_VERSION.to_owned(),
        JournalStep::Sending { attempt } => format!("Attempt {attempt}"),
        JournalStep::Confirmed { status } if status.is_empty() => String::new(),
        JournalStep::Confirmed { status } => format!("Status: {}", shown(status)),
        JournalStep::Declined { code, message } | JournalStep::Rejected { code, message } => {
            match (code.is_empty(), message.is_empty()) {
                (true, true) => text::NO_REASON.to_owned(),
                (true, false) => shown(message),
                (false, true) => shown(code),
                (false, false) => format!("{}: {}", shown(code), shown(message)),
            }
        }
        JournalStep::NotSent { why } | JournalStep::Unknown { why, .. } => shown(why),
        JournalStep::Resolved { finding, .. } => shown(finding),
    }
}
