//! What the forms of payouts send.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::InputError;
use paydesk_api::resources::payouts::calls::{CreatePayout, CreatePayoutInput, UpdatePayout, UpdatePayoutInput};
use paydesk_domain::ids::OperationId;

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
