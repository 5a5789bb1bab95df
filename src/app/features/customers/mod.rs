//! Customers: those that were made, found or changed from here.
//!
//! The service lists none; one is found by its id.

mod payments;

use crate::api::calls::customers::RetrieveCustomer;
use crate::api::error::CallError;
use crate::api::input::{ID_RULE, id as check_id};
use crate::api::operation::Target;
use crate::api::rate_limit::Priority;
use crate::app::action::Action;
use crate::app::features::forms::{FormKind, FormSession};
use crate::app::operations::{Operation, ResourceKind};
use crate::app::read::{Read, RequestId};
use crate::app::state::State;
use crate::domain::customer::Customer;
use crate::domain::ids::CustomerId;

/// What the forms are filled in for.
pub use crate::api::calls::customers::{CreateCustomer, CreateCustomerInput, UpdateCustomer, UpdateCustomerInput};
pub use crate::api::calls::shapes::{Address, Contact};
pub use payments::{CustomerPayments, Newest};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Customers {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    pub search: CustomerSearch,
    pub payments: CustomerPayments,
}

/// How the search for a customer stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CustomerSearch {
    #[default]
    None,
    Reading(CustomerId, RequestId),
    /// What went wrong with it, in words.
    Failed(String),
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomersAction {
    Open(Option<String>),
    OpenForm,
    /// Opens the form that changes a customer.
    Edit(CustomerId),
    CloseForm,
    /// Reads the customer of a typed id, and opens what was found.
    Find(String),
    /// Reads the newest payments of a customer again.
    ReadPayments(CustomerId),
}

impl Customers {
    /// Closes what is in front: the form, or the pane.
    pub fn close(&self, form: Option<&FormSession>) -> Option<Action> {
        let action = match (form, &self.open) {
            (Some(_), _) => CustomersAction::CloseForm,
            (None, Some(_)) => CustomersAction::Open(None),
            (None, None) => return None,
        };
        Some(Action::Customers(action))
    }
}

impl State {
    pub(in crate::app) fn on_customers(&mut self, action: CustomersAction) {
        match action {
            CustomersAction::Open(id) => {
                // What was said of another customer does not stand at this one.
                self.workspace.customers.search = CustomerSearch::None;
                self.workspace.customers.open = id;
                self.read_open_customer_payments();
            }
            CustomersAction::OpenForm => self.open_form(FormKind::NewCustomer),
            CustomersAction::Edit(id) => self.open_form(FormKind::ChangeCustomer(id)),
            CustomersAction::CloseForm => self.leave_form(ResourceKind::Customer),
            CustomersAction::Find(text) => self.find_customer(&text),
            CustomersAction::ReadPayments(id) => self.read_customer_payments(&id),
        }
    }

    /// The customer as it is known here.
    pub fn known_customer(&self, id: &CustomerId) -> Option<&Customer> {
        self.workspace.records.find(ResourceKind::Customer, id.as_str())?.customer()
    }

    /// The operation about a customer that is open, if one is.
    pub fn customer_operation(&self, id: &CustomerId) -> Option<&Operation> {
        self.workspace.operations.open_on(&Target::new(ResourceKind::Customer, id.as_str()))
    }

    /// Why a customer cannot be changed now.
    pub fn customer_refusal(&self, id: &CustomerId) -> Option<String> {
        let under_way =
            self.customer_operation(id).map(|operation| format!("“{}” is already under way", operation.plan.title()));
        self.read_only_reason().or(under_way)
    }

    /// Opens a customer from where it was named, and reads it: what is known of it here may be old, or nothing yet.
    pub(in crate::app) fn read_opened_customer(&mut self, id: String) {
        self.workspace.customers.search = CustomerSearch::None;
        self.workspace.customers.open = Some(id.clone());
        // It would stand in front; what is typed into it stays.
        self.leave_form(ResourceKind::Customer);
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            return;
        }
        self.find_customer(&id);
        self.follow_open_customer();
    }

    /// An operation named a customer that is not known here, such as the recipient of a payout: it is read, so that it
    /// is listed with the others.
    pub(in crate::app) fn read_named_customer(&mut self, family: ResourceKind, id: &str) {
        let named = self.workspace.records.find(family, id).and_then(|known| known.record.customer_id.clone());
        let Some(customer_id) =
            named.filter(|id| self.workspace.records.find(ResourceKind::Customer, id.as_str()).is_none())
        else {
            return;
        };
        self.workspace.reads.ask(Read::Customer(RetrieveCustomer { customer_id }), Priority::Ordinary, self.now);
    }

    /// Whether what is typed can be the id of a customer.
    pub fn can_be_customer_id(text: &str) -> bool {
        !text.trim().is_empty() && check_id("customer id", text.trim()).is_ok()
    }

    fn find_customer(&mut self, text: &str) {
        if check_id("customer id", text.trim()).is_err() {
            self.workspace.customers.search = CustomerSearch::Failed(format!("A customer id has {ID_RULE}"));
            return;
        }
        let customer_id = CustomerId::new(text.trim());
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            self.workspace.customers.search = CustomerSearch::Failed("There is no service to ask".to_owned());
            return;
        }
        let read = Read::Customer(RetrieveCustomer { customer_id: customer_id.clone() });
        let request_id = self.workspace.reads.ask_fresh(read, Priority::Ordinary, self.now);
        self.workspace.customers.search = CustomerSearch::Reading(customer_id.clone(), request_id);
        // Read again, it is read whole.
        if self.customer_payments(&customer_id).is_some() {
            self.read_customer_payments(&customer_id);
        }
    }

    /// The read under way was given up: the search ended with `error`.
    pub(in crate::app) fn customer_search_dropped(&mut self, error: &CallError) {
        if let CustomerSearch::Reading(_, request_id) = self.workspace.customers.search {
            self.customer_read(request_id, Err(error));
        }
    }

    /// A customer was read, if it is the one that is searched for.
    pub(in crate::app) fn customer_read(&mut self, request_id: RequestId, result: Result<(), &CallError>) {
        let CustomerSearch::Reading(customer_id, asked) = &self.workspace.customers.search else { return };
        if *asked != request_id {
            return;
        }
        let id = customer_id.as_str().to_owned();
        self.workspace.customers.search = match result {
            Ok(()) => {
                self.workspace.customers.open = Some(id);
                CustomerSearch::None
            }
            Err(CallError::Service { status: 404, .. }) => CustomerSearch::Failed(format!(
                "The service knows no customer {id}. Check the id, and the profile at work"
            )),
            Err(error) => {
                CustomerSearch::Failed(format!("{id} could not be read: {}. {}", error.what(), error.what_to_do()))
            }
        };
    }
}
