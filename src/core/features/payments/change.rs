//! The change of what a payment says: description, e-mail, addresses, metadata. The specification does not show the body of
//! the call: which of these a service takes, and in which status, is its own affair, and what it took is read afterwards.

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::forms::FormKind;
use crate::form_input::{add_unreported, pairs_of};
use crate::operations::reconcile::fields_not_as_sent;
use crate::operations::{Operation, Outcome, Phase, ResourceKind};
use crate::service_traits::PaymentActionsTrait;
use paydesk_api::input::{Billing, Contact, InputError, Payer, Severity};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::payments::calls::UpdatePaymentInput;
use paydesk_api::wire::is_whole;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::metadata::OPERATION_ID;
use paydesk_domain::payment::{Pair, Payment};

/// The fields of the form, by their names in the API.
pub const CHANGED_FIELDS: [&str; 5] = ["description", "email", "billing", "shipping", "metadata"];

/// What is filled in.
#[derive(Debug, Clone, Default)]
pub struct PaymentDetailsChange {
    pub description: String,
    pub email: String,
    pub billing: Option<Billing>,
    pub shipping: Option<Billing>,
    /// All but the operation that the payment was made by, which stays.
    pub metadata: Vec<Pair>,
}

impl PaymentDetailsChange {
    /// As the payment is now. Addresses are not told by the service.
    pub fn of(payment: &Payment) -> Self {
        Self {
            description: payment.description.clone().unwrap_or_default(),
            email: payment.email.clone().unwrap_or_default(),
            metadata: user_metadata(payment),
            ..Self::default()
        }
    }

    /// What is sent, which is only what was changed, and everything that is wrong. A text that was emptied stays as it is.
    pub fn input(&self, payment: &Payment, view: &WorkspaceView<'_>) -> (UpdatePaymentInput, Vec<InputError>) {
        let mut errors = Vec::new();
        let mut input = UpdatePaymentInput::new(payment.payment_id.clone());
        let changed = |typed: &str, before: &Option<String>| {
            let is_new = before.as_deref().unwrap_or_default() != typed.trim();
            if is_new { typed.trim().to_owned() } else { String::new() }
        };
        input.details.description = changed(&self.description, &payment.description);
        let email = changed(&self.email, &payment.email);
        input.details.payer = Payer::OneOff(Contact { email, ..Contact::default() });
        input.details.billing = self.billing.clone();
        input.details.shipping = self.shipping.clone();
        let pairs = pairs_of("metadata", &self.metadata, Severity::Refusal, &mut errors);
        if takes_metadata(payment) && pairs != user_metadata(payment) {
            let operation = payment.metadata.iter().find(|(name, _)| name == OPERATION_ID).cloned();
            input.metadata =
                Some(pairs.into_iter().filter(|(name, _)| name != OPERATION_ID).chain(operation).collect());
            input.known_metadata = Raw::new(payment.raw.get("metadata").cloned().unwrap_or_default());
        }
        add_unreported(&mut errors, input.check(view.now));
        (input, errors)
    }
}

fn user_metadata(payment: &Payment) -> Vec<Pair> {
    payment.metadata.iter().filter(|(name, _)| name != OPERATION_ID).cloned().collect()
}

/// Whether the metadata can be set: what could not be read of it, or was masked, would be lost.
pub fn takes_metadata(payment: &Payment) -> bool {
    payment.raw.get("metadata").is_none_or(|metadata| metadata.is_null() || metadata.is_object() && is_whole(metadata))
}

/// Whether editing the details is offered: some services refuse it once the payment is confirmed.
pub fn is_editable(view: &WorkspaceView<'_>, payment: &Payment) -> bool {
    !view.traits.payment_actions.has(PaymentActionsTrait::EditedBeforeConfirmation) || payment.status.is_unconfirmed()
}

/// Why the payment cannot be changed now.
pub fn why_not_change(view: &WorkspaceView<'_>, payment: &Payment) -> Option<String> {
    let busy = view.payment_under_way(&payment.payment_id);
    busy.or_else(|| view.read_only_reason())
}

/// Opens the form for a payment that was read.
pub(super) fn open_change(payment_id: &PaymentId, cx: &mut Context<'_>) {
    cx.request(FeatureRequest::OpenForm(FormKind::change(ResourceKind::Payment, payment_id.as_str())));
}

/// The fields of a change that the service confirmed and that the payment, read afterwards, does not show as they were
/// sent; none of an operation that changed no texts.
pub fn fields_not_taken(operation: &Operation, payment: &Payment) -> Vec<String> {
    let is_done = matches!(operation.phase, Phase::Ended(Outcome::Done { .. }));
    let is_change = is_done && operation.plan.endpoint == Endpoint::UpdatePayment;
    if is_change { fields_not_as_sent(&operation.plan, &payment.raw) } else { Vec::new() }
}

/// Which field the service named when it refused a change, and its text.
pub fn refused_field(operation: &Operation) -> Option<(&'static str, String)> {
    let Phase::Ended(Outcome::Rejected { message, .. }) = &operation.phase else { return None };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let named = |field: &&str| message.split(|c: char| !is_part(c)).any(|word| word == *field);
    CHANGED_FIELDS.into_iter().find(named).map(|field| (field, message.clone()))
}
