//! Whether the database of each profile's team answers, and as what. No password is read: a server that asks for one is
//! reachable, and trusted where TLS was asked for.

use std::time::Instant;

use tokio::task::JoinSet;

use super::report::DoctorFinding;
use paydesk_core::managed::{ManagedPolicy, ManagedTeam};
use paydesk_core::profiles::SavedProfile;
use paydesk_domain::team::TeamMembership;
use paydesk_domain::text::visible;
use paydesk_team::{TeamAddress, TeamConnection, TeamError, TeamLimits};

const CORRECT_ADDRESS: &str = "Ask an administrator of this computer to correct the address in the rules";

/// One finding for each profile of a team, all asked at once; then those whose team the user has not joined.
pub fn findings(profiles: &[SavedProfile], policy: &ManagedPolicy) -> Vec<DoctorFinding> {
    let name = |profile: &SavedProfile| visible(&profile.name, 60);
    let is_joined = |profile: &&SavedProfile| profile.team.is_some();
    let lacking = profiles.iter().filter(|profile| !is_joined(profile));
    let lacking: Vec<DoctorFinding> =
        lacking.filter_map(|profile| Some(not_joined(name(profile), policy.team(&profile.id)?))).collect();
    let joined = profiles.iter().filter_map(|profile| {
        Some(JoinedTeam {
            profile: name(profile),
            membership: profile.team.as_deref()?.clone(),
            is_set: policy.team(&profile.id).is_some(),
        })
    });
    let joined: Vec<JoinedTeam> = joined.collect();
    if joined.is_empty() && lacking.is_empty() {
        return vec![DoctorFinding::ok("teams", "Teams", "No profile belongs to a team")];
    }
    let mut found = reached(joined);
    found.extend(lacking);
    found
}

/// The team of a profile.
struct JoinedTeam {
    profile: String,
    membership: TeamMembership,
    /// The organisation set it.
    is_set: bool,
}

/// Nobody knows as whom its database would be asked.
fn not_joined(name: String, set: &ManagedTeam) -> DoctorFinding {
    let (team, database) = (visible(&set.profile, 60), visible(set.database.as_str(), 200));
    let text = format!("“{team}” at {database}: set by the organisation, and not joined yet");
    let found = DoctorFinding::ok("team", name, text).with("joined", false);
    found.warning("Enter the user name and password in Settings → Team; until then the profile is read-only")
}

fn reached(joined: Vec<JoinedTeam>) -> Vec<DoctorFinding> {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(threads) => threads.block_on(reach_all(joined)),
        Err(error) => {
            let finding = DoctorFinding::ok("teams", "Teams", format!("Not checked: {error}"));
            vec![finding.problem("Close other programs, then try again")]
        }
    }
}

async fn reach_all(joined: Vec<JoinedTeam>) -> Vec<DoctorFinding> {
    let mut tasks = JoinSet::new();
    for (place, team) in joined.into_iter().enumerate() {
        tasks.spawn(async move { (place, finding(&team).await) });
    }
    let mut found = tasks.join_all().await;
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, finding)| finding).collect()
}

async fn finding(joined: &JoinedTeam) -> DoctorFinding {
    let membership = &joined.membership;
    let found = |text: String| DoctorFinding::ok("team", joined.profile.clone(), text);
    let address = match TeamAddress::parse_with(&membership.address, membership.ca_file.as_deref()) {
        Ok(address) => address,
        Err(error) if joined.is_set => return found(error.to_string()).problem(CORRECT_ADDRESS),
        Err(error) => return found(error.to_string()).problem("Leave the team in Settings and join it again"),
    };
    let began = Instant::now();
    let opened = TeamConnection::open(&address, None, TeamLimits::default()).await;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let team = visible(&membership.profile, 60);
    let answered = |what: &str| {
        let text = format!("“{team}” at {}: {what}", address.hosts());
        found(text).with("hosts", address.hosts()).with("reachable", true).with("took_ms", took_ms)
    };
    match opened {
        Ok(connection) if connection.server().is_replica => {
            let to_do = TeamError::ReadOnly.what_to_do();
            answered(&format!("a replica answered after {took_ms} ms: nothing can be changed")).warning(to_do)
        }
        Ok(_) => answered(&format!("answered after {took_ms} ms, without a password")),
        Err(TeamError::PasswordMissing { .. }) => answered(&format!(
            "answered after {took_ms} ms and asks for a password, which this check does not \
                use"
        )),
        Err(error) => {
            let passing = error.is_passing();
            found(format!("“{team}”: {error}")).with("reachable", !passing).problem(error.what_to_do())
        }
    }
}
