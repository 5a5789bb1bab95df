//! The handle that the HTTP side shares: the engine behind one lock, the connections that read beside it, and what
//! belongs to the transport alone.
//!
//! Storage blocks, so engine calls run on tokio's blocking threads. A call that has begun ends, whether or not
//! its caller still waits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::Notify;

use super::clock::SandboxClock;
use super::config::{Credentials, SandboxConfig};
use super::engine::readers::Readers;
use super::engine::{Engine, Reason, Refusal, SandboxSettings, SandboxShapes, Work};
use super::error::SandboxError;
use super::faults::Faults;
use super::hosts::AllowedHosts;
use super::rate_limit::RateLimiter;
use super::recent_answers::RecentAnswers;
use super::request_log::RequestLog;
use super::sign_ins::SignIns;
use super::storage::keys::KeyRow;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::webhook::{check, sign};

/// A sandbox with its data open; clones share it.
#[derive(Clone)]
pub struct Sandbox(Arc<SandboxShared>);

struct SandboxShared {
    /// `None` once the sandbox has stopped.
    engine: Mutex<Option<Engine>>,
    readers: Readers,
    credentials: Credentials,
    clock: SandboxClock,
    hosts: AllowedHosts,
    /// Signs the tokens of pages.
    page_secret: String,
    dispatcher_wake: Arc<Notify>,
    shapes: Mutex<ShapeSettings>,
    /// By value.
    keys: RwLock<HashMap<String, KeyRow>>,
    faults: Mutex<Faults>,
    /// For faults that answer with another request's body.
    recent_answers: Mutex<RecentAnswers>,
    limiter: Mutex<RateLimiter>,
    log: Mutex<RequestLog>,
    sign_ins: Mutex<SignIns>,
}

/// In which shapes the API answers, as every request needs to know it without waiting for the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShapeSettings {
    pub shapes: SandboxShapes,
    /// Endpoints that want a login take an API key too.
    pub login_endpoints_take_keys: bool,
}

impl ShapeSettings {
    fn of(settings: &SandboxSettings) -> Self {
        Self { shapes: settings.shapes, login_endpoints_take_keys: settings.login_endpoints_take_keys }
    }
}

/// Whether a key that was made is still honoured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyState {
    Valid,
    Revoked,
    Expired,
}

impl Sandbox {
    /// Opens or creates the data; blocks while it does.
    pub fn open(config: &SandboxConfig) -> Result<Self, SandboxError> {
        let engine = Engine::open(config)?;
        let keys = by_value(engine.keys()?);
        Ok(Self(Arc::new(SandboxShared {
            credentials: engine.credentials().clone(),
            clock: engine.clock().clone(),
            hosts: AllowedHosts::new(config.listen, &config.allowed_hosts),
            page_secret: engine.page_secret().to_owned(),
            dispatcher_wake: engine.dispatcher_wake().clone(),
            shapes: Mutex::new(ShapeSettings::of(&engine.settings())),
            readers: engine.readers(),
            engine: Mutex::new(Some(engine)),
            keys: RwLock::new(keys),
            faults: Mutex::new(Faults::new(config.seed)),
            recent_answers: Mutex::default(),
            limiter: Mutex::new(RateLimiter::new(config.rate_limit)),
            log: Mutex::default(),
            sign_ins: Mutex::default(),
        })))
    }

    pub fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    /// Notified when something falls due sooner than was known, or the clock was moved.
    pub(super) fn dispatcher_wake(&self) -> &Notify {
        &self.0.dispatcher_wake
    }

    pub(super) fn clock(&self) -> &SandboxClock {
        &self.0.clock
    }

    /// Under which names the sandbox is reached.
    pub(super) fn hosts(&self) -> &AllowedHosts {
        &self.0.hosts
    }

    /// The token that the form of a page carries; `page` is its path.
    pub(super) fn page_token(&self, page: &str) -> String {
        sign(&self.0.page_secret, page.as_bytes())
    }

    /// Whether `token` is the one of a page.
    pub(super) fn is_page_token(&self, page: &str, token: &str) -> bool {
        check(&self.0.page_secret, page.as_bytes(), token).is_ok()
    }

    /// Runs `work` with the engine on a blocking thread.
    pub(super) async fn call<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Engine) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.blocking(move |shared| shared.with_engine(work)).await
    }

    /// Runs `work`, which changes nothing, at the present moment, after everything that is due, beside other reads.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Work) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.blocking(move |shared| match shared.readers.read(work) {
            Ok(done) => done,
            Err(work) => shared.with_engine(|engine| engine.transaction(work)),
        })
        .await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SandboxShared) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let shared = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || work(&shared)).await.unwrap_or_else(|error| {
            // Nobody waits any more where the program ends.
            if !error.is_cancelled() {
                tracing::error!(%error, "a request was not carried out");
            }
            Err(Refusal::new(Reason::Internal, "the sandbox could not carry out the request"))
        })
    }

    /// Runs a unit of work at the present moment, after everything that is due, on a blocking thread.
    pub(super) async fn transaction<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Work) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.call(move |engine| engine.transaction(work)).await
    }

    /// The state of a key; `None` for one that does not exist.
    pub(super) fn key_state(&self, key: &str) -> Option<KeyState> {
        let keys = self.0.keys.read().unwrap_or_else(PoisonError::into_inner);
        let row = keys.get(key)?;
        Some(match row.expires {
            _ if row.revoked => KeyState::Revoked,
            Some(expires) if expires <= self.0.clock.now() => KeyState::Expired,
            Some(_) | None => KeyState::Valid,
        })
    }

    /// Reads the keys again after they changed.
    pub(super) async fn reload_keys(&self) -> Result<(), Refusal> {
        let keys = self.call(|engine| Ok(engine.keys()?)).await?;
        *self.0.keys.write().unwrap_or_else(PoisonError::into_inner) = by_value(keys);
        Ok(())
    }

    /// How amounts are counted: as the service does whose shapes are asked for.
    pub(super) fn units(&self) -> MinorUnits {
        match self.shapes().shapes {
            SandboxShapes::Spec => MinorUnits::Iso4217,
            SandboxShapes::Hyperswitch => MinorUnits::Hyperswitch,
        }
    }

    pub(super) fn shapes(&self) -> ShapeSettings {
        *lock(&self.0.shapes)
    }

    /// Takes over what the settings say of shapes, after they changed.
    pub(super) fn set_shapes(&self, settings: &SandboxSettings) {
        *lock(&self.0.shapes) = ShapeSettings::of(settings);
    }

    pub(super) fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.0.faults)
    }

    pub(super) fn recent_answers(&self) -> MutexGuard<'_, RecentAnswers> {
        lock(&self.0.recent_answers)
    }

    pub(super) fn limiter(&self) -> MutexGuard<'_, RateLimiter> {
        lock(&self.0.limiter)
    }

    pub(super) fn log(&self) -> MutexGuard<'_, RequestLog> {
        lock(&self.0.log)
    }

    /// Who is signed in to the dashboard.
    pub(super) fn sign_ins(&self) -> MutexGuard<'_, SignIns> {
        lock(&self.0.sign_ins)
    }

    /// Closes the data; requests that still come are answered with 500. Blocks while it does.
    pub(super) fn close(&self) -> Result<(), SandboxError> {
        self.0.readers.close();
        let engine = lock(&self.0.engine).take();
        engine.map_or(Ok(()), Engine::close)
    }
}

impl SandboxShared {
    fn with_engine<T>(&self, work: impl FnOnce(&mut Engine) -> Result<T, Refusal>) -> Result<T, Refusal> {
        match lock(&self.engine).as_mut() {
            Some(engine) => work(engine),
            None => Err(Refusal::new(Reason::Internal, "the sandbox is stopping")),
        }
    }
}

fn by_value(keys: Vec<KeyRow>) -> HashMap<String, KeyRow> {
    keys.into_iter().map(|key| (key.value.clone(), key)).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::config::DataLocation;
    use crate::storage::timers;

    fn on_disk(dir: &tempfile::TempDir) -> Sandbox {
        let data = DataLocation::Dir(dir.path().to_owned());
        Sandbox::open(&SandboxConfig { data, payments: 20, ..SandboxConfig::default() }).unwrap()
    }

    /// Both wait for each other: one after the other, neither would end.
    #[tokio::test]
    async fn reads_run_beside_each_other_and_beside_a_write() {
        let dir = tempfile::tempdir().unwrap();
        let sandbox = on_disk(&dir);
        let both = Arc::new(Barrier::new(3));
        let [one, two, writing] = std::array::from_fn(|_| both.clone());
        let count = |both: Arc<Barrier>| {
            move |work: &mut Work| {
                both.wait();
                Ok(work.index.len())
            }
        };
        let reads = (sandbox.read(count(one)), sandbox.read(count(two)), sandbox.transaction(count(writing)));
        let (one, two, writing) = tokio::join!(reads.0, reads.1, reads.2);
        assert_eq!((one.unwrap(), two.unwrap(), writing.unwrap()), (20, 20, 20));
    }

    #[tokio::test]
    async fn a_read_cannot_write_and_ends_with_the_sandbox() {
        let dir = tempfile::tempdir().unwrap();
        let sandbox = on_disk(&dir);
        let written = sandbox.read(|work| Ok(work.db.execute("DELETE FROM payment", [])?)).await;
        assert!(written.is_err());
        assert_eq!(sandbox.read(|work| Ok(work.index.len())).await.unwrap(), 20);
        sandbox.close().unwrap();
        assert!(sandbox.read(|work| Ok(work.index.len())).await.is_err());
    }

    #[tokio::test]
    async fn a_read_sees_what_falls_due_before_it() {
        let dir = tempfile::tempdir().unwrap();
        let sandbox = on_disk(&dir);
        sandbox.transaction(|work| Ok(timers::set(work.db, "unknown kind", "x", work.now)?)).await.unwrap();
        let waiting = sandbox.read(|work| Ok(timers::first_due(work.db, work.now)?)).await.unwrap();
        assert_eq!(waiting, None, "the engine did not do what was due");
    }
}
