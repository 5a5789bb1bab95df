//! `paydesk team`: sets up the database of a team, says who belongs to it, and shows its state.
//!
//! Passwords come from PGPASSWORD or standard input, never from the arguments, and are never printed.

mod connecting;
mod error;
mod forget;
mod rules;
mod verify;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::start::output::print_line;
use paydesk_domain::address::ServiceAddress;
use paydesk_domain::profile::Environment;
use paydesk_team::{
    ApprovalRequest, SeenDesk, TeamAddress, TeamApproval, TeamConnection, TeamLimits, TeamMember, TeamProfile,
    TeamRole, schema,
};

use connecting::{connected, profile_named, read_password, shown, with_password};

pub use error::{RuleError, TeamCommandError};
pub use forget::ForgetRequest;
pub use rules::RuleRequest;

/// Desks that were seen within so many minutes are shown.
const DESK_MINUTES: u32 = 5;
/// Statements that the latency is measured with.
const LATENCY_SAMPLES: usize = 5;

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub enum TeamRequest {
    Init,
    Status,
    /// Of one profile, or of all.
    Verify {
        profile: Option<String>,
    },
    Add {
        user: String,
        role: TeamRole,
        profile: String,
    },
    Remove {
        user: String,
        profile: String,
    },
    AddProfile {
        name: String,
        environment: Environment,
        service: String,
    },
    Rule(RuleRequest),
    ForgetPayments(ForgetRequest),
}

/// Does what was asked and prints what came of it.
pub fn run(database_url: &str, request: &TeamRequest) -> Result<(), TeamCommandError> {
    let address = TeamAddress::parse(database_url)?;
    let threads =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(TeamCommandError::Start)?;
    let text = threads.block_on(done(&address, request))?;
    Ok(print_line(format_args!("{text}"))?)
}

async fn done(address: &TeamAddress, request: &TeamRequest) -> Result<String, TeamCommandError> {
    match request {
        TeamRequest::Init => init(address).await,
        TeamRequest::Status => status(address).await,
        TeamRequest::Verify { profile } => verify::verify(address, profile.as_deref()).await,
        TeamRequest::Add { user, role, profile } => add(address, user, *role, profile).await,
        TeamRequest::Remove { user, profile } => remove(address, user, profile).await,
        TeamRequest::AddProfile { name, environment, service } => {
            add_profile(address, name, *environment, service).await
        }
        TeamRequest::Rule(request) => rules::set(address, request).await,
        TeamRequest::ForgetPayments(request) => forget::forget(address, request).await,
    }
}

async fn init(address: &TeamAddress) -> Result<String, TeamCommandError> {
    let limits = TeamLimits::default();
    let change = with_password(address, async |password| schema::init(address, password, limits).await).await?;
    let database = address.database();
    Ok(match (change.from, change.to) {
        (0, to) => format!(
            "“{database}” is set up for a team (version {to}). Add a profile with: paydesk team profile add NAME \
             --environment production --service URL --database-url URL"
        ),
        (from, to) if from == to => format!("“{database}” is already set up (version {to}); nothing was changed"),
        (from, to) => format!("“{database}” was updated from version {from} to version {to}"),
    })
}

async fn add(address: &TeamAddress, user: &str, role: TeamRole, profile: &str) -> Result<String, TeamCommandError> {
    let connection = connected(address).await?;
    let profile = profile_named(&connection, profile).await?;
    let is_new = !connection.has_login(user).await?;
    if is_new {
        let password = read_password(&format!("Type the password of the new user “{}” and press Enter:", shown(user)))?;
        connection.create_login(user, &password).await?;
    }
    connection.set_member(profile.id, user, role).await?;
    let created = if is_new { "; the login was created" } else { "" };
    Ok(format!("“{}” is {} in “{}”{created}", shown(user), role.name(), shown(&profile.name)))
}

async fn remove(address: &TeamAddress, user: &str, profile: &str) -> Result<String, TeamCommandError> {
    let connection = connected(address).await?;
    let profile = profile_named(&connection, profile).await?;
    let was_member = connection.remove_member(profile.id, user).await?;
    let (user, name) = (shown(user), shown(&profile.name));
    Ok(if was_member {
        format!("“{user}” is no longer a member of “{name}”; the login on the server was not removed")
    } else {
        format!("“{user}” was not a member of “{name}”; nothing was changed")
    })
}

async fn add_profile(
    address: &TeamAddress,
    name: &str,
    environment: Environment,
    service: &str,
) -> Result<String, TeamCommandError> {
    let service = ServiceAddress::parse(service, Some(environment))?;
    let connection = connected(address).await?;
    let id = connection.add_profile(name, environment, service.as_base_url()).await?;
    Ok(format!("“{}” is a profile of the team ({}, {id})", shown(name), environment.word()))
}

async fn status(address: &TeamAddress) -> Result<String, TeamCommandError> {
    let connection = connected(address).await?;
    let mut latencies = Vec::with_capacity(LATENCY_SAMPLES);
    for _ in 0..LATENCY_SAMPLES {
        latencies.push(connection.latency().await?);
    }
    latencies.sort_unstable();
    let mut lines = status_head(address, &connection, latencies[LATENCY_SAMPLES / 2]);
    for profile in connection.profiles().await? {
        let members = connection.members(profile.id).await?;
        let desks = connection.desks(profile.id, DESK_MINUTES * 60).await?;
        lines.extend(profile_lines(&profile, &members, &desks));
        lines.extend(rules::lines(&connection, &profile).await?);
        let approvals = connection.open_approvals(profile.id).await?;
        lines.extend(approvals.iter().map(approval_line));
    }
    Ok(lines.join("\n"))
}

fn status_head(address: &TeamAddress, connection: &TeamConnection, latency: Duration) -> Vec<String> {
    let server = connection.server();
    let kind = if server.is_replica { "read-only replica" } else { "primary" };
    let encrypted = if address.uses_tls() { "TLS" } else { "no TLS, this computer only" };
    vec![
        format!("Database: {address} ({encrypted})"),
        format!("Server: PostgreSQL {} ({kind})", server.version),
        format!("Records: version {}", schema::SCHEMA_VERSION),
        format!("Latency: {:.1} ms", latency.as_secs_f64() * 1000.0),
    ]
}

fn profile_lines(profile: &TeamProfile, members: &[TeamMember], desks: &[SeenDesk]) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        format!("{} ({}, {})", shown(&profile.name), profile.environment.word(), shown(&profile.service_address)),
        format!("  Members: {}", members_text(members)),
    ];
    if desks.is_empty() {
        lines.push(format!("  Desks: none in the last {DESK_MINUTES} minutes"));
    }
    lines.extend(desks.iter().map(|desk| {
        let (user, machine, version) = (shown(&desk.user), shown(&desk.machine), shown(&desk.version));
        let is_hub = members.iter().any(|member| member.user == desk.user && member.role == TeamRole::Hub);
        let kind = if is_hub { "Hub" } else { "Desk" };
        format!("  {kind}: {user} on {machine}, Paydesk {version}, {} s ago", desk.seconds_ago)
    }));
    lines
}

/// `  Waits for approval: refund of 10.00 EUR, payment pay_1, asked by ada: duplicate`.
fn approval_line(approval: &TeamApproval) -> String {
    let ApprovalRequest { operation, family, resource, reason, .. } = &approval.request;
    let amount = operation.amount.as_ref().map(|amount| format!(" of {}", amount)).unwrap_or_default();
    let count = operation.count.map(|count| format!(" of {count} items")).unwrap_or_default();
    let about = format!("{} {}", shown(family), shown(resource));
    let (name, by, reason) = (shown(&operation.name), shown(&approval.requested_by), shown(reason));
    format!("  Pending approval: {name}{amount}{count}, {about}, requested by {by}: {reason}")
}

/// `2 operators (ada, ben), 1 reader (cleo)`, by role.
fn members_text(members: &[TeamMember]) -> String {
    let mut by_role: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for member in members {
        let place = TeamRole::ALL.iter().position(|role| *role == member.role).unwrap_or_default();
        by_role.entry(place).or_default().push(shown(&member.user));
    }
    let text = |(place, names): (usize, Vec<String>)| {
        let (name, plural) = (TeamRole::ALL[place].name(), if names.len() == 1 { "" } else { "s" });
        format!("{} {name}{plural} ({})", names.len(), names.join(", "))
    };
    let texts: Vec<String> = by_role.into_iter().map(text).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
