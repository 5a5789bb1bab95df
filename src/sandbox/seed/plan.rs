//! How much is seeded, and from which seed.

use serde::Serialize;

/// What to seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SeedPlan {
    pub seed: u64,
    pub payments: u32,
}

impl SeedPlan {
    /// Most payments one seeding makes.
    pub const MAX_PAYMENTS: u32 = 5_000_000;
}
