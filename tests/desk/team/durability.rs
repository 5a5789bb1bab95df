//! A server that is killed in the middle: what it acknowledged is there afterwards.

use paydesk_team::{ClaimOutcome, ClaimStage, DeskId, Fence, TeamConnection, TeamError, TeamProfileId, TeamRole};

use super::claims::{LONG, request};
use super::harness::{ServerOptions, Team};
use super::journal::EMPTY;
use super::records::note;

/// What one person had acknowledged when the server was gone.
#[derive(Debug, Default)]
struct Acknowledged {
    notes: Vec<String>,
    sending: Vec<Fence>,
    ended: Vec<Fence>,
    entries: i64,
}

/// Works until the connection is lost, and notes each answer.
async fn work(
    connection: &TeamConnection,
    profile: TeamProfileId,
    desk: DeskId,
    name: &str,
    done: &mut Acknowledged,
) -> TeamError {
    let mut head = EMPTY;
    for number in 0.. {
        let result = async {
            let id = format!("{name}-{number}");
            connection.put_record(profile, desk, &note(&id, None, "")).await?;
            done.notes.push(id.clone());
            let request = request(&id, &format!("op-{id}"), LONG);
            let ClaimOutcome::Granted(fence) = connection.claim(profile, desk, &request).await? else { panic!("{id}") };
            connection.begin_sending(profile, fence).await?;
            done.sending.push(fence);
            if number % 2 == 0 {
                connection.release_claim(profile, fence, "confirmed").await?;
                done.ended.push(fence);
            }
            head = connection.append_journal(profile, desk, head, &[id]).await?;
            done.entries = head.number;
            Ok::<_, TeamError>(())
        };
        if let Err(error) = result.await {
            return error;
        }
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed() {
    const PEOPLE: usize = 3;
    let options = ServerOptions { is_durable: true, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a server that is killed", &options).await else { return };
    let profile = team.profile;
    let (mut tasks, mut desks) = (tokio::task::JoinSet::new(), Vec::new());
    for person in 0..PEOPLE {
        let name = format!("person-{person}");
        let (connection, desk) = team.desk(&name, TeamRole::Operator).await;
        desks.push(desk);
        tasks.spawn(async move {
            let mut done = Acknowledged::default();
            let error = work(&connection, profile, desk, &name, &mut done).await;
            assert!(error.is_passing(), "{error:?}");
            (desk, done)
        });
    }
    let watcher = team.join("cleo", TeamRole::Reader).await;
    while watcher.last_change(profile).await.unwrap() < 60 {}
    team.server.kill_and_start_again();
    let reader = team.connect("cleo").await.unwrap();
    let all = tasks.join_all().await;
    let changes = all_records(&reader, profile).await;
    for (desk, done) in all {
        assert!(!done.notes.is_empty());
        assert!(done.notes.iter().all(|id| changes.contains(id)), "{:?}", done.notes);
        for fence in &done.sending {
            let claim = reader.claim_of_fence(profile, *fence).await.unwrap().unwrap();
            assert_ne!(claim.stage, ClaimStage::Prepared, "{claim:?}");
        }
        for fence in &done.ended {
            let claim = reader.claim_of_fence(profile, *fence).await.unwrap().unwrap();
            assert!(matches!(claim.stage, ClaimStage::Ended { .. }), "{claim:?}");
        }
        let check = reader.verify_journal(profile, desk).await.unwrap();
        assert!(check.first_broken.is_none() && check.head.number >= done.entries, "{check:?} {}", done.entries);
    }
}

async fn all_records(reader: &TeamConnection, profile: TeamProfileId) -> Vec<String> {
    let (mut ids, mut upto) = (Vec::new(), 0);
    loop {
        let changes = reader.changes_after(profile, upto).await.unwrap();
        ids.extend(changes.records.into_iter().map(|record| record.key.id));
        upto = changes.upto;
        if !changes.has_more {
            return ids;
        }
    }
}
