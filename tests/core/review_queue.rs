//! The review queue: one payment after the other, decisions that can be undone before they leave, and what is known of
//! the payment in front.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::review_queue::item::{DecisionState, ReviewDecision};
use paydesk_core::features::review_queue::related::RelatedBy;
use paydesk_core::features::review_queue::{ReviewQueueAction, ReviewSession};
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::{Intent, Phase};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::payer_places::{AddressMatch, AddressPart, PayerPlaces};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::review_queue::{NAMES, act, desk_that_knows, held, payment, with_facts};
use paydesk_test_core::service::Pay;
use serde_json::{Value, json};

/// The queue of three payments, the newest listed first, and one that is not in review.
fn queue() -> Desk {
    queue_of(vec![held(2), held(1), held(0), Pay::captured("pay_other", 700)])
}

fn queue_of(payments: Vec<Pay>) -> Desk {
    let mut desk = Desk::ready(payments);
    desk.act(Action::GoTo(Route::ReviewQueue));
    desk.serve();
    desk
}

/// A decision is asked for and written to the journal; everything is answered.
fn decide(desk: &mut Desk, action: ReviewQueueAction) {
    act(desk, action);
    desk.write_all();
    desk.serve();
}

fn session(desk: &Desk) -> &ReviewSession {
    desk.state.workspace.review_queue.session().expect("a round")
}

fn in_front(desk: &Desk) -> Option<&str> {
    session(desk).current().map(|item| item.payment_id.as_str())
}

fn state_of(desk: &Desk, id: &str) -> DecisionState {
    let item = session(desk).items().iter().find(|item| item.payment_id.as_str() == id).unwrap();
    match &item.decision {
        ReviewDecision::Decided(decided) => decided.state.clone(),
        other => panic!("not decided: {other:?}"),
    }
}

fn decision_of<'a>(desk: &'a Desk, id: &str) -> &'a ReviewDecision {
    &session(desk).items().iter().find(|item| item.payment_id.as_str() == id).unwrap().decision
}

/// What was sent comes to its end.
fn answer_sends(desk: &mut Desk) {
    while !desk.sends.is_empty() {
        desk.reply_truly();
        desk.write_all();
        desk.serve();
    }
}

#[test]
fn the_queue_begins_with_the_payment_that_waits_longest_and_holds_those_in_review_alone() {
    let desk = queue();
    let ids: Vec<&str> = session(&desk).items().iter().map(|item| item.payment_id.as_str()).collect();
    assert_eq!(ids, NAMES);
    assert_eq!(in_front(&desk), Some("pay_first"));
    let read = desk.state.workspace.payments.detail(&PaymentId::new("pay_first")).and_then(|detail| detail.value());
    assert!(read.is_some(), "it is read when it is shown");
}

#[test]
fn a_decision_is_on_disk_at_once_and_leaves_after_five_seconds() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    assert_eq!(desk.steps(), [JournalStepName::Prepared]);
    assert_eq!(in_front(&desk), Some("pay_second"), "the next one is in front");
    let DecisionState::Undoable { until: Some(until) } = state_of(&desk, "pay_first") else { panic!() };
    assert_eq!((until - desk.now).num_seconds(), 5);
    assert!(desk.state.counts_seconds() && desk.state.next_due().is_some_and(|due| due <= until));
    desk.tick_at(until - chrono::TimeDelta::milliseconds(1));
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(0);
    desk.tick_at(until);
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(state_of(&desk, "pay_first"), DecisionState::UnderWay);
    answer_sends(&mut desk);
    assert_eq!(state_of(&desk, "pay_first"), DecisionState::Done);
    let counts = session(&desk).counts();
    assert_eq!((counts.approved.0, counts.approved.1.text().as_str(), counts.left), (1, "10.00 EUR", 2));
    assert_eq!(desk.state.toasts.unseen().count(), 0, "it is shown in the queue");
}

#[test]
fn undo_takes_the_latest_decision_back_before_it_leaves() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    decide(&mut desk, ReviewQueueAction::Cancel(Some("fraudulent".into())));
    assert_eq!(in_front(&desk), Some("pay_third"));
    decide(&mut desk, ReviewQueueAction::Undo);
    assert_eq!(in_front(&desk), Some("pay_second"), "the latest one");
    assert_eq!(*decision_of(&desk, "pay_second"), ReviewDecision::Open);
    decide(&mut desk, ReviewQueueAction::Undo);
    assert_eq!(in_front(&desk), Some("pay_first"));
    desk.pass(60);
    desk.assert_sent_times(0);
    assert!(desk.nothing_open());
    decide(&mut desk, ReviewQueueAction::Undo);
    assert!(desk.toasts().iter().any(|toast| toast.contains("Nothing left to undo")), "{:?}", desk.toasts());
    // What was taken back can be decided again, as a new operation.
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.pass(6);
    desk.assert_sent_times(1);
}

#[test]
fn undo_while_the_decision_is_being_written_takes_it_back_too() {
    let mut desk = queue();
    act(&mut desk, ReviewQueueAction::Approve);
    act(&mut desk, ReviewQueueAction::Undo);
    assert_eq!(in_front(&desk), Some("pay_first"));
    desk.write_all();
    desk.pass(60);
    desk.assert_sent_times(0);
    assert_eq!(desk.steps(), [JournalStepName::Prepared, JournalStepName::NotSent]);
    assert_eq!(*decision_of(&desk, "pay_first"), ReviewDecision::Open);
}

#[test]
fn what_was_sent_cannot_be_undone() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.tick(5);
    desk.serve();
    desk.write_all();
    act(&mut desk, ReviewQueueAction::Undo);
    assert_eq!(in_front(&desk), Some("pay_second"));
    answer_sends(&mut desk);
    assert_eq!(state_of(&desk, "pay_first"), DecisionState::Done);
}

#[test]
fn after_a_crash_in_these_seconds_nothing_is_sent_by_itself() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    let mut desk = desk.restarted();
    desk.pass(600);
    desk.assert_sent_times(0);
    assert!(matches!(desk.operation().phase, Phase::NeverSent), "a person sends or discards it");
}

#[test]
fn no_payment_is_shown_twice_and_what_was_skipped_comes_back_only_when_asked_for() {
    let mut desk = queue();
    act(&mut desk, ReviewQueueAction::Skip);
    decide(&mut desk, ReviewQueueAction::Approve);
    decide(&mut desk, ReviewQueueAction::Cancel(None));
    assert_eq!(in_front(&desk), None, "the summary");
    desk.pass(6);
    answer_sends(&mut desk);
    let counts = session(&desk).counts();
    assert_eq!((counts.approved.0, counts.cancelled.0, counts.skipped, counts.left), (1, 1, 1, 0));
    assert!(!session(&desk).is_over(), "one was skipped");
    act(&mut desk, ReviewQueueAction::ReviewSkipped);
    assert_eq!(in_front(&desk), Some("pay_first"));
    decide(&mut desk, ReviewQueueAction::Approve);
    assert_eq!(in_front(&desk), None);
    desk.pass(6);
    answer_sends(&mut desk);
    assert!(session(&desk).is_over());
    desk.assert_sent_times(3);
    act(&mut desk, ReviewQueueAction::Finish);
    assert!(desk.state.workspace.review_queue.session().is_none());
    assert_eq!(desk.state.workspace.route, Route::List(ResourceKind::Payment));
}

#[test]
fn a_round_that_is_finished_early_is_summed_up_before_it_ends() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    assert!(in_front(&desk).is_some());
    act(&mut desk, ReviewQueueAction::Finish);
    assert_eq!(in_front(&desk), None, "the summary");
    act(&mut desk, ReviewQueueAction::Finish);
    assert!(desk.state.workspace.review_queue.session().is_none());
    let mut untouched = queue();
    act(&mut untouched, ReviewQueueAction::Finish);
    assert!(untouched.state.workspace.review_queue.session().is_none(), "there is nothing to sum up");
}

#[test]
fn the_keys_lead_through_the_queue_and_decide() {
    let mut desk = queue();
    let press = |desk: &mut Desk, command: Command| match command.effect(&desk.state) {
        Some(CommandEffect::Act(action)) => desk.act(action),
        other => panic!("{command:?}: {other:?}"),
    };
    press(&mut desk, Command::NextRow);
    assert_eq!(in_front(&desk), Some("pay_second"));
    desk.serve();
    assert_eq!(Command::CancelPayment.effect(&desk.state), Some(CommandEffect::CancelReviewed));
    let note = Command::WriteNote.effect(&desk.state);
    assert!(matches!(note, Some(CommandEffect::WriteNote(_))), "{note:?}");
    press(&mut desk, Command::PreviousRow);
    press(&mut desk, Command::Approve);
    desk.write_all();
    assert_eq!(in_front(&desk), Some("pay_second"));
    press(&mut desk, Command::SkipReview);
    assert_eq!(in_front(&desk), Some("pay_third"));
    press(&mut desk, Command::UndoReview);
    desk.write_all();
    assert_eq!(in_front(&desk), Some("pay_first"));
    for _ in 0..9 {
        press(&mut desk, Command::NextRow);
    }
    assert_eq!(in_front(&desk), None, "the summary is behind the last one");
    assert_eq!(Command::Approve.effect(&desk.state), None);
    press(&mut desk, Command::ClosePane);
    assert_eq!(desk.state.workspace.route, Route::List(ResourceKind::Payment));
    assert_eq!(Command::SkipReview.effect(&desk.state), None, "in the queue alone");
}

#[test]
fn a_round_goes_on_where_it_was_left() {
    let mut desk = queue();
    act(&mut desk, ReviewQueueAction::Skip);
    desk.act(Action::GoTo(Route::Home));
    desk.act(Action::GoTo(Route::ReviewQueue));
    assert_eq!(in_front(&desk), Some("pay_second"));
    assert_eq!(*decision_of(&desk, "pay_first"), ReviewDecision::Skipped);
}

#[test]
fn what_somebody_else_decided_is_said_and_cannot_be_decided_again() {
    let mut desk = queue();
    desk.service.payments.iter_mut().find(|pay| pay.id == "pay_second").unwrap().cancel().unwrap();
    decide(&mut desk, ReviewQueueAction::Next);
    assert!(
        matches!(decision_of(&desk, "pay_second"), ReviewDecision::Elsewhere(status) if status.as_str() == "cancelled")
    );
    assert_eq!(in_front(&desk), Some("pay_second"), "who looks at it is not led away");
    assert_eq!(Command::Approve.effect(&desk.state), None);
    decide(&mut desk, ReviewQueueAction::Approve);
    assert_eq!(desk.steps(), []);
}

#[test]
fn a_payment_that_changed_within_the_five_seconds_is_not_sent_to() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.service.payments.iter_mut().find(|pay| pay.id == "pay_first").unwrap().cancel().unwrap();
    desk.pass(8);
    desk.assert_sent_times(0);
    assert!(matches!(state_of(&desk, "pay_first"), DecisionState::Failed(_)));
    assert_eq!(session(&desk).counts().failed, 1);
}

#[test]
fn a_lost_response_is_shown_as_unknown_until_it_is_found_out() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.tick(5);
    desk.serve();
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert_eq!(state_of(&desk, "pay_first"), DecisionState::Unknown);
    desk.assert_says_unknown();
}

#[test]
fn an_undone_second_of_two_leaves_the_first_as_it_is() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.tick(3);
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.tick(1);
    decide(&mut desk, ReviewQueueAction::Undo);
    desk.pass(10);
    answer_sends(&mut desk);
    desk.assert_sent_times(1);
    assert_eq!(state_of(&desk, "pay_first"), DecisionState::Done);
    assert_eq!(*decision_of(&desk, "pay_second"), ReviewDecision::Open);
}

#[test]
fn a_payment_with_an_open_operation_is_not_decided_again() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    decide(&mut desk, ReviewQueueAction::Previous);
    assert_eq!(in_front(&desk), Some("pay_first"));
    assert_eq!(Command::Approve.effect(&desk.state), None);
    decide(&mut desk, ReviewQueueAction::Cancel(None));
    assert_eq!(desk.steps(), [JournalStepName::Prepared]);
}

#[test]
fn without_a_journal_nothing_is_decided() {
    let mut desk = queue();
    let problem = paydesk_test_core::desk::problem("the disk is full");
    desk.event(Message::JournalUnavailable { problem });
    assert_eq!(Command::Approve.effect(&desk.state), None);
    decide(&mut desk, ReviewQueueAction::Approve);
    assert_eq!(desk.steps(), []);
    assert_eq!(in_front(&desk), Some("pay_first"));
}

#[test]
fn a_window_that_is_closed_within_the_five_seconds_waits_for_the_decision() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    assert!(!desk.state.on_close_requested(), "a person decided it");
    desk.pass(5);
    answer_sends(&mut desk);
    desk.assert_sent_times(1);
    assert!(desk.state.may_close());
}

#[test]
fn another_profile_before_it_leaves_holds_it_back() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    paydesk_test_core::profiles::ready(&mut desk);
    desk.pass(60);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    paydesk_test_core::profiles::ready(&mut desk);
    desk.pass(60);
    desk.assert_sent_times(0);
    assert!(matches!(state_of(&desk, "pay_first"), DecisionState::Failed(why) if why.contains("another profile")));
}

#[test]
fn payments_that_come_into_review_are_added_at_the_end() {
    let mut desk = queue();
    desk.service.payments.insert(0, Pay { created: "2026-11-17T09:00:00Z".into(), ..Pay::in_review("pay_new", 100) });
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    let ids: Vec<&str> = session(&desk).items().iter().map(|item| item.payment_id.as_str()).collect();
    assert_eq!(ids, ["pay_first", "pay_second", "pay_third", "pay_new"]);
    assert_eq!(in_front(&desk), Some("pay_first"));
}

#[test]
fn an_empty_queue_says_so_and_takes_what_comes() {
    let mut desk = queue_of(vec![Pay::captured("pay_other", 700)]);
    assert!(session(&desk).items().is_empty() && in_front(&desk).is_none());
    desk.service.payments.insert(0, held(0));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert_eq!(in_front(&desk), Some("pay_first"));
}

#[test]
fn other_payments_of_the_same_person_are_counted_with_their_outcome() {
    let desk = with_facts();
    let facts = desk.state.workspace.review_queue.facts().expect("facts");
    let group = |by: RelatedBy| facts.related.groups.iter().find(|group| group.by == by).unwrap();
    let email = group(RelatedBy::Email);
    assert_eq!((email.count, email.succeeded, email.failed), (3, 2, 1), "not those of a longer address");
    assert_eq!((email.disputed, email.refunded, email.sums.text().as_str()), (1, 1, "50.00 EUR"));
    assert_eq!(email.query, "email:anna@example.com");
    assert_eq!(group(RelatedBy::Customer).count, 1);
    assert_eq!(group(RelatedBy::Card).count, 1);
    let usual = facts.related.usual.as_ref().unwrap();
    assert_eq!((&usual.median, usual.of, usual.tenths), (&eur(2_500), 3, 40), "of the same person, whatever card");
    let Some(AddressMatch::Different(difference)) = &facts.places.addresses else { panic!() };
    assert_eq!(difference.part, AddressPart::Country);
}

#[test]
fn earlier_operations_and_notes_of_the_same_person_are_shown() {
    let mut desk = queue();
    let note = NotesAction::Write(NoteSubject::payment(&PaymentId::new("pay_first")), "Called, is real".into());
    desk.act(Action::Notes(note));
    assert!(desk.state.workspace.review_queue.facts().unwrap().notes.is_empty(), "its own are shown beside");
    let current = payment("pay_first", 10_000, "requires_merchant_action", json!({"customer_id": "cus_1"}));
    let mut desk = desk_that_knows(vec![(payment("pay_a", 2_000, "succeeded", json!({})), false, false)], current);
    let write = |subject: NoteSubject, text: &str| Action::Notes(NotesAction::Write(subject, text.into()));
    desk.act(write(NoteSubject::payment(&PaymentId::new("pay_a")), "Refund asked for twice"));
    desk.tick(1);
    desk.act(write(NoteSubject::new(ResourceKind::Customer, "cus_1"), "Wholesaler"));
    let facts = desk.state.workspace.review_queue.facts().unwrap();
    let texts: Vec<&str> = facts.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["Wholesaler", "Refund asked for twice"]);
}

#[test]
fn an_approval_from_the_queue_is_that_of_the_dialog() {
    let mut desk = queue();
    decide(&mut desk, ReviewQueueAction::Approve);
    let plan = desk.operation().plan.clone();
    let mut other = Desk::ready(vec![held(0)]);
    let id = PaymentId::new("pay_first");
    other.act(Action::Payments(PaymentsAction::Open(id.clone())));
    other.serve();
    other.act(Action::Payments(PaymentsAction::Ask(id, Intent::Approve.action())));
    other.act(Action::Confirm(paydesk_core::dialog::Confirmation::Payment(Intent::Approve)));
    assert_eq!(other.operation().plan, plan);
}

fn places(more: Value) -> PayerPlaces {
    PayerPlaces::of(&decode_payment(payment("pay_a", 1_000, "succeeded", more), MinorUnits::Iso4217).unwrap().raw)
}

#[test]
fn addresses_differ_in_their_coarsest_part() {
    let of = |shipping: Value| {
        let billing = json!({"country": "DE", "city": "Berlin", "zip": "10115", "line1": "Weg 1"});
        places(json!({"billing": {"address": billing}, "shipping": {"address": shipping}})).addresses
    };
    let same = json!({"country": "de", "city": "BERLIN", "zip": "10115", "line1": "Weg, 1"});
    assert_eq!(of(same), Some(AddressMatch::Same));
    let Some(AddressMatch::Different(found)) = of(json!({"country": "PL", "city": "Warsaw"})) else { panic!() };
    assert_eq!((found.part, &*found.billing, &*found.shipping), (AddressPart::Country, "DE", "PL"));
    assert_eq!(of(json!({})), None, "nothing to compare");
    assert_eq!(places(json!({"billing": null, "shipping": 4})), PayerPlaces::default());
}

#[test]
fn countries_differ_only_where_two_are_known() {
    let billing = json!({"address": {"country": "DE"}});
    assert!(!places(json!({"billing": billing})).countries_differ());
    let card = json!({"card": {"card_issuing_country": "NG"}});
    assert!(places(json!({"billing": billing, "payment_method_data": card})).countries_differ());
}
