//! What a read proves, as decision tables: what was seen before sending, what was read afterwards, and what follows
//! ([law](paydesk_core::operations::law#the-rule-of-each-endpoint)). Typed by hand; texts are tested where they are shown.

use chrono::{DateTime, Utc};
use paydesk_api::call::{Method, Request};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_api::proof::Judgement;
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_core::operations::reconcile::{reconcile, still_holds};
use paydesk_core::operations::{
    DisputePrecondition, OperationPlan, PaymentPrecondition, PayoutPrecondition, Precondition, Reading,
};
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payment::Payment;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::{Value, json};

use self::Proof::{Contradiction, Declined, NotThere, Ours, Overtaken, There, Unclear, Untouched};

/// The amount of the payment.
const WHOLE: i64 = 4599;

/// What a read proves, without its texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    Ours,
    There,
    Declined,
    Untouched,
    Overtaken,
    NotThere,
    Contradiction,
    Unclear,
}

fn proof(judgement: &Judgement) -> Proof {
    match judgement {
        Judgement::Ours(_) => Ours,
        Judgement::There(_) => There,
        Judgement::Declined { .. } => Declined,
        Judgement::Untouched => Untouched,
        Judgement::Overtaken(_) => Overtaken,
        Judgement::NotThere(_) => NotThere,
        Judgement::Contradiction(_) => Contradiction,
        Judgement::Another(_) | Judgement::Unclear(_) => Unclear,
    }
}

/// A status, what was captured and what can be captured, each where the service reports it.
type Shown = (&'static str, Option<i64>, Option<i64>);

fn payment_json((status, received, capturable): Shown) -> Value {
    let mut payment = fixture("payment");
    payment["status"] = json!(status);
    for (field, minor) in [("amount_received", received), ("amount_capturable", capturable)] {
        match minor {
            Some(minor) => payment[field] = json!(minor),
            None => drop(payment.as_object_mut().unwrap().remove(field)),
        }
    }
    payment
}

fn payment(shown: Shown) -> Payment {
    decode_payment(payment_json(shown), MinorUnits::Iso4217).unwrap()
}

fn precondition(payment: &Payment) -> Precondition {
    Precondition::Payment(PaymentPrecondition::of(payment, DateTime::<Utc>::UNIX_EPOCH))
}

fn plan(endpoint: Endpoint, kind: ResourceKind, body: Value, minor: Option<i64>) -> OperationPlan {
    OperationPlan {
        endpoint,
        target: Target::new(kind, "order-1001_a"),
        request: Request::operation(Method::Post, "/", body),
        expectation: Expectation::new(AnswerStatus::NotShown),
        money: minor.map(euros),
        is_status_check: false,
        with_secret: false,
        stored_in_part: false,
    }
}

fn euros(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

fn of_payment(endpoint: Endpoint, minor: Option<i64>) -> OperationPlan {
    plan(endpoint, ResourceKind::Payment, json!({}), minor)
}

/// What is proved where `before` was seen and `after` is read.
fn proved(plan: &OperationPlan, before: Shown, after: Shown) -> Proof {
    proof(&reconcile(plan, &precondition(&payment(before)), Reading::Payment(&payment(after))))
}

const TO_CAPTURE: Shown = ("requires_capture", Some(0), Some(WHOLE));

#[test]
fn a_capture_is_there_only_where_its_amount_was_captured_since() {
    let amounts_hidden: Shown = ("requires_capture", None, Some(WHOLE));
    let rest_to_capture: Shown = ("succeeded", Some(1000), Some(3599));
    let rest_hidden: Shown = ("succeeded", None, Some(500));
    for (wanted, before, after, expected) in [
        (WHOLE, TO_CAPTURE, ("succeeded", Some(WHOLE), Some(0)), There),
        (1000, TO_CAPTURE, ("succeeded", Some(1000), Some(0)), There),
        (500, rest_to_capture, ("succeeded", Some(1500), Some(3099)), There),
        // More than ours and less than ours may be somebody else's.
        (1000, TO_CAPTURE, ("succeeded", Some(WHOLE), Some(0)), Contradiction),
        // A rest that is not what was not captured, and money in statuses that exclude it.
        (WHOLE, TO_CAPTURE, ("succeeded", Some(WHOLE), Some(WHOLE)), Contradiction),
        (WHOLE, TO_CAPTURE, ("cancelled", Some(WHOLE), Some(0)), Contradiction),
        (WHOLE, TO_CAPTURE, ("failed", Some(WHOLE), Some(0)), Contradiction),
        (WHOLE, TO_CAPTURE, ("succeeded", Some(WHOLE + 1), Some(0)), Contradiction),
        (WHOLE, TO_CAPTURE, ("succeeded", Some(1000), Some(0)), NotThere),
        (WHOLE, TO_CAPTURE, TO_CAPTURE, Untouched),
        (500, rest_to_capture, rest_to_capture, Untouched),
        (WHOLE, TO_CAPTURE, ("cancelled", Some(0), Some(0)), Overtaken),
        (WHOLE, TO_CAPTURE, ("processing", Some(0), Some(WHOLE)), NotThere),
        // The service does not say how much was captured.
        (WHOLE, amounts_hidden, ("succeeded", None, Some(0)), There),
        (1000, amounts_hidden, ("succeeded", None, Some(0)), Unclear),
        (500, rest_hidden, ("succeeded", None, Some(0)), Unclear),
        (500, rest_hidden, rest_hidden, Untouched),
        (WHOLE, amounts_hidden, amounts_hidden, Untouched),
        (WHOLE, amounts_hidden, ("cancelled", None, Some(0)), Unclear),
    ] {
        let plan = of_payment(Endpoint::CapturePayment, Some(wanted));
        assert_eq!(proved(&plan, before, after), expected, "{wanted} of {before:?}: {after:?}");
    }
}

#[test]
fn a_cancellation_is_there_only_where_something_was_released() {
    let rest_to_capture: Shown = ("succeeded", Some(1000), Some(3599));
    let nothing_left: Shown = ("succeeded", Some(1000), Some(0));
    for (before, after, expected) in [
        (TO_CAPTURE, ("cancelled", Some(0), Some(0)), There),
        (TO_CAPTURE, ("cancelled", Some(WHOLE), Some(0)), Contradiction),
        (("cancelled", Some(0), Some(0)), ("cancelled", Some(0), Some(0)), Untouched),
        (TO_CAPTURE, TO_CAPTURE, Untouched),
        (TO_CAPTURE, ("succeeded", Some(WHOLE), Some(0)), Overtaken),
        (rest_to_capture, ("succeeded", Some(WHOLE), Some(0)), Overtaken),
        // Captured and put in review: a cancellation that arrives late can still be executed.
        (TO_CAPTURE, ("on_hold", Some(WHOLE), Some(0)), Unclear),
        (TO_CAPTURE, ("requires_merchant_action", Some(WHOLE), Some(0)), Unclear),
        (rest_to_capture, nothing_left, There),
        (rest_to_capture, rest_to_capture, Untouched),
        (nothing_left, nothing_left, Untouched),
        (TO_CAPTURE, ("succeeded", Some(1000), Some(3599)), Unclear),
        (TO_CAPTURE, ("processing", Some(0), Some(WHOLE)), NotThere),
        // It was not `succeeded` before: that nothing is left was not the work of a cancellation.
        (TO_CAPTURE, ("succeeded", Some(0), Some(0)), NotThere),
    ] {
        let plan = of_payment(Endpoint::CancelPayment, None);
        assert_eq!(proved(&plan, before, after), expected, "{before:?}: {after:?}");
    }
}

#[test]
fn an_approval_is_there_only_where_the_payment_left_review() {
    let plan = of_payment(Endpoint::ApprovePayment, None);
    let of = |status| (status, Some(0), Some(WHOLE));
    for (after, expected) in [
        ("requires_merchant_action", Untouched),
        ("succeeded", There),
        ("requires_capture", There),
        ("processing", There),
        ("cancelled", Overtaken),
        ("failed", Overtaken),
        ("requires_action", NotThere),
        ("requires_payment_method", NotThere),
        ("requires_confirmation", NotThere),
        ("on_hold", Unclear),
    ] {
        assert_eq!(proved(&plan, of("requires_merchant_action"), of(after)), expected, "{after}");
    }
    for after in ["succeeded", "cancelled", "requires_action"] {
        assert_eq!(proved(&plan, of("requires_capture"), of(after)), Unclear, "it was not in review: {after}");
    }
}

#[test]
fn a_confirmation_is_there_only_where_the_payment_was_not_confirmed_before() {
    let plan = of_payment(Endpoint::ConfirmPayment, None);
    let of = |status| (status, Some(0), Some(0));
    for (after, expected) in [
        ("requires_confirmation", Untouched),
        ("succeeded", There),
        ("requires_capture", There),
        ("requires_action", There),
        ("requires_merchant_action", There),
        ("processing", There),
        ("failed", Declined),
        ("cancelled", Overtaken),
        ("requires_payment_method", NotThere),
        ("on_hold", Unclear),
    ] {
        assert_eq!(proved(&plan, of("requires_confirmation"), of(after)), expected, "{after}");
    }
    assert_eq!(proved(&plan, of("requires_payment_method"), of("succeeded")), There);
    assert_eq!(proved(&plan, of("processing"), of("failed")), Unclear, "it was confirmed before");
}

#[test]
fn a_payment_over_another_amount_proves_nothing_but_an_update() {
    let before = payment(TO_CAPTURE);
    for (field, value) in [("amount", json!(WHOLE + 1)), ("currency", json!("USD"))] {
        let mut after = payment_json(("cancelled", Some(0), Some(0)));
        after[field] = value;
        let after = decode_payment(after, MinorUnits::Iso4217).unwrap();
        for endpoint in [Endpoint::CapturePayment, Endpoint::CancelPayment] {
            let reconciliation =
                reconcile(&of_payment(endpoint, Some(WHOLE)), &precondition(&before), Reading::Payment(&after));
            assert_eq!(proof(&reconciliation), Contradiction, "{field}, {endpoint:?}");
        }
    }
}

#[test]
fn an_update_is_there_where_what_was_sent_is_shown() {
    let body = json!({"description": "New", "metadata": {"order_id": "1002"}});
    let plan = plan(Endpoint::UpdatePayment, ResourceKind::Payment, body, None);
    let before = payment(TO_CAPTURE);
    let updated = |changes: Value, modified_at: Value| {
        let mut after = payment_json(TO_CAPTURE);
        after["modified_at"] = modified_at;
        for (name, value) in changes.as_object().unwrap() {
            after[name] = value.clone();
        }
        decode_payment(after, MinorUnits::Iso4217).unwrap()
    };
    let (unchanged, later) = (json!("2026-11-21T10:00:00Z"), json!("2026-11-21T11:00:00Z"));
    let both = json!({"description": "New", "metadata": {"order_id": "1002", "channel": "web"}, "amount": WHOLE});
    let another_amount = json!({"description": "New", "metadata": {"order_id": "1002"}, "amount": WHOLE + 1});
    let captured = json!({"status": "succeeded"});
    for (changes, modified_at, expected) in [
        (both, &later, There),
        (another_amount, &later, There),
        (json!({}), &unchanged, Untouched),
        (json!({}), &later, Unclear),
        (json!({"description": "New"}), &later, Unclear),
        // Its time says that nothing was changed, and something was.
        (captured, &unchanged, Unclear),
        // Without a time nothing says whether somebody overwrote it.
        (json!({}), &Value::Null, Unclear),
    ] {
        let after = updated(changes.clone(), modified_at.clone());
        assert_eq!(proof(&reconcile(&plan, &precondition(&before), Reading::Payment(&after))), expected, "{changes}");
    }
    let without_time = updated(json!({}), Value::Null);
    let reconciliation = reconcile(&plan, &precondition(&without_time), Reading::Payment(&without_time));
    assert_eq!(proof(&reconciliation), Unclear, "neither read has a time");
}

#[test]
fn a_created_payment_is_ours_only_by_our_operation_and_over_our_amount() {
    let body = |confirm: bool| json!({"confirm": confirm, "metadata": {"operation_id": "op-1001"}});
    let created = |confirm| plan(Endpoint::CreatePayment, ResourceKind::Payment, body(confirm), Some(WHOLE));
    for (plan, status, operation, amount, expected) in [
        (created(true), "succeeded", json!("op-1001"), WHOLE, Ours),
        (created(true), "failed", json!("op-1001"), WHOLE, Declined),
        (created(false), "failed", json!("op-1001"), WHOLE, Ours),
        (created(true), "succeeded", json!("op-9"), WHOLE, Overtaken),
        (created(true), "succeeded", json!("op-1001"), 1, Contradiction),
        (created(true), "succeeded", Value::Null, WHOLE, Unclear),
        (created(true), "succeeded", Value::Null, 1, Overtaken),
    ] {
        let mut found = payment_json((status, Some(0), Some(0)));
        found["amount"] = json!(amount);
        found["metadata"] = match &operation {
            Value::Null => json!({}),
            operation => json!({"operation_id": operation}),
        };
        let found = decode_payment(found, MinorUnits::Iso4217).unwrap();
        let reconciliation = reconcile(&plan, &Precondition::Nothing, Reading::Payment(&found));
        assert_eq!(proof(&reconciliation), expected, "{status} {operation} {amount}");
    }
}

#[test]
fn a_dispute_proves_nothing_of_evidence_but_that_it_was_decided() {
    let plan = plan(Endpoint::SubmitEvidence, ResourceKind::Dispute, json!({}), None);
    let precondition = |status: &str| {
        let payment_id = PaymentId::new("pay_1");
        Precondition::Dispute(DisputePrecondition { status: status.into(), payment_id, at: DateTime::UNIX_EPOCH })
    };
    for (before, after, expected) in [
        ("opened", "opened", Unclear),
        ("opened", "challenged", Unclear),
        ("opened", "won", Overtaken),
        ("opened", "lost", Overtaken),
        // It was decided before the evidence was sent.
        ("won", "won", Unclear),
    ] {
        let record = json!({ "status": after });
        assert_eq!(
            proof(&reconcile(&plan, &precondition(before), Reading::Record(&record))),
            expected,
            "{before} {after}"
        );
    }
    // The same statuses by the names that juspay/hyperswitch has for them.
    for (before, after, expected) in [
        ("challenged", "dispute_challenged", Unclear),
        ("dispute_opened", "dispute_won", Overtaken),
        ("dispute_opened", "dispute_expired", Overtaken),
        ("dispute_opened", "dispute_challenged", Unclear),
    ] {
        let record = json!({ "dispute_status": after });
        assert_eq!(
            proof(&reconcile(&plan, &precondition(before), Reading::Record(&record))),
            expected,
            "{before} {after}"
        );
    }
    assert!(still_holds(
        &precondition("challenged"),
        Reading::Record(&json!({"dispute_status": "dispute_challenged"}))
    ));
    assert!(!still_holds(&precondition("challenged"), Reading::Record(&json!({"dispute_status": "dispute_won"}))));
}

#[test]
fn a_payout_still_is_what_was_seen_with_its_status_amount_and_currency() {
    let payout = fixture("payout");
    let precondition = |payout: &Value| {
        Precondition::Payout(PayoutPrecondition::of(
            &decode_payout(payout.clone(), MinorUnits::Iso4217).unwrap(),
            DateTime::UNIX_EPOCH,
        ))
    };
    assert!(still_holds(&precondition(&payout), Reading::Record(&payout)));
    for (field, value) in [("status", json!("success")), ("amount", json!(1)), ("currency", json!("USD"))] {
        let mut changed = payout.clone();
        changed[field] = value;
        assert!(!still_holds(&precondition(&payout), Reading::Record(&changed)), "{field}");
    }
}

#[test]
fn metadata_that_is_not_known_whole_is_never_sent_back() {
    for (metadata, is_known) in
        [(json!({"invoice": "117"}), true), (json!({"invoice": "(hidden)"}), false), (json!("text"), false)]
    {
        let mut payout = fixture("payout");
        payout["metadata"] = metadata.clone();
        let precondition =
            PayoutPrecondition::of(&decode_payout(payout, MinorUnits::Iso4217).unwrap(), DateTime::UNIX_EPOCH);
        assert_eq!(precondition.metadata.is_some(), is_known, "{metadata}");
    }
}
