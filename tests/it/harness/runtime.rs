//! The core on the real runtime, with journal, vault and client: Paydesk without its window.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk::api::client::TimeLimits;
use paydesk::api::rate_limit::RateHeaders;
use paydesk::app::operations::Phase;
use paydesk::app::operations::resolution_schedule::WORKER_LAG_S;
use paydesk::app::settings::HistorySettings;
use paydesk::app::{Action, Message, State};
use paydesk::domain::profile::ProfileId;
use paydesk::runtime::{NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter};
use paydesk::vault::Vault;

use super::{at_payments, dated, dated_answer, start};
use crate::store::worker::files;
use crate::waiting::{PATIENCE, step_while};

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

    /// One turn of the loop. However slow the disk of a busy machine is, it is no reason to refuse what is sent: the
    /// clock stands still while an attempt is being recorded.
    pub fn step(&mut self) {
        if self.is_recording_an_attempt() {
            self.ahead = self.state.now - Utc::now();
        }
        let effects = self.state.on_tick(self.now());
        self.runtime.execute(effects);
        while let Some(event) = self.runtime.try_recv() {
            let event = self.dated(event);
            let effects = self.state.on_message(event);
            self.runtime.execute(effects);
        }
    }

    /// What came of a call, as a service tells it whose clock goes as the one that is shown.
    fn dated(&self, event: Message) -> Message {
        let at = |rate: &RateHeaders| {
            DateTime::from_timestamp(rate.date_unix_s.unwrap_or_default(), 0).unwrap_or_default() + self.ahead
        };
        match event {
            Message::ReadAnswered { request_id, answer, rate } => {
                Message::ReadAnswered { request_id, answer, rate: rate.map(|rate| dated(rate, at(&rate))) }
            }
            Message::OperationAnswered { operation_id, attempt, result } => {
                let now = result.rate().map(at).unwrap_or_default();
                Message::OperationAnswered { operation_id, attempt, result: dated_answer(result, now) }
            }
            other => other,
        }
    }

    /// Turns the loop until `predicate` holds. The time in which a refusal is looked into passes at once.
    #[track_caller]
    pub fn until(&mut self, what: &str, predicate: impl Fn(&State) -> bool) {
        let began = Instant::now();
        let seen = step_while(
            || began.elapsed() < PATIENCE,
            || {
                self.step();
                let is_over = predicate(&self.state);
                if !is_over && self.awaits_other_workers() {
                    self.ahead += TimeDelta::seconds(WORKER_LAG_S);
                }
                is_over.then_some(())
            },
        );
        assert!(seen.is_some(), "waited in vain until {what}\n{}", self.reported());
    }

    /// What the desk would tell of its operations and in its messages, for the test that fails.
    fn reported(&self) -> String {
        let operations = &self.state.workspace.operations;
        let open = operations.open().iter().map(|operation| format!("open: {:?}", operation.phase));
        let ended = operations.ended().map(|operation| format!("ended: {:?}", operation.phase));
        let toasts = self.state.toasts.shown().iter().map(|toast| format!("message: {}", toast.text));
        open.chain(ended).chain(toasts).collect::<Vec<_>>().join("\n")
    }

    fn is_recording_an_attempt(&self) -> bool {
        self.state.workspace.operations.open().iter().any(|operation| operation.phase == Phase::Starting)
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
