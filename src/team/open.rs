//! Opens a connection to work with: only to records of the version that this program knows.

use tokio::sync::mpsc;
use tokio_postgres::Notification;

use paydesk_domain::secret::SecretText;

use super::address::TeamAddress;
use super::connection::TeamConnection;
use super::error::TeamError;
use super::limits::TeamLimits;
use super::schema;

impl TeamConnection {
    /// Connects and checks the versions of server and records. `password` may be missing where none is asked for.
    pub async fn open(
        address: &TeamAddress,
        password: Option<&SecretText>,
        limits: TeamLimits,
    ) -> Result<Self, TeamError> {
        Ok(Self::open_to_listen(address, password, limits).await?.0)
    }

    /// Connects, and listens to the notifications of the server.
    pub(super) async fn open_to_listen(
        address: &TeamAddress,
        password: Option<&SecretText>,
        limits: TeamLimits,
    ) -> Result<(Self, mpsc::Receiver<Notification>), TeamError> {
        let (connection, notifications) = Self::connect(address, password, limits).await?;
        schema::check(&connection).await?;
        Ok((connection, notifications))
    }
}
