//! The executor of what is asked of the keyring.

use std::sync::Arc;

use paydesk_core::Message;
use paydesk_core::effect::SecretsEffect;
use paydesk_core::failure::{KeepSecretError, ServiceError};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretKind;

use super::service::Connector;
use super::tasks::Tasks;

/// Executes [`SecretsEffect`]s one after the other.
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
                let lost = not_stored(profile_id.clone(), kind);
                self.tasks.report(async move { connector.keep_secret(profile_id, kind, secret).await }, move || lost);
            }
            SecretsEffect::ReplaceSecrets { profile_id, key } => {
                let lost = not_stored(profile_id.clone(), SecretKind::SecretKey);
                self.tasks.report(async move { connector.replace_secrets(profile_id, key).await }, move || lost);
            }
            SecretsEffect::FindAdminKey { profile_id } => {
                let lost = Message::AdminKeyLookedFor {
                    profile_id: profile_id.clone(),
                    result: Err(ServiceError::Internal.into()),
                };
                self.tasks.report(async move { connector.find_admin_key(profile_id).await }, move || lost);
            }
            SecretsEffect::FindSandboxSecret { profile_id } => {
                let lost = Message::SandboxSecretFound { profile_id: profile_id.clone(), secret: None };
                self.tasks.report(async move { connector.find_sandbox_secret(profile_id) }, || lost);
            }
            SecretsEffect::ForgetSecret { profile_id, kind } => {
                // At once: what leaves after this must not go with it.
                connector.let_go(&profile_id, kind);
                self.tasks.spawn(async move { connector.forget_secret(profile_id, kind).await });
            }
            SecretsEffect::ForgetSecrets { profile_id } => {
                let lost = Message::SecretsForgotten {
                    profile_id: profile_id.clone(),
                    problem: Some(ServiceError::Internal.into()),
                };
                self.tasks.report(async move { connector.forget_secrets(profile_id).await }, move || lost);
            }
        }
    }
}

/// The event owed where keeping a secret broke down here.
fn not_stored(profile_id: ProfileId, kind: SecretKind) -> Message {
    Message::SecretStored { profile_id, kind, result: Err(KeepSecretError::NotSaved(kind).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::guarded;

    #[tokio::test]
    async fn a_panic_while_a_secret_is_kept_never_says_that_it_is_held() {
        for kind in SecretKind::ALL {
            let reported = guarded(async { panic!("halfway") }, move || not_stored("shop".into(), kind)).await;
            let Message::SecretStored { result: Err(problem), .. } = reported else { panic!("{reported:?}") };
            assert!(problem.what.contains(kind.name()) && problem.what.contains("was not saved"), "{problem:?}");
            assert!(problem.what_to_do.starts_with("Enter it again"), "{problem:?}");
        }
    }
}
