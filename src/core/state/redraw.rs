//! What leaves the window as it is: nobody has to draw it then.

use chrono::{DateTime, Utc};

use crate::message::Message;
use crate::read::ReadAnswer;
use crate::service_link::ServiceLink;
use crate::state::State;

impl State {
    /// Whether a message may change what is shown. One that says that the service is still there does not, nor do calls
    /// that nobody looks at.
    pub fn may_change_view(&self, message: &Message) -> bool {
        let is_known = if let Message::ReadAnswered { answer: ReadAnswer::Health(Ok(())), rate, .. } = message {
            let is_blocked = rate.as_ref().is_some_and(|rate| rate.remaining == Some(0));
            self.workspace.connection.link == ServiceLink::Connected && !is_blocked
        } else {
            matches!(message, Message::CallsMade { .. })
        };
        !is_known || self.settings.requests_open
    }

    /// Whether something is due that may change what is shown: more than a look at the service.
    pub fn may_change_view_at(&self, now: DateTime<Utc>) -> bool {
        self.next_due_of_view().is_some_and(|due| due <= now)
    }
}
