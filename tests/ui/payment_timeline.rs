//! The timeline of a payment: what the service reports, events, what was done from here, and notes, by time.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Message;
use paydesk_domain::ResourceKind;
use paydesk_domain::note::{Annotation, NoteSubject};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, pay_1, problem};
use paydesk_test_core::operation_log::{serve_journal, with_history};
use paydesk_test_core::webhooks::event;
use serde_json::json;

use super::live::LiveWindow;

fn note(subject: &NoteSubject, id: &str, text: &str, at: &str) -> Annotation {
    let note = json!({"what": "note", "profile_id": ProfileId::embedded(), "id": id, "subject": subject, "text": text,
        "by": "anna", "at": at});
    serde_json::from_value(note).unwrap()
}

/// A payment of which a part was captured and a cancellation refused, with a refund, an event and notes.
fn with_everything() -> Desk {
    let mut desk = with_history();
    let refund = NoteSubject::new(ResourceKind::Refund, "ref_1").of_payment(Some(&pay_1()));
    let annotations = vec![
        note(&NoteSubject::payment(&pay_1()), "note_1", "Sold by phone", "2020-01-01T10:00:00Z"),
        note(&refund, "note_2", "Asked for it twice", "2030-01-01T10:00:00Z"),
    ];
    desk.event(Message::NotesOpened { annotations, problem: None });
    let records = vec![paydesk_test_core::refunds::record("ref_1", 500, "EUR", "succeeded")];
    desk.event(Message::RecordsOpened { records, problem: None });
    let object = json!({"payment_id": "pay_1", "amount": 10_000, "currency": "EUR", "status": "processing"});
    desk.event(Message::WebhooksArrived { events: vec![event("evt_1", "payment", object, 1)] });
    desk
}

fn window(desk: Desk) -> LiveWindow {
    let mut window = LiveWindow::of_size(desk, [1440.0, 3_000.0]);
    serve_journal(&mut window.0.state_mut().desk);
    window.run();
    window
}

/// How far down it is that a text begins with this.
#[track_caller]
fn top(window: &LiveWindow, text: &str) -> f32 {
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        let said = node.value().or_else(|| node.label());
        node.role() != Role::Button && said.is_some_and(|said| said.starts_with(text))
    };
    let found = window.0.query_all_by(is).last().map(|node| node.rect().top());
    found.unwrap_or_else(|| panic!("nothing says “{text}”"))
}

#[test]
fn what_happened_to_a_payment_stands_in_one_order_of_time() {
    let window = window(with_everything());
    let order = ["anna: Sold by phone", "Capture 25.00 EUR", "Cancel payment", "anna: Asked for it twice"];
    let tops: Vec<f32> = order.iter().map(|text| top(&window, text)).collect();
    assert!(tops.is_sorted() && tops[0] < tops[3], "{tops:?}");
    for shown in ["Note", "Note on refund", "Created", "Refund", "Event"] {
        assert!(window.shows(shown), "{shown}");
    }
    let between = [top(&window, "payment_told · "), top(&window, "5.00 EUR · Refunded · duplicate")];
    assert!(between.iter().all(|between| tops[0] < *between && *between < tops[3]), "{between:?} {tops:?}");
}

#[test]
fn operations_of_earlier_sessions_are_read_once_and_a_failure_is_said() {
    let mut window = LiveWindow::new(with_history());
    assert_eq!(serve_journal(&mut window.0.state_mut().desk), 3, "all pages");
    window.run();
    assert_eq!(serve_journal(&mut window.0.state_mut().desk), 0, "read again");
    let mut window = LiveWindow::new(with_history());
    let problem = problem("The disk is gone");
    window.0.state_mut().desk.event(Message::JournalRead { result: Err(problem) });
    window.run();
    assert!(window.shows("Operations from earlier sessions could not be loaded"));
}
