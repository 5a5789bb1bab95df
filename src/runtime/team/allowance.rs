//! The rate limit that a team shares, as one desk takes part in it: tokens are taken from the team's database in blocks,
//! so that not every request asks there. While the database is away, each desk has its own share of the limit.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::allowance::CallAllowance;
use paydesk_domain::profile::ProfileId;
use paydesk_team::{TOKENS_LAST, TeamConnection, TeamProfileId, TokenKind};

/// A database that needs longer for tokens is as good as away: a request waits no longer for it.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);
/// Longest wait before tokens are asked for again: others may have left some.
const WAIT_MAX: Duration = Duration::from_secs(2);

/// The shares of all profiles that are in a team.
#[derive(Clone, Default)]
pub struct TeamAllowance {
    profiles: Arc<Mutex<HashMap<ProfileId, Arc<SharedLimit>>>>,
}

/// Where tokens are.
#[derive(Clone)]
pub struct TokenSource {
    pub connection: Arc<TeamConnection>,
    pub profile: TeamProfileId,
}

impl TeamAllowance {
    /// The profile is in a team from now on.
    pub fn joined(&self, profile_id: &ProfileId) {
        lock(&self.profiles).entry(profile_id.clone()).or_default();
    }

    /// The profile takes tokens from there, one of so many desks.
    pub fn connected(&self, profile_id: &ProfileId, source: TokenSource, desks: usize) {
        let Some(limit) = self.of(profile_id) else { return };
        let mut state = lock(&limit.state);
        (state.source, state.share) = (Some(source), None);
        state.desks = u32::try_from(desks).unwrap_or(u32::MAX).max(1);
    }

    /// The database does not answer: the desk goes on with its share.
    pub fn away(&self, profile_id: &ProfileId) {
        if let Some(limit) = self.of(profile_id) {
            lock(&limit.state).source = None;
        }
    }

    /// The profile is in no team any more.
    pub fn left(&self, profile_id: &ProfileId) {
        if let Some(limit) = lock(&self.profiles).remove(profile_id) {
            lock(&limit.state).has_left = true;
        }
    }

    fn of(&self, profile_id: &ProfileId) -> Option<Arc<SharedLimit>> {
        lock(&self.profiles).get(profile_id).cloned()
    }
}

impl CallAllowance for TeamAllowance {
    fn admit<'a>(
        &'a self,
        profile_id: &'a ProfileId,
        kind: TokenKind,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            if let Some(limit) = self.of(profile_id) {
                limit.admit(kind).await;
            }
        })
    }

    fn reported(&self, profile_id: &ProfileId, per_minute: u32) {
        if let Some(limit) = self.of(profile_id) {
            lock(&limit.state).per_minute = Some(per_minute.max(1));
        }
    }
}

/// The limit of one profile.
#[derive(Default)]
struct SharedLimit {
    state: Mutex<LimitState>,
    /// Of each kind one asks at a time; the others wait behind it.
    turns: [tokio::sync::Mutex<()>; TokenKind::ALL.len()],
}

#[derive(Default)]
struct LimitState {
    source: Option<TokenSource>,
    has_left: bool,
    /// As the service reported it last.
    per_minute: Option<u32>,
    /// How many share it.
    desks: u32,
    /// Taken and not used yet.
    blocks: Vec<TokenBlock>,
    share: Option<OwnShare>,
}

/// Tokens that were taken together.
struct TokenBlock {
    kind: TokenKind,
    tokens: u32,
    until: Instant,
}

/// What is left of this desk's share while the database is away.
#[derive(Clone, Copy)]
struct OwnShare {
    tokens: f64,
    at: Instant,
}

impl SharedLimit {
    async fn admit(&self, kind: TokenKind) {
        let _turn = self.turns[kind as usize].lock().await;
        loop {
            let source = {
                let mut state = lock(&self.state);
                if state.has_left || state.take_local(kind, Instant::now()) {
                    return;
                }
                state.source.clone()
            };
            let wait = match source {
                Some(source) => self.take_from(&source, kind).await,
                None => None,
            };
            let wait = match wait {
                Some(wait) => wait,
                None => match lock(&self.state).take_share(kind, Instant::now()) {
                    Ok(()) => return,
                    Err(wait) => wait,
                },
            };
            tokio::time::sleep(wait.min(WAIT_MAX)).await;
        }
    }

    /// Takes a block; how long to wait before the next look, or `None` where the database does not answer.
    async fn take_from(&self, source: &TokenSource, kind: TokenKind) -> Option<Duration> {
        let per_minute = lock(&self.state).per_minute;
        let asked = Instant::now();
        let taking = source.connection.take_tokens(source.profile, block(kind), kind, per_minute);
        let taken = tokio::time::timeout(ANSWER_WITHIN, taking).await.ok()?.ok()?;
        if taken.granted == 0 {
            return Some(taken.wait);
        }
        let block = TokenBlock { kind, tokens: taken.granted, until: asked + TOKENS_LAST };
        lock(&self.state).blocks.push(block);
        Some(Duration::ZERO)
    }
}

/// How many are taken at once. Operations take no more than they use: the last ones are for those of all desks.
fn block(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Background => 10,
        TokenKind::Read => 5,
        TokenKind::Operation => 1,
    }
}

impl LimitState {
    /// Uses a token that was taken for something that is not more important.
    fn take_local(&mut self, kind: TokenKind, now: Instant) -> bool {
        self.blocks.retain(|block| block.tokens > 0 && block.until > now);
        let Some(block) = self.blocks.iter_mut().find(|block| block.kind <= kind) else { return false };
        block.tokens -= 1;
        true
    }

    /// Uses a token of the desk's own share, or says when there is one. It is as the shared bucket is, divided by the
    /// desks that were there last.
    fn take_share(&mut self, kind: TokenKind, now: Instant) -> Result<(), Duration> {
        let Some(per_minute) = self.per_minute else { return Ok(()) };
        let whole = f64::from(per_minute) / f64::from(self.desks.max(1));
        let (most, a_second) = ((whole / 6.0).max(1.0), whole / 80.0);
        // What was taken of the shared bucket just before is not taken again.
        let share = self.share.get_or_insert(OwnShare { tokens: 1.0, at: now });
        share.tokens = (share.tokens + a_second * now.duration_since(share.at).as_secs_f64()).min(most);
        share.at = now;
        let reserve = match kind {
            TokenKind::Background => 0.4,
            TokenKind::Read => 0.1,
            TokenKind::Operation => 0.0,
        };
        // Of a small share even the whole is less than one and the reserve.
        let needed = (1.0 + most * reserve).min(most);
        if share.tokens >= needed {
            share.tokens -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((needed - share.tokens) / a_second))
    }
}

/// A panic leaves only plain data behind the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(desks: u32) -> LimitState {
        LimitState { desks, per_minute: Some(600), ..LimitState::default() }
    }

    #[test]
    fn a_token_is_used_for_what_is_as_important_or_more_and_only_as_long_as_it_lasts() {
        let (mut state, now) = (state(1), Instant::now());
        state.blocks.push(TokenBlock { kind: TokenKind::Read, tokens: 2, until: now + TOKENS_LAST });
        assert!(!state.take_local(TokenKind::Background, now));
        assert!(state.take_local(TokenKind::Operation, now) && state.take_local(TokenKind::Read, now));
        assert!(!state.take_local(TokenKind::Read, now));
        state.blocks.push(TokenBlock { kind: TokenKind::Background, tokens: 2, until: now + TOKENS_LAST });
        assert!(!state.take_local(TokenKind::Operation, now + TOKENS_LAST));
    }

    #[test]
    fn desks_without_the_database_stay_below_the_limit_together_in_every_minute() {
        for desks in [1, 4, 50, 600] {
            let (mut all, start) = ((0..desks).map(|_| state(desks)).collect::<Vec<_>>(), Instant::now());
            let mut left_at: Vec<u32> = vec![0; 200];
            for second in 0..200_u32 {
                let now = start + Duration::from_secs(second.into());
                for desk in &mut all {
                    while desk.take_share(TokenKind::Operation, now).is_ok() {
                        left_at[second as usize] += 1;
                    }
                }
            }
            let most = left_at.windows(60).map(|minute| minute.iter().sum::<u32>()).max().unwrap();
            // With very many desks each may send its first request.
            assert!(most <= 600.max(desks + 450), "{most} of {desks} desks");
            assert!(most >= 400, "{most} of {desks} desks");
        }
    }

    #[test]
    fn an_operation_finds_a_token_where_reads_have_taken_theirs() {
        let (mut state, now) = (state(2), Instant::now() + Duration::from_secs(1));
        state.share = Some(OwnShare { tokens: 50.0, at: now });
        for kind in TokenKind::ALL {
            let mut taken = 0;
            while state.take_share(kind, now).is_ok() {
                taken += 1;
            }
            assert!(taken >= 5, "{kind:?} {taken}");
        }
        assert!(state.take_share(TokenKind::Operation, now).unwrap_err() < Duration::from_secs(1));
    }
}
