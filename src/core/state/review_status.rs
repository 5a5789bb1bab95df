//! What the service of a profile calls manual review: named by a person, learned from an approval, or forgotten.
//!
//! Decides nothing about a payment: [`paydesk_domain::review`] says which status it is.

use paydesk_api::operation::Endpoint;
use paydesk_domain::review::{ReviewStatus, ReviewStatusSource};
use paydesk_domain::text::visible;

use crate::features::toasts::ToastKind;
use crate::operations::{ExecutionProof, Operation, Outcome, Precondition};
use crate::settings::SettingsChange;
use crate::state::State;

/// What a person does about the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewStatusAction {
    Name(String),
    /// The assumed name holds again.
    Forget,
}

impl State {
    pub(crate) fn change_review_status(&mut self, action: ReviewStatusAction) {
        match action {
            ReviewStatusAction::Forget => self.set_review_status(None),
            ReviewStatusAction::Name(word) => {
                match ReviewStatus::parse(&word, ReviewStatusSource::Named { at: self.now }) {
                    Ok(status) => self.set_review_status(Some(status)),
                    Err(error) => self.toasts.show(self.now, ToastKind::Attention, error.to_string(), None),
                }
            }
        }
    }

    /// An approval that the service itself confirmed shows that the status it ended is manual review. What a person
    /// named, and what was learned before, stays unless it is the same word.
    pub(crate) fn learn_review_status(&mut self, operation: &Operation, outcome: &Outcome) {
        let confirmed = matches!(outcome, Outcome::Done { proof: ExecutionProof::Answer, .. });
        if operation.plan.endpoint != Endpoint::ApprovePayment || !confirmed {
            return;
        }
        let Precondition::Payment(precondition) = &operation.precondition else { return };
        let known = self.settings.review_status(&self.workspace.profile_id);
        let is_same = known.is(&precondition.status);
        let is_learned = matches!(known.source, ReviewStatusSource::Learned { .. });
        let source = ReviewStatusSource::Learned { payment_id: precondition.payment_id.clone(), at: self.now };
        let Ok(learned) = ReviewStatus::parse(precondition.status.as_str(), source) else { return };
        if is_learned || !is_same && !known.is_assumed() {
            return;
        }
        self.set_review_status(Some(learned));
        if !is_same {
            let word = visible(precondition.status.as_str(), 40);
            let text = format!(
                "Payments with the status “{word}” are now shown as in review: the service \
                allowed one to be approved"
            );
            self.toasts.show(self.now, ToastKind::Neutral, text, None);
        }
    }

    fn set_review_status(&mut self, status: Option<ReviewStatus>) {
        let profile_id = self.workspace.profile_id.clone();
        let before = self.settings.review_status(&profile_id).clone();
        self.change_settings(SettingsChange::ReviewStatus(profile_id.clone(), status));
        if self.settings.review_status(&profile_id).word() != before.word() {
            self.with(|features, cx| features.payments.review_renamed(&before, cx));
        }
    }
}
