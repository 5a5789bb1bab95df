//! What the forms of payouts send.

use chrono::{DateTime, Utc};

use crate::api::input::InputError;
use crate::api::resources::payouts::calls::{CreatePayout, CreatePayoutInput, UpdatePayout, UpdatePayoutInput};
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;

impl FormCall for CreatePayoutInput {
    const PANEL: ResourceKind = ResourceKind::Payout;

    fn plan(self, id: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreatePayout::new(id.clone(), self)?))
    }
}

impl FormCall for UpdatePayoutInput {
    const PANEL: ResourceKind = ResourceKind::Payout;

    fn plan(self, _: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&UpdatePayout::new(self)?))
    }
}
