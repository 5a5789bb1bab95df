//! How much memory and disk a run takes: both have to stay bounded, however long it lasts.

use std::fmt;

use super::run::Run;
use crate::team::harness::Postgres;
use crate::team::hub::running::resident_kib;

/// See the module. In MiB, as far as the system tells.
pub struct Sizes {
    /// Of the process of the test, with all its desks and the service.
    own: u64,
    hubs: u64,
    database: u64,
    write_ahead_log: u64,
}

impl Sizes {
    pub async fn of(run: &Run, server: &Postgres) -> Self {
        let superuser = server.superuser().await;
        let sql = "SELECT pg_database_size(current_database()) / 1048576, (SELECT sum(size)::bigint FROM pg_ls_waldir()) / 1048576";
        let row = superuser.query_one(sql, &[]).await.unwrap();
        let mib = |column| row.get::<_, i64>(column).unsigned_abs();
        let own = resident_kib("self").unwrap_or(0) / 1_024;
        Self { own, hubs: run.hubs.resident_kib() / 1_024, database: mib(0), write_ahead_log: mib(1) }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own, hubs, database, write_ahead_log } = self;
        write!(
            f,
            "{own} MiB in the test, {hubs} in both hubs, {database} in the database, {write_ahead_log} in its log"
        )
    }
}
