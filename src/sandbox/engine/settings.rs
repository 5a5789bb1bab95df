//! Switches for what the specification leaves open or contradicts itself about (`/_sandbox/settings`).

use serde::{Deserialize, Serialize};

use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::review::{ASSUMED_REVIEW_STATUS, ReviewStatus};

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
    /// The `refund_id` is looked up first: the same request again is answered with the same refund
    #[default]
    IdFirst,
    /// The amount and pending refunds are checked first, then the `refund_id`: a repeat of a full refund that succeeded
    /// is refused with 400
    AmountFirst,
}

/// What a list says of its end (the specification shows `total_count` in some and `has_more` in a general envelope).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumString, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ListEnd {
    /// `total_count` and `has_more`.
    #[default]
    Both,
    TotalCount,
    HasMore,
    /// Neither: the last page is the one with fewer rows than were asked for.
    ShortPage,
    /// A contradiction: `has_more` is always true, and every page is the first one.
    Endless,
}

/// How the signature of a webhook is written (the specification does not say).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumString, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum SignatureEncoding {
    #[default]
    LowerHex,
    UpperHex,
    Base64,
}

/// In which shapes the API answers.
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
pub enum SandboxShapes {
    /// That of the specification
    #[default]
    Spec,
    /// That of the open-source payment orchestrator of that name, v1
    // From the sources that `sandbox::hyperswitch` names. This comment is a help text of the command line.
    Hyperswitch,
}

/// The switches; all off, with the refund's id first, is how the sandbox behaves by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The status of payments held for manual review.
    pub review_status: String,
    /// A dispute that waits for evidence has the status `needs_response`, which the specification does not list.
    pub unlisted_dispute_status: bool,
    /// Analytics refuse what the specification does not show: buckets other than days, and payments in groups.
    pub analytics_documented_only: bool,
    pub list_end: ListEnd,
    pub signature_encoding: SignatureEncoding,
    pub shapes: SandboxShapes,
    /// In the shapes of hyperswitch: endpoints that want a login take an API key too.
    pub login_endpoints_take_keys: bool,
    /// In the shapes of hyperswitch: no processor takes payouts, so that a confirmed one is refused, and left behind.
    pub no_payout_processor: bool,
}

impl Default for SandboxSettings {
    fn default() -> Self {
        Self {
            payment_exists_as_400: false,
            partial_capture_releases_remainder: false,
            approve_captures_manual: false,
            forgets_refund_ids: false,
            refund_checks: RefundChecks::default(),
            unlisted_dispute_status: false,
            analytics_documented_only: false,
            list_end: ListEnd::default(),
            signature_encoding: SignatureEncoding::default(),
            shapes: SandboxShapes::default(),
            login_endpoints_take_keys: false,
            no_payout_processor: false,
            review_status: ASSUMED_REVIEW_STATUS.to_owned(),
        }
    }
}

/// What a client asks to switch; what it leaves out stays.
#[derive(Debug, Clone, Default)]
pub struct SandboxSettingsChange {
    pub payment_exists_as_400: Option<bool>,
    pub partial_capture_releases_remainder: Option<bool>,
    pub approve_captures_manual: Option<bool>,
    pub forgets_refund_ids: Option<bool>,
    pub refund_checks: Option<RefundChecks>,
    /// A status that the specification does not list.
    pub review_status: Option<ReviewStatus>,
    pub unlisted_dispute_status: Option<bool>,
    pub analytics_documented_only: Option<bool>,
    pub list_end: Option<ListEnd>,
    pub signature_encoding: Option<SignatureEncoding>,
    pub shapes: Option<SandboxShapes>,
    pub login_endpoints_take_keys: Option<bool>,
    pub no_payout_processor: Option<bool>,
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
            review_status: change.review_status.map_or(self.review_status, |status| status.word().to_owned()),
            unlisted_dispute_status: change.unlisted_dispute_status.unwrap_or(self.unlisted_dispute_status),
            analytics_documented_only: change.analytics_documented_only.unwrap_or(self.analytics_documented_only),
            list_end: change.list_end.unwrap_or(self.list_end),
            signature_encoding: change.signature_encoding.unwrap_or(self.signature_encoding),
            shapes: change.shapes.unwrap_or(self.shapes),
            login_endpoints_take_keys: change.login_endpoints_take_keys.unwrap_or(self.login_endpoints_take_keys),
            no_payout_processor: change.no_payout_processor.unwrap_or(self.no_payout_processor),
        }
    }

    /// Whether the API answers as the service of that name does.
    pub fn is_hyperswitch(&self) -> bool {
        self.shapes == SandboxShapes::Hyperswitch
    }

    /// The status of payments held for manual review.
    pub fn review(&self) -> PaymentStatus {
        PaymentStatus::from_word(&self.review_status)
    }
}
