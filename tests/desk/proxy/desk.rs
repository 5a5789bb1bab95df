//! Paydesk of a schedule: the core on a clock of its own, what it has asked for, and its journal.

use chrono::{DateTime, Utc};
use paydesk_api::client::ApiClient;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Message;
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::Profile;
use paydesk_test_core::core_harness;
pub use paydesk_test_core::core_harness::Sent;

use super::disk::Disk;

/// The core with a journal that survives a crash of the schedule.
pub type ProxyHarness = core_harness::CoreHarness<Disk>;

/// A desk that has found its journal and its service.
pub fn opened(mut disk: Disk, now: DateTime<Utc>, seed: u64, profile: Profile) -> ProxyHarness {
    let entries = disk.reopened();
    let mut desk = ProxyHarness::new(disk, now, seed);
    desk.event(Message::JournalOpened { entries });
    desk.event(Message::ServiceReady { profile, key_place: None });
    desk
}

/// Reads once, as the runtime does.
pub async fn ask(client: &ApiClient, read: &Read) -> (ReadAnswer, Option<RateHeaders>) {
    let attempt = client.send(&read.request()).await;
    let rate = attempt.rate().copied();
    (read.answer(attempt, MinorUnits::Iso4217), rate)
}
