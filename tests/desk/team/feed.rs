//! Changes as they happen: by notification, by looking where notifications are swallowed, and again after a loss.

use std::time::{Duration, Instant};

use paydesk_team::{ChangeFeed, FeedEvent, FeedSource, FeedTimes, TeamAddress, TeamLimits, TeamRole};

use super::harness::{ServerOptions, Team, free_port, password_of};
use super::records::note;
use super::relay::SwallowingRelay;

const NEVER: Duration = Duration::from_secs(3_600);
const SOON: Duration = Duration::from_millis(10);

fn feed(team: &Team, address: TeamAddress, user: &str, times: FeedTimes) -> ChangeFeed {
    let (password, limits) = (Some(password_of(user)), TeamLimits::default());
    ChangeFeed::start(FeedSource { address, password, limits, times, profile: team.profile, after: 0 })
}

/// The ids of the next records that the feed brings.
async fn next_ids(feed: &mut ChangeFeed) -> Vec<String> {
    match feed.next().await {
        Some(FeedEvent::Changed(changes)) => changes.records.into_iter().map(|record| record.key.id).collect(),
        other => panic!("no change: {other:?}"),
    }
}

#[test]
fn what_a_colleague_does_is_there_within_a_second_with_and_without_notifications() {
    let times = FeedTimes::default();
    assert!(times.poll <= Duration::from_secs(1) && times.check <= Duration::from_secs(15));
}

#[tokio::test]
async fn a_change_arrives_by_notification_without_looking() {
    let Some(team) = Team::start("changes by notification").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    team.join("cleo", TeamRole::Reader).await;
    ada.put_record(team.profile, desk, &note("before", None, "")).await.unwrap();
    let times = FeedTimes { poll: NEVER, check: NEVER, self_test: NEVER, ..FeedTimes::default() };
    let mut feed = feed(&team, team.server.address("cleo"), "cleo", times);
    assert_eq!(feed.next().await, Some(FeedEvent::Connected { is_notified: true }));
    assert_eq!(next_ids(&mut feed).await, ["before"]);
    let mut slowest = Duration::ZERO;
    for number in 0..20 {
        let began = Instant::now();
        ada.put_record(team.profile, desk, &note(&format!("{number}"), None, "")).await.unwrap();
        assert_eq!(next_ids(&mut feed).await, [format!("{number}")]);
        slowest = slowest.max(began.elapsed());
    }
    println!("slowest of 20 by notification: {slowest:?}");
}

#[tokio::test]
async fn where_a_pooler_swallows_notifications_the_feed_looks_by_itself() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(team) = Team::start_with("changes without notifications", &options).await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let relay = SwallowingRelay::to(port).await;
    let address = format!("postgresql://ada@127.0.0.1:{}/postgres", relay.port);
    let times = FeedTimes { poll: SOON, check: NEVER, self_test: SOON, ..FeedTimes::default() };
    let mut feed = feed(&team, TeamAddress::parse(&address).unwrap(), "ada", times);
    assert_eq!(feed.next().await, Some(FeedEvent::Connected { is_notified: false }));
    for id in ["one", "two"] {
        ada.put_record(team.profile, desk, &note(id, None, "")).await.unwrap();
        assert_eq!(next_ids(&mut feed).await, [id]);
    }
}

#[tokio::test]
async fn after_the_server_was_gone_the_feed_brings_what_it_missed() {
    let options = ServerOptions { is_durable: true, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a server that comes back", &options).await else { return };
    team.join("cleo", TeamRole::Reader).await;
    let times = FeedTimes { retry: SOON, retry_max: SOON, ..FeedTimes::default() };
    let mut feed = feed(&team, team.server.address("cleo"), "cleo", times);
    assert!(matches!(feed.next().await, Some(FeedEvent::Connected { .. })));
    team.server.kill_and_start_again();
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    ada.put_record(team.profile, desk, &note("missed", None, "")).await.unwrap();
    let mut losses = 0;
    loop {
        match feed.next().await {
            Some(FeedEvent::Disconnected(error)) => {
                assert!(error.is_passing(), "{error:?}");
                losses += 1;
            }
            Some(FeedEvent::Connected { .. }) => {}
            Some(FeedEvent::Changed(changes)) => {
                assert_eq!(changes.records[0].key.id, "missed");
                break;
            }
            None => panic!("the feed ended"),
        }
    }
    assert!(losses > 0);
}

#[tokio::test]
async fn a_feed_of_one_who_was_taken_out_of_the_team_says_so_and_brings_nothing_more() {
    let Some(team) = Team::start("the feed of a former member").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    team.join("cleo", TeamRole::Reader).await;
    let times = FeedTimes { retry: SOON, retry_max: SOON, ..FeedTimes::default() };
    let mut feed = feed(&team, team.server.address("cleo"), "cleo", times);
    assert!(matches!(feed.next().await, Some(FeedEvent::Connected { .. })));
    team.owner().await.remove_member(team.profile, "cleo").await.unwrap();
    ada.put_record(team.profile, desk, &note("later", None, "")).await.unwrap();
    let event = feed.next().await;
    assert!(matches!(&event, Some(FeedEvent::Disconnected(error)) if !error.is_passing()), "{event:?}");
}
