//! What is due with the time: turns at the rate gate, settling reads, repeats; and what becomes of reads that were
//! given up.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::rate_limit::Priority;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::Resolution;

use super::context::{OperationsContext, OperationsOutput};
use super::resolution_schedule::{seen_everywhere_after, window_after};
use super::{Operations, Phase, ResolutionFinding, UnknownOutcome, resolution_schedule};

#[derive(Clone, Copy)]
enum Due {
    Turn,
    Settle(Resolution),
}

impl Operations {
    /// Turns at the gate, settling reads, repeats.
    pub(super) fn do_what_is_due(&mut self, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        if cx.blocker().is_some() {
            return;
        }
        let due: Vec<(OperationId, Due)> =
            self.times().filter(|(_, _, at)| *at <= cx.now).map(|(id, due, _)| (id.clone(), due)).collect();
        for (id, due) in due {
            match due {
                Due::Turn => self.check_before_sending(&id, cx, out),
                Due::Settle(Resolution::Read) => self.read_for(&id, Priority::Reconciliation, cx, out),
                Due::Settle(Resolution::Repeat) => self.look_up_or_repeat(&id, cx, out),
                Due::Settle(Resolution::Park) => self.look_in_list_or_park(&id, cx),
            }
        }
    }

    /// When an operation next wants something.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.times().map(|(_, _, at)| at).min()
    }

    fn times(&self) -> impl Iterator<Item = (&OperationId, Due, DateTime<Utc>)> {
        self.open.iter().filter_map(|operation| match &operation.phase {
            Phase::AwaitingTurn { until } | Phase::Undoable { until } => Some((&operation.id, Due::Turn, *until)),
            Phase::Unknown(UnknownOutcome { next_read_at: Some(at), .. }) => {
                Some((&operation.id, Due::Settle(operation.resolution()), *at))
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Checking { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => None,
        })
    }

    /// All reads under way were given up: what was about to be sent is not, what is unknown is read later.
    pub(super) fn reads_dropped(&mut self, why: &str, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let mut unsent = Vec::new();
        for operation in &mut self.open {
            match &mut operation.phase {
                Phase::Undoable { .. } | Phase::Checking { .. } | Phase::AwaitingTurn { .. } => {
                    unsent.push(operation.id.clone())
                }
                Phase::Unknown(unknown) if unknown.request_id.is_some() => {
                    unknown.request_id = None;
                    unknown.next_read_at = Some(cx.now);
                }
                Phase::Unknown(_)
                | Phase::Preparing
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_) => {}
            }
        }
        for id in unsent {
            self.hold_back(&id, why, cx, out);
        }
    }

    /// Nothing shows its outcome: once its settle window is over, a person decides.
    pub(super) fn park(&mut self, id: &OperationId, now: DateTime<Utc>) {
        let Some(operation) = self.find_open(id) else { return };
        let (is_over, ends) = (operation.is_past_settle_window(now), operation.last_sent_at.map(window_after));
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.request_id = None;
            (unknown.finding, unknown.next_read_at) =
                if is_over { (ResolutionFinding::Parked, None) } else { (ResolutionFinding::ParkedYet, ends) };
        }
    }

    /// The next settling read, after a pause that grows; what the last one said is shown meanwhile.
    pub(super) fn plan_next_read(&mut self, id: &OperationId, finding: ResolutionFinding, now: DateTime<Utc>) {
        let Some(index) = self.open.iter().position(|operation| operation.id == *id) else { return };
        let (operation, rng) = (&mut self.open[index], &mut self.rng);
        let since_sent = operation.last_sent_at.map_or(TimeDelta::zero(), |sent| now - sent);
        let window_end = operation.last_sent_at.map(window_after).filter(|end| *end > now);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.reads += 1;
            unknown.request_id = None;
            let next = now + rng.jitter(resolution_schedule::longest_pause(unknown.reads, since_sent));
            // What is there says no more until a late arrival is excluded, and what is not there after a refusal says
            // no more until every worker of the service shows what it did.
            let is_there = matches!(finding, ResolutionFinding::There(_));
            let checked_at = unknown.refused_at.map(seen_everywhere_after).filter(|at| *at > now);
            let says_more_at = if is_there { window_end } else { checked_at };
            unknown.next_read_at = Some(says_more_at.unwrap_or(next));
            unknown.finding = finding;
        }
    }
}
