//! What follows from an observation of an operation, by the row of its endpoint ([`paydesk_api::endpoints`]).
//!
//! A test walks it against every observation and every state of the journal, and the table in the documentation is
//! written from it.

pub use paydesk_domain::operation::{ResendPolicy, Resolution};

use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Observation, Verdict, verdict};

/// How far the journal says an operation came, when something is observed of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum JournalState {
    Prepared,
    /// `sending`, and no earlier attempt is unknown.
    Sending,
    /// `sending`, after an attempt that ended unknown.
    SendingAfterUnknown,
    Unknown,
    Confirmed,
    Declined,
    /// Rejected or not sent.
    Refused,
    Resolved,
}

/// What is done about an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Decision {
    /// No attempt is under way: nothing is concluded, and nothing is sent.
    Ignore,
    Done,
    Declined,
    Rejected,
    NotSent,
    /// Wait for the reset of the rate limit, then send the same request.
    WaitThenRepeat,
    /// Unknown, and found out as the endpoint's rule says.
    ResolveByReading,
    ResolveByRepeating,
    Park,
}

/// What follows from `observation` for an operation of `endpoint` in `state`. Total: there is no other case.
pub fn decide(endpoint: Endpoint, observation: Observation, state: JournalState) -> Decision {
    let earlier_unknown = match state {
        JournalState::Sending => false,
        JournalState::SendingAfterUnknown => true,
        JournalState::Prepared
        | JournalState::Unknown
        | JournalState::Confirmed
        | JournalState::Declined
        | JournalState::Refused
        | JournalState::Resolved => return Decision::Ignore,
    };
    match verdict(observation, earlier_unknown) {
        Verdict::Confirmed => Decision::Done,
        // What is shown as failed is the record whose texts were set, not the setting of them.
        Verdict::Declined if sets_texts(endpoint) => Decision::Done,
        Verdict::Declined => Decision::Declined,
        Verdict::Rejected | Verdict::RejectedKey => Decision::Rejected,
        Verdict::NotSent | Verdict::NotSentFinal => Decision::NotSent,
        Verdict::WaitThenRepeat => Decision::WaitThenRepeat,
        Verdict::Reconcile if is_final_refusal(endpoint, observation, earlier_unknown) => Decision::Rejected,
        // The refund's id is ours alone: what exists under it is this refund.
        Verdict::Reconcile if endpoint == Endpoint::CreateRefund && observation == Observation::AlreadyExists => {
            Decision::Done
        }
        Verdict::Reconcile | Verdict::Unknown => match endpoint.spec().resolution {
            Resolution::Read => Decision::ResolveByReading,
            Resolution::Repeat => Decision::ResolveByRepeating,
            Resolution::Park => Decision::Park,
        },
    }
}

/// Whether a refusal of the first attempt needs no further look: it cannot be the echo of a copy that was executed.
fn is_final_refusal(endpoint: Endpoint, observation: Observation, earlier_unknown: bool) -> bool {
    let spec = endpoint.spec();
    match observation {
        _ if earlier_unknown => false,
        Observation::Refused | Observation::NotFound => !spec.refuses_copies,
        Observation::ConnectFailed
        | Observation::CertificateRefused
        | Observation::RateLimited
        | Observation::KeyRefused
        | Observation::PermissionMissing
        | Observation::OtherRefusal
        | Observation::Conflict
        | Observation::AlreadyExists
        | Observation::Complete
        | Observation::Declined
        | Observation::UnknownStatus
        | Observation::OtherEcho
        | Observation::BrokenBody
        | Observation::ServerError
        | Observation::Redirect
        | Observation::Foreign
        | Observation::TimedOut
        | Observation::ConnectionLost => false,
    }
}

fn sets_texts(endpoint: Endpoint) -> bool {
    matches!(endpoint, Endpoint::UpdatePayment | Endpoint::UpdatePayout | Endpoint::UpdateCustomer)
}
