//! The files of settings and profiles: whatever is in them is read within bounds or refused, and what is read is read
//! again the same from what is written of it.
use paydesk_core::profiles::{ProfileInput, SavedProfiles};
use paydesk_core::settings::Settings;

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    if let Ok(settings) = serde_json::from_slice::<Settings>(data) {
        let settings = settings.bounded();
        let text = serde_json::to_vec(&settings).expect("settings are written as JSON");
        let again: Settings = serde_json::from_slice(&text).expect("what is written is read");
        assert_eq!(again.bounded(), settings);
    }
    if let Ok(profiles) = serde_json::from_slice::<SavedProfiles>(data) {
        let text = serde_json::to_vec(&profiles).expect("profiles are written as JSON");
        assert_eq!(serde_json::from_slice::<SavedProfiles>(&text).expect("what is written is read"), profiles);
        for saved in &profiles.profiles {
            let _ = ProfileInput::of(saved).check(None, &profiles.profiles);
            let _ = saved.profile();
        }
    }
}
