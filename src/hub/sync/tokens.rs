//! The share of the rate limit that the hub reads with: taken from the bucket of the team, as one that nobody waits for.

use tokio::time::Instant;

use paydesk_team::{TOKENS_LAST, TeamConnection, TeamError, TeamProfileId, TokenKind};

/// How many are taken at once.
const BLOCK: u32 = 10;

/// Requests taken from the rate limit of the team and not used yet.
pub struct TakenBlock {
    tokens: u32,
    until: Instant,
    /// Before, none is asked for.
    ask_at: Instant,
    /// As the service reported it last; what was chosen until then.
    per_minute: Option<u32>,
}

impl TakenBlock {
    /// None is taken yet; `per_minute` is the limit of a service that reports none.
    pub fn new(per_minute: Option<u32>) -> Self {
        let now = Instant::now();
        Self { tokens: 0, until: now, ask_at: now, per_minute }
    }

    /// The service said how many requests a minute it allows.
    pub fn reported(&mut self, per_minute: u32) {
        self.per_minute = Some(per_minute.max(1));
    }

    /// Uses one; whether there was one.
    pub async fn use_one(&mut self, connection: &TeamConnection, profile: TeamProfileId) -> Result<bool, TeamError> {
        let now = Instant::now();
        if self.until <= now {
            self.tokens = 0;
        }
        if self.tokens == 0 && self.ask_at <= now {
            let taken = connection.take_tokens(profile, BLOCK, TokenKind::Background, self.per_minute).await?;
            (self.tokens, self.until, self.ask_at) = (taken.granted, now + TOKENS_LAST, now + taken.wait);
        }
        let has_one = self.tokens > 0;
        self.tokens = self.tokens.saturating_sub(1);
        Ok(has_one)
    }
}
