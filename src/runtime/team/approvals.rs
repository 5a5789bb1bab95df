//! What a session asks of the database about approvals, and what it reports of them.

use paydesk_core::effect::ApprovalCommand;
use paydesk_core::features::team::TeamReport;
use paydesk_team::{TeamConnection, TeamError, TeamProfileId};

/// Requests that are reported: all that are open, and the newest of the others.
const REPORTED_MAX: u32 = 500;

/// Does what was asked for.
pub async fn execute(
    connection: &TeamConnection,
    profile: TeamProfileId,
    command: &ApprovalCommand,
) -> Result<(), TeamError> {
    match command {
        ApprovalCommand::Request(request) => connection.request_approval(profile, request).await,
        ApprovalCommand::RequestRun { request, items } => {
            connection.request_run_approval(profile, request, items).await
        }
        ApprovalCommand::Decide { id, verdict, note } => connection.decide_approval(profile, *id, *verdict, note).await,
        ApprovalCommand::Withdraw { id } => connection.withdraw_approval(profile, *id).await,
    }
}

/// The rules and the requests as they are now.
pub async fn report(connection: &TeamConnection, profile: TeamProfileId) -> Result<TeamReport, TeamError> {
    let rules = connection.approval_rules(profile).await?;
    let approvals = connection.recent_approvals(profile, REPORTED_MAX).await?;
    Ok(TeamReport::Approvals { rules, approvals })
}
