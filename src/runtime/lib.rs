//! Executes effects: calls to the service, the store's jobs, the start of the service. Reports with events.
//!
//! It decides nothing: what to ask, when, and what an answer means is the core's business. It promises two things:
//! asking never blocks, and every effect that is owed an answer gets one, even when the code here fails.

mod allowance;
mod api;
mod calls;
pub mod clipboard;
mod clipboard_backend;
mod clock;
mod connection_test;
#[cfg(feature = "window")]
mod desktop;
#[cfg(not(feature = "window"))]
#[path = "no_desktop.rs"]
mod desktop;
mod file_choice;
mod files;
mod keys;
mod messages;
mod network;
mod notifications;
mod open_folder;
mod reads;
mod recorder;
mod secrets;
mod service;
mod sign_in;
mod system;
mod tasks;
mod team;
mod typed_path;
mod views_file;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime as TokioRuntime};

use paydesk_api::client::TimeLimits;
use paydesk_core::effect::{HistoryJob, StoreJob, TableJob};
use paydesk_core::{Effect, Message};
use paydesk_store::{HistoryStore, Store, StoreFiles, TableExporter};
use paydesk_vault::Vault;

pub use messages::Wake;
pub use network::NetworkRules;
pub use notifications::NotificationService;
pub use service::{BoxFuture, EmbeddedStarters, ServiceStarter, StartedService};

use api::ApiExecutor;
use keys::ProfileKeys;
use messages::MessageReceiver;
use recorder::Recorder;
use secrets::SecretsExecutor;
use service::Connector;
use system::SystemExecutor;
use tasks::Tasks;
use team::TeamExecutor;
use webhooks::Receivers;

/// Threads for calls; the embedded sandbox runs on them too.
const WORKERS: usize = 2;
/// Events that may wait for the window; beyond, who reports waits.
const EVENTS_MAX: usize = 1024;
/// How long ending may take when nothing else is said.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// What a runtime is made from.
#[derive(Clone)]
pub struct RuntimeConfig {
    /// Start the embedded services; each called until it has started once.
    pub embedded: EmbeddedStarters,
    pub vault: Arc<Vault>,
    pub files: StoreFiles,
    pub limits: TimeLimits,
    pub network: NetworkRules,
    pub notifications: NotificationService,
}

/// Why the runtime could not be started.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    #[error("Paydesk could not start its background threads: {0}")]
    Threads(#[source] std::io::Error),
}

/// The executors and the tokio runtime they run on; dropping it stops both.
pub struct Runtime {
    /// Both are taken when ending.
    threads: Option<TokioRuntime>,
    store: Option<Store>,
    history: Option<HistoryStore>,
    tables: Option<TableExporter>,
    api: ApiExecutor,
    secrets: SecretsExecutor,
    system: SystemExecutor,
    team: TeamExecutor,
    connector: Arc<Connector>,
    tasks: Tasks,
    receiver: MessageReceiver,
    /// An event that waits until the calls before it are reported.
    held: Option<Message>,
    recorder: Recorder,
}

impl Runtime {
    /// Starts the threads. `wake` is called after each event is put in, from any thread.
    pub fn new(config: RuntimeConfig, wake: Wake) -> Result<Self, RuntimeError> {
        let threads = Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .thread_name("paydesk-calls")
            .enable_all()
            .build()
            .map_err(RuntimeError::Threads)?;
        let recorder = Recorder::new(wake.clone());
        let (sender, receiver) = messages::channel(EVENTS_MAX, wake);
        let tasks = Tasks::new(threads.handle().clone(), sender.clone());
        let sink = sender.clone();
        let sink = Box::new(move |event| sink.send_blocking(event));
        let history_sender = sender.clone();
        let history_sink = Box::new(move |event| history_sender.send_blocking(event));
        let history = HistoryStore::start(config.files.history.clone(), history_sink).map_err(RuntimeError::Threads)?;
        let table_sender = sender.clone();
        let table_sink = Arc::new(move |event| table_sender.send_blocking(event));
        let tables = TableExporter::new(config.files.exports.clone(), table_sink);
        let store = Store::start(config.files, sink).map_err(RuntimeError::Threads)?;
        let keys = ProfileKeys::new(config.vault);
        let team = TeamExecutor::new(keys.clone(), store.keep_events(), tasks.clone());
        let limits = (config.limits, config.network, team.allowance());
        let connector = Arc::new(Connector::new(config.embedded, keys, limits, recorder.clone()));
        let receivers = Receivers::new(store.keep_events(), sender);
        Ok(Self {
            threads: Some(threads),
            store: Some(store),
            history: Some(history),
            tables: Some(tables),
            api: ApiExecutor::new(connector.clone(), tasks.clone()),
            secrets: SecretsExecutor::new(connector.clone(), tasks.clone()),
            system: SystemExecutor::new(connector.clone(), receivers, config.notifications, tasks.clone()),
            team,
            connector,
            tasks,
            receiver,
            held: None,
            recorder,
        })
    }

    /// Starts all effects, in their order, and returns at once; answers come as events.
    pub fn execute(&self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Api(effect) => self.api.execute(effect),
                Effect::Store(job) => self.send_to_store(job),
                Effect::History(job) => self.send_to_history(job),
                Effect::Table(job) => self.write_table(job),
                Effect::Secrets(effect) => self.secrets.execute(effect),
                Effect::System(effect) => self.system.execute(effect),
                Effect::Team(effect) => self.team.execute(effect),
            }
        }
    }

    fn send_to_history(&self, job: HistoryJob) {
        if let Some(refused) = self.history.as_ref().and_then(|history| history.submit(job)) {
            self.tasks.send(refused);
        }
    }

    fn write_table(&self, job: TableJob) {
        if let Some(tables) = &self.tables {
            tables.execute(job);
        }
    }

    fn send_to_store(&self, job: StoreJob) {
        if let Some(refused) = self.store.as_ref().and_then(|store| store.submit(job)) {
            self.tasks.send(refused);
        }
    }

    /// The next event, if one waits. A call that was made is reported before its answer.
    pub fn try_recv(&mut self) -> Option<Message> {
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

    fn end(&mut self, within: Duration) {
        // Nobody takes events any more: without this, who reports would wait for room.
        self.receiver.close();
        if let Some(store) = self.store.take()
            && !store.finish(within)
        {
            tracing::warn!("the journal's thread did not end in time");
        }
        if let Some(tables) = self.tables.take()
            && !tables.finish(within)
        {
            tracing::warn!("an export did not end in time");
        }
        if let Some(history) = self.history.take()
            && !history.finish(within)
        {
            tracing::warn!("the payment history's thread did not end in time");
        }
        if let Some(threads) = self.threads.take() {
            let inside = threads.enter();
            self.system.stop();
            self.connector.forget();
            drop(inside);
            threads.shutdown_timeout(within);
        }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.end(SHUTDOWN_TIMEOUT);
    }
}
