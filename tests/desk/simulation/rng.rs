//! Randomness of a schedule: everything that happens in it follows from one number.

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn of(schedule: u64) -> Self {
        let mut rng = Self(schedule.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x5851_F42D_4C95_7F2D);
        rng.next();
        rng
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of `0..sides`.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.next() % sides.max(1)
    }

    pub fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    /// From `least` to `most`, both included.
    pub fn from(&mut self, least: i64, most: i64) -> i64 {
        let spread = u64::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.below(spread)).unwrap_or(0)
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len() as u64) as usize) }
    }

    /// One of them, by its weight.
    pub fn weighted<T: Copy>(&mut self, of: &[(u64, T)]) -> T {
        let mut left = self.below(of.iter().map(|(weight, _)| weight).sum());
        for (weight, what) in of {
            if left < *weight {
                return *what;
            }
            left -= weight;
        }
        of[0].1
    }
}
