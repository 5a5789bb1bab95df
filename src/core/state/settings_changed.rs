//! Changes the settings, and what is known of a service, and writes them down.
//!
//! Where times are now shown in another zone, every feature that shows some hears of it.

use crate::context::fact::FeatureFact;
use crate::effect::StoreJob;
use crate::service_traits::TraitChange;
use crate::settings::SettingsChange;
use crate::state::State;

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
            self.workspace.records.write_again(self.zone(), self.now);
            self.publish(FeatureFact::ZoneChanged { before: zone_before });
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
}
