//! Known facts in the evidence: inserted, filled in, marked until they are looked at, and taken back.

use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraft, EvidenceDraftAction, FindingKind};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::{draft_of, facts_of, findings_of};
use paydesk_test_core::disputes::{dsp, edit, inbox, mixed};
use paydesk_test_core::service::answered;
use paydesk_test_core::webhooks::{arrive, event, refund};
use serde_json::json;

fn draft(desk: &Desk, action: impl FnOnce(paydesk_domain::ids::DisputeId) -> EvidenceDraftAction) -> Action {
    let id = desk.state.workspace.disputes.open.id.clone().unwrap();
    Action::Disputes(DisputesAction::Draft(action(id)))
}

fn case(desk: &Desk, id: &str) -> EvidenceDraft {
    draft_of(&desk.state, &dsp(id))
}

/// `dsp_2`, product not received, whose payment was shipped somewhere.
fn shipped() -> Desk {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_2")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_2", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z",
            "billing": {"address": {"first_name": "Ada", "last_name": "Lovelace"}},
            "shipping": {"address": {"line1": "1 Harbour Road", "zip": "20457", "city": "Hamburg"}},
            "order_details": [{"name": "Tea", "quantity": 2}],
            "metadata": {"carrier": "DHL", "tracking_number": "00340434", "order_id": "A-77"},
        }),
    ));
    desk
}

#[test]
fn every_empty_field_whose_fact_is_known_is_filled_and_marked_until_it_is_looked_at() {
    let mut desk = shipped();
    edit(&mut desk, EvidenceField::ShippingCarrier, "UPS");
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    let filled = case(&desk, "dsp_2");
    assert_eq!(filled.text(EvidenceField::ShippingTrackingNumber), "00340434");
    assert!(filled.text(EvidenceField::ShippingAddress).contains("Hamburg"));
    assert_eq!(filled.text(EvidenceField::ShippingCarrier), "UPS", "what a person wrote stays");
    assert_eq!(filled.value(EvidenceField::CustomerName), Some("Ada Lovelace"), "recommended or not");
    assert_eq!(filled.value(EvidenceField::ProductDescription), Some("2 × Tea (order A-77)"));
    let statement = filled.text(EvidenceField::UncategorizedText);
    for sentence in [
        "\n\nThe customer is Ada Lovelace.",
        "\n\nThe customer bought: 2 × Tea (order A-77).",
        "\n\nThe order was shipped with UPS under the tracking number 00340434 to ",
    ] {
        assert!(statement.contains(sentence), "{sentence}: {statement}");
    }
    assert!(
        filled.is_filled_in(EvidenceField::ShippingAddress) && !filled.is_filled_in(EvidenceField::ShippingCarrier)
    );
    let unseen = |desk: &Desk| {
        let row = desk.state.workspace.disputes.find(&dsp("dsp_2")).unwrap();
        let findings = findings_of(&desk.state, row, &case(desk, "dsp_2"));
        let found: Vec<_> = findings.into_iter().filter(|finding| finding.kind == FindingKind::FilledIn).collect();
        assert!(found.len() <= 1, "one line says all of them: {found:?}");
        found.into_iter().flat_map(|finding| finding.fields).collect::<Vec<_>>()
    };
    assert_eq!(
        unseen(&desk),
        [
            EvidenceField::CustomerName,
            EvidenceField::BillingAddress,
            EvidenceField::ProductDescription,
            EvidenceField::ShippingAddress,
            EvidenceField::ShippingTrackingNumber,
            EvidenceField::UncategorizedText,
        ]
    );
    let field = EvidenceField::ShippingAddress;
    let look = draft(&desk, |dispute_id| EvidenceDraftAction::LookAt { dispute_id, field });
    desk.act(look);
    edit(&mut desk, EvidenceField::ShippingTrackingNumber, "00340435");
    assert_eq!(unseen(&desk).len(), 4, "one was looked at, one was changed");
}

#[test]
fn what_was_inserted_last_is_taken_back_unless_somebody_typed_there_since() {
    let mut desk = shipped();
    edit(&mut desk, EvidenceField::UncategorizedText, "Dear bank,");
    let insert = |dispute_id, text: &str| EvidenceDraftAction::Insert {
        dispute_id,
        field: EvidenceField::UncategorizedText,
        text: text.to_owned(),
    };
    let inserted = draft(&desk, |id| insert(id, "Phone: 1"));
    desk.act(inserted);
    let last = |desk: &Desk| {
        let case = case(desk, "dsp_2");
        desk.state.workspace.disputes.last_insertion(&case).map(|last| last.fields().collect::<Vec<_>>())
    };
    assert_eq!(last(&desk), Some(vec![EvidenceField::UncategorizedText]), "where it went is said");
    let undo = draft(&desk, EvidenceDraftAction::UndoInsertion);
    desk.act(undo.clone());
    assert_eq!(case(&desk, "dsp_2").text(EvidenceField::UncategorizedText), "Dear bank,");
    assert_eq!(last(&desk), None);
    let inserted = draft(&desk, |id| insert(id, "Phone: 1"));
    desk.act(inserted);
    edit(&mut desk, EvidenceField::UncategorizedText, "All of it written anew");
    desk.act(undo.clone());
    assert_eq!(case(&desk, "dsp_2").text(EvidenceField::UncategorizedText), "All of it written anew");
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    assert!(case(&desk, "dsp_2").value(EvidenceField::ShippingAddress).is_some());
    desk.act(undo);
    assert_eq!(case(&desk, "dsp_2").value(EvidenceField::ShippingAddress), None, "all that was filled in at once");
    assert_eq!(case(&desk, "dsp_2").text(EvidenceField::UncategorizedText), "All of it written anew");
}

/// `dsp_1`, fraudulent: a payment of which the address of the computer and the day of the capture are known.
fn captured() -> Desk {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "captured_at": "2026-11-18T09:00:00Z",
            "browser_info": {"ip_address": "203.0.113.7"},
        }),
    ));
    desk
}

#[test]
fn filling_known_facts_never_fills_the_date_of_a_service_nor_changes_what_is_recommended() {
    let mut desk = captured();
    let recommended = |desk: &Desk| {
        let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
        case(desk, "dsp_1").requirements(row.known, &desk.state.evidence.requirements).name()
    };
    let before = recommended(&desk);
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    let filled = case(&desk, "dsp_1");
    assert_eq!(filled.value(EvidenceField::CustomerPurchaseIp), Some("203.0.113.7"));
    assert_eq!(filled.value(EvidenceField::ServiceDate), None, "the day of the capture proves no service");
    assert_eq!(recommended(&desk), before);
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let facts = facts_of(&desk.state, &row.dispute);
    let captured = facts.iter().find(|fact| fact.label == "Captured on").expect("it is listed");
    assert_eq!(captured.insertion(), (EvidenceField::UncategorizedText, "Captured on: 2026-11-18".to_owned()));
}

#[test]
fn a_drafted_statement_says_what_an_ip_address_is_of() {
    let mut desk = captured();
    let statement = |desk: &mut Desk| {
        let action = draft(desk, EvidenceDraftAction::DraftStatement);
        desk.act(action);
        case(desk, "dsp_1").text(EvidenceField::UncategorizedText).to_owned()
    };
    edit(&mut desk, EvidenceField::CustomerPurchaseIp, "203.0.113.7");
    let text = statement(&mut desk);
    assert!(text.contains("\n\nThe payment came from the IP address 203.0.113.7."), "{text}");
    assert!(!text.contains("The customer is"), "{text}");
    edit(&mut desk, EvidenceField::CustomerName, "Ada Lovelace");
    let text = statement(&mut desk);
    let expected = "The customer is Ada Lovelace. The payment came from the IP address 203.0.113.7.";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn one_key_fills_a_fraud_case_and_drafts_its_statement_and_one_undo_takes_all_of_it_back() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "email": "ada@example.org",
            "description": "Two bags of tea",
            "billing": {"address": {"first_name": "Ada", "last_name": "Lovelace", "city": "London"}},
        }),
    ));
    let before = case(&desk, "dsp_1");
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    let filled = case(&desk, "dsp_1");
    let fields = [
        EvidenceField::CustomerName,
        EvidenceField::CustomerEmailAddress,
        EvidenceField::BillingAddress,
        EvidenceField::ProductDescription,
        EvidenceField::UncategorizedText,
    ];
    assert!(fields.iter().all(|field| filled.is_filled_in(*field)), "{:?}", filled.fields);
    let statement = filled.text(EvidenceField::UncategorizedText);
    assert!(statement.contains("The customer is Ada Lovelace, ada@example.org."), "{statement}");
    let undo = draft(&desk, EvidenceDraftAction::UndoInsertion);
    desk.act(undo);
    let undone = case(&desk, "dsp_1");
    assert_eq!((undone.fields, undone.statement), (before.fields, before.statement));
}

#[test]
fn a_statement_a_person_wrote_stays_when_facts_are_filled_in() {
    let mut desk = shipped();
    edit(&mut desk, EvidenceField::UncategorizedText, "Ours.");
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    assert_eq!(case(&desk, "dsp_2").text(EvidenceField::UncategorizedText), "Ours.");
}

#[test]
fn after_a_refund_the_statement_and_the_field_for_it_say_so() {
    let mut desk = captured();
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 1), 1)]);
    let fill = draft(&desk, EvidenceDraftAction::FillKnownFacts);
    desk.act(fill);
    let filled = case(&desk, "dsp_1");
    let said = "We have refunded 5.00 EUR of this payment.";
    assert_eq!(filled.value(EvidenceField::RefundRefusalExplanation), Some(said));
    let statement = filled.text(EvidenceField::UncategorizedText);
    assert_eq!(statement.matches(said).count(), 1, "{statement}");
}
