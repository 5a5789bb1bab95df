//! The form that changes what a payment says: description, e-mail, addresses and metadata.

use egui::Ui;

use crate::form::{AddressDraft, FormAction, FormFields, FormFieldsDraft, FormPage, MetadataDraft, group_ui, help_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, FormSession, InputError, PAYMENT_BILLING};
use paydesk_core::features::payments::change::{PaymentDetailsChange, refused_field, takes_metadata};
use paydesk_core::features::payments::{PaymentsAction, why_not_change};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::metadata::room_for_pairs;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::{visible, visible_id};

use super::text;

/// What is typed into the form.
#[derive(Debug, Default)]
pub struct PaymentChangeDraft {
    pub entry: FormFieldsDraft,
    pub description: String,
    pub email: String,
    pub billing: AddressDraft,
    pub shipping: AddressDraft,
    pub metadata: MetadataDraft,
    /// The form, and the payment that it changes.
    of: Option<(OperationId, PaymentId)>,
}

impl PaymentChangeDraft {
    /// Begins with the payment as it is; another try after a refusal keeps what is typed. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let form = state.form(ResourceKind::Payment);
        let Some((form, id)) = form.and_then(|form| Some((form, form.kind.changes()?))) else {
            if self.of.is_some() {
                *self = Self::default();
            }
            return;
        };
        let id = PaymentId::new(id);
        let is_begun = self.of.as_ref().is_some_and(|(_, payment_id)| *payment_id == id);
        if let Some(payment) = payment_of(state, &id).filter(|_| !is_begun) {
            let PaymentDetailsChange { description, email, metadata, .. } = PaymentDetailsChange::of(payment);
            let metadata = MetadataDraft::of(&metadata);
            *self = Self { description, email, metadata, ..Self::default() };
            self.entry.focus_field("description");
        }
        self.of = Some((form.operation_id.clone(), id));
    }

    fn change(&self) -> PaymentDetailsChange {
        PaymentDetailsChange {
            description: self.description.clone(),
            email: self.email.clone(),
            billing: self.billing.value(),
            shipping: self.shipping.value(),
            metadata: self.metadata.rows(),
        }
    }
}

fn payment_of<'a>(state: &'a State, id: &PaymentId) -> Option<&'a Payment> {
    state.workspace.payments.detail(id)?.value()
}

/// Draws the page of the form that changes the payment of this id.
pub fn page_ui(
    ui: &mut Ui,
    state: &State,
    (form, id): (&FormSession, &str),
    draft: &mut PaymentChangeDraft,
    actions: &mut Vec<Action>,
) {
    let Some(payment) = payment_of(state, &PaymentId::new(id)) else {
        actions.push(Action::Payments(PaymentsAction::CloseForm));
        return;
    };
    let (input, errors) = draft.change().input(payment, &state.view());
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let blocked = why_not_change(&state.view(), payment).filter(|_| !busy);
    let title = text::edit_payment(visible_id(id, 40));
    let page =
        FormPage::new(&title, text::SAVE_CHANGES).refusal(form.refusal.as_deref()).validated(&draft.entry, &errors);
    let page = page.looked_into(state.workspace.operations.refusal_looked_into(&form.operation_id));
    let refused = form.last_try.as_ref().and_then(|id| refused_field(state.workspace.operations.find(id)?));
    let body = |ui: &mut Ui| fields_ui(ui, payment, draft, &errors, refused.as_ref());
    let form_action = page.busy(busy).blocked(blocked.as_deref()).ui(ui, body);
    on_form_action(
        form_action,
        Action::Payments(PaymentsAction::CloseForm),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

fn fields_ui(
    ui: &mut Ui,
    payment: &Payment,
    draft: &mut PaymentChangeDraft,
    errors: &[InputError],
    refused: Option<&(&'static str, String)>,
) -> Option<FormAction> {
    let text = |field: &str, hint: &str| match refused {
        Some((named, text)) if *named == field => text::refused_by_service(visible(text, 200)),
        Some(_) | None => hint.to_owned(),
    };
    let mut entry = FormFields::new(&mut draft.entry, errors, "description");
    help_ui(
        ui,
        "Only your changes are sent. The service does not document which fields it accepts in which status: Paydesk checks the payment afterwards.",
    );
    // There is something to change: the rule is at the id, which has no field here.
    entry.others_ui(ui, &["payment_id"]);
    let stays = "Clearing it has no effect";
    entry.text(ui, "description", text::DESCRIPTION, &mut draft.description, &text("description", stays));
    entry.text(ui, "email", text::E_MAIL, &mut draft.email, &text("email", stays));
    group_ui(ui, "Addresses, if the service accepts them");
    for (field, title, address) in
        [("billing", text::BILLING, &mut draft.billing), ("shipping", text::SHIPPING, &mut draft.shipping)]
    {
        entry.optional_address(ui, field, title, &PAYMENT_BILLING, address);
        let refused = text(field, "");
        if !refused.is_empty() {
            help_ui(ui, &refused);
        }
    }
    group_ui(ui, "Metadata, if the service accepts it");
    if takes_metadata(payment) {
        help_ui(ui, &text("metadata", "These pairs replace all others at the service"));
        entry.metadata(ui, "metadata", &mut draft.metadata, Some(room_for_pairs(&payment.metadata)));
    } else {
        help_ui(ui, "Cannot be edited here: part of it could not be read and would be lost");
    }
    entry.form_action()
}
