//! Files calls that ended in the log of the profile that they were made for.

use paydesk_api::exchange::Exchange;

use crate::state::State;

impl State {
    /// Calls ended. Those of a profile that is not here (one that was only tried out, say) are not logged.
    pub(crate) fn calls_made(&mut self, exchanges: Vec<Exchange>, missed: u64) {
        self.workspace.requests.calls_missed(missed);
        for exchange in exchanges {
            let profile_id = exchange.profile.clone();
            if profile_id.is_embedded() || self.profiles.find(&profile_id).is_some() {
                self.in_workspace(&profile_id, |state| {
                    state.learn_from_exchange(&exchange);
                    state.workspace.requests.add(exchange, state.zone());
                });
            }
        }
        self.workspace.requests.calls_added();
    }
}
