//! Randomness from a seed, so that a test replays exactly: ids of operations and the jitter of waits.

use chrono::TimeDelta;

use paydesk_domain::ids::{BulkRunId, OperationId};
use paydesk_domain::profile::ProfileId;

/// A small generator (SplitMix64); not for secrets.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The window seeds with real randomness, a test with a number.
    pub fn seeded(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A new id of ours: 26 letters and digits.
    pub fn operation_id(&mut self) -> OperationId {
        OperationId::new(format!("op_{:016x}{:016x}", self.next(), self.next()))
    }

    /// A new id of a bulk run.
    pub fn bulk_run_id(&mut self) -> BulkRunId {
        BulkRunId::new(format!("run_{:016x}{:016x}", self.next(), self.next()))
    }

    /// A new id of a note.
    pub fn note_id(&mut self) -> String {
        format!("note_{:016x}{:016x}", self.next(), self.next())
    }

    /// A new id of a profile.
    pub fn profile_id(&mut self) -> ProfileId {
        ProfileId::new(format!("profile_{:016x}{:016x}", self.next(), self.next()))
    }

    /// A new UUID of version 4, as a number.
    pub fn uuid(&mut self) -> u128 {
        const VERSION: u128 = 0xF000 << 64;
        const VARIANT: u128 = 0xC000 << 48;
        let random = u128::from(self.next()) << 64 | u128::from(self.next());
        random & !VERSION & !VARIANT | 0x4000 << 64 | 0x8000 << 48
    }

    /// A new id of a desk in a team, as a UUID of version 4.
    pub fn desk_id(&mut self) -> String {
        let text = format!("{:032x}", self.uuid());
        [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
    }

    /// Full jitter: anything from a tenth of `longest` to all of it.
    pub fn jitter(&mut self, longest: TimeDelta) -> TimeDelta {
        let ms = longest.num_milliseconds().max(1);
        let least = (ms / 10).max(1);
        let spread = u64::try_from(ms - least + 1).unwrap_or(1);
        TimeDelta::milliseconds(least + i64::try_from(self.next() % spread).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_desk_is_a_uuid_of_version_4() {
        let mut rng = Rng::seeded(3);
        for _ in 0..100 {
            let id: uuid::Uuid = rng.desk_id().parse().unwrap();
            assert_eq!((id.get_version_num(), id.get_variant()), (4, uuid::Variant::RFC4122));
        }
        assert_ne!(rng.desk_id(), rng.desk_id());
    }
}
