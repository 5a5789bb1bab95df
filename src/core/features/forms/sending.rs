//! Opens and leaves forms, and sends what is filled in: at once, or when the customer that it names was found.

use paydesk_api::error::CallError;
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use crate::context::Context;
use crate::features::toasts::ToastKind;
use crate::operations::{Operation, OperationPlan, PaymentPrecondition, Precondition, Submission};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;

use super::Forms;
use super::input::FormInput;
use super::kind::FormKind;
use super::lookup::CustomerLookup;

/// What the person saw of a payment that a form changes.
pub(crate) type SeenPayment<'a> = &'a dyn Fn(&PaymentId) -> Option<PaymentPrecondition>;

impl Forms {
    /// Opens a form, unless another one of the panel is on its way: it keeps the id that it was sent under.
    pub(crate) fn open_in_panel(&mut self, kind: FormKind, cx: &mut Context<'_>) {
        let other = self.session(kind.panel).filter(|session| session.kind != kind);
        let under_way = other.and_then(|session| cx.view.operations.find(&session.operation_id));
        match under_way.filter(|operation| Operation::is_open(operation)) {
            None => self.open(kind, cx.rng, cx.view.now),
            Some(operation) => {
                let text = format!("“{}” is under way: wait until it finishes", operation.plan.title());
                cx.toast(ToastKind::Attention, text, None);
            }
        }
    }

    /// Sends the form that is in front.
    pub(crate) fn send(&mut self, input: FormInput, seen: SeenPayment<'_>, cx: &mut Context<'_>) {
        if self.looks_up_customer(input.panel) {
            return;
        }
        match customer_to_look_up(&input, cx) {
            None => self.submit(&input, seen, cx),
            Some(customer_id) => {
                let read = Read::Customer(RetrieveCustomer { customer_id: customer_id.clone() });
                let request_id = cx.read_fresh(ReadOwner::Forms, read);
                self.look_up(CustomerLookup { customer_id, request_id, input });
            }
        }
    }

    /// A customer was read: the form that waited for it is sent, or says why not.
    pub(crate) fn customer_answered(
        &mut self,
        request_id: RequestId,
        result: Result<(), &CallError>,
        seen: SeenPayment<'_>,
        cx: &mut Context<'_>,
    ) {
        if let Some(input) = self.customer_read(request_id, result) {
            self.submit(&input, seen, cx);
        }
    }

    /// It leaves once: its operation's id is that of the form.
    fn submit(&self, input: &FormInput, seen: SeenPayment<'_>, cx: &mut Context<'_>) {
        let Some(form) = self.shown(input.panel) else { return };
        // The form shows what is wrong before it offers to send.
        if let Ok(plan) = input.plan(&form.operation_id, cx.now) {
            let precondition = seen_by_form(&form.kind, seen);
            let plan = expecting_end(&form.kind, plan, &precondition);
            cx.submit(Submission { id: form.operation_id.clone(), plan, precondition });
        }
    }
}

/// The customer of a form that nobody read from the service yet.
fn customer_to_look_up(input: &FormInput, cx: &Context<'_>) -> Option<CustomerId> {
    let is_known = |id: &&CustomerId| cx.records.has_read_customer(id);
    input.customer().filter(|id| cx.can_read() && !is_known(id)).cloned()
}

/// What the person saw of what a form changes, where reading it tells what came of the change.
fn seen_by_form(kind: &FormKind, seen: SeenPayment<'_>) -> Precondition {
    let id = kind.changes().or_else(|| kind.confirms()).filter(|_| kind.panel == ResourceKind::Payment);
    let payment = id.and_then(|id| seen(&PaymentId::new(id)));
    payment.map_or(Precondition::Nothing, Precondition::Payment)
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
