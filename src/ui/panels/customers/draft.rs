//! What is typed into the panel, kept when it is left.

use crate::form::{FormFieldsDraft, MetadataDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::State;
use paydesk_core::features::customers::{CreateCustomerInput, UpdateCustomerInput, known_customer};
use paydesk_core::features::forms::{Address, InputError, Severity};
use paydesk_core::form_input::{add_unreported, pairs_of};
use paydesk_core::operations::{Operation, Outcome, Phase, ResourceKind};
use paydesk_domain::customer::Customer;
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_widgets::RawDraft;

/// Texts of the customer forms and of the search.
#[derive(Debug, Default)]
pub struct CustomersDraft {
    pub list: RecordListDraft,
    pub form: CustomerDraft,
    pub raw: RawDraft,
}

/// What is typed into the form.
#[derive(Debug, Default)]
pub struct CustomerDraft {
    pub entry: FormFieldsDraft,
    pub texts: CustomerTexts,
    /// The form, and the customer that it changes.
    of: Option<(OperationId, Option<CustomerId>)>,
}

/// The texts of the form.
#[derive(Debug, Default)]
pub struct CustomerTexts {
    pub customer_id: String,
    pub name: String,
    pub email: String,
    pub phone_country_code: String,
    pub phone: String,
    pub description: String,
    pub metadata: MetadataDraft,
    pub address: Address,
}

impl CustomerDraft {
    /// Begins with the customer that is changed, and is emptied once the operation took effect or may have. To be called
    /// once a frame.
    pub fn follow(&mut self, state: &State) {
        let open = state.form(ResourceKind::Customer).map(|form| &form.operation_id);
        let before = self.of.as_ref().map(|(id, _)| id).filter(|id| open != Some(*id));
        let over =
            |operation: &Operation| matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. }));
        if before.and_then(|id| state.workspace.operations.find(id)).is_some_and(over) {
            *self = Self::default();
        }
        let Some(id) = open else { return };
        let edits = state.form(ResourceKind::Customer).and_then(|form| form.kind.changes()).map(CustomerId::new);
        if self.of.as_ref().is_none_or(|(_, before)| *before != edits) {
            *self = Self::default();
            if let Some(customer) = edits.as_ref().and_then(|id| known_customer(&state.workspace.records, id)) {
                self.texts = CustomerTexts::of(customer);
            }
        }
        self.of = Some((id.clone(), edits));
    }
}

impl CustomerTexts {
    fn of(customer: &Customer) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        Self {
            customer_id: customer.customer_id.as_str().to_owned(),
            name: text(&customer.name),
            email: text(&customer.email),
            phone_country_code: text(&customer.phone_country_code),
            phone: text(&customer.phone),
            description: text(&customer.description),
            metadata: MetadataDraft::of(&customer.metadata),
            ..Self::default()
        }
    }

    /// A new customer; without a typed id it gets that of `operation_id`, which is ours alone.
    pub fn create(&self, operation_id: &OperationId) -> (CreateCustomerInput, Vec<InputError>) {
        let text = |text: &str| text.trim().to_owned();
        let own = format!("cus_{}", operation_id.random_part());
        let id = if self.customer_id.trim().is_empty() { own } else { text(&self.customer_id) };
        let mut input = CreateCustomerInput::new(CustomerId::new(id));
        let contact = &mut input.contact;
        (contact.name, contact.email) = (text(&self.name), text(&self.email));
        (contact.phone, contact.phone_country_code) = (text(&self.phone), text(&self.phone_country_code));
        input.description = text(&self.description);
        input.address = self.address.trimmed();
        let mut errors = Vec::new();
        input.metadata = pairs_of("metadata", &self.metadata.rows(), Severity::Warning, &mut errors);
        add_unreported(&mut errors, input.check());
        (input, errors)
    }

    /// What is changed of `customer`: a field as it was is not sent, one that was emptied is sent empty.
    pub fn update(&self, customer: &Customer) -> (UpdateCustomerInput, Vec<InputError>) {
        let changed = |typed: &str, before: &Option<String>| {
            let typed = typed.trim();
            (typed != before.as_deref().unwrap_or_default()).then(|| typed.to_owned())
        };
        let mut errors = Vec::new();
        let metadata = pairs_of("metadata", &self.metadata.rows(), Severity::Warning, &mut errors);
        let input = UpdateCustomerInput {
            name: changed(&self.name, &customer.name),
            email: changed(&self.email, &customer.email),
            phone: changed(&self.phone, &customer.phone),
            phone_country_code: changed(&self.phone_country_code, &customer.phone_country_code),
            description: changed(&self.description, &customer.description),
            metadata: (metadata != customer.metadata).then_some(metadata),
            ..UpdateCustomerInput::of(customer)
        };
        add_unreported(&mut errors, input.check());
        (input, errors)
    }
}
