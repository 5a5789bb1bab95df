//! What the [law](paydesk_core::operations::law) asks for each endpoint, typed by hand and not read from the program: a
//! wrong row of the program's own table is found only by a judge that does not look things up in it.

use paydesk_api::operation::Endpoint;

/// Who may send a request again whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resend {
    /// The program: the same id or the same values, so that a second copy has no second effect.
    Program,
    /// The program, once a read finds nothing under the id.
    ProgramWhenAbsent,
    /// A person, after the settle window and a read that says it was not executed.
    PersonAfterProof,
    /// A person, after the settle window, warned of what may exist.
    PersonWarned,
}

pub fn resend(endpoint: Endpoint) -> Resend {
    match endpoint {
        Endpoint::CreateRefund | Endpoint::UpdatePayout => Resend::Program,
        Endpoint::CreatePayment | Endpoint::CreateCustomer => Resend::ProgramWhenAbsent,
        Endpoint::UpdatePayment
        | Endpoint::ConfirmPayment
        | Endpoint::CapturePayment
        | Endpoint::CancelPayment
        | Endpoint::ApprovePayment
        | Endpoint::FulfillPayout
        | Endpoint::ConfirmSubscription => Resend::PersonAfterProof,
        Endpoint::CreatePayout
        | Endpoint::SubmitEvidence
        | Endpoint::UpdateCustomer
        | Endpoint::CreatePaymentLink
        | Endpoint::CreateSubscription
        | Endpoint::UpdateSubscription
        | Endpoint::CreateApiKey => Resend::PersonWarned,
    }
}

/// Whether a person is asked, and no copy leaves without a click.
pub fn is_resent_by_person(endpoint: Endpoint) -> bool {
    matches!(resend(endpoint), Resend::PersonAfterProof | Resend::PersonWarned)
}

/// Whether neither a read nor a repeat tells whether it happened.
pub fn nothing_tells(endpoint: Endpoint) -> bool {
    matches!(
        endpoint,
        Endpoint::CreatePayout
            | Endpoint::CreatePaymentLink
            | Endpoint::CreateSubscription
            | Endpoint::UpdateSubscription
            | Endpoint::CreateApiKey
    )
}

/// Whether it only sets texts or evidence: the same again has no second effect.
pub fn sets_values(endpoint: Endpoint) -> bool {
    matches!(
        endpoint,
        Endpoint::UpdatePayment | Endpoint::UpdatePayout | Endpoint::SubmitEvidence | Endpoint::UpdateCustomer
    )
}

/// Whether a 400 to a first attempt is looked into before it is called a refusal: the network may have delivered the
/// request twice, and the service refuses the second copy of what it has executed. Where it would execute both, or sets
/// the same values twice, its word is taken.
pub fn refusal_is_checked(endpoint: Endpoint) -> bool {
    matches!(
        endpoint,
        Endpoint::CreatePayment
            | Endpoint::ConfirmPayment
            | Endpoint::CapturePayment
            | Endpoint::CancelPayment
            | Endpoint::ApprovePayment
            | Endpoint::CreateRefund
            | Endpoint::FulfillPayout
            | Endpoint::CreateCustomer
            | Endpoint::ConfirmSubscription
    )
}

/// A late arrival is possible for so long after a request left, in milliseconds.
pub const SETTLE_WINDOW_MS: i64 = 120_000;
/// A refund is not sent again later than this after it left first, in milliseconds: its id may be forgotten.
pub const REFUND_REPEATS_MS: i64 = 24 * 3_600_000;
