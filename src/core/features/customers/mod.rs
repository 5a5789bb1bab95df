//! Customers: those that were made, found or changed from here, and those that payments, payouts, subscriptions and
//! links name.
//!
//! The service lists none; one is read by its id, when it is opened.

mod form;
mod payments;
mod text;

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::forms::FormKind;
use crate::operations::{Operation, ResourceKind};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::Records;
use crate::route::Route;
use paydesk_api::error::CallError;
use paydesk_api::input::{ID_RULE, id as check_id};
use paydesk_api::operation::Target;
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_domain::customer::Customer;
use paydesk_domain::ids::CustomerId;

pub use paydesk_api::input::{Address, Contact, CreateCustomerInput, UpdateCustomerInput};
pub use payments::{CustomerPayments, FirstPage};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Customers {
    pub search: CustomerSearch,
    pub payments: CustomerPayments,
}

/// How the search for a customer is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CustomerSearch {
    #[default]
    None,
    Reading(CustomerId, RequestId),
    /// What went wrong with it, as text.
    Failed(String),
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomersAction {
    /// Opens the form that changes a customer.
    Edit(CustomerId),
    /// Reads the customer of a typed id, and opens what was found.
    Find(String),
    /// Reads the newest payments of a customer again.
    ReadPayments(CustomerId),
}

impl Customers {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error),
            FeatureFact::RecordOpened { kind: ResourceKind::Customer, id: Some(id), from_elsewhere: true } => {
                self.opened_elsewhere(id, cx);
            }
            FeatureFact::RecordOpened { kind: ResourceKind::Customer, id, .. } => self.opened(id.as_deref(), cx),
            FeatureFact::Settled if cx.route == Route::List(ResourceKind::Customer) => {
                self.follow(cx.opened.get(ResourceKind::Customer), cx);
            }
            _ => {}
        }
    }

    pub(crate) fn handle(&mut self, action: CustomersAction, cx: &mut Context<'_>) {
        match action {
            CustomersAction::Edit(id) => {
                cx.request(FeatureRequest::OpenForm(FormKind::change(ResourceKind::Customer, id.as_str())))
            }
            CustomersAction::Find(text) => self.find_customer(&text, cx),
            CustomersAction::ReadPayments(id) => self.read_payments(&id, cx),
        }
    }

    /// Another customer was opened beside the list, or it was closed.
    fn opened(&mut self, id: Option<&str>, cx: &mut Context<'_>) {
        // What was said of another customer does not stand at this one.
        self.search = CustomerSearch::None;
        if let Some(id) = id {
            // Of one that other objects named, nothing was read yet.
            if is_gathered(cx.records, id) && cx.can_read() {
                self.find_customer(id, cx);
            }
            self.read_payments(&CustomerId::new(id), cx);
        }
    }

    /// A customer was opened from where it was named, and is read: what is known of it here may be old, or nothing yet.
    fn opened_elsewhere(&mut self, id: &str, cx: &mut Context<'_>) {
        self.search = CustomerSearch::None;
        // It would be in front; what is typed into it stays.
        cx.request(FeatureRequest::LeaveForm(ResourceKind::Customer));
        if cx.can_read() {
            self.find_customer(id, cx);
            self.follow(Some(id), cx);
        }
    }

    fn find_customer(&mut self, text: &str, cx: &mut Context<'_>) {
        if check_id(text::CUSTOMER_ID, text.trim()).is_err() {
            self.search = CustomerSearch::Failed(text::customer_id_has(ID_RULE));
            return;
        }
        if !cx.can_read() {
            self.search = CustomerSearch::Failed("No service is connected".to_owned());
            return;
        }
        let customer_id = CustomerId::new(text.trim());
        let request_id =
            cx.read_fresh(ReadOwner::Customers, Read::Customer(RetrieveCustomer { customer_id: customer_id.clone() }));
        self.search = CustomerSearch::Reading(customer_id.clone(), request_id);
        // Read again, it is read whole.
        if self.payments.of(&customer_id).is_some() {
            self.read_payments(&customer_id, cx);
        }
    }

    /// All reads under way were given up with `error`.
    fn reads_dropped(&mut self, error: &CallError) {
        self.payments.reads_dropped(error);
        if let CustomerSearch::Reading(customer_id, _) = &self.search {
            self.search = not_read(customer_id, error);
        }
    }

    /// A customer was read, if it is the one that is searched for: it is opened.
    pub(crate) fn customer_read(
        &mut self,
        request_id: RequestId,
        result: Result<(), &CallError>,
        cx: &mut Context<'_>,
    ) {
        let CustomerSearch::Reading(customer_id, asked) = &self.search else { return };
        if *asked != request_id {
            return;
        }
        self.search = match result {
            Ok(()) => {
                let id = customer_id.as_str().to_owned();
                cx.request(FeatureRequest::SelectRecord(ResourceKind::Customer, id));
                CustomerSearch::None
            }
            Err(error) => not_read(customer_id, error),
        };
    }
}

fn not_read(customer_id: &CustomerId, error: &CallError) -> CustomerSearch {
    let is_unknown = matches!(error, CallError::Service { status: 404, .. });
    CustomerSearch::Failed(if is_unknown {
        text::service_knows_no_customer_check(customer_id)
    } else {
        text::could_not_be_loaded(customer_id, error.what(), error.what_to_do())
    })
}

/// The customer as it is known here.
pub fn known_customer<'a>(records: &'a Records, id: &CustomerId) -> Option<&'a Customer> {
    records.find(ResourceKind::Customer, id.as_str())?.customer()
}

/// The operation about a customer that is open, if one is.
pub fn customer_operation<'a>(view: &WorkspaceView<'a>, id: &CustomerId) -> Option<&'a Operation> {
    view.operations.open_on(&Target::new(ResourceKind::Customer, id.as_str()))
}

/// Why a customer cannot be changed now.
pub fn customer_refusal(view: &WorkspaceView<'_>, id: &CustomerId) -> Option<String> {
    let under_way = customer_operation(view, id).map(|operation| text::is_already_under_way(operation.plan.title()));
    view.read_only_reason().or(under_way)
}

/// Whether what is typed can be the id of a customer.
pub fn can_be_customer_id(text: &str) -> bool {
    !text.trim().is_empty() && check_id(text::CUSTOMER_ID, text.trim()).is_ok()
}

/// An operation named a customer that is not known here, such as the recipient of a payout: it is read, so that it is
/// listed with the others.
pub(crate) fn read_named_customer(kind: ResourceKind, id: &str, cx: &mut Context<'_>) {
    let named = cx.records.find(kind, id).and_then(|known| known.record.customer_id.clone());
    if let Some(customer_id) = named.filter(|id| !cx.records.has_read_customer(id)) {
        cx.read(ReadOwner::Everyone, Read::Customer(RetrieveCustomer { customer_id }));
    }
}

/// Whether the customer is only known as other objects name it.
fn is_gathered(records: &Records, id: &str) -> bool {
    records.find(ResourceKind::Customer, id).is_some_and(|known| known.record.is_gathered())
}
