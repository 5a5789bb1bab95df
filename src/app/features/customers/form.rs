//! What the forms of customers send.

use chrono::{DateTime, Utc};

use crate::api::input::{CreateCustomerInput, InputError, UpdateCustomerInput};
use crate::api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;

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
