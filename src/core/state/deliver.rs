//! Delivers facts: to the features that build on them, in one declared order.

use paydesk_domain::ids::PaymentId;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::features::analytics::BoardLists;
use crate::features::disputes::Evidence;
use crate::features::history::reading::DisputedPayments;
use crate::features::home::HomeSources;
use crate::features::review_queue::ReviewSources;
use crate::features::subscriptions::takes_step;
use crate::features::table_exports::ExportLists;
use crate::panels::payment_links;
use crate::remote::Remote;
use crate::state::State;
use crate::state::serve::Features;
use crate::workspace::related_known;

impl State {
    /// Brings a fact of the workspace at hand to its features. What they publish in turn is delivered before this returns.
    pub(crate) fn publish(&mut self, fact: FeatureFact) {
        self.with(|features, cx| features.deliver(&fact, cx));
    }
}

impl Features<'_> {
    /// Each feature takes in the fact: sources before what is counted over them.
    fn deliver(self, fact: &FeatureFact, cx: &mut Context<'_>) {
        self.forms.on_fact(fact, takes_step, cx);
        self.bulk.on_fact(fact, self.payments, self.history, cx);
        self.refunds.on_fact(fact, cx);
        self.payouts.on_fact(fact, cx);
        self.requests.on_fact(fact, cx);
        self.record_lists.on_fact(fact, cx);
        let of_disputes = (&*self.drafts, &*self.evidence);
        self.payment_disputes.on_fact(fact, (self.payments, self.disputes), of_disputes, cx);
        self.payments.on_fact(fact, self.history.columns(), cx);
        self.customers.on_fact(fact, cx);
        self.subscriptions.on_fact(fact, &cx.view);
        self.drafts.on_fact(fact, cx);
        let payments = &*self.payments;
        let read = |id: &PaymentId| payments.detail(id).and_then(Remote::value);
        let (drafts, library, stored) = (&mut *self.drafts, &mut *self.evidence, self.history.columns());
        self.disputes.on_fact(fact, &mut Evidence { drafts, library, payments: &read, stored }, cx);
        self.sending_again.on_fact(fact, cx);
        self.views.on_fact(fact, self.history, cx);
        let disputes = &*self.disputes;
        let disputed = DisputedPayments { changes: disputes.changes(), unread: &|| disputes.unread_payments() };
        self.history.on_fact(fact, self.bulk.is_running(), disputed, cx);
        self.sharing.on_fact(fact);
        self.journal_copy.on_fact(fact);
        self.webhooks.on_fact(fact, cx);
        self.api_keys.on_fact(fact, cx);
        self.payment_count.on_fact(fact, cx);
        self.operation_log.on_fact(fact, cx);
        payment_links::on_fact(fact, cx);
        self.notifications.on_fact(fact, cx);
        let Self { payments, history, views, disputes, record_lists, webhooks, operation_log, .. } = self;
        let queued = ReviewSources { payments, history, operation_log: operation_log.log() };
        self.review_queue.on_fact(fact, &queued, cx);
        let related = related_known(history, cx.records, record_lists, disputes, self.payment_disputes);
        let mut lists =
            ExportLists { payments, history, views, disputes, record_lists, webhooks, operation_log, related };
        self.table_exports.on_fact(fact, &mut lists, cx);
        let sources =
            HomeSources { payments, disputes, history, record_lists, bulk: self.bulk, approvals: self.approvals };
        self.home.on_fact(fact, sources, cx);
        let boards = BoardLists { disputes, payments, history, record_lists, events: webhooks.log() };
        self.analytics.on_fact(fact, boards, cx);
    }
}
