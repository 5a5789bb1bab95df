//! Setting up a database: by versions, again without a change, by whoever may.

use paydesk_team::{SchemaChange, TeamConnection, TeamError, TeamLimits, schema};

use super::harness::{Postgres, SUPERUSER, Team, password_of};

async fn init(server: &Postgres, user: &str) -> Result<SchemaChange, TeamError> {
    schema::init(&server.address(user), Some(&password_of(user)), TeamLimits::default()).await
}

async fn open(server: &Postgres) -> Result<TeamConnection, TeamError> {
    TeamConnection::open(&server.address(SUPERUSER), Some(&password_of(SUPERUSER)), TeamLimits::default()).await
}

#[tokio::test]
async fn a_database_is_set_up_once_and_again_without_a_change() {
    let Some(server) = Postgres::start("setting up a database") else { return };
    assert_eq!(open(&server).await.err(), Some(TeamError::NotSetUp("postgres".to_owned())));
    let current = schema::SCHEMA_VERSION;
    assert_eq!(init(&server, SUPERUSER).await, Ok(SchemaChange { from: 0, to: current }));
    assert_eq!(init(&server, SUPERUSER).await, Ok(SchemaChange { from: current, to: current }));
    assert!(!open(&server).await.unwrap().server().is_replica);
}

#[tokio::test]
async fn two_that_set_up_one_database_at_once_wait_for_each_other() {
    let Some(server) = Postgres::start("setting up a database twice at once") else { return };
    let (first, second) = tokio::join!(init(&server, SUPERUSER), init(&server, SUPERUSER));
    let mut from = [first.unwrap().from, second.unwrap().from];
    from.sort_unstable();
    assert_eq!(from, [0, schema::SCHEMA_VERSION]);
}

#[tokio::test]
async fn whoever_owns_the_database_and_may_create_roles_sets_it_up() {
    let Some(server) = Postgres::start("setting up without a superuser") else { return };
    let superuser = server.superuser().await;
    superuser.batch_execute("CREATE ROLE dora LOGIN CREATEROLE PASSWORD 'password-of-dora'").await.unwrap();
    superuser.batch_execute("ALTER DATABASE postgres OWNER TO dora").await.unwrap();
    assert_eq!(init(&server, "dora").await.map(|change| change.from), Ok(0));
    let dora = TeamConnection::open(&server.address("dora"), Some(&password_of("dora")), TeamLimits::default()).await;
    let dora = dora.unwrap();
    let profile = dora.add_profile("Shop", paydesk_domain::profile::Environment::Sandbox, "https://a.example").await;
    dora.create_login("ada", &password_of("ada")).await.unwrap();
    dora.set_member(profile.unwrap(), "ada", paydesk_team::TeamRole::Approver).await.unwrap();
    assert_eq!(dora.profiles().await.unwrap().len(), 1);
}

#[tokio::test]
async fn whoever_may_not_create_roles_is_refused_and_changes_nothing() {
    let Some(server) = Postgres::start("setting up without permission") else { return };
    let superuser = server.superuser().await;
    superuser.batch_execute("CREATE ROLE ada LOGIN PASSWORD 'password-of-ada'").await.unwrap();
    assert!(matches!(init(&server, "ada").await, Err(TeamError::NoPermission { .. })));
    assert_eq!(open(&server).await.err(), Some(TeamError::NotSetUp("postgres".to_owned())));
}

#[tokio::test]
async fn records_of_another_version_are_refused_in_words() {
    let Some(team) = Team::start("records of another version").await else { return };
    let superuser = team.server.superuser().await;
    let insert = "INSERT INTO paydesk.schema_version VALUES (99, 'later', '2026-01-01T00:00:00Z', '1')";
    superuser.batch_execute(insert).await.unwrap();
    let newer = TeamError::SchemaNewer { found: 99, known: schema::SCHEMA_VERSION };
    assert_eq!(open(&team.server).await.err(), Some(newer.clone()));
    assert_eq!(init(&team.server, SUPERUSER).await, Err(newer.clone()));
    assert!(newer.to_string().contains("version 99") && newer.what_to_do().contains("Install the version"));
    superuser.batch_execute("DELETE FROM paydesk.schema_version").await.unwrap();
    superuser.batch_execute(&insert.replace("99", "0")).await.unwrap();
    let older = TeamError::SchemaOlder { found: 0, needed: schema::SCHEMA_VERSION };
    assert_eq!(open(&team.server).await.err(), Some(older.clone()));
    assert!(older.what_to_do().contains("paydesk team init"));
}

#[tokio::test]
async fn no_function_is_open_to_everybody_and_none_looks_into_foreign_schemas() {
    let Some(team) = Team::start("who may execute functions").await else { return };
    let superuser = team.server.superuser().await;
    let sql = "SELECT proname::text, proacl::text, proconfig::text, proowner::regrole::text FROM pg_proc \
               WHERE pronamespace = 'paydesk'::regnamespace";
    let functions = superuser.query(sql, &[]).await.unwrap();
    assert!(functions.len() > 8);
    for row in functions {
        let (name, granted, set): (String, Option<String>, Option<String>) = (row.get(0), row.get(1), row.get(2));
        let granted = granted.unwrap_or_default();
        // Everybody is the entry without a name, and what nothing was said about.
        assert!(!granted.is_empty() && !granted.contains("{=") && !granted.contains(",="), "{name}: {granted}");
        assert!(set.unwrap_or_default().contains("pg_catalog, paydesk, pg_temp"), "{name}");
        assert_eq!(row.get::<_, String>(3), "paydesk_owner", "{name}");
    }
}
