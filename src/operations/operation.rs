//! One operation: what is to be done, how far it came, and what may be done about it.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::read::Read;
use paydesk_api::call::Request;
use paydesk_api::error::ApiError;
use paydesk_api::operation::Endpoint;
use paydesk_api::proof::JudgementReason;
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::payments::calls::{PAGE_MAX, RetrievePayment};
use paydesk_api::resources::payouts::calls::ProbePayout;
use paydesk_domain::document::says_failed;
use paydesk_domain::ids::{CustomerId, OperationId, PaymentId, PayoutId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::profile::{Environment, ProfileId};

use super::precondition::FirstSource;
use super::{
    ExecutionProof, OperationPlan, Outcome, OvertakenReason, Phase, Precondition, ResolutionFinding, ResolvedAs, Seen,
    UnclearReason, UnknownOutcome, resolution_schedule,
};
use paydesk_api::endpoints::{OperationSpec, RetypedAmount};
use paydesk_domain::operation::{ResendPolicy, Resolution, ResourceKind};

/// One operation: its plan, its attempts and its phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub id: OperationId,
    pub profile_id: ProfileId,
    pub environment: Environment,
    pub plan: OperationPlan,
    pub precondition: Precondition,
    pub operator: String,
    pub prepared_at: DateTime<Utc>,
    /// Nothing leaves before: the person can undo it.
    pub undo_until: Option<DateTime<Utc>>,
    pub attempts: u32,
    pub first_sent_at: Option<DateTime<Utc>>,
    /// Where the settle window of the last attempt begins: later than it left, once the clock jumped or Paydesk was
    /// started again.
    pub last_sent_at: Option<DateTime<Utc>>,
    /// When the last attempt left, by the clock of that time: what people are shown.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the last attempt left whose outcome is unknown: a later refusal may be the echo of its success.
    pub lost_at: Option<DateTime<Utc>>,
    /// When the last attempt left that nothing answered: a copy of it may arrive for the settle window.
    pub unanswered_at: Option<DateTime<Utc>>,
    /// Since when answers or reads show that a refund had not been made by then.
    pub excluded_at: Option<DateTime<Utc>>,
    /// When the read left that showed the target last, of a check before sending.
    pub target_asked_at: Option<DateTime<Utc>>,
    /// When the target was last found as the person saw it, just before `sending` was written.
    pub checked_at: Option<DateTime<Utc>>,
    /// How often that was tried before the service's clock was measured.
    pub unmeasured_checks: u32,
    /// The answer that confirmed it, with secrets masked.
    pub answer: Option<Arc<Value>>,
    /// The service answered with an id of its own instead of ours, which therefore guards against nothing: the same
    /// request would refund again.
    pub has_own_id: bool,
    /// A person withdrew it after it had met the rate limit: it never leaves again.
    pub is_withdrawn: bool,
    /// What a read showed, while a second source is asked.
    pub first_source: Option<FirstSource>,
    /// All that was said of it.
    pub seen: Seen,
    pub phase: Phase,
}

/// The word while it is written down and checked.
pub const PREPARING: &str = "Preparing";
/// How long the read that decides after the settle window may take.
const LAST_READ: TimeDelta = TimeDelta::seconds(20);

impl Operation {
    /// The request; the same for every attempt.
    pub fn request(&self) -> Request {
        self.plan.request.clone()
    }

    /// How its service counts amounts, as far as its own amounts say so.
    pub fn units(&self) -> MinorUnits {
        let seen = self.precondition.amount().or(self.plan.money.as_ref());
        seen.map_or(MinorUnits::Undecided, |amount| amount.currency.units())
    }

    /// Its service is known to count amounts so: the minor units that were sent and seen are what they are.
    pub fn count_as(&mut self, units: MinorUnits) {
        self.plan.money.iter_mut().for_each(|money| *money = money.counted_as(units));
        self.precondition.count_as(units);
    }

    /// What is declared of its endpoint.
    pub fn spec(&self) -> &'static OperationSpec {
        self.plan.endpoint.spec()
    }

    /// How an unknown outcome of it is found out: where there is nothing to read, not by reading, and where not all of
    /// it was stored or the service did not take our id, not by repeating it.
    pub fn resolution(&self) -> Resolution {
        match self.spec().resolution {
            Resolution::Read if self.probe().is_none() => Resolution::Park,
            Resolution::Repeat if !self.plan.is_whole() || self.has_own_id => Resolution::Park,
            settle @ (Resolution::Read | Resolution::Repeat | Resolution::Park) => settle,
        }
    }

    /// What is read to compare its target with what was seen and wanted, if anything says.
    pub fn probe(&self) -> Option<Read> {
        let payment = |payment_id: PaymentId| Some(Read::Payment(RetrievePayment { payment_id }));
        match (self.plan.target.kind, &self.precondition) {
            (_, Precondition::Payment(precondition)) => payment(precondition.payment_id.clone()),
            (ResourceKind::Payment, _) => payment(PaymentId::new(&*self.plan.target.resource)),
            (ResourceKind::Customer, _) => {
                Some(Read::Customer(RetrieveCustomer { customer_id: CustomerId::new(&*self.plan.target.resource) }))
            }
            // This read sends the texts that were seen: never what is left of them.
            (ResourceKind::Payout, Precondition::Payout(_)) if self.plan.stored_in_part => None,
            (ResourceKind::Payout, Precondition::Payout(precondition)) => {
                let metadata = precondition.metadata.as_ref().and_then(Value::as_object).cloned();
                let id = PayoutId::new(&*self.plan.target.resource);
                ProbePayout::new(id, precondition.description.clone(), metadata).ok().map(Read::Payout)
            }
            (ResourceKind::Dispute, Precondition::Dispute(precondition)) => {
                let filter = DisputeListFilter { status: None, payment_id: Some(precondition.payment_id.clone()) };
                Some(Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0, by_body: false }))
            }
            (_, _) => None,
        }
    }

    /// Whether its target is read once more before it is sent: there is something to compare, or to prove.
    pub(super) fn is_checked(&self) -> bool {
        let compared = if self.is_lost() {
            self.resolution() == Resolution::Read
        } else {
            self.precondition != Precondition::Nothing
        };
        compared && self.probe().is_some()
    }

    /// What is read once more before it is sent, as a part of a sentence.
    pub fn read_first(&self) -> Option<&'static str> {
        let read = self.probe().filter(|_| self.is_checked())?;
        Some(match read {
            Read::Payment(_) | Read::Payments(_) => "payment",
            Read::Disputes(_) | Read::Dispute(_) | Read::Evidence(_) => "dispute",
            Read::Payout(_) => "payout",
            Read::Customer(_) => "customer",
            Read::Records(_) | Read::Record(_) => "record",
            Read::Health(_) | Read::DisputeMetrics(_) | Read::PaymentMetrics(_) => "service",
            Read::PaymentCount(_) | Read::StatusCounts(_) | Read::AddedUp(_) => "service",
        })
    }

    /// The status that it left its target in, once it took effect and the service reported one.
    pub fn left_it_in(&self) -> Option<&str> {
        match &self.phase {
            Phase::Ended(Outcome::Done { status, .. }) => Some(status.as_str()).filter(|status| !status.is_empty()),
            Phase::Ended(_)
            | Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::Unknown(_)
            | Phase::NeverSent => None,
        }
    }

    /// Whether an attempt of ours ended unknown.
    pub fn is_lost(&self) -> bool {
        self.lost_at.is_some()
    }

    /// Whether the service refused every attempt in plain words, so that no response was lost.
    pub fn was_refused(&self) -> bool {
        self.seen.refused
    }

    /// How this outcome is called where *done* does not say all of it.
    pub(super) fn ended_as(&self, outcome: &Outcome) -> Option<ResolvedAs> {
        match outcome {
            Outcome::Done { status, proof: ExecutionProof::Effect } => {
                (self.was_refused() && self.plan.is_finished_in(status)).then_some(ResolvedAs::AlreadyDone)
            }
            Outcome::Declined { .. } => Some(ResolvedAs::Declined),
            // The bank's decision does not say whether it had this evidence.
            Outcome::Overtaken(OvertakenReason::Found(JudgementReason::DisputeDecided(_))) => {
                Some(ResolvedAs::NotKnown)
            }
            Outcome::Overtaken(_) => Some(ResolvedAs::Superseded),
            Outcome::NotAnswered { .. } => Some(ResolvedAs::NotAnswered),
            Outcome::Done { .. }
            | Outcome::Rejected { .. }
            | Outcome::NotSent { .. }
            | Outcome::ClosedByPerson
            | Outcome::Closed => None,
        }
    }

    /// Whether a late arrival of what was sent is out of the question at `now`.
    pub fn is_past_settle_window(&self, now: DateTime<Utc>) -> bool {
        let window = TimeDelta::seconds(resolution_schedule::SETTLE_WINDOW_S);
        self.last_sent_at.is_none_or(|sent| now - sent >= window)
    }

    /// Whether a late arrival of its first attempt is out of the question, whatever left after it.
    pub fn is_past_first_settle_window(&self, now: DateTime<Utc>) -> bool {
        self.first_sent_at.is_none_or(|sent| resolution_schedule::window_after(sent) <= now)
    }

    /// Whether a person can take it back: nothing of it left, or what left met the rate limit.
    pub fn may_be_withdrawn(&self) -> bool {
        let waits = matches!(
            self.phase,
            Phase::Undoable { .. } | Phase::Checking { .. } | Phase::AwaitingTurn { .. } | Phase::NeverSent
        );
        waits && !self.is_lost()
    }

    /// Whether a person may send it again: after proof, or warned of what may exist.
    pub fn may_be_sent_again(&self, now: DateTime<Utc>) -> bool {
        let Phase::Unknown(unknown) = &self.phase else { return false };
        let settled = match &unknown.finding {
            ResolutionFinding::NotExecuted => true,
            // Where the rule asks for proof and nothing can be read, the person can only close it.
            ResolutionFinding::Parked => self.spec().resend != ResendPolicy::PersonAfterProof,
            ResolutionFinding::Unclear(_) => {
                self.spec().resend == ResendPolicy::PersonWarned && self.is_past_settle_window(now)
            }
            ResolutionFinding::NotReadYet
            | ResolutionFinding::There(_)
            | ResolutionFinding::NotExecutedYet
            | ResolutionFinding::ReadFailed(_)
            | ResolutionFinding::NotFresh(_)
            | ResolutionFinding::ParkedYet => false,
        };
        settled && self.plan.is_whole() && !self.has_own_id && self.seen.contradiction().is_none()
    }

    /// Whether it was certainly not executed and may be sent together with others: it never left, or that was proved once no copy
    /// could arrive any more. Where the amount is typed to send it again, it is sent alone.
    pub fn may_be_sent_with_others(&self, now: DateTime<Utc>) -> bool {
        match &self.phase {
            Phase::NeverSent => self.plan.is_whole(),
            Phase::Unknown(unknown) if unknown.finding == ResolutionFinding::NotExecuted => {
                self.may_be_sent_again(now) && self.amount_to_type().is_none()
            }
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::Unknown(_)
            | Phase::Ended(_) => false,
        }
    }

    /// The amount a person types to send it again: part of a payment, or a payout, has no guard at the service.
    pub fn amount_to_type(&self) -> Option<&Money> {
        let money = self.plan.money.as_ref()?;
        let whole =
            self.precondition.payment().is_some_and(|precondition| precondition.capturable_minor == Some(money.minor));
        match self.spec().retyped_amount {
            RetypedAmount::Never => self.plan.pays_out_by_itself().then_some(money),
            RetypedAmount::Partial => (!whole).then_some(money),
            RetypedAmount::Always => Some(money),
        }
    }

    /// When the same request goes out again after the last attempt, which was lost.
    pub(super) fn next_repeat(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let pause = resolution_schedule::repeat_pause(self.spec().repeats_s, self.attempts);
        self.last_sent_at.map_or(now, |sent| (sent + pause).max(now))
    }

    /// Unknown from now on; what finds out is due at once, or after the pause that its rule asks for.
    pub(super) fn become_unknown(&mut self, why: impl Into<String>, now: DateTime<Utc>) {
        let why = why.into();
        let parked =
            if self.is_past_settle_window(now) { ResolutionFinding::Parked } else { ResolutionFinding::ParkedYet };
        let contradiction = self.seen.contradiction().map(|why| UnclearReason::Answer(why.to_owned()));
        let (next, finding) = match (self.resolution(), contradiction) {
            (Resolution::Park, Some(reason)) => (None, ResolutionFinding::Unclear(reason)),
            // What was asked for before is not read of it.
            (Resolution::Read | Resolution::Repeat, Some(reason)) => (Some(now), ResolutionFinding::Unclear(reason)),
            (Resolution::Read, None) => (Some(now), ResolutionFinding::NotReadYet),
            (Resolution::Repeat, None) => (Some(self.next_repeat(now)), ResolutionFinding::NotReadYet),
            (Resolution::Park, None) => {
                (self.last_sent_at.map(resolution_schedule::window_after).filter(|at| *at > now), parked)
            }
        };
        self.phase = Phase::Unknown(UnknownOutcome {
            why,
            reads: 0,
            next_read_at: next,
            request_id: None,
            asked_at: None,
            finding,
            refusal: None,
            refused_at: None,
        });
    }

    /// An attempt leaves, or left.
    pub(super) fn attempt_left(&mut self, at: DateTime<Utc>) {
        self.first_sent_at = self.first_sent_at.or(Some(at));
        self.last_sent_at = Some(at);
        self.sent_at = Some(at);
    }

    /// Taken up from the journal: its settle window begins again, for the clock may have been set since it was sent.
    pub(super) fn begin_window_anew(&mut self, now: DateTime<Utc>) {
        if let Phase::Unknown(UnknownOutcome { why, .. }) = &self.phase {
            let (why, refusal) = (why.clone(), self.plain_refusal().cloned());
            self.last_sent_at = Some(now);
            self.lost_at = Some(now);
            self.unanswered_at = Some(now);
            self.seen.begin_anew(now);
            self.become_unknown(why, now);
            self.refused_plainly(refusal, now);
        }
    }

    /// The plain refusal of its only attempt, while that is not final.
    pub(super) fn plain_refusal(&self) -> Option<&ApiError> {
        let Phase::Unknown(unknown) = &self.phase else { return None };
        unknown.refusal.as_ref().filter(|_| unknown.refused_at.is_some())
    }

    /// Its only attempt was refused, by `at` at the latest.
    pub(super) fn refused_plainly(&mut self, refusal: Option<ApiError>, at: DateTime<Utc>) {
        let Phase::Unknown(unknown) = &mut self.phase else { return };
        unknown.refused_at = refusal.as_ref().map(|_| at);
        unknown.refusal = refusal;
    }

    /// The clock jumped by `by` beyond the time that passed: what is counted from a send still is counted right.
    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        // How long the service knows the id of a refund, and how old a check is, does not stop while this machine sleeps. A
        // clock that is set back makes neither younger.
        if by < TimeDelta::zero() {
            for at in [&mut self.first_sent_at, &mut self.checked_at, &mut self.target_asked_at].into_iter().flatten() {
                *at += by;
            }
        }
        let counted = [&mut self.last_sent_at, &mut self.lost_at, &mut self.unanswered_at, &mut self.excluded_at];
        for at in counted.into_iter().flatten() {
            *at += by;
        }
        self.seen.clock_jumped(by);
        match &mut self.phase {
            Phase::Unknown(UnknownOutcome { next_read_at, asked_at, refused_at, .. }) => {
                for at in [next_read_at, asked_at, refused_at].into_iter().flatten() {
                    *at += by;
                }
            }
            Phase::AwaitingTurn { until } | Phase::Undoable { until } => *until += by,
            Phase::Preparing
            | Phase::Checking { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => {}
        }
    }

    pub fn is_open(&self) -> bool {
        !matches!(self.phase, Phase::Ended(_))
    }

    /// Whether it ended and took effect, or was accepted.
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Ended(Outcome::Done { .. }))
    }

    /// Whether it ended without making the payment it was to make: there is none to look at.
    pub fn was_never_made(&self) -> bool {
        let refused = matches!(self.phase, Phase::Ended(Outcome::Rejected { .. } | Outcome::NotSent { .. }));
        refused && self.plan.endpoint == Endpoint::CreatePayment
    }

    /// Whether the service refused the only attempt, and reading is to show what is in its way or, after a plain
    /// refusal, that nothing was executed all the same: until then nothing was lost.
    pub fn looks_into_refusal(&self) -> bool {
        let Phase::Unknown(unknown) = &self.phase else { return false };
        let is_looking = match unknown.finding {
            ResolutionFinding::NotReadYet => true,
            ResolutionFinding::NotExecutedYet => unknown.refused_at.is_some(),
            ResolutionFinding::There(_)
            | ResolutionFinding::NotExecuted
            | ResolutionFinding::Unclear(_)
            | ResolutionFinding::ReadFailed(_)
            | ResolutionFinding::NotFresh(_)
            | ResolutionFinding::ParkedYet
            | ResolutionFinding::Parked => false,
        };
        is_looking && self.resolution() != Resolution::Repeat && unknown.refusal.is_some()
    }

    /// Whether Paydesk has stopped working on it alone: counted in *Operations*.
    pub fn needs_attention(&self) -> bool {
        matches!(self.phase, Phase::Unknown(_) | Phase::NeverSent)
    }

    /// From when on a person has to look at it: at once where Paydesk does not go on alone, else when it did not find out
    /// in the time in which it usually does.
    pub fn needs_person_from(&self) -> Option<DateTime<Utc>> {
        let sent_at = self.last_sent_at.unwrap_or(self.prepared_at);
        match &self.phase {
            Phase::NeverSent => Some(self.prepared_at),
            Phase::Unknown(unknown) => Some(match unknown.finding {
                ResolutionFinding::NotExecuted | ResolutionFinding::Unclear(_) | ResolutionFinding::Parked => sent_at,
                ResolutionFinding::NotReadYet
                | ResolutionFinding::There(_)
                | ResolutionFinding::NotExecutedYet
                | ResolutionFinding::ReadFailed(_)
                | ResolutionFinding::NotFresh(_)
                | ResolutionFinding::ParkedYet => resolution_schedule::window_after(sent_at) + LAST_READ,
            }),
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::Ended(_) => None,
        }
    }

    /// What moves, or all of the payment where nothing moves.
    pub fn amount(&self) -> Option<&Money> {
        let precondition = self.precondition.payment().map(|precondition| &precondition.amount);
        self.plan.money.as_ref().or(precondition)
    }

    /// The word for people ([law](crate::law#words-on-screen)).
    pub fn word(&self) -> &'static str {
        match &self.phase {
            // What may have happened says so, whatever is being done about it.
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::Starting
            | Phase::AwaitingTurn { .. }
            | Phase::Sending { .. }
                if self.is_lost() =>
            {
                "Sent, outcome unknown"
            }
            Phase::Preparing | Phase::Checking { .. } | Phase::Starting => PREPARING,
            Phase::Undoable { .. } => "Not sent yet",
            Phase::AwaitingTurn { .. } => "Waiting for the rate limit",
            Phase::Sending { .. } => "Sending",
            Phase::Unknown(UnknownOutcome {
                finding: ResolutionFinding::NotExecuted | ResolutionFinding::Unclear(_) | ResolutionFinding::Parked,
                ..
            }) => "Needs checking",
            Phase::Unknown(_) => "Sent, outcome unknown",
            Phase::Ended(_) if self.seen.contradiction().is_some() => "Needs checking",
            Phase::Ended(_) if self.reported_since().is_some_and(says_failed) => "Declined",
            Phase::Ended(_) if self.reported_since().is_some() => "Done",
            Phase::NeverSent | Phase::Ended(Outcome::NotSent { .. }) => "Not sent",
            Phase::Ended(Outcome::Done { status, .. }) if !self.plan.is_finished_in(status) => "Accepted",
            Phase::Ended(outcome @ Outcome::Done { .. }) => self.ended_as(outcome).map_or("Done", ResolvedAs::word),
            Phase::Ended(Outcome::Rejected { .. }) => "Rejected",
            Phase::Ended(outcome) => self.ended_as(outcome).map_or("Resolved by you", ResolvedAs::word),
        }
    }
}
