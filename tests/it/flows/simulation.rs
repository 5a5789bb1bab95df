//! Thousands of random schedules: a service with faults, an impatient person, crashes. Whatever happens, an
//! operation takes effect at most once, and nothing on screen is false.
//!
//! A schedule is replayed from its number alone: set `PAYDESK_SCHEDULE=n` to see its log.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk::api::call::Request;
use paydesk::api::outcome::{Attempt, Loss};
use paydesk::app::event::JournalRefusal;
use paydesk::app::operations::journal::{JournalEntry, StepName};
use paydesk::app::operations::{Finding, Intent, Outcome, Phase, Unknown};
use paydesk::app::reads::Read;
use paydesk::app::{Action, Event};
use paydesk::domain::ids::OperationId;

use super::desk::{Desk, Sent, cancel, capture, pay_1, problem, profile};
use super::service::{Pay, answered, decode, html, no_connection, rate_limited, refused, start_time};

/// Longest time a request may be on its way, in seconds: within the settle window by some margin.
const LATE_S: i64 = 90;
/// How old the state behind a read may be, in seconds: late arrival and this fit into the settle window.
const STALE_S: i64 = 20;

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    fn ms(&mut self, up_to_s: i64) -> TimeDelta {
        TimeDelta::milliseconds(self.roll(up_to_s.unsigned_abs() * 1_000 + 1) as i64)
    }
}

/// A request on its way to the service.
struct Transit {
    at: DateTime<Utc>,
    sent: Sent,
    /// Whether its answer finds the way back.
    answers: bool,
}

/// What is counted of one operation, outside the desk.
#[derive(Debug, Default, Clone)]
struct Tally {
    effects: u32,
    sends: u32,
    refused_by_rate: u32,
    sent_again: u32,
}

/// What happened over all schedules: a simulation that never reaches a case proves nothing of it.
#[derive(Debug, Default)]
struct Seen {
    operations: u64,
    done: u64,
    done_by_read: u64,
    unknown: u64,
    sent_again: u64,
    closed: u64,
    rejected: u64,
    not_sent: u64,
    overtaken: u64,
    still_open: u64,
    crashes: u64,
}

struct World {
    desk: Desk,
    dice: Dice,
    /// The payment after each change, for reads that are behind.
    past: Vec<(DateTime<Utc>, Pay)>,
    transits: Vec<Transit>,
    replies: Vec<(DateTime<Utc>, OperationId, u32, Attempt)>,
    tallies: HashMap<OperationId, Tally>,
    ended: HashMap<OperationId, Outcome>,
    seen: Seen,
    calm: bool,
    foreign: bool,
    closed_blindly: bool,
    log: bool,
}

fn first_payment(dice: &mut Dice) -> Pay {
    match dice.roll(4) {
        0 => Pay::in_review("pay_1", 1_000),
        1 => {
            let mut pay = Pay::authorized("pay_1", 1_000);
            pay.capture(200).unwrap();
            pay
        }
        _ => Pay::authorized("pay_1", 1_000),
    }
}

impl World {
    fn new(schedule: u64, log: bool) -> Self {
        let mut dice = Dice(schedule.wrapping_mul(0x2545_F491_4F6C_DD1D));
        let pay = first_payment(&mut dice);
        let mut desk = Desk::seeded(vec![pay.clone()], schedule, start_time());
        desk.event(Event::JournalOpened { unfinished: Vec::new() });
        desk.event(Event::ServiceReady { profile: profile() });
        desk.act(Action::OpenPayment(pay_1()));
        desk.serve();
        Self {
            desk,
            dice,
            past: vec![(start_time(), pay)],
            transits: Vec::new(),
            replies: Vec::new(),
            tallies: HashMap::new(),
            ended: HashMap::new(),
            seen: Seen::default(),
            calm: false,
            foreign: false,
            closed_blindly: false,
            log,
        }
    }

    fn note(&self, what: impl FnOnce() -> String) {
        if self.log {
            eprintln!("{} {}", self.desk.now.format("%T%.3f"), what());
        }
    }

    // ----- the service

    /// What the requests that arrive by now do.
    fn arrivals(&mut self) {
        while let Some(index) = self.transits.iter().position(|transit| transit.at <= self.desk.now) {
            let transit = self.transits.remove(index);
            let answer = self.execute(&transit.sent.operation_id, &transit.sent.request);
            if transit.answers {
                let at = self.desk.now + self.dice.ms(3);
                self.replies.push((at, transit.sent.operation_id, transit.sent.attempt, answer));
            }
        }
    }

    fn execute(&mut self, id: &OperationId, request: &Request) -> Attempt {
        let answer = self.desk.service.execute(request);
        if matches!(&answer, Attempt::Answered(answer) if answer.is_success()) {
            self.tallies.entry(id.clone()).or_default().effects += 1;
            self.changed();
        }
        self.note(|| format!("service executes {} of {id}: {answer:?}", request.path));
        answer
    }

    fn changed(&mut self) {
        let now = self.desk.now;
        let pay = self.desk.service.pay("pay_1");
        pay.modified = Some(now.to_rfc3339());
        let pay = pay.clone();
        self.past.push((self.desk.now, pay));
    }

    /// Somebody else changes the payment, by an amount of their own.
    fn somebody_else(&mut self) {
        let pay = self.desk.service.pay("pay_1");
        let done = if pay.status == "requires_merchant_action" { pay.cancel() } else { pay.capture(7) };
        if done.is_ok() {
            self.foreign = true;
            self.changed();
            self.note(|| "somebody else changed the payment".into());
        }
    }

    /// Decides what becomes of a request that has left.
    fn route(&mut self, sent: Sent) {
        self.tallies.entry(sent.operation_id.clone()).or_default().sends += 1;
        let (now, soon, late) = (self.desk.now, self.dice.ms(5), self.dice.ms(LATE_S));
        let fate = if self.calm { 99 } else { self.dice.roll(16) };
        self.note(|| format!("sent {} attempt {}, fate {fate}, late {late}", sent.operation_id, sent.attempt));
        let (arrives, reply) = match fate {
            0 => (None, Some((soon, no_connection()))),
            1 => (None, Some((TimeDelta::seconds(60), Attempt::Lost(Loss::TimedOut)))),
            2 => (Some(late), Some((TimeDelta::seconds(60), Attempt::Lost(Loss::TimedOut)))),
            3 => (Some(soon), Some((soon, Attempt::Lost(Loss::ConnectionLost)))),
            4 => (Some(late), Some((soon, Attempt::Lost(Loss::ConnectionLost)))),
            5 => (None, Some((soon, refused(502, "CE_01", "bad gateway")))),
            6 => (Some(late), Some((soon, html(504)))),
            7 => {
                self.tallies.entry(sent.operation_id.clone()).or_default().refused_by_rate += 1;
                (None, Some((soon, rate_limited(self.dice.roll(40) as i64))))
            }
            8 => (Some(late), Some((soon, refused(409, "IR_04", "another change is under way")))),
            9 => (Some(soon), Some((soon, html(200)))),
            10 => (Some(soon), Some((soon, answered(200, Pay::captured("pay_9", 1_000).partial())))),
            11 => (None, Some((soon, html(302)))),
            _ => (Some(soon), None),
        };
        if let Some((after, attempt)) = reply.clone() {
            self.replies.push((now + after, sent.operation_id.clone(), sent.attempt, attempt));
        }
        if let Some(after) = arrives {
            self.transits.push(Transit { at: now + after, sent, answers: reply.is_none() });
        }
    }

    /// A payment as a replica shows it: up to [`STALE_S`] behind.
    fn replica(&mut self) -> Pay {
        let behind = if self.calm || self.dice.one_in(2) { TimeDelta::zero() } else { self.dice.ms(STALE_S) };
        let at = self.desk.now - behind;
        let known = self.past.iter().rfind(|(since, _)| *since <= at).unwrap_or(&self.past[0]);
        known.1.clone()
    }

    fn answer_read(&mut self) {
        let (ticket, read) = self.desk.reads.remove(0);
        let attempt = match (&read, if self.calm { 99 } else { self.dice.roll(14) }) {
            (_, 0) => Some(refused(503, "CE_01", "down")),
            (_, 1) => Some(Attempt::Lost(Loss::TimedOut)),
            (_, 2) => Some(html(200)),
            (_, 3) if self.dice.one_in(3) => Some(rate_limited(self.dice.roll(40) as i64)),
            (Read::Payment(_), _) => Some(answered(200, self.replica().json())),
            (_, _) => None,
        };
        let (answer, rate) = match attempt {
            Some(attempt) => (decode(&read, attempt.clone()), attempt.rate().copied()),
            None => self.desk.service.answer(&read),
        };
        self.desk.event(Event::ReadAnswered { ticket, answer, rate });
    }

    // ----- time

    /// Lets time pass, stopping wherever something is due.
    fn advance(&mut self, by: TimeDelta) {
        let end = self.desk.now + by;
        loop {
            self.settle_queues();
            let times = self.transits.iter().map(|transit| transit.at).chain(self.replies.iter().map(|reply| reply.0));
            let next = times.chain(self.desk.state.next_due()).filter(|at| *at <= end).min();
            let Some(next) = next else { break };
            let next = next.max(self.desk.now);
            self.desk.tick_at(next);
            self.arrivals();
            self.deliver();
        }
        self.desk.tick_at(end.max(self.desk.now));
        self.settle_queues();
    }

    fn deliver(&mut self) {
        while let Some(index) = self.replies.iter().position(|reply| reply.0 <= self.desk.now) {
            let (_, operation_id, attempt, result) = self.replies.remove(index);
            self.desk.sends.retain(|sent| sent.operation_id != operation_id || sent.attempt != attempt);
            self.note(|| format!("answer for {operation_id} attempt {attempt}: {result:?}"));
            self.desk.event(Event::OperationAnswered { operation_id, attempt, result });
            self.look();
        }
    }

    /// Disk, reads and sends move on; in a storm some of them wait.
    fn settle_queues(&mut self) {
        for _ in 0..50 {
            while self.desk.sent.len() > self.routed() {
                let sent = self.desk.sent[self.routed()].clone();
                self.route(sent);
            }
            let waits = !self.calm && self.dice.one_in(6);
            if !self.desk.writes.is_empty() && !waits {
                self.write();
            } else if !self.desk.reads.is_empty() && !waits {
                self.answer_read();
            } else {
                return;
            }
            self.look();
        }
    }

    fn routed(&self) -> usize {
        self.tallies.values().map(|tally| tally.sends as usize).sum()
    }

    fn write(&mut self) {
        if !self.calm && self.dice.one_in(150) {
            // A commit that returned an error may still be on disk.
            if self.dice.one_in(2) {
                let entry = self.desk.writes[0].clone();
                self.desk.disk.push(entry);
            }
            self.note(|| "the disk refuses a write".into());
            self.desk.refuse_write(JournalRefusal::Failed(problem("the disk is full")));
        } else {
            self.desk.write();
        }
    }

    // ----- the person

    fn act(&mut self, action: Action) {
        self.note(|| format!("person: {action:?}"));
        self.desk.act(action);
        self.look();
    }

    fn step(&mut self) {
        let open = self.desk.state.operations.open().first().map(|operation| operation.id.clone());
        match (self.dice.roll(20), open) {
            (0..5, _) => self.confirm_something(),
            (5..8, Some(id)) => self.send_again(id),
            (8, Some(id)) if self.dice.one_in(8) => self.close(id),
            (9, Some(id)) => self.act(Action::CheckOperationNow(id)),
            (10, Some(id)) => self.act(Action::WithdrawOperation(id)),
            (11, Some(id)) => self.act(Action::SendPrepared(id)),
            (12, _) => self.act(Action::RefreshPayment(pay_1())),
            (13, _) if self.dice.one_in(3) => self.act(Action::RetryService),
            (14, _) if self.dice.one_in(6) => self.somebody_else(),
            (15, _) if self.dice.one_in(2) => self.crash(),
            (_, _) => {}
        }
        let pause = match self.dice.roll(10) {
            0..3 => TimeDelta::zero(),
            3..7 => self.dice.ms(4),
            7..9 => self.dice.ms(40),
            _ => self.dice.ms(200),
        };
        self.advance(pause);
    }

    fn confirm_something(&mut self) {
        let intent = match self.dice.roll(6) {
            0 => capture(300),
            1 => capture(500),
            2 => cancel(),
            3 => Intent::Approve,
            _ => capture(1_000),
        };
        self.act(Action::Ask(pay_1(), intent.action()));
        for _ in 0..=self.dice.roll(3) {
            self.act(Action::ConfirmPaymentAction(intent.clone()));
        }
    }

    fn send_again(&mut self, id: OperationId) {
        let operation = self.desk.state.operations.find(&id);
        let offered = operation.is_some_and(|operation| {
            matches!(&operation.phase, Phase::Unknown(Unknown { finding: Finding::NotExecuted, .. }))
        });
        if offered {
            self.tallies.entry(id.clone()).or_default().sent_again += 1;
        }
        self.act(Action::AskSendAgain(id));
        for _ in 0..=self.dice.roll(2) {
            self.act(Action::ConfirmSendAgain);
        }
    }

    /// Closed by the person's word while nobody knows: from then on its effect is like somebody else's change.
    fn close(&mut self, id: OperationId) {
        self.act(Action::AskCloseUnknown(id.clone()));
        self.act(Action::ConfirmCloseUnknown);
        self.closed_blindly |= self.ended.get(&id) == Some(&Outcome::ClosedByPerson);
    }

    /// The process dies; what was being written may or may not be on disk. Answers find nobody.
    fn crash(&mut self) {
        self.note(|| "crash".into());
        self.seen.crashes += 1;
        // What the desk knew of the payment is gone: by the time it is back, so is what lagged behind.
        self.advance_without_desk();
        let kept = self.dice.roll(self.desk.writes.len() as u64 + 1) as usize;
        let entries: Vec<JournalEntry> = self.desk.writes.drain(..).take(kept).collect();
        self.desk.disk.extend(entries);
        self.replies.clear();
        self.desk.sends.clear();
        let seed = self.dice.roll(u64::MAX);
        let mut desk = Desk::seeded(self.desk.service.payments.clone(), seed, self.desk.now);
        (desk.disk, desk.sent) = (std::mem::take(&mut self.desk.disk), std::mem::take(&mut self.desk.sent));
        self.desk = desk;
        let unfinished = self.unfinished();
        // What was said of these in the earlier run was true then; they are open again.
        self.ended.retain(|id, _| unfinished.iter().all(|entry| entry.operation_id != *id));
        self.desk.event(Event::JournalOpened { unfinished });
        self.desk.event(Event::ServiceReady { profile: profile() });
        self.desk.act(Action::OpenPayment(pay_1()));
        self.look();
    }

    fn advance_without_desk(&mut self) {
        self.desk.now += TimeDelta::seconds(STALE_S) + self.dice.ms(STALE_S);
        self.arrivals();
    }

    fn unfinished(&self) -> Vec<JournalEntry> {
        let disk = &self.desk.disk;
        let over = |entry: &&JournalEntry| {
            disk.iter().any(|other| other.operation_id == entry.operation_id && other.step.name().is_final())
        };
        disk.iter().filter(|entry| !over(entry)).cloned().collect()
    }

    // ----- what must hold

    /// Notes what has ended, and checks what can be checked at once.
    fn look(&mut self) {
        let ended = self.desk.state.operations.ended().filter(|operation| !self.ended.contains_key(&operation.id));
        let ended: Vec<(OperationId, Phase)> = ended.map(|o| (o.id.clone(), o.phase.clone())).collect();
        for (id, phase) in ended {
            let Phase::Ended(outcome) = phase else { panic!("{id} ended in {phase:?}") };
            self.note(|| format!("{id} ended: {outcome:?}"));
            self.assert_true_now(&id, &outcome);
            self.ended.insert(id, outcome);
        }
        assert!(self.desk.state.operations.open().len() <= 1, "two open operations on one payment");
    }

    fn effects(&self, id: &OperationId) -> u32 {
        self.tallies.get(id).map_or(0, |tally| tally.effects)
    }

    fn assert_true_now(&self, id: &OperationId, outcome: &Outcome) {
        // A cancel is done when the payment is cancelled, by whomever.
        let cancelled = matches!(outcome, Outcome::Done { status, by_read: true } if status == "cancelled");
        let by_another = (cancelled && self.foreign) || self.closed_blindly;
        let done = matches!(outcome, Outcome::Done { .. }) && !by_another;
        assert!(!done || self.effects(id) == 1, "{id} is called done after {} effects", self.effects(id));
    }

    /// After the calm: at most one effect each, no false claim, everything listed or ended.
    fn assert_true_at_last(&mut self) {
        let detail = self.desk.state.payments.detail(&pay_1());
        assert!(detail.is_none_or(|detail| !detail.is_loading()), "the payment loads for ever");
        for (id, tally) in &self.tallies {
            assert!(tally.effects <= 1, "{id} took effect {} times: {tally:?}", tally.effects);
            let allowed = 1 + tally.refused_by_rate + tally.sent_again;
            assert!(tally.sends <= allowed, "{id} was sent {} times: {tally:?}", tally.sends);
            let open = self.desk.state.operations.find(id);
            match self.ended.get(id) {
                Some(Outcome::Done { .. } | Outcome::ClosedByPerson) => {}
                Some(outcome) => assert_eq!(tally.effects, 0, "{id} took effect, yet {outcome:?}"),
                None => assert!(open.is_some() || self.is_over_on_disk(id), "{id} was sent and is not listed"),
            }
            let by_another = self.foreign || self.closed_blindly;
            let resolved = tally.effects == 0 || by_another || !open.is_some_and(|operation| operation.is_open());
            assert!(resolved, "{id} took effect and reading did not find out: {:?}", open.map(|o| &o.phase));
        }
    }

    fn is_over_on_disk(&self, id: &OperationId) -> bool {
        self.desk.disk.iter().any(|entry| entry.operation_id == *id && entry.step.name().is_final())
    }

    fn count(&mut self, total: &mut Seen) {
        for outcome in self.ended.values() {
            total.operations += 1;
            match outcome {
                Outcome::Done { by_read: false, .. } => total.done += 1,
                Outcome::Done { by_read: true, .. } => total.done_by_read += 1,
                Outcome::Rejected { .. } => total.rejected += 1,
                Outcome::NotSent { .. } => total.not_sent += 1,
                Outcome::Overtaken { .. } => total.overtaken += 1,
                Outcome::ClosedByPerson => total.closed += 1,
                Outcome::Declined { .. } | Outcome::Closed => {}
            }
        }
        total.still_open += self.desk.state.operations.open().len() as u64;
        total.unknown += self.desk.disk.iter().filter(|entry| entry.step.name() == StepName::Unknown).count() as u64;
        total.sent_again += self.tallies.values().filter(|tally| tally.sends > 1).count() as u64;
        total.crashes += self.seen.crashes;
    }
}

fn run(schedule: u64, log: bool, total: &mut Seen) {
    let mut world = World::new(schedule, log);
    let steps = 10 + world.dice.roll(15);
    for _ in 0..steps {
        world.step();
    }
    world.calm = true;
    world.advance(TimeDelta::seconds(400));
    world.assert_true_at_last();
    world.count(total);
}

/// Runs the schedules of `range` and returns what they met.
fn run_all(range: std::ops::Range<u64>) -> Seen {
    let mut total = Seen::default();
    for schedule in range {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut seen = Seen::default();
            run(schedule, false, &mut seen);
            seen
        }));
        match outcome {
            Ok(seen) => total.add(&seen),
            Err(_) => panic!("schedule {schedule} broke a rule: PAYDESK_SCHEDULE={schedule} shows its log"),
        }
    }
    total
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.operations += other.operations;
        self.done += other.done;
        self.done_by_read += other.done_by_read;
        self.unknown += other.unknown;
        self.sent_again += other.sent_again;
        self.closed += other.closed;
        self.rejected += other.rejected;
        self.not_sent += other.not_sent;
        self.overtaken += other.overtaken;
        self.still_open += other.still_open;
        self.crashes += other.crashes;
    }

    fn assert_every_case_was_met(&self) {
        let met = [
            ("done", self.done),
            ("done by read", self.done_by_read),
            ("unknown", self.unknown),
            ("sent again", self.sent_again),
            ("closed", self.closed),
            ("rejected", self.rejected),
            ("not sent", self.not_sent),
            ("still open", self.still_open),
            ("crashes", self.crashes),
        ];
        for (name, count) in met {
            assert!(count >= 20, "{name} was met only {count} times: {self:?}");
        }
    }
}

#[test]
fn in_thousands_of_faulty_schedules_nothing_happens_twice_and_nothing_said_is_false() {
    if let Ok(schedule) = std::env::var("PAYDESK_SCHEDULE") {
        return run(schedule.parse().unwrap(), true, &mut Seen::default());
    }
    let schedules = std::env::var("PAYDESK_SCHEDULES").map_or(20_000, |text| text.parse().unwrap());
    let begun = std::time::Instant::now();
    let half = schedules / 2;
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| run_all(half..schedules));
        (run_all(0..half), other.join().unwrap())
    });
    let mut total = first;
    total.add(&second);
    eprintln!("{schedules} schedules in {:.1} s: {total:?}", begun.elapsed().as_secs_f32());
    total.assert_every_case_was_met();
}
