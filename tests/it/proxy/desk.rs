//! The desk of a schedule: the core on a clock of its own, what it has asked for, and its journal.

use chrono::{DateTime, Utc};
use paydesk::api::call::Request;
use paydesk::api::client::Client;
use paydesk::api::rate_limit::RateHeaders;
use paydesk::app::effect::{ApiEffect, StoreJob};
use paydesk::app::operations::journal::JournalEntry;
use paydesk::app::profiles::SavedProfiles;
use paydesk::app::read::{Read, ReadAnswer, Ticket};
use paydesk::app::settings::Settings;
use paydesk::app::state::Start;
use paydesk::app::zone::Zone;
use paydesk::app::{Action, Effect, Event, State};
use paydesk::domain::ids::OperationId;
use paydesk::domain::profile::Profile;

use super::disk::Disk;

/// One attempt that is to leave.
#[derive(Debug, Clone)]
pub struct Sent {
    pub operation_id: OperationId,
    pub attempt: u32,
    pub request: Request,
}

/// See the module.
pub struct Desk {
    pub state: State,
    pub now: DateTime<Utc>,
    pub disk: Disk,
    /// Asked for and not carried out yet, oldest first.
    pub reads: Vec<(Ticket, Read)>,
    pub writes: Vec<JournalEntry>,
    pub sends: Vec<Sent>,
}

impl Desk {
    /// A desk that has found its journal and its service.
    pub fn open(mut disk: Disk, now: DateTime<Utc>, seed: u64, profile: Profile) -> Self {
        let (settings, local_zone, operator) = (Settings::default(), Zone::default(), "kim".to_owned());
        let state = State::new(Start { now, seed, settings, profiles: SavedProfiles::default(), local_zone, operator });
        let unfinished = disk.reopened();
        let mut desk = Self { state, now, disk, reads: Vec::new(), writes: Vec::new(), sends: Vec::new() };
        let effects = desk.state.on_start();
        desk.take(effects);
        desk.event(Event::JournalOpened { unfinished });
        desk.event(Event::ServiceReady { profile, key_place: None });
        desk
    }

    pub fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.take(effects);
    }

    pub fn event(&mut self, event: Event) {
        let effects = self.state.on_event(event);
        self.take(effects);
    }

    pub fn tick_at(&mut self, now: DateTime<Utc>) {
        self.now = now;
        let effects = self.state.on_tick(now);
        self.take(effects);
    }

    /// The oldest entry reaches the disk.
    pub fn write(&mut self) {
        let entry = self.writes.remove(0);
        let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
        self.disk.append(entry);
        self.event(Event::JournalWritten { operation_id, step });
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Api(ApiEffect::Read { ticket, read }) => self.reads.push((ticket, read)),
                Effect::Api(ApiEffect::GiveUpRead { ticket }) => self.reads.retain(|(asked, _)| *asked != ticket),
                Effect::Store(StoreJob::WriteJournal(entry)) => self.writes.push(entry),
                Effect::Api(ApiEffect::SendOperation { operation_id, attempt, request, .. }) => {
                    self.disk.assert_may_send(&operation_id, attempt);
                    self.sends.push(Sent { operation_id, attempt, request });
                }
                Effect::Api(ApiEffect::Connect(_) | ApiEffect::TestProfile { .. } | ApiEffect::UploadFile { .. })
                | Effect::Store(_)
                | Effect::Secrets(_)
                | Effect::System(_) => {}
            }
        }
    }
}

/// Reads once, as the runtime does.
pub async fn ask(client: &Client, read: &Read) -> (ReadAnswer, Option<RateHeaders>) {
    let attempt = client.send(&read.request()).await;
    let rate = attempt.rate().copied();
    (read.answer(attempt), rate)
}
