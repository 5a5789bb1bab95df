//! What the webhook dispatcher has to send now, and what became of what it sent.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::address::WebhookAddress;
use super::signature::corrupted;
use crate::engine::refusal::Refusal;
use crate::engine::settings::SignatureEncoding;
use crate::engine::work::Work;
use crate::storage::deliveries::{self, AttemptRow, DueDelivery};
use crate::storage::webhooks::{self, WebhookRow};
use crate::storage::{events, timers};
use paydesk_domain::webhook::SignatureForm;

/// After how many minutes each retry is made.
const RETRIES_MIN: [i64; 16] = [1, 5, 5, 10, 10, 10, 10, 10, 60, 60, 60, 60, 60, 360, 360, 360];

/// The requests to be sent now, and the moment the next timer or delivery is due at.
#[derive(Debug, Default)]
pub struct DueDeliveries {
    pub outgoing: Vec<OutgoingDelivery>,
    pub next_due: Option<DateTime<Utc>>,
}

/// A request to be sent now.
#[derive(Debug)]
pub struct OutgoingDelivery {
    pub delivery_seq: i64,
    pub webhook_seq: i64,
    /// Sandbox time of the attempt.
    pub at: DateTime<Utc>,
    pub address: WebhookAddress,
    pub signature: String,
    pub body: Vec<u8>,
}

/// What became of a request.
#[derive(Debug)]
pub struct DeliveryReport {
    pub delivery_seq: i64,
    pub at: DateTime<Utc>,
    /// The status of the answer, or why none came.
    pub result: Result<u16, String>,
    pub duration: Duration,
}

/// What is to be sent now; webhooks that are still being sent to, by their `seq`, get nothing new.
pub fn due(work: &Work, busy: &[i64]) -> Result<DueDeliveries, Refusal> {
    let mut outgoing = Vec::new();
    for webhook in webhooks::all(work.db)?.iter().filter(|webhook| !busy.contains(&webhook.seq)) {
        if let Some(due) = deliveries::first_due(work.db, webhook.seq, work.now)? {
            outgoing.extend(outgoing_delivery(work, webhook, &due)?);
        }
    }
    let next = [timers::next_due(work.db)?, deliveries::next_due(work.db, work.now)?];
    Ok(DueDeliveries { outgoing, next_due: next.into_iter().flatten().min() })
}

/// Records what became of requests.
pub fn record_reports(work: &Work, reports: &[DeliveryReport]) -> Result<(), Refusal> {
    reports.iter().try_for_each(|report| record(work, report))
}

fn outgoing_delivery(
    work: &Work,
    webhook: &WebhookRow,
    due: &DueDelivery,
) -> Result<Option<OutgoingDelivery>, Refusal> {
    let Ok(address) = WebhookAddress::parse(&webhook.url) else {
        tracing::warn!(url = webhook.url, "a webhook with an unusable address is skipped");
        return Ok(None);
    };
    let body = events::body(work.db, due.event_seq)?;
    let form = match work.settings.signature_encoding {
        SignatureEncoding::LowerHex => SignatureForm::LowerHex,
        SignatureEncoding::UpperHex => SignatureForm::UpperHex,
        SignatureEncoding::Base64 => SignatureForm::Base64,
    };
    let signature = form.sign(webhook.secret.as_ref().unwrap_or(&work.credentials.webhook_secret), &body);
    let signature = if webhook.options.corrupt_signature { corrupted(signature) } else { signature };
    let (delivery_seq, webhook_seq) = (due.seq, due.webhook_seq);
    Ok(Some(OutgoingDelivery { delivery_seq, webhook_seq, at: work.now, address, signature, body }))
}

/// Records an attempt; of a delivery that is gone (a reset, a deleted webhook) nothing.
fn record(work: &Work, report: &DeliveryReport) -> Result<(), Refusal> {
    let Some(attempts) = deliveries::attempts_made(work.db, report.delivery_seq)? else {
        return Ok(());
    };
    let delivered = matches!(report.result, Ok(200..=299));
    let next_due = if delivered { None } else { retry_at(report.at, attempts) };
    let attempt = AttemptRow {
        delivery_seq: report.delivery_seq,
        at: report.at,
        status: report.result.as_ref().ok().copied(),
        error: report.result.as_ref().err().cloned(),
        duration_ms: i64::try_from(report.duration.as_millis()).unwrap_or(i64::MAX),
    };
    Ok(deliveries::record(work.db, &attempt, delivered, next_due)?)
}

/// When to try again after an attempt at `at` that had `earlier` ones before it.
fn retry_at(at: DateTime<Utc>, earlier: u32) -> Option<DateTime<Utc>> {
    let minutes = *RETRIES_MIN.get(usize::try_from(earlier).ok()?)?;
    at.checked_add_signed(chrono::TimeDelta::minutes(minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_end_after_sixteen() {
        let at = DateTime::UNIX_EPOCH;
        let minutes = |earlier| retry_at(at, earlier).map(|due| (due - at).num_minutes());
        assert_eq!((minutes(0), minutes(2), minutes(7), minutes(12)), (Some(1), Some(5), Some(10), Some(60)));
        assert_eq!((minutes(15), minutes(16)), (Some(360), None));
    }
}
