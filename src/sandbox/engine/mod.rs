//! The rules of the service, without HTTP: what may be asked, what happens then, what falls due with time.
//!
//! One engine, one caller at a time: whoever holds it sees the effects of everything that is due. Each resource has a
//! module with its input, its transitions and functions over a [`Work`], in which all of them read and change things.
//! They build on shared parts (`work`, `fields`, `page`, `events`, `timers`, `index`, `cards`) and know neither the
//! engine nor, but for the payments and customers they build upon, each other; `dispatch` hands over what falls due,
//! `past_events` gathers what a new webhook is told.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

pub mod acquirer;
pub mod analytics;
pub mod api_keys;
pub mod cards;
pub mod customers;
mod dispatch;
pub mod disputes;
pub mod events;
pub mod fields;
pub mod files;
pub mod index;
pub mod page;
pub mod past_events;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod readers;
pub mod refunds;
mod refusal;
pub mod settings;
pub mod subscriptions;
pub mod timers;
pub mod webhooks;
mod work;

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use rusqlite::Connection;
use tokio::sync::Notify;

pub use self::refusal::{Reason, Refusal, quoted};
pub use self::settings::{
    ListEnd, RefundChecks, SandboxSettings, SandboxSettingsChange, SandboxShapes, SignatureEncoding,
};
pub use self::work::Work;

use self::index::{LoadedIndex, PaymentIndex};
use self::readers::{Readers, SharedPublished};
use self::timers::Timer;
use self::webhooks::{DeliveryReport, OutgoingDelivery};
use self::work::Committed;
use super::clock::{ClockError, ClockReading, ClockSetting, ClockStart, SandboxClock};
use super::config::{Credentials, DataLocation, SandboxConfig};
use super::error::SandboxError;
use super::hosts::AllowedHosts;
use super::rng::new_key;
use super::seed::{self, SeedPlan};
use super::storage::ledger::LedgerRow;
use super::storage::{self, OpenData};

/// Names of what is stored beside the rows.
const CREDENTIALS: &str = "credentials";
const SETTINGS: &str = "settings";
const CLOCK: &str = "clock";
const PAGE_SECRET: &str = "page_secret";
/// From how many payments on that had to be read one by one the index is stored at once, not only at the end.
const ROWS_WORTH_STORING: usize = 10_000;

/// What the webhook dispatcher has to do next.
#[derive(Debug, Default)]
pub struct PollResult {
    pub outgoing: Vec<OutgoingDelivery>,
    /// How long until something falls due by itself; `None` where nothing does, or the clock is frozen.
    pub sleep: Option<Duration>,
}

/// The service's state and rules.
pub struct Engine {
    db: Connection,
    /// Held while the data is open, so that a second sandbox is refused.
    _lock: Option<File>,
    location: DataLocation,
    clock: SandboxClock,
    /// The latest moment anything was dated with: time never goes back, even where the host's clock does.
    latest: DateTime<Utc>,
    /// The payments' index and the settings.
    published: SharedPublished,
    /// What a reset goes back to.
    start_settings: SandboxSettings,
    credentials: Credentials,
    /// Where pages of the sandbox are reached, without a slash at the end.
    base_url: String,
    /// Signs the tokens of pages.
    page_secret: String,
    /// Notified when something falls due sooner than was known, or the clock was moved.
    dispatcher_wake: Arc<Notify>,
    /// The earliest moment that something falls due at, as the dispatcher knows it.
    next_due: Option<DateTime<Utc>>,
}

impl Engine {
    /// Opens the data; new data gets credentials and the seed shop.
    pub fn open(config: &SandboxConfig) -> Result<Self, SandboxError> {
        let OpenData { db, lock } = storage::open(&config.data)?;
        let stored: Option<Credentials> = storage::named(&db, CREDENTIALS)?;
        let is_new = stored.is_none();
        let credentials = stored.unwrap_or_else(|| Credentials::generate(config.seed)).with(&config.credentials)?;
        let clock = SandboxClock::start(config.clock);
        if let Some(stored) = storage::named::<ClockSetting>(&db, CLOCK)? {
            clock.restore(stored);
        }
        let asked = SandboxSettingsChange {
            refund_checks: config.refund_checks,
            review_status: config.review_status.clone(),
            shapes: config.shapes,
            ..SandboxSettingsChange::default()
        };
        let settings = storage::named::<SandboxSettings>(&db, SETTINGS)?.unwrap_or_default().with(asked.clone());
        let start_settings = SandboxSettings::default().with(asked);
        let latest = clock.now();
        let page_secret = storage::named(&db, PAGE_SECRET)?.unwrap_or_else(|| new_key("page"));
        let published = SharedPublished::default();
        published.write().settings = settings.clone();
        let mut engine = Self {
            db,
            _lock: lock,
            location: config.data.clone(),
            clock,
            latest,
            published,
            start_settings,
            credentials,
            base_url: AllowedHosts::new(config.listen, &config.allowed_hosts).base_url().to_owned(),
            page_secret,
            dispatcher_wake: Arc::default(),
            next_due: None,
        };
        if is_new {
            engine.fill(SeedPlan { seed: config.seed, payments: config.payments })?;
            storage::set_named(&engine.db, CLOCK, &engine.clock.setting())?;
        } else {
            engine.load_index()?;
        }
        storage::set_named(&engine.db, SETTINGS, &settings)?;
        engine.rename_reviews()?;
        storage::set_named(&engine.db, PAGE_SECRET, &engine.page_secret)?;
        // Last, so that a start that was killed half way begins again.
        engine.store_credentials()?;
        Ok(engine)
    }

    fn store_credentials(&mut self) -> rusqlite::Result<()> {
        let transaction = self.db.transaction()?;
        storage::set_named(&transaction, CREDENTIALS, &self.credentials)?;
        let credentials = &self.credentials;
        storage::keys::insert(&transaction, "key_secret", &credentials.api_key)?;
        storage::keys::insert(&transaction, "key_publishable", &credentials.publishable_key)?;
        storage::keys::insert(&transaction, "key_admin", &credentials.admin_key)?;
        transaction.commit()
    }

    fn load_index(&mut self) -> rusqlite::Result<()> {
        let LoadedIndex { index, rows_read } = PaymentIndex::load(&self.db)?;
        let newest = index.newest_ms().and_then(DateTime::from_timestamp_millis);
        self.latest = newest.map_or(self.latest, |newest| newest.max(self.latest));
        let mut published = self.published.write();
        published.payments = index;
        published.latest = self.latest;
        drop(published);
        if rows_read >= ROWS_WORTH_STORING {
            self.store_index()?;
        }
        // What was read for it is not read again.
        self.db.execute_batch("PRAGMA shrink_memory")
    }

    /// Stores the index, so that the next start need not read every payment.
    fn store_index(&mut self) -> rusqlite::Result<()> {
        if matches!(self.location, DataLocation::InMemory) {
            return Ok(());
        }
        let transaction = self.db.transaction()?;
        self.published.read().payments.store(&transaction)?;
        transaction.commit()
    }

    /// Connections that read beside the engine.
    pub fn readers(&self) -> Readers {
        let (published, clock) = (self.published.clone(), self.clock.clone());
        Readers::new(published, clock, self.credentials.clone(), self.base_url.clone(), self.location.clone())
    }

    pub fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    pub fn page_secret(&self) -> &str {
        &self.page_secret
    }

    pub fn clock(&self) -> &SandboxClock {
        &self.clock
    }

    /// Notified when a [poll](Engine::poll) would find something.
    pub fn dispatcher_wake(&self) -> &Arc<Notify> {
        &self.dispatcher_wake
    }

    pub fn settings(&self) -> SandboxSettings {
        self.published.read().settings.clone()
    }

    /// All API keys, revoked ones too.
    pub fn keys(&self) -> rusqlite::Result<Vec<storage::keys::KeyRow>> {
        storage::keys::all(&self.db)
    }

    /// Changes switches and stores them.
    pub fn change_settings(&mut self, change: SandboxSettingsChange) -> Result<SandboxSettings, Refusal> {
        let settings = self.settings().with(change);
        storage::set_named(&self.db, SETTINGS, &settings)?;
        self.published.write().settings = settings.clone();
        self.rename_reviews()?;
        Ok(settings)
    }

    /// Payments that are held already get the name that manual review has now.
    fn rename_reviews(&mut self) -> rusqlite::Result<()> {
        let mut published = self.published.write();
        let review = published.settings.review();
        if published.payments.holds_review_other_than(&review) {
            storage::payments::rename_reviews(&self.db, &review)?;
            published.payments = PaymentIndex::load(&self.db)?.index;
        }
        Ok(())
    }

    /// Moves the clock ahead and runs what falls due on the way.
    pub fn advance_clock(&mut self, seconds: i64) -> Result<ClockReading, Refusal> {
        self.clock.advance(seconds)?;
        self.store_clock()
    }

    /// Stops the clock, or lets it go on.
    pub fn freeze_clock(&mut self, frozen: bool) -> Result<ClockReading, Refusal> {
        self.clock.freeze(frozen);
        self.store_clock()
    }

    fn store_clock(&mut self) -> Result<ClockReading, Refusal> {
        storage::set_named(&self.db, CLOCK, &self.clock.setting())?;
        self.dispatcher_wake.notify_one();
        self.run_due_timers()?;
        Ok(self.clock.reading())
    }

    /// The rows of the ledger after `seq`, oldest first.
    pub fn ledger(&mut self, after: i64, limit: i64) -> Result<Vec<LedgerRow>, Refusal> {
        self.run_due_timers()?;
        Ok(storage::ledger::after(&self.db, after, limit)?)
    }

    /// Empties the shop and fills it again. Credentials, settings and clock stay.
    pub fn reseed(&mut self, plan: SeedPlan) -> Result<(), Refusal> {
        Ok(self.fill(plan)?)
    }

    /// Back to the start: like [`Engine::reseed`], with the clock on the host's time, all
    /// switches as it was started with, all keys valid and no webhooks.
    pub fn reset(&mut self, plan: SeedPlan) -> Result<(), Refusal> {
        self.clock.restore(SandboxClock::start(ClockStart::Host).setting());
        self.published.write().settings = self.start_settings.clone();
        storage::set_named(&self.db, CLOCK, &self.clock.setting())?;
        storage::set_named(&self.db, SETTINGS, &self.start_settings)?;
        storage::keys::restore_all(&self.db)?;
        storage::webhooks::clear(&self.db)?;
        self.fill(plan)?;
        Ok(())
    }

    /// Records `reports`, runs what is due, and says what the dispatcher has to do next; webhooks that are still being
    /// sent to, by their `seq`, get nothing new.
    pub fn poll(&mut self, reports: &[DeliveryReport], busy: &[i64]) -> Result<PollResult, Refusal> {
        self.record_reports(reports)?;
        let due = self.transaction(|work| webhooks::due(work, busy))?;
        self.next_due = due.next_due;
        let runs = !self.clock.reading().frozen;
        let sleep = due.next_due.filter(|_| runs).map(|next| (next - self.latest).to_std().unwrap_or_default());
        Ok(PollResult { outgoing: due.outgoing, sleep })
    }

    /// Records what became of webhook requests.
    pub fn record_reports(&mut self, reports: &[DeliveryReport]) -> Result<(), Refusal> {
        if reports.is_empty() {
            return Ok(());
        }
        self.transact(|work| webhooks::record_reports(work, reports))
    }

    fn fill(&mut self, plan: SeedPlan) -> rusqlite::Result<()> {
        let now = self.clock.now();
        let transaction = self.db.transaction()?;
        storage::clear(&transaction)?;
        let shapes = self.published.read().settings.shapes;
        let index = seed::fill(&transaction, plan, now, shapes)?;
        let mut published = self.published.write();
        transaction.commit()?;
        published.payments = index;
        published.latest = now;
        drop(published);
        self.latest = now;
        self.rename_reviews()?;
        self.store_index()?;
        self.dispatcher_wake.notify_one();
        // A large shop would leave a log of its own size behind.
        storage::checkpoint(&self.db)
    }

    /// Ends cleanly: what is in the log goes into the database file.
    pub fn close(mut self) -> Result<(), SandboxError> {
        self.store_index()?;
        storage::checkpoint(&self.db)?;
        self.db.close().map_err(|(_, error)| error.into())
    }

    /// Sandbox time; never earlier than what it returned before.
    fn now(&mut self) -> DateTime<Utc> {
        self.latest = self.latest.max(self.clock.now());
        self.latest
    }

    /// Runs a unit of work at the present moment, after everything that is due.
    pub fn transaction<T>(&mut self, work: impl FnOnce(&mut Work) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.run_due_timers()?;
        self.transact(work)
    }

    fn transact<T>(&mut self, work: impl FnOnce(&mut Work) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let now = self.now();
        let transaction = self.db.transaction()?;
        let published = self.published.read();
        let (settings, index) = (published.settings.clone(), &published.payments);
        let mut unit = Work::new(&transaction, now, settings, &self.credentials, &self.base_url, index);
        let done = work(&mut unit)?;
        dispatch::deliver_notices(&mut unit)?;
        let Committed { payment_keys, earliest_due } = unit.finish();
        drop(published);
        // No read begins between the rows and the index.
        let mut published = self.published.write();
        transaction.commit()?;
        payment_keys.iter().for_each(|row| published.payments.set(row));
        published.latest = now;
        drop(published);
        self.wake_dispatcher_for(earliest_due);
        Ok(done)
    }

    /// Notifies when `due` comes before everything that is waited for.
    fn wake_dispatcher_for(&self, due: Option<DateTime<Utc>>) {
        if due.is_some_and(|due| self.next_due.is_none_or(|next| due < next)) {
            self.dispatcher_wake.notify_one();
        }
    }

    /// Does what is due, in order, each dated with the moment it was due.
    fn run_due_timers(&mut self) -> Result<(), Refusal> {
        let now = self.now();
        if storage::timers::first_due(&self.db, now)?.is_none() {
            return Ok(());
        }
        self.transact(|work| {
            while let Some(due) = storage::timers::first_due(work.db, now)? {
                storage::timers::remove(work.db, &due.kind, &due.object_id)?;
                work.now = due.due;
                match Timer::from_word(&due.kind) {
                    Some(timer) => dispatch::fire(work, timer, &due.object_id)?,
                    None => tracing::warn!(kind = due.kind, "a timer of an unknown kind was dropped"),
                }
                dispatch::deliver_notices(work)?;
            }
            Ok(())
        })
    }
}

impl From<ClockError> for Refusal {
    fn from(error: ClockError) -> Self {
        Self::new(Reason::Invalid, error.to_string())
    }
}
