//! The hub: receives the webhooks of a team's profile on a server, and stores each once before it answers.
//!
//! Several hubs may run for one profile: all receive, one leads ([`election`]). Nothing is kept on the hub's own disk: a
//! delivery is answered with 2xx once it is committed in the team's database ([`intake`]), and with 503 while that does
//! not answer, so that the service sends it again. The one that leads reads the payments of the service for the team
//! ([`sync`]), makes exports that are due ([`exports`]) and deletes old events ([`retention`]). It draws nothing, and of the
//! window's core it knows the rules that both go by.

mod clock;
mod election;
mod exports;
mod intake;
mod metrics;
mod pages;
mod place;
mod retention;
mod service;
mod state;
mod sync;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use paydesk_domain::secret::WebhookSecret;
use paydesk_receiver::{self as receiver, DeliveryIntake, ReceiverLimits};

pub use clock::ClockShift;
pub use exports::HubExports;
pub use place::{HubPlace, HubProblem};
pub use service::HubService;

use intake::{EventWriter, HubDeliveries};
use place::OpenedPlace;
use state::HubState;

/// Deliveries that wait to be stored; one more is told to come again.
const WAITING_MAX: usize = 2_048;

/// What a hub is made from.
pub struct HubConfig {
    pub place: HubPlace,
    /// Proves webhooks.
    pub secret: WebhookSecret,
    /// Behind the team's TLS proxy.
    pub listen: SocketAddr,
    /// Read for the team; without it webhooks are received alone.
    pub service: Option<HubService>,
    /// Made when they are due.
    pub exports: Option<HubExports>,
    /// How long events are kept; without it, for ever.
    pub keep_events: Option<Duration>,
}

/// A hub that listens.
pub struct Hub {
    listener: TcpListener,
    config: HubConfig,
    /// The connection that it begins with, where the database was there.
    opened: Option<OpenedPlace>,
    state: Arc<HubState>,
}

impl Hub {
    /// Listens. The database is looked at first: what a person has to mend ends the hub, a database that is away does not.
    pub async fn start(config: HubConfig) -> Result<Self, HubProblem> {
        let opened = match config.place.open().await {
            Ok(opened) => {
                config.service.as_ref().map_or(Ok(()), |service| service.check(&opened.1))?;
                Some(opened)
            }
            Err(problem) if problem.is_passing() => {
                tracing::warn!(%problem, "the database is unreachable; retrying");
                None
            }
            Err(problem) => return Err(problem),
        };
        let listen = config.listen;
        let bound = TcpListener::bind(listen).await;
        let listener = bound.map_err(|cause| HubProblem::Listen { listen, cause: cause.to_string() })?;
        let state = Arc::<HubState>::default();
        state.set_storing(opened.is_some());
        Ok(Self { listener, config, opened, state })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().unwrap_or(self.config.listen)
    }

    /// Receives until `ended`; what is under way then is stored and answered first. An error where a part of it failed:
    /// whoever watches it starts it again.
    pub async fn run(self, ended: impl Future<Output = ()>) -> Result<(), HubProblem> {
        let Self { listener, config, opened, state } = self;
        let (line, waiting) = mpsc::channel(WAITING_MAX);
        let writer = EventWriter::new(config.place.clone(), waiting, state.clone());
        let mut writer = JoinSet::from_iter([writer.run(opened)]);
        let mut others = JoinSet::new();
        others.spawn(election::run(config.place.clone(), state.clone()));
        match config.service.clone() {
            Some(service) => drop(others.spawn(sync::run(config.place.clone(), service, state.clone()))),
            None => tracing::info!("no API key: webhooks are received, but payments are not read"),
        }
        if let Some(exports) = config.exports {
            others.spawn(exports::run(config.place.clone(), exports, config.service, state.clone()));
        }
        if let Some(keep) = config.keep_events {
            others.spawn(retention::run(config.place, keep, state.clone()));
        }
        let intake = Arc::new(DeliveryIntake::new(config.secret, HubDeliveries::new(line, state)));
        let mut has_failed = false;
        let ended = async {
            tokio::select! {
                () = ended => {}
                _ = writer.join_next() => has_failed = true,
            }
        };
        receiver::serve(listener, intake, limits(), ended).await;
        // Nobody hands anything in any more: the writer ends once all is answered.
        has_failed |= writer.join_next().await.is_some_and(|end| end.is_err());
        others.shutdown().await;
        if has_failed { Err(HubProblem::Failed) } else { Ok(()) }
    }
}

/// Those of the window's receiver, with room for a server.
fn limits() -> ReceiverLimits {
    ReceiverLimits {
        connections: 1_024,
        bytes: 256 * 1024 * 1024,
        answer_timeout: Duration::from_secs(20),
        ..Default::default()
    }
}
