//! The decision table walked with the engine: every endpoint, every observation, on a first attempt and after one that
//! ended unknown, with every truth that does not contradict what the observation proves.

use std::collections::BTreeMap;

use paydesk::api::operation::Endpoint;
use paydesk::api::outcome::{Attempt, Loss, Observation, Verdict, observe, verdict};
use paydesk::app::operations::rules::{Again, Settle, rule};
use paydesk::app::operations::{Outcome, Phase, Submission};
use paydesk::app::{Action, Event};
use serde_json::{Value, json};
use strum::IntoEnumIterator;

use super::answers::{answered, no_connection, page, rates, refusal, with_rate};
use super::desk::Desk;
use super::dice::Dice;
use super::disk::Disk;
use super::forms::Wish;
use super::network::can_be_declined;
use super::new_service;
use super::service::{Arrival, Author, Effect, Manner, Reply};
use super::world::{Happening, Trace, World};

/// What is true at the service, whatever it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Executed,
    Untouched,
}

/// Truths that do not contradict what the observation proves by law.
fn truths(endpoint: Endpoint, observation: Observation, after_unknown: bool) -> &'static [Truth] {
    let both = &[Truth::Executed, Truth::Untouched];
    match verdict(observation, after_unknown) {
        Verdict::Confirmed | Verdict::Declined => &both[..1],
        Verdict::NotSent
        | Verdict::NotSentFinal
        | Verdict::WaitThenRepeat
        | Verdict::Rejected
        | Verdict::RejectedKey => &both[1..],
        // The refund's id is ours alone: what exists under it is this refund.
        Verdict::Reconcile if endpoint == Endpoint::CreateRefund && observation == Observation::AlreadyExists => {
            &both[..1]
        }
        Verdict::Reconcile | Verdict::Unknown => both,
    }
}

fn new_world(number: u64) -> World {
    let mut dice = Dice::of(number);
    let service = new_service(&mut dice);
    let mut world = World::new(dice, service, Trace::Off);
    world.calm = true;
    world.desks.push(Desk::new(0, false));
    world.disks.push(Disk::default());
    world.plan(0, Happening::Restart { desk: 0 });
    world.run(1_000, |_| false);
    world
}

/// A form of `endpoint`, with all payments read that a person chooses from.
fn form(world: &mut World, endpoint: Endpoint) -> Submission {
    for _ in 0..100 {
        match world.wish_for(0, endpoint) {
            // Creating declines only where it confirms.
            Some(Wish::Form(form)) if form.plan.sends("confirm") == Some(&json!(false)) => {}
            Some(Wish::Form(form)) => return *form,
            Some(Wish::Look(payment_id)) => {
                world.act(0, Action::OpenPayment(payment_id));
                let until_ms = world.now_ms + 1_000;
                world.run(until_ms, |_| false);
            }
            Some(Wish::Dialog(..)) | None => {}
        }
    }
    panic!("nobody wants {endpoint:?}");
}

fn pass(world: &mut World, seconds: i64) {
    let until_ms = world.now_ms + seconds * 1_000;
    world.run(until_ms, |_| false);
    assert_eq!(world.violation, None);
}

/// An operation of `endpoint` whose attempt is on its way, the first or one after a lost one.
fn sending(endpoint: Endpoint, number: u64, after_unknown: bool) -> Option<World> {
    let mut world = new_world(number);
    let form = form(&mut world, endpoint);
    let id = form.id.clone();
    world.held = Some(Vec::new());
    world.act(0, Action::Submit(Box::new(form)));
    pass(&mut world, 2);
    if after_unknown {
        let operation_id = id.clone();
        world.event(0, Event::OperationAnswered { operation_id, attempt: 1, result: Attempt::Lost(Loss::TimedOut) });
        world.held = Some(Vec::new());
        let mut waited = 0;
        while world.held.as_ref().is_some_and(Vec::is_empty) && waited < 20 {
            pass(&mut world, 20);
            let state = world.desks[0].core.state()?;
            if state.operations.find(&id)?.may_be_sent_again(state.now) {
                world.ops[0].granted += 1;
                world.ops[0].warned += u32::from(rule(endpoint).again == Again::PersonWarned);
                world.act(0, Action::AskSendAgain(id.clone()));
                world.act(0, Action::ConfirmSendAgain);
            }
            waited += 1;
        }
    }
    let on_its_way = world.held.take().is_some_and(|held| held == [(0, 1 + u32::from(after_unknown))]);
    on_its_way.then_some(world)
}

/// Executes the request at the service, as the ledger writes down.
fn execute(world: &mut World, manner: Manner) -> Reply {
    let op = &world.ops[0];
    let request = op.request.clone().unwrap();
    let arrival = Arrival {
        at_ms: world.now_ms,
        by: Author::Operation(0),
        number: op.number,
        endpoint: op.endpoint,
        resource: &op.target.resource,
        request: &request,
        manner,
    };
    let (reply, effect) = world.service.execute(&arrival);
    assert!(matches!(effect, Effect::Done | Effect::Declined), "{reply:?}");
    world.count(0, &effect, manner, &reply);
    reply
}

/// The answer that is observed so. `None`: this endpoint has none.
fn answer(world: &mut World, observation: Observation, body: Value) -> Option<Attempt> {
    let with_status = |word: &str| {
        let mut body = body.clone();
        body["status"] = json!(word);
        answered(200, body)
    };
    let attempt = match observation {
        Observation::ConnectFailed => no_connection(false),
        Observation::CertificateRefused => no_connection(true),
        Observation::RateLimited => with_rate(refusal(429, "RL_01"), rates(0, 20)),
        Observation::KeyRefused => refusal(401, "AU_02"),
        Observation::PermissionMissing => refusal(403, "AU_03"),
        Observation::Refused => refusal(400, "IR_04"),
        Observation::NotFound => refusal(404, "IR_05"),
        Observation::OtherRefusal => refusal(423, "IR_04"),
        Observation::Conflict => refusal(409, "IR_04"),
        Observation::AlreadyExists => refusal(400, "HE_01"),
        Observation::Complete => answered(200, body.clone()),
        Observation::Declined => with_status("failed"),
        Observation::UnknownStatus => with_status("on_its_way"),
        Observation::OtherEcho => answered(200, world.of_another(0, body.clone())),
        Observation::BrokenBody => page(200),
        Observation::ServerError => refusal(503, "CE_01"),
        Observation::Redirect => page(302),
        Observation::Foreign => page(404),
        Observation::TimedOut => Attempt::Lost(Loss::TimedOut),
        Observation::ConnectionLost => Attempt::Lost(Loss::ConnectionLost),
    };
    let state = world.desks[0].core.state()?;
    let expectation = &state.operations.find(&world.ops[0].id)?.plan.expectation;
    (observe(&attempt, expectation) == observation).then_some(attempt)
}

/// How often it may have left at most: what the desk repeats by itself has no second effect.
fn sends_allowed(endpoint: Endpoint, observation: Observation, truth: Truth, after_unknown: bool) -> u32 {
    let rule = rule(endpoint);
    let by_itself = match (rule.again, verdict(observation, after_unknown)) {
        (Again::Desk, Verdict::Unknown | Verdict::Reconcile) => 8,
        (Again::DeskWhenAbsent, Verdict::Unknown | Verdict::Reconcile) if truth == Truth::Untouched => 3,
        (_, Verdict::WaitThenRepeat) => 1,
        _ => 0,
    };
    1 + u32::from(after_unknown) + by_itself
}

fn check(world: &mut World, observation: Observation, truth: Truth, after_unknown: bool) {
    let (op, endpoint) = (&world.ops[0], world.ops[0].endpoint);
    let allowed = sends_allowed(endpoint, observation, truth, after_unknown);
    assert!(op.sends <= allowed, "{} sends, {allowed} allowed", op.sends);
    let locked = world.desks[0].core.state().is_some_and(|state| state.connection.lock().is_some());
    let phase = |world: &World| {
        let operation = world.desks[0].core.state()?.operations.find(&world.ops[0].id)?;
        Some(operation.phase.clone())
    };
    match phase(world) {
        Some(Phase::Ended(outcome)) => {
            let done = matches!(outcome, Outcome::Done { .. });
            assert!(!done || op.effects == 1, "not executed, yet {outcome:?}");
            assert!(op.claims.len() == 1);
        }
        Some(_) => {
            let unreadable = rule(endpoint).settle == Settle::Park || endpoint == Endpoint::SubmitEvidence;
            let parked = unreadable
                || world.desks[0].core.state().is_some_and(|state| {
                    state.operations.find(&op.id).is_some_and(|operation| operation.settle() == Settle::Park)
                });
            assert!(truth == Truth::Untouched || parked || locked, "executed, and still not known: {:?}", phase(world));
        }
        None => panic!("neither open nor ended"),
    }
    if !locked {
        world.judge_at_last();
    }
    assert_eq!(world.violation, None);
}

/// Walks one cell; `false` where this endpoint has no such cell.
fn walk(endpoint: Endpoint, observation: Observation, after_unknown: bool, truth: Truth, number: u64) -> bool {
    let Some(mut world) = sending(endpoint, number, after_unknown) else { return false };
    let declines = observation == Observation::Declined && can_be_declined(endpoint);
    let manner = if declines { Manner::Declining } else { Manner::Plain };
    let executed = (truth == Truth::Executed).then(|| execute(&mut world, manner));
    // What has no effect is told from what another execution would have answered.
    let body = executed.map_or_else(
        || {
            let mut other = sending(endpoint, number, after_unknown).unwrap();
            execute(&mut other, manner).1
        },
        |reply| reply.1,
    );
    let sets_texts = matches!(endpoint, Endpoint::UpdatePayment | Endpoint::UpdatePayout | Endpoint::UpdateCustomer);
    if observation == Observation::Declined && !declines && !sets_texts {
        // The service of the model never declines these: the answer alone says so, and is the truth.
        (world.ops[0].declines, world.ops[0].effects) = (1, 0);
    }
    let Some(result) = answer(&mut world, observation, body) else { return false };
    world.ops[0].rate_limited += u32::from(observation == Observation::RateLimited);
    let operation_id = world.ops[0].id.clone();
    world.event(0, Event::OperationAnswered { operation_id, attempt: 1 + u32::from(after_unknown), result });
    pass(&mut world, 1_000);
    check(&mut world, observation, truth, after_unknown);
    true
}

#[test]
fn no_cell_of_the_table_makes_a_false_claim_or_a_second_effect_for_any_endpoint() {
    let mut walked: BTreeMap<Endpoint, u32> = BTreeMap::new();
    for endpoint in Endpoint::iter() {
        for observation in Observation::iter() {
            for after_unknown in [false, true] {
                for truth in truths(endpoint, observation, after_unknown) {
                    for number in 0..3 {
                        let context = format!(
                            "{endpoint:?}, {observation:?}, after unknown: {after_unknown}, {truth:?}, world {number}"
                        );
                        let cell =
                            std::panic::catch_unwind(|| walk(endpoint, observation, after_unknown, *truth, number));
                        let was = cell.unwrap_or_else(|_| panic!("in this cell: {context}"));
                        *walked.entry(endpoint).or_default() += u32::from(was);
                    }
                }
            }
        }
    }
    eprintln!("{walked:?}");
    for endpoint in Endpoint::iter() {
        assert!(walked.get(&endpoint).is_some_and(|cells| *cells >= 3 * 25), "{endpoint:?}: {walked:?}");
    }
}
