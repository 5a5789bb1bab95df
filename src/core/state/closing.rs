//! Closing the window while an operation or an export is under way: a dialog says what it is, and the window waits a
//! little for it. The journal makes closing safe at any time, so that a person may close at once; of an export that is not
//! whole by then, nothing is left.

use chrono::{DateTime, TimeDelta, Utc};

use crate::dialog::Dialog;
use crate::operations::{Operation, Phase};
use crate::state::State;

/// How long the window waits for what is under way.
pub const CLOSING_WAIT: TimeDelta = TimeDelta::seconds(10);

impl State {
    /// The window is asked to close. True: it may; otherwise the dialog says what it waits for.
    pub fn on_close_requested(&mut self) -> bool {
        if self.may_close() || self.has_ended() {
            return true;
        }
        if self.closing_until().is_none() {
            self.show_dialog(Dialog::Closing { opened_at: self.now });
        }
        false
    }

    /// Whether a window that waits to be closed has waited enough: nothing is under way any more, the time is over, or
    /// the person does not want to wait.
    pub fn may_close(&self) -> bool {
        let is_over = |until: DateTime<Utc>| until <= self.now || self.has_ended();
        self.close_now || self.closing_until().is_some_and(is_over)
    }

    /// Whether nothing is under way that the window waits for.
    fn has_ended(&self) -> bool {
        self.under_way().next().is_none() && !self.table_exports.is_writing()
    }

    /// Operations of all profiles that are on their way to the service or wait for its response.
    pub fn under_way(&self) -> impl Iterator<Item = &Operation> {
        self.open_operations().filter(|operation| match operation.phase {
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::Starting
            | Phase::Sending { .. } => true,
            Phase::AwaitingTurn { .. } | Phase::Unknown(_) | Phase::NeverSent | Phase::Ended(_) => false,
        })
    }

    /// When the window closes at the latest; `None` where it is not being closed.
    pub fn closing_until(&self) -> Option<DateTime<Utc>> {
        match &self.workspace.dialog {
            Some(Dialog::Closing { opened_at }) => Some(*opened_at + CLOSING_WAIT),
            Some(_) | None => None,
        }
    }

    pub(crate) fn closing_clock_jumped(&mut self, by: TimeDelta) {
        if let Some(Dialog::Closing { opened_at }) = &mut self.workspace.dialog {
            *opened_at += by;
        }
    }
}
