//! The form that confirms a payment: by which method, and what the service has to know of the customer. Card numbers are
//! typed nowhere; in a sandbox a published test card is chosen.

use egui::Ui;

use crate::form::{AddressDraft, BrowserDraft, FormAction, FormFields, FormFieldsDraft, FormPage, group_ui, help_ui};
use crate::known_facts::{customer_row, known_row};
use crate::panels::form_action::on_form_action;
use crate::panels::payments::method::{MethodDraft, MethodFor, method_ui};
use paydesk_api::resources::payments::calls::ConfirmPaymentInput;
use paydesk_core::features::forms::{Billing, FormInput, FormSession, InputError, PAYMENT_BILLING, is_refused};
use paydesk_core::features::payments::{PaymentsAction, why_not_confirm};
use paydesk_core::form_input::add_unreported;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::method::paid_with;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::visible_id;
use paydesk_widgets::facts_ui;
use paydesk_widgets::tokens::space;

use super::text;

/// What is typed into the form.
#[derive(Debug, Default)]
pub struct ConfirmPaymentDraft {
    pub entry: FormFieldsDraft,
    pub method: MethodDraft,
    pub billing: AddressDraft,
    pub return_url: String,
    pub browser: BrowserDraft,
    /// The payment that it is for.
    of: Option<PaymentId>,
}

impl ConfirmPaymentDraft {
    /// Empty for each payment: what a method holds is not kept once its form is left. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let form = state.form(ResourceKind::Payment);
        let of = form.and_then(|form| form.kind.confirms()).map(PaymentId::new);
        if self.of != of {
            *self = Self { of, ..Self::default() };
        }
    }

    /// The input as it would be sent, and everything that is wrong.
    fn input(&self, state: &State, payment_id: &PaymentId) -> (ConfirmPaymentInput, Vec<InputError>) {
        let mut errors = Vec::new();
        let input = ConfirmPaymentInput {
            method: self.method.input(state),
            billing: self.billing.value(),
            return_url: self.return_url.trim().to_owned(),
            browser_info: self.browser.texts.read(&mut errors),
            ..ConfirmPaymentInput::new(payment_id.clone())
        };
        add_unreported(&mut errors, input.check(state.now));
        (input, errors)
    }
}

/// Draws the page of the form that confirms the payment of this id.
pub fn page_ui(
    ui: &mut Ui,
    state: &State,
    (form, id): (&FormSession, &str),
    draft: &mut ConfirmPaymentDraft,
    actions: &mut Vec<Action>,
) {
    let id = PaymentId::new(id);
    let Some(payment) = state.workspace.payments.detail(&id).and_then(|detail| detail.value()) else {
        actions.push(Action::Payments(PaymentsAction::CloseForm));
        return;
    };
    let (input, errors) = draft.input(state, &id);
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let blocked = why_not_confirm(&state.view(), payment).filter(|_| !busy);
    let submit = format!("Confirm {}", payment.amount);
    let page = FormPage::new(text::CONFIRM_PAYMENT, &submit)
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors)
        .looked_into(state.workspace.operations.refusal_looked_into(&form.operation_id));
    let body = |ui: &mut Ui| fields_ui(ui, state, payment, draft, &errors);
    let form_action = page.busy(busy).blocked(blocked.as_deref()).ui(ui, body);
    let is_sent = form_action == Some(FormAction::Submit) && !is_refused(&errors);
    if form_action == Some(FormAction::Submit) {
        draft.browser.show_faults(&errors);
    }
    let close = Action::Payments(PaymentsAction::CloseForm);
    on_form_action(form_action, close, || FormInput::new(input), (&mut draft.entry, &errors), actions);
    if is_sent {
        draft.method.wipe();
    }
}

fn fields_ui(
    ui: &mut Ui,
    state: &State,
    payment: &Payment,
    draft: &mut ConfirmPaymentDraft,
    errors: &[InputError],
) -> Option<FormAction> {
    subject_ui(ui, state, payment);
    help_ui(ui, &text::after_confirmation(&payment.amount, payment.capture_method.as_ref()));
    let ConfirmPaymentDraft { entry, method, billing, return_url, browser, .. } = draft;
    let mut entry = FormFields::new(entry, errors, "payment_method");
    if method_ui(ui, state, &mut entry, method, MethodFor::Confirmation) && !billing.given {
        *billing = AddressDraft { given: true, value: Billing::example() };
    }
    entry.text(ui, "return_url", text::RETURN_URL, return_url, text::WHERE_CUSTOMER_RETURNS);
    group_ui(ui, text::CUSTOMER);
    entry.others_ui(ui, &["billing"]);
    entry.optional_address(ui, "billing", text::BILLING, &PAYMENT_BILLING, billing);
    entry.browser(ui, text::CUSTOMERS_BROWSER, browser);
    entry.form_action()
}

/// The payment, and what it is to be paid with so far.
fn subject_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    facts_ui(ui, text::PAYMENT, |facts| {
        facts.mono(text::PAYMENT_ID, &visible_id(payment.payment_id.as_str(), 80));
        facts.text(text::AMOUNT, &payment.amount.to_string());
        customer_row(facts, state, payment.customer_id.as_ref(), payment.email.as_deref());
        known_row(facts, "Attached method", paid_with(payment).as_deref());
    });
    ui.add_space(space::S);
}
