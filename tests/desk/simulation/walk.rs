//! Every endpoint, and everything that can come back, on a first attempt and after one that ended unknown, with every
//! truth that the service and the network of the model can have made of it.
//!
//! Which truths there are is here and is not looked up in the program: its decision table is what is tried.

use std::collections::{BTreeMap, HashSet};

use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, LostAnswer, Observation, observe};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{Outcome, Phase, Submission};
use paydesk_core::{Action, Message};
use serde_json::{Value, json};
use strum::{EnumIter, IntoEnumIterator};

use super::answers::{answered, no_connection, page, rates, refusal, with_rate};
use super::desk::SimulatedDesk;
use super::disk::Disk;
use super::forms::FormAction;
use super::law::{Resend, nothing_tells, refusal_is_checked, resend};
use super::network::can_be_declined;
use super::new_service;
use super::rng::Rng;
use super::service::{Arrival, Author, Effect, Execution, RefundChecks, Reply};
use super::world::{Scheduled, Trace, World};

/// What is true at the service, whatever it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Executed,
    Untouched,
}

/// What comes back of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter)]
enum Comes {
    NoConnection,
    BadCertificate,
    RateLimited,
    KeyRefused,
    PermissionMissing,
    /// 400 in the error shape.
    Refused,
    /// 404 in the error shape.
    NotFound,
    /// Another 4xx in the error shape.
    Locked,
    Conflict,
    AlreadyExists,
    /// The true answer.
    Answer,
    /// The true answer of an execution that failed.
    Declined,
    /// The true answer with a status that nobody knows.
    UnknownStatus,
    /// An answer that names another object.
    OfAnother,
    EmptyObject,
    SuccessFalse,
    ErrorIn200,
    PageWith200,
    PageWith404,
    ServerError,
    Redirect,
    TimedOut,
    ConnectionLost,
}

/// What the service and the network can have made of a request of which this comes back. The law takes the service's
/// word only for 429, 401, 403 and 404 to a first attempt, and for a true answer.
fn truths(endpoint: Endpoint, comes: Comes, after_unknown: bool) -> &'static [Truth] {
    let both = &[Truth::Executed, Truth::Untouched];
    let (executed, untouched) = (&both[..1], &both[1..]);
    match comes {
        Comes::Answer | Comes::Declined | Comes::UnknownStatus => executed,
        Comes::NoConnection
        | Comes::BadCertificate
        | Comes::RateLimited
        | Comes::KeyRefused
        | Comes::PermissionMissing
        | Comes::NotFound
            if !after_unknown =>
        {
            untouched
        }
        // The network delivered it twice, and the refusal of the second copy came back: looked into where that helps.
        Comes::Refused if !after_unknown && !refusal_is_checked(endpoint) => untouched,
        // A refund's id is ours alone: the service says that it exists only where it made it.
        Comes::AlreadyExists if endpoint == Endpoint::CreateRefund => executed,
        Comes::NoConnection
        | Comes::BadCertificate
        | Comes::RateLimited
        | Comes::KeyRefused
        | Comes::PermissionMissing
        | Comes::NotFound
        | Comes::Locked
        | Comes::Refused
        | Comes::Conflict
        | Comes::AlreadyExists
        | Comes::OfAnother
        | Comes::EmptyObject
        | Comes::SuccessFalse
        | Comes::ErrorIn200
        | Comes::PageWith200
        | Comes::PageWith404
        | Comes::ServerError
        | Comes::Redirect
        | Comes::TimedOut
        | Comes::ConnectionLost => both,
    }
}

fn new_world(number: u64) -> World {
    let mut rng = Rng::of(number);
    let service = new_service(0, &mut rng);
    let mut world = World::new(rng, service, Trace::Off);
    world.calm = true;
    world.desks.push(SimulatedDesk::new(0, false));
    world.disks.push(Disk::default());
    world.plan(0, Scheduled::Restart { desk: 0 });
    world.run(1_000, |_| false);
    world
}

/// A form of `endpoint`, with all payments read that a person chooses from.
fn form(world: &mut World, endpoint: Endpoint) -> Submission {
    for _ in 0..100 {
        match world.form_for(0, endpoint) {
            // Creating declines only where it confirms.
            Some(FormAction::Form(form)) if form.plan.sends("confirm") == Some(&json!(false)) => {}
            Some(FormAction::Form(form)) => return *form,
            Some(FormAction::Look(payment_id)) => {
                world.act(0, Action::Payments(PaymentsAction::Open(payment_id)));
                let until_ms = world.now_ms + 1_000;
                world.run(until_ms, |_| false);
            }
            Some(FormAction::Dialog(..)) | None => {}
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
        world.event(
            0,
            Message::OperationAnswered { operation_id, attempt: 1, result: Attempt::Lost(LostAnswer::TimedOut) },
        );
        world.held = Some(Vec::new());
        let mut waited = 0;
        while world.held.as_ref().is_some_and(Vec::is_empty) && waited < 20 {
            pass(&mut world, 20);
            let state = world.desks[0].core.state()?;
            if state.workspace.operations.find(&id)?.may_be_sent_again(state.now) {
                world.ops[0].granted += 1;
                world.ops[0].warned += u32::from(resend(endpoint) == Resend::PersonWarned);
                world.act(0, Action::AskSendAgain(id.clone()));
                world.act(0, Action::Confirm(Confirmation::SendAgain));
            }
            waited += 1;
        }
    }
    let on_its_way = world.held.take().is_some_and(|held| held == [(0, 1 + u32::from(after_unknown))]);
    on_its_way.then_some(world)
}

/// Executes the request at the service, as the ledger writes down.
fn execute(world: &mut World, execution: Execution) -> Reply {
    let op = &world.ops[0];
    let request = op.request.clone().unwrap();
    let arrival = Arrival {
        at_ms: world.now_ms,
        by: Author::Operation(0),
        number: op.number,
        endpoint: op.endpoint,
        resource: &op.target.resource,
        request: &request,
        execution,
    };
    let (reply, effect) = world.service.execute(&arrival);
    assert!(matches!(effect, Effect::Done | Effect::Declined), "{reply:?}");
    world.count(0, &effect, execution, &reply);
    reply
}

/// The attempt that brings it back; `body` is what an execution answers.
fn attempt(world: &World, comes: Comes, body: Value) -> Attempt {
    let with_status = |word: &str| {
        let mut body = body.clone();
        body["status"] = json!(word);
        answered(200, body)
    };
    match comes {
        Comes::NoConnection => no_connection(false),
        Comes::BadCertificate => no_connection(true),
        Comes::RateLimited => with_rate(refusal(429, "RL_01"), rates(0, 20)),
        Comes::KeyRefused => refusal(401, "AU_02"),
        Comes::PermissionMissing => refusal(403, "AU_03"),
        Comes::Refused => refusal(400, "IR_04"),
        Comes::NotFound => refusal(404, "IR_05"),
        Comes::Locked => refusal(423, "IR_04"),
        Comes::Conflict => refusal(409, "IR_04"),
        Comes::AlreadyExists => refusal(400, "HE_01"),
        Comes::Answer => answered(200, body),
        Comes::Declined => with_status("failed"),
        Comes::UnknownStatus => with_status("on_its_way"),
        Comes::OfAnother => answered(200, world.of_another(0, body, false)),
        Comes::EmptyObject => answered(200, json!({})),
        Comes::SuccessFalse => answered(200, json!({"success": false})),
        Comes::ErrorIn200 => {
            answered(200, json!({"error": {"type": "api_error", "code": "HE_00", "message": "it went wrong"}}))
        }
        Comes::PageWith200 => page(200),
        Comes::PageWith404 => page(404),
        Comes::ServerError => refusal(503, "CE_01"),
        Comes::Redirect => page(302),
        Comes::TimedOut => Attempt::Lost(LostAnswer::TimedOut),
        Comes::ConnectionLost => Attempt::Lost(LostAnswer::ConnectionLost),
    }
}

/// How often it may have left at most: what the program repeats by itself has no second effect.
fn sends_allowed(endpoint: Endpoint, comes: Comes, truth: Truth, after_unknown: bool) -> u32 {
    let answered = matches!(comes, Comes::Answer | Comes::Declined | Comes::UnknownStatus);
    let by_itself = match resend(endpoint) {
        _ if answered => 0,
        _ if comes == Comes::RateLimited && !after_unknown => 1,
        Resend::Program => 8,
        Resend::ProgramWhenAbsent if truth == Truth::Untouched => 3,
        Resend::ProgramWhenAbsent | Resend::PersonAfterProof | Resend::PersonWarned => 0,
    };
    1 + u32::from(after_unknown) + by_itself
}

fn check(world: &mut World, comes: Comes, truth: Truth, after_unknown: bool) {
    let (op, endpoint) = (&world.ops[0], world.ops[0].endpoint);
    let allowed = sends_allowed(endpoint, comes, truth, after_unknown);
    assert!(op.sends <= allowed, "{} sends, {allowed} allowed", op.sends);
    let locked = world.desks[0].core.state().is_some_and(|state| state.workspace.connection.lock().is_some());
    let phase = |world: &World| {
        let operation = world.desks[0].core.state()?.workspace.operations.find(&world.ops[0].id)?;
        Some(operation.phase.clone())
    };
    match phase(world) {
        Some(Phase::Ended(outcome)) => {
            let done = matches!(outcome, Outcome::Done { .. });
            assert!(!done || op.effects == 1, "not executed, yet {outcome:?}");
            assert!(op.claims.len() == 1);
        }
        Some(_) => {
            let refused_for_ever =
                endpoint == Endpoint::CreateRefund && world.service.refund_checks == RefundChecks::AmountFirst;
            let refusal = matches!(comes, Comes::Refused | Comes::NotFound | Comes::Conflict | Comes::AlreadyExists);
            let refused_for_ever = refused_for_ever || (endpoint == Endpoint::UpdatePayout && refusal);
            let unreadable = nothing_tells(endpoint) || endpoint == Endpoint::SubmitEvidence || refused_for_ever;
            let known = truth == Truth::Untouched || unreadable || locked;
            assert!(known, "executed, and still not known: {:?}", phase(world));
        }
        None => panic!("neither open nor ended"),
    }
    // The service says that the payment exists, and shows none: which of both is true it alone knows.
    let contradicts_itself = endpoint == Endpoint::CreatePayment && comes == Comes::AlreadyExists && after_unknown;
    if !(locked || contradicts_itself && truth == Truth::Untouched) {
        world.judge_at_last();
    }
    assert_eq!(world.violation, None);
}

/// Walks one cell and says what the program observed; `None` where this endpoint has no such cell.
fn walk(endpoint: Endpoint, comes: Comes, after_unknown: bool, truth: Truth, number: u64) -> Option<Observation> {
    let mut world = sending(endpoint, number, after_unknown)?;
    let declines = comes == Comes::Declined && can_be_declined(endpoint);
    let execution = if declines { Execution::Declining } else { Execution::Plain };
    let executed = (truth == Truth::Executed).then(|| execute(&mut world, execution));
    // What has no effect is reported from what another execution would have answered.
    let body = executed.map_or_else(
        || {
            let mut other = sending(endpoint, number, after_unknown).unwrap();
            execute(&mut other, execution).1
        },
        |reply| reply.1,
    );
    let sets_texts = matches!(endpoint, Endpoint::UpdatePayment | Endpoint::UpdatePayout | Endpoint::UpdateCustomer);
    if comes == Comes::Declined && !declines && !sets_texts {
        // The service of the model never declines these: the answer alone says so, and is the truth. Evidence has no
        // status of its own that fails.
        if endpoint == Endpoint::SubmitEvidence {
            return None;
        }
        (world.ops[0].declines, world.ops[0].effects) = (1, 0);
    }
    let result = attempt(&world, comes, body);
    let state = world.desks[0].core.state()?;
    let observation = observe(&result, state.workspace.operations.find(&world.ops[0].id)?.asked());
    world.ops[0].rate_limited += u32::from(comes == Comes::RateLimited);
    let operation_id = world.ops[0].id.clone();
    world.event(0, Message::OperationAnswered { operation_id, attempt: 1 + u32::from(after_unknown), result });
    pass(&mut world, 1_000);
    check(&mut world, comes, truth, after_unknown);
    Some(observation)
}

#[test]
fn nothing_that_comes_back_makes_a_false_claim_or_a_second_effect_for_any_endpoint() {
    let mut walked: BTreeMap<Endpoint, u32> = BTreeMap::new();
    let mut observed: HashSet<Observation> = HashSet::new();
    let mut wrong = Vec::new();
    for endpoint in Endpoint::iter() {
        for comes in Comes::iter() {
            for after_unknown in [false, true] {
                for truth in truths(endpoint, comes, after_unknown) {
                    for number in 0..3 {
                        let cell = || walk(endpoint, comes, after_unknown, *truth, number);
                        match std::panic::catch_unwind(cell) {
                            Ok(observation) => {
                                *walked.entry(endpoint).or_default() += u32::from(observation.is_some());
                                observed.extend(observation);
                            }
                            Err(_) => wrong.push(format!(
                                "{endpoint:?}, {comes:?}, after unknown: {after_unknown}, {truth:?}, world {number}"
                            )),
                        }
                    }
                }
            }
        }
    }
    eprintln!("{walked:?}");
    assert!(wrong.is_empty(), "{} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    for endpoint in Endpoint::iter() {
        assert!(walked.get(&endpoint).is_some_and(|cells| *cells >= 3 * 25), "{endpoint:?}: {walked:?}");
    }
    for observation in Observation::iter() {
        assert!(observed.contains(&observation), "nothing that came back was observed as {observation:?}");
    }
}
