//! Many records written at once: each once, and never over what the writer has not seen.

use paydesk_domain::shared::{SharedBody, SharedKey, SharedOutcome, SharedWrite};
use paydesk_team::{TeamError, TeamRole};
use serde_json::{Value, json};

use super::harness::Team;

pub fn write(id: &str, seen: i64, content: Value) -> SharedWrite {
    SharedWrite { key: SharedKey::new("note", id), body: SharedBody::of(content.into()), seen }
}

fn accepted(change: i64) -> SharedOutcome {
    SharedOutcome::Accepted { change }
}

#[tokio::test]
async fn records_are_written_together_once_and_what_changed_since_is_given_back() {
    let Some(team) = Team::start("records written together").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let both = [write("a", 0, json!({"text": "one"})), write("b", 0, json!({"text": "one"}))];
    let first = Ok(vec![accepted(1), accepted(2)]);
    assert_eq!(ada.share_records(team.profile, ada_desk, &both).await, first);
    // The answer was lost.
    assert_eq!(ada.share_records(team.profile, ada_desk, &both).await, first);
    let later = [write("a", 2, json!({"text": "two"})), write("c", 2, json!({"text": "one"}))];
    assert_eq!(ben.share_records(team.profile, ben_desk, &later).await, Ok(vec![accepted(3), accepted(4)]));
    let unseen = [write("a", 2, json!({"text": "three"})), write("b", 2, json!({"text": "three"}))];
    let outcomes = ada.share_records(team.profile, ada_desk, &unseen).await.unwrap();
    let SharedOutcome::Conflict(there) = &outcomes[0] else { panic!("{outcomes:?}") };
    assert_eq!((there.change, &*there.by, &*there.body.content), (3, "ben", &json!({"text": "two"})));
    assert_eq!(outcomes[1], accepted(5), "the others are written all the same");
    assert_eq!(ada.share_records(team.profile, ada_desk, &[]).await, Ok(Vec::new()));
    let changes = ada.changes_after(team.profile, 2).await.unwrap();
    let numbers: Vec<i64> = changes.records.iter().map(|record| record.change).collect();
    assert_eq!((numbers, changes.upto), (vec![3, 4, 5], 5));
}

#[tokio::test]
async fn what_no_record_can_be_is_refused_alone_and_readers_write_nothing() {
    let Some(team) = Team::start("records that cannot be").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    // What can be packed is not too long: random letters cannot.
    let long: String = (0..700_000)
        .map(|number: u32| char::from(33 + (number.wrapping_mul(2_654_435_761) >> 25) as u8 % 90))
        .collect();
    let long = [long.clone(), long.chars().rev().collect()].concat();
    let writes = [
        write("a", 0, json!({"text": "with \0 in it"})),
        write(&"x".repeat(201), 0, json!({})),
        write("long", 0, json!({ "text": long })),
        write("b", 0, json!({})),
    ];
    let outcomes = ada.share_records(team.profile, desk, &writes).await.unwrap();
    assert_eq!(outcomes, [accepted(1), SharedOutcome::Refused, SharedOutcome::Refused, accepted(2)]);
    let (cleo, cleo_desk) = team.desk("cleo", TeamRole::Reader).await;
    let refused = cleo.share_records(team.profile, cleo_desk, &[write("c", 9, json!({}))]).await;
    assert!(matches!(refused, Err(TeamError::NoPermission { .. })), "{refused:?}");
    let (ben, _) = team.desk("ben", TeamRole::Operator).await;
    assert!(ben.share_records(team.profile, desk, &writes).await.is_err(), "not in the name of another desk");
    assert_eq!(ada.last_change(team.profile).await, Ok(2));
}
