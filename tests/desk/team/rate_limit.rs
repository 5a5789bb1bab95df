//! The rate limit that a team shares: never more than the service allows, and operations first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use paydesk_api::call::{Call as _, Method};
use paydesk_api::outcome::{Attempt, HttpAnswer};
use paydesk_api::resources::health::calls::Health;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_sandbox::SandboxConfig;
use paydesk_team::{TeamConnection, TeamProfileId, TokenKind};
use paydesk_test_desk::Service;

use super::harness::{ServerOptions, Team};
use super::two_desks::Office;

/// Moves the clock of the bucket.
async fn pass(superuser: &tokio_postgres::Client, seconds: f64) {
    let sql = "UPDATE paydesk.rate_bucket SET filled_at = filled_at - make_interval(secs => $1)";
    superuser.execute(sql, &[&seconds]).await.unwrap();
}

/// How many are granted of one kind until there are none.
async fn all_of(connection: &TeamConnection, profile: TeamProfileId, kind: TokenKind) -> u32 {
    let mut granted = 0;
    loop {
        let taken = connection.take_tokens(profile, 50, kind, Some(600)).await.unwrap();
        if taken.granted == 0 {
            assert!(!taken.wait.is_zero() && taken.wait < Duration::from_secs(60), "{taken:?}");
            return granted;
        }
        granted += taken.granted;
    }
}

#[tokio::test]
async fn in_every_minute_less_is_granted_than_the_service_allows() {
    let Some(team) = Team::start("tokens of a minute").await else { return };
    let reader = team.join("cleo", TeamRole::Reader).await;
    let superuser = team.server.superuser().await;
    let began = Instant::now();
    let mut granted: Vec<u32> = Vec::new();
    for second in 0..180 {
        granted.push(all_of(&reader, team.profile, TokenKind::Operation).await);
        // Now and then nobody asks for a while.
        let seconds = if second % 70 == 69 { 20 } else { 1 };
        pass(&superuser, f64::from(seconds)).await;
        granted.extend((1..seconds).map(|_| 0));
    }
    // What is taken lasts for 5 s, and what passed by the real clock came on top.
    let extra = u32::try_from(began.elapsed().as_secs() + 1).unwrap() * 8;
    let most = granted.windows(65).map(|window| window.iter().sum::<u32>()).max().unwrap();
    assert!(most <= 600 + extra, "{most}");
    assert!(granted[1..60].iter().sum::<u32>() >= 7 * 59, "{granted:?}");
}

#[tokio::test]
async fn operations_find_tokens_where_reads_have_taken_all_of_theirs() {
    let Some(team) = Team::start("tokens of operations").await else { return };
    let reader = team.join("cleo", TeamRole::Reader).await;
    // As long as the service has said nothing of a limit, nothing is held back.
    let unknown = reader.take_tokens(team.profile, 1_000, TokenKind::Background, None).await.unwrap();
    assert_eq!((unknown.granted, reader.tokens(team.profile).await.unwrap()), (1_000, None));
    let in_background = all_of(&reader, team.profile, TokenKind::Background).await;
    let in_front = all_of(&reader, team.profile, TokenKind::Read).await;
    let of_operations = all_of(&reader, team.profile, TokenKind::Operation).await;
    // Of 100: a little flows in meanwhile.
    assert!((60..70).contains(&in_background), "{in_background}");
    assert!((25..40).contains(&in_front) && (10..20).contains(&of_operations), "{in_front} {of_operations}");
    assert!(reader.tokens(team.profile).await.unwrap() < Some(2));
    // The limit that the service reports counts from then on.
    pass(&team.server.superuser().await, 3_600.0).await;
    reader.take_tokens(team.profile, 1, TokenKind::Read, Some(6_000)).await.unwrap();
    assert!(reader.tokens(team.profile).await.unwrap() >= Some(999));
}

#[tokio::test]
async fn what_was_taken_just_before_the_server_was_killed_is_not_granted_again() {
    // What nobody waits for stays in the server's memory as long as it can.
    let settings = "wal_writer_delay = 10000".to_owned();
    let options = ServerOptions { settings, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("tokens and a server that is killed", &options).await else { return };
    let reader = team.join("cleo", TeamRole::Reader).await;
    let began = Instant::now();
    let before = all_of(&reader, team.profile, TokenKind::Operation).await;
    team.server.kill_and_start_again();
    let after = all_of(&team.connect("cleo").await.unwrap(), team.profile, TokenKind::Operation).await;
    // A sixth of 600, and three quarters of them in a minute.
    let flowed_in = began.elapsed().as_secs_f64() * 7.5;
    assert!(before >= 100 && f64::from(after) < flowed_in + 2.0, "{before} and {after}, {flowed_in} flowed in");
}

#[test]
fn twenty_who_send_as_fast_as_they_can_never_meet_the_limit_of_the_service() {
    const CLIENTS: usize = 20;
    const LIMIT: u32 = 120;
    let service = Service::with(SandboxConfig { rate_limit: Some(LIMIT), ..SandboxConfig::default() });
    let Some(team) = service.threads.block_on(Team::start("twenty clients")) else { return };
    let (profile, sent) = (team.profile, Arc::<AtomicU32>::default());
    let until = Instant::now() + Duration::from_secs(5);
    let refused = service.threads.block_on(async {
        team.join("cleo", TeamRole::Reader).await;
        let mut clients = tokio::task::JoinSet::new();
        for number in 0..CLIENTS {
            let (connection, direct, sent) =
                (team.connect("cleo").await.unwrap(), service.direct.clone(), sent.clone());
            let kind = TokenKind::ALL[number % 3];
            clients.spawn(async move {
                let mut refused = 0;
                while Instant::now() < until {
                    let taken = connection.take_tokens(profile, 3, kind, Some(LIMIT)).await.unwrap();
                    for _ in 0..taken.granted {
                        sent.fetch_add(1, Ordering::Relaxed);
                        let attempt = direct.send(&Health.request()).await;
                        refused += u32::from(matches!(attempt, Attempt::Answered(HttpAnswer { status: 429, .. })));
                    }
                    tokio::time::sleep(taken.wait.min(Duration::from_millis(200))).await;
                }
                refused
            });
        }
        clients.join_all().await.into_iter().sum::<u32>()
    });
    let sent = sent.load(Ordering::Relaxed);
    println!("{sent} requests of {CLIENTS} clients in 5 s, {refused} refused");
    assert!(refused == 0 && sent >= 20, "{refused} of {sent}");
}

#[test]
fn desks_of_a_team_take_tokens_for_what_they_ask_and_go_on_without_the_database() {
    let Some(mut office) = Office::open("desks that share the limit") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    let id = office.service.authorized();
    anna.open_payment(&id);
    let owner = office.service.threads.block_on(office.team.owner());
    let tokens = || office.service.threads.block_on(owner.tokens(office.profile.unwrap())).unwrap();
    assert!(tokens().is_some(), "nothing was taken");
    office.team.server.kill();
    // Read again with the desk's own share, and changed as well.
    let payment = anna.open_payment(&id);
    anna.capture(&payment, payment.capturable_minor());
    anna.until("it is captured", |state| state.workspace.operations.open().is_empty());
    assert_eq!(office.captures(&id), 1);
    let requests = office.service.ask(Method::Get, "/_sandbox/log", None);
    let refused = requests["data"].as_array().unwrap().iter().filter(|request| request["status"] == 429).count();
    assert_eq!(refused, 0);
}
