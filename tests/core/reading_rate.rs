//! How many requests leave in a minute to a service that reports no limit: while everything is read, and afterwards. The
//! clock is that of the test.

use chrono::TimeDelta;
use paydesk_core::effect::HistoryJob;
use paydesk_core::features::history::HistoryReport;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::Pay;

use super::history::opening;

const PAYMENTS: usize = 10_000;

/// Most requests a minute that the person allows.
const LIMIT: usize = 600;

const STEP_S: usize = 5;

/// Steps of the clock in a minute.
const STEPS: usize = 60 / STEP_S;

/// One of a hundred is in a status that changes.
fn shop() -> Vec<Pay> {
    let status = |index: usize| if index.is_multiple_of(100) { "requires_capture" } else { "succeeded" };
    let pay = |index: usize| Pay::with_status(&format!("pay_{index:05}"), status(index), 1_000 + index as i64);
    (0..PAYMENTS).map(pay).collect()
}

/// How many requests leave in each step of the clock, for so many minutes; the service answers at once.
fn requests_by_step(desk: &mut Desk, minutes: usize) -> Vec<usize> {
    let mut in_step = || {
        let before = desk.reads_made;
        desk.tick(STEP_S as i64);
        answer_all(desk);
        desk.reads_made - before
    };
    (0..minutes * STEPS).map(|_| in_step()).collect()
}

fn answer_all(desk: &mut Desk) {
    while !desk.reads.is_empty() || !desk.history.is_empty() {
        let kept = desk.history.drain(..).filter(|job| matches!(job, HistoryJob::Keep { .. })).count();
        for _ in 0..kept {
            desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
        }
        if !desk.reads.is_empty() {
            desk.serve_one();
        }
    }
}

/// The most requests in any sixty seconds.
fn busiest_minute(by_step: &[usize]) -> usize {
    by_step.windows(STEPS).map(|minute| minute.iter().sum()).max().unwrap_or(0)
}

#[test]
fn a_first_reading_of_10_000_payments_keeps_to_the_limit_that_was_set_and_is_calm_afterwards() {
    let mut desk = opening(shop());
    desk.act(Action::SetRequestLimit(Some(LIMIT as u32)));
    let mut first_reading = vec![desk.reads_made];
    while desk.state.workspace.history.columns().detailed() < PAYMENTS {
        assert!(first_reading.len() < 45 * STEPS, "{} known", desk.state.workspace.history.columns().detailed());
        first_reading.extend(requests_by_step(&mut desk, 1));
    }
    let (requests, minutes) = (first_reading.iter().sum::<usize>(), first_reading.len() / STEPS);
    println!("{requests} requests in {minutes} minutes, at most {} in one", busiest_minute(&first_reading));
    assert!(busiest_minute(&first_reading) <= LIMIT, "{}", busiest_minute(&first_reading));
    assert!(requests >= PAYMENTS + PAYMENTS / 100, "each payment, and each page: {requests}");

    // What was due meanwhile is done.
    requests_by_step(&mut desk, 10);
    let afterwards = requests_by_step(&mut desk, 20);
    let (all, most) = (afterwards.iter().sum::<usize>(), busiest_minute(&afterwards));
    println!("afterwards {all} requests in 20 minutes, at most {most} in one");
    assert!(all / 20 <= requests / minutes / 5, "{} requests a minute on average", all / 20);
    assert!(most <= LIMIT, "{most} requests in a minute");
}

#[test]
fn the_limit_that_was_set_says_until_when_it_holds_back_what_somebody_waits_for() {
    let pays = (0..80).map(|index| Pay::authorized(&format!("pay_{index}"), 1_000)).collect();
    let mut desk = Desk::ready(pays);
    desk.act(Action::SetRequestLimit(Some(60)));
    assert_eq!(desk.state.rate_held_until(), None);
    for index in 0..80 {
        let id = PaymentId::new(format!("pay_{index}"));
        desk.act(Action::Payments(PaymentsAction::Open(id)));
    }
    let until = desk.state.rate_held_until().expect("the last of them waits");
    assert!(until > desk.now && until - desk.now <= TimeDelta::seconds(60), "{until}");
    assert!(desk.state.counts_seconds(), "the countdown is drawn");
    desk.serve();
    desk.tick(61);
    desk.serve();
    assert_eq!(desk.state.rate_held_until(), None);
}
