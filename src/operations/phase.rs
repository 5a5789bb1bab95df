//! How far an operation came, what is known of an unknown one, and how it can end. Data only: what leads from one to the
//! next is [`super::lifecycle`].

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::read::RequestId;
use paydesk_api::error::ApiError;
use paydesk_api::freshness::NotFresh;
use paydesk_api::operation::Target;
use paydesk_api::proof::JudgementReason;
use paydesk_domain::ids::OperationId;
use paydesk_domain::problem::Problem;

use super::{OperationPlan, Precondition, resolution_schedule};

/// What a person confirmed: the operation's id is made with the form, so that a second click is the same operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    pub id: OperationId,
    pub plan: OperationPlan,
    pub precondition: Precondition,
}

/// How far an operation came.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// `prepared` is being written.
    Preparing,
    /// `prepared` is on disk; until this time the person can undo it, and nothing else happens.
    Undoable {
        until: DateTime<Utc>,
    },
    /// The payment is read again: does it still match what the person saw?
    Checking {
        request_id: RequestId,
        asked_at: DateTime<Utc>,
    },
    /// Held back by the rate limit; can be withdrawn.
    AwaitingTurn {
        until: DateTime<Utc>,
    },
    /// `sending` is being written.
    Starting,
    Sending {
        since: DateTime<Utc>,
    },
    /// Sent, outcome unknown: settled by reading.
    Unknown(UnknownOutcome),
    /// Prepared before a crash and never sent: the person sends or discards it.
    NeverSent,
    Ended(Outcome),
}

impl Phase {
    /// When the read under way was asked for.
    pub(super) fn asked_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Checking { asked_at, .. } => Some(*asked_at),
            Self::Unknown(unknown) => unknown.asked_at,
            Self::Preparing
            | Self::Undoable { .. }
            | Self::AwaitingTurn { .. }
            | Self::Starting
            | Self::Sending { .. }
            | Self::NeverSent
            | Self::Ended(_) => None,
        }
    }
}

/// An outcome that is not known, and the reading that is to settle it.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownOutcome {
    pub why: String,
    /// Reads made so far.
    pub reads: u32,
    /// When the next read is due; `None` while one is under way.
    pub next_read_at: Option<DateTime<Utc>>,
    pub request_id: Option<RequestId>,
    /// When the read under way was asked for: its answer may take long, and speaks of that time.
    pub asked_at: Option<DateTime<Utc>>,
    /// What the last read says.
    pub finding: ResolutionFinding,
    /// The service's refusal, where that and no lost answer made the outcome unknown.
    pub refusal: Option<ApiError>,
    /// When the only attempt was refused plainly (400, 404, 422): final once a read that every worker of the service
    /// answers from after that does not show the effect.
    pub refused_at: Option<DateTime<Utc>>,
}

impl UnknownOutcome {
    /// Whether nothing more is done about it until a person looks.
    pub fn is_left_to_person(&self) -> bool {
        self.next_read_at.is_none() && matches!(self.finding, ResolutionFinding::Unclear(_))
    }

    /// Whether the plain refusal of the only attempt is final where the read under way does not show the effect.
    pub(super) fn is_refusal_final(&self) -> bool {
        let excludes_lag = |(asked, refused)| asked >= resolution_schedule::seen_everywhere_after(refused);
        self.asked_at.zip(self.refused_at).is_some_and(excludes_lag)
    }
}

/// What is known of an unknown so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolutionFinding {
    NotReadYet,
    /// What was wanted is there, in this status. Whether ours or somebody else's is not known as long as ours may
    /// still arrive.
    There(String),
    /// Not executed when read, but a late arrival may still execute it.
    NotExecutedYet,
    /// Not executed, and too late for a late arrival: a person may send again.
    NotExecuted,
    /// What is there fits neither: a person has to look.
    Unclear(UnclearReason),
    ReadFailed(String),
    /// What was read may be from before it was sent, and shows nothing of it.
    NotFresh(NotFresh),
    /// Nothing can be read, and it may still arrive.
    ParkedYet,
    /// Nothing can be read, and it is too late for a late arrival: a person decides.
    Parked,
}

/// Why what is known of an unknown fits neither *done* nor *not done*. The sentence for people is made by
/// [`unclear_text`](super::wording::unclear_text).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnclearReason {
    /// What a read shows.
    Read(JudgementReason),
    /// What was said of it cannot all be true, as this sentence says.
    Answer(String),
    /// The service refuses every repeat of a refund; whether an earlier copy was executed may be shown in its payment.
    RepeatRefused { error: ApiError, shown_in_payment: bool },
    /// A person withdrew it after it had met the rate limit, and nothing but its repeat would show whether it was made.
    Withdrawn,
    /// The service may no longer know the id of a refund: a repeat could make it a second time.
    TooOldToRepeat,
}

/// What happened to the target instead. The sentence for people is made by
/// [`overtaken_text`](super::wording::overtaken_text).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OvertakenReason {
    /// What a read or an event shows.
    Found(JudgementReason),
    /// The service refused to create what is under this id already.
    IdTaken { target: Target, refusal: ApiError },
}

/// How an operation ended of which a read or an event shows more than that it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResolvedAs {
    /// The service refused it, and shows that it is done: by an earlier copy of it, or by someone else.
    AlreadyDone,
    Declined,
    /// Something else happened to the target instead.
    Superseded,
    /// Nothing can show any more whether it took effect.
    NotKnown,
    /// It only asked for a status.
    NotAnswered,
}

impl ResolvedAs {
    /// The word for people ([law](crate::law#words-on-screen)).
    pub fn word(self) -> &'static str {
        match self {
            Self::AlreadyDone => "Already done",
            Self::Declined => "Declined",
            Self::Superseded => "Superseded",
            Self::NotKnown => "Sent, outcome unknown",
            Self::NotAnswered => "No response",
        }
    }
}

/// How an operation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done {
        /// The service's word; empty where the answer has none.
        status: String,
        proof: ExecutionProof,
    },
    Declined {
        code: Option<String>,
        message: String,
    },
    Rejected {
        /// Of the answer.
        http_status: Option<u16>,
        code: String,
        message: String,
    },
    NotSent {
        why: String,
    },
    /// Something else happened to the payment meanwhile.
    Overtaken(OvertakenReason),
    /// It only asked a status, which is known no better than before.
    NotAnswered {
        why: String,
    },
    /// The person said how it ended.
    ClosedByPerson,
    /// Ended in an earlier run.
    Closed,
}

/// What shows that an operation took effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExecutionProof {
    /// Its own answer.
    Answer,
    /// A read, an event or a refusal names our id or our operation.
    OurId,
    /// A read shows the effect, whoever caused it; ours can no longer arrive.
    Effect,
    /// A read or an event, although the answer said the opposite.
    DespiteAnswer,
}

/// Whether operations can be written down; without a journal nothing may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum JournalHealth {
    #[default]
    Opening,
    Ready,
    /// There was one, and its file is gone: nothing is sent until a person decides.
    Missing(Problem),
    Unavailable(Problem),
}

/// Whether a refusal asks for the priority of a payout: some processors want one, and no code says so.
pub(super) fn wants_priority(message: &str) -> bool {
    message.to_ascii_lowercase().contains("priority")
}

impl Outcome {
    /// Whether it was refused because a priority is missing.
    pub fn wants_priority(&self) -> bool {
        matches!(self, Self::Rejected { message, .. } if wants_priority(message))
    }
}
