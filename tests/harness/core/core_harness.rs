//! The core alone, on a clock of its own: what it asks for is stored until the test answers it.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::Request;
use paydesk_api::outcome::Attempt;
use paydesk_core::effect::{ApiEffect, HistoryJob, ServiceChoice, StoreJob, SystemEffect, TableJob, TeamEffect};
use paydesk_core::features::notifications::DesktopNotification;
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal, JournalStep};
use paydesk_core::read::{Read, RequestId};
use paydesk_core::settings::Settings;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::ids::OperationId;

use super::{at_payments, start};

/// Where the journal is.
pub trait Disk {
    fn append(&mut self, entry: JournalEntry);
    /// Everything that was ever written.
    fn entries(&self) -> &[JournalEntry];
}

impl Disk for Vec<JournalEntry> {
    fn append(&mut self, entry: JournalEntry) {
        self.push(entry);
    }

    fn entries(&self) -> &[JournalEntry] {
        self
    }
}

/// One operation on its way to the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    pub operation_id: OperationId,
    pub attempt: u32,
    pub request: Request,
}

/// The state, what it asked for and was not given yet, and everything it ever sent.
pub struct CoreHarness<D = Vec<JournalEntry>> {
    pub state: State,
    pub now: DateTime<Utc>,
    /// Asked for and not answered yet.
    pub reads: Vec<(RequestId, Read)>,
    pub writes: Vec<JournalEntry>,
    pub sends: Vec<Sent>,
    /// The services that were asked for, and everything else about profiles.
    pub connected_to: Vec<ServiceChoice>,
    pub other: Vec<Effect>,
    /// Jobs of the cache of every payment.
    pub history: Vec<HistoryJob>,
    /// Tables that were to be written, or given up.
    pub tables: Vec<TableJob>,
    /// What was asked of the database of a team.
    pub team: Vec<TeamEffect>,
    /// What was asked of the receivers of webhooks.
    pub receivers: Vec<Effect>,
    /// Notifications of the system.
    pub notified: Vec<DesktopNotification>,
    /// Reads that nobody waits for any more.
    pub given_up: Vec<RequestId>,
    /// Everything that was ever sent.
    pub sent: Vec<Sent>,
    /// The journal as it is on disk.
    pub disk: D,
    pub saved: Vec<Settings>,
    /// Exports of the journal that were asked for.
    pub exports: Vec<DateTime<Utc>>,
    pub started: usize,
    /// When each read of a payment left.
    pub payment_reads: Vec<DateTime<Utc>>,
    /// How many reads were asked for that set texts to what they are.
    pub writing_reads: usize,
    pub reads_made: usize,
    pub ticks: usize,
}

impl<D: Disk> CoreHarness<D> {
    /// Just started: nothing has answered yet.
    pub fn new(disk: D, now: DateTime<Utc>, seed: u64) -> Self {
        let mut desk = Self {
            state: at_payments(start(now, seed)),
            now,
            reads: Vec::new(),
            writes: Vec::new(),
            sends: Vec::new(),
            connected_to: Vec::new(),
            other: Vec::new(),
            history: Vec::new(),
            tables: Vec::new(),
            team: Vec::new(),
            receivers: Vec::new(),
            notified: Vec::new(),
            given_up: Vec::new(),
            sent: Vec::new(),
            disk,
            saved: Vec::new(),
            exports: Vec::new(),
            started: 0,
            payment_reads: Vec::new(),
            writing_reads: 0,
            reads_made: 0,
            ticks: 0,
        };
        let effects = desk.state.on_start();
        desk.take(effects);
        desk
    }

    pub fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.take(effects);
    }

    /// What a person asked for in one frame.
    pub fn act_all(&mut self, actions: Vec<Action>) {
        let effects = self.state.on_actions(actions);
        self.take(effects);
    }

    pub fn event(&mut self, event: Message) {
        let effects = self.state.on_message(event);
        self.take(effects);
    }

    pub fn tick(&mut self, seconds: i64) {
        self.tick_at(self.now + TimeDelta::seconds(seconds));
    }

    pub fn tick_at(&mut self, now: DateTime<Utc>) {
        self.now = now;
        self.ticks += 1;
        let effects = self.state.on_tick(now);
        self.take(effects);
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Api(ApiEffect::Connect(choice)) => {
                    self.started += 1;
                    self.connected_to.push(choice);
                }
                Effect::Api(ApiEffect::Read { profile_id, request_id, read, .. }) => {
                    assert_eq!(profile_id, self.state.profiles.current, "only the profile on screen is read");
                    self.reads_made += 1;
                    if matches!(read, Read::Payment(_)) {
                        self.payment_reads.push(self.now);
                    }
                    self.writing_reads += usize::from(read.changes_something());
                    self.reads.push((request_id, read));
                }
                Effect::Api(ApiEffect::GiveUpRead { request_id }) => {
                    self.given_up.push(request_id);
                    self.reads.retain(|(asked, _)| *asked != request_id);
                }
                Effect::Api(ApiEffect::SendOperation { profile_id, operation_id, attempt, request }) => {
                    assert_eq!(Some(&profile_id), self.state.workspace.profile.as_ref().map(|profile| &profile.id));
                    self.assert_on_disk(&operation_id, attempt);
                    let sent = Sent { operation_id, attempt, request };
                    self.sent.push(sent.clone());
                    self.sends.push(sent);
                }
                Effect::Store(StoreJob::WriteJournal(entry)) => self.writes.push(entry),
                Effect::Store(StoreJob::ExportJournal { at }) => self.exports.push(at),
                Effect::Store(StoreJob::SaveSettings(settings)) => self.saved.push(settings),
                Effect::Store(
                    StoreJob::OpenJournal
                    | StoreJob::OpenRecords
                    | StoreJob::OpenDocuments
                    | StoreJob::OpenNotes
                    | StoreJob::OpenEvents
                    | StoreJob::OpenBulkRuns,
                ) => {}
                Effect::System(SystemEffect::Listen { .. } | SystemEffect::StopListening { .. }) => {
                    self.receivers.push(effect);
                }
                Effect::System(SystemEffect::Notify(notification)) => self.notified.push(notification),
                Effect::Api(ApiEffect::TestProfile(_) | ApiEffect::SignIn(_) | ApiEffect::UploadFile { .. })
                | Effect::Store(_)
                | Effect::Secrets(_)
                | Effect::System(_) => self.other.push(effect),
                Effect::History(job) => self.history.push(job),
                Effect::Table(job) => self.tables.push(job),
                Effect::Team(effect) => self.team.push(effect),
            }
        }
    }

    /// The first rule: `prepared` and `sending(n)` are on disk before attempt `n` leaves.
    fn assert_on_disk(&self, id: &OperationId, attempt: u32) {
        let has = |step: &dyn Fn(&JournalStep) -> bool| {
            self.disk.entries().iter().any(|e| e.operation_id == *id && step(&e.step))
        };
        assert!(has(&|step| matches!(step, JournalStep::Prepared(_))), "sent without prepared");
        assert!(has(&|step| *step == JournalStep::Sending { attempt }), "sent without sending({attempt})");
        let last = self.disk.entries().iter().rfind(|e| e.operation_id == *id).map(|e| e.step.clone());
        assert_eq!(last, Some(JournalStep::Sending { attempt }), "sent after something else was written");
    }

    /// The oldest write reaches the disk.
    pub fn write(&mut self) {
        assert!(!self.writes.is_empty(), "nothing is being written");
        let entry = self.writes.remove(0);
        let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
        self.disk.append(entry);
        self.event(Message::JournalWritten { operation_id, step });
    }

    pub fn write_all(&mut self) {
        while !self.writes.is_empty() {
            self.write();
        }
    }

    /// The oldest write is refused.
    pub fn refuse_write(&mut self, refusal: JournalRefusal) {
        let entry = self.writes.remove(0);
        let (operation_id, step) = (entry.operation_id, entry.step.name());
        self.event(Message::JournalRefused { operation_id, step, refusal });
    }

    /// The oldest send is answered.
    pub fn reply(&mut self, result: Attempt) {
        let Sent { operation_id, attempt, .. } = self.sends.remove(0);
        self.event(Message::OperationAnswered { operation_id, attempt, result });
    }
}
