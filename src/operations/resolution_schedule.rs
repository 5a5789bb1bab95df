//! When an unknown outcome is looked into: the settle window, the pauses between reads and repeats
//! ([law](crate::law#settling-an-unknown-outcome)). What a read proves is [`super::reconcile`]'s
//! business.

use chrono::{DateTime, TimeDelta, Utc};

/// Before this has passed since the last send, "not done" proves nothing: a late arrival may still execute.
pub const SETTLE_WINDOW_S: i64 = 120;

/// For so long another worker of the service may answer reads from before what the first one did, in seconds.
pub const WORKER_LAG_S: i64 = 30;

/// Longest pauses before the first reads, in seconds; after the last, it stays.
const PAUSES_S: [i64; 6] = [1, 2, 4, 8, 16, 30];
/// From this long after sending on, reads become rare.
const RARE_AFTER_S: i64 = 600;
/// The pause between rare reads, in seconds.
const RARE_PAUSE_S: i64 = 300;

/// So long after the first attempt a refund may still be repeated under its id, in seconds.
pub const REFUND_REPEATS_END_S: i64 = 24 * 3_600;

/// The longest pause before read number `reads` (from 0), `since_sent` after the last send.
pub fn longest_pause(reads: u32, since_sent: TimeDelta) -> TimeDelta {
    if since_sent >= TimeDelta::seconds(RARE_AFTER_S) {
        return TimeDelta::seconds(RARE_PAUSE_S);
    }
    let index = usize::try_from(reads).unwrap_or(usize::MAX).min(PAUSES_S.len() - 1);
    TimeDelta::seconds(PAUSES_S[index])
}

/// When the settle window of something sent `sent` is over.
pub fn window_after(sent: DateTime<Utc>) -> DateTime<Utc> {
    sent + TimeDelta::seconds(SETTLE_WINDOW_S)
}

/// From when on every worker of the service shows what it had executed at `then`.
pub fn seen_everywhere_after(then: DateTime<Utc>) -> DateTime<Utc> {
    then + TimeDelta::seconds(WORKER_LAG_S)
}

/// The pause before attempt number `attempts` is repeated, by the pauses of its rule.
pub fn repeat_pause(pauses_s: &[i64], attempts: u32) -> TimeDelta {
    let index = usize::try_from(attempts.max(1) - 1).unwrap_or(usize::MAX).min(pauses_s.len().max(1) - 1);
    TimeDelta::seconds(pauses_s.get(index).copied().unwrap_or(RARE_PAUSE_S))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pause_of_a_rule_holds_for_all_further_attempts() {
        let pauses: Vec<i64> = (0..5).map(|attempts| repeat_pause(&[120, 240], attempts).num_seconds()).collect();
        assert_eq!(pauses, [120, 120, 240, 240, 240]);
        assert_eq!(repeat_pause(&[], 3), TimeDelta::seconds(RARE_PAUSE_S));
    }
}
