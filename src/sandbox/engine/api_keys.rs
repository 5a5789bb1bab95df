//! API keys a merchant makes (API reference).

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::fields::FieldReader;
use super::refusal::Refusal;
use super::work::Work;
use crate::rng::{new_id, new_key};
use crate::storage::keys::{self, KeyDetail, KeyRow};

/// Longest name and description of a key (ours).
const TEXT_MAX_CHARS: usize = 255;

/// What a key is to be.
#[derive(Debug, Clone)]
pub struct ApiKeyInput {
    pub name: String,
    pub description: Option<String>,
    /// `None` for never.
    pub expiration: Option<DateTime<Utc>>,
}

impl ApiKeyInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let name = fields.required_text("name")?.to_owned();
        let description = fields.string("description")?;
        for (field, text) in [("name", Some(&name)), ("description", description.as_ref())] {
            if text.is_some_and(|text| text.chars().count() > TEXT_MAX_CHARS) {
                return Err(Refusal::invalid(field, format!("must have at most {TEXT_MAX_CHARS} characters")));
            }
        }
        let expiration = match fields.text("expiration")? {
            None | Some("never") => None,
            Some(_) => fields
                .time("expiration")
                .map_err(|refusal| Refusal::new(refusal.reason, format!("{refusal}; or the word never")))?,
        };
        Ok(Self { name, description, expiration })
    }
}

/// A new key as it is answered, once (API reference).
#[derive(Debug, Serialize)]
pub struct ApiKeyBody {
    pub key_id: String,
    pub merchant_id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The whole value; never shown again.
    pub api_key: String,
    pub created: DateTime<Utc>,
    /// `null` for never.
    pub expiration: Option<DateTime<Utc>>,
}

/// Makes a secret key of the sandbox.
pub fn create(work: &Work, merchant_id: &str, input: ApiKeyInput) -> Result<ApiKeyBody, Refusal> {
    if merchant_id != work.credentials.merchant_id {
        return Err(Refusal::not_found("merchant", merchant_id));
    }
    if input.expiration.is_some_and(|expiration| expiration <= work.now) {
        return Err(Refusal::invalid("expiration", "must be in the future"));
    }
    let key = KeyRow { key_id: new_id("key"), value: new_key("snd"), revoked: false, expires: input.expiration };
    let detail = KeyDetail { name: input.name, description: input.description, created: work.now };
    keys::insert_made(work.db, &key, &detail)?;
    Ok(ApiKeyBody {
        key_id: key.key_id,
        merchant_id: merchant_id.to_owned(),
        name: detail.name,
        description: detail.description,
        api_key: key.value,
        created: detail.created,
        expiration: key.expires,
    })
}

/// Revokes a key: from now on it is answered with AU_02.
pub fn revoke(work: &Work, key_id: &str) -> Result<(), Refusal> {
    match keys::revoke(work.db, key_id)? {
        true => Ok(()),
        false => Err(Refusal::not_found("API key", key_id)),
    }
}
