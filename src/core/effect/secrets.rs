//! Secrets of profiles: keys and what webhooks are signed with.

use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};

/// What is asked of the keyring, or of the memory that stands in for it.
#[derive(Debug, Clone, PartialEq)]
pub enum SecretsEffect {
    /// Keep a secret in the keyring, or for this session where the keyring does not take it, answered by `SecretStored`.
    KeepSecret { profile_id: ProfileId, kind: SecretKind, secret: SecretText },
    /// Forget the keys of a profile, whose service is another now, and then keep the secret key of that one; answered as
    /// `KeepSecret`.
    ReplaceSecrets { profile_id: ProfileId, key: SecretText },
    /// Look whether a profile has an admin key, answered by `AdminKeyLookedFor`.
    FindAdminKey { profile_id: ProfileId },
    /// Look up what the embedded sandbox of a profile signs webhooks with, and of no other service; answered by
    /// `SandboxSecretFound`.
    FindSandboxSecret { profile_id: ProfileId },
    /// Forget one secret of a profile. Not answered.
    ForgetSecret { profile_id: ProfileId, kind: SecretKind },
    /// Forget everything kept for a profile, answered by `SecretsForgotten`.
    ForgetSecrets { profile_id: ProfileId },
}
