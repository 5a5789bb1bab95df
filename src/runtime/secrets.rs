//! The executor of what is asked of the keyring.

use std::sync::Arc;

use crate::app::Event;
use crate::app::effect::SecretsEffect;
use crate::app::event::SecretPlace;

use super::service::{self, Connector};
use super::tasks::Tasks;

/// See the module.
pub struct SecretsExecutor {
    connector: Arc<Connector>,
    tasks: Tasks,
}

impl SecretsExecutor {
    pub fn new(connector: Arc<Connector>, tasks: Tasks) -> Self {
        Self { connector, tasks }
    }

    pub fn execute(&self, effect: SecretsEffect) {
        let connector = self.connector.clone();
        match effect {
            SecretsEffect::KeepSecret { profile_id, kind, secret } => {
                let place = SecretPlace::ThisSession(service::fault());
                let lost = Event::SecretKept { profile_id: profile_id.clone(), kind, place };
                self.tasks.report(async move { connector.keep_secret(profile_id, kind, secret).await }, move || lost);
            }
            SecretsEffect::FindAdminKey { profile_id } => {
                let lost = Event::AdminKeyLookedFor { profile_id: profile_id.clone(), result: Err(service::fault()) };
                self.tasks.report(async move { connector.find_admin_key(profile_id).await }, move || lost);
            }
            SecretsEffect::FindSandboxSecret => {
                let find = async move { connector.find_sandbox_secret() };
                self.tasks.report(find, || Event::SandboxSecretFound { secret: None });
            }
            SecretsEffect::ForgetSecrets { profile_id } => {
                let lost = Event::SecretsForgotten { profile_id: profile_id.clone(), problem: Some(service::fault()) };
                self.tasks.report(async move { connector.forget_secrets(profile_id).await }, move || lost);
            }
        }
    }
}
