//! Whatever order answer, events, reads, lists and restarts come in, true and false: of a refund nothing is called done or
//! declined that is not, once something true was said of it, and what contradicts is shown until a later read.

use chrono::TimeDelta;
use paydesk_api::outcome::{Attempt, HttpAnswer, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{Operation, ResourceKind};
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::refunds::{as_reported, ask, captured, confirm};
use paydesk_test_core::service::answered;
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::{Value, json};

/// One thing that happens to a refund on its way. `true` says what is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Answer(bool),
    LostAnswer,
    Event(bool),
    /// Over another amount than was asked for.
    OtherAmount,
    /// A cache answers a read of the payment, with a refund in it.
    Copy(bool),
    /// The list of the service is read: it says what is true now.
    List,
    Restart,
}

const STEPS: [Step; 10] = [
    Step::Answer(true),
    Step::Answer(false),
    Step::LostAnswer,
    Step::Event(true),
    Step::Event(false),
    Step::OtherAmount,
    Step::Copy(true),
    Step::Copy(false),
    Step::List,
    Step::Restart,
];

const LONGEST: usize = 4;
/// Of the longest, a plain `cargo test` takes one of so many; `PAYDESK_ALL_ORDERS=1` takes all.
const TAKEN_OF_LONGEST: usize = 7;

/// What a desk says of the refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// Nothing: it ended in an earlier run.
    Nothing,
    /// Under way, unknown, or contradictory.
    Open,
    Ended {
        as_is_true: bool,
    },
}

/// What was said so far that the desk has to remember, as one who knows the truth sees it.
#[derive(Debug, Default)]
struct Heard {
    truth: bool,
    lie: bool,
    other_amount: bool,
}

struct Course {
    desk: Option<Desk>,
    is_done: bool,
    /// As it was sent.
    body: Value,
    events: Vec<Step>,
    is_answered: bool,
    heard: Heard,
}

impl Course {
    fn new(is_done: bool) -> Self {
        let mut desk = captured();
        ask(&mut desk);
        confirm(&mut desk, 1_100);
        let body = desk.sent[0].request.body.clone().unwrap();
        let (events, is_answered, heard) = (Vec::new(), false, Heard::default());
        Self { desk: Some(desk), is_done, body, events, is_answered, heard }
    }

    fn desk(&mut self) -> &mut Desk {
        self.desk.as_mut().unwrap()
    }

    fn refund(&self, is_true: bool) -> Value {
        let mut refund = self.body.clone();
        let status = if self.is_done == is_true { "succeeded" } else { "failed" };
        (refund["status"], refund["currency"], refund["updated"]) = (json!(status), json!("EUR"), json!(at(3)));
        refund
    }

    fn take(&mut self, step: Step) {
        // Too short for anything to be repeated meanwhile.
        let now = self.desk().now + TimeDelta::milliseconds(100);
        self.desk().tick_at(now);
        match step {
            Step::Answer(is_true) => {
                let answer = as_reported(self.refund(is_true), self.refund(is_true)["status"].as_str().unwrap());
                self.reply(answer);
                self.hear(is_true);
            }
            Step::LostAnswer => self.reply(Attempt::Lost(LostAnswer::ConnectionLost)),
            Step::Event(_) | Step::OtherAmount => {
                self.events.push(step);
                self.deliver(step);
            }
            Step::Copy(is_true) => {
                self.desk().act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
                let Attempt::Answered(copy) = answered(
                    200,
                    json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840, "amount_received": 12_840,
                        "amount_capturable": 0, "currency": "EUR", "refunds": [self.refund(is_true)]}),
                ) else {
                    unreachable!()
                };
                let mut rate = copy.rate;
                rate.date_unix_s = Some(self.desk().now.timestamp() - 3_600);
                self.desk().answer_payment(Attempt::Answered(HttpAnswer { rate, ..copy }));
                self.hear(is_true);
            }
            Step::List => self.list(),
            Step::Restart => {
                self.desk = self.desk.take().map(Desk::restarted);
                let is_contradicted = matches!(self.claim(), Claim::Open)
                    && (self.heard.other_amount || self.heard.lie && self.heard.truth);
                if !is_contradicted {
                    self.heard = Heard::default();
                }
                self.events.clone().into_iter().for_each(|step| self.deliver(step));
            }
        }
        self.desk().write_all();
    }

    fn reply(&mut self, answer: Attempt) {
        if !std::mem::replace(&mut self.is_answered, true) {
            self.desk().reply(answer);
        }
    }

    fn deliver(&mut self, step: Step) {
        let mut refund = self.refund(step != Step::Event(false));
        if step == Step::OtherAmount {
            refund["amount"] = json!(1_200);
            self.heard.other_amount = true;
        } else {
            self.hear(step == Step::Event(true));
        }
        let id = format!("evt_{step:?}");
        arrive(self.desk(), [event(&id, "refund", refund, 3)]);
        self.desk().write_all();
    }

    fn list(&mut self) {
        let truth = self.refund(true);
        let desk = self.desk();
        desk.service.records = [(ResourceKind::Refund, vec![truth])].into_iter().collect();
        desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
        desk.act(Action::ReadRecords(ResourceKind::Refund));
        desk.serve();
        desk.write_all();
        // It was made after what was said before: that is decided.
        let is_decided = self.heard.other_amount || self.heard.lie && self.heard.truth;
        if is_decided {
            self.heard = Heard::default();
        }
        self.hear(true);
    }

    fn hear(&mut self, is_true: bool) {
        self.heard.truth |= is_true;
        self.heard.lie |= !is_true;
    }

    fn claim(&mut self) -> Claim {
        let id = self.body["metadata"]["operation_id"].as_str().unwrap().to_owned();
        let is_done = self.is_done;
        let state = &self.desk().state;
        let operations = state.open_operations().chain(state.ended_operations());
        let found: Option<&Operation> = operations.into_iter().find(|operation| operation.id.as_str() == id);
        match found.map(Operation::word) {
            None => Claim::Nothing,
            Some("Done") => Claim::Ended { as_is_true: is_done },
            Some("Declined") => Claim::Ended { as_is_true: !is_done },
            Some(_) => Claim::Open,
        }
    }

    /// Holds what the desk says against what is true.
    fn judge(&mut self, course: &[Step]) {
        let claim = self.claim();
        let (Heard { truth, lie, other_amount }, is_done) = (&self.heard, self.is_done);
        let about = format!("done: {is_done}, {course:?}, {claim:?}, {:?}", self.heard);
        let false_claim = claim == (Claim::Ended { as_is_true: false });
        assert!(!false_claim || !truth, "called what it is not, although the truth was said: {about}");
        let is_plain = matches!(claim, Claim::Ended { .. });
        assert!(!is_plain || !(*other_amount || *lie && *truth), "a contradiction was forgotten: {about}");
        let desk = self.desk.as_mut().unwrap();
        assert_eq!(desk.sent.len(), 1, "sent again: {about}");
    }
}

fn courses() -> Vec<Vec<Step>> {
    let mut all: Vec<Vec<Step>> = vec![Vec::new()];
    let mut begun = 0;
    for _ in 0..LONGEST {
        let end = all.len();
        for index in begun..end {
            let is_answered = all[index].iter().any(|step| matches!(step, Step::Answer(_) | Step::LostAnswer));
            for step in STEPS {
                let is_answer = matches!(step, Step::Answer(_) | Step::LostAnswer);
                let after_restart = all[index].contains(&Step::Restart);
                if !all[index].contains(&step) && !(is_answer && (is_answered || after_restart)) {
                    let longer = all[index].iter().copied().chain([step]).collect();
                    all.push(longer);
                }
            }
        }
        begun = end;
    }
    all
}

#[test]
fn of_a_refund_nothing_false_is_said_once_the_truth_was_said_in_whatever_order() {
    let every = if std::env::var_os("PAYDESK_ALL_ORDERS").is_some() { 1 } else { TAKEN_OF_LONGEST };
    let courses: Vec<_> = courses().into_iter().enumerate().collect();
    assert!(courses.len() > 2_000, "{}", courses.len());
    let courses: Vec<_> = courses.into_iter().filter(|(n, steps)| steps.len() < LONGEST || n % every == 0).collect();
    for is_done in [true, false] {
        for (_, steps) in &courses {
            let mut course = Course::new(is_done);
            for nth in 0..steps.len() {
                course.take(steps[nth]);
                course.judge(&steps[..=nth]);
            }
            // Read twice: what contradicts at the first is decided by the second.
            for _ in 0..2 {
                course.take(Step::List);
            }
            let claim = course.claim();
            let is_awaited = !course.is_answered && !steps.contains(&Step::Restart);
            let is_found_out = matches!(claim, Claim::Nothing | Claim::Ended { as_is_true: true });
            assert!(is_awaited || is_found_out, "not found out: done: {is_done}, {steps:?}, {claim:?}");
        }
    }
}
