//! Receives webhooks: one small HTTP server a profile ([`paydesk_receiver`]), on the loopback alone.
//!
//! [`intake`] hands deliveries to the store; what they mean is the core's business. [`register`] registers with the
//! embedded sandbox.

mod intake;
mod register;

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use paydesk_core::failure::ReceiverError;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::WebhookSecret;
use paydesk_receiver::{self as receiver, DeliveryIntake, ReceiverLimits};
use paydesk_store::WebhookEventStore;

use super::messages::MessageSender;
use super::service::Connector;
use intake::{ProfileDeliveries, Refusals};

/// The receivers that listen, by profile.
#[derive(Clone)]
pub struct Receivers {
    store: WebhookEventStore,
    sender: MessageSender,
    running: Arc<Mutex<HashMap<ProfileId, Running>>>,
}

struct Running {
    address: SocketAddr,
    /// What it was asked for.
    port: u16,
    intake: Arc<DeliveryIntake<ProfileDeliveries>>,
    task: AbortHandle,
}

impl Receivers {
    pub fn new(store: WebhookEventStore, sender: MessageSender) -> Self {
        Self { store, sender, running: Arc::default() }
    }

    /// Ends the receiver of a profile, with its connections.
    pub fn stop(&self, profile_id: &ProfileId) {
        if let Some(running) = self.lock().remove(profile_id) {
            running.task.abort();
        }
    }

    pub fn stop_all(&self) {
        for (_, running) in self.lock().drain() {
            running.task.abort();
        }
    }

    /// The address of the receiver that listens on the port already; it proves with `secret` from now on.
    fn again(&self, profile_id: &ProfileId, port: u16, secret: &WebhookSecret) -> Option<SocketAddr> {
        let running = self.lock();
        let running = running.get(profile_id).filter(|running| running.port == port && !running.task.is_finished())?;
        running.intake.prove_with(secret.clone());
        Some(running.address)
    }

    fn start(
        &self,
        profile_id: &ProfileId,
        port: u16,
        listener: TcpListener,
        secret: WebhookSecret,
    ) -> Result<SocketAddr, ReceiverError> {
        let address = listener.local_addr().map_err(|error| not_bound(port, &error))?;
        let (store, sender) = (self.store.clone(), self.sender.clone());
        let refusals = Refusals::new(sender);
        let deliveries = ProfileDeliveries::new(profile_id.to_owned(), store, refusals);
        let intake = Arc::new(DeliveryIntake::new(secret, deliveries));
        let limits = ReceiverLimits::default();
        let serving = receiver::serve(listener, intake.clone(), limits, std::future::pending());
        let task = tokio::spawn(serving).abort_handle();
        let running = Running { address, port, intake, task };
        if let Some(before) = self.lock().insert(profile_id.to_owned(), running) {
            before.task.abort();
        }
        tracing::info!(%address, "listening for webhooks");
        Ok(address)
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, HashMap<ProfileId, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens for a profile; the address it listens at, for people.
pub async fn listen(
    connector: &Connector,
    receivers: &Receivers,
    profile_id: &ProfileId,
    port: u16,
) -> Result<String, ReceiverError> {
    let secret =
        connector.webhook_secret(profile_id).await.map_err(ReceiverError::Keyring)?.ok_or(ReceiverError::NoSecret)?;
    if let Some(address) = receivers.again(profile_id, port, &secret) {
        return Ok(address.to_string());
    }
    // One of the same profile on another port hears no more.
    receivers.stop(profile_id);
    let client = connector.of(profile_id).filter(|_| profile_id.is_embedded());
    let known = match &client {
        Some(client) => register::known(client).await,
        None => Vec::new(),
    };
    let (listener, stored) = bind(port, &known).await?;
    let address = receivers.start(profile_id, port, listener, secret)?;
    if let Some(client) = client
        && let Err(error) = register::register(&client, address, stored, &known).await
    {
        receivers.stop(profile_id);
        return Err(error);
    }
    Ok(address.to_string())
}

/// Binds the port; of a free choice, the one that the sandbox knows from the last time, so that what it still has to
/// deliver arrives. Whether it does is reported too.
async fn bind(port: u16, known: &[register::KnownRegistration]) -> Result<(TcpListener, bool), ReceiverError> {
    for known in known.iter().filter(|_| port == 0) {
        if let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, known.port)).await {
            return Ok((listener, true));
        }
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    listener.map(|listener| (listener, false)).map_err(|error| not_bound(port, &error))
}

fn not_bound(port: u16, error: &std::io::Error) -> ReceiverError {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => ReceiverError::PortInUse(port),
        _ => ReceiverError::Port(port, error.to_string()),
    }
}
