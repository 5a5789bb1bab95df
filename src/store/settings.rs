//! The settings file and the file of profiles.

use std::path::Path;

use crate::app::problem::Problem;
use crate::app::profiles::SavedProfiles;
use crate::app::settings::Settings;

use super::json_file::{self, FileTexts};

pub use super::json_file::LoadedFile;

const SETTINGS: FileTexts = FileTexts {
    noun: "settings",
    without: "Paydesk started with its usual settings",
    not_saved: "They stay as they are until Paydesk is closed",
};
const PROFILES: FileTexts = FileTexts {
    noun: "profiles",
    without: "Paydesk started without the services you added; their keys are still in the keyring",
    not_saved: "They stay as they are until Paydesk is closed",
};

/// Reads the settings; what was wrong with the file is reported.
pub fn load(path: &Path) -> LoadedFile<Settings> {
    let loaded = json_file::load::<Settings>(path, SETTINGS);
    LoadedFile { value: loaded.value.bounded(), ..loaded }
}

/// Writes all settings.
pub fn save(path: &Path, settings: &Settings) -> Result<(), Problem> {
    json_file::save(path, SETTINGS, settings)
}

/// Reads the profiles. Those that an earlier version kept among the `settings` are taken where there is no file yet.
pub fn load_profiles(path: &Path, settings: &mut Settings) -> LoadedFile<SavedProfiles> {
    let mut loaded = json_file::load::<SavedProfiles>(path, PROFILES);
    let earlier = std::mem::take(&mut settings.profiles);
    if loaded.problem.is_none() && loaded.value.profiles.is_empty() && !path.exists() {
        loaded.value.profiles = earlier;
    }
    loaded
}

/// Writes all profiles.
pub fn save_profiles(path: &Path, profiles: &SavedProfiles) -> Result<(), Problem> {
    json_file::save(path, PROFILES, profiles)
}
