//! Which of two hubs leads.

use std::time::Instant;

use paydesk_domain::profile::Environment;
use paydesk_team::{TeamConnection, TeamLimits, TeamRole};
use paydesk_test_basics::waiting::step_until;

use super::running::{RunningHub, USER};
use crate::team::harness::{ServerOptions, Team, free_port, password_of};
use crate::team::relay::FreezingRelay;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_hubs_leads_and_the_other_when_it_is_killed() {
    let Some(team) = Team::start("two hubs").await else { return };
    let mut first = RunningHub::of(&team).await;
    step_until("the first leads", || first.health().1.then_some(()));
    let second = RunningHub::of(&team).await;
    assert!(!second.health().1 && first.health().1);
    first.kill();
    let since = Instant::now();
    step_until("the second leads", || second.health().1.then_some(()));
    println!("handed over {:.1} s after kill -9 (goal: 10 s)", since.elapsed().as_secs_f64());
    assert_eq!(second.metric("leader"), 1);
}

/// Waits until the second of two hubs leads instead of the first; never both at once.
fn until_second_leads_alone(first: &RunningHub, second: &RunningHub) {
    step_until("the second leads", || {
        // Who leads before and after the other is asked leads meanwhile.
        let leads = [first.health().1, second.health().1, first.health().1];
        assert_ne!(leads, [true; 3], "both lead");
        (leads == [false, true, false]).then_some(())
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_that_is_cut_off_leads_no_more_before_another_does() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(team) = Team::start_with("a leader that is cut off", &options).await else { return };
    team.join(USER, TeamRole::Hub).await;
    let relay = FreezingRelay::to(port).await;
    let url = format!("postgresql://{USER}@127.0.0.1:{}/postgres?sslmode=disable", relay.port);
    let first = RunningHub::start(&url, "Shop", 0);
    step_until("the first leads", || first.health().1.then_some(()));
    let second = RunningHub::of(&team).await;
    relay.freeze();
    let since = Instant::now();
    until_second_leads_alone(&first, &second);
    println!("handed over {:.1} s after it was cut off (goal: 10 s)", since.elapsed().as_secs_f64());
    relay.thaw();
    step_until("the first stores again", || (first.health().0 == 200).then_some(()));
    assert!(second.health().1 && !first.health().1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_that_does_not_know_that_the_server_began_anew_leads_no_more_before_another_does() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a leader of a server that is gone", &options).await else { return };
    team.join(USER, TeamRole::Hub).await;
    let relay = FreezingRelay::to(port).await;
    let url = format!("postgresql://{USER}@127.0.0.1:{}/postgres?sslmode=disable", relay.port);
    let first = RunningHub::start(&url, "Shop", 0);
    step_until("the first leads", || first.health().1.then_some(()));
    let second = RunningHub::of(&team).await;
    relay.freeze();
    // With its memory, its locks are gone.
    team.server.kill_and_start_again();
    let since = Instant::now();
    until_second_leads_alone(&first, &second);
    println!("handed over {:.1} s after the server was back (goal: 10 s)", since.elapsed().as_secs_f64());
}

#[tokio::test]
async fn the_lead_is_of_one_connection_and_free_when_that_ends() {
    let Some(team) = Team::start("the lock of the lead").await else { return };
    team.join(USER, TeamRole::Hub).await;
    let open = async || {
        let (address, password) = (team.server.address(USER), password_of(USER));
        TeamConnection::open(&address, Some(&password), TeamLimits::default()).await.unwrap()
    };
    let (first, second) = (open().await, open().await);
    assert_eq!(first.still_leads().await, Ok(false));
    assert_eq!(first.try_to_lead(team.profile).await, Ok(true));
    assert_eq!(second.try_to_lead(team.profile).await, Ok(false));
    assert_eq!((first.still_leads().await, second.still_leads().await), (Ok(true), Ok(false)));
    let owner = team.owner().await;
    let other = owner.add_profile("Other", Environment::Sandbox, "https://a.example").await.unwrap();
    assert_eq!(second.try_to_lead(other).await, Ok(true), "another profile has another lead");
    // Nothing is said on the first any more: the server ends it.
    let third = open().await;
    loop {
        if third.try_to_lead(team.profile).await.unwrap() {
            break;
        }
    }
    assert!(first.still_leads().await.is_err());
}
