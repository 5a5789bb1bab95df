//! The executor of what is asked of a team's database: one session for each profile that is at work.
//!
//! A claim is always answered, also where there is no session or its connection is lost: what that means for the
//! operation is the core's business.

mod allowance;
mod approvals;
mod events;
mod failure;
mod journal_copy;
mod open_items;
mod payments;
mod people;
mod session;
mod sharing;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use paydesk_core::effect::{OperationClaim, SharingRequest, TeamEffect};
use paydesk_core::failure::TeamFailure;
use paydesk_core::features::sharing::SharingReport;
use paydesk_core::features::team::ClaimAnswer;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::team::TeamMembership;
use paydesk_store::WebhookEventStore;

use super::allowance::CallAllowance;
use super::keys::ProfileKeys;
use super::tasks::Tasks;
use allowance::TeamAllowance;
use session::{Session, SessionCommand, SessionParts, approval_answered, approval_items, claim_answered, shared};

/// Commands that wait for the database; beyond, it counts as away.
const COMMANDS_MAX: usize = 1_024;

/// Executes [`TeamEffect`]s.
pub struct TeamExecutor {
    keys: ProfileKeys,
    store: WebhookEventStore,
    allowance: TeamAllowance,
    tasks: Tasks,
    sessions: Arc<Mutex<HashMap<ProfileId, mpsc::Sender<SessionCommand>>>>,
}

impl TeamExecutor {
    pub fn new(keys: ProfileKeys, store: WebhookEventStore, tasks: Tasks) -> Self {
        Self { keys, store, allowance: TeamAllowance::default(), tasks, sessions: Arc::default() }
    }

    /// Says when requests of profiles in a team may leave.
    pub fn allowance(&self) -> Arc<dyn CallAllowance> {
        Arc::new(self.allowance.clone())
    }

    pub fn execute(&self, effect: TeamEffect) {
        match effect {
            TeamEffect::Connect { profile, membership } => self.connect(*profile, *membership),
            // The session answers what still waits, and ends.
            TeamEffect::Disconnect { profile_id } => {
                drop(self.lock().remove(&profile_id));
                self.allowance.left(&profile_id);
            }
            TeamEffect::Claim { profile_id, step, claim } => self.claim(&profile_id, step, claim),
            TeamEffect::Approval { profile_id, command } => {
                let id = command.id();
                if self.send(&profile_id, SessionCommand::Approval(command)).is_err() {
                    self.tasks.send(approval_answered(&profile_id, id, Err(TeamFailure::NotConnected)));
                }
            }
            TeamEffect::ReadApprovalItems { profile_id, id } => {
                if self.send(&profile_id, SessionCommand::ApprovalItems(id)).is_err() {
                    self.tasks.send(approval_items(&profile_id, id, Err(TeamFailure::NotConnected)));
                }
            }
            // Without a session the database decides when the run begins.
            TeamEffect::ReadRunTotals { profile_id } => {
                let _ = self.send(&profile_id, SessionCommand::RunTotals);
            }
            // Without a session it is asked again by the next.
            TeamEffect::OpenItems { profile_id, items } => {
                let _ = self.send(&profile_id, SessionCommand::OpenItems(items));
            }
            TeamEffect::TakeOver { profile_id, item } => {
                let _ = self.send(&profile_id, SessionCommand::TakeOver(item));
            }
            TeamEffect::Sharing { profile_id, request } => self.sharing(&profile_id, request),
            // Without a session it is asked again by the next.
            TeamEffect::Journal { profile_id, request } => {
                let _ = self.send(&profile_id, SessionCommand::Journal(request));
            }
            TeamEffect::Payments { profile_id, request } => {
                let nth = request.question();
                if self.send(&profile_id, SessionCommand::Payments(request)).is_err() {
                    self.tasks.send(payments::not_read(&profile_id, nth));
                }
            }
            TeamEffect::Release { profile_id, operation_id, ending } => {
                let command = SessionCommand::Release { operation_id, ending };
                if self.send(&profile_id, command).is_err() {
                    tracing::info!("a claim will be released once the team's database is connected again");
                }
            }
        }
    }

    fn connect(&self, profile: Profile, membership: TeamMembership) {
        let (sender, commands) = mpsc::channel(COMMANDS_MAX);
        self.lock().insert(profile.id.clone(), sender);
        self.allowance.joined(&profile.id);
        let parts = SessionParts {
            keys: self.keys.clone(),
            store: self.store.clone(),
            allowance: self.allowance.clone(),
            sender: self.tasks.sender.clone(),
        };
        let session = Session::new(profile, membership, parts);
        self.tasks.spawn(session.run(commands));
    }

    fn claim(&self, profile_id: &ProfileId, step: JournalStepName, claim: Box<OperationClaim>) {
        let operation_id = claim.operation_id.clone();
        if self.send(profile_id, SessionCommand::Claim { step, claim }).is_err() {
            self.tasks.send(claim_answered(
                profile_id,
                operation_id,
                step,
                ClaimAnswer::Away(TeamFailure::NotConnected.into()),
            ));
        }
    }

    fn sharing(&self, profile_id: &ProfileId, request: SharingRequest) {
        if self.send(profile_id, SessionCommand::Sharing(request)).is_err() {
            self.tasks.send(shared(profile_id, SharingReport::NotAnswered));
        }
    }

    fn send(&self, profile_id: &ProfileId, command: SessionCommand) -> Result<(), ()> {
        let sessions = self.lock();
        let session = sessions.get(profile_id).ok_or(())?;
        session.try_send(command).map_err(drop)
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, HashMap<ProfileId, mpsc::Sender<SessionCommand>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
