//! The schema of a team's records: its versions, and how a database gets them.
//!
//! A version never changes once it is released: what comes later is another. The group roles belong to the server, not
//! to the database, and come before them.

use refinery_core::{Migration, Runner};

use paydesk_domain::secret::SecretText;

use super::address::TeamAddress;
use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::limits::TeamLimits;

const ROLES: &str = include_str!("roles.sql");
/// The subjects of the first version, each in a file of its own; later ones use what earlier ones made.
const TEAM: &str = concat!(
    include_str!("schema/members.sql"),
    include_str!("schema/records.sql"),
    include_str!("schema/approvals.sql"),
    include_str!("schema/claims.sql"),
    include_str!("schema/events.sql"),
    include_str!("schema/rate_limit.sql"),
    include_str!("schema/payments.sql"),
    include_str!("schema/payment_search.sql"),
    include_str!("schema/exports.sql"),
);
/// Each version by its name, the oldest first.
const MIGRATIONS: [(&str, &str); 1] = [("V1__team", TEAM)];

/// The table that says which migrations a database has.
const VERSIONS: &str = "paydesk.schema_version";
/// Two that set up one database at once wait for each other: a number of ours for an advisory lock.
const INIT_LOCK: i64 = 0x7061_7964_6573_6b00;
/// From PostgreSQL 17 on there are two limits.
const WITHOUT_LIMITS: &str =
    "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')";

/// The version of the records that this program knows.
pub const SCHEMA_VERSION: i32 = MIGRATIONS.len() as i32;

/// What setting up found and did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaChange {
    /// The version before; 0 where there was none.
    pub from: i32,
    pub to: i32,
}

/// Sets up a database for a team or brings its records to the version of this program; again, it changes nothing.
pub async fn init(
    address: &TeamAddress,
    password: Option<&SecretText>,
    limits: TeamLimits,
) -> Result<SchemaChange, TeamError> {
    let (mut connection, _) = TeamConnection::connect(address, password, limits).await?;
    if connection.server().is_replica {
        return Err(TeamError::ReadOnly);
    }
    connection.batch(&format!("SELECT pg_advisory_lock({INIT_LOCK})")).await?;
    let from = version_of(&connection).await?.unwrap_or(0);
    if from > SCHEMA_VERSION {
        return Err(TeamError::SchemaNewer { found: from, known: SCHEMA_VERSION });
    }
    // What is there may be much, and is brought to the new version as a whole.
    connection.batch(WITHOUT_LIMITS).await?;
    connection.batch(ROLES).await?;
    connection.batch("SET ROLE paydesk_owner").await?;
    migrate(&mut connection).await?;
    Ok(SchemaChange { from, to: SCHEMA_VERSION })
}

async fn migrate(connection: &mut TeamConnection) -> Result<(), TeamError> {
    let migrations =
        MIGRATIONS.iter().map(|(name, sql)| Migration::unapplied(name, sql)).collect::<Result<Vec<_>, _>>();
    let failed =
        |error: &refinery_core::Error| TeamError::Other { code: "migration".to_owned(), cause: error.to_string() };
    let mut runner = Runner::new(&migrations.map_err(|error| failed(&error))?);
    runner.set_migration_table_name(VERSIONS);
    // All or none.
    let runner = runner.set_grouped(true);
    runner.run_async(connection.client()).await.map(|_| ()).map_err(|error| failed(&error))
}

/// The version of the records; `None` where there are none.
pub(super) async fn version_of(connection: &TeamConnection) -> Result<Option<i32>, TeamError> {
    let there = connection.one("SELECT to_regclass($1) IS NOT NULL", &[(&VERSIONS, TEXT)]).await?;
    if !value::<bool>(&there, 0)? {
        return Ok(None);
    }
    let row = connection.one("SELECT max(version) FROM paydesk.schema_version", &[]).await?;
    value(&row, 0)
}

/// Whether this program may use the records.
pub(super) async fn check(connection: &TeamConnection) -> Result<(), TeamError> {
    match version_of(connection).await? {
        None => Err(TeamError::NotSetUp(connection.database().to_owned())),
        Some(found) if found < SCHEMA_VERSION => Err(TeamError::SchemaOlder { found, needed: SCHEMA_VERSION }),
        Some(found) if found > SCHEMA_VERSION => Err(TeamError::SchemaNewer { found, known: SCHEMA_VERSION }),
        Some(_) => Ok(()),
    }
}
