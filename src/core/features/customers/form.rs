//! What the forms of customers send.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::{CreateCustomerInput, InputError, UpdateCustomerInput};
use paydesk_api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use paydesk_domain::ids::OperationId;

impl FormCall for CreateCustomerInput {
    const PANEL: ResourceKind = ResourceKind::Customer;

    fn plan(self, _: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreateCustomer::new(self)?))
    }
}

impl FormCall for UpdateCustomerInput {
    const PANEL: ResourceKind = ResourceKind::Customer;

    fn plan(self, _: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&UpdateCustomer::new(self)?))
    }
}
