//! Payments that can be captured further although their status is none of those that a list is filtered by, as
//! `succeeded` with a part that is still capturable. The rows of a list do not tell amounts, so a service that is asked
//! by status does not list them among those that wait for capture. Paydesk lists and counts the ones it knows: those that
//! were read, and those that events reported.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::api::resources::payments::calls::{ListForm, RetrievePayment};
use crate::app::context::{Context, WorkspaceView};
use crate::app::read::Read;
use crate::domain::authorization::AUTHORIZATION_DAYS;
use crate::domain::ids::PaymentId;
use crate::domain::payment::{PaymentRow, PaymentStatus};
use crate::domain::webhook::WebhookEvent;

use super::to_capture::{is_counted_there, statuses_asked};
use super::{Pages, Payments};

/// Most payments that are read at once because an event of an earlier session reported a remainder.
const READ_AT_ONCE: usize = 20;

/// The remainders that are known.
#[derive(Debug, Default)]
pub(super) struct Remainders {
    known: BTreeMap<PaymentId, PaymentRow>,
    /// Reported before Paydesk was started: read before they are believed.
    to_read: BTreeSet<PaymentId>,
}

impl Remainders {
    /// A payment was read or reported. What does not tell the amount leaves a remainder of the same status as it is.
    pub fn note(&mut self, row: &PaymentRow) {
        let known = self.known.get(&row.payment_id);
        let holds = match row.capturable_minor {
            Some(_) => is_remainder(&row.status, row.capturable_minor),
            None => known.is_some_and(|known| known.status == row.status),
        };
        self.to_read.remove(&row.payment_id);
        if !holds {
            self.known.remove(&row.payment_id);
        } else if row.capturable_minor.is_some() {
            self.known.insert(row.payment_id.clone(), row.clone());
        }
    }

    /// An event that came before Paydesk was started: the payment may have changed since.
    fn reported_before(&mut self, event: &WebhookEvent, now: DateTime<Utc>) {
        let (Some(id), Some(at)) = (&event.object_id, event.timestamp) else { return };
        let minor = event.object.get("amount_capturable").and_then(Value::as_i64);
        let status = event.object.get("status").and_then(Value::as_str).map(PaymentStatus::from_word);
        let Some((minor, status)) = minor.zip(status) else { return };
        let id = PaymentId::new(id.as_str());
        if is_remainder(&status, Some(minor)) && now - at < TimeDelta::days(AUTHORIZATION_DAYS) {
            self.to_read.insert(id);
        } else {
            self.to_read.remove(&id);
        }
    }

    /// Whether the service left a part capturable after a capture of another.
    fn is_kept(&self) -> bool {
        self.known.values().any(|row| row.status == PaymentStatus::Succeeded)
    }

    /// Those that a service which is asked in this form does not count.
    pub fn uncounted(&self, form: &ListForm) -> impl Iterator<Item = &PaymentRow> {
        let asked = statuses_asked(form);
        self.known.values().filter(move |row| !asked.contains(&row.status))
    }
}

fn is_remainder(status: &PaymentStatus, capturable_minor: Option<i64>) -> bool {
    *status != PaymentStatus::RequiresCapture && status.can_be_captured(capturable_minor)
}

impl Payments {
    /// What a payment that was read or reported means for those that wait for capture.
    pub(super) fn note_capturable(&mut self, row: &PaymentRow, view: &WorkspaceView<'_>) {
        self.capture_count.note(row);
        self.remainders.note(row);
        if self.pages == Pages::Idle {
            self.list_remainders(view);
        }
    }

    /// Whether a payment is known that was captured in part, and can be captured further.
    pub(super) fn shows_remainders(&self) -> bool {
        self.remainders.is_kept()
    }

    /// An event that was applied in an earlier session.
    pub(in crate::app) fn reported_earlier(&mut self, event: &WebhookEvent, now: DateTime<Utc>) {
        self.remainders.reported_before(event, now);
    }

    /// Reads payments that had a remainder before Paydesk was started.
    pub(in crate::app) fn read_remainders(&mut self, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        let some: Vec<PaymentId> = self.remainders.to_read.iter().take(READ_AT_ONCE).cloned().collect();
        for payment_id in some {
            self.remainders.to_read.remove(&payment_id);
            cx.read(Read::Payment(RetrievePayment { payment_id }));
        }
    }

    /// Adds the known remainders to the list of what can be captured, where the service does not list them.
    pub(super) fn list_remainders(&mut self, view: &WorkspaceView<'_>) {
        if !self.filter.to_capture || !is_counted_there(&self.asked_as) {
            return;
        }
        let wanted = self.remainders.uncounted(&self.asked_as).filter(|row| self.asked.is_met_by(row));
        let new: Vec<PaymentRow> = wanted.filter(|row| !self.rows.contains(&row.payment_id)).cloned().collect();
        let count = u64::try_from(new.len()).unwrap_or_default();
        self.added_rows += count;
        self.total_count = self.total_count.map(|total| total.saturating_add(count));
        self.append_rows(new, view);
    }
}
