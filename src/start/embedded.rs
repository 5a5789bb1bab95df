//! The sandboxes that this program carries, as the window and an export start them.

use std::path::PathBuf;
use std::sync::Arc;

use paydesk_core::failure::ServiceError;
use paydesk_domain::ids::{BusinessProfileId, MerchantId};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{AdminKey, ApiKey, WebhookSecret};
use paydesk_runtime::{EmbeddedStarters, ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, DataLocation, SandboxConfig, SandboxShapes};
use paydesk_store::DataDirs;

/// Requests a minute to the embedded sandbox: the details of all its payments are read within seconds.
const EMBEDDED_RATE_LIMIT: u32 = 6_000;

/// What starts the services that this program carries, with their data in `dirs`.
pub fn embedded_starters(dirs: &DataDirs) -> EmbeddedStarters {
    EmbeddedStarters {
        sandbox: embedded(dirs.sandbox(), SandboxShapes::Spec),
        hyperswitch: embedded(dirs.sandbox_hyperswitch(), SandboxShapes::Hyperswitch),
    }
}

/// Starts the sandbox this program carries, on a free port, with its data in `dir`.
fn embedded(dir: PathBuf, shapes: SandboxShapes) -> ServiceStarter {
    Arc::new(move || {
        let data = DataLocation::Dir(dir.clone());
        let rate_limit = Some(EMBEDDED_RATE_LIMIT);
        let config = SandboxConfig { data, shapes: Some(shapes), rate_limit, ..SandboxConfig::default() };
        Box::pin(async move {
            let running =
                sandbox::start(config).await.map_err(|error| ServiceError::SandboxNotStarted(error.to_string()))?;
            let key = ApiKey::parse(&running.credentials.api_key).map_err(ServiceError::SandboxWithoutKey)?;
            let credentials = &running.credentials;
            let profile = Profile {
                merchant_id: Some(MerchantId::new(&*credentials.merchant_id)),
                business_profile_id: Some(BusinessProfileId::new(&*credentials.profile_id)),
                ..embedded_profile(shapes, &running.base_url)
            };
            let admin_key = AdminKey::parse(&credentials.admin_key).ok();
            let webhook_secret = WebhookSecret::parse(&running.credentials.webhook_secret).ok();
            Ok(StartedService { profile, key, admin_key, webhook_secret, keep: Box::new(running) })
        })
    })
}

fn embedded_profile(shapes: SandboxShapes, base_url: &str) -> Profile {
    match shapes {
        SandboxShapes::Spec => Profile::embedded_sandbox(base_url),
        SandboxShapes::Hyperswitch => Profile::embedded_hyperswitch(base_url),
    }
}
