//! How statuses look: a word, a shape and a tone each; one we do not know is shown verbatim.

use std::borrow::Cow;

use crate::app::features::payment_links::Standing;
use crate::app::features::requests::Proof;
use crate::app::features::toasts::ToastKind;
use crate::domain::authorization::{Urgency, urgency};
use crate::domain::deadline::AnswerBy;
use crate::domain::dispute::DisputeStatus;
use crate::domain::payment::PaymentStatus;
use crate::domain::payout::PayoutStatus;
use crate::domain::profile::Environment;
use crate::domain::refund::RefundStatus;
use crate::domain::text::visible;

use super::icons::Icon;
use super::tokens::Tone;
use super::widgets::env_chip_ui;

/// Word, icon and tone of a status.
#[derive(Debug, Clone, PartialEq)]
pub struct StatusLook {
    pub word: Cow<'static, str>,
    pub icon: Icon,
    pub tone: Tone,
}

/// The shape of an environment.
pub fn environment_icon(environment: Environment) -> Icon {
    match environment {
        Environment::Sandbox => Icon::Sandbox,
        Environment::Production => Icon::Warning,
    }
}

/// The tone of an environment's word where it stands without its band.
pub fn environment_tone(environment: Environment) -> Tone {
    match environment {
        Environment::Sandbox => Tone::Neutral,
        Environment::Production => Tone::Danger,
    }
}

/// The environment as a chip.
pub fn environment_chip_ui(ui: &mut egui::Ui, environment: Environment) {
    let production = environment == Environment::Production;
    env_chip_ui(ui, production, environment_icon(environment), environment.word());
}

/// The look of a payment's status.
pub fn payment_status(status: &PaymentStatus) -> StatusLook {
    let look = |word: &'static str, icon, tone| StatusLook { word: Cow::Borrowed(word), icon, tone };
    match status {
        PaymentStatus::RequiresPaymentMethod => look("Requires payment method", Icon::Payment, Tone::Neutral),
        PaymentStatus::RequiresConfirmation => look("Requires confirmation", Icon::Clock, Tone::Neutral),
        PaymentStatus::RequiresAction => look("Requires action", Icon::Alert, Tone::Attention),
        PaymentStatus::Processing => look("Processing", Icon::Processing, Tone::Info),
        PaymentStatus::RequiresCapture => look("Requires capture", Icon::Clock, Tone::Attention),
        PaymentStatus::RequiresMerchantAction => look("In review", Icon::Review, Tone::Accent),
        PaymentStatus::Succeeded => look("Succeeded", Icon::Success, Tone::Positive),
        PaymentStatus::Failed => look("Failed", Icon::Failure, Tone::Danger),
        PaymentStatus::Cancelled => look("Cancelled", Icon::Prohibited, Tone::Neutral),
        PaymentStatus::Unknown(word) => {
            StatusLook { word: Cow::Owned(visible(word, 30)), icon: Icon::Unknown, tone: Tone::Neutral }
        }
    }
}

/// The look of a refund's status.
pub fn refund_status(status: &RefundStatus) -> StatusLook {
    let look = |word: &'static str, icon, tone| StatusLook { word: Cow::Borrowed(word), icon, tone };
    match status {
        RefundStatus::Pending => look("Pending", Icon::Processing, Tone::Info),
        RefundStatus::Succeeded => look("Refunded", Icon::Success, Tone::Positive),
        RefundStatus::Failed => look("Failed", Icon::Failure, Tone::Danger),
        RefundStatus::Unknown(word) => {
            StatusLook { word: Cow::Owned(visible(word, 30)), icon: Icon::Unknown, tone: Tone::Neutral }
        }
    }
}

/// The look of how a payment link stands.
pub fn payment_link_standing(standing: &Standing) -> StatusLook {
    let look = |word: &'static str, icon, tone| StatusLook { word: Cow::Borrowed(word), icon, tone };
    match standing {
        Standing::Paid => look("Paid", Icon::Success, Tone::Positive),
        Standing::PaymentFailed => look("Payment failed", Icon::Failure, Tone::Danger),
        Standing::OnItsWay(status) => payment_status(status),
        Standing::Active => look("Active", Icon::Clock, Tone::Info),
        Standing::Expired => look("Expired", Icon::Prohibited, Tone::Neutral),
        Standing::Other(word) => {
            StatusLook { word: Cow::Owned(visible(word, 30)), icon: Icon::Unknown, tone: Tone::Neutral }
        }
        Standing::NotTold => not_told(),
    }
}

/// The look of what the service told no status of.
pub fn not_told() -> StatusLook {
    StatusLook { word: Cow::Borrowed("Not told"), icon: Icon::Unknown, tone: Tone::Neutral }
}

/// The look of a payout's status.
pub fn payout_status(status: &PayoutStatus) -> StatusLook {
    let look = |word: &'static str, icon, tone| StatusLook { word: Cow::Borrowed(word), icon, tone };
    match status {
        PayoutStatus::Success => look("Success", Icon::Success, Tone::Positive),
        PayoutStatus::Failed => look("Failed", Icon::Failure, Tone::Danger),
        PayoutStatus::Cancelled => look("Cancelled", Icon::Prohibited, Tone::Neutral),
        PayoutStatus::Initiated => look("Initiated", Icon::Processing, Tone::Info),
        PayoutStatus::Expired => look("Expired", Icon::Prohibited, Tone::Neutral),
        PayoutStatus::Reversed => look("Reversed", Icon::Undo, Tone::Danger),
        PayoutStatus::Pending => look("Pending", Icon::Processing, Tone::Info),
        PayoutStatus::Ineligible => look("Ineligible", Icon::Failure, Tone::Danger),
        PayoutStatus::RequiresCreation => look("Requires creation", Icon::Clock, Tone::Neutral),
        PayoutStatus::RequiresConfirmation => look("Requires confirmation", Icon::Clock, Tone::Neutral),
        PayoutStatus::RequiresPayoutMethodData => look("Requires method data", Icon::Alert, Tone::Attention),
        PayoutStatus::RequiresFulfillment => look("Requires fulfilment", Icon::Clock, Tone::Attention),
        PayoutStatus::RequiresVendorAccountCreation => look("Requires vendor account", Icon::Alert, Tone::Attention),
        PayoutStatus::Unknown(word) => {
            StatusLook { word: Cow::Owned(visible(word, 30)), icon: Icon::Unknown, tone: Tone::Neutral }
        }
    }
}

/// The look of a dispute's status.
pub fn dispute_status(status: &DisputeStatus) -> StatusLook {
    let look = |word: &'static str, icon, tone| StatusLook { word: Cow::Borrowed(word), icon, tone };
    match status {
        DisputeStatus::DisputeOpened => look("Needs evidence", Icon::Alert, Tone::Attention),
        DisputeStatus::Challenged => look("With the bank", Icon::Processing, Tone::Info),
        DisputeStatus::Won => look("Won", Icon::Success, Tone::Positive),
        DisputeStatus::Lost => look("Lost", Icon::Failure, Tone::Danger),
        DisputeStatus::Unknown(word) => {
            StatusLook { word: Cow::Owned(visible(word, 30)), icon: Icon::Unknown, tone: Tone::Neutral }
        }
    }
}

/// How the time left to answer looks: the shape changes with the colour.
pub fn answer_look(answer_by: AnswerBy) -> (Icon, Tone) {
    match answer_by {
        AnswerBy::Overdue => (Icon::Warning, Tone::Danger),
        AnswerBy::LastDay => (Icon::Alert, Tone::Danger),
        AnswerBy::Days(_) => (Icon::Clock, Tone::Attention),
        AnswerBy::Later(_) => (Icon::Clock, Tone::Neutral),
    }
}

/// How a deadline looks at `now`: the shape changes with the colour.
pub fn deadline_look(deadline: chrono::DateTime<chrono::Utc>, now: chrono::DateTime<chrono::Utc>) -> (Icon, Tone) {
    match urgency(deadline, now) {
        Urgency::Expired => (Icon::Alert, Tone::Danger),
        Urgency::Soon => (Icon::Warning, Tone::Danger),
        Urgency::Later => (Icon::Clock, Tone::Attention),
    }
}

/// The look of what a call came to.
pub fn call_proof(proof: Proof) -> StatusLook {
    let (icon, tone) = match proof {
        Proof::Answered => (Icon::Success, Tone::Positive),
        Proof::Declined => (Icon::Failure, Tone::Danger),
        Proof::Rejected => (Icon::Prohibited, Tone::Danger),
        Proof::NotSent => (Icon::Disconnected, Tone::Attention),
        Proof::Unknown => (Icon::Unknown, Tone::Attention),
        Proof::GivenUp => (Icon::Close, Tone::Neutral),
    };
    StatusLook { word: Cow::Borrowed(proof.word()), icon, tone }
}

/// The shape of an outcome.
pub fn outcome_icon(tone: Tone) -> Icon {
    match tone {
        Tone::Positive => Icon::Success,
        Tone::Danger => Icon::Failure,
        Tone::Attention | Tone::Neutral | Tone::Accent | Tone::Info => Icon::Alert,
    }
}

/// The tone of a toast or an outcome.
pub fn outcome_tone(kind: ToastKind) -> Tone {
    match kind {
        ToastKind::Neutral => Tone::Neutral,
        ToastKind::Positive => Tone::Positive,
        ToastKind::Attention => Tone::Attention,
        ToastKind::Danger => Tone::Danger,
    }
}
