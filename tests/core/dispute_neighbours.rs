//! Forty disputes a day: from one to the next in the order of the inbox, without going back to it.

use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputeLocalFilter, DisputesAction, InboxAction, Neighbour, SubmissionAction};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{dsp, edit, inbox, mixed, open};
use paydesk_test_core::evidence::confirm;

fn act(desk: &mut Desk, action: DisputesAction) {
    desk.act(Action::Disputes(action));
}

fn listed(desk: &Desk) -> Vec<DisputeId> {
    let disputes = &desk.state.workspace.disputes;
    (0..disputes.len()).map(|place| disputes.row(place).unwrap().dispute.dispute_id.clone()).collect()
}

fn opened(desk: &Desk) -> Option<DisputeId> {
    desk.state.workspace.disputes.open.id.clone()
}

#[test]
fn next_and_previous_follow_the_order_of_the_inbox_and_end_with_it() {
    let mut desk = inbox(mixed());
    let order = listed(&desk);
    act(&mut desk, DisputesAction::Open(Some(order[0].clone())));
    act(&mut desk, DisputesAction::OpenNeighbour(Neighbour::Previous));
    assert_eq!(opened(&desk).as_ref(), Some(&order[0]), "there is none before the first");
    for id in &order[1..] {
        act(&mut desk, DisputesAction::OpenNeighbour(Neighbour::Next));
        assert_eq!(opened(&desk).as_ref(), Some(id));
    }
    assert_eq!(desk.state.workspace.disputes.open_number(), None, "the last needs no evidence");
    act(&mut desk, DisputesAction::OpenNeighbour(Neighbour::Next));
    assert_eq!(opened(&desk).as_ref(), order.last(), "there is none after the last");
    act(&mut desk, DisputesAction::OpenNeighbour(Neighbour::Previous));
    assert_eq!(opened(&desk).as_ref(), order.get(order.len() - 2));
}

#[test]
fn the_place_beside_an_open_dispute_is_among_those_that_need_evidence() {
    let mut desk = inbox(mixed());
    let order = listed(&desk);
    act(&mut desk, DisputesAction::Open(Some(order[1].clone())));
    assert_eq!((order.len(), desk.state.workspace.disputes.open_number()), (6, Some((2, 3))));
}

#[test]
fn beside_a_dispute_that_left_the_list_the_next_one_is_what_took_its_place() {
    let mut desk = inbox(mixed());
    let order = listed(&desk);
    act(&mut desk, DisputesAction::Open(Some(order[1].clone())));
    let of_open = desk.state.workspace.disputes.open_row().unwrap().dispute.status.clone();
    let others = desk.state.workspace.disputes.all().iter().map(|row| row.dispute.status.clone());
    let statuses = others.filter(|status| *status != of_open).collect();
    let filter = DisputeLocalFilter { statuses, ..DisputeLocalFilter::default() };
    act(&mut desk, DisputesAction::Inbox(InboxAction::SetLocalFilter(filter)));
    let left = listed(&desk);
    assert!(!left.is_empty() && !left.contains(&order[1]));
    act(&mut desk, DisputesAction::OpenNeighbour(Neighbour::Next));
    let place = 1.min(left.len() - 1);
    assert_eq!(opened(&desk).as_ref(), left.get(place));
}

/// `dsp_1` with something to send, reviewed.
fn reviewed() -> Desk {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    desk
}

#[test]
fn submit_and_open_next_sends_once_and_opens_the_next_dispute_that_needs_evidence() {
    let mut desk = reviewed();
    let order = listed(&desk);
    let place = order.iter().position(|id| *id == dsp("dsp_1")).unwrap();
    let needs = |id: &&DisputeId| desk.state.workspace.disputes.find(id).unwrap().dispute.status.may_need_evidence();
    let next = order[place + 1..].iter().chain(&order[..place]).find(needs).unwrap().clone();
    act(&mut desk, DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext));
    assert_eq!(opened(&desk), Some(next));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext));
    desk.write();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    confirm(&mut desk);
    assert_eq!(draft_of(&desk.state, &dsp("dsp_1")).versions.len(), 1, "recorded while another dispute is open");
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!((&row.dispute.status, row.due()), (&DisputeStatus::Challenged, None), "read again");
}

#[test]
fn after_the_last_one_the_inbox_is_shown_again() {
    let mut desk = reviewed();
    let filter = DisputeLocalFilter {
        statuses: vec![desk.state.workspace.disputes.open_row().unwrap().dispute.status.clone()],
        ..DisputeLocalFilter::default()
    };
    act(&mut desk, DisputesAction::Inbox(InboxAction::SetLocalFilter(filter)));
    let others: Vec<DisputeId> = listed(&desk).into_iter().filter(|id| *id != dsp("dsp_1")).collect();
    desk.service.disputes.retain(|dispute| !others.iter().any(|id| dispute["dispute_id"] == id.as_str()));
    act(&mut desk, DisputesAction::Inbox(InboxAction::Refresh));
    desk.serve();
    assert_eq!(listed(&desk), [dsp("dsp_1")]);
    act(&mut desk, DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext));
    assert_eq!(opened(&desk), None);
    assert!(desk.toasts().iter().any(|toast| toast.contains("No other dispute")), "{:?}", desk.toasts());
}
