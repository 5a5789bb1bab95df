//! What the core is given of this machine: the time, the time zone, randomness and who uses it. It reads nothing of them
//! itself.

use chrono::{DateTime, Utc};

use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::zone::Zone;

/// The time of this machine.
#[expect(clippy::disallowed_methods, reason = "the clock of who runs the core, which the core is given")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}

/// What a core starts with on this machine, without settings and profiles.
pub fn start_values() -> Start {
    Start {
        now: now(),
        seed: seed(),
        settings: Settings::default(),
        profiles: SavedProfiles::default(),
        policy: ManagedPolicy::default(),
        local_zone: local_zone(),
        operator: operator(),
    }
}

/// Real randomness for ids and jitter.
fn seed() -> u64 {
    let (high, low) = uuid::Uuid::new_v4().as_u64_pair();
    high ^ low.rotate_left(32)
}

/// The zone of this machine; UTC where it cannot be determined.
pub fn local_zone() -> Zone {
    iana_time_zone::get_timezone().ok().and_then(|name| name.parse().ok()).unwrap_or_default()
}

/// What spreadsheets on this machine expect of CSV, by its locale; commas and decimal points where that is not known.
pub fn local_csv() -> CsvStyle {
    locale().map(|locale| CsvStyle::of_locale(&locale)).unwrap_or_default()
}

#[cfg(any(windows, target_os = "macos"))]
fn locale() -> Option<String> {
    sys_locale::get_locale()
}

/// What says how numbers are written; other parts of the environment only say which language is read.
#[cfg(not(any(windows, target_os = "macos")))]
fn locale() -> Option<String> {
    let set = |name: &&str| std::env::var(name).ok().filter(|locale| !locale.is_empty());
    ["LC_ALL", "LC_NUMERIC", "LANG"].iter().find_map(set)
}

/// The user of the operating system, as the environment names it; empty where it does not.
fn operator() -> String {
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default()
}
