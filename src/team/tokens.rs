//! The rate limit that a team shares: tokens are taken before requests leave (see the migration for the arithmetic).

use std::time::Duration;

use tokio_postgres::types::Type;

use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

/// How long a token that was taken may be used.
pub const TOKENS_LAST: Duration = Duration::from_secs(5);

/// What a request is for, the least important first: who is more important may take what others leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// A read that nobody waits for.
    Background,
    Read,
    /// It changes something, or finds out what was changed.
    Operation,
}

impl TokenKind {
    pub const ALL: [Self; 3] = [Self::Background, Self::Read, Self::Operation];

    fn name(self) -> &'static str {
        match self {
            Self::Background => "background",
            Self::Read => "read",
            Self::Operation => "operation",
        }
    }
}

/// What was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenTokens {
    pub granted: u32,
    /// How long until there is one, where none was granted.
    pub wait: Duration,
}

const TAKE: &str = "SELECT granted, wait_ms FROM paydesk.take_tokens($1, $2, $3, $4)";
const THERE: &str =
    "SELECT floor(paydesk.tokens_now(bucket))::bigint FROM paydesk.rate_bucket AS bucket WHERE profile_id = $1";

impl TeamConnection {
    /// Takes up to `wanted` tokens. `per_minute` is the limit that the service reported, where it did.
    pub async fn take_tokens(
        &self,
        profile: TeamProfileId,
        wanted: u32,
        kind: TokenKind,
        per_minute: Option<u32>,
    ) -> Result<TakenTokens, TeamError> {
        let whole = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let (wanted, name, per_minute) = (whole(wanted), kind.name(), per_minute.map(whole));
        let values = [
            (&profile.0 as _, Type::UUID),
            (&wanted as _, Type::INT4),
            (&name as _, TEXT),
            (&per_minute as _, Type::INT4),
        ];
        let row = self.one(TAKE, &values).await?;
        let (granted, wait_ms): (i32, i32) = (value(&row, 0)?, value(&row, 1)?);
        Ok(TakenTokens {
            granted: granted.unsigned_abs(),
            wait: Duration::from_millis(u64::from(wait_ms.unsigned_abs())),
        })
    }

    /// How many tokens there are at this moment; `None` where nobody took any yet.
    pub async fn tokens(&self, profile: TeamProfileId) -> Result<Option<i64>, TeamError> {
        self.rows(THERE, &[(&profile.0, Type::UUID)]).await?.first().map(|row| value(row, 0)).transpose()
    }
}
