//! Drives a `State` as the window and the runtime would, one step at a time, with a made-up service to answer it.

use std::ops::{Deref, DerefMut};

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::outcome::Attempt;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::{JournalEntry, JournalStepName};
use paydesk_core::operations::{
    Intent, JournalHealth, Operation, OperationPlan, Outcome, Phase, Precondition, ResolutionFinding, Submission,
};
use paydesk_core::problem::Problem;
use paydesk_core::read::{Read, RequestId};
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, Message, State};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentAction, PaymentRow, PaymentStatus};
use paydesk_domain::profile::{Profile, ProfileId};

use crate::service::{Pay, Service, answered, decode, start_time};
use crate::{core_harness as core, dated_answer};

/// The core with a model of the service that answers it.
pub struct Desk {
    core: core::CoreHarness,
    pub service: Service,
}

impl Deref for Desk {
    type Target = core::CoreHarness;

    fn deref(&self) -> &core::CoreHarness {
        &self.core
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut core::CoreHarness {
        &mut self.core
    }
}

pub fn pay_1() -> PaymentId {
    PaymentId::new("pay_1")
}

/// A succeeded payment as a list has it.
pub fn succeeded_row(id: &str, amount: Money, created: DateTime<Utc>) -> PaymentRow {
    PaymentRow {
        payment_id: PaymentId::new(id),
        status: PaymentStatus::Succeeded,
        amount,
        created: Some(created),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: None,
        unified_code: None,
        unified_message: None,
    }
}

pub fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

pub fn capture(minor: i64) -> Intent {
    Intent::Capture { amount: eur(minor), prefix: String::new(), suffix: String::new() }
}

pub fn cancel() -> Intent {
    Intent::Cancel { reason: None }
}

pub fn problem(what: &str) -> Problem {
    Problem { what: what.into(), what_to_do: "Free some space".into() }
}

pub fn profile() -> Profile {
    Profile::embedded_sandbox("http://127.0.0.1:8600")
}

impl Desk {
    /// A desk just started: nothing has answered yet.
    pub fn started(payments: Vec<Pay>) -> Self {
        Self::seeded(payments, 7, start_time())
    }

    pub fn seeded(payments: Vec<Pay>, seed: u64, now: DateTime<Utc>) -> Self {
        let service = Service { payments, ..Service::default() };
        Self { core: core::CoreHarness::new(Vec::new(), now, seed), service }
    }

    /// A desk at work: journal open, service there, the list read.
    pub fn ready(payments: Vec<Pay>) -> Self {
        Self::after_restart(payments, Vec::new())
    }

    /// A desk at work that found `unfinished` in its journal.
    pub fn after_restart(payments: Vec<Pay>, unfinished: Vec<JournalEntry>) -> Self {
        let mut desk = Self::seeded(payments, 10 + unfinished.len() as u64, start_time());
        desk.disk.clone_from(&unfinished);
        desk.event(Message::JournalOpened { entries: unfinished });
        desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
        desk.event(Message::ServiceReady { profile: profile(), key_place: None });
        desk.serve();
        desk
    }

    /// A desk with one payment open beside the list, just read.
    pub fn with_open(pay: Pay) -> Self {
        let id = PaymentId::new(pay.id.as_str());
        let mut desk = Self::ready(vec![pay]);
        desk.act(Action::Payments(PaymentsAction::Open(id)));
        desk.serve();
        desk
    }

    /// A desk that has sent `intent` on `pay_1` and waits for the answer.
    pub fn sending(pay: Pay, intent: Intent) -> Self {
        let mut desk = Self::with_open(pay);
        desk.confirm(intent);
        desk.write();
        desk.write();
        desk.assert_sent_times(1);
        desk
    }

    /// A desk whose answer was lost.
    pub fn unknown(pay: Pay, intent: Intent) -> Self {
        let mut desk = Self::sending(pay, intent);
        desk.reply(Attempt::Lost(paydesk_api::outcome::LostAnswer::TimedOut));
        desk.write();
        desk
    }

    /// The same disk and service, another process.
    pub fn restarted(self) -> Self {
        let mut desk = Self::seeded(self.service.payments.clone(), 9, self.now);
        desk.service = self.service;
        desk.disk = self.core.disk.clone();
        desk.sent = self.core.sent;
        desk.event(Message::JournalOpened { entries: self.core.disk });
        desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
        desk.event(Message::ServiceReady { profile: profile(), key_place: None });
        desk.serve();
        desk
    }

    pub fn into_state(self) -> State {
        self.core.state
    }

    // ----- steps

    // Of their own, so that an argument may look at Paydesk.
    pub fn act(&mut self, action: Action) {
        self.core.act(action);
    }

    pub fn event(&mut self, event: Message) {
        self.core.event(event);
    }

    /// The oldest send is answered, by a service whose clock goes as ours does.
    pub fn reply(&mut self, result: Attempt) {
        let result = dated_answer(result, self.now);
        self.core.reply(result);
    }

    pub fn tick(&mut self, seconds: i64) {
        self.core.tick(seconds);
    }

    pub fn tick_at(&mut self, now: DateTime<Utc>) {
        self.core.tick_at(now);
    }

    /// Lets `seconds` pass as the window would: a tick whenever one is due, everything answered at once.
    pub fn pass(&mut self, seconds: i64) {
        let end = self.now + TimeDelta::seconds(seconds);
        let mut stuck = 0;
        self.serve();
        self.write_all();
        while let Some(due) = self.state.next_due().filter(|due| *due <= end) {
            stuck = if due <= self.now { stuck + 1 } else { 0 };
            assert!(stuck < 20, "spinning at {}: next_due stays in the past", self.now);
            self.tick_at(due.max(self.now));
            self.serve();
            self.write_all();
        }
        self.tick_at(end);
        self.serve();
        self.write_all();
    }

    // ----- answers of the outside

    /// The oldest send is applied by the service, and the true answer arrives.
    pub fn reply_truly(&mut self) {
        let request = self.sends[0].request.clone();
        let result = self.service.execute(&request);
        self.reply(result);
    }

    /// Answers the oldest read from the service.
    pub fn serve_one(&mut self) {
        let (request_id, read) = self.reads.remove(0);
        self.service.now(self.now);
        let (answer, rate) = self.service.answer(&read);
        self.event(Message::ReadAnswered { request_id, answer, rate });
    }

    /// Answers every read from the service, and those that follow from the answers.
    pub fn serve(&mut self) {
        for _ in 0..1_000 {
            if self.reads.is_empty() {
                return;
            }
            self.serve_one();
        }
        panic!("reads without end");
    }

    /// Answers the oldest read of a payment.
    pub fn answer_payment(&mut self, attempt: Attempt) {
        let index = self.reads.iter().position(|(_, read)| matches!(read, Read::Payment(_))).unwrap();
        let (request_id, read) = self.reads.remove(index);
        self.answer(request_id, &read, attempt);
    }

    pub fn answer(&mut self, request_id: RequestId, read: &Read, attempt: Attempt) {
        self.service.now(self.now);
        let rate = attempt.rate().map(|rate| self.service.head(*rate));
        self.event(Message::ReadAnswered { request_id, answer: decode(read, attempt), rate });
    }

    /// The reads of the list that wait for an answer, the count of the sidebar left out.
    pub fn pages(&self) -> Vec<(RequestId, Read)> {
        let page = |read: &Read| matches!(read, Read::Payments(list) if list.limit == 100);
        self.reads.iter().filter(|(_, read)| page(read)).cloned().collect()
    }

    // ----- the person

    pub fn ask(&mut self, action: PaymentAction) {
        self.act(Action::Payments(PaymentsAction::Ask(pay_1(), action)));
    }

    /// Opens the confirmation on `pay_1` and confirms it.
    pub fn confirm(&mut self, intent: Intent) {
        self.ask(intent.action());
        self.act(Action::Confirm(Confirmation::Payment(intent)));
    }

    /// Confirms an operation of any endpoint under this id, without a precondition.
    pub fn submit(&mut self, id: &str, plan: OperationPlan) {
        let (id, precondition) = (OperationId::new(id), Precondition::Nothing);
        self.act(Action::Submit(Box::new(Submission { id, plan, precondition })));
        self.write_all();
    }

    pub fn send_again(&mut self) {
        let id = self.operation().id.clone();
        self.act(Action::AskSendAgain(id));
        self.act(Action::Confirm(Confirmation::SendAgain));
    }

    // ----- what can be seen

    /// The one open operation.
    pub fn operation(&self) -> &Operation {
        let open: Vec<_> = self.state.open_operations().collect();
        assert_eq!(open.len(), 1, "one operation is open");
        open[0]
    }

    pub fn nothing_open(&self) -> bool {
        self.state.open_operations().next().is_none()
    }

    pub fn outcome(&self) -> &Outcome {
        let ended = self.state.ended_operations().next().expect("an operation has ended");
        match &ended.phase {
            Phase::Ended(outcome) => outcome,
            other => panic!("not ended: {other:?}"),
        }
    }

    pub fn finding(&self) -> &ResolutionFinding {
        match &self.operation().phase {
            Phase::Unknown(unknown) => &unknown.finding,
            other => panic!("not unknown: {other:?}"),
        }
    }

    pub fn word(&self) -> &'static str {
        self.operation().word()
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self.operation().phase, Phase::Unknown(_))
    }

    pub fn locked(&self) -> bool {
        matches!(self.state.workspace.connection.link, ServiceLink::Locked(_))
    }

    pub fn toasts(&self) -> Vec<String> {
        self.state.toasts.shown().iter().map(|toast| toast.text.clone()).collect()
    }

    pub fn steps(&self) -> Vec<JournalStepName> {
        self.disk.iter().map(|entry| entry.step.name()).collect()
    }

    pub fn journal_is_down(&self) -> bool {
        matches!(self.state.journal, JournalHealth::Unavailable(_))
    }

    pub fn assert_sent_times(&self, times: usize) {
        assert_eq!(self.sent.len(), times, "sent: {:?}", self.sent);
    }

    /// Nothing on screen or in the journal calls an unknown outcome failed, rejected or not sent.
    pub fn assert_says_unknown(&self) {
        assert!(self.is_unknown(), "{:?}", self.operation().phase);
        assert!(["Sent, outcome unknown", "Needs checking"].contains(&self.word()));
        for text in self.toasts().iter().chain([&format!("{:?}", self.disk.last().map(|e| &e.step))]) {
            let text = text.to_ascii_lowercase();
            for lie in ["failed", "rejected", "not sent", "declined"] {
                assert!(!text.contains(lie), "“{text}” says {lie}");
            }
        }
    }

    /// The body that a read of `pay_1` would bring now.
    pub fn payment_body(&self) -> Attempt {
        answered(200, self.service.payments[0].json())
    }
}

/// The start of the embedded sandbox failed.
pub fn service_failed(problem: Problem) -> Message {
    Message::ServiceFailed { profile_id: ProfileId::embedded(), problem, key_missing: false }
}
