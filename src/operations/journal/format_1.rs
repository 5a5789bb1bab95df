//! Entries as the first format of the journal wrote them: of payments only, each with a description of its own shape.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::{Intent, PaymentPrecondition, Precondition};
use paydesk_api::operation::Target;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Environment, ProfileId};

use super::{Description, JournalEntry, JournalStep, Recorded};

/// An entry of either format.
#[derive(Deserialize)]
pub struct AnyEntry {
    operation_id: OperationId,
    profile_id: ProfileId,
    target: Option<Target>,
    /// What the first format had instead of a target.
    payment_id: Option<PaymentId>,
    at: DateTime<Utc>,
    step: JournalStep,
    #[serde(default)]
    is_alone: bool,
}

impl From<AnyEntry> for JournalEntry {
    fn from(any: AnyEntry) -> Self {
        let AnyEntry { operation_id, profile_id, target, payment_id, at, step, is_alone } = any;
        let payment_id = payment_id.unwrap_or_else(|| PaymentId::new(""));
        let step = if target.is_some() { step } else { translated(step, &payment_id) };
        let target = target.unwrap_or_else(|| Target::new(ResourceKind::Payment, payment_id.as_str()));
        Self { operation_id, profile_id, step: aimed(step, &target), target, at, is_alone }
    }
}

/// What the first format said of a prepared operation.
#[derive(Deserialize)]
struct FirstDescription {
    environment: Environment,
    operation: String,
    amount_minor: i64,
    currency: String,
    capture_minor: Option<i64>,
    #[serde(default)]
    descriptor_prefix: String,
    #[serde(default)]
    descriptor_suffix: String,
    cancellation_reason: Option<String>,
    seen_status: String,
    seen_received_minor: Option<i64>,
    seen_capturable_minor: Option<i64>,
    seen_at: DateTime<Utc>,
    operator: String,
}

/// The plan's target is in the entry already, and is not kept twice.
fn aimed(mut step: JournalStep, target: &Target) -> JournalStep {
    if let JournalStep::Prepared(Recorded::Known(known)) = &mut step {
        known.plan.target.clone_from(target);
    }
    step
}

fn translated(step: JournalStep, payment_id: &PaymentId) -> JournalStep {
    let JournalStep::Prepared(recorded) = step else { return step };
    let known = match &recorded {
        Recorded::Foreign(value) => {
            let first = serde_json::from_value::<FirstDescription>(value.clone()).ok();
            first.and_then(|first| first.describe(payment_id))
        }
        Recorded::Known(_) => None,
    };
    JournalStep::Prepared(known.map_or(recorded, |known| Recorded::Known(Box::new(known))))
}

impl FirstDescription {
    fn describe(self, payment_id: &PaymentId) -> Option<Description> {
        let currency = Currency::iso4217(&self.currency);
        let money = |minor| Money::new(minor, currency.clone());
        let intent = match self.operation.as_str() {
            "capture" => Intent::Capture {
                amount: money(self.capture_minor?),
                prefix: self.descriptor_prefix,
                suffix: self.descriptor_suffix,
            },
            "cancel" => Intent::Cancel { reason: self.cancellation_reason },
            "approve" => Intent::Approve,
            _ => return None,
        };
        let precondition = PaymentPrecondition {
            payment_id: payment_id.clone(),
            status: PaymentStatus::from_word(&self.seen_status),
            amount: money(self.amount_minor),
            received_minor: self.seen_received_minor,
            capturable_minor: self.seen_capturable_minor,
            refunded_minor: None,
            capture_method: None,
            modified_at: None,
            known_review: false,
            at: self.seen_at,
        };
        let plan = intent.plan(payment_id, &precondition).ok()?;
        let (environment, operator) = (self.environment, self.operator);
        Some(Description { environment, operator, plan, precondition: Precondition::Payment(precondition) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_api::operation::Endpoint;

    #[test]
    fn an_entry_of_the_first_format_is_the_same_operation() {
        let written = json!({
            "operation_id": "op_1", "profile_id": "embedded-sandbox", "payment_id": "pay_1",
            "at": "2026-11-20T10:00:00Z",
            "step": {
                "step": "prepared", "environment": "sandbox", "operation": "capture", "amount_minor": 1000,
                "currency": "EUR", "capture_minor": 400,
                "request": "POST /payments/pay_1/capture {\"amount_to_capture\":400}",
                "seen_status": "requires_capture", "seen_received_minor": 0, "seen_capturable_minor": 1000,
                "seen_at": "2026-11-20T09:59:58Z", "operator": "finance",
            },
        });
        let entry: JournalEntry = serde_json::from_value(written).unwrap();
        assert_eq!(entry.target, Target::new(ResourceKind::Payment, "pay_1"));
        let JournalStep::Prepared(recorded) = &entry.step else { panic!("{entry:?}") };
        let Recorded::Known(description) = recorded else { panic!("{recorded:?}") };
        assert_eq!(description.plan.endpoint, Endpoint::CapturePayment);
        assert_eq!(description.plan.title(), "Capture 4.00 EUR");
        let again = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<JournalEntry>(&again).unwrap(), entry);
    }

    #[test]
    fn an_entry_holds_nothing_twice_and_what_is_usual_not_at_all() {
        let first = json!({
            "operation_id": "op_1", "profile_id": "p", "payment_id": "pay_1", "at": "2026-11-20T10:00:00Z",
            "step": {
                "step": "prepared", "environment": "sandbox", "operation": "capture", "amount_minor": 1000,
                "currency": "EUR", "capture_minor": 400, "request": "", "seen_status": "requires_capture",
                "seen_capturable_minor": 1000, "seen_at": "2026-11-20T09:59:58Z", "operator": "finance",
            },
        });
        let entry: JournalEntry = serde_json::from_value(first).unwrap();
        let written = serde_json::to_string(&entry).unwrap();
        for usual in ["null", "false", "\"operation\"", "\"secret\"", "with_secret"] {
            assert!(!written.contains(usual), "{usual}: {written}");
        }
        assert_eq!(written.matches("\"target\"").count(), 1, "{written}");
        assert!(written.len() < 750, "{} bytes: {written}", written.len());
    }

    #[test]
    fn what_another_version_prepared_is_kept_and_not_understood() {
        let written = json!({
            "operation_id": "op_1", "profile_id": "p", "target": {"family": "payment", "resource": "pay_1"},
            "at": "2026-11-20T10:00:00Z", "step": {"step": "prepared", "plan": {"endpoint": "split_payment"}},
        });
        let entry: JournalEntry = serde_json::from_value(written).unwrap();
        assert!(matches!(entry.step, JournalStep::Prepared(Recorded::Foreign(_))));
    }
}
