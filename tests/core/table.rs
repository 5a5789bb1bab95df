//! The decision table walked: every observation, on the first attempt and after an unknown one, for every
//! operation, with every truth that the service may have made of it. Which truths there are is here and is not
//! looked up in the program: its decision table is what is tried.

use paydesk_api::outcome::{Attempt, LostAnswer, Observation, observe};
use paydesk_core::operations::{Intent, Outcome, Phase, ResolutionFinding};
use paydesk_test_core::desk::{Desk, cancel, capture};
use paydesk_test_core::service::{Pay, answered, bad_certificate, html, no_connection, rate_limited, refused};
use serde_json::json;
use strum::IntoEnumIterator;

/// What is true at the service, whatever it answered.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Truth {
    Executed,
    Untouched,
    /// Somebody else did what makes it impossible.
    Overtaken,
}

fn attempt(observation: Observation, pay: &Pay) -> Attempt {
    let with_status = |status: &str| {
        let mut body = pay.partial();
        body["status"] = json!(status);
        answered(200, body)
    };
    match observation {
        Observation::ConnectFailed => no_connection(),
        Observation::CertificateRefused => bad_certificate(),
        Observation::RateLimited => rate_limited(20),
        Observation::KeyRefused => refused(401, "AU_02", "This key was revoked"),
        Observation::PermissionMissing => refused(403, "AU_03", "Not allowed"),
        Observation::Refused => refused(400, "IR_04", "Not possible"),
        Observation::NotFound => refused(404, "IR_05", "Not found"),
        Observation::OtherRefusal => refused(423, "IR_04", "Locked"),
        Observation::Conflict => refused(409, "IR_04", "Conflict"),
        Observation::AlreadyExists => refused(400, "HE_01", "Already exists"),
        Observation::Complete => answered(200, pay.partial()),
        Observation::Declined => answered(200, Pay { received: 0, status: "failed".into(), ..pay.clone() }.partial()),
        Observation::UnknownStatus => with_status("on_its_way"),
        Observation::OtherEcho => answered(200, Pay::captured("pay_2", 1_000).partial()),
        Observation::BrokenBody => html(200),
        Observation::ServerError => refused(503, "CE_01", "Unavailable"),
        Observation::Redirect => html(302),
        Observation::Foreign => html(404),
        Observation::TimedOut => Attempt::Lost(LostAnswer::TimedOut),
        Observation::ConnectionLost => Attempt::Lost(LostAnswer::ConnectionLost),
    }
}

/// What the service and the network can have made of a request that is observed so. The law takes the service's word
/// only for 429, 401, 403 and 404 to a first attempt, and for a true answer.
fn possible(observation: Observation, after_unknown: bool) -> Vec<Truth> {
    match observation {
        Observation::Complete | Observation::UnknownStatus => vec![Truth::Executed],
        Observation::Declined => vec![Truth::Untouched],
        Observation::ConnectFailed
        | Observation::CertificateRefused
        | Observation::RateLimited
        | Observation::KeyRefused
        | Observation::PermissionMissing
        | Observation::NotFound
            if !after_unknown =>
        {
            vec![Truth::Untouched, Truth::Overtaken]
        }
        Observation::ConnectFailed
        | Observation::CertificateRefused
        | Observation::RateLimited
        | Observation::KeyRefused
        | Observation::PermissionMissing
        | Observation::Refused
        | Observation::NotFound
        | Observation::OtherRefusal
        | Observation::Conflict
        | Observation::AlreadyExists
        | Observation::OtherEcho
        | Observation::BrokenBody
        | Observation::ServerError
        | Observation::Redirect
        | Observation::Foreign
        | Observation::TimedOut
        | Observation::ConnectionLost => vec![Truth::Executed, Truth::Untouched, Truth::Overtaken],
    }
}

fn operations() -> Vec<(Pay, Intent)> {
    vec![
        (Pay::authorized("pay_1", 1_000), capture(1_000)),
        (Pay::authorized("pay_1", 1_000), capture(400)),
        (Pay::authorized("pay_1", 1_000), cancel()),
        (Pay::in_review("pay_1", 1_000), Intent::Approve),
        (Pay::with_status("pay_1", "requires_confirmation", 1_000), Intent::Confirm),
    ]
}

fn sending(pay: &Pay, intent: &Intent, after_unknown: bool) -> Desk {
    let mut desk = Desk::sending(pay.clone(), intent.clone());
    if after_unknown {
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk.pass(200);
        assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
        desk.send_again();
        desk.serve();
        desk.write_all();
    }
    assert_eq!(desk.sends.len(), 1);
    desk
}

fn make_true(desk: &mut Desk, truth: Truth, intent: &Intent) {
    let request = desk.sends[0].request.clone();
    match (truth, intent) {
        (Truth::Executed, _) => drop(desk.service.execute(&request)),
        (Truth::Untouched, _) => {}
        (Truth::Overtaken, Intent::Cancel { .. } | Intent::Reject) => desk.service.pay("pay_1").capture(1_000).unwrap(),
        (
            Truth::Overtaken,
            Intent::Capture { .. } | Intent::Approve | Intent::ApproveAndCapture { .. } | Intent::Confirm,
        ) => desk.service.pay("pay_1").cancel().unwrap(),
    }
}

fn claims_it_did_not_happen(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Declined { .. }
        | Outcome::Rejected { .. }
        | Outcome::NotSent { .. }
        | Outcome::Overtaken(_)
        | Outcome::Closed => true,
        Outcome::Done { .. } | Outcome::NotAnswered { .. } | Outcome::ClosedByPerson => false,
    }
}

fn check(desk: &Desk, truth: Truth) {
    let ended = desk.state.workspace.operations.ended().next().map(|operation| operation.phase.clone());
    match ended {
        Some(Phase::Ended(outcome)) => {
            assert!(desk.nothing_open());
            assert!(truth != Truth::Executed || !claims_it_did_not_happen(&outcome), "executed, yet {outcome:?}");
            let done = matches!(outcome, Outcome::Done { .. });
            assert!(!done || truth == Truth::Executed, "not executed, yet {outcome:?}");
        }
        Some(other) => panic!("ended in {other:?}"),
        None => {
            assert_eq!(desk.state.workspace.operations.open().len(), 1, "neither open nor ended");
            assert!(truth != Truth::Executed || desk.locked(), "executed, read, and still not known");
        }
    }
}

fn sends_allowed(observation: Observation, truth: Truth, after_unknown: bool) -> usize {
    let repeated = observation == Observation::RateLimited && !after_unknown && truth == Truth::Untouched;
    1 + usize::from(after_unknown) + usize::from(repeated)
}

#[test]
fn no_row_of_the_table_makes_a_false_claim_or_a_second_send() {
    let mut walked = 0;
    for observation in Observation::iter() {
        for after_unknown in [false, true] {
            for (pay, intent) in operations() {
                for truth in possible(observation, after_unknown) {
                    let context = format!("{observation:?}, after unknown: {after_unknown}, {intent:?}, {truth:?}");
                    walk(observation, after_unknown, &pay, &intent, truth, &context);
                    walked += 1;
                }
            }
        }
    }
    assert_eq!(walked, operations().len() * (possible_count(false) + possible_count(true)));
}

fn possible_count(after_unknown: bool) -> usize {
    Observation::iter().map(|observation| possible(observation, after_unknown).len()).sum()
}

fn walk(observation: Observation, after_unknown: bool, pay: &Pay, intent: &Intent, truth: Truth, context: &str) {
    eprintln!("{context}");
    let mut desk = sending(pay, intent, after_unknown);
    make_true(&mut desk, truth, intent);
    let pay = desk.service.pay("pay_1").clone();
    let answer = attempt(observation, &pay);
    assert_eq!(observe(&answer, desk.operation().asked()), observation);
    desk.reply(answer);
    desk.pass(1_000);
    assert_eq!(desk.sent.len(), sends_allowed(observation, truth, after_unknown), "sends");
    check(&desk, truth);
    let restarted = desk.restarted();
    assert_eq!(restarted.sent.len(), sends_allowed(observation, truth, after_unknown), "sends after a restart");
}

#[test]
fn every_name_of_the_table_has_an_attempt_that_is_observed_as_it() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").capture(1_000).unwrap();
    for observation in Observation::iter() {
        let answer = attempt(observation, &desk.service.payments[0]);
        assert_eq!(observe(&answer, desk.operation().asked()), observation);
    }
}
