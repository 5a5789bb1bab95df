//! Gives the review queue what it needs of other features, and lets it follow them.

use paydesk_domain::ids::PaymentId;
use paydesk_domain::review_assignment::ReviewAssignment;
use paydesk_domain::text::visible;

use crate::context::Context;
use crate::effect::StoreJob;
use crate::features::disputes::{ASSIGNEE_CHARS, DraftDocument};
use crate::features::review_queue::{ReviewQueue, ReviewQueueAction, ReviewSources};
use crate::state::State;

impl State {
    pub(crate) fn handle_review_queue(&mut self, action: ReviewQueueAction) {
        if let ReviewQueueAction::Assign { payment_id, to } = action {
            return self.assign_review(payment_id, to);
        }
        self.with_review_queue(|queue, from, cx| queue.handle(action, from, cx));
    }

    fn assign_review(&mut self, payment_id: PaymentId, to: Option<String>) {
        let assignee = to.map(|name| visible(name.trim(), ASSIGNEE_CHARS)).filter(|name| !name.is_empty());
        let assignment = ReviewAssignment { profile_id: self.workspace.profile_id.clone(), payment_id, assignee };
        if self.workspace.review_queue.assign(assignment.clone()) {
            self.outbox.push(StoreJob::save_document(DraftDocument::Review(assignment)));
        }
    }

    fn with_review_queue(&mut self, handle: impl FnOnce(&mut ReviewQueue, &ReviewSources<'_>, &mut Context<'_>)) {
        self.with(|features, cx| {
            let (payments, history) = (&*features.payments, &*features.history);
            let from = ReviewSources { payments, history, operation_log: features.operation_log.log() };
            handle(features.review_queue, &from, cx);
        });
    }
}
