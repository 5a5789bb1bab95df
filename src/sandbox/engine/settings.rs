//! Switches for what the specification leaves open or contradicts itself about (`/_sandbox/settings`).

use serde::{Deserialize, Serialize};

/// In which order `POST /refunds` checks a request (the specification does not say).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    clap::ValueEnum,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RefundChecks {
    /// The `refund_id` is looked up first: the same request again is answered with the refund it made.
    #[default]
    IdFirst,
    /// First the payment has no pending refund and enough is left, then the `refund_id`: a repeat of a full refund
    /// that was made is refused with 400.
    AmountFirst,
}

/// The switches; all off, with the refund's id first, is how the sandbox behaves by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SandboxSettings {
    /// `HE_01` is answered as 400 instead of 409.
    pub payment_exists_as_400: bool,
    /// A partial capture releases the remainder instead of keeping it capturable.
    pub partial_capture_releases_remainder: bool,
    /// Approving a manual-capture payment captures it instead of leaving it in `requires_capture`.
    pub approve_captures_manual: bool,
    /// A `refund_id` is forgotten 24 h after its refund was made: the same request makes another one.
    pub forgets_refund_ids: bool,
    pub refund_checks: RefundChecks,
}

/// What a client asks to switch; what it leaves out stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct SandboxSettingsChange {
    pub payment_exists_as_400: Option<bool>,
    pub partial_capture_releases_remainder: Option<bool>,
    pub approve_captures_manual: Option<bool>,
    pub forgets_refund_ids: Option<bool>,
    pub refund_checks: Option<RefundChecks>,
}

impl SandboxSettings {
    pub fn with(self, change: SandboxSettingsChange) -> Self {
        Self {
            payment_exists_as_400: change.payment_exists_as_400.unwrap_or(self.payment_exists_as_400),
            partial_capture_releases_remainder: change
                .partial_capture_releases_remainder
                .unwrap_or(self.partial_capture_releases_remainder),
            approve_captures_manual: change.approve_captures_manual.unwrap_or(self.approve_captures_manual),
            forgets_refund_ids: change.forgets_refund_ids.unwrap_or(self.forgets_refund_ids),
            refund_checks: change.refund_checks.unwrap_or(self.refund_checks),
        }
    }
}
