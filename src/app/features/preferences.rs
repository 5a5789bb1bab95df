//! The look of the desk as the person wants it; kept in the settings file.

use crate::app::effect::StoreJob;
use crate::app::settings::Settings;
use crate::app::state::State;
use crate::app::zone::Zone;

impl State {
    /// Changes the settings and keeps them; nothing is written when nothing changed.
    pub(in crate::app) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings.clone();
        change(&mut settings);
        let settings = settings.bounded();
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
        self.prepare_rows_again();
        self.prepare_disputes_again();
        let (zone, now) = (self.zone(), self.now);
        self.workspace.webhooks.write_times_again(zone, now);
        self.workspace.requests.prepare_again(self.zone());
        self.workspace.records.write_again(self.zone(), self.now);
        let filter = &self.workspace.payments.filter;
        let same_days = filter.at_service(self.now, before) == filter.at_service(self.now, self.zone());
        if !same_days {
            self.reload_payments();
        }
        self.ask_analytics_again();
    }
}
