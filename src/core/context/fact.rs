//! What is known now, for every feature that builds on it.
//!
//! Whoever handled a message publishes what it brought, in the past tense; [`deliver`](crate::state) takes each fact to the
//! features in one declared order. A feature that builds on a fact matches it in its `on_fact`, and nobody else knows that it
//! does. What only one feature can do, and is asked for, is a [`FeatureRequest`](crate::FeatureRequest).

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;

use paydesk_api::error::CallError;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment_mark::KnownOfPayment;
use paydesk_domain::webhook::WebhookEvent;
use paydesk_domain::zone::Zone;

use crate::operations::{Operation, Outcome};
use crate::route::Route;

/// Something that happened in one workspace.
#[derive(Debug, Clone, PartialEq)]
pub enum FeatureFact {
    /// The window set a later time: what is due can be done.
    TimePassed,
    /// The clock was set, or the machine slept: the time jumped by so much beyond what passed for the process.
    ClockJumped(TimeDelta),
    /// All that an action, a message or the time brought was taken in: what is counted over other features can be counted.
    Settled,

    /// A panel was put in front, from another one or anew from itself.
    PanelShown { route: Route, from: Route },
    /// Another record, or none, is open beside the list of its kind. From elsewhere it was opened where something named it.
    RecordOpened { kind: ResourceKind, id: Option<String>, from_elsewhere: bool },
    /// Another payment is open beside the list.
    PaymentOpened,
    /// A person is signed in to the dashboard of the service.
    SignedIn,

    /// The service of the profile can be asked.
    ServiceReady,
    /// The service answers again after it did not.
    ServiceCameBack,
    /// All reads under way were given up with this error.
    ReadsDropped(CallError),
    /// The service refused the key without a documented code: other reads show whether it takes the key.
    KeyDoubted,
    /// The service counts amounts otherwise than was known.
    UnitsChanged,
    /// Times are shown in another zone than this one.
    ZoneChanged { before: Zone },

    /// The profile was left, or its service is to be asked anew: nothing more begins for it.
    ProfileLeft,
    /// The profile is shown.
    ProfileEntered,
    /// The profile left its team, or the connection to it was closed.
    TeamLeft,
    /// The database of the team does not answer.
    TeamAway,

    /// Notes were written or read.
    NotesChanged,
    /// A payment was read.
    PaymentRead(PaymentId),
    /// A customer was read.
    CustomerRead(CustomerId),
    /// The service reported a dispute in an event.
    DisputeReported(Box<Dispute>),
    /// The service showed a dispute within its payment.
    DisputeShown(Box<Dispute>),
    /// Refunds or disputes changed: what is known of them by payment, and which payments have or had a dispute.
    PaymentsMarked { known: BTreeMap<PaymentId, KnownOfPayment>, disputed: BTreeSet<PaymentId> },
    /// The records that were on disk are known.
    RecordsOpened,
    /// More is known of a record.
    RecordTaken { kind: ResourceKind, id: String },
    /// An event changed what is known.
    EventApplied(Box<WebhookEvent>),
    /// Events changed payments or disputes that lists show.
    EventsShown { payments: bool, disputes: bool },

    /// A request of an operation is about to leave.
    OperationLeaves(Box<Operation>),
    /// An operation ended, and what its answer shows is known; the journal has yet to say so.
    OperationEnded(Box<EndedOperation>),
    /// The operation of a form ended well. `record_id` is what it made, where the form was still in front.
    FormCompleted { panel: ResourceKind, record_id: Option<String> },
    /// The last operation of a bulk run ended.
    BulkRunEnded,
}

/// An operation that ended.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedOperation {
    pub operation: Operation,
    pub outcome: Outcome,
    /// A bulk run made it, and reads what it changed with others.
    pub is_of_bulk: bool,
}

impl EndedOperation {
    /// Whether what it changed is read at once.
    pub(crate) fn is_read_at_once(&self, is_shown: bool) -> bool {
        is_shown && !self.is_of_bulk && !self.operation.plan.is_status_check()
    }

    /// The payment that it was about, if that was ever made.
    pub(crate) fn payment_id(&self) -> Option<PaymentId> {
        self.operation.plan.payment_id().filter(|_| !self.operation.was_never_made())
    }
}
