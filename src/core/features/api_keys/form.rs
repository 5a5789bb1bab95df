//! What the form for a new API key sends.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::{CreateApiKeyInput, InputError};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_domain::ids::OperationId;

impl FormCall for CreateApiKeyInput {
    const PANEL: ResourceKind = ResourceKind::ApiKey;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreateApiKey::new(self, now)?))
    }
}
