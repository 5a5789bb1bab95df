//! Desks for tests, none with a window. One is as whole as a test needs it: [`core`] is the core alone,
//! [`running`] the core on the real runtime.
//! Nothing is asserted here; who uses a desk says what should be true of it.

pub mod core;
pub mod running;

use chrono::{DateTime, Utc};
use paydesk::app::profiles::SavedProfiles;
use paydesk::app::settings::Settings;
use paydesk::app::state::Start;
use paydesk::app::zone::Zone;

/// What a desk starts with that has no settings and no profiles of its own yet. `seed` makes its ids.
pub fn start(now: DateTime<Utc>, seed: u64) -> Start {
    let (settings, profiles, local_zone) = (Settings::default(), SavedProfiles::default(), Zone::default());
    Start { now, seed, settings, profiles, local_zone, operator: "kim".to_owned() }
}
