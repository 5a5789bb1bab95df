//! What the operations get with every input, and what they ask for in return. Plain data: nothing here decides.

use chrono::{DateTime, TimeDelta, Utc};

use crate::journal::JournalRefusal;
use crate::read::{Read, RequestId};
use paydesk_api::call::Request;
use paydesk_api::error::CallError;
use paydesk_api::freshness::Freshness;
use paydesk_api::outcome::Attempt;
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::{ListRecords, Offering};
use paydesk_api::resources::payments::list_filter::ListForm;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::problem::Problem;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::webhook::WebhookEvent;

use super::journal::{JournalEntry, JournalStepName};
use super::{Listed, Operation, Reading, Submission};

/// What happened, as far as it concerns operations.
#[derive(Debug)]
pub enum Input<'a> {
    /// A person confirmed it, or Paydesk asks for the status of a refund.
    Submit(Box<Submission>),
    /// A person confirmed it, and can undo it until this time: nothing leaves before.
    SubmitUndoable(Box<Submission>, DateTime<Utc>),
    /// A person sends what was prepared before a crash and never left.
    SendPrepared(&'a OperationId),
    /// A person sends again what is proven not to have happened, or knowing what may exist.
    SendAgain(&'a OperationId),
    /// A person wants an unknown outcome looked into now.
    CheckNow(&'a OperationId),
    /// A person takes back what never left.
    Withdraw(&'a OperationId),
    /// A person looked elsewhere and closes an unknown outcome.
    CloseUnknown(&'a OperationId),
    /// The journal is open; these entries belong to operations of the profile without a final step.
    /// With the entries of what is open, and of what ended last.
    JournalOpened(&'a [JournalEntry]),
    /// An entry is on disk.
    Written { id: &'a OperationId, step: JournalStepName },
    /// An entry is not known to be on disk.
    NotWritten { id: &'a OperationId, step: JournalStepName, refusal: JournalRefusal },
    /// The team does not allow the step, and why, to go after a comma: its entry was not written.
    NotAllowed { id: &'a OperationId, step: JournalStepName, why: &'a str },
    /// A read came back, whoever asked for it, and whether it was made after it was asked for.
    ReadAnswered { request_id: RequestId, result: Result<Reading<'a>, &'a CallError>, made: Freshness },
    /// A list came that an operation asked for as a second source.
    ListAnswered { request_id: RequestId, result: Result<Listed<'a>, &'a CallError>, made: Freshness },
    /// All reads under way were given up.
    ReadsDropped { why: &'a str },
    /// The one attempt under way came back, with whatever it brought.
    Answered { id: &'a OperationId, attempt: u32, result: &'a Attempt },
    /// A genuine webhook event of the profile.
    Event(&'a WebhookEvent),
    /// A genuine webhook event that came before this operation became unknown.
    EarlierEvent(&'a OperationId, &'a WebhookEvent),
    /// A refund, a payout or a payment was read: by itself, in a list or within its payment. The time is when it was asked
    /// for, where the answer is shown to be made after that.
    RecordShown(ResourceKind, &'a Raw, Option<DateTime<Utc>>),
    /// Rows of payments came, by whatever list.
    RowsShown(&'a [PaymentRow]),
    /// Time has passed.
    Tick,
    /// The clock was set, or the machine slept: this much beyond what passed for the process.
    ClockJumped(TimeDelta),
}

/// A payment that was read, and when.
pub type KnownPayment<'a> = dyn Fn(&PaymentId) -> Option<(DateTime<Utc>, &'a Payment)> + 'a;

/// What is known of the refunds of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KnownRefunds {
    /// What all but the one that is about to be sent give back, in minor units.
    pub others_minor: i64,
    /// Whether there are others whose amount is not known.
    pub has_unknown: bool,
    /// Whether the payment is disputed, and the person who confirmed the refund was not warned of it.
    pub is_disputed_since: bool,
    /// When the list was asked for that showed all of them, in answers that were made after that.
    pub listed_at: Option<DateTime<Utc>>,
}

/// What the operations need to know of the rest of the core.
pub struct OperationsContext<'a> {
    pub now: DateTime<Utc>,
    /// The user of the operating system.
    pub operator: &'a str,
    /// Their profile, while a person works in it and its service is connected.
    pub profile: Option<&'a Profile>,
    /// Why nothing may be changed at the service, as text for the user.
    pub read_only: Option<String>,
    /// Why no request may leave at all.
    pub locked: Option<String>,
    /// Until when the rate limit holds ordinary calls back.
    pub held_until: Option<DateTime<Utc>>,
    /// Until when a 429 holds every call back.
    pub blocked_until: Option<DateTime<Utc>>,
    /// Why this submission is refused by the feature that it belongs to.
    pub objection: Option<String>,
    /// Whether the service shows refunds within their payment; the specification does not say.
    pub refunds_are_in_payments: bool,
    /// Whether a refund is read by its id, `None` where nothing was asked yet; the specification has no such call.
    pub refund_retrieval: Option<Offering>,
    /// Whether a payout can be read by its id, as far as is known.
    pub payouts_may_be_read: bool,
    /// How payments are listed.
    pub payment_list: ListForm,
    /// How what is of a kind is listed, where the service may have a list, and whether it is known to have one.
    pub list_of: &'a dyn Fn(ResourceKind) -> Option<(ListRecords, bool)>,
    /// A payment that was read, and when.
    pub known_payment: &'a KnownPayment<'a>,
    /// Lets a call pass the rate gate, or says until when that holds it back.
    pub take_turn: &'a dyn Fn(Priority) -> Result<(), DateTime<Utc>>,
    /// Asks for a read that must start now.
    pub ask: &'a dyn Fn(Read, Priority) -> RequestId,
    /// What is known of the other refunds of the payment of one that is about to be sent.
    pub refunds_of: &'a dyn Fn(&Operation) -> KnownRefunds,
}

impl OperationsContext<'_> {
    /// The list of a kind, where the service may have one.
    pub(super) fn possible_list(&self, kind: ResourceKind) -> Option<ListRecords> {
        (self.list_of)(kind).map(|(list, _)| list)
    }

    /// The list of a kind, where the service is known to have one.
    pub(super) fn known_list(&self, kind: ResourceKind) -> Option<ListRecords> {
        (self.list_of)(kind).filter(|(_, is_known)| *is_known).map(|(list, _)| list)
    }

    /// Why nothing may leave now, whatever it is about.
    pub(super) fn blocker(&self) -> Option<String> {
        match &self.locked {
            Some(lock) => Some(format!("the profile is locked: {lock}")),
            None if self.profile.is_none() => Some("it belongs to another profile".to_owned()),
            None => None,
        }
    }
}

/// What the operations ask for. The lists are independent of each other, but for the entry of what ended: it is written
/// after what other features keep of it.
#[derive(Debug, Default)]
pub struct OperationsOutput {
    /// To be written durably, in this order.
    pub journal: Vec<JournalEntry>,
    /// To be sent once. The journal holds `sending` of this attempt already.
    pub sends: Vec<RequestToSend>,
    /// Reads that no operation waits for any more.
    pub dropped_reads: Vec<RequestId>,
    pub notices: Vec<OperationNotice>,
    /// Their outcome is unknown from now on: an event that came before may show it.
    pub became_unknown: Vec<OperationId>,
    pub problems: Vec<Problem>,
    pub ended: Vec<Ended>,
}

/// One request to be sent with the key of its own profile or not at all.
#[derive(Debug)]
pub struct RequestToSend {
    pub profile_id: ProfileId,
    pub operation_id: OperationId,
    pub attempt: u32,
    pub request: Request,
}

/// Something a person is reported while an operation goes on or does not begin.
#[derive(Debug, PartialEq, Eq)]
pub struct OperationNotice {
    pub text: String,
    pub payment_id: Option<PaymentId>,
}

/// An operation that ended, with its last entry. Its outcome is in its phase.
#[derive(Debug)]
pub struct Ended {
    pub operation: Operation,
    /// Absent where the journal refused it, or holds an end already.
    pub entry: Option<JournalEntry>,
}
