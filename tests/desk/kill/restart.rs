//! What a desk makes of what an earlier one left on the disk: everything is looked at, settled and held against the
//! sandbox.

use std::path::Path;
use std::time::Instant;

use chrono::TimeDelta;
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::operations::journal::{JournalStep, ResolvedBy};
use paydesk_core::operations::{Operation, Phase, ResolutionFinding};
use paydesk_domain::operation::Resolution;
use paydesk_test_basics::rng::Rng;
use paydesk_test_basics::waiting::PATIENCE;
use paydesk_test_desk::runtime::{PATIENT, RuntimeHarness};
use serde_json::Value;

use super::desk_worker::ServiceAt;
use super::faults::{Record, What};
use super::rounds::{entries, journaled};
use crate::proxy::relay::Proxy;
use crate::proxy::shop::Shop;
use crate::proxy::tally::Tally;
use crate::samples::{Effects, Sample};

/// A sandbox behind a relay, what was met there, and how a person decides.
pub struct World {
    pub threads: tokio::runtime::Runtime,
    pub shop: Shop,
    pub proxy: Proxy,
    pub rng: Rng,
    pub tally: Tally,
    /// What was done to Paydesk, for the report of a broken rule.
    pub now: String,
    numbers: u32,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let shop = threads.block_on(Shop::open());
        let proxy = threads.block_on(Proxy::start(shop.sandbox.addr));
        Self { threads, shop, proxy, rng: Rng::seeded(seed), tally: Tally::default(), now: String::new(), numbers: 0 }
    }

    pub fn service(&self) -> ServiceAt {
        ServiceAt::new(&self.shop, &self.proxy.base_url)
    }

    pub fn sample(&mut self, endpoint: paydesk_api::operation::Endpoint) -> Sample {
        self.numbers += 1;
        self.threads.block_on(Sample::prepare(&self.shop, endpoint, self.numbers))
    }

    pub fn effects(&self, sample: &Sample) -> usize {
        self.threads.block_on(async { sample.effects(&self.shop, &Effects::read(&self.shop).await).await })
    }

    /// Starts a desk on what is in `data`, lets it find out what it can and a person decide the rest, and judges.
    pub fn take_up(&mut self, data: &Path, sample: &Sample, log: &[Record]) {
        let happened = self.effects(sample);
        let mut desk = RuntimeHarness::starting(self.service().starter(), data, PATIENT);
        desk.until("the desk is ready or says why not", |state| {
            state.read_only_reason().is_none() || state.journal_problem().is_some()
        });
        assert_eq!(desk.state.read_only_reason(), None, "{}: the journal cannot be used any more", self.now);
        self.look(&desk, data, sample, happened, has_left(log, sample));
        self.settle(&mut desk);
        self.decide(&mut desk);
        desk.close();
        self.judge(data, sample);
    }

    /// What left or happened is written down as sent, and nothing happened twice.
    fn look(&mut self, desk: &RuntimeHarness, data: &Path, sample: &Sample, happened: usize, left: bool) {
        let journaled = journaled(&entries(data));
        let journaled = journaled.get(&sample.operation_id());
        let sent = journaled.is_some_and(|journaled| journaled.sent);
        let now = &self.now;
        assert!(happened <= 1, "{now}: {happened} effects of {sample:?}");
        assert!(sent || !left, "{now}: it left, and the journal does not know of it: {sample:?}");
        assert!(sent || happened == 0, "{now}: it happened, and the journal does not know of it: {sample:?}");
        let listed = desk.state.workspace.operations.open().iter().any(|open| open.id == sample.operation_id());
        let open = journaled.is_some_and(|journaled| !journaled.last.name().is_final());
        assert_eq!(listed, open, "{now}: {sample:?}");
        self.tally.count(match journaled {
            None => "left: nothing",
            Some(journaled) if journaled.last.name().is_final() => "left: an end",
            Some(journaled) if journaled.sent => "left: sent, or about to be",
            Some(_) => "left: never sent",
        });
    }

    /// Time passes until a person has to decide about everything that is open.
    fn settle(&mut self, desk: &mut RuntimeHarness) {
        let began = Instant::now();
        loop {
            desk.step();
            let open = desk.state.workspace.operations.open();
            if open.iter().all(is_for_a_person) {
                return;
            }
            let next = open.iter().filter(|operation| !is_for_a_person(operation)).map(next_read);
            if let Some(Some(next)) = next.min() {
                // Whole seconds, as `Date` has them.
                desk.ahead += TimeDelta::seconds((next - desk.now()).num_seconds().max(-1) + 1);
            }
            assert!(began.elapsed() < PATIENCE, "{:#?}", desk.state.workspace.operations.open());
            std::thread::park_timeout(std::time::Duration::from_millis(1));
        }
    }

    /// The person sends what did not happen, or lets it be.
    fn decide(&mut self, desk: &mut RuntimeHarness) {
        let open: Vec<Operation> = desk.state.workspace.operations.open().to_vec();
        for Operation { id, phase, plan, .. } in open {
            // What was typed of a card is gone with the process.
            let sends = self.rng.one_in(2) && !plan.with_secret;
            let word = match (&phase, sends) {
                (Phase::NeverSent, true) => "never sent: sent",
                (Phase::NeverSent, false) => "never sent: discarded",
                (Phase::Unknown(unknown), true) if unknown.finding == ResolutionFinding::NotExecuted => {
                    "not executed: sent"
                }
                (Phase::Unknown(unknown), _) if unknown.finding == ResolutionFinding::NotExecuted => {
                    "not executed: closed"
                }
                (Phase::Unknown(unknown), _) if unknown.finding == ResolutionFinding::Parked => "parked: closed",
                _ => "unclear: closed",
            };
            self.tally.count(word);
            match word {
                "never sent: sent" => desk.act(Action::SendPrepared(id)),
                "never sent: discarded" => desk.act(Action::WithdrawOperation(id)),
                "not executed: sent" => {
                    desk.act(Action::AskSendAgain(id));
                    desk.act(Action::Confirm(Confirmation::SendAgain));
                }
                _ => {
                    desk.act(Action::AskCloseUnknown(id));
                    desk.act(Action::Confirm(Confirmation::CloseUnknown));
                }
            }
        }
        desk.until("nothing is open", |state| state.workspace.operations.open().is_empty());
    }

    /// What the journal says in the end is what the sandbox has.
    fn judge(&mut self, data: &Path, sample: &Sample) {
        let happened = self.effects(sample);
        let journaled = journaled(&entries(data));
        let last = journaled.get(&sample.operation_id()).map(|journaled| &journaled.last);
        let may_be = match last {
            None | Some(JournalStep::NotSent { .. }) => 0..=0,
            Some(JournalStep::Resolved { by: ResolvedBy::Person, .. }) => 0..=1,
            Some(JournalStep::Confirmed { .. } | JournalStep::Resolved { .. }) => 1..=1,
            Some(step) => panic!("{}: {sample:?} ended with {step:?}", self.now),
        };
        assert!(may_be.contains(&happened), "{}: {happened} effects, ended with {last:?}: {sample:?}", self.now);
        self.tally.count("operations");
        self.tally.add("effects", happened as u64);
    }
}

/// Whether its request was about to leave, by the log. Others may have the same path: a pending refund of an earlier round
/// is asked for by the request that made it, once that was 5 s ago.
pub fn has_left(log: &[Record], sample: &Sample) -> bool {
    let request = sample.submission(chrono::Utc::now()).plan.request;
    let line = format!("{} {} ", request.method.as_str(), request.path);
    let refund_id = request.body.as_ref().and_then(|body| body.get("refund_id"));
    let is_of_refund = |bytes: &[u8]| body_of(bytes).is_some_and(|body| body.get("refund_id") == refund_id);
    let is_it = |bytes: &[u8]| bytes.starts_with(line.as_bytes()) && (refund_id.is_none() || is_of_refund(bytes));
    log.iter().any(|record| matches!(&record.what, What::Request(bytes) if is_it(bytes)))
}

/// The body of a request as it was logged, which is in JSON.
fn body_of(request: &[u8]) -> Option<Value> {
    let end = request.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    serde_json::from_slice(&request[end + 4..]).ok()
}

fn is_for_a_person(operation: &Operation) -> bool {
    match &operation.phase {
        Phase::Unknown(unknown) => match &unknown.finding {
            ResolutionFinding::NotExecuted | ResolutionFinding::Parked => true,
            // Paydesk sends again by itself what sets values.
            ResolutionFinding::Unclear(_) => operation.plan.endpoint.spec().resolution != Resolution::Repeat,
            _ => false,
        },
        Phase::NeverSent => true,
        _ => false,
    }
}

/// When it is read next; `None` while something of it is under way.
fn next_read(operation: &Operation) -> Option<chrono::DateTime<chrono::Utc>> {
    match &operation.phase {
        Phase::Unknown(unknown) if unknown.request_id.is_none() => unknown.next_read_at,
        _ => None,
    }
}
