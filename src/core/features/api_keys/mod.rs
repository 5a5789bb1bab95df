//! API keys: those that were made from here, without their values; and the admin key that makes them.

mod form;
mod fresh;
mod text;

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::effect::SecretsEffect;
use crate::features::toasts::ToastKind;
use crate::message::SecretPlace;
use crate::operations::{Operation, ResourceKind};
use crate::problem::Problem;
use crate::route::Route;
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};

pub use fresh::{NewKey, NewKeys};
pub use paydesk_api::input::{CreateApiKeyInput, KeyExpiration};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct ApiKeys {
    pub admin: AdminKeyPlace,
}

impl ApiKeys {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::ProfileEntered => self.admin = AdminKeyPlace::default(),
            FeatureFact::PanelShown { route: Route::List(ResourceKind::ApiKey), .. } | FeatureFact::ServiceReady => {
                self.read_list(cx);
            }
            _ => {}
        }
    }

    /// Reads the list while it is in front and there is a key that reads it.
    fn read_list(&self, cx: &mut Context<'_>) {
        let has_key = matches!(self.admin, AdminKeyPlace::Stored(_));
        if has_key && cx.route == Route::List(ResourceKind::ApiKey) {
            cx.request(FeatureRequest::NeedRecordList(ResourceKind::ApiKey));
        }
    }

    pub(crate) fn handle(&mut self, action: ApiKeysAction, new_keys: &mut NewKeys, cx: &mut Context<'_>) {
        match action {
            ApiKeysAction::LookForAdminKey => self.look_for_admin_key(cx),
            ApiKeysAction::KeepAdminKey(secret) => self.store_admin_key(secret, cx),
            ApiKeysAction::ShowValue(id) => new_keys.show(id, cx),
            ApiKeysAction::CopyValue(id) => new_keys.copy(&id, cx),
            ApiKeysAction::StoreValue { operation_id, profile_id } => new_keys.store(&operation_id, profile_id, cx),
            ApiKeysAction::ForgetValue(id) => new_keys.wipe(&id, cx),
        }
    }

    /// Why no key can be made now.
    pub fn refusal(&self, view: &WorkspaceView<'_>) -> Option<String> {
        let missing = match &self.admin {
            AdminKeyPlace::Stored(_) => None,
            AdminKeyPlace::NotLookedFor | AdminKeyPlace::Looking => Some("Loading the admin key"),
            AdminKeyPlace::Missing => Some("This profile has no admin key"),
            AdminKeyPlace::Refused => Some("The service refused the admin key: enter another one"),
            AdminKeyPlace::Failed(_) => Some("The admin key could not be read from the keyring"),
        };
        let merchant = view.merchant_id().is_none().then_some(NO_MERCHANT_ID);
        view.read_only_reason().or_else(|| missing.or(merchant).map(str::to_owned))
    }

    /// Why only the keys that were created in Paydesk are listed: the service was not asked. `None` where it was, or is
    /// about to be.
    pub fn why_not_asked(&self, view: &WorkspaceView<'_>) -> Option<&'static str> {
        match &self.admin {
            AdminKeyPlace::NotLookedFor | AdminKeyPlace::Looking => None,
            AdminKeyPlace::Missing => Some("the profile has no admin key"),
            AdminKeyPlace::Refused => Some("the service refused the admin key"),
            AdminKeyPlace::Failed(_) => Some("the admin key could not be read from the keyring"),
            AdminKeyPlace::Stored(_) => {
                let missing = "the profile has no merchant ID. Add it in Settings → Profiles.";
                view.merchant_id().is_none().then_some(missing)
            }
        }
    }

    fn look_for_admin_key(&mut self, cx: &mut Context<'_>) {
        let may_look = matches!(self.admin, AdminKeyPlace::NotLookedFor | AdminKeyPlace::Failed(_));
        if may_look && cx.profile.is_some() {
            self.admin = AdminKeyPlace::Looking;
            cx.outbox.push(SecretsEffect::FindAdminKey { profile_id: cx.view.profile_id.clone() });
        }
    }

    fn store_admin_key(&mut self, secret: SecretText, cx: &mut Context<'_>) {
        if cx.saved.is_some() {
            self.admin = AdminKeyPlace::Looking;
            let (profile_id, kind) = (cx.view.profile_id.clone(), SecretKind::AdminKey);
            cx.outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
        }
    }

    pub(crate) fn admin_key_looked_for(&mut self, result: Result<Option<SecretPlace>, Problem>, cx: &mut Context<'_>) {
        self.admin = match result {
            Ok(Some(place)) => AdminKeyPlace::Stored(place),
            Ok(None) => AdminKeyPlace::Missing,
            Err(problem) => AdminKeyPlace::Failed(problem),
        };
        self.read_list(cx);
    }

    /// The service refused the admin key. Nothing else is done with it: the profile goes on with its secret key.
    pub(crate) fn admin_key_refused(&mut self) {
        self.admin = AdminKeyPlace::Refused;
    }

    /// An admin key was stored. Where it is held for this session only, the panel says why.
    pub(crate) fn admin_key_stored(&mut self, place: SecretPlace, cx: &mut Context<'_>) {
        if cx.is_shown && place == SecretPlace::Keyring {
            cx.toast(ToastKind::Positive, "The admin key is saved in the keyring", None);
        }
        self.admin = AdminKeyPlace::Stored(place);
        self.read_list(cx);
    }

    /// An admin key that was given is stored nowhere: the panel looks again for the one of before.
    pub(crate) fn admin_key_not_stored(&mut self) {
        self.admin = AdminKeyPlace::NotLookedFor;
    }
}

/// Where the admin key of the current profile is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AdminKeyPlace {
    #[default]
    NotLookedFor,
    Looking,
    Stored(SecretPlace),
    /// It has to be given.
    Missing,
    /// The service refused it: another has to be given.
    Refused,
    /// The keyring does not say.
    Failed(Problem),
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum ApiKeysAction {
    /// Looks whether the current profile has an admin key.
    LookForAdminKey,
    KeepAdminKey(SecretText),
    /// Opens the dialog with the value of a key that was just made.
    ShowValue(OperationId),
    CopyValue(OperationId),
    /// Keeps the value as the secret key of a profile.
    StoreValue {
        operation_id: OperationId,
        profile_id: ProfileId,
    },
    /// The person has the value: it is wiped here.
    ForgetValue(OperationId),
}

/// Why no key can be made by a profile without a merchant id.
pub const NO_MERCHANT_ID: &str = "This needs a merchant ID. Add it in Settings → Profiles.";

/// Operations that make keys and are open.
pub fn open_api_key_operations<'a>(view: &WorkspaceView<'a>) -> impl Iterator<Item = &'a Operation> + use<'a> {
    let open = view.operations.open().iter();
    open.filter(|operation| operation.plan.target.kind == ResourceKind::ApiKey)
}
