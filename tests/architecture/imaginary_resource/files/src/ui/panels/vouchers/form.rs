//! The form that makes a voucher.

use egui::Ui;
use paydesk_core::features::forms::{FormInput, FormSession, InputError};
use paydesk_core::form_input::{add_unreported, money_of};
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::vouchers::CreateVoucherInput;
use paydesk_core::{Action, State};
use paydesk_domain::ids::{CustomerId, OperationId};

use crate::form::{FormAction, FormFields, FormFieldsDraft, FormPage, Prefill};

/// What is typed into the form.
#[derive(Debug, Default)]
pub struct VoucherDraft {
    entry: FormFieldsDraft,
    amount: String,
    currency: String,
    customer_id: String,
    description: String,
    prefill: Prefill,
    of: Option<OperationId>,
}

impl VoucherDraft {
    /// Emptied for another voucher. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let form = state.form(ResourceKind::Voucher);
        let open = form.map(|form| form.operation_id.clone());
        if open.is_some() && self.of != open {
            *self = Self { of: open, ..Self::default() };
        }
        if let Some(id) = self.prefill.customer(form) {
            self.customer_id = id;
        }
    }

    /// The input as it would be sent, and everything that is wrong.
    fn input(&self, state: &State) -> (CreateVoucherInput, Vec<InputError>) {
        let mut errors = Vec::new();
        let input = CreateVoucherInput {
            amount: money_of(&self.amount, &self.currency, state.units(), &mut errors),
            customer_id: Some(self.customer_id.trim()).filter(|id| !id.is_empty()).map(CustomerId::new),
            description: self.description.trim().to_owned(),
        };
        add_unreported(&mut errors, input.check());
        (input, errors)
    }
}

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut VoucherDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.input(state);
    let blocked = state.read_only_reason();
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let page = FormPage::new("New voucher", "Create voucher")
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors)
        .busy(busy)
        .blocked(blocked.as_deref());
    match page.ui(ui, |ui| fields_ui(ui, draft, &errors)) {
        None => {}
        Some(FormAction::Close) => actions.push(Action::LeaveForm(ResourceKind::Voucher)),
        Some(FormAction::Submit) if errors.is_empty() => {
            actions.push(Action::SendForm(Box::new(FormInput::new(input))));
        }
        Some(FormAction::Submit) => draft.entry.refuse(&errors),
    }
}

fn fields_ui(ui: &mut Ui, draft: &mut VoucherDraft, errors: &[InputError]) -> Option<FormAction> {
    let VoucherDraft { entry, amount, currency, customer_id, description, .. } = draft;
    let mut entry = FormFields::new(entry, errors, "amount").required(&["amount", "currency"]);
    entry.money(ui, ("amount", "Amount"), amount, currency);
    entry.text(ui, "customer_id", "Customer ID", customer_id, "One that exists");
    entry.text(ui, "description", "Description", description, "What the customer gets it for");
    entry.form_action()
}
