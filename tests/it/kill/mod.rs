//! A desk that is killed while it works, fifty times: nothing is lost, nothing is sent twice.
//!
//! The desk at work is this very test binary, started again ([`worker`]): core, runtime, journal and client are the real
//! ones. The sandbox lives on in the parent, behind a relay that tells when nothing of the dead is under way any more.

mod rounds;
mod worker;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk::api::client::TimeLimits;
use paydesk::app::profiles::SavedProfiles;
use paydesk::app::settings::Settings;
use paydesk::app::state::Start;
use paydesk::app::zone::Zone;
use paydesk::app::{Action, State};
use paydesk::domain::profile::Profile;
use paydesk::domain::secret::ApiKey;
use paydesk::runtime::{Runtime, RuntimeConfig, ServiceStarter, StartedService};
use paydesk::vault::Vault;

use crate::store::worker::files;
use crate::waiting::step_until;

/// No answer is lost by time here.
const LIMITS: TimeLimits = TimeLimits {
    connect: Duration::from_secs(10),
    operation: Duration::from_secs(10),
    read: Duration::from_secs(10),
    stall: Duration::from_secs(10),
};

/// A desk without a window, on a clock that can be put forward.
struct Desk {
    state: State,
    runtime: Runtime,
    ahead: TimeDelta,
}

impl Desk {
    /// A desk that has opened the journal in `data` and found its service.
    fn open(base_url: &str, key: &str, data: &Path) -> Self {
        let config = RuntimeConfig {
            embedded: starter(base_url.to_owned(), key.to_owned()),
            vault: Arc::new(Vault::start()),
            files: files(data),
            limits: LIMITS,
        };
        let runtime = Runtime::new(config, Arc::new(|| ())).unwrap();
        let (settings, local_zone, operator) = (Settings::default(), Zone::default(), "test".to_owned());
        let seed = uuid::Uuid::new_v4().as_u64_pair().0;
        let mut state = State::new(Start {
            now: Utc::now(),
            seed,
            settings,
            profiles: SavedProfiles::default(),
            local_zone,
            operator,
        });
        runtime.execute(state.on_start());
        let mut desk = Self { state, runtime, ahead: TimeDelta::zero() };
        desk.until("the desk is ready", |state| state.read_only_reason().is_none());
        desk
    }

    fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.ahead
    }

    /// One turn of the loop.
    fn step(&mut self) {
        let effects = self.state.on_tick(self.now());
        self.runtime.execute(effects);
        while let Some(event) = self.runtime.try_recv() {
            let effects = self.state.on_event(event);
            self.runtime.execute(effects);
        }
    }

    #[track_caller]
    fn until(&mut self, what: &str, predicate: impl Fn(&State) -> bool) {
        step_until(what, || {
            self.step();
            predicate(&self.state).then_some(())
        });
    }

    fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.runtime.execute(effects);
    }
}

fn starter(base_url: String, key: String) -> ServiceStarter {
    Arc::new(move || {
        let profile = Profile::embedded_sandbox(base_url.clone());
        let key = ApiKey::parse(&key).unwrap();
        Box::pin(async move {
            Ok(StartedService { profile, key, admin_key: None, webhook_secret: None, keep: Box::new(()) })
        })
    })
}
