//! The look of the desk as the person wants it; kept in the settings file.

use crate::app::effect::Effect;
use crate::app::settings::Settings;
use crate::app::state::State;

impl State {
    /// Changes the settings and keeps them; nothing is written when nothing changed.
    pub(in crate::app) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) -> Vec<Effect> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        let settings = settings.bounded();
        if settings == self.settings {
            return Vec::new();
        }
        let zone_before = self.zone();
        self.settings = settings;
        if self.zone() != zone_before {
            self.prepare_rows_again();
        }
        vec![Effect::SaveSettings(self.settings.clone())]
    }
}
