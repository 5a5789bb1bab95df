//! Whether the service of each profile answers. No key is sent or read: any answer shows that it is reachable. The password
//! of a proxy is read where one is needed to get there.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::report::DoctorFinding;
use paydesk_api::client::{self, ClientError, NetworkAccess, TimeLimits};
use paydesk_api::error::CallError;
use paydesk_api::outcome::Attempt;
use paydesk_core::profiles::SavedProfile;
use paydesk_domain::secret::{Secret, SecretKind};
use paydesk_domain::text::visible;
use paydesk_runtime::NetworkRules;
use paydesk_vault::Vault;

/// A person waits for all of it.
const LIMITS: TimeLimits = TimeLimits {
    connect: Duration::from_secs(5),
    operation: Duration::from_secs(8),
    read: Duration::from_secs(8),
    stall: Duration::from_secs(5),
};

/// What one service did, and how long that took.
struct Reached {
    profile: SavedProfile,
    attempt: Result<Attempt, ClientError>,
    took: Duration,
}

/// One finding for each profile, all asked at once.
pub fn findings(profiles: &[SavedProfile], network: &NetworkRules) -> Vec<DoctorFinding> {
    if profiles.is_empty() {
        return vec![DoctorFinding::ok(
            "profiles",
            "Profiles",
            "None added; the embedded sandbox starts with the window",
        )];
    }
    let threads = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(threads) => threads,
        Err(error) => {
            let finding = DoctorFinding::ok("profiles", "Profiles", format!("Not checked: {error}"));
            return vec![finding.problem("Close other programs, then try again")];
        }
    };
    let mut reached = threads.block_on(reach_all(profiles, network));
    reached.sort_by_key(|reached| profiles.iter().position(|profile| profile.id == reached.profile.id));
    reached.iter().map(finding).collect()
}

async fn reach_all(profiles: &[SavedProfile], network: &NetworkRules) -> Vec<Reached> {
    let mut tasks = JoinSet::new();
    for profile in profiles.iter().cloned() {
        let network = network.clone();
        tasks.spawn(async move {
            let access = tokio::task::spawn_blocking({
                let profile = profile.clone();
                move || access(&profile, &network)
            });
            let access = access.await.unwrap_or_else(|error| Err(ClientError::Start(error.to_string())));
            let began = Instant::now();
            let attempt = match access {
                Ok(access) => client::reach(&profile.base_url, profile.environment, &access, LIMITS).await,
                Err(error) => Err(error),
            };
            Reached { profile, attempt, took: began.elapsed() }
        });
    }
    tasks.join_all().await
}

/// Waits for the keyring where the proxy of the profile needs a password.
fn access(profile: &SavedProfile, network: &NetworkRules) -> Result<NetworkAccess, ClientError> {
    let is_needed = network.needs_proxy_login(profile);
    let stored =
        is_needed.then(|| Vault::start().load(&profile.id, SecretKind::ProxyPassword).ok()).flatten().flatten();
    network.access(profile, stored.and_then(Secret::into_proxy).as_ref())
}

fn finding(reached: &Reached) -> DoctorFinding {
    let Reached { profile, attempt, took } = reached;
    let name = visible(&profile.name, 60);
    let place = format!("{} ({})", profile.base_url, profile.environment.word());
    let found = |text: String| {
        let finding = DoctorFinding::ok("profile", name.clone(), format!("{place}: {text}"));
        finding.with("base_url", &*profile.base_url).with("environment", profile.environment.word())
    };
    let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let check = "Check the network, and the profile's address and proxy";
    match attempt {
        Err(error) => found(error.to_string()).problem("Correct it in Settings → Profiles"),
        Ok(Attempt::Answered(answer)) => {
            let found = found(format!("answered after {took_ms} ms (HTTP {}, asked without a key)", answer.status));
            found.with("reachable", true).with("took_ms", took_ms).with("status", answer.status)
        }
        Ok(Attempt::NotSent(problem)) => {
            let text = format!("not reached: {}", problem.message);
            found(text).with("reachable", false).with("certificate", problem.certificate).problem(check)
        }
        Ok(Attempt::NoKey(role)) => found(CallError::NoKey(*role).what()).with("reachable", false).problem(check),
        Ok(Attempt::Lost(loss)) => found(loss.what().to_owned()).with("reachable", false).problem(check),
    }
}
