//! A desk with API keys, one of them just made, and what its calls answer.

use paydesk_api::input::{CreateApiKeyInput, KeyExpiration};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_core::effect::SecretsEffect;
use paydesk_core::features::api_keys::ApiKeysAction as Do;
use paydesk_core::message::SecretPlace;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{MerchantId, OperationId};
use paydesk_domain::secret::SecretText;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::service::answered;
use crate::subscriptions;

pub const VALUE: &str = "snd_topsecret";

/// A desk whose profile has an admin key in the keyring.
pub fn desk() -> Desk {
    let mut desk = subscriptions::desk();
    act(&mut desk, Do::LookForAdminKey);
    found(&mut desk, Ok(Some(SecretPlace::Keyring)));
    desk
}

pub fn act(desk: &mut Desk, action: Do) {
    desk.act(Action::ApiKeys(action));
}

pub fn found(desk: &mut Desk, result: Result<Option<SecretPlace>, paydesk_core::problem::Problem>) {
    let Some(Effect::Secrets(SecretsEffect::FindAdminKey { profile_id })) = desk.other.last().cloned() else {
        panic!("nobody asked")
    };
    desk.event(Message::AdminKeyLookedFor { profile_id, result });
}

pub fn plan(desk: &Desk) -> OperationPlan {
    let input = CreateApiKeyInput {
        merchant_id: MerchantId::new("mer_1"),
        name: "Warehouse".into(),
        description: String::new(),
        expiration: Some(KeyExpiration::Never),
    };
    OperationPlan::of(&CreateApiKey::new(input, desk.now).unwrap())
}

pub fn submit(desk: &mut Desk) -> OperationId {
    desk.act(Action::OpenNew(ResourceKind::ApiKey));
    let id = desk.state.form(ResourceKind::ApiKey).unwrap().operation_id.clone();
    let submission = Submission { id: id.clone(), plan: plan(desk), precondition: Precondition::Nothing };
    desk.act(Action::Submit(Box::new(submission.clone())));
    desk.act(Action::Submit(Box::new(submission)));
    desk.write_all();
    id
}

pub fn body() -> Value {
    json!({"key_id": "key_1", "merchant_id": "mer_1", "name": "Warehouse", "api_key": "***",
        "created": "2026-11-21T10:00:00Z", "expiration": null})
}

/// The service made the key: the runtime reports its value first, and the answer without it.
pub fn made(desk: &mut Desk) -> OperationId {
    let id = submit(desk);
    desk.assert_sent_times(1);
    desk.event(Message::ApiKeyValue { operation_id: id.clone(), value: SecretText::new(VALUE) });
    desk.reply(answered(200, body()));
    desk.write_all();
    id
}

/// A desk at the panel whose new key is shown.
pub fn with_value() -> Desk {
    let mut desk = desk();
    desk.act(Action::GoTo(paydesk_core::route::Route::List(ResourceKind::ApiKey)));
    made(&mut desk);
    desk
}

/// A desk at the panel with one key open, whose value the person has.
pub fn with_one() -> Desk {
    let mut desk = with_value();
    let id = desk.state.new_keys.held()[0].operation_id.clone();
    act(&mut desk, Do::ForgetValue(id));
    desk
}

/// The answer to a new key was lost.
pub fn lost(desk: &mut Desk) {
    submit(desk);
    desk.reply(Attempt::Lost(LostAnswer::BodyCut));
}
