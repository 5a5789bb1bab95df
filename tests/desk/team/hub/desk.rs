//! Desks without a receiver of their own hear what a hub received.

use std::time::Instant;

use paydesk_core::features::team::{TeamAction, TeamLink};
use paydesk_core::{Action, State};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::team::{AwayRule, TeamRole};

use super::running::{RunningHub, USER, deliver};
use crate::team::two_desks::{Office, PROFILE};

fn has_refund(state: &State, event_id: &str) -> bool {
    state.workspace.records.find(ResourceKind::Refund, &format!("ref_of_{event_id}")).is_some()
}

/// Whether the refunds of these events are known, and as many events are listed: many that come at once are listed
/// together, a moment later.
fn has_events(state: &State, ids: &[&str], listed: usize) -> bool {
    ids.iter().all(|id| has_refund(state, id)) && state.workspace.webhooks.log().len() == listed
}

#[test]
fn a_webhook_that_a_hub_received_is_seen_by_all_desks_and_by_those_that_were_away_when_they_are_back() {
    let Some(mut office) = Office::open("desks without a receiver") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Reader, AwayRule::Stop);
    office.add_member(USER, TeamRole::Hub);
    let threads = office.service.threads.handle().clone();
    let hub = RunningHub::start(&office.team.server.url(USER), PROFILE, 0);
    for id in ["evt_1", "evt_1", "evt_2"] {
        assert_eq!(threads.block_on(deliver(hub.address, id)), Some(200));
    }
    let since = Instant::now();
    for desk in [&mut anna, &mut bob] {
        desk.until("the refunds are known", |state| has_events(state, &["evt_1", "evt_2"], 2));
    }
    println!("both desks saw it {:.2} s after it was answered (goal: 1 s)", since.elapsed().as_secs_f64());
    bob.act(Action::Team(TeamAction::Leave));
    bob.until("bob has left", |state| matches!(state.workspace.team.link(), TeamLink::NotJoined));
    assert_eq!(threads.block_on(deliver(hub.address, "evt_3")), Some(200));
    office.join(&mut bob, "bob", AwayRule::Stop);
    bob.until("what came meanwhile is known", |state| has_events(state, &["evt_3"], 3));
    // The server comes back after a crash: nothing is lost, and nothing comes twice.
    office.team.server.kill_and_start_again();
    anna.until("anna is connected again", |state| matches!(state.workspace.team.link(), TeamLink::Connected(_)));
    let mut status = None;
    while status != Some(200) {
        status = threads.block_on(deliver(hub.address, "evt_4"));
    }
    anna.until("what came then is known", |state| has_events(state, &["evt_4"], 4));
}
