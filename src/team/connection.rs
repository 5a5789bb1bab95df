//! One connection to a team's database, made within a time limit and with TLS by the rules of its address.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_core::Stream as _;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_postgres::binary_copy::{BinaryCopyOutRow, BinaryCopyOutStream};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::{FromSql, ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, CopyOutStream, NoTls, Notification, Row, Socket};

use paydesk_domain::secret::SecretText;
use paydesk_domain::text::visible;

use super::address::TeamAddress;
use super::error::TeamError;
use super::limits::TeamLimits;
use super::tls;

/// Notifications that wait to be looked at; where there are more, looking once is enough for all.
const NOTIFICATIONS: usize = 64;

/// How the server notices that this machine is gone, as it is noticed here: a statement of which only the end is missing
/// holds everybody else up until then.
const SERVER_KEEPALIVES: &str = "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

/// What a server says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamServer {
    /// As it names it: `15.14 (Debian 15.14-0+deb12u1)`.
    pub version: String,
    /// Whether it follows another and takes no changes.
    pub is_replica: bool,
}

/// A connection of one person to a team's database.
pub struct TeamConnection {
    client: Client,
    limits: TeamLimits,
    user: String,
    database: String,
    server: TeamServer,
    opened: Instant,
    /// When the last row came, in milliseconds since it was opened.
    row_came_ms: AtomicU64,
}

impl TeamConnection {
    /// Connects, whatever records are there, or none; with what the server notifies of.
    pub(super) async fn connect(
        address: &TeamAddress,
        password: Option<&SecretText>,
        limits: TeamLimits,
    ) -> Result<(Self, mpsc::Receiver<Notification>), TeamError> {
        let work = connected(address, password, limits);
        let late = |_| TeamError::TimedOut { seconds: limits.connect.as_secs() };
        let (client, notifications) = tokio::time::timeout(limits.connect, work).await.map_err(late)??;
        let unread = TeamServer { version: String::new(), is_replica: false };
        let (user, database) = (address.user().to_owned(), address.database().to_owned());
        let (opened, row_came_ms) = (Instant::now(), AtomicU64::new(0));
        let mut connection = Self { client, limits, user, database, server: unread, opened, row_came_ms };
        connection.server = connection.server_facts().await?;
        Ok((connection, notifications))
    }

    pub fn server(&self) -> &TeamServer {
        &self.server
    }

    /// The login role of the person.
    pub fn user(&self) -> &str {
        &self.user
    }

    pub fn database(&self) -> &str {
        &self.database
    }

    /// Whether the server ended the connection, or the network did.
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// How long an empty statement takes, there and back.
    pub async fn latency(&self) -> Result<Duration, TeamError> {
        let began = Instant::now();
        self.rows("SELECT 1", &[]).await?;
        Ok(began.elapsed())
    }

    async fn server_facts(&self) -> Result<TeamServer, TeamError> {
        let sql = "SELECT current_setting('server_version'), current_setting('server_version_num')::int, \
                   pg_is_in_recovery(), (SELECT set_config(name, $1, false) FROM pg_settings \
                   WHERE name = 'transaction_timeout')";
        let row = self.one(sql, &[(&transaction_limit(self.limits), TEXT)]).await?;
        let version: String = visible(value(&row, 0)?, 100);
        let number: i32 = value(&row, 1)?;
        if number < 140_000 {
            return Err(TeamError::ServerTooOld(version));
        }
        Ok(TeamServer { version, is_replica: value(&row, 2)? })
    }

    /// One statement with its values; sent and answered in one round trip, without anything left at the server, so
    /// that it passes a pooler.
    pub(super) async fn rows(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, TeamError> {
        let values = values.iter().map(|(value, kind)| (*value, kind.clone()));
        let stream = self.within(self.client.query_typed_raw(sql, values)).await?;
        let (mut stream, mut rows) = (pin!(stream), Vec::new());
        loop {
            let next = std::future::poll_fn(|cx| stream.as_mut().poll_next(cx).map(Option::transpose));
            let Some(row) = self.within(next).await? else { return Ok(rows) };
            self.row_came();
            rows.push(row);
        }
    }

    pub(super) async fn one(&self, sql: &str, values: &[Value<'_>]) -> Result<Row, TeamError> {
        let row = self.rows(sql, values).await?.into_iter().next();
        row.ok_or_else(|| TeamError::Answer("it has no row".to_owned()))
    }

    /// Several statements without values.
    pub(super) async fn batch(&self, sql: &str) -> Result<(), TeamError> {
        self.within(self.client.batch_execute(sql)).await
    }

    /// What a COPY to the client sends.
    pub(super) async fn copied(&self, sql: &str) -> Result<CopyOutStream, TeamError> {
        self.within(self.client.copy_out(sql)).await
    }

    /// The next row of a COPY; `None` behind the last.
    pub(super) async fn next_copied(
        &self,
        mut rows: Pin<&mut BinaryCopyOutStream>,
    ) -> Result<Option<BinaryCopyOutRow>, TeamError> {
        let next = std::future::poll_fn(|cx| rows.as_mut().poll_next(cx).map(Option::transpose));
        let row = self.within(next).await?;
        self.row_came();
        Ok(row)
    }

    /// The server ends a statement that takes too long; where it does not, neither does anybody wait for it. As long as
    /// rows come, of this statement or of one before it, the network is slow and nothing is wrong.
    async fn within<T>(&self, answer: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, TeamError> {
        let limit = self.limits.statement + Duration::from_secs(1);
        let (asked, mut answer) = (Instant::now(), pin!(answer));
        loop {
            let until = asked.max(self.row_came_at()) + limit;
            match tokio::time::timeout_at(until, answer.as_mut()).await {
                Ok(answer) => return answer.map_err(|error| self.error(&error)),
                Err(_) if self.row_came_at() + limit > until => {}
                Err(_) => return Err(TeamError::TimedOut { seconds: limit.as_secs() }),
            }
        }
    }

    fn row_came(&self) {
        let since = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.row_came_ms.store(since, Ordering::Relaxed);
    }

    fn row_came_at(&self) -> Instant {
        self.opened + Duration::from_millis(self.row_came_ms.load(Ordering::Relaxed))
    }

    fn error(&self, error: &tokio_postgres::Error) -> TeamError {
        TeamError::of_statement(error, &self.user)
    }

    /// For the library of migrations alone.
    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }
}

/// The type of texts.
pub(super) const TEXT: Type = Type::TEXT;

/// A value of a statement with its type.
pub(super) type Value<'a> = (&'a (dyn ToSql + Sync), Type);

/// A column of a row.
pub(super) fn value<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, TeamError> {
    row.try_get(column).map_err(|error| TeamError::Answer(error.to_string()))
}

async fn connected(
    address: &TeamAddress,
    password: Option<&SecretText>,
    limits: TeamLimits,
) -> Result<(Client, mpsc::Receiver<Notification>), TeamError> {
    let config = configured(address, password, limits);
    let failed = |error: tokio_postgres::Error| TeamError::of_connecting(&error, &address.hosts(), address.user());
    if address.uses_tls() {
        let (client, connection) = config.connect(tls::connector(address.ca_file())?).await.map_err(failed)?;
        Ok((client, driven::<tokio_postgres_rustls::MakeRustlsConnect>(connection)))
    } else {
        let (client, connection) = config.connect(NoTls).await.map_err(failed)?;
        Ok((client, driven::<NoTls>(connection)))
    }
}

fn configured(address: &TeamAddress, password: Option<&SecretText>, limits: TeamLimits) -> Config {
    let mut config = address.config().clone();
    if let Some(password) = password {
        config.password(password.expose());
    }
    // A host that swallows everything takes its share of the time, not that of the others.
    let hosts = u32::try_from(config.get_hosts().len().max(1)).unwrap_or(1);
    config.connect_timeout(limits.connect / hosts);
    config.keepalives_idle(Duration::from_secs(15));
    config.keepalives_interval(Duration::from_secs(5));
    config.keepalives_retries(3);
    #[cfg(target_os = "linux")]
    config.tcp_user_timeout(Duration::from_secs(30));
    if config.get_application_name().is_none() {
        config.application_name("paydesk");
    }
    let milliseconds = limits.statement.as_millis();
    config.options(format!("-c statement_timeout={milliseconds} -c lock_timeout={milliseconds} {SERVER_KEEPALIVES}"));
    config
}

/// How long a transaction may take, in milliseconds, where the server limits that (from PostgreSQL 17 on). The time of a
/// statement alone does not end one whose last message is lost while a proxy keeps the connection: it would hold everybody
/// else up.
fn transaction_limit(limits: TeamLimits) -> String {
    (limits.statement * 2).as_millis().to_string()
}

/// Moves the bytes of a connection until it ends, and passes on what the server notifies of.
fn driven<T: MakeTlsConnect<Socket>>(mut connection: Connection<Socket, T::Stream>) -> mpsc::Receiver<Notification>
where
    T::Stream: Send + 'static,
{
    let (sender, receiver) = mpsc::channel(NOTIFICATIONS);
    tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|cx| connection.poll_message(cx)).await {
            if let AsyncMessage::Notification(notification) = message {
                // Full: one that waits already makes somebody look.
                let _ = sender.try_send(notification);
            }
        }
    });
    receiver
}
