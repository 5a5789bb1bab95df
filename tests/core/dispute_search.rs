//! The inbox is searched by customer, amount, id and reason, and filtered by how far the evidence is.

use paydesk_core::features::disputes::{DisputeLocalFilter, DisputesAction, EvidenceState, InboxAction};
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::{Action, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::customers::answer_customer;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_search::known_payers;
use paydesk_test_core::disputes::{dsp, edit, inbox, mixed, open};
use paydesk_test_core::evidence::{confirm, filled, send};
use paydesk_test_core::service::answered;
use serde_json::json;

fn narrowed(desk: &mut Desk, filter: DisputeLocalFilter) -> Vec<String> {
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter))));
    let disputes = &desk.state.workspace.disputes;
    let mut ids: Vec<String> =
        (0..disputes.len()).map(|row| disputes.row(row).unwrap().dispute.dispute_id.to_string()).collect();
    ids.sort();
    ids
}

fn found(desk: &mut Desk, search: &str) -> Vec<String> {
    narrowed(desk, DisputeLocalFilter { search: search.into(), ..DisputeLocalFilter::default() })
}

#[test]
fn a_dispute_is_found_by_its_ids_amount_and_reason_however_they_are_written() {
    let mut desk = inbox(mixed());
    assert_eq!(found(&mut desk, "DSP_4"), ["dsp_4"]);
    assert_eq!(found(&mut desk, "pay_2"), ["dsp_2"]);
    assert_eq!(found(&mut desk, "duplicate"), ["dsp_3", "dsp_4"]);
    assert_eq!(found(&mut desk, "45.10 eur").len(), 6);
    assert_eq!(found(&mut desk, "45.10 usd"), Vec::<String>::new(), "every word is searched for");
    assert_eq!(found(&mut desk, "  ").len(), 6);
}

#[test]
fn a_dispute_is_found_by_its_customer_once_the_payment_or_our_draft_says_who_that_is() {
    let mut desk = inbox(mixed());
    assert_eq!(found(&mut desk, "ada@example.com"), Vec::<String>::new());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "customer_id": "cus_9", "email": "ada@example.com",
        }),
    ));
    assert_eq!(found(&mut desk, "ada@example.com"), ["dsp_1"]);
    assert_eq!(found(&mut desk, "cus_9"), ["dsp_1"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    open(&mut desk, "dsp_4");
    edit(&mut desk, EvidenceField::CustomerName, "Grace Hopper");
    assert_eq!(found(&mut desk, "hopper grace"), ["dsp_4"]);
}

#[test]
fn a_dispute_is_found_by_the_name_in_the_record_of_its_customer_however_it_is_spelled() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "customer_id": "cus_9",
        }),
    ));
    assert_eq!(found(&mut desk, "großmann"), Vec::<String>::new());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_9", "name": "Björn Großmann"})));
    for search in ["Björn Großmann", "bjorn grossmann", "BJO\u{308}RN"] {
        assert_eq!(found(&mut desk, search), ["dsp_1"], "{search}");
    }
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!(row.customer_text, "Björn Großmann", "shown where the payment names nobody");
}

#[test]
fn a_dispute_is_found_by_the_customer_of_its_stored_payment_without_being_opened() {
    let mut desk = inbox(mixed());
    assert_eq!(desk.state.workspace.disputes.unknown_customers(), 6);
    let columns = known_payers(&[("pay_1", "Ada Lovelace"), ("pay_4", "Grace Hopper")]);
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    assert_eq!(found(&mut desk, "ada.lovelace@example"), ["dsp_1"]);
    assert_eq!(found(&mut desk, "hopper"), ["dsp_4"], "by the name of the billing address");
    assert_eq!(found(&mut desk, "cus_pay_4"), ["dsp_4"]);
    assert_eq!(desk.state.workspace.disputes.unknown_customers(), 4);
    let row = desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap();
    assert_eq!((row.customer_text.as_str(), row.customer_email.as_str()), ("Grace Hopper", "grace.hopper@example.com"));
}

#[test]
fn disputes_are_filtered_by_how_far_their_evidence_is() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    let with = |desk: &mut Desk, state| {
        narrowed(desk, DisputeLocalFilter { evidence: Some(state), ..DisputeLocalFilter::default() })
    };
    assert_eq!(with(&mut desk, EvidenceState::Incomplete), ["dsp_1"]);
    assert_eq!(with(&mut desk, EvidenceState::NotStarted).len(), 5);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    send(&mut desk);
    assert_eq!(with(&mut desk, EvidenceState::OutcomeNotKnown), ["dsp_1"], "it was sent");
    confirm(&mut desk);
    assert_eq!(with(&mut desk, EvidenceState::Submitted), ["dsp_1"]);
}
