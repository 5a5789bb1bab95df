//! The core on the real runtime, with journal, vault and client: Paydesk without its window.

use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk::api::client::TimeLimits;
use paydesk::app::operations::Phase;
use paydesk::app::operations::resolution_schedule::WORKER_LAG_S;
use paydesk::app::settings::HistorySettings;
use paydesk::app::{Action, State};
use paydesk::domain::profile::ProfileId;
use paydesk::runtime::{NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter};
use paydesk::vault::Vault;

use super::{at_payments, start};
use crate::store::worker::files;
use crate::waiting::{PATIENCE, step_until};

/// Limits that nothing reaches, however busy the machine is.
pub const PATIENT: TimeLimits = TimeLimits { connect: PATIENCE, operation: PATIENCE, read: PATIENCE, stall: PATIENCE };

/// The state, the runtime that executes its effects, and the clock they are shown.
pub struct RuntimeHarness {
    pub state: State,
    runtime: Runtime,
    /// How far the clock it is shown is ahead of the machine's.
    pub ahead: TimeDelta,
}

impl RuntimeHarness {
    /// Paydesk with its data in `data` whose embedded service is started by `embedded`.
    pub fn starting(embedded: ServiceStarter, data: &Path, limits: TimeLimits) -> Self {
        let config = RuntimeConfig {
            embedded: embedded.into(),
            vault: Arc::new(Vault::start()),
            files: files(data),
            limits,
            network: NetworkRules::default(),
            notifications: NotificationService::Off,
        };
        let runtime = Runtime::new(config, Arc::new(|_| ())).unwrap();
        let mut state = at_payments(start(Utc::now(), uuid::Uuid::new_v4().as_u64_pair().0));
        // What is asked of the service is what a test asks, and its faults meet nothing else.
        let nothing_in_the_background = HistorySettings { is_off: true, ..HistorySettings::default() };
        state.settings.histories.insert(ProfileId::embedded(), nothing_in_the_background);
        runtime.execute(state.on_start());
        Self { state, runtime, ahead: TimeDelta::zero() }
    }

    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.ahead
    }

    /// One turn of the loop.
    pub fn step(&mut self) {
        let effects = self.state.on_tick(self.now());
        self.runtime.execute(effects);
        while let Some(event) = self.runtime.try_recv() {
            let effects = self.state.on_message(event);
            self.runtime.execute(effects);
        }
    }

    /// Turns the loop until `predicate` holds. The time in which a refusal is looked into passes at once.
    #[track_caller]
    pub fn until(&mut self, what: &str, predicate: impl Fn(&State) -> bool) {
        step_until(what, || {
            self.step();
            let is_over = predicate(&self.state);
            if !is_over && self.awaits_other_workers() {
                self.ahead += TimeDelta::seconds(WORKER_LAG_S);
            }
            is_over.then_some(())
        });
    }

    /// Whether a read showed nothing of what was refused, and the next one waits until it is sure.
    fn awaits_other_workers(&self) -> bool {
        self.state.workspace.operations.open().iter().any(|operation| match &operation.phase {
            Phase::Unknown(unknown) => {
                operation.looks_into_refusal() && unknown.next_read_at.is_some_and(|at| at > self.now())
            }
            _ => false,
        })
    }

    pub fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.runtime.execute(effects);
    }

    /// The end of the process, in good order.
    pub fn close(self) {
        self.runtime.shutdown(PATIENCE);
    }
}
