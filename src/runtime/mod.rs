//! Executes effects: calls to the service, the store's jobs, the start of the service. Reports with events.
//!
//! It decides nothing: what to ask, when, and what an answer means is the core's business. It promises two things:
//! asking never blocks, and every effect that is owed an answer gets one, even when the code here fails.

mod calls;
mod clock;
mod events;
mod file_dialog;
mod files;
mod keys;
mod reads;
mod recorder;
mod service;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::api::call::Request;
use crate::api::client::TimeLimits;
use crate::app::effect::ExportFile;
use crate::app::event::{Problem, SecretPlace};
use crate::app::features::disputes::FilePlace;
use crate::app::reads::Ticket;
use crate::app::{Effect, Event};
use crate::clipboard::{ClipboardError, SecretClipboard};
use crate::domain::ids::OperationId;
use crate::domain::secret::SecretText;
use crate::store::{Store, StoreFiles};
use crate::vault::Vault;

pub use events::Wake;
pub use service::{BoxFuture, ServiceStarter, StartedService};

use events::{EventReceiver, EventSender};
use keys::Keys;
use reads::RunningReads;
use recorder::Recorder;
use service::Connector;
use webhooks::Receivers;

/// Threads for calls; the embedded sandbox runs on them too.
const WORKERS: usize = 2;
/// Events that may wait for the window; beyond, who reports waits.
const EVENTS_MAX: usize = 1024;
/// How long ending may take when nothing else is said.
const END_WITHIN: Duration = Duration::from_secs(3);

/// What a runtime is made from.
#[derive(Clone)]
pub struct RuntimeConfig {
    /// Starts the embedded sandbox; called until it has started once.
    pub embedded: ServiceStarter,
    pub vault: Arc<Vault>,
    pub files: StoreFiles,
    pub limits: TimeLimits,
}

/// Why the runtime could not be started.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    #[error("The threads of the desk could not be started: {0}")]
    Threads(#[source] std::io::Error),
}

/// See the module.
pub struct Runtime {
    /// Both are taken when ending.
    threads: Option<tokio::runtime::Runtime>,
    store: Option<Store>,
    connector: Arc<Connector>,
    sender: EventSender,
    receiver: EventReceiver,
    /// An event that waits until the calls before it are told.
    held: Option<Event>,
    reads: RunningReads,
    receivers: Receivers,
    recorder: Recorder,
    clipboard: SecretClipboard,
}

impl Runtime {
    /// Starts the threads. `wake` is called after each event is put in, from any thread.
    pub fn new(config: RuntimeConfig, wake: Wake) -> Result<Self, RuntimeError> {
        let threads = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .thread_name("paydesk-calls")
            .enable_all()
            .build()
            .map_err(RuntimeError::Threads)?;
        let recorder = Recorder::new(wake.clone());
        let (sender, receiver) = events::channel(EVENTS_MAX, wake);
        let sink = sender.clone();
        let sink = Box::new(move |event| sink.send_blocking(event));
        let store = Store::start(config.files, sink).map_err(RuntimeError::Threads)?;
        let keys = Keys::new(config.vault);
        let connector = Arc::new(Connector::new(config.embedded, keys, config.limits, recorder.clone()));
        let reads = RunningReads::default();
        let receivers = Receivers::new(store.keep_events(), sender.clone());
        Ok(Self {
            threads: Some(threads),
            store: Some(store),
            connector,
            sender,
            receiver,
            held: None,
            reads,
            receivers,
            recorder,
            clipboard: SecretClipboard::start(),
        })
    }

    /// Starts all effects and returns at once; answers come as events.
    pub fn execute(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.execute_one(effect);
        }
    }

    /// The next event, if one waits. A call that was made is told before its answer.
    pub fn try_recv(&mut self) -> Option<Event> {
        let event = self.held.take().or_else(|| self.receiver.try_recv());
        match self.recorder.take() {
            Some(calls) => {
                self.held = event;
                Some(calls)
            }
            None => event,
        }
    }

    /// Ends within about `within`: entries already given to the journal are written, calls under way are given up.
    /// What was being sent is taken up again at the next start, by reading.
    pub fn shutdown(mut self, within: Duration) {
        self.end(within);
    }

    fn execute_one(&self, effect: Effect) {
        let connector = self.connector.clone();
        match effect {
            Effect::Connect(choice) => {
                connector.choose(&choice);
                let owed = service::failed_by_panic(&choice);
                self.report(calls::guarded(async move { connector.connect(choice).await }, owed));
            }
            Effect::TestProfile { number, profile, key } => {
                let owed = move || Event::ProfileTested { number, result: Err(service::fault()) };
                self.report(calls::guarded(async move { connector.test(number, profile, key).await }, owed));
            }
            Effect::KeepSecret { profile_id, kind, secret } => {
                let place = SecretPlace::ThisSession(service::fault());
                let lost = Event::SecretKept { profile_id: profile_id.clone(), kind, place };
                let keep = async move { connector.keep_secret(profile_id, kind, secret).await };
                self.report(calls::guarded(keep, move || lost));
            }
            Effect::FindAdminKey { profile_id } => {
                let lost = Event::AdminKeyLookedFor { profile_id: profile_id.clone(), result: Err(service::fault()) };
                let find = async move { connector.find_admin_key(profile_id).await };
                self.report(calls::guarded(find, move || lost));
            }
            Effect::FindSandboxSecret => {
                let find = async move { connector.find_sandbox_secret() };
                self.report(calls::guarded(find, || Event::SandboxSecretFound { secret: None }));
            }
            Effect::ForgetSecrets { profile_id } => {
                let lost = Event::SecretsForgotten { profile_id: profile_id.clone(), problem: Some(service::fault()) };
                let forget = async move { connector.forget_secrets(profile_id).await };
                self.report(calls::guarded(forget, move || lost));
            }
            Effect::Read { ticket, read } => {
                let owed = calls::read_lost(ticket, &read);
                let read = calls::read(connector.current(), ticket, read);
                self.report_read(ticket, calls::guarded(read, owed));
            }
            Effect::GiveUpRead { ticket } => self.reads.give_up(ticket),
            Effect::SendOperation { profile_id, operation_id, attempt, request } => {
                self.send_operation(profile_id, operation_id, attempt, request);
            }
            Effect::ChooseFile { place } => self.choose_file(place),
            Effect::Listen { profile_id, port } => self.listen(profile_id, port),
            Effect::StopListening { profile_id } => self.receivers.stop(&profile_id),
            Effect::UploadFile { place, path } => self.upload(place, path),
            Effect::CopySecret(secret) => self.copy_secret(secret),
            Effect::SaveExports { files, at } => self.save_exports(files, at),
            // Everything else is the store's.
            effect => self.report_refusal(self.store.as_ref().and_then(|store| hand_over(store, effect))),
        }
    }

    fn save_exports(&self, files: Vec<ExportFile>, at: DateTime<Utc>) {
        self.report_refusal(self.store.as_ref().and_then(|store| store.save_exports(files, at)));
    }

    /// Runs `work` on the threads; its event waits for room there, never here.
    fn report(&self, work: impl Future<Output = Event> + Send + 'static) {
        if let Some(threads) = &self.threads {
            let sender = self.sender.clone();
            threads.spawn(async move { sender.send(work.await).await });
        }
    }

    /// The same for a read, which can be given up.
    fn report_read(&self, ticket: Ticket, work: impl Future<Output = Event> + Send + 'static) {
        if let Some(threads) = &self.threads {
            let (sender, reads) = (self.sender.clone(), self.reads.clone());
            let started = self.reads.begin(ticket);
            threads.spawn(async move {
                if let Some(event) = started.run(work).await {
                    reads.end(ticket);
                    sender.send(event).await;
                }
            });
        }
    }

    /// The value of a new key is told before the answer that it came with.
    fn send_operation(&self, profile_id: String, operation_id: OperationId, attempt: u32, request: Request) {
        let (connector, values) = (self.connector.clone(), self.sender.clone());
        let owed = calls::operation_lost(operation_id.clone(), attempt);
        let send = async move {
            let line = connector.line_for(&profile_id, &request).await;
            let (value, answer) = calls::operation(line, operation_id, attempt, &request).await;
            if let Some(value) = value {
                values.send(value).await;
            }
            answer
        };
        self.report(calls::guarded(send, owed));
    }

    fn choose_file(&self, place: FilePlace) {
        let lost = Event::FileChosen { place: place.clone(), result: Err(file_dialog::fault()) };
        let choose = async move { Event::FileChosen { place, result: file_dialog::choose().await } };
        self.report(calls::guarded(choose, move || lost));
    }

    fn listen(&self, profile_id: String, port: u16) {
        let lost = Event::ReceiverChanged { profile_id: profile_id.clone(), result: Err(webhooks::fault()) };
        let (connector, receivers) = (self.connector.clone(), self.receivers.clone());
        let listen = async move {
            let result = webhooks::listen(&connector, &receivers, &profile_id, port).await;
            Event::ReceiverChanged { profile_id, result }
        };
        self.report(calls::guarded(listen, move || lost));
    }

    fn upload(&self, place: FilePlace, path: String) {
        let lost = Event::FileUploaded { place: place.clone(), result: Err(files::fault()) };
        let line = self.connector.current();
        let upload = async move { Event::FileUploaded { place, result: files::upload(line, path).await } };
        self.report(calls::guarded(upload, move || lost));
    }

    fn copy_secret(&self, secret: SecretText) {
        let sender = self.sender.clone();
        let copied = move |result: Result<(), ClipboardError>| {
            let problem = result.err().map(|error| Problem {
                what: format!("The secret was not copied: {error}"),
                what_to_do: "Show it and type it, or try again".to_owned(),
            });
            sender.send_blocking(Event::SecretCopied { problem });
        };
        self.clipboard.copy(secret, Box::new(copied));
    }

    fn report_refusal(&self, refusal: Option<Event>) {
        if let Some(event) = refusal {
            self.report(std::future::ready(event));
        }
    }

    fn end(&mut self, within: Duration) {
        // Nobody takes events any more: without this, who reports would wait for room.
        self.receiver.close();
        if let Some(store) = self.store.take()
            && !store.finish(within)
        {
            tracing::warn!("the journal's thread did not end in time");
        }
        if let Some(threads) = self.threads.take() {
            let inside = threads.enter();
            self.receivers.stop_all();
            self.connector.forget();
            drop(inside);
            threads.shutdown_timeout(within);
        }
    }
}

/// Gives the store what is its to do; what it refuses at once.
fn hand_over(store: &Store, effect: Effect) -> Option<Event> {
    match effect {
        Effect::OpenJournal => store.open_journal(),
        Effect::WriteJournal(entry) => store.write(entry),
        Effect::ExportJournal { at } => store.export_journal(at),
        Effect::OpenRecords => store.open_records(),
        Effect::KeepRecord(record) => store.keep_record(record),
        Effect::KeepRecords(records) => store.keep_records(records),
        Effect::OpenPapers => store.open_papers(),
        Effect::KeepPaper { revision, paper } => store.keep_paper(revision, paper),
        Effect::OpenEvents => store.open_events(),
        Effect::NoteEvents(notes) => store.note_events(notes),
        Effect::ExportEvents { profile_id, at } => store.export_events(profile_id, at),
        Effect::ReadOlderEvents { profile_id, before, most } => store.read_older_events(profile_id, before, most),
        Effect::SaveProfiles(profiles) => {
            store.save_profiles(profiles);
            None
        }
        Effect::SaveSettings(settings) => {
            store.save_settings(settings);
            None
        }
        Effect::Connect(_)
        | Effect::TestProfile { .. }
        | Effect::KeepSecret { .. }
        | Effect::FindAdminKey { .. }
        | Effect::FindSandboxSecret
        | Effect::ForgetSecrets { .. }
        | Effect::Read { .. }
        | Effect::GiveUpRead { .. }
        | Effect::SendOperation { .. }
        | Effect::ChooseFile { .. }
        | Effect::SaveExports { .. }
        | Effect::UploadFile { .. }
        | Effect::Listen { .. }
        | Effect::StopListening { .. }
        | Effect::CopySecret(_) => None,
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.end(END_WITHIN);
    }
}
