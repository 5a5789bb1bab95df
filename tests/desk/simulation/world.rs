//! The world of one schedule: the time, what is to happen when, the service, the desks and their disks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::Request;
use paydesk_api::operation::{Endpoint, Target};
use paydesk_api::outcome::Attempt;
use paydesk_core::operations::journal::{Description, JournalEntry, JournalStep, Recorded};
use paydesk_core::operations::{Outcome, Precondition};
use paydesk_core::read::{Read, RequestId};
use paydesk_domain::ids::OperationId;
use serde_json::Value;

use super::desk::SimulatedDesk;
use super::disk::Disk;
use super::events::RefundReport;
use super::faults::{Fault, FaultCounts};
use super::judge::Violation;
use super::life::WriteOutcome;
use super::network::Transit;
use super::reads::{Head, ReadFault};
use super::rng::Rng;
use super::service::Service;

/// When every schedule begins.
const START_S: i64 = 1_795_000_000;

/// The real time, in milliseconds since the schedule began.
pub fn at(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(START_S, 0).unwrap_or_default() + TimeDelta::milliseconds(ms)
}

pub fn ms_of(time: DateTime<Utc>) -> i64 {
    time.timestamp_millis() - START_S * 1_000
}

/// One operation, as an observer who sees everything knows it.
#[derive(Debug)]
pub struct Op {
    pub id: OperationId,
    pub desk: usize,
    /// What its texts carry, and what the service knows it by.
    pub number: u64,
    pub endpoint: Endpoint,
    pub target: Target,
    pub amount: i64,
    pub precondition: Precondition,
    /// What left first: every attempt is the same.
    pub request: Option<Rc<Request>>,
    pub prepared_ms: i64,
    pub first_sent_ms: i64,
    pub last_sent_ms: i64,
    pub sends: u32,
    /// How often it changed something at the service.
    pub effects: u32,
    pub first_effect_ms: i64,
    pub declines: u32,
    /// How often the service found it there already.
    pub repeated: u32,
    /// Clicks on “send again” while it was offered.
    pub granted: u32,
    /// Attempts that a 429 refused: each may be repeated.
    pub rate_limited: u32,
    /// Clicks on “send again” of what nothing reports, after the warning.
    pub warned: u32,
    /// It was executed, and the answer refused it.
    pub refused_although_executed: bool,
    /// A copy arrived after the settle window, which the law excludes: nothing is held against Paydesk.
    pub after_window: bool,
    /// Something that is not true was said of it under its id.
    pub was_lied_about: bool,
    /// A copy from before something happened answered a read of its payment, with a new date.
    pub met_redated_copy: bool,
    /// The process of its desk that an event told the truth last.
    pub truth_told_in: Option<u32>,
    /// It was called declined because the payment failed, by another's doing.
    pub failed_by_another: bool,
    /// The process of its desk that prepared it, or took it up from the journal.
    pub known_in_life: u32,
    /// What the desks said of it at last.
    pub claims: Vec<(usize, Outcome)>,
}

/// Something that will happen.
pub enum Scheduled {
    Arrive(Transit),
    Reply {
        desk: usize,
        life: u32,
        op: usize,
        attempt: u32,
        result: Attempt,
    },
    Read {
        desk: usize,
        life: u32,
        request_id: RequestId,
        read: Read,
        shown_ms: i64,
        head: Head,
        read_fault: Option<ReadFault>,
    },
    Wrote {
        desk: usize,
        life: u32,
        write_outcome: WriteOutcome,
    },
    Woke {
        desk: usize,
        life: u32,
        by_ms: i64,
    },
    Restart {
        desk: usize,
    },
    Person {
        desk: usize,
    },
    OutsideChange {
        target: Target,
    },
    SameByColleague {
        op: usize,
    },
    Report(RefundReport),
}

struct Planned {
    at_ms: i64,
    number: u32,
    what: Box<Scheduled>,
}

impl PartialEq for Planned {
    fn eq(&self, other: &Self) -> bool {
        (self.at_ms, self.number) == (other.at_ms, other.number)
    }
}
impl Eq for Planned {}
impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Planned {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at_ms, self.number).cmp(&(other.at_ms, other.number))
    }
}

/// What is stored of how a schedule went.
pub enum Trace {
    Off,
    Shown,
    Hashed(DefaultHasher),
}

/// Everything one schedule works with.
pub struct World {
    pub now_ms: i64,
    pub rng: Rng,
    /// Of its own: what the cache does leaves the other schedules as they were.
    pub cache_rng: Rng,
    /// The same of events.
    pub event_rng: Rng,
    pub service: Service,
    pub desks: Vec<SimulatedDesk>,
    pub disks: Vec<Disk>,
    pub ops: Vec<Op>,
    pub met: FaultCounts,
    /// How often something goes wrong, in percent.
    pub trouble: u64,
    /// Nothing goes wrong any more.
    pub calm: bool,
    pub numbers: u64,
    pub violation: Option<Violation>,
    pub trace: Trace,
    /// The last true answers: operation and body, newest first.
    pub answers: Vec<(usize, Value)>,
    /// What has left is stored here instead of being delivered: operation and attempt.
    pub held: Option<Vec<(usize, u32)>>,
    planned: BinaryHeap<Reverse<Planned>>,
    plans: u32,
}

impl World {
    pub fn new(rng: Rng, service: Service, trace: Trace) -> Self {
        Self {
            now_ms: 0,
            cache_rng: rng.clone(),
            event_rng: rng.clone(),
            rng,
            service,
            desks: Vec::new(),
            disks: Vec::new(),
            ops: Vec::with_capacity(24),
            met: FaultCounts::default(),
            trouble: 0,
            calm: false,
            numbers: 0,
            violation: None,
            trace,
            answers: Vec::new(),
            held: None,
            planned: BinaryHeap::with_capacity(64),
            plans: 0,
        }
    }

    pub fn note(&mut self, text: impl FnOnce(&Self) -> String) {
        if matches!(self.trace, Trace::Off) {
            return;
        }
        let line = format!("{:>9.3} {}", self.now_ms as f64 / 1_000.0, text(self));
        match &mut self.trace {
            Trace::Off => {}
            Trace::Shown => eprintln!("{line}"),
            Trace::Hashed(hasher) => line.hash(hasher),
        }
    }

    pub fn trace_hash(&self) -> u64 {
        match &self.trace {
            Trace::Hashed(hasher) => hasher.finish(),
            Trace::Off | Trace::Shown => 0,
        }
    }

    pub fn fault(&mut self, fault: Fault) {
        self.met.note(fault);
        self.note(|_| format!("  ({})", <&str>::from(fault)));
    }

    /// Whether something goes wrong that does so once in `rarity` bad moments.
    pub fn trouble(&mut self, rarity: u64) -> bool {
        !self.calm && self.rng.below(100 * rarity) < self.trouble
    }

    /// The schedule broke a rule; the first one counts. What comes of an arrival after the settle window does not.
    pub fn broken(&mut self, violation: Violation) {
        let excused = violation.op.is_some_and(|index| self.ops[index].after_window);
        if excused {
            return self.note(|_| format!("not counted: {violation:?}"));
        }
        self.note(|_| format!("BROKEN: {violation:?}"));
        self.violation.get_or_insert(Violation { step: self.plans, ..violation });
    }

    pub fn plan(&mut self, in_ms: i64, what: Scheduled) {
        self.plans += 1;
        let planned = Planned { at_ms: self.now_ms + in_ms.max(0), number: self.plans, what: Box::new(what) };
        self.planned.push(Reverse(planned));
    }

    /// Lets time pass until `until_ms`, or until `enough`.
    pub fn run(&mut self, until_ms: i64, enough: impl Fn(&Self) -> bool) {
        while self.violation.is_none() && !enough(self) {
            let tick = self.desks.iter().enumerate().map(|(index, desk)| (desk.tick_ms(), index)).min();
            let (tick_ms, desk) = tick.unwrap_or((i64::MAX, 0));
            let planned_ms = self.planned.peek().map_or(i64::MAX, |Reverse(next)| next.at_ms);
            let next_ms = tick_ms.min(planned_ms);
            if next_ms > until_ms {
                break;
            }
            self.now_ms = self.now_ms.max(next_ms);
            if tick_ms <= planned_ms {
                self.tick(desk);
            } else if let Some(Reverse(next)) = self.planned.pop() {
                self.happen(*next.what);
            }
        }
        if self.violation.is_none() && !enough(self) {
            self.now_ms = self.now_ms.max(until_ms);
        }
    }

    fn happen(&mut self, what: Scheduled) {
        if let Some(until_ms) = self.asleep_until(&what) {
            return self.plan(until_ms - self.now_ms, what);
        }
        match what {
            Scheduled::Arrive(transit) => self.arrive(transit),
            Scheduled::Reply { desk, life, op, attempt, result } => self.replied(desk, life, op, attempt, result),
            Scheduled::Read { desk, life, request_id, read, shown_ms, head, read_fault } => {
                self.read_answered((desk, life, request_id), &read, shown_ms, head, read_fault);
            }
            Scheduled::Wrote { desk, life, write_outcome } => self.wrote(desk, life, write_outcome),
            Scheduled::Woke { desk, life, by_ms } => self.jumped(desk, life, by_ms),
            Scheduled::Restart { desk } => self.restart(desk),
            Scheduled::Person { desk } => self.person(desk),
            Scheduled::OutsideChange { target } => self.change_from_outside(&target),
            Scheduled::SameByColleague { op } => self.same_by_colleague(op),
            Scheduled::Report(report) => self.reported(report),
        }
    }

    /// A desk that sleeps sees nothing before it wakes up.
    fn asleep_until(&self, what: &Scheduled) -> Option<i64> {
        let desk = match what {
            Scheduled::Reply { desk, .. }
            | Scheduled::Read { desk, .. }
            | Scheduled::Wrote { desk, .. }
            | Scheduled::Person { desk }
            | Scheduled::Report(RefundReport { desk, .. }) => *desk,
            Scheduled::Arrive(_)
            | Scheduled::Woke { .. }
            | Scheduled::Restart { .. }
            | Scheduled::OutsideChange { .. }
            | Scheduled::SameByColleague { .. } => return None,
        };
        Some(self.desks[desk].asleep_until_ms).filter(|until_ms| *until_ms > self.now_ms)
    }

    pub fn op_of(&self, id: &OperationId) -> Option<usize> {
        self.ops.iter().rposition(|op| op.id == *id)
    }

    /// An operation was prepared: from now on it is followed.
    pub fn register(&mut self, desk: usize, entry: &JournalEntry) {
        let JournalStep::Prepared(Recorded::Known(description)) = &entry.step else { return };
        if self.op_of(&entry.operation_id).is_some() {
            return;
        }
        let life = self.desks[desk].life;
        let Description { plan, precondition, .. } = &**description;
        let elsewhere = |op: &Op| op.desk != desk && op.target == plan.target && op.claims.is_empty();
        if self.ops.iter().any(elsewhere) {
            self.fault(Fault::TwoOperators);
        }
        let number = entry.operation_id.as_str().strip_prefix("op_form_").and_then(|number| number.parse().ok());
        self.ops.push(Op {
            id: entry.operation_id.clone(),
            desk,
            number: number.unwrap_or(1_000_000 + self.ops.len() as u64),
            endpoint: plan.endpoint,
            target: plan.target.clone(),
            amount: plan.money.as_ref().map_or(0, |money| money.minor),
            precondition: precondition.clone(),
            request: None,
            prepared_ms: self.now_ms,
            first_sent_ms: i64::MAX,
            last_sent_ms: i64::MIN,
            sends: 0,
            effects: 0,
            first_effect_ms: i64::MAX,
            declines: 0,
            repeated: 0,
            granted: 0,
            rate_limited: 0,
            warned: 0,
            refused_although_executed: false,
            after_window: false,
            was_lied_about: false,
            met_redated_copy: false,
            truth_told_in: None,
            failed_by_another: false,
            known_in_life: life,
            claims: Vec::new(),
        });
        self.note(|world| {
            let op = &world.ops[world.ops.len() - 1];
            format!(
                "desk {desk} prepares {}: {:?} of {} over {}, seen {:?}",
                op.id, op.endpoint, op.target, op.amount, op.precondition
            )
        });
    }
}
