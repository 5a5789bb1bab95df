//! What a webhook that asks for it is told of the time before it was registered: the newest of each resource, in the
//! state that it has now, dated with the moment it came to it.
//!
//! The events are made once and stored like any other, oldest first, with ids that follow from what they report. A
//! later webhook that asks gets those that none has acknowledged yet. They are sent a little later and one by one, so
//! that what happens now is not held up by them.

use chrono::TimeDelta;

use super::events::PastEvent;
use super::refusal::Refusal;
use super::work::Work;
use super::{disputes, payment_links, payments, payouts, refunds, subscriptions};
use crate::storage::{deliveries, events};
use paydesk_domain::webhook::{PAST_EVENT_PREFIX, hmac_sha256};

/// Most past events of one resource.
const EACH_MAX: usize = 80;
/// Payments have a list, so fewer of them are told.
const PAYMENTS_MAX: usize = 40;
/// How long the first one waits: a receiver that was just registered is busy with other things.
const WAIT: TimeDelta = TimeDelta::milliseconds(1_500);
/// How long each of the others waits for the one before it.
const STEP: TimeDelta = TimeDelta::milliseconds(8);

/// Has the past delivered to the webhook of this `seq`, as far as no webhook has acknowledged it.
pub fn deliver(work: &Work, webhook_seq: i64) -> Result<(), Refusal> {
    let mut stored = events::with_prefix(work.db, PAST_EVENT_PREFIX)?;
    if stored.is_empty() {
        stored = append(work)?;
    }
    let mut due = work.now + WAIT;
    for event_seq in stored {
        if !deliveries::is_delivered(work.db, event_seq)? {
            deliveries::insert(work.db, event_seq, webhook_seq, due)?;
            work.falls_due(due);
            due += STEP;
        }
    }
    Ok(())
}

/// Makes the events of the past, oldest first; returns their places.
fn append(work: &Work) -> Result<Vec<i64>, Refusal> {
    let mut past = gather(work)?;
    past.sort_by_key(|event| event.at);
    past.iter().map(|event| work.append_event(&event.draft, &id_of(work, event), event.at)).collect()
}

fn gather(work: &Work) -> Result<Vec<PastEvent>, Refusal> {
    let past = [
        payments::past_events(work, PAYMENTS_MAX)?,
        refunds::past_events(work, EACH_MAX)?,
        disputes::past_events(work, EACH_MAX)?,
        payouts::transitions::past_events(work, EACH_MAX)?,
        payment_links::past_events(work, EACH_MAX)?,
        subscriptions::past_events(work, EACH_MAX)?,
    ];
    Ok(past.into_iter().flatten().filter(|event| event.at <= work.now).collect())
}

/// The ID of an event of the past: equal in each run, so that it is counted once.
fn id_of(work: &Work, event: &PastEvent) -> String {
    let draft = &event.draft;
    let named = format!("{} {}", draft.event_type().as_ref(), draft.object_id().unwrap_or_default());
    let digest = hmac_sha256(work.credentials.merchant_id.as_bytes(), named.as_bytes());
    let hex: String = digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    format!("{PAST_EVENT_PREFIX}{hex}")
}
