//! `paydesk hub`: reads what the hub is told and its secrets, runs it, and ends it by a signal.
//!
//! Secrets come from files that options name (those of systemd's `LoadCredential` too) or from the environment, never
//! from the arguments, and are never printed.

use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::start::organisation::Organisation;
use crate::start::output::{CommandError, OutputError, print_line};
use crate::start::secret_file;
use paydesk_api::client::{ApiClient, ClientError, NetworkAccess, TimeLimits};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::scheduled_exports::{ScheduleFault, parse_exports};
use paydesk_domain::address::{AddressError, ServiceAddress};
use paydesk_domain::secret::{ApiKey, KeyError, SecretText, WebhookSecret};
use paydesk_domain::text::visible;
use paydesk_hub::{Hub, HubConfig, HubExports, HubPlace, HubProblem, HubService};
use paydesk_platform::end_signals::EndSignals;
use paydesk_platform::private_files;
use paydesk_runtime::NetworkRules;
use paydesk_team::{TeamAddress, TeamAddressError, TeamLimits};

/// Where the secrets may be, if no file is named.
const WEBHOOK_SECRET: &str = "PAYDESK_WEBHOOK_SECRET";
const PASSWORD: &str = "PGPASSWORD";
const API_KEY: &str = "PAYDESK_API_KEY";
/// Longest file of exports that is read, in bytes.
const EXPORTS_FILE_MAX: u64 = 1024 * 1024;

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct HubRequest {
    pub database_url: String,
    /// Of the team, by name.
    pub profile: String,
    pub listen: SocketAddr,
    pub ca_file: Option<String>,
    pub webhook_secret_file: Option<PathBuf>,
    pub password_file: Option<PathBuf>,
    /// Of the service that is read for the team.
    pub service_url: Option<String>,
    pub api_key_file: Option<PathBuf>,
    /// The file that says what is exported by itself, and the directory it is written into.
    pub exports: Option<(PathBuf, PathBuf)>,
    /// Most requests a minute to a service that reports no limit.
    pub requests_a_minute: Option<u32>,
    /// For how many days events are kept; all of them without it.
    pub keep_events_days: Option<u32>,
}

/// Why a hub could not be started.
#[derive(Debug, thiserror::Error)]
pub enum HubCommandError {
    #[error(transparent)]
    Address(#[from] TeamAddressError),
    #[error("The organisation does not let this computer receive webhooks")]
    Forbidden,
    #[error("There is no webhook secret. Name its file with --webhook-secret-file, or set {WEBHOOK_SECRET}.")]
    NoSecret,
    #[error("There is no API key for --service-url. Name its file with --api-key-file, or set {API_KEY}.")]
    NoKey,
    #[error("There is an API key but no service. Name its address with --service-url.")]
    NoService,
    #[error(transparent)]
    Secret(#[from] KeyError),
    #[error(transparent)]
    ServiceAddress(#[from] AddressError),
    #[error("{path} cannot be used: {fault}")]
    Exports { path: String, fault: ScheduleFault },
    #[error("Requests cannot be sent to the service: {0}")]
    Client(#[from] ClientError),
    #[error("{path} cannot be read: {cause}")]
    File { path: String, cause: std::io::Error },
    #[error(transparent)]
    Hub(#[from] HubProblem),
    #[error("The threads of the hub could not be started: {0}")]
    Threads(std::io::Error),
    #[error("Signals cannot be listened for: {0}")]
    Signals(std::io::Error),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CommandError for HubCommandError {
    /// 2 where what was typed or given is wrong, 1 for anything else.
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Address(_) | Self::NoSecret | Self::Secret(_) | Self::File { .. } => ExitCode::from(2),
            Self::NoKey | Self::NoService | Self::ServiceAddress(_) => ExitCode::from(2),
            Self::Exports { .. } => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}

/// Runs a hub until a signal ends it. Prints the address once it listens.
pub fn run(request: HubRequest) -> Result<(), HubCommandError> {
    let organisation = Organisation::here();
    check_policy(organisation.policy())?;
    let config = config(request, &organisation)?;
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(HubCommandError::Threads)?;
    threads.block_on(async {
        // Before the line is printed: whoever reads it may signal at once.
        let signals = EndSignals::listen().map_err(HubCommandError::Signals)?;
        let hub = Hub::start(config).await?;
        print_line(format_args!("http://{}", hub.address()))?;
        tracing::info!(address = %hub.address(), "webhooks are received");
        hub.run(async {
            signals.wait().await;
            tracing::info!("stopping once the current work is finished");
        })
        .await?;
        Ok(())
    })
}

fn check_policy(policy: &ManagedPolicy) -> Result<(), HubCommandError> {
    if policy.no_webhook_receiver { Err(HubCommandError::Forbidden) } else { Ok(()) }
}

fn config(request: HubRequest, organisation: &Organisation) -> Result<HubConfig, HubCommandError> {
    let (service, exports) = (service(&request, organisation)?, exports(&request)?);
    let keep_events = request.keep_events_days.map(|days| Duration::from_secs(u64::from(days) * 86_400));
    let HubRequest { database_url, profile, listen, ca_file, webhook_secret_file, password_file, .. } = request;
    let address = TeamAddress::parse_with(&database_url, ca_file.as_deref())?;
    let secret = secret_from(webhook_secret_file.as_deref(), WEBHOOK_SECRET)?.ok_or(HubCommandError::NoSecret)?;
    let secret = WebhookSecret::parse(secret.expose())?;
    let password = secret_from(password_file.as_deref(), PASSWORD)?;
    let name = format!("{} ({listen})", machine());
    let place = HubPlace { address, password, profile, limits: TeamLimits::default(), name };
    Ok(HubConfig { place, secret, listen, service, exports, keep_events })
}

/// What is exported by itself. The directory is made where it is missing, closed to others.
fn exports(request: &HubRequest) -> Result<Option<HubExports>, HubCommandError> {
    let Some((path, dir)) = request.exports.clone() else { return Ok(None) };
    let shown = path.display().to_string();
    let failed = |cause| HubCommandError::File { path: shown.clone(), cause };
    let mut text = String::new();
    std::fs::File::open(&path).map_err(failed)?.take(EXPORTS_FILE_MAX).read_to_string(&mut text).map_err(failed)?;
    let exports = parse_exports(&text).map_err(|fault| HubCommandError::Exports { path: shown.clone(), fault })?;
    let in_dir = |cause| HubCommandError::File { path: dir.display().to_string(), cause };
    private_files::create_dir(&dir).map_err(in_dir)?;
    Ok(Some(HubExports { dir, exports, clock: Arc::new(|now| now) }))
}

/// The service to read, where there is one: reached by the rules of the organisation, with TLS as from a desk.
fn service(request: &HubRequest, organisation: &Organisation) -> Result<Option<HubService>, HubCommandError> {
    let key = secret_from(request.api_key_file.as_deref(), API_KEY)?;
    let (url, key) = match (&request.service_url, key) {
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(HubCommandError::NoKey),
        (None, Some(_)) => return Err(HubCommandError::NoService),
        (Some(url), Some(key)) => (url, ApiKey::parse(key.expose())?),
    };
    let environment = key.environment();
    let address = ServiceAddress::parse(url, Some(environment))?;
    let NetworkRules { policy, roots } = &organisation.network;
    let access = NetworkAccess { proxy: policy.proxy.clone(), roots: roots.clone() };
    let client = ApiClient::through(address.as_base_url(), &access, &key, TimeLimits::default())?;
    Ok(Some(HubService { client, address, environment, per_minute: request.requests_a_minute }))
}

/// The name of this machine, as the team reads it.
fn machine() -> String {
    let file = || std::fs::read_to_string("/etc/hostname").ok();
    let name = std::env::var("HOSTNAME").ok().or_else(|| std::env::var("COMPUTERNAME").ok()).or_else(file);
    visible(name.as_deref().unwrap_or_default().trim(), 100)
}

fn not_read(path: &Path, cause: std::io::Error) -> HubCommandError {
    HubCommandError::File { path: path.display().to_string(), cause }
}

/// From a file where one is named, else from the environment.
fn secret_from(file: Option<&Path>, variable: &str) -> Result<Option<SecretText>, HubCommandError> {
    let text = match file {
        Some(path) => Some(secret_file::read(path).map_err(|cause| not_read(path, cause))?),
        None => std::env::var(variable).ok().map(SecretText::moved),
    };
    Ok(text.filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_may_receive_no_webhooks_runs_no_hub() {
        assert!(check_policy(&ManagedPolicy::default()).is_ok());
        let mut policy = ManagedPolicy::default();
        policy.no_webhook_receiver = true;
        assert!(matches!(check_policy(&policy), Err(HubCommandError::Forbidden)));
    }
}
