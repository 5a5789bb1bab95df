//! Networks that are slow: what comes late is taken in all the same.

use std::time::Duration;

use paydesk::team::{ChangeFeed, FeedEvent, FeedSource, FeedTimes, TeamAddress, TeamLimits, TeamRole};

use super::harness::{ServerOptions, Team, free_port, password_of};
use super::records::note;
use super::relay::{SlowRelay, Slowness};
use crate::waiting::PATIENCE;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_takes_longer_to_arrive_than_a_statement_may_take_arrives() {
    const NOTES: usize = 60;
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(team) = Team::start_with("a slow network", &options).await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    for number in 0..NOTES {
        let long = note(&format!("note-{number}"), None, &"x".repeat(2_000));
        ada.put_record(team.profile, desk, &long).await.unwrap();
    }
    let relay = SlowRelay::to(port).await;
    // Four seconds for all of them.
    relay.slow_down(Slowness { delay: Duration::from_millis(5), bytes_per_second: 30_000 });
    let url = format!("postgresql://ada@127.0.0.1:{}/postgres?sslmode=disable", relay.port);
    let mut feed = ChangeFeed::start(FeedSource {
        address: TeamAddress::parse(&url).unwrap(),
        password: Some(password_of("ada")),
        limits: TeamLimits { connect: PATIENCE, statement: Duration::from_millis(500) },
        times: FeedTimes {
            retry: Duration::from_millis(1),
            retry_max: Duration::from_millis(1),
            ..FeedTimes::default()
        },
        profile: team.profile,
        after: 0,
    });
    let all = async {
        let mut taken = 0;
        while taken < NOTES {
            // What the machine is too busy for is tried again.
            if let Some(FeedEvent::Changed(changes)) = feed.next().await {
                taken += changes.records.len();
            }
        }
    };
    tokio::time::timeout(PATIENCE, all).await.expect("all notes arrive");
}
