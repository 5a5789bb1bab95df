//! What a sandbox is started with, and the credentials it gives out.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::ClockStart;
use super::engine::settings::{RefundChecks, SandboxShapes};
use super::error::SandboxError;
use super::rng::{SeedRng, new_key};
use paydesk_domain::profile::Environment;
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::secret::KeyKind;

/// Requests a minute and key when nothing else is asked for (our number: the specification does not show one).
pub const DEFAULT_RATE_LIMIT: u32 = 600;
/// Payments of a new sandbox when nothing else is asked for.
pub const DEFAULT_PAYMENTS: u32 = 2_000;

/// How long a webhook may take to answer when nothing else is asked for.
pub const DEFAULT_WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// Where the sandbox stores its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataLocation {
    /// In this directory (created when missing); survives kill -9.
    Dir(PathBuf),
    /// Nowhere: gone when the sandbox stops.
    InMemory,
}

/// What a sandbox is started with.
#[derive(Debug, Clone)]
pub struct SandboxConfig {
    /// Port 0 picks a free one.
    pub listen: SocketAddr,
    /// Whether an address that other machines can reach is accepted.
    pub allow_remote: bool,
    /// Names, each with a port or without one, that a `Host` header may say beside `localhost` and the address.
    pub allowed_hosts: Vec<String>,
    pub data: DataLocation,
    /// Decides ids and rows of the seed data.
    pub seed: u64,
    /// How many payments a new sandbox starts with.
    pub payments: u32,
    /// Requests a minute and key; `None` for no limit and no `X-RateLimit-*` headers.
    pub rate_limit: Option<u32>,
    /// Order of the checks of `POST /refunds`; `None` leaves it as it was stored, and a new sandbox looks at the id
    /// first.
    pub refund_checks: Option<RefundChecks>,
    /// The status of payments held for manual review; `None` leaves it as it was stored, and a new sandbox has
    /// `requires_merchant_action`.
    pub review_status: Option<ReviewStatus>,
    /// In which shapes the API answers; `None` leaves them as they were stored, and a new sandbox has those of the
    /// specification.
    pub shapes: Option<SandboxShapes>,
    pub credentials: CredentialOverrides,
    /// How long a webhook may take to answer.
    pub webhook_timeout: Duration,
    /// The clock of a new sandbox; existing data brings its own.
    pub clock: ClockStart,
}

impl Default for SandboxConfig {
    /// Loopback, a free port, nothing on disk.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            allow_remote: false,
            allowed_hosts: Vec::new(),
            data: DataLocation::InMemory,
            seed: 1,
            payments: DEFAULT_PAYMENTS,
            rate_limit: Some(DEFAULT_RATE_LIMIT),
            refund_checks: None,
            review_status: None,
            shapes: None,
            credentials: CredentialOverrides::default(),
            webhook_timeout: DEFAULT_WEBHOOK_TIMEOUT,
            clock: ClockStart::Host,
        }
    }
}

/// Values that scripts fix; what is left out is generated once and stored with the data.
#[derive(Debug, Clone, Default)]
pub struct CredentialOverrides {
    pub api_key: Option<String>,
    pub publishable_key: Option<String>,
    pub admin_key: Option<String>,
    pub merchant_id: Option<String>,
    pub profile_id: Option<String>,
    pub webhook_secret: Option<String>,
}

/// What a client of the sandbox needs to know.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credentials {
    /// Secret key (`snd_`): the one Paydesk uses.
    pub api_key: String,
    /// Publishable key (`pk_snd_`).
    pub publishable_key: String,
    /// Admin key (`admin_`): creates API keys and nothing else.
    pub admin_key: String,
    pub merchant_id: String,
    pub profile_id: String,
    /// Signs webhooks of endpoints that bring no secret of their own.
    pub webhook_secret: String,
}

impl std::fmt::Debug for Credentials {
    /// Keys stay out of logs, even the sandbox's.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("merchant_id", &self.merchant_id)
            .field("profile_id", &self.profile_id)
            .finish_non_exhaustive()
    }
}

impl Credentials {
    /// New ones: keys that nobody can guess, merchant and profile by the seed.
    pub fn generate(seed: u64) -> Self {
        let mut named = SeedRng::of(seed, 0, 0);
        Self {
            api_key: new_key("snd"),
            publishable_key: new_key("pk_snd"),
            admin_key: new_key("admin"),
            merchant_id: format!("mer_{}", named.token(16)),
            profile_id: format!("pro_{}", named.token(16)),
            webhook_secret: new_key("whsec"),
        }
    }

    /// These with the given values in place of their own.
    pub fn with(mut self, given: &CredentialOverrides) -> Result<Self, SandboxError> {
        let pairs = [
            (&mut self.api_key, &given.api_key),
            (&mut self.publishable_key, &given.publishable_key),
            (&mut self.admin_key, &given.admin_key),
            (&mut self.merchant_id, &given.merchant_id),
            (&mut self.profile_id, &given.profile_id),
            (&mut self.webhook_secret, &given.webhook_secret),
        ];
        for (value, given) in pairs {
            if let Some(given) = given {
                value.clone_from(given);
            }
        }
        self.check()
    }

    fn check(self) -> Result<Self, SandboxError> {
        let wrong = |what, rule| Err(SandboxError::Credential { what, rule });
        if KeyKind::of(&self.api_key) != KeyKind::Secret(Environment::Sandbox) {
            return wrong("the API key", "it starts with snd_");
        }
        if KeyKind::of(&self.publishable_key) != KeyKind::Publishable(Some(Environment::Sandbox)) {
            return wrong("the publishable key", "it starts with pk_snd_");
        }
        if KeyKind::of(&self.admin_key) != KeyKind::Admin {
            return wrong("the admin key", "it starts with admin_");
        }
        let texts = [&self.api_key, &self.publishable_key, &self.admin_key, &self.merchant_id, &self.profile_id];
        if !texts.iter().all(|text| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())) {
            return wrong("a key or id", "it has at least one character, all of them visible ASCII");
        }
        Ok(self)
    }
}
