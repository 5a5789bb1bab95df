//! What the form for a new payment sends.

use chrono::{DateTime, Utc};

use crate::api::resources::payments::calls::CreatePayment;
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;
use crate::domain::input::{CreatePaymentInput, InputError};

impl FormCall for CreatePaymentInput {
    const PANEL: ResourceKind = ResourceKind::Payment;

    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePayment::new(id.clone(), self, now)?))
    }
}
