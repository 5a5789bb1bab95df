//! What the drafts of all three forms have: the operation they were filled in for, and the profile they send.

use paydesk_core::State;
use paydesk_core::features::forms::FormSession;
use paydesk_core::operations::{Operations, Outcome, Phase};
use paydesk_domain::ids::{BusinessProfileId, OperationId};

/// The operation that a draft was filled in for last.
#[derive(Debug, Default)]
pub struct PrefilledOperation(Option<OperationId>);

impl PrefilledOperation {
    /// Whether what was filled in took effect, or may have: the draft is emptied then.
    pub fn is_done(&mut self, form: Option<&FormSession>, operations: &Operations) -> bool {
        let open = form.map(|form| &form.operation_id);
        let before = self.0.as_ref().filter(|id| open != Some(*id));
        let is_done = before.and_then(|id| operations.find(id)).is_some_and(|operation| match operation.phase {
            Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. }) => true,
            // The form of one that was declined stays for another try.
            Phase::Ended(Outcome::Declined { .. }) => open.is_none(),
            _ => false,
        });
        if let Some(id) = open {
            self.0 = Some(id.clone());
        }
        is_done
    }
}

/// What goes out as `X-Profile-Id`; empty where the profile has none, which the checks tell.
pub fn profile_id(state: &State) -> BusinessProfileId {
    state.view().business_profile_id().cloned().unwrap_or_else(|| BusinessProfileId::new(""))
}
