//! The core on the real runtime, with journal, vault and client: Paydesk without its window.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::client::TimeLimits;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::operations::Phase;
use paydesk_core::operations::resolution_schedule::WORKER_LAG_S;
use paydesk_core::settings::HistorySettings;
use paydesk_core::{Action, Message, State};
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::ApiKey;
use paydesk_runtime::{NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter, StartedService};
use paydesk_store::StoreFiles;
use paydesk_test_basics::waiting::{PATIENCE, step_while};
use paydesk_test_core::{at_payments, dated, dated_answer, start};
use paydesk_vault::Vault;

/// Limits that nothing reaches, however busy the machine is.
pub const PATIENT: TimeLimits = TimeLimits { connect: PATIENCE, operation: PATIENCE, read: PATIENCE, stall: PATIENCE };

/// Starts the embedded sandbox by taking a service that runs already.
pub fn starter(base_url: String, key: String) -> ServiceStarter {
    Arc::new(move || {
        let profile = Profile::embedded_sandbox(base_url.clone());
        let key = ApiKey::parse(&key).unwrap();
        Box::pin(async move {
            Ok(StartedService { profile, key, admin_key: None, webhook_secret: None, keep: Box::new(()) })
        })
    })
}

/// The state, the runtime that executes its effects, and the clock they are shown.
pub struct RuntimeHarness {
    pub state: State,
    runtime: Runtime,
    /// How far the clock it is shown is ahead of the machine's, but for the time it stood still.
    pub ahead: TimeDelta,
    standstills: Standstills,
}

/// How far the shown clock goes at most while an attempt is being recorded.
const RECORDING_MAX: TimeDelta = TimeDelta::seconds(2);

/// When the shown clock stood still, by the machine's.
struct Standstills {
    spans: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    looked_at: DateTime<Utc>,
    /// How far it went since an attempt is being recorded.
    went: TimeDelta,
}

impl Standstills {
    /// Whether an attempt is being recorded since the last look.
    fn look(&mut self, is_recording: bool) {
        let now = Utc::now();
        let passed = now - std::mem::replace(&mut self.looked_at, now);
        let stood = match is_recording {
            true => (passed - (RECORDING_MAX - self.went)).max(TimeDelta::zero()),
            // Whole seconds in all: `Date` is in seconds, and would seem to be of another clock.
            false => passed.min(self.until_whole()),
        };
        self.went = if is_recording { self.went + passed - stood } else { TimeDelta::zero() };
        if stood > TimeDelta::zero() {
            self.spans.push((now - stood, now));
        }
    }

    fn until_whole(&self) -> TimeDelta {
        let stood: TimeDelta = self.spans.iter().map(|(since, until)| *until - *since).sum();
        TimeDelta::seconds(1) * i32::from(stood.subsec_nanos() > 0)
            - TimeDelta::nanoseconds(stood.subsec_nanos().into())
    }

    /// For how long it had stood still at `at`.
    fn until(&self, at: DateTime<Utc>) -> TimeDelta {
        self.spans.iter().map(|(since, until)| ((*until).min(at) - since).max(TimeDelta::zero())).sum()
    }
}

impl RuntimeHarness {
    /// Paydesk with its data in `data` whose embedded service is started by `embedded`.
    pub fn starting(embedded: ServiceStarter, data: &Path, limits: TimeLimits) -> Self {
        let config = RuntimeConfig {
            embedded: embedded.into(),
            vault: Arc::new(Vault::start()),
            files: StoreFiles::in_dir(data),
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
        let standstills = Standstills { spans: Vec::new(), looked_at: Utc::now(), went: TimeDelta::zero() };
        Self { state, runtime, ahead: TimeDelta::zero(), standstills }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.shown_at(Utc::now())
    }

    /// What the shown clock says when the machine's says `at`.
    fn shown_at(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        at + self.ahead - self.standstills.until(at)
    }

    /// One turn of the loop. However slow the disk of a busy machine is, it is no reason to refuse what is sent: the
    /// clock stands still while an attempt is being recorded.
    pub fn step(&mut self) {
        self.standstills.look(self.is_recording_an_attempt());
        let effects = self.state.on_tick(self.now());
        self.runtime.execute(effects);
        while let Some(event) = self.runtime.try_recv() {
            // What came did not come before it was made.
            self.standstills.look(self.is_recording_an_attempt());
            self.state.now = self.now();
            let event = self.dated(event);
            let effects = self.state.on_message(event);
            self.runtime.execute(effects);
        }
    }

    /// What came of a call, as a service tells it whose clock goes as the one that is shown.
    fn dated(&self, event: Message) -> Message {
        let at = |rate: &RateHeaders| {
            self.shown_at(DateTime::from_timestamp(rate.date_unix_s.unwrap_or_default(), 0).unwrap_or_default())
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
    pub fn reported(&self) -> String {
        let operations = &self.state.workspace.operations;
        let open = operations.open().iter().map(|operation| format!("open: {} {:?}", operation.id, operation.phase));
        let ended = operations.ended().map(|operation| format!("ended: {} {:?}", operation.id, operation.phase));
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
