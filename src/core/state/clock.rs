//! When something is due by itself, and what a jump of the clock does.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::dialog::Dialog;
use crate::operations::Input;
use crate::state::State;

impl State {
    /// The clock was set, or the machine slept: the time jumped by `by` beyond what passed for the process. What is
    /// counted goes on being counted right: a settle window neither ends early nor takes hours.
    pub fn on_clock_jump(&mut self, by: TimeDelta) {
        self.toasts.clock_jumped(by);
        self.notifications.clock_jumped(by);
        self.closing_clock_jumped(by);
        self.in_every_workspace(|state| state.workspace_clock_jumped(by));
    }

    fn workspace_clock_jumped(&mut self, by: TimeDelta) {
        self.operate(Input::ClockJumped(by));
        let (zone, now) = (self.zone(), self.now);
        let workspace = &mut self.workspace;
        workspace.rate.clock_jumped(by);
        workspace.service_clock.clock_jumped();
        workspace.reads.clock_jumped(by);
        workspace.connection.clock_jumped(by);
        workspace.records.write_again(zone, now);
        self.publish(FeatureFact::ClockJumped(by));
        if self.is_shown() && self.view().can_read() {
            self.measure_clock();
        }
    }

    /// When [`Self::on_tick`] is next of use; nothing happens before by itself.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.next_due_of_view().into_iter().chain(self.workspace.connection.next_due()).min()
    }

    /// When [`Self::on_tick`] is next of use to what is shown, without the next look at the service.
    pub(crate) fn next_due_of_view(&self) -> Option<DateTime<Utc>> {
        let (workspace, view) = (&self.workspace, self.view());
        [
            self.toasts.next_due(),
            self.notifications.next_due(),
            self.closing_until(),
            self.table_exports.next_due(self.now),
            self.operations_next_due(),
            workspace.home.next_due(),
            workspace.bulk.next_due(&view),
            workspace.review_queue.next_due(),
            workspace.history.next_due(self.now).filter(|_| !workspace.bulk.is_running()),
            workspace.payments.poll_due(&view),
            workspace.payment_disputes.next_due(&workspace.payments, &workspace.disputes, &view),
            workspace.dialog.as_ref().and_then(Dialog::next_due),
            workspace.disputes.poll_due(&view),
            workspace.disputes.wakes_at(),
            workspace.refunds.polling.next_due(view),
            workspace.record_lists.next_due(&view),
            self.workspace.drafts.next_due(),
            self.events_next_due(),
            self.workspace.analytics.next_due(self.workspace.route),
            self.workspace.reads.next_due(),
            self.workspace.records.next_due(),
        ]
        .into_iter()
        .flatten()
        .min()
    }
}
