//! What `/_sandbox/webhooks` takes.

use super::address::WebhookAddress;
use crate::engine::fields::FieldReader;
use crate::engine::refusal::Refusal;
use crate::storage::webhooks::WebhookOptions;

/// Longest secret.
const SECRET_MAX_CHARS: usize = 256;
/// Longest delay on demand: a day.
const DELAY_MAX_SECONDS: i64 = 86_400;

/// A webhook to be registered.
#[derive(Debug, Clone)]
pub struct WebhookInput {
    pub url: String,
    /// The sandbox's own where `None`.
    pub secret: Option<String>,
    pub options: OptionsChange,
    /// Whether it is told what happened before.
    pub past_events: bool,
}

/// Which options to set; what is left out stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct OptionsChange {
    duplicates: Option<bool>,
    shuffle: Option<bool>,
    corrupt_signature: Option<bool>,
    delay_seconds: Option<i64>,
}

impl WebhookInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let url = fields.required_text("url")?;
        WebhookAddress::parse(url).map_err(|rule| Refusal::invalid("url", rule))?;
        let secret = fields.string("secret")?.filter(|secret| !secret.is_empty());
        if secret.as_ref().is_some_and(|secret| secret.chars().count() > SECRET_MAX_CHARS) {
            return Err(Refusal::invalid("secret", format!("must have at most {SECRET_MAX_CHARS} characters")));
        }
        let past_events = fields.boolean("past_events")?.unwrap_or(false);
        Ok(Self { url: url.to_owned(), secret, options: OptionsChange::read(fields)?, past_events })
    }
}

impl OptionsChange {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let delay_seconds = fields.integer("delay_seconds")?;
        if delay_seconds.is_some_and(|seconds| !(0..=DELAY_MAX_SECONDS).contains(&seconds)) {
            return Err(Refusal::invalid("delay_seconds", format!("must be from 0 to {DELAY_MAX_SECONDS}")));
        }
        Ok(Self {
            duplicates: fields.boolean("duplicates")?,
            shuffle: fields.boolean("shuffle")?,
            corrupt_signature: fields.boolean("corrupt_signature")?,
            delay_seconds,
        })
    }

    pub fn applied_to(self, options: WebhookOptions) -> WebhookOptions {
        WebhookOptions {
            duplicates: self.duplicates.unwrap_or(options.duplicates),
            shuffle: self.shuffle.unwrap_or(options.shuffle),
            corrupt_signature: self.corrupt_signature.unwrap_or(options.corrupt_signature),
            delay_seconds: self.delay_seconds.unwrap_or(options.delay_seconds),
        }
    }
}
