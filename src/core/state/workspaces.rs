//! The workspaces of all profiles: what is asked of all of them, and a message brought to the one it is for. What a
//! workspace holds is in [`workspace`](crate::workspace).

use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::{Environment, ProfileId};

use crate::operations::Operation;
use crate::read::RequestId;
use crate::state::State;
use crate::workspace::Workspace;

/// Operations that need attention in a profile that is not on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttentionElsewhere<'a> {
    pub profile_id: &'a ProfileId,
    pub environment: Environment,
    /// How many operations; at least one.
    pub count: usize,
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

    /// The profiles not on screen in which operations need attention. No count or sum of the profile on screen includes
    /// them.
    pub fn attention_elsewhere(&self) -> impl Iterator<Item = AttentionElsewhere<'_>> {
        self.workspaces().skip(1).filter_map(|other| {
            let first = other.operations.attention().next()?;
            let (environment, count) = (first.environment, other.operations.attention().count());
            Some(AttentionElsewhere { profile_id: &other.profile_id, environment, count })
        })
    }

    /// How many operations of a profile are open.
    pub fn open_operations_of(&self, profile_id: &ProfileId) -> usize {
        self.workspace_of(profile_id).map_or(0, |workspace| workspace.operations.open().len())
    }

    /// Handles a message in the workspace of the profile that it is for.
    pub(crate) fn in_workspace<T>(&mut self, profile_id: &ProfileId, handle: impl FnOnce(&mut Self) -> T) -> T {
        if self.workspace.profile_id == *profile_id {
            return handle(self);
        }
        let before = self.swap_workspace(profile_id);
        let result = handle(self);
        self.swap_workspace(&before);
        result
    }

    /// Handles a message about an operation in its workspace; nothing happens where none knows it.
    pub(crate) fn in_workspace_of(&mut self, id: &OperationId, handle: impl FnOnce(&mut Self)) {
        let owner = self.workspaces().find(|workspace| workspace.operations.find(id).is_some());
        if let Some(profile_id) = owner.map(|workspace| workspace.profile_id.clone()) {
            self.in_workspace(&profile_id, handle);
        }
    }

    /// Handles an answer in the workspace that asked for the read; nothing happens where that is gone.
    pub(crate) fn in_workspace_that_asked(&mut self, request_id: RequestId, handle: impl FnOnce(&mut Self)) {
        let owner = self.workspaces().find(|workspace| workspace.reads.has_asked(request_id));
        if let Some(profile_id) = owner.map(|workspace| workspace.profile_id.clone()) {
            self.in_workspace(&profile_id, handle);
        }
    }

    /// Does the same in every workspace.
    pub(crate) fn in_every_workspace(&mut self, mut handle: impl FnMut(&mut Self)) {
        let all: Vec<ProfileId> = self.workspaces().map(|workspace| workspace.profile_id.clone()).collect();
        all.iter().for_each(|profile_id| self.in_workspace(profile_id, &mut handle));
    }

    /// Puts the workspace of a profile in place of the one at hand, whose profile is returned.
    pub(crate) fn swap_workspace(&mut self, profile_id: &ProfileId) -> ProfileId {
        let wanted = self.others.by_profile.remove(profile_id).unwrap_or_else(|| {
            self.others.last_number += 1;
            let (opening, notes) = (self.workspace.records.opening.clone(), self.workspace.notes.opening.clone());
            Workspace::new(profile_id.clone(), self.others.last_number, self.seed, opening, notes)
        });
        self.toasts.begin_about(profile_id);
        let before = std::mem::replace(&mut self.workspace, wanted);
        let profile_id = before.profile_id.clone();
        self.others.by_profile.insert(profile_id.clone(), before);
        profile_id
    }

    /// The profile was removed: what its panels showed is forgotten; what is stored on disk stays there.
    pub(crate) fn forget_workspace(&mut self, profile_id: &ProfileId) {
        self.others.by_profile.remove(profile_id);
    }
}
