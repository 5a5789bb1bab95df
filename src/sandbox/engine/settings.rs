//! Switches for what the specification leaves open or contradicts itself about (`/_sandbox/settings`).

use serde::{Deserialize, Serialize};

/// The switches; all off is how the sandbox behaves by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `HE_01` is answered as 400 instead of 409.
    pub payment_exists_as_400: bool,
    /// A partial capture releases the remainder instead of keeping it capturable.
    pub partial_capture_releases_remainder: bool,
    /// Approving a manual-capture payment captures it instead of leaving it in `requires_capture`.
    pub approve_captures_manual: bool,
}

/// What a client asks to switch; what it leaves out stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct SettingsChange {
    pub payment_exists_as_400: Option<bool>,
    pub partial_capture_releases_remainder: Option<bool>,
    pub approve_captures_manual: Option<bool>,
}

impl Settings {
    pub fn with(self, change: SettingsChange) -> Self {
        Self {
            payment_exists_as_400: change.payment_exists_as_400.unwrap_or(self.payment_exists_as_400),
            partial_capture_releases_remainder: change
                .partial_capture_releases_remainder
                .unwrap_or(self.partial_capture_releases_remainder),
            approve_captures_manual: change.approve_captures_manual.unwrap_or(self.approve_captures_manual),
        }
    }
}
