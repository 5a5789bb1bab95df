//! Holds what a desk says of its operations against the ledger.

use std::collections::BTreeMap;

use paydesk_api::call::Method;
use paydesk_api::operation::Endpoint;
use paydesk_api::proof::JudgementReason;
use paydesk_core::operations::{ExecutionProof, Operation, Outcome, OvertakenReason, Phase, ResolutionFinding};

use super::kinds::{CREATED, Mark, mark};
use super::shop::{Row, Shop};
use super::tally::Tally;
use crate::simulation::judge::proof;
use crate::simulation::law::{Resend, nothing_tells, resend};

/// One operation as it is known outside Paydesk.
#[derive(Debug, Clone)]
pub struct Case {
    pub mark: Mark,
    pub endpoint: Endpoint,
    /// It only asks for the status of a refund that was made before: it has no effect of its own.
    pub is_status_check: bool,
    /// Attempts that left.
    pub sends: u64,
    /// Attempts that Paydesk made by itself or the person asked for, in view of what may exist already.
    pub sent_again: u64,
    pub refused_by_rate: u64,
    /// Copies that the network made.
    pub doubled: u64,
    /// Effects on the same payment that a colleague had, just the same.
    pub by_colleague: u64,
    /// A copy arrived after the settle window: nothing is held against Paydesk.
    pub after_window: bool,
    /// A success was answered that names another refund: it is not sent again, so nothing finds out.
    pub other_refund_named: bool,
    /// What Paydesk says of it in the end.
    pub end: End,
}

/// What a desk says of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Not heard of any more: of a run that died.
    Forgotten,
    /// Listed; whether reading shows something else than what was wanted or was there before.
    Open {
        unclear: bool,
    },
    Ended(Outcome),
}

impl Case {
    pub fn of(operation: &Operation) -> Self {
        let mut case = Self {
            mark: mark(&operation.plan, &operation.precondition),
            endpoint: operation.plan.endpoint,
            is_status_check: operation.plan.is_status_check,
            sends: 0,
            sent_again: 0,
            refused_by_rate: 0,
            doubled: 0,
            by_colleague: 0,
            after_window: false,
            other_refund_named: false,
            end: End::Forgotten,
        };
        case.note(operation);
        case
    }

    /// Notes how far the operation has come.
    pub fn note(&mut self, operation: &Operation) {
        self.end = match &operation.phase {
            Phase::Ended(_) if matches!(self.end, End::Ended(_)) => return,
            Phase::Ended(outcome) => End::Ended(outcome.clone()),
            Phase::Unknown(unknown) => End::Open { unclear: matches!(unknown.finding, ResolutionFinding::Unclear(_)) },
            _ => End::Open { unclear: false },
        };
    }

    fn is_done(&self) -> bool {
        matches!(&self.end, End::Ended(Outcome::Done { .. }))
    }

    /// It is called done because our own copy was executed, and not only because the effect is there.
    fn is_ours(&self) -> bool {
        matches!(&self.end, End::Ended(outcome) if proof(outcome).is_some_and(|proof| proof != ExecutionProof::Effect))
    }

    /// Nothing is claimed of what happened, and it may have.
    fn is_left_open(&self) -> bool {
        // A dispute that was decided since may have been decided with our evidence: nothing denies that.
        let is_silent = |outcome: &Outcome| {
            let decided =
                |reason: &OvertakenReason| matches!(reason, OvertakenReason::Found(JudgementReason::DisputeDecided(_)));
            matches!(outcome, Outcome::ClosedByPerson)
                || matches!(outcome, Outcome::Overtaken(reason) if decided(reason))
        };
        self.sends > 0
            && match &self.end {
                End::Open { .. } => true,
                End::Ended(outcome) => is_silent(outcome),
                End::Forgotten => false,
            }
    }

    /// Effects that are nobody's fault but the network's, or that a person was warned of.
    fn excused(&self) -> u64 {
        let warned = resend(self.endpoint) == Resend::PersonWarned;
        self.doubled + if warned { self.sent_again } else { 0 }
    }

    fn word(&self) -> &'static str {
        match &self.end {
            End::Forgotten => "forgotten before it was sent",
            End::Open { .. } => "still open",
            End::Ended(Outcome::Done { .. }) if self.is_ours() => "done",
            End::Ended(Outcome::Done { .. }) => "done by read",
            End::Ended(Outcome::Declined { .. }) => "declined",
            End::Ended(Outcome::Rejected { .. }) => "rejected",
            End::Ended(Outcome::NotSent { .. }) => "not sent",
            End::Ended(Outcome::Overtaken(_)) => "overtaken",
            End::Ended(Outcome::NotAnswered { .. }) => "not answered",
            End::Ended(Outcome::ClosedByPerson | Outcome::Closed) => "closed by the person",
        }
    }
}

/// Judges the operations of a schedule by what the ledger got since it began.
pub async fn judge(cases: &BTreeMap<String, Case>, shop: &Shop, ledger: &[Row], tally: &mut Tally) {
    let mut by_mark: BTreeMap<&Mark, Vec<(&String, &Case)>> = BTreeMap::new();
    for (id, case) in cases {
        count(case, tally);
        if case.is_status_check {
            tally.count("asked for a status");
            continue;
        }
        by_mark.entry(&case.mark).or_default().push((id, case));
        let limit = 1 + case.refused_by_rate + case.sent_again;
        assert!(case.sends <= limit, "{id} was sent {} times: {case:?}", case.sends);
        assert!(case.sends == 0 || case.end != End::Forgotten, "{id} was sent and is lost: {case:?}");
    }
    for (mark, cases) in by_mark {
        if cases.iter().any(|(_, case)| case.after_window) {
            tally.count("arrived after the window");
            continue;
        }
        let effects = match mark.effect {
            CREATED => u64::from(exists(shop, mark).await),
            _ => ledger.iter().filter(|row| is_marked(row, mark)).count() as u64,
        };
        let done = cases.iter().filter(|(_, case)| case.is_done()).count() as u64;
        let open = cases.iter().filter(|(_, case)| case.is_left_open()).count() as u64;
        let ours = cases.iter().filter(|(_, case)| case.is_ours()).count() as u64;
        let by_colleague: u64 = cases.iter().map(|(_, case)| case.by_colleague).sum();
        let excused: u64 = cases.iter().map(|(_, case)| case.excused()).sum::<u64>() + by_colleague;
        assert!(
            ours + by_colleague <= effects,
            "{ours} are called ours after {effects} effects, {by_colleague} of a colleague: {cases:#?}"
        );
        assert!(done <= effects, "{done} are called done after {effects} effects: {cases:#?}");
        assert!(
            effects <= done + open + excused,
            "{effects} effects, {done} called done, {open} left open, {excused} excused: {cases:#?}"
        );
        if effects > 0 {
            assert_found_out(&cases, effects);
        }
        tally.add("effects", effects);
    }
}

/// What reading can find out was found out: an operation that happened is not open any more.
fn assert_found_out(cases: &[(&String, &Case)], effects: u64) {
    let [(id, case)] = cases else { return };
    let payment = matches!(
        case.endpoint,
        Endpoint::CapturePayment
            | Endpoint::CancelPayment
            | Endpoint::ApprovePayment
            | Endpoint::CreatePayment
            | Endpoint::CreateRefund
    );
    let repeats = !case.other_refund_named;
    let tells = !nothing_tells(case.endpoint) && payment && repeats && case.doubled == 0 && case.by_colleague == 0;
    assert!(
        !tells || case.end != End::Open { unclear: false },
        "{id} has {effects} effects, and reading did not find out: {case:#?}"
    );
}

fn is_marked(row: &Row, mark: &Mark) -> bool {
    let object = mark.object.as_ref().is_none_or(|object| row.object == *object);
    row.effect == mark.effect && object && mark.minor.is_none_or(|minor| row.amount == minor)
}

async fn exists(shop: &Shop, mark: &Mark) -> bool {
    let path = mark.object.as_deref().unwrap_or_default();
    shop.try_ask(Method::Get, path, None).await.0 == 200
}

fn count(case: &Case, tally: &mut Tally) {
    let endpoint: &'static str = case.endpoint.into();
    tally.count("operations");
    tally.count(format!("kind: {endpoint}"));
    tally.count(format!("end: {}", case.word()));
    tally.add("attempts", case.sends);
    tally.add("sent again", case.sent_again);
}
