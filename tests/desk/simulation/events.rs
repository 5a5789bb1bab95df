//! What the service reports of refunds by events: late, twice, and now and then what is not true. An answer may say the
//! opposite of what happened, too. Drawn apart, so that the other schedules stay what they were.

use paydesk_api::operation::Endpoint;
use paydesk_core::Message;
use paydesk_core::operations::Outcome;
use paydesk_test_core::webhooks::event;
use serde_json::{Value, json};

use super::faults::Fault;
use super::judge::Violation;
use super::service::Reply;
use super::world::{Op, Scheduled, World, at};

/// The latest that an event comes.
const LATE_MS: i64 = 200_000;
/// The service delivers it again where nobody takes it.
const AGAIN_MS: i64 = 10_000;

pub const FORGOTTEN: &str = "a contradiction was forgotten";

/// An event on its way.
#[derive(Debug, Clone)]
pub struct RefundReport {
    pub desk: usize,
    pub op: usize,
    pub object: Value,
    pub is_true: bool,
}

fn opposite(status: &Value) -> Value {
    json!(if *status == "failed" { "succeeded" } else { "failed" })
}

impl World {
    /// A refund was made, or failed: that is reported.
    pub fn report_refund(&mut self, op: usize, refund: &Value) {
        if !self.service.sends_events || self.ops[op].endpoint != Endpoint::CreateRefund {
            return;
        }
        let desk = self.ops[op].desk;
        let mut object = refund.clone();
        object["updated"] = json!(at(self.now_ms).to_rfc3339());
        let report = RefundReport { desk, op, object, is_true: true };
        for _ in 0..self.event_rng.from(1, 2) {
            let after = self.event_rng.from(50, LATE_MS);
            self.plan(after, Scheduled::Report(report.clone()));
        }
        if self.calm || !self.event_rng.one_in(6) {
            return;
        }
        let mut lie = RefundReport { is_true: false, ..report };
        let fault = match self.event_rng.one_in(2) {
            true => {
                lie.object["status"] = opposite(&lie.object["status"]);
                Fault::EventSaysOpposite
            }
            false => {
                lie.object["amount"] = json!(self.ops[op].amount + 1);
                Fault::EventOfAnotherAmount
            }
        };
        self.fault(fault);
        let after = self.event_rng.from(50, LATE_MS);
        self.plan(after, Scheduled::Report(lie));
    }

    /// The answer to a refund that was made, or failed, where it says the opposite now and then.
    pub fn answer_to_refund(&mut self, op: usize, (status, mut body): Reply, happened: bool) -> Reply {
        let is_refund = self.service.sends_events && self.ops[op].endpoint == Endpoint::CreateRefund;
        if is_refund && happened && !self.calm && self.event_rng.one_in(6) {
            body["status"] = opposite(&body["status"]);
            self.ops[op].was_lied_about = true;
            self.fault(Fault::AnswerSaysOpposite);
        }
        (status, body)
    }

    /// An event reaches the desk; while that is down, it is delivered again.
    pub fn reported(&mut self, report: RefundReport) {
        let RefundReport { desk, op, object, is_true } = &report;
        if !self.desks[*desk].up {
            return self.plan(AGAIN_MS, Scheduled::Report(report));
        }
        let (desk, op, life) = (*desk, *op, self.desks[*desk].life);
        self.ops[op].was_lied_about |= !is_true;
        if *is_true {
            self.ops[op].truth_told_in = Some(life);
        }
        self.numbers += 1;
        let id = format!("evt_{}", self.numbers);
        self.note(|world| format!("desk {desk} hears by {id} of {}: {object}", world.ops[op].id));
        let events = vec![event(&id, "refund", object.clone(), self.now_ms / 1_000)];
        self.event(desk, Message::WebhooksArrived { events });
        self.judge_told(op);
    }

    /// Whether nothing but what is false was said of it, as far as its desk can remember: nobody can know better then.
    pub fn knows_only_lies(&self, op: &Op) -> bool {
        op.was_lied_about && op.truth_told_in != Some(self.desks[op.desk].life)
    }

    /// Of what the truth and something else was said of, nothing false is called what came of it.
    fn judge_told(&mut self, index: usize) {
        if let Some(violation) = self.forgotten(index) {
            self.broken(violation);
        }
    }

    pub fn forgotten(&self, index: usize) -> Option<Violation> {
        let op = &self.ops[index];
        let desk = &self.desks[op.desk];
        let operation = desk.core.state().filter(|_| desk.up)?.workspace.operations.find(&op.id)?;
        if !op.was_lied_about || self.knows_only_lies(op) {
            return None;
        }
        let is_false = match operation.word() {
            "Done" => op.effects == 0,
            "Declined" | "Rejected" | "Not sent" => op.effects > 0,
            _ => false,
        };
        is_false.then(|| Violation::new(FORGOTTEN, index, format!("it is called “{}”, but {op:?}", operation.word())))
    }

    /// Whether a claim is one that only a lie makes false, or that is not made any more.
    pub fn is_excused(&self, op: &Op, outcome: &Outcome) -> bool {
        let speaks_of_end =
            matches!(outcome, Outcome::Done { .. } | Outcome::Declined { .. } | Outcome::Rejected { .. });
        speaks_of_end && self.knows_only_lies(op)
    }
}
