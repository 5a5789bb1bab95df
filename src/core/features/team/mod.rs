//! The team of a profile: whether its database answers, who works on what, and the claims of our own operations.
//!
//! Before *prepared* and before *sending* are written to the journal, the database makes the operation the only one on
//! its target over the whole team. The journal of this desk stays the law: what the database allows is written there
//! first, and an operation is released once its last entry is on disk. What is allowed while the database is away is
//! said by the [rule](AwayRule) of the profile.

mod joining;
mod open_items;
mod people;
pub(crate) mod text;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::effect::{OperationClaim, TeamEffect};
use crate::features::history::TeamPaymentsReport;
use crate::features::journal_copy::JournalCopyReport;
use crate::features::sharing::SharingReport;
use crate::operations::journal::{JournalEntry, JournalStepName};
use crate::operations::{Operation, Operations};
use crate::outbox::Outbox;
use crate::problem::Problem;
use paydesk_api::operation::Target;
use paydesk_domain::approval::{ApprovalId, ApprovalItem, ApprovalRule, RunTotal, TeamApproval};
use paydesk_domain::ids::{BulkRunId, DisputeId, OperationId, PaymentId};
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::team::{AwayRule, ClaimHolder, TeamMembership, TeamRole};

pub use joining::{TeamAction, TeamField, TeamInput, user_problem};
pub(crate) use open_items::ItemChange;
pub use open_items::{Colleague, ItemAnswer, OpenItems};
pub use people::TeamPerson;

/// The team of one profile.
#[derive(Debug, Default)]
pub struct Team {
    link: TeamLink,
    /// What colleagues have open.
    claims: Vec<OpenClaim>,
    /// Entries of the journal that are written once the database allows it.
    waiting: Vec<JournalEntry>,
    /// Operations that the database was never asked for: it was away, and the rule lets a desk go on alone.
    alone: BTreeSet<OperationId>,
    /// Its members, as they were reported last.
    people: Vec<TeamPerson>,
    /// What is open here and at colleagues, beside operations.
    pub items: OpenItems,
}

/// How it stands with the database.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TeamLink {
    #[default]
    NotJoined,
    Connecting,
    Connected(TeamSession),
    Away {
        problem: Problem,
        since: DateTime<Utc>,
    },
}

/// Who this person is for the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamSession {
    /// The user of the database.
    pub person: String,
    pub role: TeamRole,
    /// Milliseconds that one answer took.
    pub latency_ms: u64,
}

/// Something that a colleague has open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenClaim {
    pub target: Target,
    pub holder: ClaimHolder,
}

/// What the database of a team reports.
#[derive(Debug, Clone, PartialEq)]
pub enum TeamReport {
    Connected {
        session: TeamSession,
        /// The claims of this desk that are open there.
        own_claims: Vec<OperationId>,
    },
    /// It does not answer, or refuses this person.
    Away {
        problem: Problem,
    },
    /// All that colleagues have open.
    Claims(Vec<OpenClaim>),
    /// The rules of approval, and the requests of the last weeks with all that are open.
    Approvals {
        rules: Vec<ApprovalRule>,
        approvals: Vec<TeamApproval>,
    },
    ApprovalAnswered {
        id: ApprovalId,
        result: Result<(), Problem>,
    },
    /// The items of a bulk run that approval was asked for.
    ApprovalItems {
        id: ApprovalId,
        result: Result<Vec<ApprovalItem>, Problem>,
    },
    /// What this person began in bulk runs of the last 24 hours without approval.
    RunTotals(Vec<RunTotal>),
    /// Who has something that is open here.
    ItemAnswered {
        item: OpenItem,
        answer: ItemAnswer,
    },
    /// All that colleagues have open beside operations.
    ItemsOpen(Vec<(OpenItem, ClaimHolder)>),
    /// All members, now and then.
    People(Vec<TeamPerson>),
    ClaimAnswered {
        operation_id: OperationId,
        step: JournalStepName,
        answer: ClaimAnswer,
    },
    /// What is shared beside claims.
    Sharing(SharingReport),
    /// The team's copies of journals.
    Journal(JournalCopyReport),
    /// The payments that the team's hub reads.
    Payments(TeamPaymentsReport),
}

/// What the database says to a claim.
#[derive(Debug, Clone, PartialEq)]
pub enum ClaimAnswer {
    Granted,
    /// A colleague has it.
    Held(ClaimHolder),
    /// A rule covers it, and it is not approved, or not as it is.
    NeedsApproval,
    /// The database does not allow it, and why, to go after a comma.
    Refused(String),
    /// It did not answer.
    Away(Problem),
}

/// What becomes of an entry of the journal.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Guarded {
    Write(JournalEntry),
    /// Until the database has answered.
    Waits,
    Refused {
        operation_id: OperationId,
        step: JournalStepName,
        why: String,
    },
}

impl Team {
    pub fn link(&self) -> &TeamLink {
        &self.link
    }

    pub fn is_connecting(&self) -> bool {
        self.link == TeamLink::Connecting
    }

    pub fn is_connected(&self) -> bool {
        matches!(self.link, TeamLink::Connected(_))
    }

    /// This person, as the database knows them, while it answers.
    pub fn person(&self) -> Option<&str> {
        match &self.link {
            TeamLink::Connected(session) => Some(&session.person),
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Away { .. } => None,
        }
    }

    /// Whether the profile that is at work has a team, reached or not.
    pub fn is_joined(&self) -> bool {
        self.link != TeamLink::NotJoined
    }

    /// Its members while its database answers.
    pub fn people(&self) -> &[TeamPerson] {
        &self.people
    }

    /// Why its database is of no use now.
    pub fn problem(&self) -> Option<&Problem> {
        match &self.link {
            TeamLink::Away { problem, .. } => Some(problem),
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Connected(_) => None,
        }
    }

    /// What a colleague has open on this target.
    pub fn holder_of(&self, target: &Target) -> Option<&ClaimHolder> {
        self.claims.iter().find(|claim| claim.target == *target).map(|claim| &claim.holder)
    }

    /// What a colleague has open on a payment, or on a refund of it.
    pub fn holder_of_payment(&self, id: &PaymentId) -> Option<&ClaimHolder> {
        let kinds = [ResourceKind::Payment, ResourceKind::Refund];
        kinds.into_iter().find_map(|kind| self.holder_of(&Target::new(kind, id.as_str())))
    }

    /// Whether this operation goes on without the team knowing of it.
    pub fn is_alone(&self, id: &OperationId) -> bool {
        self.alone.contains(id)
    }

    /// Why the evidence of a dispute cannot be written now, as text for the user.
    pub fn why_not_write(&self, id: &DisputeId, membership: Option<&TeamMembership>) -> Option<String> {
        if let Some(colleague) = self.items.holder_here(OpenItemKind::Draft, id.as_str()) {
            return Some(text::written_by(&colleague.person));
        }
        let stops = membership?.away_rule() == AwayRule::Stop;
        self.problem().filter(|_| stops).map(|problem| text::read_only_while_away(&problem.what))
    }

    /// Why nothing may be changed at the service now, as text for the user.
    pub fn read_only_reason(&self, membership: Option<&TeamMembership>) -> Option<String> {
        let stops = membership?.away_rule() == AwayRule::Stop;
        match &self.link {
            TeamLink::Connected(session) if session.role.may_operate() => None,
            TeamLink::Connected(_) => Some(text::READER.to_owned()),
            TeamLink::NotJoined | TeamLink::Connecting => {
                stops.then(|| "Read-only until the team's database responds".to_owned())
            }
            TeamLink::Away { problem, .. } => stops.then(|| text::read_only_while_away(&problem.what)),
        }
    }

    /// The profile is at work: its team is connected to, where it has one.
    pub(crate) fn connect(&mut self, profile: &Profile, saved: Option<&TeamMembership>, outbox: &mut Outbox) {
        let Some(membership) = saved else { return };
        self.link = TeamLink::Connecting;
        // Another session: it is asked again for what is open.
        self.items.away();
        outbox
            .push(TeamEffect::Connect { profile: Box::new(profile.clone()), membership: Box::new(membership.clone()) });
    }

    /// Another profile is at work from now on.
    pub(crate) fn disconnect(&mut self, profile_id: &ProfileId, outbox: &mut Outbox) {
        if self.link != TeamLink::NotJoined {
            self.link = TeamLink::NotJoined;
            self.claims.clear();
            self.people.clear();
            self.items.away();
            outbox.push(TeamEffect::Disconnect { profile_id: profile_id.clone() });
        }
    }

    /// An entry is to be written: at once, or once the database allows it.
    pub(crate) fn guard(
        &mut self,
        entry: JournalEntry,
        (operation, (count, run)): (Option<&Operation>, (u32, Option<&BulkRunId>)),
        membership: Option<&TeamMembership>,
        outbox: &mut Outbox,
    ) -> Guarded {
        let step = entry.step.name();
        let asks = matches!(step, JournalStepName::Prepared | JournalStepName::Sending);
        let claimed = operation.filter(|operation| asks && !operation.plan.is_status_check());
        let (Some(operation), Some(_)) = (claimed, membership) else { return Guarded::Write(entry) };
        if step == JournalStepName::Sending && self.is_alone(&operation.id) {
            return Guarded::Write(JournalEntry { is_alone: true, ..entry });
        }
        outbox.push(TeamEffect::Claim {
            profile_id: entry.profile_id.clone(),
            step,
            claim: Box::new(claim_of(operation, count, run)),
        });
        self.waiting.push(entry);
        Guarded::Waits
    }

    /// The database answered, or did not. `needs` says what an operation that is not approved is not sent for.
    pub(crate) fn claim_answered(
        &mut self,
        (operation_id, step): (&OperationId, JournalStepName),
        answer: ClaimAnswer,
        (rule, needs_approval): (AwayRule, bool),
        needs: &str,
    ) -> Guarded {
        let is_meant = |entry: &JournalEntry| entry.operation_id == *operation_id && entry.step.name() == step;
        let Some(place) = self.waiting.iter().position(is_meant) else { return Guarded::Waits };
        let entry = self.waiting.remove(place);
        let refused = |why| Guarded::Refused { operation_id: operation_id.clone(), step, why };
        match (answer, rule) {
            (ClaimAnswer::Granted, _) => Guarded::Write(entry),
            (ClaimAnswer::Held(holder), _) => refused(text::held(&holder)),
            (ClaimAnswer::NeedsApproval, _) => refused(needs.to_owned()),
            (ClaimAnswer::Refused(why), _) => refused(why),
            (ClaimAnswer::Away(problem), AwayRule::Stop) => refused(text::database_away(&problem.what)),
            // Nobody can know whether it was approved.
            (ClaimAnswer::Away(problem), AwayRule::Alone) if needs_approval => {
                refused(text::approval_unknown(&problem.what))
            }
            (ClaimAnswer::Away(_), AwayRule::Alone) => {
                self.alone.insert(operation_id.clone());
                Guarded::Write(JournalEntry { is_alone: true, ..entry })
            }
        }
    }

    /// An entry is on disk. After the last of an operation its target is free for colleagues.
    pub(crate) fn written(
        &mut self,
        profile_id: &ProfileId,
        (operation_id, step): (&OperationId, JournalStepName),
        outbox: &mut Outbox,
    ) {
        if step.is_final() && self.link != TeamLink::NotJoined {
            // Also of one that went on alone: an answer that was lost may have granted it.
            self.alone.remove(operation_id);
            release(profile_id, operation_id, step, outbox);
        }
    }

    /// What the database reports of itself.
    pub(crate) fn connected(
        &mut self,
        session: TeamSession,
        own_claims: &[OperationId],
        (profile_id, operations): (&ProfileId, &Operations),
        outbox: &mut Outbox,
    ) {
        self.link = TeamLink::Connected(session);
        // What ended while the database was away, or just before the program was closed.
        let is_over = |id: &OperationId| operations.find(id).is_none_or(|operation| !operation.is_open());
        for id in own_claims.iter().filter(|id| is_over(id)) {
            release(profile_id, id, JournalStepName::Resolved, outbox);
        }
    }

    pub(crate) fn away(&mut self, problem: Problem, now: DateTime<Utc>) {
        self.claims.clear();
        self.people.clear();
        self.items.away();
        self.link = match std::mem::take(&mut self.link) {
            TeamLink::Away { since, .. } => TeamLink::Away { problem, since },
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Connected(_) => {
                TeamLink::Away { problem, since: now }
            }
        };
    }

    pub(crate) fn people_reported(&mut self, people: Vec<TeamPerson>) {
        self.people = people;
    }

    pub(crate) fn claims_changed(&mut self, claims: Vec<OpenClaim>) {
        self.claims = claims;
    }
}

fn release(profile_id: &ProfileId, id: &OperationId, ending: JournalStepName, outbox: &mut Outbox) {
    outbox.push(TeamEffect::Release { profile_id: profile_id.clone(), operation_id: id.clone(), ending });
}

fn claim_of(operation: &Operation, count: u32, run: Option<&BulkRunId>) -> OperationClaim {
    OperationClaim {
        operation_id: operation.id.clone(),
        target: operation.plan.target.clone(),
        description: operation.plan.title(),
        endpoint: operation.plan.endpoint,
        money: operation.plan.money.clone(),
        count,
        run: run.cloned(),
        account: operation.plan.request.account,
    }
}
