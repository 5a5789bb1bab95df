//! The team's database: the connection to it, and claims on what is to be changed at the service.

use std::sync::Arc;

use crate::operations::journal::JournalStepName;
use paydesk_api::operation::{Endpoint, Target};
use paydesk_domain::approval::{ApprovalId, ApprovalItem, ApprovalRequest, ApprovalVerdict};
use paydesk_domain::ids::{BulkRunId, OperationId};
use paydesk_domain::money::Money;
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::payout::AccountDigest;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::team::TeamMembership;

use super::journal_copy::JournalCopyRequest;
use super::sharing::SharingRequest;
use super::team_payments::TeamPaymentsRequest;

/// What is asked of the database of a team. Each is answered by a [`TeamReport`](crate::features::team::TeamReport) where
/// nothing else is said.
#[derive(Debug, Clone, PartialEq)]
pub enum TeamEffect {
    /// Connect, and stay connected until [`Self::Disconnect`]; answered by `Connected` or `Away`, again whenever that
    /// changes, and by `Claims` whenever a colleague begins or ends something.
    Connect { profile: Box<Profile>, membership: Box<TeamMembership> },
    /// Answers what still waits with `Away`. Not answered itself.
    Disconnect { profile_id: ProfileId },
    /// Make this operation the only one on its target before this step of it is written down, answered by `ClaimAnswered`.
    /// For `sending` the claim never ends by time from then on.
    Claim { profile_id: ProfileId, step: JournalStepName, claim: Box<OperationClaim> },
    /// The operation is over: others may work on its target. Tried again until the database has taken it; not answered.
    Release { profile_id: ProfileId, operation_id: OperationId, ending: JournalStepName },
    /// Ask for approval or decide on it, answered by `ApprovalAnswered`; `Approvals` follows where that changed something.
    Approval { profile_id: ProfileId, command: ApprovalCommand },
    /// Read the items of a bulk run that approval was asked for, answered by `ApprovalItems`.
    ReadApprovalItems { profile_id: ProfileId, id: ApprovalId },
    /// Read what this person began in bulk runs without approval, answered by `RunTotals` where the database is there.
    ReadRunTotals { profile_id: ProfileId },
    /// These are open here from now on and nothing else, each answered by `ItemAnswered`, again whenever that changes.
    OpenItems { profile_id: ProfileId, items: Vec<OpenItemClaim> },
    /// Take it over from the colleague who has it; answered by `ItemAnswered`.
    TakeOver { profile_id: ProfileId, item: OpenItem },
    /// Something about what the team shares.
    Sharing { profile_id: ProfileId, request: SharingRequest },
    /// Something about the team's copies of journals.
    Journal { profile_id: ProfileId, request: JournalCopyRequest },
    /// Something about the payments that the team's hub reads.
    Payments { profile_id: ProfileId, request: TeamPaymentsRequest },
}

/// Something that is open here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenItemClaim {
    pub item: OpenItem,
    /// Of its claim.
    pub operation_id: OperationId,
}

/// What is done with a request for approval. The same again changes nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum ApprovalCommand {
    Request(Box<ApprovalRequest>),
    /// Asks for approval of a bulk run of these items.
    RequestRun {
        request: Box<ApprovalRequest>,
        items: Arc<[ApprovalItem]>,
    },
    Decide {
        id: ApprovalId,
        verdict: ApprovalVerdict,
        /// At most 1,000 characters.
        note: String,
    },
    Withdraw {
        id: ApprovalId,
    },
}

impl ApprovalCommand {
    /// The request that it is about.
    pub fn id(&self) -> ApprovalId {
        match self {
            Self::Request(request) | Self::RequestRun { request, .. } => request.id,
            Self::Decide { id, .. } | Self::Withdraw { id } => *id,
        }
    }
}

/// An operation that wants to be the only one on its target.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationClaim {
    pub operation_id: OperationId,
    pub target: Target,
    /// What colleagues read: *Capture 12.50 EUR*.
    pub description: String,
    pub endpoint: Endpoint,
    /// What moves.
    pub money: Option<Money>,
    /// How many leave with it: of a bulk run all of its items, 1 by itself.
    pub count: u32,
    /// The bulk run that it is an item of.
    pub run: Option<BulkRunId>,
    /// The account that a payout goes to.
    pub account: Option<AccountDigest>,
}
