//! Forms that are filled in for an operation, from the first key to its outcome.
//!
//! A closed feature: a panel has at most one form at a time. Its operation's id is made with it, so a double click is
//! one operation. What is typed lies in the window's drafts; what is sent comes here as typed input ([`input`]), is
//! checked and planned by the core, and its outcome decides about the form: done, it is closed and what was made is
//! opened; refused, it stays for another try under a new id; unknown, the operation is listed elsewhere and settled
//! there.

pub mod input;
pub mod kind;
mod lookup;
pub(crate) mod sending;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::operations::wording::outcome_text;
use crate::operations::{Operation, Operations, Outcome, Phase};
use crate::read::RequestId;
use crate::records::{Record, Records};
use crate::rng::Rng;
use paydesk_api::error::CallError;
use paydesk_domain::ids::{CustomerId, OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;

pub use input::{FormCall, FormInput};
pub use kind::{FormKind, FormPurpose};
use lookup::{CustomerLookup, why_not_sent};
pub use paydesk_api::input::{
    Address, AddressShape, Billing, BillingShape, CUSTOMER_ADDRESS, InputError, PAYMENT_BILLING, Phone, Rule,
    SUBSCRIPTION_BILLING, Severity, is_refused,
};

/// A form, from the first key to the outcome of what it sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormSession {
    pub kind: FormKind,
    pub operation_id: OperationId,
    pub opened_at: DateTime<Utc>,
    /// What was said of the last try, which did not take effect.
    pub refusal: Option<String>,
    /// The operation of that try.
    pub last_try: Option<OperationId>,
    /// The customer it was begun for, at whose page it was asked for.
    pub customer_id: Option<CustomerId>,
    /// The declined payment that it begins with the texts of.
    pub retried: Option<PaymentId>,
    /// It is in front. One that was left while its operation was on its way is followed to the end.
    pub is_shown: bool,
}

impl FormSession {
    pub fn new(kind: FormKind, rng: &mut Rng, now: DateTime<Utc>) -> Self {
        Self {
            kind,
            operation_id: rng.operation_id(),
            opened_at: now,
            refusal: None,
            last_try: None,
            customer_id: None,
            retried: None,
            is_shown: true,
        }
    }

    fn outcome(&self, operations: &Operations) -> Option<FormOutcome> {
        let operation = operations.find(&self.operation_id)?;
        match &operation.phase {
            Phase::Unknown(_) if operation.looks_into_refusal() => None,
            Phase::Unknown(_) => Some(FormOutcome::Unknown),
            Phase::Ended(Outcome::Done { .. } | Outcome::Declined { .. }) if self.kind.may_charge_payment() => {
                let id = operation.plan.payment_id();
                Some(FormOutcome::Done { record_id: id.map(|id| id.as_str().to_owned()) })
            }
            Phase::Ended(Outcome::Done { .. }) => {
                let place = Record::place_of(operation, operation.answer.as_deref());
                Some(FormOutcome::Done { record_id: place.map(|(_, id)| id) })
            }
            Phase::Ended(outcome) => Some(FormOutcome::Refused(outcome_text(operation, outcome).1)),
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent => None,
        }
    }

    /// Prepares the form for another try.
    pub(crate) fn again(&mut self, refusal: String, rng: &mut Rng) {
        let last_try = std::mem::replace(&mut self.operation_id, rng.operation_id());
        self.last_try = Some(last_try);
        self.refusal = Some(refusal);
    }
}

/// What came of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FormOutcome {
    /// It took effect, and this record shows it.
    Done { record_id: Option<String> },
    /// The operation is listed elsewhere, and settled there.
    Unknown,
    /// The service refused it, or it never left.
    Refused(String),
}

/// The forms of a profile, by panel.
#[derive(Debug, Default)]
pub struct Forms {
    sessions: BTreeMap<ResourceKind, FormSession>,
    /// Forms whose customer is read before they are sent.
    lookups: BTreeMap<ResourceKind, CustomerLookup>,
    /// The customer that a form named and the service has not.
    missing_customers: BTreeMap<ResourceKind, CustomerId>,
}

impl Forms {
    /// The form that is in front of a panel.
    pub fn shown(&self, panel: ResourceKind) -> Option<&FormSession> {
        self.sessions.get(&panel).filter(|session| session.is_shown)
    }

    /// The form of a panel, in front or left while its operation is on its way.
    pub fn session(&self, panel: ResourceKind) -> Option<&FormSession> {
        self.sessions.get(&panel)
    }

    /// Opens a form. One of the same kind that is there already is shown again: what is typed into it stays.
    fn open(&mut self, kind: FormKind, rng: &mut Rng, now: DateTime<Utc>) {
        match self.sessions.get_mut(&kind.panel) {
            Some(session) if session.kind == kind => session.is_shown = true,
            Some(_) | None => {
                self.sessions.insert(kind.panel, FormSession::new(kind, rng, now));
            }
        }
    }

    /// Begins the form of a panel for a customer, unless it is on its way: the customer's id is filled in.
    pub(crate) fn begin_for(
        &mut self,
        panel: ResourceKind,
        customer_id: CustomerId,
        operations: &Operations,
        now: DateTime<Utc>,
    ) {
        if let Some(session) = self.unsent(panel, operations) {
            session.customer_id = Some(customer_id);
            session.opened_at = now;
        }
    }

    /// Begins the form for a new payment with the texts of one that was declined; `None` where it is on its way.
    pub(crate) fn begin_again(
        &mut self,
        payment_id: PaymentId,
        operations: &Operations,
        now: DateTime<Utc>,
    ) -> Option<()> {
        let session = self.unsent(ResourceKind::Payment, operations)?;
        session.retried = Some(payment_id);
        session.refusal = None;
        session.opened_at = now;
        Some(())
    }

    fn unsent(&mut self, panel: ResourceKind, operations: &Operations) -> Option<&mut FormSession> {
        self.sessions.get_mut(&panel).filter(|session| operations.find(&session.operation_id).is_none())
    }

    /// The person leaves the form. The one for a new payment keeps its operation, and with it the id of the payment.
    pub(crate) fn leave(&mut self, panel: ResourceKind, operations: &Operations) {
        let Some(session) = self.sessions.get_mut(&panel) else { return };
        // What waits for its customer is not sent any more.
        self.lookups.remove(&panel);
        session.is_shown = false;
        let is_on_its_way = operations.find(&session.operation_id).is_some_and(Operation::is_open);
        if !is_on_its_way && !session.kind.is_new_payment() {
            self.sessions.remove(&panel);
        }
    }

    /// Whether the service was found to have no customer of this id, which the form of a panel names.
    pub fn lacks_customer(&self, panel: ResourceKind, id: &CustomerId) -> bool {
        self.missing_customers.get(&panel) == Some(id)
    }

    /// Whether the form of a panel waits for its customer to be read.
    pub fn looks_up_customer(&self, panel: ResourceKind) -> bool {
        self.lookups.contains_key(&panel)
    }

    /// The form of a panel is sent once its customer was read.
    fn look_up(&mut self, lookup: CustomerLookup) {
        if let Some(session) = self.sessions.get_mut(&lookup.input.panel) {
            session.refusal = None;
            self.missing_customers.remove(&lookup.input.panel);
            self.lookups.insert(lookup.input.panel, lookup);
        }
    }

    /// A customer was read, or could not be: the form to be sent now, if one waited for it.
    fn customer_read(&mut self, request_id: RequestId, result: Result<(), &CallError>) -> Option<FormInput> {
        let panel = self.lookups.iter().find(|(_, lookup)| lookup.request_id == request_id).map(|(panel, _)| *panel)?;
        let lookup = self.lookups.remove(&panel)?;
        if result.is_err_and(CallError::is_not_found) {
            self.missing_customers.insert(panel, lookup.customer_id);
            return None;
        }
        match result.err().and_then(|error| why_not_sent(&lookup.customer_id, error)) {
            None => Some(lookup.input),
            Some(why) => {
                self.sessions.get_mut(&panel)?.refusal = Some(why);
                None
            }
        }
    }

    /// All reads under way were given up with `error`.
    fn reads_dropped(&mut self, error: &CallError) {
        for (panel, lookup) in std::mem::take(&mut self.lookups) {
            let session = self.sessions.get_mut(&panel);
            session.into_iter().for_each(|session| session.refusal = why_not_sent(&lookup.customer_id, error));
        }
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(
        &mut self,
        fact: &FeatureFact,
        may_try_again: impl Fn(&Records, &FormKind) -> bool,
        cx: &mut Context<'_>,
    ) {
        match fact {
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error),
            FeatureFact::Settled => self.end_sent(may_try_again, cx),
            _ => {}
        }
    }

    /// What happened to the operations of the forms decides about the forms. A form that was left opens nothing.
    fn end_sent(&mut self, may_try_again: impl Fn(&Records, &FormKind) -> bool, cx: &mut Context<'_>) {
        let records = cx.view.records;
        for (session, outcome) in self.take_ended(cx.view.operations, |form| may_try_again(records, &form.kind), cx.rng)
        {
            if let FormOutcome::Done { record_id } = outcome {
                let (panel, record_id) = (session.kind.panel, record_id.filter(|_| session.is_shown));
                if let Some(id) = record_id.clone().filter(|_| panel != ResourceKind::Payment) {
                    cx.request(FeatureRequest::SelectRecord(panel, id));
                }
                cx.publish(FeatureFact::FormCompleted { panel, record_id });
            }
        }
    }

    /// Forms whose operation ended, with what came of it. Refused ones that are in front stay; the others are closed.
    fn take_ended(
        &mut self,
        operations: &Operations,
        mut may_try_again: impl FnMut(&FormSession) -> bool,
        rng: &mut Rng,
    ) -> Vec<(FormSession, FormOutcome)> {
        let mut ended = Vec::new();
        self.sessions.retain(|_, session| match session.outcome(operations) {
            None => true,
            Some(FormOutcome::Refused(text))
                if (session.is_shown || session.kind.is_new_payment()) && may_try_again(session) =>
            {
                session.again(text, rng);
                true
            }
            Some(outcome) => {
                ended.push((session.clone(), outcome));
                false
            }
        });
        ended
    }
}
