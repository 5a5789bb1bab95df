//! How long nothing is read after reads that failed.

use chrono::TimeDelta;

/// Longest pause, in seconds.
const RETRY_MAX_S: i64 = 300;
const RETRY_S: i64 = 5;

/// After so many reads that failed one after the other.
pub fn retry_pause(failures: u32) -> TimeDelta {
    TimeDelta::seconds((RETRY_S << failures.min(6)).min(RETRY_MAX_S))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let seconds: Vec<i64> = (1..=8).map(|failures| retry_pause(failures).num_seconds()).collect();
        assert_eq!(seconds, [10, 20, 40, 80, 160, 300, 300, 300]);
    }
}
