//! The schema of a team's records: its versions, and how a database gets them.
//!
//! The migrations are numbered files that never change once they are released. The group roles belong to the server, not
//! to the database, and come before them.

use refinery_core::{Migration, Runner};

use paydesk_domain::secret::SecretText;

use super::address::TeamAddress;
use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::limits::TeamLimits;

const ROLES: &str = include_str!("roles.sql");
const MIGRATIONS: [(&str, &str); 19] = [
    ("V1__members", include_str!("migrations/V1__members.sql")),
    ("V2__records", include_str!("migrations/V2__records.sql")),
    ("V3__approvals", include_str!("migrations/V3__approvals.sql")),
    ("V4__claims", include_str!("migrations/V4__claims.sql")),
    ("V5__sharing", include_str!("migrations/V5__sharing.sql")),
    ("V6__events", include_str!("migrations/V6__events.sql")),
    ("V7__rate_limit", include_str!("migrations/V7__rate_limit.sql")),
    ("V8__rules", include_str!("migrations/V8__rules.sql")),
    (
        "V9__payments",
        concat!(include_str!("migrations/V9__payments.sql"), include_str!("migrations/V9__payment_search.sql")),
    ),
    ("V10__bulk_approvals", include_str!("migrations/V10__bulk_approvals.sql")),
    ("V11__exports", include_str!("migrations/V11__exports.sql")),
    ("V12__payout_accounts", include_str!("migrations/V12__payout_accounts.sql")),
    ("V13__take_over", include_str!("migrations/V13__take_over.sql")),
    ("V14__tokens_of_a_server", include_str!("migrations/V14__tokens_of_a_server.sql")),
    ("V15__forget_payments", include_str!("migrations/V15__forget_payments.sql")),
    ("V16__type_of_records", include_str!("migrations/V16__type_of_records.sql")),
    ("V17__refusals_stay", include_str!("migrations/V17__refusals_stay.sql")),
    ("V18__put_without_statistics", include_str!("migrations/V18__put_without_statistics.sql")),
    ("V19__payment_amounts", include_str!("migrations/V19__payment_amounts.sql")),
];

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
