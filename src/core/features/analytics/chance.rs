//! Chance that is the same each time, for simulations.

/// Random numbers (S. Vigna's splitmix64).
pub struct Dice(u64);

impl Dice {
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// About so many independent events: of 64 moments each, one in 64 has one.
    pub fn events(&mut self, expected: u64) -> i64 {
        let mut moments = || (0..6).fold(u64::MAX, |all, _| all & self.roll());
        (0..expected).map(|_| i64::from(moments().count_ones())).sum()
    }

    /// Whether something happens that does so many times in a hundred.
    pub fn happens(&mut self, percent: u64) -> bool {
        self.roll() % 100 < percent
    }

    /// How many of so many hit, in the long run so many of a hundred.
    pub fn hits(&mut self, of: i64, percent: u64) -> i64 {
        (0..of).map(|_| i64::from(self.happens(percent))).sum()
    }

    /// Which of these, each with its percentage.
    pub fn pick(&mut self, percentages: &[u64]) -> usize {
        let mut left = self.roll() % 100;
        let is_it = |percent: &u64| {
            let is_within = left < *percent;
            left = left.saturating_sub(*percent);
            is_within
        };
        percentages.iter().position(is_it).unwrap_or(percentages.len() - 1)
    }
}
