//! One schedule: an impatient person at a desk, a bad network, crashes; twenty operations, then calm and the judgement.
//!
//! Everything is decided by rng that replay, and carried out one thing after the other; Paydesk's clock jumps to
//! whatever is due next. Requests that are late arrive within the settle window of that clock; what arrives after it,
//! which the law excludes, is not held against Paydesk.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::Method;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, Observation, observe};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{Operation, OperationPlan, Phase};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::Profile;
use paydesk_test_basics::rng::Rng;
use paydesk_test_core::{dated, dated_answer};
use serde_json::{Value, json};
use tokio::task::{JoinError, JoinHandle};

use super::desk::{ProxyHarness, Sent, ask, opened};
use super::disk::Disk;
use super::fault_plan::{FaultPlan, Forward, Reply};
use super::http;
use super::judge::{Case, End, judge};
use super::kinds::{Stock, start_time};
use super::network::{LATE_S, Line, Trouble};
use super::relay::Held;
use super::tally::Tally;
use crate::simulation::law::{Resend, resend};

/// Operations of one schedule.
const OPERATIONS: usize = 20;
/// More steps than any schedule needs.
const STEPS_MAX: usize = 1_500;
/// How far another worker of the service may be behind, in seconds.
const WORKER_LAG_S: i64 = 30;
/// What a request meets that arrives after the settle window, which the law excludes.
const AFTER_WINDOW: &str = "after the window";
const STALE: &str = "read: stale";
/// A cache on the way answers, and says so or does not.
const CACHED: [&str; 2] = ["read: cached", "read: cached, unmarked"];
/// The oldest answer that the cache gives, in seconds.
const CACHED_S: i64 = 600;
/// How long the program does not run when the service forgets the ids of refunds, in seconds.
const DAY_AWAY_S: i64 = 25 * 3_600;
/// One in so many schedules keeps its journal on the disk.
const ON_DISK_ONE_IN: u64 = 40;

/// A request that is late.
struct Transit {
    at: DateTime<Utc>,
    held: Held,
    sent: Sent,
    /// Paydesk's call, where it waits for the answer.
    call: Option<JoinHandle<Attempt>>,
}

/// Everything one schedule works with.
pub struct World {
    pub schedule: u64,
    pub line: Arc<Line>,
    pub desk: ProxyHarness,
    pub rng: Rng,
    pub stock: Stock,
    transits: Vec<Transit>,
    replies: Vec<(DateTime<Utc>, Sent, Attempt)>,
    cases: BTreeMap<String, Case>,
    tally: Tally,
    calm: bool,
    /// True answers to reads of the last ten minutes: when, to what, and the bytes.
    read_answers: Vec<(DateTime<Utc>, String, Vec<u8>)>,
    colleagues: u32,
    log: bool,
    begun: std::time::Instant,
}

async fn attempt_of(call: JoinHandle<Attempt>, ended: Option<Result<Attempt, JoinError>>) -> Attempt {
    match ended {
        Some(ended) => ended.unwrap(),
        None => call.await.unwrap(),
    }
}

/// Whether the answer is a success, and of a refund under another id than the one that was sent.
fn names_another_refund(case: &Case, attempt: &Attempt) -> bool {
    let Attempt::Answered(HttpAnswer { status: 200..300, body: Body::Json(body), .. }) = attempt else { return false };
    let named = body.get("refund_id").and_then(Value::as_str).filter(|named| !named.is_empty());
    case.endpoint == Endpoint::CreateRefund && named.is_some() && named != case.mark.object.as_deref()
}

/// Runs one schedule and returns what it met.
pub async fn run(line: Arc<Line>, schedule: u64, log: bool) -> Tally {
    let mut world = World::new(line, schedule, log);
    let mut steps = 0;
    while world.cases.len() < OPERATIONS {
        world.step().await;
        steps += 1;
        assert!(steps < STEPS_MAX, "only {} operations in {steps} steps", world.cases.len());
    }
    world.calm_down().await;
    world.look();
    for operation in world.desk.state.workspace.operations.open() {
        world.note(|| format!("left open: {operation:#?}"));
    }
    let ledger = world.line.shop.news().await;
    judge(&world.cases, &world.line.shop, &ledger, &mut world.tally).await;
    world.tally.add("steps", steps as u64);
    world.tally
}

impl World {
    fn new(line: Arc<Line>, schedule: u64, log: bool) -> Self {
        let mut rng = Rng::seeded(schedule);
        let disk = if rng.one_in(ON_DISK_ONE_IN) { Disk::real() } else { Disk::in_memory() };
        let profile = Profile::embedded_sandbox(line.proxy.base_url.as_str());
        Self {
            schedule,
            line,
            desk: opened(disk, start_time(), schedule, profile),
            rng,
            stock: Stock::default(),
            transits: Vec::new(),
            replies: Vec::new(),
            cases: BTreeMap::new(),
            tally: Tally::default(),
            calm: false,
            read_answers: Vec::new(),
            colleagues: 0,
            log,
            begun: std::time::Instant::now(),
        }
    }

    fn note(&self, what: impl FnOnce() -> String) {
        if self.log {
            eprintln!("{:.3?} {} {}", self.begun.elapsed().as_secs_f32(), self.desk.now.format("%T%.3f"), what());
        }
    }

    // ----- the person

    pub fn act(&mut self, action: Action) {
        self.note(|| format!("person: {action:?}"));
        self.desk.act(action);
        self.look();
    }

    async fn step(&mut self) {
        let open = self.desk.state.workspace.operations.open();
        let which = open.get(self.rng.index(open.len().max(1))).map(|operation| operation.id.clone());
        let offered = open.iter().find(|operation| operation.may_be_sent_again(self.desk.now));
        let offered = offered.map(|operation| operation.id.clone()).or_else(|| which.clone());
        match (self.rng.below(28), which) {
            (21..28 | 0..9, _) => self.begin().await,
            (9..14, Some(id)) => self.send_again(&offered.unwrap_or(id)),
            (14, Some(id)) if self.rng.one_in(3) => self.close(&id),
            (15, Some(id)) => self.act(Action::CheckOperationNow(id)),
            (16, Some(id)) => self.act(Action::WithdrawOperation(id)),
            (17, Some(id)) => self.act(Action::SendPrepared(id)),
            (18, _) if self.rng.one_in(8) => self.act(Action::Payments(PaymentsAction::Refresh)),
            (19, _) if self.desk.state.workspace.connection.lock().is_some() || self.rng.one_in(6) => {
                self.act(Action::RetryService);
            }
            (20, _) if self.rng.one_in(4) => {
                let after = self.rng.time(40);
                self.crash(after).await;
            }
            (20, _) if self.schedule.is_multiple_of(8) && self.rng.one_in(4) => self.be_away_for_a_day().await,
            (_, _) => {}
        }
        let pause = match self.rng.below(12) {
            0..5 => TimeDelta::zero(),
            5..9 => self.rng.time(4),
            9..11 => self.rng.time(40),
            _ => self.rng.time(200),
        };
        self.advance(pause).await;
    }

    fn send_again(&mut self, id: &OperationId) {
        self.act(Action::AskSendAgain(id.clone()));
        for _ in 0..=self.rng.below(2) {
            let now = self.desk.now;
            let may =
                self.desk.state.workspace.operations.find(id).is_some_and(|operation| operation.may_be_sent_again(now));
            self.act(Action::Confirm(Confirmation::SendAgain));
            if may && let Some(case) = self.cases.get_mut(id.as_str()) {
                case.sent_again += 1;
            }
        }
    }

    fn close(&mut self, id: &OperationId) {
        self.act(Action::AskCloseUnknown(id.clone()));
        self.act(Action::Confirm(Confirmation::CloseUnknown));
    }

    /// The process dies: what it was reported and had not written is gone, answers find nobody. What was being written
    /// may be on disk or not.
    async fn crash(&mut self, restarts_after: TimeDelta) {
        self.note(|| "crash".into());
        self.tally.count("crashes");
        let kept = self.rng.index(self.desk.writes.len() + 1);
        let mut disk = std::mem::replace(&mut self.desk.disk, Disk::in_memory());
        self.desk.writes.drain(..kept).for_each(|entry| disk.append(entry));
        // What was answered is not known to the next run where it was not written.
        for lost in self.desk.writes.drain(..) {
            if let Some(case) = self.cases.get_mut(lost.operation_id.as_str()) {
                case.other_refund_named = false;
            }
        }
        self.replies.clear();
        for transit in &mut self.transits {
            if let Some(call) = transit.call.take() {
                call.abort();
            }
        }
        let now = self.desk.now + restarts_after;
        let profile = Profile::embedded_sandbox(self.line.proxy.base_url.as_str());
        let seed = self.rng.below(u64::MAX);
        self.desk = opened(disk, now, seed, profile);
        self.look();
        self.forget_what_was_not_kept();
    }

    /// The program does not run for a day, after which the service has forgotten the ids of refunds.
    async fn be_away_for_a_day(&mut self) {
        self.tally.count("days away");
        self.crash(TimeDelta::seconds(DAY_AWAY_S)).await;
        // What was on its way arrived long before.
        self.arrivals().await;
        self.line.shop.post("/_sandbox/clock", json!({"advance_seconds": DAY_AWAY_S})).await;
    }

    /// What a run that died said of an operation counts only where its entry is on the disk.
    fn forget_what_was_not_kept(&mut self) {
        let operations = &self.desk.state.workspace.operations;
        for (id, case) in &mut self.cases {
            let id = OperationId::new(id.as_str());
            if operations.find(&id).is_none() && !self.desk.disk.is_over(&id) {
                case.end = End::Forgotten;
            }
        }
    }

    // ----- the network

    async fn route(&mut self, sent: Sent) {
        let Some(operation) = self.desk.state.workspace.operations.find(&sent.operation_id) else { return };
        let trouble = match self.calm {
            true => Trouble::none(),
            false => Trouble::of_operation(&mut self.rng, operation),
        };
        let by_itself = matches!(resend(operation.plan.endpoint), Resend::Program | Resend::ProgramWhenAbsent);
        let repeats = by_itself && sent.attempt > 1;
        let same = operation.plan.clone();
        let expectation = operation.plan.expectation.clone();
        self.tally.count(format!("trouble: {}", trouble.name));
        self.note(|| format!("sent {} attempt {}: {trouble:?}", sent.operation_id, sent.attempt));
        let (attempt, delivered) = self.send(&sent, &trouble).await;
        let observation = attempt.as_ref().map(|attempt| observe(attempt, &expectation));
        if let Some(case) = self.cases.get_mut(sent.operation_id.as_str()) {
            assert!(!case.other_refund_named, "sent again, where its id guards against nothing: {case:?}");
            case.sends += 1;
            case.sent_again += u64::from(repeats);
            case.refused_by_rate += u64::from(observation == Some(Observation::RateLimited));
            case.doubled += u64::from(delivered.saturating_sub(1));
            case.after_window |= trouble.name == AFTER_WINDOW;
        }
        if !self.calm && self.rng.one_in(12) {
            self.colleague_does_the_same(&same, &sent).await;
        }
        if let (Some(attempt), Some(observation)) = (attempt, observation) {
            let name: &'static str = observation.into();
            self.tally.count(format!("seen: {name}"));
            self.replies.push((self.desk.now + trouble.after, sent, attempt));
        }
    }

    /// Sends once. Returns when nothing of it is under way but what is late.
    async fn send(&mut self, sent: &Sent, trouble: &Trouble) -> (Option<Attempt>, u32) {
        let client = self.line.client(trouble).clone();
        let Some(fault) = &trouble.fault else { return (Some(client.send(&sent.request).await), 0) };
        let request = sent.request.clone();
        let exchange = self.line.proxy.arm(&request, fault.clone());
        let mut call = tokio::spawn(async move { client.send(&request).await });
        let (report, ended) = exchange.over(&mut call).await;
        let late = |rng: &mut Rng, by_s| (rng.time(by_s), report.delivered);
        match report.held {
            Some(held) if held.is_awaited() && ended.is_none() => {
                let (late, delivered) = late(&mut self.rng, 50);
                let at = self.desk.now + late;
                self.transits.push(Transit { at, held, sent: sent.clone(), call: Some(call) });
                (None, delivered)
            }
            Some(held) => {
                let (late, delivered) = match trouble.name {
                    AFTER_WINDOW => (TimeDelta::seconds(SETTLE_WINDOW_S + 1) + self.rng.time(900), report.delivered),
                    _ => late(&mut self.rng, LATE_S),
                };
                let at = self.desk.now + late;
                self.transits.push(Transit { at, held, sent: sent.clone(), call: None });
                (Some(attempt_of(call, ended).await), delivered)
            }
            None => (Some(attempt_of(call, ended).await), report.delivered),
        }
    }

    /// What is late and due arrives.
    async fn arrivals(&mut self) {
        while let Some(index) = self.transits.iter().position(|transit| transit.at <= self.desk.now) {
            let Transit { held, sent, call, .. } = self.transits.remove(index);
            self.note(|| format!("{} attempt {} arrives late", sent.operation_id, sent.attempt));
            self.tally.count("arrived late");
            held.deliver().await;
            if let Some(call) = call {
                let attempt = call.await.unwrap();
                self.replies.push((self.desk.now + self.rng.time(3), sent, attempt));
            }
        }
    }

    async fn answer_read(&mut self) {
        let (request_id, read) = self.desk.reads.remove(0);
        let request = read.request();
        let line = format!("{} {}", request.method.as_str(), request.path);
        let trouble = if self.calm { Trouble::none() } else { Trouble::of_read(&mut self.rng) };
        self.tally.count(format!("trouble: {}", trouble.name));
        let stored = self.stored_answer(&line, trouble.name).filter(|_| request.method == Method::Get);
        let (made_at, fault) = match stored {
            Some((at, answer)) => (at, Some(FaultPlan::new(Forward::Never, Reply::Canned(answer)))),
            None => (self.desk.now, trouble.fault.clone()),
        };
        let is_true = fault == Some(FaultPlan::none());
        let exchange = fault.map(|fault| self.line.reads.arm(&request, fault));
        let (answer, rate) = ask(self.line.reader(&trouble), &read).await;
        let rate = rate.map(|rate| dated(rate, made_at));
        if let Some(exchange) = exchange {
            let seen = exchange.over_or_never().await;
            if let (true, Some(answer)) = (is_true, seen.answer) {
                self.read_answers.push((self.desk.now, line, answer));
            }
        }
        self.note(|| format!("read {read:?}, {}: {:?}", trouble.name, answer.error()));
        self.desk.event(Message::ReadAnswered { request_id, answer, rate });
    }

    /// What answers instead of the service, and when that counts as made: another worker with the oldest answer of the
    /// last 30 s, as it was true then, or a cache with the oldest that it has.
    fn stored_answer(&mut self, line: &str, trouble: &str) -> Option<(DateTime<Utc>, Vec<u8>)> {
        let (now, since) = (self.desk.now, self.desk.now - TimeDelta::seconds(CACHED_S));
        self.read_answers.retain(|(at, _, _)| *at > since);
        let is_stale = trouble == STALE;
        let (newest, oldest) = match is_stale {
            true => (now, now - TimeDelta::seconds(WORKER_LAG_S)),
            false if CACHED.contains(&trouble) => (now - TimeDelta::seconds(5), since),
            false => return None,
        };
        let fits = |(at, other, _): &&(DateTime<Utc>, String, Vec<u8>)| {
            other == line && (is_stale || *at <= newest) && *at > oldest
        };
        let (at, _, answer) = self.read_answers.iter().find(fits)?;
        if is_stale {
            self.tally.count("answered by a worker behind");
            return Some((now, answer.clone()));
        }
        self.tally.count("answered by a cache");
        let is_unknown = |operation: &Operation| {
            matches!(operation.phase, Phase::Unknown(_)) && operation.sent_at.is_some_and(|sent| sent > *at)
        };
        if self.desk.state.workspace.operations.open().iter().any(is_unknown) {
            self.tally.count("a cache answers from before something unknown");
        }
        let is_marked = trouble == CACHED[0];
        Some((*at, if is_marked { http::from_cache(answer, (now - *at).num_seconds()) } else { answer.clone() }))
    }

    /// Somebody else does the same to the same payment by another way.
    async fn colleague_does_the_same(&mut self, plan: &OperationPlan, sent: &Sent) {
        let effect = matches!(
            plan.endpoint,
            Endpoint::CapturePayment | Endpoint::CancelPayment | Endpoint::ApprovePayment | Endpoint::CreateRefund
        );
        let Some(mut body) = plan.request.body.clone().filter(|_| effect) else { return };
        if plan.endpoint == Endpoint::CreateRefund {
            self.colleagues += 1;
            body["refund_id"] = json!(format!("colleague_{}_{}", self.schedule, self.colleagues));
            body["metadata"] = json!({});
        }
        let (status, _) = self.line.shop.try_ask(plan.request.method, &plan.request.path, Some(body)).await;
        self.note(|| format!("a colleague does the same as {}: {status}", sent.operation_id));
        if status == 200 {
            let name: &'static str = plan.endpoint.into();
            self.tally.count(format!("colleague: {name}"));
            if let Some(case) = self.cases.get_mut(sent.operation_id.as_str()) {
                case.by_colleague += u64::from(plan.endpoint != Endpoint::CreateRefund);
            }
        }
    }

    // ----- time

    /// Lets time pass, stopping wherever something is due.
    async fn advance(&mut self, by: TimeDelta) {
        let end = self.desk.now + by;
        loop {
            self.settle_queues().await;
            let late = self.transits.iter().map(|transit| transit.at);
            let times = late.chain(self.replies.iter().map(|reply| reply.0));
            let Some(next) = times.chain(self.desk.state.next_due()).filter(|at| *at <= end).min() else { break };
            let next = next.max(self.desk.now);
            self.desk.tick_at(next);
            self.arrivals().await;
            self.deliver();
        }
        self.desk.tick_at(end.max(self.desk.now));
        self.settle_queues().await;
    }

    fn deliver(&mut self) {
        while let Some(index) = self.replies.iter().position(|reply| reply.0 <= self.desk.now) {
            let (_, Sent { operation_id, attempt, .. }, result) = self.replies.remove(index);
            self.note(|| format!("answer for {operation_id} attempt {attempt}: {result:?}"));
            if let Some(case) =
                self.cases.get_mut(operation_id.as_str()).filter(|case| names_another_refund(case, &result))
            {
                case.other_refund_named = true;
                self.tally.count("another refund named");
            }
            let result = dated_answer(result, self.desk.now);
            self.desk.event(Message::OperationAnswered { operation_id, attempt, result });
            self.look();
        }
    }

    /// Disk, reads and sends move on; in a storm some of them wait.
    pub async fn settle_queues(&mut self) {
        for _ in 0..200 {
            while !self.desk.sends.is_empty() {
                let sent = self.desk.sends.remove(0);
                self.route(sent).await;
            }
            let waits = !self.calm && self.rng.one_in(8);
            if !self.desk.writes.is_empty() && !waits {
                self.desk.write();
            } else if !self.desk.reads.is_empty() && !waits {
                self.answer_read().await;
            } else {
                return;
            }
            self.look();
        }
    }

    /// The storm is over: everything late arrives, what can be found out is, and the person sends some of it again.
    async fn calm_down(&mut self) {
        self.calm = true;
        // What is under way may still say that the key was refused.
        self.advance(TimeDelta::seconds(61)).await;
        if self.desk.state.workspace.connection.lock().is_some() {
            self.act(Action::RetryService);
        }
        self.advance(TimeDelta::seconds(SETTLE_WINDOW_S)).await;
        let open: Vec<OperationId> =
            self.desk.state.workspace.operations.open().iter().map(|op| op.id.clone()).collect();
        for id in open {
            match self.rng.below(3) {
                0 => self.send_again(&id),
                1 => self.act(Action::SendPrepared(id)),
                _ => {}
            }
        }
        // What was sent long ago is read, or repeated, every five minutes.
        let waits = |op: &Operation| matches!(&op.phase, Phase::Unknown(unknown) if unknown.next_read_at.is_some());
        let longest_pause_s = if self.desk.state.workspace.operations.open().iter().any(waits) { 310 } else { 40 };
        self.advance(TimeDelta::seconds(longest_pause_s)).await;
    }

    // ----- what is known outside

    /// Notes what Paydesk says of its operations.
    fn look(&mut self) {
        let operations = &self.desk.state.workspace.operations;
        for operation in operations.open().iter().chain(operations.ended()) {
            match self.cases.get_mut(operation.id.as_str()) {
                Some(case) => case.note(operation),
                None => {
                    self.cases.insert(operation.id.as_str().to_owned(), Case::of(operation));
                }
            }
        }
    }
}
