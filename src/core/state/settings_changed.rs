//! Changes the settings, and what is known of a service, and writes them down.
//!
//! Where times are now shown in another zone, every feature that shows some hears of it.

use crate::effect::StoreJob;
use crate::service_traits::TraitChange;
use crate::settings::SettingsChange;
use crate::state::State;
use paydesk_domain::zone::Zone;

impl State {
    /// Nothing is written when nothing changed.
    pub(crate) fn change_settings(&mut self, change: SettingsChange) {
        let settings = self.settings.clone().with(change).bounded();
        if settings == self.settings {
            return;
        }
        let zone_before = self.zone();
        self.settings = settings;
        self.outbox.push(StoreJob::SaveSettings(self.settings.clone()));
        if self.zone() != zone_before {
            self.zone_changed(zone_before);
        }
    }

    /// A person chooses what the service does. How amounts are counted stays while operations are open that were confirmed
    /// as they are shown.
    pub(crate) fn choose_traits(&mut self, change: TraitChange) {
        let mut traits = self.view().traits.clone();
        traits.change(change.clone(), self.now);
        if traits.amounts == self.view().traits.amounts || self.may_change_units() {
            let known = self.view().traits.capabilities.clone();
            self.change_traits(change);
            let forgotten = self.view().traits.capabilities.missing_of(&known);
            self.with(|features, cx| features.record_lists.read_forgotten(&forgotten, cx));
        }
    }

    /// Changes what is known of the service of the workspace at hand; it is stored where that makes a difference.
    pub(crate) fn change_traits(&mut self, change: TraitChange) {
        let mut traits = self.view().traits.clone();
        traits.change(change, self.now);
        if traits == *self.view().traits {
            return;
        }
        let before = self.units();
        let profiles = self.profiles.with_traits(self.workspace.profile_id.clone(), traits);
        self.outbox.push(StoreJob::SaveProfiles(profiles));
        if self.units() != before {
            self.units_changed(before);
        }
    }

    /// Rows are written again; a filter by day means other days and is asked again.
    fn zone_changed(&mut self, before: Zone) {
        let (zone, now) = (self.zone(), self.now);
        self.with(|features, cx| features.payments.write_rows_again(&cx.view));
        self.with(|features, cx| features.history.zone_changed(&cx.view));
        self.with_disputes(|disputes, evidence, cx| disputes.prepare_again(evidence, cx));
        self.workspace.webhooks.write_times_again(zone, now);
        self.workspace.requests.zone_changed(zone);
        self.workspace.records.write_again(zone, now);
        let filter = &self.workspace.payments.filter;
        if filter.at_service(now, before) != filter.at_service(now, zone) {
            self.with(|features, cx| features.payments.reload(cx));
        }
        self.with(|features, cx| features.analytics.zone_changed(cx));
    }
}
