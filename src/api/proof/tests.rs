//! What objects prove, as tables: what was seen before, what was asked for, what is reported, and what follows.

use serde_json::{Value, json};

use super::*;
use crate::endpoints::Endpoint;
use crate::input::CreatePaymentInput;
use crate::input::CreateRefundInput;
use crate::operation::{AnswerStatus, Expectation, OperationCall as _};
use crate::resources::payments::calls::{CancelPayment, CapturePayment, CreatePayment};
use crate::resources::refunds::calls::CreateRefund;
use paydesk_domain::ids::{BusinessProfileId, OperationId, PaymentId, RefundId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{Pair, PaymentStatus};

fn euros(minor: i64) -> Money {
    Money::new(minor, MinorUnits::Iso4217.currency("EUR"))
}

/// A capture or cancellation of a payment over 50.00 EUR as it was seen before.
struct Case {
    expectation: Expectation,
    endpoint: Endpoint,
    wanted: Option<Money>,
    payment_id: PaymentId,
    status: PaymentStatus,
    received: Option<i64>,
    capturable: Option<i64>,
    amount: Money,
}

impl Case {
    fn capture(minor: i64) -> Self {
        let payment_id = PaymentId::new("pay_1");
        let expectation = CapturePayment::new(payment_id.clone(), minor).expectation().over(&euros(5_000));
        let (status, amount) = (PaymentStatus::RequiresCapture, euros(5_000));
        let (received, capturable, wanted) = (Some(0), Some(5_000), Some(euros(minor)));
        let endpoint = Endpoint::CapturePayment;
        Self { expectation, endpoint, wanted, payment_id, status, received, capturable, amount }
    }

    fn cancel() -> Self {
        let payment_id = PaymentId::new("pay_1");
        let call = CancelPayment { payment_id, cancellation_reason: None };
        let expectation = call.expectation().over(&euros(5_000));
        Self { expectation, endpoint: Endpoint::CancelPayment, wanted: None, ..Self::capture(1) }
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            endpoint: Some(self.endpoint),
            expectation: &self.expectation,
            operation_id: None,
            money: self.wanted.as_ref(),
            sent: None,
            before: Before::Payment(PaymentBefore {
                payment_id: &self.payment_id,
                status: &self.status,
                amount: &self.amount,
                received_minor: self.received,
                capturable_minor: self.capturable,
                modified_at: None,
                is_review: false,
            }),
        }
    }

    fn judged(&self, source: ProofSource, status: &str, received: Value, capturable: Value) -> Judgement {
        let object = json!({"payment_id": "pay_1", "amount": 5_000, "currency": "EUR", "status": status,
            "amount_received": received, "amount_capturable": capturable});
        judge(self.asked(), source, &object)
    }
}

fn is_there(judgement: &Judgement) -> bool {
    matches!(judgement, Judgement::Ours(_) | Judgement::There(_))
}

const SOURCES: [ProofSource; 2] = [ProofSource::Answer, ProofSource::Report];

#[test]
fn nothing_was_received_of_an_authorization_whose_service_reports_no_amount_for_nothing() {
    for source in SOURCES {
        let case = || Case { received: None, ..Case::capture(1_200) };
        assert!(is_there(&case().judged(source, "partially_captured", json!(1_200), json!(0))), "{source:?}");
        assert!(!is_there(&case().judged(source, "partially_captured", json!(900), json!(0))), "{source:?}");
        assert!(!is_there(&case().judged(source, "requires_capture", json!(null), json!(5_000))), "{source:?}");
    }
    let untouched = Case { received: None, ..Case::capture(1_200) };
    let judged = untouched.judged(ProofSource::Report, "requires_capture", json!(null), json!(5_000));
    assert!(matches!(judged, Judgement::Untouched), "{judged:?}");
}

#[test]
fn a_rejected_payment_is_released_whether_it_is_called_cancelled_or_failed() {
    let judged = |status: &str, decision: Value| {
        let mut case = Case::cancel();
        case.status = PaymentStatus::RequiresMerchantAction;
        let object = json!({"payment_id": "pay_1", "amount": 5_000, "currency": "EUR", "status": status,
            "amount_capturable": 0, "merchant_decision": decision});
        judge(case.asked(), ProofSource::Report, &object)
    };
    for status in ["cancelled", "failed"] {
        assert!(is_there(&judged(status, json!("rejected"))), "{status}");
    }
    assert!(!is_there(&judged("failed", json!(null))));
    assert!(!is_there(&judged("succeeded", json!("rejected"))));
}

#[test]
fn a_capture_is_done_only_to_the_cent_and_with_the_right_rest_wherever_it_is_reported() {
    for source in SOURCES {
        let judged = |wanted: i64, status: &str, received: Value, capturable: Value| {
            Case::capture(wanted).judged(source, status, received, capturable)
        };
        assert!(is_there(&judged(5_000, "succeeded", json!(5_000), json!(0))));
        assert!(is_there(&judged(1_200, "succeeded", json!(1_200), json!(3_800))));
        assert!(is_there(&judged(1_200, "partially_captured", json!(1_200), json!(0))), "the rest was released");
        for (wanted, status, received, capturable) in [
            (1_200, "succeeded", json!(3_000), json!(2_000)),
            (1_200, "succeeded", json!(1_100), json!(3_900)),
            (1_200, "succeeded", json!(0), json!(5_000)),
            (1_200, "succeeded", json!(9_007_199_254_740_993_i64), json!(0)),
            (1_200, "succeeded", json!("1200"), json!(0)),
            (1_200, "succeeded", json!(-1_200), json!(0)),
            (1_200, "succeeded", json!(1_200), json!(5_000)),
            (1_200, "processing", json!(3_000), json!(2_000)),
            (5_000, "succeeded", json!(5_000), json!(5_000)),
            (5_000, "cancelled", json!(5_000), json!(0)),
            (5_000, "failed", json!(5_000), json!(0)),
            (5_000, "expired", json!(5_000), json!(0)),
        ] {
            let judgement = judged(wanted, status, received.clone(), capturable.clone());
            let is_settled = is_there(&judgement) || matches!(judgement, Judgement::Declined { .. });
            assert!(!is_settled, "{source:?} {wanted}: {status} {received} {capturable}: {judgement:?}");
        }
    }
}

#[test]
fn amounts_that_exclude_each_other_are_named_with_both_numbers() {
    let judged = |wanted: i64, status: &str, received: i64, capturable: i64| {
        let judgement = Case::capture(wanted).judged(ProofSource::Answer, status, json!(received), json!(capturable));
        judgement.reason().cloned()
    };
    let contradiction = |reason| Judgement::Contradiction(reason).reason().cloned();
    let (taken, wanted) = (euros(3_000), euros(1_200));
    assert_eq!(
        judged(1_200, "succeeded", 3_000, 2_000),
        contradiction(JudgementReason::OtherCapture { taken, wanted })
    );
    let (captured, left) = (euros(5_000), euros(5_000));
    assert_eq!(judged(5_000, "succeeded", 5_000, 5_000), contradiction(JudgementReason::RestLeft { captured, left }));
    let (received, amount) = (euros(9_007_199_254_740_993), euros(5_000));
    assert_eq!(
        judged(1_200, "succeeded", 9_007_199_254_740_993, 0),
        contradiction(JudgementReason::ReceivedMore { received, amount })
    );
    for (word, status) in [("cancelled", PaymentStatus::Cancelled), ("failed", PaymentStatus::Failed)] {
        let reason = JudgementReason::ReceivedAlthough { received: euros(5_000), status };
        assert_eq!(judged(5_000, word, 5_000, 0), contradiction(reason));
    }
}

#[test]
fn an_answer_may_leave_amounts_out_and_a_read_then_proves_less() {
    let judged = |source, status: &str| Case::capture(1_200).judged(source, status, Value::Null, Value::Null);
    assert!(is_there(&judged(ProofSource::Answer, "succeeded")));
    assert!(matches!(judged(ProofSource::Answer, "processing"), Judgement::Ours(_)));
    assert!(matches!(judged(ProofSource::Answer, "failed"), Judgement::Declined { .. }));
    assert!(!is_there(&judged(ProofSource::Answer, "requires_capture")));
    assert!(!is_there(&judged(ProofSource::Answer, "cancelled")));
    assert!(!is_there(&judged(ProofSource::Report, "succeeded")), "it may be somebody else's");
}

#[test]
fn nothing_received_before_a_first_capture_may_be_left_out() {
    for received in [None, Some(0)] {
        let case = Case { received, ..Case::capture(1_200) };
        let judged = case.judged(ProofSource::Report, "partially_captured", json!(1_200), json!(0));
        assert!(is_there(&judged), "{received:?}: {judged:?}");
    }
}

#[test]
fn a_cancellation_with_money_received_is_a_contradiction() {
    for source in SOURCES {
        let judged = |status: &str, received: i64| Case::cancel().judged(source, status, json!(received), json!(0));
        assert!(is_there(&judged("cancelled", 0)));
        assert!(matches!(judged("cancelled", 5_000), Judgement::Contradiction(_)), "{source:?}");
    }
    let case = Case::cancel();
    let captured = case.judged(ProofSource::Answer, "partially_captured", json!(1_200), json!(0));
    assert!(!is_there(&captured), "{captured:?}: what was captured meanwhile was not cancelled");
}

// ----- what the service makes

fn refund(changed: &[(&str, Value)]) -> Value {
    let mut refund =
        json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 1_100, "currency": "EUR", "status": "succeeded"});
    changed.iter().for_each(|(name, value)| refund[*name] = value.clone());
    refund
}

fn judged_refund(source: ProofSource, object: &Value) -> Judgement {
    let input = CreateRefundInput::new(PaymentId::new("pay_1"), RefundId::new("ref_1"), euros(1_100));
    let call = CreateRefund::new(OperationId::new("op_1"), input).unwrap();
    let (request, expectation, money) = (call.request(), call.expectation(), euros(1_100));
    let asked = Asked {
        endpoint: Some(Endpoint::CreateRefund),
        expectation: &expectation,
        operation_id: Some("op_1"),
        money: Some(&money),
        sent: request.body.as_ref(),
        before: Before::Nothing,
    };
    judge(asked, source, object)
}

#[test]
fn a_refund_under_our_id_with_another_amount_currency_or_payment_is_never_done() {
    for source in SOURCES {
        assert_eq!(judged_refund(source, &refund(&[])), Judgement::Ours("succeeded".into()));
        for changed in [
            ("amount", json!(1_101)),
            ("amount", json!("1100")),
            ("currency", json!("USD")),
            ("currency", json!(978)),
            ("payment_id", json!("pay_2")),
        ] {
            for status in ["succeeded", "failed", "pending"] {
                let object = refund(&[changed.clone(), ("status", json!(status))]);
                let judgement = judged_refund(source, &object);
                assert!(matches!(judgement, Judgement::Contradiction(_)), "{source:?} {object}: {judgement:?}");
            }
        }
    }
    let other = judged_refund(ProofSource::Report, &refund(&[("currency", json!("USD"))]));
    let now = Money::new(1_100, MinorUnits::Iso4217.currency("USD"));
    assert_eq!(other, Judgement::Contradiction(JudgementReason::OtherAmount { now, before: euros(1_100) }));
}

#[test]
fn a_refund_of_somebody_else_says_nothing_of_ours() {
    let other = [("refund_id", json!("ref_2")), ("amount", json!(5))];
    assert!(matches!(judged_refund(ProofSource::Report, &refund(&other)), Judgement::Another(_)));
    let names_another = [("metadata", json!({"operation_id": "op_2"}))];
    assert!(matches!(judged_refund(ProofSource::Report, &refund(&names_another)), Judgement::Another(_)));
    let under_its_own_id = [("refund_id", json!("srv_7")), ("metadata", json!({"operation_id": "op_1"}))];
    assert_eq!(judged_refund(ProofSource::Report, &refund(&under_its_own_id)), Judgement::Ours("succeeded".into()));
    assert!(matches!(judged_refund(ProofSource::Answer, &refund(&under_its_own_id)), Judgement::Another(_)));
}

#[test]
fn a_payout_over_another_amount_is_never_paid_out() {
    let (expectation, money) = (Expectation::new(AnswerStatus::Fulfill).naming("payout_id", "po_1"), euros(600));
    let judged = |source, changed: (&str, Value)| {
        let mut object = json!({"payout_id": "po_1", "amount": 600, "currency": "EUR", "status": "success"});
        object[changed.0] = changed.1;
        let asked = Asked {
            endpoint: Some(Endpoint::FulfillPayout),
            money: Some(&money),
            before: Before::Payout(&money),
            ..Asked::from(&expectation)
        };
        judge(asked, source, &object)
    };
    assert!(matches!(judged(ProofSource::Report, ("status", json!("cancelled"))), Judgement::Overtaken(_)));
    for source in SOURCES {
        assert!(is_there(&judged(source, ("currency", json!("eur")))));
        assert!(matches!(judged(source, ("amount", json!(601))), Judgement::Contradiction(_)));
        assert!(matches!(judged(source, ("currency", json!("USD"))), Judgement::Contradiction(_)));
        assert!(matches!(judged(source, ("payout_id", json!("po_2"))), Judgement::Another(_)));
    }
}

#[test]
fn a_payment_whose_pairs_left_no_room_for_our_operation_is_known_by_all_of_them() {
    let ids = (BusinessProfileId::new("pro_1"), PaymentId::new("pay_1"));
    let metadata: Vec<Pair> = (0..50).map(|index| (format!("k{index}"), "v".to_owned())).collect();
    let input = CreatePaymentInput { metadata, ..CreatePaymentInput::new(euros(1_100), ids.0, ids.1) };
    let now = "2026-11-21T10:00:00Z".parse().unwrap();
    let call = CreatePayment::new(OperationId::new("op_1"), input, now).unwrap();
    let (request, expectation, money) = (call.request(), call.expectation(), euros(1_100));
    let judged = |metadata: &Value| {
        let asked = Asked {
            endpoint: Some(Endpoint::CreatePayment),
            operation_id: Some("op_1"),
            money: Some(&money),
            sent: request.body.as_ref(),
            ..Asked::from(&expectation)
        };
        let found = json!({"payment_id": "pay_1", "amount": 1_100, "currency": "EUR", "status": "requires_payment_method",
            "metadata": metadata});
        judge(asked, ProofSource::Report, &found)
    };
    let sent = &request.body.as_ref().unwrap()["metadata"];
    assert_eq!(judged(sent), Judgement::Ours("requires_payment_method".into()));
    let mut other = sent.clone();
    other["k7"] = json!("w");
    assert_eq!(judged(&other), Judgement::Unclear(JudgementReason::OperationNotNamed));
    assert_eq!(judged(&json!({})), Judgement::Unclear(JudgementReason::OperationNotNamed));
}
