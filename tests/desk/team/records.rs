//! Records that are shared: written once, never over somebody else's change, and read without a gap.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use paydesk_team::{
    CHANGES_MAX, DeskId, RecordWrite, SharedKey, TeamConnection, TeamError, TeamProfileId, TeamRole, WriteOutcome,
};
use serde_json::json;

use super::harness::Team;

pub fn note(id: &str, expected: Option<i64>, text: &str) -> RecordWrite {
    let key = SharedKey { kind: "note".to_owned(), id: id.to_owned() };
    RecordWrite { key, expected, body: json!({ "text": text }), is_deleted: false }
}

#[tokio::test]
async fn a_record_is_written_once_and_never_over_a_change_that_the_writer_has_not_seen() {
    let Some(team) = Team::start("shared records").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let put = async |write: &RecordWrite| ada.put_record(team.profile, ada_desk, write).await.unwrap();
    let first = WriteOutcome::Written { revision: 1, change: 1 };
    assert_eq!(put(&note("a", None, "one")).await, first);
    // The answer was lost.
    assert_eq!(put(&note("a", None, "one")).await, first);
    let outcome = ben.put_record(team.profile, ben_desk, &note("a", Some(1), "two")).await.unwrap();
    assert_eq!(outcome, WriteOutcome::Written { revision: 2, change: 2 });
    let WriteOutcome::Conflict(Some(present)) = put(&note("a", Some(1), "three")).await else { panic!("written") };
    assert_eq!((present.revision, present.changed_by.as_str(), present.desk), (2, "ben", ben_desk));
    assert_eq!((&present.body, present.is_deleted), (&json!({ "text": "two" }), false));
    assert_eq!(put(&note("b", Some(1), "x")).await, WriteOutcome::Conflict(None));
    let deleted = RecordWrite { is_deleted: true, ..note("a", Some(2), "two") };
    assert_eq!(put(&deleted).await, WriteOutcome::Written { revision: 3, change: 3 });
    assert!(ben.record(team.profile, &deleted.key).await.unwrap().unwrap().is_deleted);
    assert_eq!(ben.last_change(team.profile).await, Ok(3));
}

#[tokio::test]
async fn a_connection_that_has_written_writes_on_after_the_server_has_tidied_the_records_up() {
    let Some(team) = Team::start("records that are tidied up").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let superuser = team.server.superuser().await;
    for number in 1..4 {
        let (first, second) = (format!("a-{number}"), format!("b-{number}"));
        ada.put_record(team.profile, desk, &note(&first, None, "one")).await.unwrap();
        let share = [super::sharing::write(&second, 0, json!({}))];
        ada.share_records(team.profile, desk, &share).await.unwrap();
        // As autovacuum does by itself: sessions have to look at the table anew.
        superuser.batch_execute("VACUUM ANALYZE paydesk.record").await.unwrap();
    }
}

#[tokio::test]
async fn readers_write_nothing_and_nobody_reads_the_records_of_another_profile() {
    let Some(team) = Team::start("records of others").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    ada.put_record(team.profile, desk, &note("a", None, "one")).await.unwrap();
    ada.append_journal(team.profile, desk, super::journal::EMPTY, &["one".to_owned()]).await.unwrap();
    let (cleo, cleo_desk) = team.desk("cleo", TeamRole::Reader).await;
    let refused = cleo.put_record(team.profile, cleo_desk, &note("a", Some(1), "two")).await;
    assert!(matches!(refused, Err(TeamError::NoPermission { .. })));
    assert_eq!(cleo.changes_after(team.profile, 0).await.unwrap().records.len(), 1);
    let owner = team.owner().await;
    let service = "https://other.example.com";
    let other = owner.add_profile("Other", paydesk_domain::profile::Environment::Production, service).await.unwrap();
    owner.set_member(other, "cleo", TeamRole::Admin).await.unwrap();
    owner.remove_member(team.profile, "cleo").await.unwrap();
    // A member of another profile by now.
    assert!(cleo.changes_after(team.profile, 0).await.is_err());
    assert_eq!(cleo.record(team.profile, &note("a", None, "").key).await, Ok(None));
    assert_eq!(cleo.open_claims(team.profile).await, Ok(Vec::new()));
    assert_eq!(cleo.journal_after(team.profile, desk, 0, 10).await, Ok(Vec::new()));
    assert!(cleo.put_record(team.profile, cleo_desk, &note("a", Some(1), "two")).await.is_err());
    assert!(cleo.put_record(other, desk, &note("a", None, "two")).await.is_err());
}

/// Writes new records and changes one that all change, until each change of its own is in.
async fn write(connection: TeamConnection, profile: TeamProfileId, desk: DeskId, name: String, count: usize) {
    for number in 0..count {
        let own = note(&format!("{name}-{number}"), None, &name);
        connection.put_record(profile, desk, &own).await.unwrap();
        let mut shared = note("shared", None, &format!("{name}-{number}"));
        while let WriteOutcome::Conflict(present) = connection.put_record(profile, desk, &shared).await.unwrap() {
            shared.expected = present.map(|present| present.revision);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_after_a_number_misses_nothing_while_eight_write() {
    const WRITERS: usize = 8;
    const EACH: usize = 40;
    let Some(team) = Team::start("reading while others write").await else { return };
    let (profile, left) = (team.profile, Arc::new(AtomicUsize::new(WRITERS)));
    let reader = team.join("cleo", TeamRole::Reader).await;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let name = format!("writer-{writer}");
        let (connection, desk) = team.desk(&name, TeamRole::Operator).await;
        let left = Arc::clone(&left);
        tasks.spawn(async move {
            write(connection, profile, desk, name, EACH).await;
            left.fetch_sub(1, Ordering::SeqCst);
        });
    }
    let (mut seen, mut upto, mut reads) = (BTreeMap::new(), 0, 0);
    loop {
        let is_last = left.load(Ordering::SeqCst) == 0;
        let changes = reader.changes_after(profile, upto).await.unwrap();
        let mut before = upto;
        for record in changes.records {
            assert!(record.change > before && record.change <= changes.upto, "{record:?}");
            before = record.change;
            seen.insert(record.key.id.clone(), record);
        }
        upto = changes.upto;
        reads += 1;
        if is_last && !changes.has_more {
            break;
        }
    }
    tasks.join_all().await;
    assert_eq!(seen.len(), WRITERS * EACH + 1, "{reads} reads");
    assert_eq!(seen["shared"].revision, i64::try_from(WRITERS * EACH).unwrap());
    assert_eq!(upto, i64::try_from(WRITERS * EACH * 2).unwrap());
    println!("{reads} reads of {upto} changes");
}

#[tokio::test]
async fn more_than_one_answer_holds_is_read_in_several_without_a_gap() {
    let Some(team) = Team::start("many changes").await else { return };
    let reader = team.join("cleo", TeamRole::Reader).await;
    let profile = team.profile.0;
    let superuser = team.server.superuser().await;
    // Every third change is a claim, so that the tables end their pages at different numbers.
    let records = "INSERT INTO paydesk.record SELECT $1, 'note', n::text, 1, '{}', false, 'ada', gen_random_uuid(), now(), n \
                   FROM generate_series(1, 3000) AS n WHERE n % 3 <> 0";
    let claims = "INSERT INTO paydesk.claim (profile_id, fence, family, resource, operation_id, desk_id, user_name, \
                  description, since, lease_until, change) \
                  SELECT $1, n, 'payment', n::text, n::text, gen_random_uuid(), 'ada', '', now(), now(), n \
                  FROM generate_series(3, 3000, 3) AS n";
    superuser.execute(records, &[&profile]).await.unwrap();
    superuser.execute(claims, &[&profile]).await.unwrap();
    superuser.execute("UPDATE paydesk.change_counter SET last = 3000", &[]).await.unwrap();
    let (mut numbers, mut upto, mut answers) = (Vec::new(), 0, 0);
    loop {
        let changes = reader.changes_after(team.profile, upto).await.unwrap();
        assert!(changes.records.len() <= CHANGES_MAX && changes.claims.len() <= CHANGES_MAX);
        numbers.extend(changes.records.iter().map(|record| record.change));
        numbers.extend(changes.claims.iter().map(|claim| claim.change));
        (upto, answers) = (changes.upto, answers + 1);
        if !changes.has_more {
            break;
        }
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=3000).collect::<Vec<i64>>());
    assert!(answers >= 4, "{answers}");
}
