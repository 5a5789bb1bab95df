//! What an operation makes of what is said of it. Of two that exclude each other, the newer by the service's clock stands.
//! Where that shows nothing, and where something is not as it was asked for, a contradiction is open until what is read
//! afterwards says how it ended.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use serde_json::Value;

use paydesk_api::operation::Endpoint;
use paydesk_api::proof::{Judgement, ProofSource, judge, modified_at};
use paydesk_api::wire::without_secrets;
use paydesk_domain::document::{Raw, says_failed};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::webhook::WebhookEvent;

use super::reconcile::reconcile;
use super::seen::{Contradiction, Saying, SayingSource};
use super::webhook_proof::{judge_event, judge_report, judge_shown_payment};
use super::wording::{contradiction_text, reason_text};
use super::{Operation, OperationPlan, Outcome, Phase, Reading};

/// Statuses after which nothing else is to come of what was asked for.
const LAST_WORDS: [&str; 6] = [
    "succeeded",
    "success",
    "cancelled",
    "cancelled_post_capture",
    "partially_captured",
    "partially_captured_and_capturable",
];

/// What a saying changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Nothing,
    /// It says the opposite of what is newer.
    Outdated,
    /// It stands from now on.
    Stands,
    /// It stands instead of what said the opposite.
    Overrules,
    /// A contradiction is open from now on.
    Contradicts,
}

/// How an operation ended, as something says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    NotYet,
    /// It is done, and what it made may still fail: an authorized payment, an active subscription.
    Done,
    /// It is done, and nothing else is to come of it.
    DoneForGood,
    Declined,
}

impl Word {
    fn excludes(self, other: Self) -> bool {
        (self == Self::Declined) != (other == Self::Declined) && self != Self::NotYet && other != Self::NotYet
    }
}

impl OperationPlan {
    /// How it ended in this status, where that is not `failed`.
    fn word_in(&self, status: &str) -> Word {
        let is_last = LAST_WORDS.iter().any(|last| last.eq_ignore_ascii_case(status));
        match self.is_finished_in(status) && !says_failed(status) {
            true if is_last => Word::DoneForGood,
            true if !self.endpoint.spec().done_in.is_empty() => Word::Done,
            true | false => Word::NotYet,
        }
    }

    fn word_of(&self, judgement: &Judgement) -> Option<Word> {
        match judgement {
            Judgement::Ours(status) | Judgement::There(status) => Some(self.word_in(status)),
            Judgement::Declined { .. } => Some(Word::Declined),
            Judgement::Untouched
            | Judgement::Overtaken(_)
            | Judgement::NotThere(_)
            | Judgement::Contradiction(_)
            | Judgement::Another(_)
            | Judgement::Unclear(_) => None,
        }
    }

    /// Whether the status of what it makes or changes says how it ended: that of what only gets other texts does not.
    fn ends_in_a_status(&self) -> bool {
        let made = [Endpoint::CreatePayment, Endpoint::CreatePayout, Endpoint::CreateSubscription];
        let is_made = made.contains(&self.endpoint);
        is_made || !self.endpoint.spec().done_in.is_empty()
    }
}

impl Saying {
    pub fn of_answer(operation: &Operation, body: &Value) -> Self {
        Self {
            judgement: judge(operation.asked(), ProofSource::Answer, body),
            object: Raw::new(without_secrets(body.clone())),
            at: modified_at(body),
            source: SayingSource::Answer,
        }
    }

    pub fn of_event(operation: &Operation, event: &WebhookEvent) -> Option<Self> {
        Some(Self {
            judgement: judge_event(operation, event)?,
            at: modified_at(&event.object).or(event.timestamp),
            object: Raw::clone(&event.object),
            source: SayingSource::Event(event.event_id.clone()),
        })
    }

    /// A record of this kind. A payment speaks of what ended alone: what is open reads its payment itself.
    pub fn of_record(
        operation: &Operation,
        kind: ResourceKind,
        record: &Raw,
        after: Option<DateTime<Utc>>,
    ) -> Option<Self> {
        let judgement = match (operation.plan.endpoint, kind) {
            (Endpoint::CreateRefund, ResourceKind::Refund)
            | (Endpoint::CreatePayout | Endpoint::FulfillPayout, ResourceKind::Payout) => {
                judge_report(operation, record)?
            }
            (_, ResourceKind::Payment) if !operation.is_open() => judge_shown_payment(operation, record)?,
            (_, _) => return None,
        };
        let (at, source) = (modified_at(record), SayingSource::Read { after });
        Some(Self { judgement, object: Raw::clone(record), at, source })
    }

    /// All that a read of its target says of it.
    pub fn of_reading(operation: &Operation, reading: Reading<'_>, after: Option<DateTime<Utc>>) -> Vec<Self> {
        let of_refund = |refund: &Raw| Self::of_record(operation, ResourceKind::Refund, refund, after);
        let (plan, precondition) = (&operation.plan, &operation.precondition);
        let object = match reading {
            Reading::Payment(payment) if plan.endpoint == Endpoint::CreateRefund => {
                return payment.related.refunds.iter().flatten().filter_map(of_refund).collect();
            }
            Reading::Payment(payment) => Raw::clone(&payment.raw),
            Reading::Record(record) => Raw::new(record.clone()),
            Reading::Absent => return Vec::new(),
        };
        if plan.endpoint == Endpoint::CreateRefund {
            return of_refund(&object).into_iter().collect();
        }
        let (judgement, at) = (reconcile(plan, precondition, reading), modified_at(&object));
        vec![Self { judgement, object, at, source: SayingSource::Read { after } }]
    }
}

impl Operation {
    /// Takes in what something says of how it ended.
    pub(super) fn hear(&mut self, saying: Saying, now: DateTime<Utc>) -> Heard {
        if let Judgement::Contradiction(reason) = &saying.judgement {
            // A payment goes on after the operation that ended: others capture of it too.
            let may_be_later = !self.is_open() && self.is_of_payment();
            return match may_be_later {
                true => Heard::Nothing,
                false => self.contradict(reason_text(reason), false, now),
            };
        }
        let word = self.plan.word_of(&saying.judgement).filter(|_| self.plan.ends_in_a_status());
        let Some(word) = word else { return Heard::Nothing };
        let (known, is_open) = (self.known_word(), self.is_open());
        let is_exclusion = known.is_some_and(|known| known.excludes(word));
        if let Some(open) = &self.seen.contradiction {
            let says_enough = word != Word::NotYet || !open.is_of_outcomes;
            if !says_enough || !saying.was_read_after(open.since) {
                return Heard::Nothing;
            }
            self.seen.contradiction = None;
            self.seen.stands = Some(Box::new(saying));
            return if is_exclusion { Heard::Overrules } else { Heard::Stands };
        }
        let known_at = self.seen.stands.as_ref().and_then(|stands| stands.at);
        let order = known_at.zip(saying.at).map(|(known, at)| at.cmp(&known));
        let is_of_answer = saying.source == SayingSource::Answer;
        let contradicts = match (known, order) {
            (Some(_), Some(Ordering::Greater)) if is_exclusion => false,
            // A payment that failed may be tried again.
            (Some(_), Some(Ordering::Less)) if is_exclusion && (is_open || self.is_of_payment()) => {
                return Heard::Outdated;
            }
            // What was done has failed since.
            (Some(Word::Done), None) if is_exclusion && !is_open => false,
            (Some(_), _) if is_exclusion => true,
            (Some(known), Some(Ordering::Less)) if known == word && !is_of_answer => return Heard::Nothing,
            (Some(Word::Declined), Some(Ordering::Greater)) => word == Word::NotYet && !self.is_of_payment(),
            (Some(Word::NotYet), Some(Ordering::Less)) => word == Word::Declined && is_open,
            (Some(known), _) if known != word && word == Word::NotYet => return Heard::Nothing,
            (Some(_), _) => false,
            (None, _) => matches!(saying.judgement, Judgement::Ours(_)) && self.ended_without_effect(),
        };
        if contradicts {
            return self.contradict(contradiction_text(self, &saying), true, now);
        }
        self.seen.stands = Some(Box::new(saying));
        if is_exclusion { Heard::Overrules } else { Heard::Stands }
    }

    fn is_of_payment(&self) -> bool {
        self.plan.target.kind == ResourceKind::Payment
    }

    /// How it ended as far as is known.
    fn known_word(&self) -> Option<Word> {
        let stands = self.seen.stands.as_ref().and_then(|stands| self.plan.word_of(&stands.judgement));
        let ended = match &self.phase {
            Phase::Ended(outcome) => self.word_of_outcome(outcome),
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::Unknown(_)
            | Phase::NeverSent => None,
        };
        stands.filter(|word| *word != Word::NotYet).or(ended).or(stands)
    }

    fn word_of_outcome(&self, outcome: &Outcome) -> Option<Word> {
        match outcome {
            Outcome::Done { status, .. } => Some(self.plan.word_in(status)),
            Outcome::Declined { .. } => Some(Word::Declined),
            Outcome::Rejected { .. }
            | Outcome::NotSent { .. }
            | Outcome::Overtaken(_)
            | Outcome::NotAnswered { .. }
            | Outcome::ClosedByPerson
            | Outcome::Closed => None,
        }
    }

    fn ended_without_effect(&self) -> bool {
        matches!(self.phase, Phase::Ended(Outcome::Rejected { .. } | Outcome::NotSent { .. } | Outcome::Overtaken(_)))
    }

    /// Nothing that is said later unsays it, but for what is read afterwards.
    pub(super) fn contradict(&mut self, why: String, is_of_outcomes: bool, now: DateTime<Utc>) -> Heard {
        if let Some(open) = &mut self.seen.contradiction {
            open.is_of_outcomes |= is_of_outcomes;
            return Heard::Nothing;
        }
        self.seen.contradiction = Some(Contradiction { why, since: now, is_of_outcomes });
        Heard::Contradicts
    }

    /// What is read shows that something else happened instead: that is as good as either side.
    pub(super) fn end_contradiction(&mut self, read_after: Option<DateTime<Utc>>) {
        self.seen.contradiction.take_if(|open| read_after.is_some_and(|after| after > open.since));
    }

    /// The status of its answer, where that says the opposite of how it ended.
    pub(super) fn opposite_answer(&self, outcome: &Outcome) -> Option<&str> {
        let answer = self.seen.answer.as_deref()?;
        let said = if says_failed(answer) { Word::Declined } else { self.plan.word_in(answer) };
        said.excludes(self.word_of_outcome(outcome)?).then_some(answer)
    }

    /// What is reported since it ended, where that is the opposite of how it did.
    pub fn reported_since(&self) -> Option<&str> {
        let Phase::Ended(outcome) = &self.phase else { return None };
        if matches!(outcome, Outcome::NotSent { .. }) {
            // Somebody else did it.
            return None;
        }
        let stands = self.seen.stands.as_ref()?;
        let word = self.plan.word_of(&stands.judgement).filter(|word| *word != Word::NotYet)?;
        let ended_in = self.word_of_outcome(outcome);
        ended_in.is_none_or(|ended| ended == Word::NotYet || ended.excludes(word)).then(|| stands.status())
    }
}
