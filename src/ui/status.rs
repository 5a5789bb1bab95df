//! How statuses look: a word, a shape and a tone each; one we do not know is shown verbatim.

use std::borrow::Cow;

use paydesk_core::State;
use paydesk_core::features::payments::PaymentTableRow;
use paydesk_core::features::requests::Proof;
use paydesk_core::features::toasts::ToastKind;
use paydesk_core::records::{RecordStatus, StatusKind};
use paydesk_domain::authorization::{Urgency, urgency};
use paydesk_domain::deadline::AnswerBy;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::review::ReviewStanding;
use paydesk_domain::text::visible;

use paydesk_widgets::env_chip_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

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

/// The tone of an environment's word where it is without its banner.
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

/// The name of a profile, or that it was removed.
pub fn profile_name(state: &State, id: &ProfileId) -> String {
    state.profiles.name_of(id).map_or_else(|| "Removed profile".to_owned(), |name| visible(&name, 60))
}

/// The look of a payment's status at the service of the profile, which may have another name for manual review.
pub fn status_of_payment(state: &State, status: &PaymentStatus) -> StatusLook {
    match state.view().review_status().standing(status) {
        ReviewStanding::InReview => payment_status(&PaymentStatus::RequiresMerchantAction),
        ReviewStanding::NotInReview => payment_status(status),
        ReviewStanding::MayBeInReview => {
            let word = Cow::Owned(visible(status.as_str(), 30));
            StatusLook { word, icon: Icon::Unknown, tone: Tone::Neutral }
        }
    }
}

/// The look of a payment's row.
pub fn status_of_row(state: &State, row: &PaymentTableRow) -> StatusLook {
    let has_rest = row.rest_text.is_some();
    row.mark.map_or_else(|| status_of_payment(state, &row.payment.status), |mark| payment_mark(mark, has_rest))
}

/// The look of what a payment is shown with in place of its status. The rest of a partial capture waits.
pub fn payment_mark(mark: PaymentMark, has_rest: bool) -> StatusLook {
    let (icon, tone) = match mark {
        PaymentMark::PartiallyCaptured if has_rest => (Icon::Clock, Tone::Attention),
        PaymentMark::PartiallyCaptured => (Icon::Success, Tone::Info),
        PaymentMark::PartiallyRefunded | PaymentMark::Refunded => (Icon::Refund, Tone::Neutral),
        PaymentMark::Disputed => (Icon::Dispute, Tone::Danger),
    };
    StatusLook { word: Cow::Borrowed(mark.label()), icon, tone }
}

/// The look of a payment's status by the names of the specification and of our sandbox.
pub fn payment_status(status: &PaymentStatus) -> StatusLook {
    let (icon, tone) = match status {
        PaymentStatus::RequiresPaymentMethod => (Icon::Payment, Tone::Neutral),
        PaymentStatus::RequiresConfirmation => (Icon::Clock, Tone::Neutral),
        PaymentStatus::RequiresAction => (Icon::Alert, Tone::Attention),
        PaymentStatus::Processing => (Icon::Processing, Tone::Info),
        PaymentStatus::RequiresCapture => (Icon::Clock, Tone::Attention),
        PaymentStatus::RequiresMerchantAction => (Icon::Review, Tone::Accent),
        PaymentStatus::Succeeded => (Icon::Success, Tone::Positive),
        PaymentStatus::Failed => (Icon::Failure, Tone::Danger),
        PaymentStatus::Cancelled => (Icon::Prohibited, Tone::Neutral),
        PaymentStatus::PartiallyCaptured => (Icon::Success, Tone::Info),
        PaymentStatus::PartiallyCapturedAndCapturable => (Icon::Clock, Tone::Attention),
        PaymentStatus::PartiallyAuthorized => (Icon::Clock, Tone::Attention),
        PaymentStatus::PartiallyCapturedAndProcessing => (Icon::Processing, Tone::Info),
        PaymentStatus::CancelledPostCapture => (Icon::Prohibited, Tone::Neutral),
        PaymentStatus::Conflicted => (Icon::Warning, Tone::Attention),
        PaymentStatus::Expired => (Icon::Clock, Tone::Neutral),
        PaymentStatus::Unknown(_) => (Icon::Unknown, Tone::Neutral),
    };
    StatusLook { word: status.label(), icon, tone }
}

/// The look of the status of a record; `None` where its kind has no status.
pub fn record_status(status: &RecordStatus) -> Option<StatusLook> {
    let (icon, tone) = match status.meaning() {
        StatusKind::None => return None,
        StatusKind::Unknown => (Icon::Unknown, Tone::Neutral),
        StatusKind::Succeeded => (Icon::Success, Tone::Positive),
        StatusKind::Completed => (Icon::Success, Tone::Neutral),
        StatusKind::Failed => (Icon::Failure, Tone::Danger),
        StatusKind::Reversed => (Icon::Undo, Tone::Danger),
        StatusKind::Closed => (Icon::Prohibited, Tone::Neutral),
        StatusKind::Processing => (Icon::Processing, Tone::Info),
        StatusKind::Waiting => (Icon::Clock, Tone::Neutral),
        StatusKind::Open => (Icon::Clock, Tone::Info),
        StatusKind::Due => (Icon::Clock, Tone::Attention),
        StatusKind::ActionRequired => (Icon::Alert, Tone::Attention),
        StatusKind::InReview => (Icon::Review, Tone::Accent),
        StatusKind::Paused => (Icon::Pause, Tone::Neutral),
        StatusKind::Trial => (Icon::Info, Tone::Info),
    };
    Some(StatusLook { word: status.label(), icon, tone })
}

/// The look of a status that a record may have; what the service reported none of is said so.
pub fn status_look<'s, S: 's>(status: impl Into<Option<&'s S>>) -> StatusLook
where
    RecordStatus: From<&'s S>,
{
    let status = status.into().map_or(RecordStatus::not_reported(), RecordStatus::from);
    record_status(&status).unwrap_or_else(not_reported)
}

/// The look of what the service reported no status of.
pub fn not_reported() -> StatusLook {
    StatusLook { word: RecordStatus::not_reported().label(), icon: Icon::Unknown, tone: Tone::Neutral }
}

/// Most of a status of a dispute that the service invents, in characters: a chip cuts it to the room it has.
const DISPUTE_WORD_CHARS: usize = 200;

/// The look of a dispute's status.
pub fn dispute_status(status: &DisputeStatus) -> StatusLook {
    let (icon, tone) = match status {
        DisputeStatus::DisputeOpened => (Icon::Alert, Tone::Attention),
        DisputeStatus::Challenged => (Icon::Processing, Tone::Info),
        DisputeStatus::Won => (Icon::Success, Tone::Positive),
        DisputeStatus::Lost => (Icon::Failure, Tone::Danger),
        DisputeStatus::Accepted => (Icon::Failure, Tone::Neutral),
        DisputeStatus::Cancelled => (Icon::Prohibited, Tone::Neutral),
        DisputeStatus::Expired => (Icon::Clock, Tone::Danger),
        DisputeStatus::Unknown(_) => (Icon::Unknown, Tone::Neutral),
    };
    let word = match status {
        DisputeStatus::Unknown(word) => Cow::Owned(visible(word, DISPUTE_WORD_CHARS)),
        known => known.label(),
    };
    StatusLook { word, icon, tone }
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
