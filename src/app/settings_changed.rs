//! Changes the settings and writes them down; where times are now shown in another zone, every feature that shows some
//! hears of it.

use super::effect::StoreJob;
use super::settings::SettingsChange;
use super::state::State;
use super::zone::Zone;

impl State {
    /// Nothing is written when nothing changed.
    pub(super) fn change_settings(&mut self, change: SettingsChange) {
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

    /// Rows are written anew; a filter by day means other days and is asked anew.
    fn zone_changed(&mut self, before: Zone) {
        let (zone, now) = (self.zone(), self.now);
        self.with(|features, cx| features.payments.write_rows_again(&cx.view));
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
