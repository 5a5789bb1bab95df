//! Networks that are slow or gone: what comes late is taken in all the same, and who is gone holds nobody up for long.

use std::time::Duration;

use paydesk_team::{ChangeFeed, FeedEvent, FeedSource, FeedTimes, TeamAddress, TeamConnection, TeamLimits, TeamRole};
use paydesk_test_basics::waiting::{PATIENCE, step_until};

use super::harness::{ServerOptions, Team, free_port, password_of};
use super::records::note;
use super::relay::{EndLosingRelay, SlowRelay, Slowness};

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

/// After how many seconds the kernel asks the other side of each connection to a port of this machine whether it is
/// still there, as the server asks for it.
#[cfg(target_os = "linux")]
fn asked_after_s(port: u16) -> Vec<u64> {
    const KEEPALIVE: &str = "02:";
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let own = format!("0100007F:{port:04X}");
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let established = rows.filter(|row| row[1] == own && row[3] == "01");
    // In hundredths.
    let ticks = |row: Vec<&str>| u64::from_str_radix(row[5].strip_prefix(KEEPALIVE)?, 16).ok();
    established.filter_map(ticks).map(|ticks| ticks / 100).collect()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_asks_a_desk_that_is_silent_within_seconds_whether_it_is_still_there() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(team) = Team::start_with("a desk that is gone", &options).await else { return };
    team.join("ada", TeamRole::Operator).await;
    let address = TeamAddress::parse(&format!("postgresql://ada@127.0.0.1:{port}/postgres?sslmode=disable")).unwrap();
    let _connection = TeamConnection::open(&address, Some(&password_of("ada")), TeamLimits::default()).await.unwrap();
    let asked = step_until("nothing is under way any more", || {
        let asked = asked_after_s(port);
        (!asked.is_empty()).then_some(asked)
    });
    // Two hours, where nobody says otherwise.
    assert!(asked.iter().all(|seconds| *seconds <= 15), "{asked:?}");
}

/// The first version of PostgreSQL that limits a transaction.
const LIMITS_TRANSACTIONS: u32 = 17;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_whose_end_never_arrives_holds_the_others_up_for_seconds() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(team) = Team::start_with("a change without an end", &options).await else { return };
    let (_, adas) = team.desk("ada", TeamRole::Operator).await;
    let (bob, bobs) = team.desk("bob", TeamRole::Operator).await;
    let relay = EndLosingRelay::to(port).await;
    let url = format!("postgresql://ada@127.0.0.1:{}/postgres?sslmode=disable", relay.port);
    let limits = TeamLimits { connect: PATIENCE, statement: Duration::from_millis(500) };
    let ada =
        TeamConnection::open(&TeamAddress::parse(&url).unwrap(), Some(&password_of("ada")), limits).await.unwrap();
    let version = bob.server().version.split('.').next().and_then(|major| major.parse::<u32>().ok()).unwrap();
    if version < LIMITS_TRANSACTIONS {
        eprintln!("PostgreSQL {version} has no limit for transactions: only that it is connected to was tested");
        return;
    }
    relay.lose();
    let lost = ada.put_record(team.profile, adas, &note("lost", None, "x")).await;
    assert!(lost.is_err(), "{lost:?}");
    let taken = async {
        // One that waits for longer than a statement may take is made again.
        while let Err(error) = bob.put_record(team.profile, bobs, &note("kept", None, "x")).await {
            assert!(error.is_passing(), "{error:?}");
        }
    };
    tokio::time::timeout(PATIENCE, taken).await.expect("the others go on");
}
