//! A database with so many payments of 36 months.
//!
//! They are made by the server itself (`fill.sql`): ids, customers, names, addresses, orders, descriptions and campaigns as
//! shops have them, 86% succeeded and 10% failed, 70% by card. A server of its own is filled and deleted afterwards;
//! `PAYDESK_BENCH_DATABASE_URL` measures one that was filled before, as a member with the role hub.

use std::time::Instant;

use chrono::{DateTime, Months, Utc};
use paydesk_team::{TeamAddress, TeamConnection, TeamLimits, TeamProfileId, TeamRole};

use super::team::harness::{ServerOptions, Team};

const MONTHS: u32 = 36;
/// As a small server of its own would be set.
const SETTINGS: &str =
    "shared_buffers = 1GB\nmaintenance_work_mem = 1GB\nmax_wal_size = 8GB\ncheckpoint_timeout = 30min";

pub struct Database {
    /// Keeps the server.
    team: Option<Team>,
    pub hub: TeamConnection,
    pub plain: tokio_postgres::Client,
    pub profile: TeamProfileId,
    pub payments: u64,
}

impl Database {
    /// `None` where PostgreSQL is not installed.
    pub async fn filled(payments: u64) -> Option<Self> {
        let options = ServerOptions { settings: SETTINGS.to_owned(), ..ServerOptions::default() };
        let team = Team::start_with("payments by size", &options).await?;
        let (hub, plain) = (team.join("hub", TeamRole::Hub).await, team.server.superuser().await);
        let began = Instant::now();
        fill(&plain, team.profile, payments).await;
        println!("{payments} payments filled in by the server in {:.0} s", began.elapsed().as_secs_f64());
        let profile = team.profile;
        Some(Self { team: Some(team), hub, plain, profile, payments })
    }

    pub async fn at(url: &str) -> Self {
        let address = TeamAddress::parse(url).unwrap();
        let hub = TeamConnection::open(&address, None, TeamLimits::default()).await.unwrap();
        let profile = hub.profiles().await.unwrap()[0].id;
        let payments = hub.payment_state(profile).await.unwrap().total;
        let (plain, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        Self { team: None, hub, plain, profile, payments }
    }

    /// Bytes on disk of all that is kept of payments.
    pub async fn size(&self, tables: &str) -> f64 {
        let sql = format!(
            "SELECT sum({tables})::float8 FROM pg_class WHERE relnamespace = 'paydesk'::regnamespace AND relkind = 'r' \
             AND relname LIKE 'payment%'"
        );
        self.plain.query_one(&sql, &[]).await.unwrap().get(0)
    }
}

async fn fill(plain: &tokio_postgres::Client, profile: TeamProfileId, payments: u64) {
    plain.batch_execute("SET ROLE paydesk_owner; SET synchronous_commit = off").await.unwrap();
    let first: DateTime<Utc> = "2023-12-01T00:00:00Z".parse().unwrap();
    let of_month = payments / u64::from(MONTHS);
    for number in 0..MONTHS {
        let (month, next) = (first + Months::new(number), first + Months::new(number + 1));
        let sql = include_str!("fill.sql")
            .replace("$partition", &format!("payment_{}", month.format("%Y_%m")))
            .replace("$month", &month.to_rfc3339())
            .replace("$next", &next.to_rfc3339())
            .replace("$count", &of_month.to_string())
            .replace("$first", &(1 + of_month * u64::from(number)).to_string())
            .replace("$profile", &profile.to_string());
        plain.batch_execute(&sql).await.unwrap();
    }
    plain.batch_execute(include_str!("fill_end.sql")).await.unwrap();
    plain.batch_execute("RESET ROLE").await.unwrap();
    for table in ["payment", "payment_place", "payment_count", "payment_day_count"] {
        plain.batch_execute(&format!("VACUUM (ANALYZE) paydesk.{table}")).await.unwrap();
    }
}
