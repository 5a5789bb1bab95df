//! Copies of journals: appended in order, compared where they are there, and checked.

use paydesk_team::{ChainCheck, FIRST_PREVIOUS, JournalHead, TeamError, TeamRefusal, TeamRole, entry_hash};

use super::harness::Team;

/// Before the first entry.
pub const EMPTY: JournalHead = JournalHead { number: 0, hash: FIRST_PREVIOUS };

fn entries(range: std::ops::RangeInclusive<i64>) -> Vec<String> {
    range.map(|number| format!("{{\"seq\":{number},\"text\":\"Ä {number}\"}}")).collect()
}

#[tokio::test]
async fn a_journal_is_copied_in_order_once_and_what_differs_is_refused() {
    let Some(team) = Team::start("copies of journals").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let append =
        async |after: JournalHead, entries: &[String]| ada.append_journal(team.profile, desk, after, entries).await;
    let third = append(EMPTY, &entries(1..=3)).await.unwrap();
    assert_eq!(ada.journal_head(team.profile, desk).await, Ok(third));
    // The answer was lost: once more with what came since.
    let fifth = append(EMPTY, &entries(1..=5)).await.unwrap();
    assert_eq!(fifth.number, 5);
    assert_eq!(append(third, &entries(4..=5)).await, Ok(fifth));
    assert_eq!(append(third, &entries(5..=6)).await, Err(TeamRefusal::JournalDiffers(4).into()));
    let elsewhere = JournalHead { number: 5, hash: entry_hash(&FIRST_PREVIOUS, "x") };
    assert_eq!(append(elsewhere, &entries(6..=6)).await, Err(TeamRefusal::JournalDiffers(6).into()));
    let gap = JournalHead { number: 7, ..fifth };
    assert_eq!(append(gap, &entries(8..=8)).await, Err(TeamRefusal::JournalGap(5).into()));
    let read = ada.journal_after(team.profile, desk, 2, 2).await.unwrap();
    assert_eq!(read.iter().map(|entry| entry.entry.clone()).collect::<Vec<_>>(), entries(3..=4));
    assert!(read.iter().all(|entry| entry.user == "ada"));
    assert_eq!(ada.journal_desks(team.profile).await, Ok(vec![desk]));
    // Nobody writes into the journal of another.
    let (ben, _) = team.desk("ben", TeamRole::Operator).await;
    let forged = ben.append_journal(team.profile, desk, fifth, &entries(6..=6)).await;
    assert_eq!(forged, Err(TeamRefusal::ForeignDesk("ada".to_owned()).into()));
    assert_eq!(ben.verify_journal(team.profile, desk).await, Ok(ChainCheck { head: fifth, first_broken: None }));
}

#[tokio::test]
async fn a_changed_or_missing_entry_is_named_even_where_the_owner_of_the_database_did_it() {
    let Some(team) = Team::start("journals that were changed").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    ada.append_journal(team.profile, desk, EMPTY, &entries(1..=9)).await.unwrap();
    let superuser = team.server.superuser().await;
    let change = "UPDATE paydesk.journal_entry SET entry = 'x' WHERE number = 7";
    for statement in [change, "DELETE FROM paydesk.journal_entry WHERE number = 7", "TRUNCATE paydesk.journal_entry"] {
        let refused = superuser.batch_execute(statement).await.unwrap_err();
        assert_eq!(refused.as_db_error().map(|error| error.message().to_owned()), Some("append_only".to_owned()));
    }
    superuser.batch_execute("ALTER TABLE paydesk.journal_entry DISABLE TRIGGER ALL").await.unwrap();
    // The hash is compared by the table itself.
    assert!(superuser.batch_execute(change).await.is_err());
    let consistent = "UPDATE paydesk.journal_entry SET entry = 'x', hash = sha256(previous || 'x') WHERE number = 7";
    superuser.batch_execute(consistent).await.unwrap();
    assert_eq!(ada.verify_journal(team.profile, desk).await.unwrap().first_broken, Some(8));
    superuser.batch_execute("DELETE FROM paydesk.journal_entry WHERE number = 4").await.unwrap();
    let check = ada.verify_journal(team.profile, desk).await.unwrap();
    assert_eq!((check.head.number, check.first_broken), (3, Some(4)));
}

#[tokio::test]
async fn the_same_entries_from_two_connections_at_once_are_there_once() {
    let Some(team) = Team::start("journals copied twice at once").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let other = team.connect("ada").await.unwrap();
    let all = entries(1..=200);
    let work = async |connection: &paydesk_team::TeamConnection| {
        let mut head = EMPTY;
        for entry in &all {
            head = connection.append_journal(team.profile, desk, head, std::slice::from_ref(entry)).await?;
        }
        Ok::<_, TeamError>(head)
    };
    let (first, second) = tokio::join!(work(&ada), work(&other));
    assert_eq!(first, second);
    let check = ada.verify_journal(team.profile, desk).await.unwrap();
    assert_eq!((check.head.number, check.first_broken), (200, None));
}
