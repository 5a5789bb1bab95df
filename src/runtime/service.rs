//! The service of the profile: started when asked for, and the client that talks to it.

use std::any::Any;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::api::client::{Client, TimeLimits};
use crate::app::Event;
use crate::app::event::Problem;
use crate::domain::profile::Profile;
use crate::domain::secret::ApiKey;

/// A future that can go to another thread.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Starts the embedded sandbox, or reads the key of a remote profile: what this means is not known here.
pub type ServiceStarter = Arc<dyn Fn() -> BoxFuture<Result<StartedService, Problem>> + Send + Sync>;

/// A service that can be asked.
pub struct StartedService {
    pub profile: Profile,
    pub key: ApiKey,
    /// Kept as long as the service is used, dropped inside the runtime: the running sandbox, say.
    pub keep: Box<dyn Any + Send>,
}

/// Starts services, one after the other, and holds the client of the latest.
pub struct Connector {
    starter: ServiceStarter,
    limits: TimeLimits,
    /// One start at a time; what the latest start wants kept.
    keep: tokio::sync::Mutex<Option<Box<dyn Any + Send>>>,
    client: Mutex<Option<Client>>,
}

impl Connector {
    pub fn new(starter: ServiceStarter, limits: TimeLimits) -> Self {
        Self { starter, limits, keep: tokio::sync::Mutex::new(None), client: Mutex::new(None) }
    }

    /// Starts the service anew; what was there before is let go first.
    pub async fn start(&self) -> Event {
        let mut keep = self.keep.lock().await;
        self.set_client(None);
        *keep = None;
        let result = match (self.starter)().await {
            Ok(started) => connect(&started, self.limits).map(|client| (started, client)),
            Err(problem) => Err(problem),
        };
        match result {
            Ok((started, client)) => {
                self.set_client(Some(client));
                *keep = Some(started.keep);
                Event::ServiceReady { profile: started.profile }
            }
            Err(problem) => Event::ServiceFailed { problem },
        }
    }

    /// The client, once the service is ready.
    pub fn client(&self) -> Option<Client> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets the service go.
    pub fn forget(&self) {
        self.set_client(None);
        if let Ok(mut keep) = self.keep.try_lock() {
            *keep = None;
        }
    }

    fn set_client(&self, client: Option<Client>) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }
}

/// The event owed for a start that panicked.
pub fn failed_by_panic() -> Event {
    Event::ServiceFailed {
        problem: Problem {
            what: "The service could not be started because of a fault in the desk".to_owned(),
            what_to_do: "Try again; if it stays so, start the desk again and report it".to_owned(),
        },
    }
}

fn connect(started: &StartedService, limits: TimeLimits) -> Result<Client, Problem> {
    let profile = &started.profile;
    if profile.environment != started.key.environment() {
        // The band at the top of the window would name the wrong environment.
        return Err(Problem {
            what: format!(
                "The key of the profile “{}” belongs to {}, but the profile says {}",
                profile.name,
                started.key.environment().word(),
                profile.environment.word()
            ),
            what_to_do: "Add the profile again with the key that belongs to it".to_owned(),
        });
    }
    Client::new(&profile.base_url, &started.key, limits).map_err(|error| Problem {
        what: format!("The profile “{}” cannot be used: {error}", profile.name),
        what_to_do: "Check the address of the profile".to_owned(),
    })
}
