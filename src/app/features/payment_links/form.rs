//! What the form for a new payment link sends.

use chrono::{DateTime, Utc};

use crate::api::input::InputError;
use crate::api::resources::payment_links::calls::{CreatePaymentLink, CreatePaymentLinkInput};
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;

impl FormCall for CreatePaymentLinkInput {
    const PANEL: ResourceKind = ResourceKind::PaymentLink;

    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePaymentLink::new(id.clone(), self, now)?))
    }
}
