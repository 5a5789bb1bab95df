//! Webhooks: who receives events, when each delivery is due, and what became of it.
//!
//! The rules only; the requests are sent by [`webhook_dispatcher`](crate::webhook_dispatcher), which asks for
//! them with [`due`]. What the specification does not show, and is ours:
//!
//! | subject | choice |
//! |---|---|
//! | addresses | `http://` and a loopback address or `localhost`, whatever the sandbox itself listens on; redirects are not followed |
//! | receivers | every webhook registered at the moment of the event; a resend goes to those registered then |
//! | before that | nothing, unless it is registered with `past_events`: then it is told [what happened before](super::past_events), as far as no webhook has acknowledged it |
//! | order | one request at a time and webhook, in the order of the events; one that fails does not hold up the next |
//! | success | a status of 2xx within five seconds of the host's time |
//! | retries | after 1 min, 5 min ×2, 10 min ×5, 1 h ×5, 6 h ×3 on the sandbox's clock, counted from the last attempt |
//! | more than once | an attempt that was under way when the sandbox was killed is made again |
//! | a frozen clock | what is due is sent; nothing falls due until it is moved |
//! | deleting | a webhook that is deleted takes its deliveries along; `/_sandbox/reset` deletes all, `/_sandbox/seed` keeps them |

mod address;
mod input;
mod log;
mod poll;
mod signature;

pub use self::address::WebhookAddress;
pub use self::input::{OptionsChange, WebhookInput};
pub use self::log::{AttemptEntry, DeliveryEntry, EventEntry, event, events, payload};
pub use self::poll::{DeliveryReport, DueDeliveries, OutgoingDelivery, due, record_reports};

use super::refusal::Refusal;
use super::work::Work;
use crate::rng::new_id;
use crate::storage::webhooks::{self, WebhookOptions, WebhookRow};

/// Most webhooks at one time: each is sent to on its own.
const MAX_WEBHOOKS: usize = 16;

/// Registers a webhook: it receives every event from now on, and where it asks for that what happened before.
pub fn register(work: &Work, input: WebhookInput) -> Result<WebhookRow, Refusal> {
    if webhooks::all(work.db)?.len() >= MAX_WEBHOOKS {
        return Err(Refusal::not_allowed(format!("there are {MAX_WEBHOOKS} webhooks already: delete some")));
    }
    let WebhookInput { url, secret, options, past_events } = input;
    let options = options.applied_to(WebhookOptions::default());
    let mut webhook = WebhookRow { seq: 0, webhook_id: new_id("whk"), url, secret, created: work.now, options };
    webhook.seq = webhooks::insert(work.db, &webhook)?;
    if past_events {
        super::past_events::deliver(work, webhook.seq)?;
    }
    Ok(webhook)
}

/// All webhooks, in the order they were registered.
pub fn list(work: &Work) -> Result<Vec<WebhookRow>, Refusal> {
    Ok(webhooks::all(work.db)?)
}

/// Changes how deliveries to a webhook misbehave; what the change leaves out stays.
pub fn change_options(work: &Work, webhook_id: &str, change: OptionsChange) -> Result<WebhookRow, Refusal> {
    let mut webhook = webhooks::by_id(work.db, webhook_id)?.ok_or_else(|| unknown(webhook_id))?;
    webhook.options = change.applied_to(webhook.options);
    webhooks::set_options(work.db, webhook_id, &webhook.options)?;
    Ok(webhook)
}

/// Deletes a webhook and what was still to be delivered to it.
pub fn delete(work: &Work, webhook_id: &str) -> Result<(), Refusal> {
    match webhooks::remove(work.db, webhook_id)? {
        true => Ok(()),
        false => Err(unknown(webhook_id)),
    }
}

/// Delivers an event again to every webhook there is now, with the same id and bytes.
pub fn resend(work: &Work, event_id: &str) -> Result<EventEntry, Refusal> {
    work.deliver(log::row(work, event_id)?.seq)?;
    event(work, event_id)
}

fn unknown(webhook_id: &str) -> Refusal {
    Refusal::not_found("webhook", webhook_id)
}
