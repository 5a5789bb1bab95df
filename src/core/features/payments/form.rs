//! What the forms of payments send.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::{CreatePaymentInput, InputError, Payer};
use paydesk_api::resources::payments::calls::{
    ConfirmPayment, ConfirmPaymentInput, CreatePayment, UpdatePayment, UpdatePaymentInput,
};
use paydesk_domain::ids::{CustomerId, OperationId};

impl FormCall for CreatePaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePayment::new(id.clone(), self, now)?))
    }

    fn customer(&self) -> Option<&CustomerId> {
        match &self.details.payer {
            Payer::Customer { customer_id, .. } => Some(customer_id),
            Payer::OneOff(_) => None,
        }
    }
}

impl FormCall for ConfirmPaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&ConfirmPayment::new(self, now)?))
    }
}

impl FormCall for UpdatePaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&UpdatePayment::new(self, now)?))
    }
}
