//! What the forms of payments send.

use chrono::{DateTime, Utc};

use crate::api::input::{CreatePaymentInput, InputError};
use crate::api::resources::payments::calls::{CreatePayment, UpdatePayment, UpdatePaymentInput};
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;

impl FormCall for CreatePaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePayment::new(id.clone(), self, now)?))
    }
}

impl FormCall for UpdatePaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&UpdatePayment::new(self, now)?))
    }
}
