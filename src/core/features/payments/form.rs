//! What the forms of payments send.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::{CreatePaymentInput, InputError};
use paydesk_api::resources::payments::calls::{CreatePayment, UpdatePayment, UpdatePaymentInput};
use paydesk_domain::ids::OperationId;

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
