//! The rounds: work, kill, look at what is left, settle it, hold it against the ledger.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use paydesk_api::freshness::NotFresh;
use paydesk_api::operation::Endpoint;
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::operations::journal::{JournalEntry, JournalStep, Recorded};
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{ExecutionProof, Operation, OperationPlan, Outcome, Phase, ResolutionFinding};
use paydesk_domain::ids::OperationId;
use paydesk_test_basics::rng::Rng;

use super::worker::{AMOUNT_MINOR, Work};
use super::{RuntimeHarness, open};
use crate::proxy::relay::Proxy;
use crate::proxy::shop::{Row, Shop};
use crate::proxy::tally::Tally;

/// Rounds of a plain `cargo test`.
const ROUNDS: u64 = 10;
/// Rounds in which so much is met as is asserted below.
const MANY_ROUNDS: u64 = 50;
/// Payments of one round: more than can be worked through before the kill.
const PAYMENTS: usize = 24;
/// Latest moment of the kill: operations begun or ended before it.
const PROGRESS_MAX: u64 = 150;
/// And microseconds after that, so that the kill comes anywhere in the next operation.
const THEN_MAX_US: u64 = 3_000;

/// What lives on from round to round.
struct World {
    threads: tokio::runtime::Runtime,
    shop: Shop,
    proxy: Proxy,
    data: tempfile::TempDir,
    rng: Rng,
    tally: Tally,
}

/// Effects of one operation in the ledger.
fn effects(ledger: &[Row], plan: &OperationPlan) -> usize {
    let effect = if plan.endpoint == Endpoint::CapturePayment { "capture" } else { "void" };
    let minor = plan.money.as_ref().map(|money| money.minor);
    let ours = |row: &&Row| row.effect == effect && row.payment == plan.target.resource;
    ledger.iter().filter(ours).filter(|row| minor.is_none_or(|minor| row.amount == minor)).count()
}

/// Every entry of the journal, as the file has them.
pub fn entries(data: &Path) -> Vec<JournalEntry> {
    let journal = rusqlite::Connection::open(data.join("journal.sqlite")).unwrap();
    let mut statement = journal.prepare("SELECT payload FROM entries ORDER BY seq").unwrap();
    let payloads = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    payloads.map(|payload| serde_json::from_str(&payload.unwrap()).unwrap()).collect()
}

/// An operation as the journal reports it.
pub struct Journaled {
    pub plan: OperationPlan,
    pub last: JournalStep,
    pub sent: bool,
}

pub fn journaled(entries: &[JournalEntry]) -> BTreeMap<OperationId, Journaled> {
    let mut journaled: BTreeMap<OperationId, Journaled> = BTreeMap::new();
    for entry in entries {
        match (&entry.step, journaled.get_mut(&entry.operation_id)) {
            (JournalStep::Prepared(Recorded::Known(description)), None) => {
                let plan = description.plan.clone();
                journaled.insert(entry.operation_id.clone(), Journaled { plan, last: entry.step.clone(), sent: false });
            }
            (step, Some(journaled)) => {
                journaled.last = step.clone();
                journaled.sent |= matches!(step, JournalStep::Sending { .. });
            }
            (step, None) => panic!("{} begins with {step:?}", entry.operation_id),
        }
    }
    journaled
}

impl World {
    fn new() -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let shop = threads.block_on(Shop::open());
        let proxy = threads.block_on(Proxy::start(shop.sandbox.addr));
        let (data, rng) = (tempfile::tempdir().unwrap(), Rng::seeded(uuid::Uuid::new_v4().as_u64_pair().0));
        Self { threads, shop, proxy, data, rng, tally: Tally::default() }
    }

    fn round(&mut self, round: u64) {
        let payments: Vec<String> = (0..PAYMENTS).map(|number| format!("r{round}_{number}")).collect();
        for id in &payments {
            self.threads.block_on(self.shop.held(id, AMOUNT_MINOR));
        }
        self.work_and_kill(payments.clone());
        let mut desk = open(&self.proxy.base_url, self.shop.key(), self.data.path());
        self.look_at_what_is_left(&desk, &payments);
        self.settle(&mut desk);
        self.send_again(&mut desk);
        desk.close();
        self.judge(&payments);
    }

    fn work_and_kill(&mut self, payments: Vec<String>) {
        let (base_url, key) = (self.proxy.base_url.clone(), self.shop.key().to_owned());
        let work = Work { base_url, key, data: self.data.path().to_owned(), payments };
        let (mut child, mut stdout) = work.start();
        let mut said = Vec::new();
        let mut byte = [0];
        while !said.ends_with(b"at work\n") {
            stdout.read_exact(&mut byte).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&said)));
            said.push(byte[0]);
        }
        for _ in 0..self.rng.below(PROGRESS_MAX + 1) {
            stdout.read_exact(&mut byte).unwrap();
        }
        // The moment is the fault itself.
        std::thread::sleep(Duration::from_micros(self.rng.below(THEN_MAX_US + 1)));
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        assert!(ended.code().is_none(), "it was not killed: {ended}");
        // What the dead had sent has reached the service now, or never will.
        self.threads.block_on(self.proxy.quiet());
    }

    /// Everything that reached the ledger is final in the journal or listed, and nothing is there twice.
    fn look_at_what_is_left(&mut self, desk: &RuntimeHarness, payments: &[String]) {
        let ledger = self.ledger_of(payments);
        let entries = entries(self.data.path());
        let open = desk.state.workspace.operations.open();
        for (id, journaled) in journaled(&entries) {
            let happened = effects(&ledger, &journaled.plan);
            assert!(happened <= 1, "{id} has {happened} effects");
            assert!(journaled.sent || happened == 0, "{id} happened and was not written down before");
            let listed = open.iter().any(|operation| operation.id == id);
            assert_eq!(listed, !journaled.last.name().is_final(), "{id} is after {:?}", journaled.last);
            if listed {
                self.tally.count(if !journaled.sent { "left: never sent" } else { "left: sent, or about to be" });
            }
        }
        let journaled = journaled(&entries);
        for row in ledger.iter().filter(|row| row.effect != "authorize") {
            let known = journaled.values().any(|journaled| effects(std::slice::from_ref(row), &journaled.plan) == 1);
            assert!(known, "the journal does not know of {row:?}");
        }
        self.tally.add("effects", ledger.iter().filter(|row| row.effect != "authorize").count() as u64);
    }

    /// Reading finds out, and what it does not find is known not to have happened once the settle window is over.
    fn settle(&mut self, desk: &mut RuntimeHarness) {
        let read = |operation: &Operation| match &operation.phase {
            Phase::Unknown(unknown) => {
                matches!(unknown.finding, ResolutionFinding::NotExecutedYet | ResolutionFinding::There(_))
            }
            Phase::NeverSent => true,
            _ => false,
        };
        desk.until("everything that is left was read", |state| state.workspace.operations.open().iter().all(read));
        desk.ahead = TimeDelta::seconds(SETTLE_WINDOW_S + 40);
        desk.until("the settle window is over", |state| state.workspace.operations.open().iter().all(is_decided));
        let by_read = desk.state.workspace.operations.ended().filter(|op| {
            matches!(
                op.phase,
                Phase::Ended(Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. })
            )
        });
        self.tally.add("settled: done by read", by_read.count() as u64);
        self.tally.add("settled: not executed or never sent", desk.state.workspace.operations.open().len() as u64);
    }

    /// The person sends what did not happen, or lets it be.
    fn send_again(&mut self, desk: &mut RuntimeHarness) {
        let open: Vec<Operation> = desk.state.workspace.operations.open().to_vec();
        for Operation { id, phase, .. } in open {
            match (phase, self.rng.one_in(2)) {
                (Phase::NeverSent, true) => {
                    self.tally.count("sent after the restart");
                    desk.act(Action::SendPrepared(id));
                }
                (Phase::NeverSent, false) => desk.act(Action::WithdrawOperation(id)),
                // This service's list has no amounts, which alone tell of a second capture: the person looks it up.
                (Phase::Unknown(unknown), true) if unknown.finding != ResolutionFinding::NotExecuted => {
                    self.tally.count("looked up");
                    close(desk, id);
                }
                (_, true) => {
                    self.tally.count("sent again");
                    desk.act(Action::AskSendAgain(id));
                    desk.act(Action::Confirm(Confirmation::SendAgain));
                }
                (_, false) => close(desk, id),
            }
        }
        desk.until("nothing is open", |state| state.workspace.operations.open().is_empty());
    }

    /// What the journal says in the end is what the ledger has.
    fn judge(&mut self, payments: &[String]) {
        let ledger = self.ledger_of(payments);
        for (id, journaled) in journaled(&entries(self.data.path())) {
            if !payments.contains(&journaled.plan.target.resource) {
                continue;
            }
            let expected = match &journaled.last {
                JournalStep::Confirmed { .. } | JournalStep::Resolved { .. } if closed_by_hand(&journaled.last) => 0,
                JournalStep::Confirmed { .. } | JournalStep::Resolved { .. } => 1,
                JournalStep::NotSent { .. } => 0,
                step => panic!("{id} ended with {step:?}"),
            };
            assert_eq!(effects(&ledger, &journaled.plan), expected, "{id} ended with {:?}", journaled.last);
            self.tally.count("operations");
        }
    }

    fn ledger_of(&self, payments: &[String]) -> Vec<Row> {
        let ledger = self.threads.block_on(self.shop.ledger(0));
        ledger.into_iter().filter(|row| payments.contains(&row.payment)).collect()
    }
}

fn is_decided(operation: &Operation) -> bool {
    match &operation.phase {
        Phase::Unknown(unknown) => {
            matches!(unknown.finding, ResolutionFinding::NotExecuted | ResolutionFinding::NotFresh(NotFresh::Alone))
        }
        Phase::NeverSent => true,
        _ => false,
    }
}

fn close(desk: &mut RuntimeHarness, id: OperationId) {
    desk.act(Action::AskCloseUnknown(id));
    desk.act(Action::Confirm(Confirmation::CloseUnknown));
}

fn closed_by_hand(step: &JournalStep) -> bool {
    matches!(step, JournalStep::Resolved { by: paydesk_core::operations::journal::ResolvedBy::Person, .. })
}

#[test]
fn killed_again_and_again_at_work_the_desk_loses_nothing_and_sends_nothing_twice() {
    let begun = Instant::now();
    let rounds = std::env::var("PAYDESK_KILL_ROUNDS").map_or(ROUNDS, |text| text.parse().unwrap());
    let mut world = World::new();
    // Far below what is usual, for as many rounds as these are; what is rare need not be met in few.
    let usual = [
        ("operations", 200),
        ("effects", 30),
        ("left: sent, or about to be", 20),
        ("left: never sent", 5),
        ("settled: done by read", 5),
        ("settled: not executed or never sent", 5),
        ("sent after the restart", 20),
    ];
    let usual = usual.map(|(what, least)| (what, least * rounds / (2 * MANY_ROUNDS)));
    let mut killed = 0;
    // What a round meets depends on how busy the machine is: some more are tried for what was not met.
    while killed < rounds || killed < 3 * rounds && usual.iter().any(|(what, least)| world.tally.met(what) < *least) {
        world.round(killed);
        killed += 1;
    }
    eprintln!("{killed} kills in {:.1} s: {}", begun.elapsed().as_secs_f32(), world.tally);
    usual.into_iter().for_each(|(what, least)| world.tally.assert_met(what, least));
}
