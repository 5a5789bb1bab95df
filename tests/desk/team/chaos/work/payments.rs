//! Payments at the service that the hubs read, within the rate limit that desks and hubs share.

use std::time::Instant;

use paydesk_team::{TOKENS_LAST, TeamError, TokenKind};
use paydesk_test_basics::rng::Rng;

use super::Work;
use crate::team::chaos::desk::Machine;
use crate::team::chaos::payment_service::LIMIT;

/// Reads that a desk takes tokens for at once, as its history does.
const READS: u32 = 10;

impl Work<'_> {
    /// Makes, captures or cancels one, or reads some that nobody waits for.
    pub(super) async fn payment(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { world, .. } = self.machine;
        let (kind, wanted) = if rng.one_in(3) { (TokenKind::Background, READS) } else { (TokenKind::Operation, 1) };
        let asked = Instant::now();
        let taken = self.connection.take_tokens(world.profile, wanted, kind, Some(LIMIT)).await?;
        if taken.granted == 0 {
            world.count("requests that waited for the shared limit");
        }
        for _ in 0..taken.granted {
            // A token lasts no longer.
            if asked.elapsed() >= TOKENS_LAST {
                break;
            }
            let done = match kind {
                TokenKind::Operation => world.payments.change(rng).await,
                TokenKind::Read | TokenKind::Background => world.payments.read(rng).await,
            };
            done.into_iter().for_each(|what| world.count(what));
        }
        Ok(())
    }
}
