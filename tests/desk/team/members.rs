//! Who may do what: by the database, whatever the window offers.

use paydesk_domain::profile::Environment;
use paydesk_team::{DeskId, TeamError, TeamRefusal, TeamRole};
use tokio_postgres::error::SqlState;

use super::harness::{Team, password_of};
use super::plans::ask_everything;

#[tokio::test]
async fn a_member_sees_the_profiles_that_the_member_belongs_to_and_nothing_of_others() {
    let Some(team) = Team::start("profiles of others").await else { return };
    let owner = team.owner().await;
    let other = owner.add_profile("Other", Environment::Production, "https://other.example.com").await.unwrap();
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    team.join("ben", TeamRole::Reader).await;
    owner.set_member(other, "ben", TeamRole::Approver).await.unwrap();
    let ben = team.connect("ben").await.unwrap();
    ben.see_desk(other, DeskId::random(), "laptop", "1").await.unwrap();
    let names = |profiles: Vec<paydesk_team::TeamProfile>| profiles.into_iter().map(|it| it.name).collect::<Vec<_>>();
    assert_eq!(names(ada.profiles().await.unwrap()), ["Shop"]);
    assert_eq!(names(ben.profiles().await.unwrap()), ["Other", "Shop"]);
    assert_eq!(ada.members(other).await, Ok(Vec::new()));
    assert_eq!(ada.desks(other, 300).await, Ok(Vec::new()));
    assert_eq!(ben.desks(other, 300).await.unwrap().len(), 1);
    assert_eq!(ada.see_desk(other, desk, "", "").await, Err(TeamRefusal::NotAMember.into()));
    // Who sees it all set the team up.
    assert_eq!(owner.profiles().await.unwrap().len(), 2);
}

/// The tables of the records, and their partitions.
async fn tables(superuser: &tokio_postgres::Client) -> Vec<String> {
    let sql =
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'paydesk'::regnamespace AND relkind IN ('r', 'p')";
    let tables: Vec<String> = superuser.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    assert!(tables.len() >= 10, "{tables:?}");
    tables
}

#[tokio::test]
async fn in_no_table_a_person_sees_a_row_of_a_profile_that_the_person_does_not_belong_to() {
    let Some(team) = Team::start("rows of other profiles").await else { return };
    ask_everything(&team).await;
    let (owner, superuser) = (team.owner().await, team.server.superuser().await);
    let other = owner.add_profile("Third", Environment::Production, "https://third.example.com").await.unwrap();
    for role in TeamRole::ALL {
        let user = format!("other-{}", role.name());
        owner.create_login(&user, &password_of(&user)).await.unwrap();
        owner.set_member(other, &user, role).await.unwrap();
    }
    let mut tables = tables(&superuser).await;
    tables.retain(|table| table != "schema_version");
    let sql = "SELECT relname::text FROM pg_class WHERE relispartition AND relkind = 'r'";
    let partitions: Vec<String> = superuser.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    for table in tables {
        if partitions.contains(&table) {
            // They are read through their table alone.
            let ada = team.server.plain("ada", password_of("ada").expose()).await;
            let refused = ada.query(&format!("SELECT FROM paydesk.{table}"), &[]).await.unwrap_err();
            assert_eq!(refused.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{table}");
            continue;
        }
        let sql = format!("SELECT count(*) FROM paydesk.{table} WHERE profile_id = '{}'", team.profile);
        assert_ne!(superuser.query_one(&sql, &[]).await.unwrap().get::<_, i64>(0), 0, "nothing in {table}");
        for role in TeamRole::ALL {
            let user = format!("other-{}", role.name());
            let person = team.server.plain(&user, password_of(&user).expose()).await;
            assert_eq!(person.query_one(&sql, &[]).await.unwrap().get::<_, i64>(0), 0, "{user} in {table}");
        }
        let ada = team.server.plain("ada", password_of("ada").expose()).await;
        assert_ne!(ada.query_one(&sql, &[]).await.unwrap().get::<_, i64>(0), 0, "a member in {table}");
    }
}

#[tokio::test]
async fn no_role_writes_a_table() {
    let Some(team) = Team::start("writing tables past the functions").await else { return };
    let superuser = team.server.superuser().await;
    let tables = tables(&superuser).await;
    for role in TeamRole::ALL {
        let user = format!("{}-person", role.name());
        team.join(&user, role).await;
        let person = team.server.plain(&user, password_of(&user).expose()).await;
        for table in &tables {
            let column = "SELECT attname::text FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum = 1";
            let column: String = superuser.query_one(column, &[&format!("paydesk.{table}")]).await.unwrap().get(0);
            for statement in [
                format!("INSERT INTO paydesk.{table} DEFAULT VALUES"),
                format!("UPDATE paydesk.{table} SET {column} = {column}"),
                format!("DELETE FROM paydesk.{table}"),
                format!("TRUNCATE paydesk.{table}"),
                format!("DROP TABLE paydesk.{table}"),
                format!("ALTER TABLE paydesk.{table} DISABLE ROW LEVEL SECURITY"),
            ] {
                let refused = person.batch_execute(&statement).await.unwrap_err();
                assert_eq!(refused.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{user}: {statement}: {refused:?}");
            }
        }
        for statement in ["SET ROLE paydesk_owner", "SET SESSION AUTHORIZATION postgres", "CREATE TABLE paydesk.x ()"] {
            assert!(person.batch_execute(statement).await.is_err(), "{user}: {statement}");
        }
    }
}

#[tokio::test]
async fn every_table_with_a_profile_is_protected_by_row_and_its_keys_begin_with_the_profile() {
    let Some(team) = Team::start("row-level security").await else { return };
    let superuser = team.server.superuser().await;
    let sql = "SELECT relname::text, relrowsecurity FROM pg_class WHERE relnamespace = 'paydesk'::regnamespace \
               AND relkind IN ('r', 'p') AND relname <> 'schema_version'";
    for row in superuser.query(sql, &[]).await.unwrap() {
        assert!(row.get::<_, bool>(1), "{}", row.get::<_, String>(0));
    }
    let sql = "SELECT indexrelid::regclass::text, attname::text FROM pg_index JOIN pg_attribute \
               ON attrelid = indrelid AND attnum = indkey[0] \
               WHERE indrelid::regclass::text LIKE 'paydesk.%' AND indrelid <> 'paydesk.schema_version'::regclass";
    let indexes = superuser.query(sql, &[]).await.unwrap();
    assert!(indexes.len() >= 3);
    for row in indexes {
        assert_eq!(row.get::<_, String>(1), "profile_id", "{}", row.get::<_, String>(0));
    }
}

#[tokio::test]
async fn only_an_admin_of_the_profile_changes_its_members() {
    let Some(team) = Team::start("changing members").await else { return };
    team.join("cleo", TeamRole::Reader).await;
    for role in [TeamRole::Reader, TeamRole::Operator, TeamRole::Approver] {
        let user = format!("{}-person", role.name());
        let person = team.join(&user, role).await;
        assert!(person.set_member(team.profile, "cleo", TeamRole::Admin).await.is_err(), "{user}");
        assert!(person.remove_member(team.profile, "cleo").await.is_err(), "{user}");
        assert!(person.add_profile("Mine", Environment::Sandbox, "https://a.example").await.is_err(), "{user}");
    }
    let admin = team.join("dora", TeamRole::Admin).await;
    admin.set_member(team.profile, "cleo", TeamRole::Operator).await.unwrap();
    let other = team.owner().await.add_profile("Other", Environment::Sandbox, "https://a.example").await.unwrap();
    let refused = admin.set_member(other, "cleo", TeamRole::Admin).await;
    assert_eq!(refused, Err(TeamRefusal::NotAMember.into()));
    let own = admin.add_profile("Dora's", Environment::Sandbox, "https://a.example").await.unwrap();
    assert_eq!(admin.members(own).await.unwrap()[0].role, TeamRole::Admin);
}

#[tokio::test]
async fn a_person_who_was_taken_out_may_do_nothing_more_at_once() {
    let Some(team) = Team::start("a member that was removed").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Admin).await;
    let owner = team.owner().await;
    assert_eq!(owner.remove_member(team.profile, "ada").await, Ok(true));
    assert_eq!(owner.remove_member(team.profile, "ada").await, Ok(false));
    // In a connection that was open before.
    assert!(matches!(ada.profiles().await, Err(TeamError::NoPermission { .. }) | Ok(_)));
    assert!(ada.see_desk(team.profile, desk, "", "").await.is_err());
    assert!(ada.set_member(team.profile, "ada", TeamRole::Admin).await.is_err());
    assert_eq!(ada.profiles().await.unwrap_or_default(), Vec::new());
}

#[tokio::test]
async fn the_same_again_is_the_same_and_contradictions_are_refused() {
    let Some(team) = Team::start("the same again").await else { return };
    let owner = team.owner().await;
    let again = owner.add_profile("Shop", Environment::Sandbox, "https://api.example.com").await;
    assert_eq!(again, Ok(team.profile));
    let other = owner.add_profile("Shop", Environment::Production, "https://api.example.com").await;
    assert!(matches!(other, Err(TeamError::Refused(TeamRefusal::ProfileExists(_)))));
    team.join("ada", TeamRole::Operator).await;
    let before = owner.members(team.profile).await.unwrap();
    owner.set_member(team.profile, "ada", TeamRole::Operator).await.unwrap();
    assert_eq!(owner.members(team.profile).await.unwrap(), before);
    for name in ["nobody-here", "paydesk_owner", "pg_read_all_data"] {
        let refused = owner.set_member(team.profile, name, TeamRole::Reader).await;
        assert_eq!(refused, Err(TeamRefusal::NoLogin(name.to_owned()).into()));
    }
}

#[tokio::test]
async fn a_desk_belongs_to_the_person_who_saw_it_first() {
    let Some(team) = Team::start("desks of others").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let ben = team.join("ben", TeamRole::Operator).await;
    let refused = ben.see_desk(team.profile, desk, "laptop", "1").await;
    assert_eq!(refused, Err(TeamRefusal::ForeignDesk("ada".to_owned()).into()));
    ada.see_desk(team.profile, desk, "laptop", "1").await.unwrap();
    let seen = ben.desks(team.profile, 300).await.unwrap();
    assert_eq!((seen.len(), seen[0].machine.as_str(), seen[0].user.as_str()), (1, "laptop", "ada"));
    assert!(seen[0].seconds_ago < 300);
}
