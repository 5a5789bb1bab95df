//! The primary is lost and its replica takes its place, while desks and hubs work.

use std::time::Instant;

use paydesk_team::{TeamConnection, TeamLimits};

use super::run::{READER, Run, person};
use crate::team::harness::{ServerOptions, Team, password_of};
use crate::team::hub::running::USER;

const DESKS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_fail_over_in_the_chaos_all_that_was_acknowledged_is_there_and_the_desks_go_on() {
    let settings = "max_connections = 300".to_owned();
    let options = ServerOptions { is_durable: true, settings, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a fail-over", &options).await else { return };
    let replica = team.server.replica(&options).await;
    let addresses = (0..DESKS).map(|number| team.server.url_with(&replica, &person(number))).collect();
    let hub_url = team.server.url_with(&replica, USER);
    let mut run = Run::start(&mut team, addresses, [hub_url.clone(), hub_url], 1).await;
    run.until_sent(40).await;
    run.kill_desk(0).await;
    team.server.kill();
    let before = run.world.counted("operations sent");
    replica.promote().await;
    let healed = Instant::now();
    run.until_sent(before + 40).await;
    let went_on = healed.elapsed().as_secs_f64();
    let (address, password) = (replica.address(READER), password_of(READER));
    let reader = TeamConnection::open(&address, Some(&password), TeamLimits::default()).await.unwrap();
    assert!(!reader.server().is_replica);
    let times = run.end(&reader, &replica.superuser().await, Instant::now()).await;
    eprintln!("{DESKS} desks, 40 operations {went_on:.1} s after the promotion: {times}");
}
