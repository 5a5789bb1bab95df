//! What the form for a new API key sends.

use chrono::{DateTime, Utc};

use crate::api::input::{CreateApiKeyInput, InputError};
use crate::api::resources::api_keys::calls::CreateApiKey;
use crate::app::features::forms::FormCall;
use crate::app::operations::{OperationPlan, ResourceKind};
use crate::domain::ids::OperationId;

impl FormCall for CreateApiKeyInput {
    const PANEL: ResourceKind = ResourceKind::ApiKey;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreateApiKey::new(self, now)?))
    }
}
