//! Random numbers that replay: SplitMix64.

use chrono::TimeDelta;

pub struct Rng(u64);

impl Rng {
    pub fn seeded(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D))
    }

    /// From 0 to `sides` - 1.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }

    pub fn index(&mut self, sides: usize) -> usize {
        usize::try_from(self.below(sides as u64)).unwrap_or(0)
    }

    pub fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    /// Anything up to `up_to_s` seconds.
    pub fn time(&mut self, up_to_s: i64) -> TimeDelta {
        TimeDelta::milliseconds(self.below(up_to_s.unsigned_abs() * 1_000 + 1).cast_signed())
    }
}
