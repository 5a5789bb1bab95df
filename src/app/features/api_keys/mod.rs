//! API keys: those that were made from here, without their values; and the admin key that makes them.

mod form;
mod fresh;

use crate::app::action::Action;
use crate::app::effect::SecretsEffect;
use crate::app::features::forms::{FormKind, FormSession};
use crate::app::features::toasts::ToastKind;
use crate::app::message::SecretPlace;
use crate::app::operations::{Operation, ResourceKind};
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::domain::ids::{MerchantId, OperationId};
use crate::domain::profile::ProfileId;
use crate::domain::secret::{SecretKind, SecretText};

pub use crate::api::calls::api_keys::{CreateApiKey, CreateApiKeyInput, KeyExpiration};
pub use fresh::{NewKey, NewKeys};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct ApiKeys {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    pub admin: AdminKeyPlace,
}

impl ApiKeys {
    /// Closes what is in front: the form, or the pane.
    pub fn close(&self, form: Option<&FormSession>) -> Option<Action> {
        let action = match (form, &self.open) {
            (Some(_), _) => ApiKeysAction::CloseForm,
            (None, Some(_)) => ApiKeysAction::Open(None),
            (None, None) => return None,
        };
        Some(Action::ApiKeys(action))
    }
}

/// Where the admin key of the profile at work is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AdminKeyPlace {
    #[default]
    NotLookedFor,
    Looking,
    Kept(SecretPlace),
    /// It has to be given.
    Missing,
    /// The service took it not: another has to be given.
    Refused,
    /// The keyring does not say.
    Failed(Problem),
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum ApiKeysAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
    /// Looks whether the profile at work has an admin key.
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
    LetValueGo(OperationId),
}

/// Why no key can be made by a profile without a merchant id.
pub const NO_MERCHANT_ID: &str = "The profile has no merchant id, which the call needs: give it in Settings → Profiles";

impl State {
    pub(in crate::app) fn on_api_keys(&mut self, action: ApiKeysAction) {
        match action {
            ApiKeysAction::Open(id) => self.workspace.api_keys.open = id,
            ApiKeysAction::OpenForm => self.open_form(FormKind::new(ResourceKind::ApiKey)),
            ApiKeysAction::CloseForm => self.leave_form(ResourceKind::ApiKey),
            ApiKeysAction::LookForAdminKey => self.look_for_admin_key(),
            ApiKeysAction::KeepAdminKey(secret) => self.keep_admin_key(secret),
            ApiKeysAction::ShowValue(id) => self.show_value(id),
            ApiKeysAction::CopyValue(id) => self.copy_value(&id),
            ApiKeysAction::StoreValue { operation_id, profile_id } => self.store_value(&operation_id, profile_id),
            ApiKeysAction::LetValueGo(id) => self.let_value_go(&id),
        }
    }

    /// Why no key can be made now.
    pub fn api_key_refusal(&self) -> Option<String> {
        let missing = match &self.workspace.api_keys.admin {
            AdminKeyPlace::Kept(_) => None,
            AdminKeyPlace::NotLookedFor | AdminKeyPlace::Looking => Some("The admin key is being looked for"),
            AdminKeyPlace::Missing => Some("This profile has no admin key"),
            AdminKeyPlace::Refused => Some("The service refused the admin key: give another one"),
            AdminKeyPlace::Failed(_) => Some("The keyring does not give the admin key"),
        };
        let merchant = self.merchant_id().is_none().then_some(NO_MERCHANT_ID);
        self.read_only_reason().or_else(|| missing.or(merchant).map(str::to_owned))
    }

    /// The account that keys are made for.
    pub fn merchant_id(&self) -> Option<&MerchantId> {
        self.workspace.profile.as_ref()?.merchant_id.as_ref()
    }

    /// Operations that make keys and are open, of the profile at work.
    pub fn open_api_key_operations(&self) -> impl Iterator<Item = &Operation> {
        let open = self.workspace.operations.open().iter();
        open.filter(|operation| operation.plan.target.family == ResourceKind::ApiKey)
    }

    fn look_for_admin_key(&mut self) {
        let (true, AdminKeyPlace::NotLookedFor | AdminKeyPlace::Failed(_)) =
            (self.workspace.profile.is_some(), &self.workspace.api_keys.admin)
        else {
            return;
        };
        self.workspace.api_keys.admin = AdminKeyPlace::Looking;
        self.outbox.push(SecretsEffect::FindAdminKey { profile_id: self.workspace.profile_id.clone() });
    }

    fn keep_admin_key(&mut self, secret: SecretText) {
        if self.profiles.current_saved().is_none() {
            return;
        }
        self.workspace.api_keys.admin = AdminKeyPlace::Looking;
        let (profile_id, kind) = (self.workspace.profile_id.clone(), SecretKind::AdminKey);
        self.outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
    }

    pub(in crate::app) fn admin_key_looked_for(&mut self, result: Result<Option<SecretPlace>, Problem>) {
        self.workspace.api_keys.admin = match result {
            Ok(Some(place)) => AdminKeyPlace::Kept(place),
            Ok(None) => AdminKeyPlace::Missing,
            Err(problem) => AdminKeyPlace::Failed(problem),
        };
    }

    /// The service took the admin key not. Nothing else is done with it: the profile goes on with its secret key.
    pub(in crate::app) fn admin_key_refused(&mut self) {
        self.workspace.api_keys.admin = AdminKeyPlace::Refused;
    }

    /// An admin key was handed over. Where it is held for this session only, the panel says why.
    pub(in crate::app) fn admin_key_kept(&mut self, place: SecretPlace) {
        if self.is_shown() && place == SecretPlace::Keyring {
            let text = "The admin key is kept in the keyring".to_owned();
            self.toasts.show(self.now, ToastKind::Positive, text, None);
        }
        self.workspace.api_keys.admin = AdminKeyPlace::Kept(place);
    }

    /// An admin key was handed over and is kept nowhere: the panel looks again for the one of before.
    pub(in crate::app) fn admin_key_not_kept(&mut self) {
        self.workspace.api_keys.admin = AdminKeyPlace::NotLookedFor;
    }
}
