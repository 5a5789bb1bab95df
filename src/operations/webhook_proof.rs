//! What a webhook event proves of an operation whose outcome is unknown.
//!
//! An event settles an operation only if it names it: our id in the object or its metadata. A shared reference does
//! not, and of what may be of a time before the operation was sent nothing is believed. Moves nothing;
//! [`super::lifecycle`] does.

use paydesk_api::operation::Endpoint;
use paydesk_api::proof::{Judgement, JudgementReason, ProofSource, judge, judge_payment};
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::document::Raw;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_domain::webhook::{ContentType, WebhookEvent};

use super::{Operation, Phase, Precondition};

/// Whether an event that came before may show how an unknown operation ended.
pub fn is_about(operation: &Operation, event: &WebhookEvent) -> bool {
    matches!(operation.phase, Phase::Unknown(_)) && judge_event(operation, event).is_some()
}

/// What the event says of the operation; `None` where it speaks of something else.
pub(super) fn judge_event(operation: &Operation, event: &WebhookEvent) -> Option<Judgement> {
    let id = event.object_id.as_deref()?;
    let (endpoint, on_object) = (operation.plan.endpoint, operation.plan.target.resource == id);
    let is_about = match &event.content {
        ContentType::Payment => return judge_payment_event(operation, id, event),
        ContentType::Refund => endpoint == Endpoint::CreateRefund,
        ContentType::Payout => endpoint == Endpoint::CreatePayout || endpoint == Endpoint::FulfillPayout && on_object,
        ContentType::Subscription => {
            endpoint == Endpoint::CreateSubscription || endpoint == Endpoint::UpdateSubscription && on_object
        }
        ContentType::Dispute => endpoint == Endpoint::SubmitEvidence && on_object,
        // The create input of a link has no reference of ours that its event would show.
        ContentType::PaymentLink | ContentType::Unknown(_) => false,
    };
    is_about.then(|| judge_report(operation, &event.object)).flatten()
}

/// What an object that the service reports says of the operation; `None` where it is another one.
pub(super) fn judge_report(operation: &Operation, object: &Raw) -> Option<Judgement> {
    let judgement = judge(operation.asked(), ProofSource::Report, object);
    Some(judgement).filter(|judgement| !matches!(judgement, Judgement::Another(_)))
}

/// The payment an operation works on, or that its subscription is paid by. A refund leaves its payment as it is.
fn judge_payment_event(operation: &Operation, id: &str, event: &WebhookEvent) -> Option<Judgement> {
    let precondition = operation.precondition.payment().filter(|precondition| precondition.payment_id.as_str() == id);
    let of_payment = operation.plan.target.kind == ResourceKind::Payment && operation.plan.target.resource == id;
    let by_payment = operation.plan.target.kind == ResourceKind::Subscription && precondition.is_some();
    if !of_payment && !by_payment {
        return None;
    }
    let payment = decode_payment(event.object.clone(), operation.units()).ok()?;
    if !happened_since(&operation.precondition, &payment) {
        return Some(Judgement::Unclear(JudgementReason::EventTooEarly));
    }
    if of_payment {
        judge_report(operation, &payment.raw)
    } else {
        Some(judge_payment(operation.asked(), &payment.raw))
    }
}

/// What a payment that was read says of an operation that changed it; `None` where it is another one, or may be from
/// before that.
pub(super) fn judge_shown_payment(operation: &Operation, payment: &Raw) -> Option<Judgement> {
    let shown = payment.get("payment_id").and_then(serde_json::Value::as_str);
    if operation.plan.target.kind != ResourceKind::Payment || shown != Some(&operation.plan.target.resource) {
        return None;
    }
    let payment = decode_payment(payment.clone(), operation.units()).ok()?;
    happened_since(&operation.precondition, &payment).then(|| judge_report(operation, &payment.raw)).flatten()
}

/// Whether the payment is reported as it was after the person saw it, by the service's clock.
fn happened_since(precondition: &Precondition, payment: &Payment) -> bool {
    match precondition {
        Precondition::Payment(precondition) => precondition
            .modified_at
            .zip(payment.modified_at)
            .is_some_and(|(precondition, reported)| reported > precondition),
        Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing => true,
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        DisputePrecondition, OperationPlan, PaymentPrecondition, PayoutPrecondition, ResolutionFinding, UnknownOutcome,
    };
    use paydesk_api::call::{Method, Request};
    use paydesk_api::operation::{AnswerStatus, Expectation, Target};
    use paydesk_api::resources::webhooks::wire::decode_event;
    use paydesk_domain::ids::{OperationId, PaymentId};
    use paydesk_domain::money::{Currency, Money};
    use paydesk_domain::payment::PaymentStatus;
    use paydesk_domain::payout::PayoutStatus;
    use paydesk_domain::profile::{Environment, ProfileId};

    fn unknown() -> Phase {
        Phase::Unknown(UnknownOutcome {
            why: String::new(),
            reads: 0,
            next_read_at: None,
            request_id: None,
            asked_at: None,
            finding: ResolutionFinding::NotReadYet,
            refusal: None,
            refused_at: None,
        })
    }

    /// An operation `op_1` on `resource` whose answer was lost.
    fn operation(
        endpoint: Endpoint,
        kind: ResourceKind,
        resource: &str,
        body: Value,
        precondition: Precondition,
    ) -> Operation {
        let plan = OperationPlan {
            endpoint,
            target: Target::new(kind, resource),
            request: Request::operation(Method::Post, "/", body),
            expectation: Expectation::new(AnswerStatus::NotShown),
            money: None,
            is_status_check: false,
            with_secret: false,
            stored_in_part: false,
        };
        Operation {
            id: OperationId::new("op_1"),
            profile_id: ProfileId::new("p_1"),
            environment: Environment::Sandbox,
            plan,
            precondition,
            operator: String::new(),
            prepared_at: DateTime::UNIX_EPOCH,
            undo_until: None,
            attempts: 1,
            first_sent_at: None,
            last_sent_at: None,
            sent_at: None,
            lost_at: None,
            unanswered_at: None,
            excluded_at: None,
            target_asked_at: None,
            checked_at: None,
            unmeasured_checks: 0,
            answer: None,
            has_own_id: false,
            is_withdrawn: false,
            first_source: None,
            seen: Default::default(),
            phase: unknown(),
        }
    }

    fn event(kind: &str, object: &Value) -> WebhookEvent {
        let body = json!({"event_id": "evt_1", "content": {"type": kind, "object": object}});
        decode_event(body.to_string().as_bytes()).unwrap()
    }

    fn precondition_payment(payment_id: &str) -> Precondition {
        Precondition::Payment(PaymentPrecondition {
            payment_id: PaymentId::new(payment_id),
            status: PaymentStatus::RequiresCapture,
            amount: Money::new(600, Currency::iso4217("EUR")),
            received_minor: Some(0),
            capturable_minor: Some(600),
            refunded_minor: None,
            capture_method: None,
            modified_at: "2026-11-21T10:00:00Z".parse().ok(),
            known_review: false,
            at: DateTime::UNIX_EPOCH,
        })
    }

    fn precondition_payout() -> Precondition {
        Precondition::Payout(PayoutPrecondition {
            status: PayoutStatus::RequiresFulfillment,
            amount: Money::new(600, Currency::iso4217("EUR")),
            description: None,
            metadata: None,
            recipient: Vec::new(),
            at: DateTime::UNIX_EPOCH,
        })
    }

    fn precondition_dispute() -> Precondition {
        let payment_id = PaymentId::new("pay_1");
        Precondition::Dispute(DisputePrecondition { status: "opened".into(), payment_id, at: DateTime::UNIX_EPOCH })
    }

    fn payment(payment_id: &str, modified_at: &str) -> Value {
        json!({"payment_id": payment_id, "status": "cancelled", "amount": 600, "amount_received": 0, "currency": "EUR",
            "created": "2026-11-21T09:00:00Z", "modified_at": modified_at})
    }

    const LATER: &str = "2026-11-21T11:00:00Z";

    #[test]
    fn a_refund_is_named_by_our_id_or_by_our_operation() {
        let refund = |id: &str| json!({"refund_id": id, "payment_id": "pay_1", "status": "succeeded"});
        let body = json!({"refund_id": "ref_1"});
        let create = operation(
            Endpoint::CreateRefund,
            ResourceKind::Refund,
            "pay_1",
            body.clone(),
            precondition_payment("pay_1"),
        );
        let ours = Some(Judgement::Ours("succeeded".into()));
        assert_eq!(judge_event(&create, &event("refund_details", &refund("ref_1"))), ours);
        assert_eq!(judge_event(&create, &event("refund_details", &refund("ref_2"))), None);
        for (named, expected) in [("op_1", ours), ("op_2", None)] {
            let mut own_id = refund("srv_7");
            own_id["metadata"] = json!({"operation_id": named});
            assert_eq!(judge_event(&create, &event("refund_details", &own_id)), expected);
        }
        let other =
            operation(Endpoint::UpdatePayment, ResourceKind::Payment, "pay_1", body, precondition_payment("pay_1"));
        assert_eq!(judge_event(&other, &event("refund_details", &refund("ref_1"))), None);
        assert_eq!(judge_event(&create, &event("payment_details", &payment("pay_1", LATER))), None);
    }

    #[test]
    fn a_payout_is_named_by_our_operation_when_created_and_by_its_id_when_fulfilled() {
        let create = |reference: &str| {
            let body = json!({"merchant_order_reference_id": reference});
            operation(Endpoint::CreatePayout, ResourceKind::Payout, "new", body, Precondition::Nothing)
        };
        let payout = |reference: &str, metadata: Value| json!({"payout_id": "po_1", "status": "success", "merchant_order_reference_id": reference, "metadata": metadata});
        let ours = Some(Judgement::Ours("success".into()));
        for (typed, found, metadata, expected) in [
            ("invoice 7", "invoice 7", json!({"operation_id": "op_1"}), ours.clone()),
            ("invoice 7", "invoice 7", json!({"operation_id": "op_2"}), None),
            ("op_1", "op_1", json!({"operation_id": "op_2"}), None),
            // A reference that a person typed may be on another payout too.
            ("invoice 7", "invoice 7", json!({}), None),
            ("op_1", "op_1", json!({}), ours),
            ("op_1", "invoice 7", json!({}), None),
        ] {
            let found = event("payout_details", &payout(found, metadata.clone()));
            assert_eq!(judge_event(&create(typed), &found), expected, "{typed} {metadata}");
        }

        let on = |endpoint, id: &str| operation(endpoint, ResourceKind::Payout, id, json!({}), precondition_payout());
        let fulfilled = event("payout_details", &payout("", json!({})));
        let there = Some(Judgement::There("success".into()));
        assert_eq!(judge_event(&on(Endpoint::FulfillPayout, "po_1"), &fulfilled), there);
        assert_eq!(judge_event(&on(Endpoint::FulfillPayout, "po_2"), &fulfilled), None);
        assert_eq!(judge_event(&on(Endpoint::UpdatePayout, "po_1"), &fulfilled), None);
    }

    #[test]
    fn a_subscription_is_named_by_our_operation_when_created_and_by_its_plan_when_changed() {
        let subscription =
            json!({"id": "sub_1", "status": "active", "plan_id": "beans", "metadata": {"operation_id": "op_1"}});
        let found = event("subscription_details", &subscription);
        let on = |endpoint, id: &str, body: Value| {
            operation(endpoint, ResourceKind::Subscription, id, body, Precondition::Nothing)
        };
        let create = on(Endpoint::CreateSubscription, "new", json!({}));
        assert_eq!(judge_event(&create, &found), Some(Judgement::Ours("active".into())));
        let update = |id| on(Endpoint::UpdateSubscription, id, json!({"plan_id": "beans"}));
        assert_eq!(judge_event(&update("sub_1"), &found), Some(Judgement::There("active".into())));
        assert_eq!(judge_event(&update("sub_2"), &found), None);
        let confirm = on(Endpoint::ConfirmSubscription, "sub_1", json!({"plan_id": "beans"}));
        assert_eq!(judge_event(&confirm, &found), None);
        let other_plan = on(Endpoint::UpdateSubscription, "sub_1", json!({"plan_id": "tea"}));
        assert!(matches!(judge_event(&other_plan, &found), Some(Judgement::Unclear(_))));
        let without_plan = on(Endpoint::UpdateSubscription, "sub_1", json!({}));
        assert!(matches!(judge_event(&without_plan, &found), Some(Judgement::Unclear(_))));
    }

    #[test]
    fn a_dispute_speaks_of_evidence_that_was_submitted_for_it() {
        let found =
            event("dispute_details", &json!({"dispute_id": "dp_1", "status": "lost", "dispute_status": "lost"}));
        let on = |endpoint, id: &str| operation(endpoint, ResourceKind::Dispute, id, json!({}), precondition_dispute());
        assert!(matches!(judge_event(&on(Endpoint::SubmitEvidence, "dp_1"), &found), Some(Judgement::Overtaken(_))));
        assert_eq!(judge_event(&on(Endpoint::SubmitEvidence, "dp_2"), &found), None);
        assert_eq!(judge_event(&on(Endpoint::UpdatePayment, "dp_1"), &found), None);
    }

    #[test]
    fn a_payment_speaks_of_what_works_on_it_and_of_the_subscription_it_pays() {
        let cancel = |id: &str| {
            operation(Endpoint::CancelPayment, ResourceKind::Payment, id, json!({}), precondition_payment(id))
        };
        let found = |id: &str, modified_at: &str| event("payment_details", &payment(id, modified_at));
        let there = Some(Judgement::There("cancelled".into()));
        assert_eq!(judge_event(&cancel("pay_1"), &found("pay_1", LATER)), there);
        assert_eq!(judge_event(&cancel("pay_1"), &found("pay_2", LATER)), None);
        for not_later in ["2026-11-21T10:00:00Z", "2026-11-21T09:00:00Z"] {
            let judgement = judge_event(&cancel("pay_1"), &found("pay_1", not_later));
            assert!(matches!(judgement, Some(Judgement::Unclear(_))), "{judgement:?}");
        }
        let confirm = |precondition| {
            operation(Endpoint::ConfirmSubscription, ResourceKind::Subscription, "sub_1", json!({}), precondition)
        };
        assert!(judge_event(&confirm(precondition_payment("pay_1")), &found("pay_1", LATER)).is_some());
        assert_eq!(judge_event(&confirm(precondition_payment("pay_1")), &found("pay_2", LATER)), None);
        assert_eq!(judge_event(&confirm(Precondition::Nothing), &found("pay_1", LATER)), None);
        // What works on a record with the id of the payment does not work on the payment.
        let on_payout =
            operation(Endpoint::FulfillPayout, ResourceKind::Payout, "pay_1", json!({}), precondition_payout());
        assert_eq!(judge_event(&on_payout, &found("pay_1", LATER)), None);
    }

    #[test]
    fn an_event_speaks_only_of_an_operation_whose_outcome_is_unknown() {
        let mut cancel = operation(
            Endpoint::CancelPayment,
            ResourceKind::Payment,
            "pay_1",
            json!({}),
            precondition_payment("pay_1"),
        );
        assert!(is_about(&cancel, &event("payment_details", &payment("pay_1", LATER))));
        assert!(!is_about(&cancel, &event("payment_details", &payment("pay_2", LATER))));
        cancel.phase = Phase::NeverSent;
        assert!(!is_about(&cancel, &event("payment_details", &payment("pay_1", LATER))));
    }
}
