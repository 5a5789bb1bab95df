//! Webhooks: who is told of events, when each delivery is due, and what became of it.
//!
//! The rules only; the requests are sent by [`webhook_dispatcher`](crate::sandbox::webhook_dispatcher), which asks for them in
//! [`poll`]. What the specification does not show, and is ours:
//!
//! | subject | choice |
//! |---|---|
//! | addresses | `http://` and a loopback address or `localhost`, whatever the sandbox itself listens on; redirects are not followed |
//! | who is told | every webhook registered at the moment of the event; a resend goes to those registered then |
//! | order | one request at a time and webhook, in the order of the events; one that fails does not hold up the next |
//! | success | a status of 2xx within five seconds of the host's time |
//! | retries | after 1 min, 5 min ×2, 10 min ×5, 1 h ×5, 6 h ×3 on the sandbox's clock, counted from the last attempt |
//! | more than once | an attempt that was under way when the sandbox was killed is made again |
//! | a frozen clock | what is due is sent; nothing falls due until it is moved |
//! | forgetting | a webhook that is deleted takes its deliveries along; `/_sandbox/reset` forgets all, `/_sandbox/seed` keeps them |

mod address;
mod input;
mod log;
pub mod poll;
mod signature;

use chrono::TimeDelta;

pub use self::address::WebhookAddress;
pub use self::input::{OptionsChange, WebhookInput};
pub use self::log::{AttemptEntry, DeliveryEntry, EventEntry};

use super::Engine;
use super::refusal::Refusal;
use super::work::Work;
use crate::sandbox::rng::{SeedRng, new_id};
use crate::sandbox::storage::webhooks::{self, WebhookOptions, WebhookRow};
use crate::sandbox::storage::{deliveries, events};

/// Most webhooks at one time: each is sent to on its own.
const MAX_WEBHOOKS: usize = 16;
/// Longest a shuffled delivery waits.
const SHUFFLE_MS: u64 = 5_000;

impl Engine {
    /// Registers a webhook: it is told of everything from now on.
    pub fn add_webhook(&mut self, input: WebhookInput) -> Result<WebhookRow, Refusal> {
        self.write(|work| {
            if webhooks::all(work.db)?.len() >= MAX_WEBHOOKS {
                return Err(Refusal::not_allowed(format!("there are {MAX_WEBHOOKS} webhooks already: delete some")));
            }
            let WebhookInput { url, secret, options } = input;
            let options = options.applied_to(WebhookOptions::default());
            let webhook = WebhookRow { seq: 0, webhook_id: new_id("whk"), url, secret, created: work.now, options };
            webhooks::insert(work.db, &webhook)?;
            Ok(webhook)
        })
    }

    pub fn webhooks(&self) -> Result<Vec<WebhookRow>, Refusal> {
        Ok(webhooks::all(&self.db)?)
    }

    /// Changes how deliveries to a webhook misbehave; what the change leaves out stays.
    pub fn change_webhook(&mut self, webhook_id: &str, change: OptionsChange) -> Result<WebhookRow, Refusal> {
        self.write(|work| {
            let mut webhook = webhooks::by_id(work.db, webhook_id)?.ok_or_else(|| unknown(webhook_id))?;
            webhook.options = change.applied_to(webhook.options);
            webhooks::set_options(work.db, webhook_id, &webhook.options)?;
            Ok(webhook)
        })
    }

    /// Forgets a webhook and what was still to be delivered to it.
    pub fn delete_webhook(&mut self, webhook_id: &str) -> Result<(), Refusal> {
        self.write(|work| match webhooks::remove(work.db, webhook_id)? {
            true => Ok(()),
            false => Err(unknown(webhook_id)),
        })
    }

    /// Delivers an event anew to every webhook there is now, with the same id and bytes.
    pub fn resend_event(&mut self, event_id: &str) -> Result<EventEntry, Refusal> {
        self.write(|work| {
            let event = events::by_id(work.db, event_id)?.ok_or_else(|| log::unknown_event(event_id))?;
            work.deliver(event.seq)
        })?;
        self.event(event_id)
    }
}

fn unknown(webhook_id: &str) -> Refusal {
    Refusal::not_found("webhook", webhook_id)
}

impl Work<'_> {
    /// Has an event delivered to every webhook there is now.
    pub(super) fn deliver(&self, event_seq: i64) -> Result<(), Refusal> {
        for webhook in webhooks::all(self.db)? {
            let copies = if webhook.options.duplicates { 2 } else { 1 };
            for _ in 0..copies {
                let due = self.now.checked_add_signed(wait_of(&webhook.options)).unwrap_or(self.now);
                deliveries::insert(self.db, event_seq, webhook.seq, due)?;
                self.falls_due(due);
            }
        }
        Ok(())
    }
}

/// How long a delivery waits on demand.
fn wait_of(options: &WebhookOptions) -> TimeDelta {
    let shuffle_ms = if options.shuffle { SeedRng::from_entropy().below(SHUFFLE_MS) } else { 0 };
    TimeDelta::seconds(options.delay_seconds) + TimeDelta::milliseconds(shuffle_ms.cast_signed())
}
