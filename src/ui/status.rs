//! How statuses look: a word, a shape and a tone each; one we do not know is shown verbatim.

use crate::app::features::toasts::ToastKind;
use crate::domain::payment::PaymentStatus;
use crate::domain::text::visible;

use super::icons::Icon;
use super::tokens::Tone;

/// Word, icon and tone of a status.
#[derive(Debug, Clone, PartialEq)]
pub struct StatusLook {
    pub word: String,
    pub icon: Icon,
    pub tone: Tone,
}

/// The look of a payment's status.
pub fn payment_status(status: &PaymentStatus) -> StatusLook {
    let look = |word: &str, icon, tone| StatusLook { word: word.to_owned(), icon, tone };
    match status {
        PaymentStatus::RequiresPaymentMethod => look("Requires payment method", Icon::CreditCard, Tone::Neutral),
        PaymentStatus::RequiresConfirmation => look("Requires confirmation", Icon::Clock, Tone::Neutral),
        PaymentStatus::RequiresAction => look("Requires action", Icon::Warning, Tone::Attention),
        PaymentStatus::Processing => look("Processing", Icon::Refresh, Tone::Info),
        PaymentStatus::RequiresCapture => look("Requires capture", Icon::Clock, Tone::Attention),
        PaymentStatus::RequiresMerchantAction => look("In review", Icon::Hand, Tone::Accent),
        PaymentStatus::Succeeded => look("Succeeded", Icon::CheckCircle, Tone::Positive),
        PaymentStatus::Failed => look("Failed", Icon::XCircle, Tone::Danger),
        PaymentStatus::Cancelled => look("Cancelled", Icon::Prohibit, Tone::Neutral),
        PaymentStatus::Unknown(word) => look(&visible(word, 30), Icon::Question, Tone::Neutral),
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
