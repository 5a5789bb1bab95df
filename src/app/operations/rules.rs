//! What each endpoint asks for: how its operations are identified, settled and sent again (operations, section 4).
//!
//! The table is data. The engine looks rules up in it, a test walks it against every observation and every state of
//! the journal, and the table in the documentation is written from it.

use crate::api::operation::Endpoint;
use crate::api::outcome::{Observation, Verdict, verdict};

/// How an unknown outcome is found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Settle {
    /// The target is read and compared with what was seen and what was wanted.
    Read,
    /// The same request goes out again: our id, or setting the same values, makes that safe.
    Repeat,
    /// Nothing tells: it is parked in front of a person.
    Park,
}

/// Who may send again what is not known to have happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Again {
    /// The desk itself: a second copy has no second effect.
    Desk,
    /// The desk itself once a read finds nothing under our id; never with card data.
    DeskWhenAbsent,
    /// A person, after the settle window and a fresh read that says it was not executed.
    PersonAfterProof,
    /// A person, after the settle window, told what may exist already.
    PersonWarned,
}

/// One row of the table.
#[derive(Debug)]
pub struct Rule {
    pub endpoint: Endpoint,
    /// Method and path.
    pub call: &'static str,
    /// What we send to identify it.
    pub identity: &'static str,
    /// What at the service keeps a second copy from a second effect.
    pub guard: &'static str,
    pub settle: Settle,
    /// How reading, repeating or a person finds out.
    pub how: &'static str,
    pub again: Again,
    /// Whether the service may refuse a second copy of a request whose first copy it executed. A network may deliver one
    /// request twice and bring the second answer: then a refusal alone proves nothing.
    pub refuses_copies: bool,
    /// Pauses before the same request is repeated, in seconds; the last stays. Empty where it is not.
    pub repeats_s: &'static [i64],
}

/// Refunds are repeated at 5, 15 and 60 s, at the settle window, then every five minutes.
const REFUND_REPEATS_S: &[i64] = &[5, 15, 60, 120, 300];
/// What sets values waits until no late copy can undo a newer edit.
const SET_REPEATS_S: &[i64] = &[120, 300];

/// The rules, one for every endpoint.
pub const RULES: [Rule; 18] = [
    Rule {
        endpoint: Endpoint::CreatePayment,
        call: "POST /payments",
        identity: "payment_id, metadata.operation_id",
        guard: "HE_01",
        settle: Settle::Read,
        how: "GET; amount, currency and operation_id are compared, the id may be somebody else's",
        again: Again::DeskWhenAbsent,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::UpdatePayment,
        call: "POST /payments/{id}",
        identity: "the id",
        guard: "the state",
        settle: Settle::Read,
        how: "GET; what was sent is compared with what is there",
        again: Again::PersonAfterProof,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::ConfirmPayment,
        call: "POST /payments/{id}/confirm",
        identity: "the id",
        guard: "the state",
        settle: Settle::Read,
        how: "GET; the status moved on",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CapturePayment,
        call: "POST /payments/{id}/capture",
        identity: "the id, always an explicit amount_to_capture",
        guard: "409 when whole, none documented when partial",
        settle: Settle::Read,
        how: "GET; the difference in amount_received and amount_capturable",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CancelPayment,
        call: "POST /payments/{id}/cancel",
        identity: "the id",
        guard: "400 “already”",
        settle: Settle::Read,
        how: "GET; captured meanwhile is said so",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::ApprovePayment,
        call: "POST /payments/{id}/approve",
        identity: "the id",
        guard: "400 not approvable",
        settle: Settle::Read,
        how: "GET; it left review",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CreateRefund,
        call: "POST /refunds",
        identity: "refund_id, an explicit amount, metadata.operation_id",
        guard: "refund_id is a retry-safe reference",
        settle: Settle::Repeat,
        how: "the same bytes again at 5, 15, 60 and 120 s, for 24 hours at most; HE_01 means it exists, another 4xx nothing",
        again: Again::Desk,
        refuses_copies: true,
        repeats_s: REFUND_REPEATS_S,
    },
    Rule {
        endpoint: Endpoint::CreatePayout,
        call: "POST /payouts/create",
        identity: "merchant_order_reference_id, metadata.operation_id",
        guard: "none",
        settle: Settle::Park,
        how: "a webhook; an unfulfilled payout may exist, it moves no money",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::UpdatePayout,
        call: "PUT /payouts/{id}",
        identity: "the id, the whole description and metadata",
        guard: "sets what it names",
        settle: Settle::Repeat,
        how: "the same body again after the settle window; its answer carries the status",
        again: Again::Desk,
        refuses_copies: false,
        repeats_s: SET_REPEATS_S,
    },
    Rule {
        endpoint: Endpoint::FulfillPayout,
        call: "POST /payouts/{id}/fulfill",
        identity: "the id in path and body",
        guard: "none documented",
        settle: Settle::Read,
        how: "PUT with unchanged texts answers the status",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::SubmitEvidence,
        call: "POST /disputes/evidence",
        identity: "the dispute's id, only the fields that were touched",
        guard: "overwrites",
        settle: Settle::Read,
        how: "GET /disputes/list; a status that moved on does not say whose evidence it was",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CreateCustomer,
        call: "POST /customers",
        identity: "customer_id",
        guard: "409",
        settle: Settle::Read,
        how: "GET; what was sent is compared with what is there",
        again: Again::DeskWhenAbsent,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::UpdateCustomer,
        call: "POST /customers/{id}",
        identity: "the id",
        guard: "sets what it names",
        settle: Settle::Read,
        how: "GET; what was sent is compared with what is there",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CreatePaymentLink,
        call: "POST /payment_link",
        identity: "–",
        guard: "none",
        settle: Settle::Park,
        how: "nothing tells; a link may exist, and two links can both be paid",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CreateSubscription,
        call: "POST /subscriptions/create",
        identity: "merchant_reference_id",
        guard: "none",
        settle: Settle::Park,
        how: "nothing tells; an unconfirmed subscription may exist",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::ConfirmSubscription,
        call: "POST /subscriptions/{id}/confirm",
        identity: "the id",
        guard: "409",
        settle: Settle::Read,
        how: "GET of the payment that the create answer named",
        again: Again::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::UpdateSubscription,
        call: "PUT /subscriptions/{id}/update",
        identity: "the id",
        guard: "none; it may bill",
        settle: Settle::Park,
        how: "nothing tells; the plan may have changed and been billed",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
    Rule {
        endpoint: Endpoint::CreateApiKey,
        call: "POST /api_keys/{merchant_id}",
        identity: "the name",
        guard: "none",
        settle: Settle::Park,
        how: "nothing tells; a key of that name may exist whose value nobody holds: revoke it",
        again: Again::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
    },
];

/// The rule of `endpoint`.
pub const fn rule(endpoint: Endpoint) -> &'static Rule {
    // The table is in the order of the endpoints; a test says so.
    &RULES[endpoint as usize]
}

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
    /// The same request after the reset of the rate limit.
    WaitThenRepeat,
    /// Unknown, and found out as the endpoint's rule says.
    SettleByReading,
    SettleByRepeating,
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
        // What is shown as failed is the thing whose texts were set, not the setting of them.
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
        Verdict::Reconcile | Verdict::Unknown => match rule(endpoint).settle {
            Settle::Read => Decision::SettleByReading,
            Settle::Repeat => Decision::SettleByRepeating,
            Settle::Park => Decision::Park,
        },
    }
}

/// Whether a refusal of the first attempt needs no further look: it cannot be the echo of a copy that was executed.
fn is_final_refusal(endpoint: Endpoint, observation: Observation, earlier_unknown: bool) -> bool {
    let rule = rule(endpoint);
    match observation {
        _ if earlier_unknown => false,
        Observation::Refused => !rule.refuses_copies,
        // What is not there was not changed; where a read can tell, it is asked all the same.
        Observation::NotFound => !rule.refuses_copies || rule.settle != Settle::Read,
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
