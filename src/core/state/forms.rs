//! What the window asks of the forms, over records and operations.

use paydesk_api::input::{InputError, Rule};
use paydesk_domain::ids::CustomerId;
use paydesk_domain::operation::ResourceKind;

use crate::features::forms::FormSession;
use crate::operations::Operation;
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
}
