//! The settings file and the file of profiles.

use std::path::Path;

use paydesk_core::failure::{JsonFile, StoreError};
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::Settings;

use super::json_file;

pub use super::json_file::{LoadedFile, LookedAt};

/// Reads the settings; what was wrong with the file is reported.
pub fn load(path: &Path) -> LoadedFile<Settings> {
    let loaded = json_file::load::<Settings>(path, JsonFile::Settings);
    LoadedFile { value: loaded.value.bounded(), ..loaded }
}

/// Reads the settings where they are only looked at.
pub fn look(path: &Path) -> LookedAt<Settings> {
    json_file::look(path)
}

/// Writes all settings.
pub fn save(path: &Path, settings: &Settings) -> Result<(), StoreError> {
    json_file::save(path, JsonFile::Settings, settings)
}

/// Reads the profiles. Those that an earlier version kept among the `settings` are taken where there is no file yet.
pub fn load_profiles(path: &Path, settings: &mut Settings) -> LoadedFile<SavedProfiles> {
    let mut loaded = json_file::load::<SavedProfiles>(path, JsonFile::Profiles);
    let earlier = std::mem::take(&mut settings.profiles);
    if loaded.error.is_none() && loaded.value.profiles.is_empty() && !path.exists() {
        loaded.value.profiles = earlier;
    }
    loaded
}

/// Reads the profiles where they are only looked at.
pub fn look_at_profiles(path: &Path) -> LookedAt<SavedProfiles> {
    json_file::look(path)
}

/// Writes all profiles.
pub fn save_profiles(path: &Path, profiles: &SavedProfiles) -> Result<(), StoreError> {
    json_file::save(path, JsonFile::Profiles, profiles)
}
