//! Everything that belongs to one profile: what its panels show, its connection, and what is kept on this machine of it.
//!
//! [`State`] holds one workspace per profile. The one that is shown is [`State::workspace`]; what arrives for another is
//! routed to it once, by [`State::in_workspace`]. So nothing below compares or filters by profile.

use std::collections::BTreeMap;

use crate::api::rate_limit::RateGate;
use crate::domain::ids::OperationId;
use crate::domain::profile::{Profile, ProfileId};

use super::features::analytics::Analytics;
use super::features::api_keys::ApiKeys;
use super::features::connection::ConnectionState;
use super::features::customers::Customers;
use super::features::disputes::{Disputes, EvidenceDrafts};
use super::features::forms::Forms;
use super::features::payment_disputes::PaymentDisputes;
use super::features::payments::Payments;
use super::features::payouts::Payouts;
use super::features::refunds::Refunds;
use super::features::requests::Requests;
use super::features::webhooks::Webhooks;
use super::opened_records::OpenedRecords;
use super::operations::{Operation, Operations};
use super::reads::Reads;
use super::records::{Opening, Records};
use super::route::Route;
use super::state::State;

/// See the module.
#[derive(Debug)]
pub struct Workspace {
    pub profile_id: ProfileId,
    pub route: Route,
    /// Known once the service is ready; `None` again once another profile is shown.
    pub profile: Option<Profile>,
    pub connection: ConnectionState,
    pub rate: RateGate,
    pub payments: Payments,
    pub payment_disputes: PaymentDisputes,
    pub refunds: Refunds,
    pub payouts: Payouts,
    pub disputes: Disputes,
    /// Evidence drafts.
    pub drafts: EvidenceDrafts,
    pub customers: Customers,
    pub api_keys: ApiKeys,
    pub analytics: Analytics,
    /// Which record is open beside each list.
    pub opened: OpenedRecords,
    pub forms: Forms,
    pub requests: Requests,
    /// Our own records of what the service cannot list.
    pub records: Records,
    pub operations: Operations,
    pub webhooks: Webhooks,
    /// Nothing leaves of it while another profile is shown.
    pub(super) reads: Reads,
}

impl Workspace {
    /// `number` counts the workspaces of this run, so that no answer to a read of one is taken for that of another;
    /// `seed` is for the pauses between reads; `opening` says how far the records of this machine were read.
    pub fn new(profile_id: ProfileId, number: u64, seed: u64, opening: Opening) -> Self {
        Self {
            profile_id,
            route: Route::default(),
            profile: None,
            connection: ConnectionState::default(),
            rate: RateGate::default(),
            payments: Payments::default(),
            payment_disputes: PaymentDisputes::default(),
            refunds: Refunds::default(),
            payouts: Payouts::default(),
            disputes: Disputes::default(),
            drafts: EvidenceDrafts::default(),
            customers: Customers::default(),
            api_keys: ApiKeys::default(),
            analytics: Analytics::default(),
            opened: OpenedRecords::default(),
            forms: Forms::default(),
            requests: Requests::default(),
            records: Records::new(opening),
            operations: Operations::new(seed),
            webhooks: Webhooks::default(),
            reads: Reads::numbered_from(number << 40),
        }
    }
}

/// The workspaces of the profiles that are not shown.
#[derive(Debug, Default)]
pub struct OtherWorkspaces {
    by_profile: BTreeMap<ProfileId, Workspace>,
    last_number: u64,
}

impl State {
    /// All workspaces, the one that is shown first.
    pub fn workspaces(&self) -> impl Iterator<Item = &Workspace> {
        std::iter::once(&self.workspace).chain(self.others.by_profile.values())
    }

    /// The workspace of a profile, once anything is known of it.
    pub fn workspace_of(&self, profile_id: &ProfileId) -> Option<&Workspace> {
        self.workspaces().find(|workspace| workspace.profile_id == *profile_id)
    }

    /// Whether the workspace at hand is that of the profile a person works in. It is not while a message for another
    /// one is handled.
    pub fn is_shown(&self) -> bool {
        self.workspace.profile_id == self.profiles.current
    }

    /// An operation of any profile.
    pub fn operation(&self, id: &OperationId) -> Option<&Operation> {
        self.workspaces().find_map(|workspace| workspace.operations.find(id))
    }

    /// Open operations of all profiles, those of the profile that is shown first; of each, the oldest first.
    pub fn open_operations(&self) -> impl Iterator<Item = &Operation> {
        self.workspaces().flat_map(|workspace| workspace.operations.open())
    }

    /// Operations of all profiles that ended in this run; of each, the newest first.
    pub fn ended_operations(&self) -> impl Iterator<Item = &Operation> {
        self.workspaces().flat_map(|workspace| workspace.operations.ended())
    }

    /// How many operations of all profiles wait for a person.
    pub fn attention_count(&self) -> usize {
        self.workspaces().map(|workspace| workspace.operations.attention_count()).sum()
    }

    /// How many operations of a profile are open.
    pub fn open_operations_of(&self, profile_id: &ProfileId) -> usize {
        self.workspace_of(profile_id).map_or(0, |workspace| workspace.operations.open().len())
    }

    /// Handles a message in the workspace of the profile that it is for.
    pub(super) fn in_workspace<T>(&mut self, profile_id: &ProfileId, handle: impl FnOnce(&mut Self) -> T) -> T {
        if self.workspace.profile_id == *profile_id {
            return handle(self);
        }
        let before = self.swap_workspace(profile_id);
        let result = handle(self);
        self.swap_workspace(&before);
        result
    }

    /// The same for a message about an operation; nothing happens where no workspace knows it.
    pub(super) fn in_workspace_of(&mut self, id: &OperationId, handle: impl FnOnce(&mut Self)) {
        let owner = self.workspaces().find(|workspace| workspace.operations.find(id).is_some());
        if let Some(profile_id) = owner.map(|workspace| workspace.profile_id.clone()) {
            self.in_workspace(&profile_id, handle);
        }
    }

    /// Does the same in every workspace.
    pub(super) fn in_every_workspace(&mut self, mut handle: impl FnMut(&mut Self)) {
        let all: Vec<ProfileId> = self.workspaces().map(|workspace| workspace.profile_id.clone()).collect();
        all.iter().for_each(|profile_id| self.in_workspace(profile_id, &mut handle));
    }

    /// Puts the workspace of a profile in place of the one at hand, whose profile is returned.
    pub(super) fn swap_workspace(&mut self, profile_id: &ProfileId) -> ProfileId {
        let wanted = self.others.by_profile.remove(profile_id).unwrap_or_else(|| {
            self.others.last_number += 1;
            let opening = self.workspace.records.opening.clone();
            Workspace::new(profile_id.clone(), self.others.last_number, self.seed, opening)
        });
        let before = std::mem::replace(&mut self.workspace, wanted);
        let profile_id = before.profile_id.clone();
        self.others.by_profile.insert(profile_id.clone(), before);
        profile_id
    }

    /// The profile was removed: what its panels showed is forgotten; what is kept on disk stays there.
    pub(super) fn forget_workspace(&mut self, profile_id: &ProfileId) {
        self.others.by_profile.remove(profile_id);
    }
}
