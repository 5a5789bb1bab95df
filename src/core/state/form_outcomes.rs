//! Connects the forms to the rest of the core: opens and leaves them, sends what is filled in, and shows what they
//! made.
//!
//! Decides nothing about a form: that is the business of [`crate::features::forms`].

use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::input::{InputError, Rule};
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use crate::features::forms::{CustomerLookup, FormInput, FormKind, FormSession};
use crate::features::toasts::ToastKind;
use crate::operations::{Operation, OperationPlan, PaymentPrecondition, Precondition, Submission};
use crate::read::{Read, RequestId};
use crate::state::State;

impl State {
    /// The form in front of a panel of the current profile.
    pub fn form(&self, panel: ResourceKind) -> Option<&FormSession> {
        self.workspace.forms.shown(panel)
    }

    /// Whether a form waits: for the outcome of its operation, or for the customer that it names to be found.
    pub fn form_is_busy(&self, form: &FormSession) -> bool {
        let operation = self.workspace.operations.find(&form.operation_id);
        operation.is_some_and(Operation::is_open) || self.workspace.forms.looks_up_customer(form.kind.panel)
    }

    /// What is wrong with a customer that the form of a panel names: the service has none of this id.
    pub fn unknown_customer(&self, panel: ResourceKind, id: &CustomerId) -> Option<InputError> {
        let is_known = self.workspace.records.has_read_customer(id);
        let rule = "The service has no customer with this ID: choose an existing one, or create this one first";
        let is_unknown = !is_known && self.workspace.forms.lacks_customer(panel, id);
        is_unknown.then(|| InputError::new("customer_id", Rule::sentence(rule)))
    }

    /// Opens a form, unless another one of the panel is on its way: it keeps the id that it was sent under.
    pub(crate) fn open_form(&mut self, kind: FormKind) {
        let other = self.workspace.forms.session(kind.panel).filter(|session| session.kind != kind);
        let under_way = other.and_then(|session| self.workspace.operations.find(&session.operation_id));
        if let Some(operation) = under_way.filter(|operation| operation.is_open()) {
            let text = format!("“{}” is under way: wait until it finishes", operation.plan.title());
            self.toasts.show(self.now, ToastKind::Attention, text, None);
            return;
        }
        self.workspace.forms.open(kind, &mut self.rng, self.now);
    }

    pub(crate) fn leave_form(&mut self, panel: ResourceKind) {
        self.workspace.forms.leave(panel, &self.workspace.operations);
    }

    /// The person sends the form that is in front: at once, or when the customer that it names was found.
    pub(crate) fn send_form(&mut self, input: FormInput) {
        if self.workspace.forms.looks_up_customer(input.panel) {
            return;
        }
        match self.customer_to_look_up(&input) {
            None => self.submit_form(input),
            Some(customer_id) => {
                let read = Read::Customer(RetrieveCustomer { customer_id: customer_id.clone() });
                let request_id = self.with(|_, cx| cx.read_fresh(ReadOwner::Forms, read));
                self.workspace.forms.look_up(CustomerLookup { customer_id, request_id, input });
            }
        }
    }

    /// The customer of a form that nobody read from the service yet.
    fn customer_to_look_up(&self, input: &FormInput) -> Option<CustomerId> {
        let is_known = |id: &&CustomerId| self.workspace.records.has_read_customer(id);
        input.customer().filter(|id| self.view().can_read() && !is_known(id)).cloned()
    }

    /// A customer was read: the form that waited for it is sent, or says why not.
    pub(crate) fn form_customer_read(&mut self, request_id: RequestId, result: Result<(), &CallError>) {
        if let Some(input) = self.workspace.forms.customer_read(request_id, result) {
            self.submit_form(input);
        }
    }

    /// It leaves once: its operation's id is that of the form.
    fn submit_form(&mut self, input: FormInput) {
        let Some(form) = self.workspace.forms.shown(input.panel) else { return };
        let id = form.operation_id.clone();
        // The form shows what is wrong before it offers to send.
        if let Ok(plan) = input.plan(&id, self.now) {
            let kind = form.kind.clone();
            let precondition = self.seen_by_form(&kind);
            let plan = expecting_end(&kind, plan, &precondition);
            self.submit(Submission { id, plan, precondition });
        }
    }

    /// What the person saw of what a form changes, where reading it tells what came of the change.
    fn seen_by_form(&self, kind: &FormKind) -> Precondition {
        let id = kind.changes().or_else(|| kind.confirms());
        let payment_id = id.filter(|_| kind.panel == ResourceKind::Payment).map(PaymentId::new);
        let detail = payment_id.and_then(|id| self.workspace.payments.detail(&id));
        let precondition = detail.and_then(|detail| Some((detail.value()?, detail.read_at().unwrap_or(self.now))));
        precondition
            .map_or(Precondition::Nothing, |(payment, at)| Precondition::Payment(PaymentPrecondition::of(payment, at)))
    }
}

/// A payment that was confirmed is of the amount that was seen, and does not wait for its confirmation any more.
fn expecting_end(kind: &FormKind, plan: OperationPlan, precondition: &Precondition) -> OperationPlan {
    match precondition {
        Precondition::Payment(seen) if kind.confirms().is_some() => {
            let expectation = plan.expectation.clone().over(&seen.amount).ending(seen.status.as_str());
            OperationPlan { expectation, ..plan }
        }
        Precondition::Payment(_) | Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing => plan,
    }
}
