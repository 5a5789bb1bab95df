//! The review queue in the window: decided by mouse and by keys, undone, and ended with a summary.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use paydesk_core::Action;
use paydesk_core::features::notes::NotesAction;
use paydesk_core::features::review_queue::ReviewQueueAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::NoteSubject;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::review_queue;
use paydesk_test_core::service::Pay;

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL, pictures_of};

fn window() -> LiveWindow {
    let held = |id: &str, minor: i64, hour: u32| {
        let created = format!("2026-11-17T{hour}:00:00Z");
        Pay { created, ..Pay::in_review(id, minor) }
    };
    let payments = vec![held("pay_c", 3_000, 12), held("pay_b", 2_000, 11), held("pay_a", 1_000, 10)];
    let mut window = LiveWindow::new(Desk::ready(payments));
    window.act(Action::GoTo(Route::ReviewQueue));
    window
}

fn desk(window: &mut LiveWindow) -> &mut Desk {
    &mut window.0.state_mut().desk
}

fn in_front(window: &LiveWindow) -> Option<String> {
    let session = window.state().workspace.review_queue.session()?;
    session.current().map(|item| item.payment_id.as_str().to_owned())
}

#[test]
fn the_button_of_the_payments_in_review_begins_the_queue() {
    let mut window = LiveWindow::new(Desk::ready(vec![Pay::in_review("pay_a", 1_000)]));
    window.click(Role::Button, "In review");
    window.click(Role::Button, "Review queue");
    assert_eq!(window.state().workspace.route, Route::ReviewQueue);
    assert!(window.shows("1 of 1 · 1 left"));
    window.key(Key::Escape);
    assert_eq!(window.state().workspace.route, Route::List(ResourceKind::Payment));
}

#[test]
fn a_payment_is_approved_by_mouse_and_the_decision_undone() {
    let mut window = window();
    assert!(window.shows("1 of 3 · 3 left"));
    window.click(Role::Button, "Approve 10.00 EUR");
    assert_eq!(in_front(&window).as_deref(), Some("pay_b"));
    desk(&mut window).write_all();
    window.run();
    assert!(window.shows("will be sent in 5 s"), "the time to undo is counted down");
    window.click(Role::Button, "Undo");
    desk(&mut window).write_all();
    window.run();
    assert_eq!(in_front(&window).as_deref(), Some("pay_a"));
    desk(&mut window).pass(60);
    desk(&mut window).assert_sent_times(0);
}

#[test]
fn the_queue_is_worked_through_by_keys_alone() {
    let mut window = window();
    window.key(Key::J);
    assert_eq!(in_front(&window).as_deref(), Some("pay_b"));
    window.key(Key::K);
    assert_eq!(in_front(&window).as_deref(), Some("pay_a"));
    window.key(Key::A);
    assert_eq!(in_front(&window).as_deref(), Some("pay_b"));
    window.key(Key::U);
    desk(&mut window).write_all();
    window.run();
    assert_eq!(in_front(&window).as_deref(), Some("pay_a"));
    window.key(Key::S);
    window.key(Key::X);
    assert_eq!(in_front(&window).as_deref(), Some("pay_c"));
    window.key(Key::A);
    assert_eq!(in_front(&window), None);
    desk(&mut window).write_all();
    desk(&mut window).pass(6);
    while !desk(&mut window).sends.is_empty() {
        desk(&mut window).reply_truly();
        desk(&mut window).write_all();
        desk(&mut window).serve();
    }
    window.run();
    assert!(window.shows("End of the queue"));
    assert!(window.rows().iter().any(|row| row == "pay_b, 20.00 EUR, Cancelled"), "{:?}", window.rows());
    assert!(window.rows().iter().any(|row| row == "pay_a, 10.00 EUR, Skipped"), "{:?}", window.rows());
    window.click(Role::Button, "Review 1 skipped");
    assert_eq!(in_front(&window).as_deref(), Some("pay_a"));
}

#[test]
fn a_key_that_is_held_down_decides_on_one_payment() {
    for key in [Key::A, Key::X] {
        let mut window = window();
        for _ in 0..5 {
            let (physical_key, modifiers) = (None, Modifiers::NONE);
            window.0.event(Event::Key { key, physical_key, pressed: true, repeat: false, modifiers });
            window.run();
        }
        assert_eq!(in_front(&window).as_deref(), Some("pay_b"), "{key:?}");
    }
}

#[test]
fn a_key_pressed_twice_at_once_decides_on_one_payment_and_later_on_the_next() {
    let mut window = window();
    for pressed in [true, false, true, false] {
        let (key, physical_key, modifiers) = (Key::A, None, Modifiers::NONE);
        window.0.input_mut().events.push(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
    }
    window.run();
    assert_eq!(in_front(&window).as_deref(), Some("pay_b"));
    window.key(Key::A);
    assert_eq!(in_front(&window).as_deref(), Some("pay_c"));
}

#[test]
fn a_note_is_written_by_keys_and_does_not_decide_anything() {
    let mut window = window();
    window.key(Key::N);
    window.type_text("Asks about a xylophone");
    let session = window.state().workspace.review_queue.session().unwrap();
    assert_eq!(session.counts().left, 3, "A, S and X were written, not pressed");
    window.click(Role::Button, "Add note");
    let subject = NoteSubject::payment(&PaymentId::new("pay_a"));
    assert_eq!(window.state().workspace.notes.index().notes_of(&subject).count(), 1);
    assert_eq!(in_front(&window).as_deref(), Some("pay_a"));
}

#[test]
fn a_reason_goes_with_the_cancellation_of_its_payment_alone() {
    let mut window = window();
    window.type_into("Cancellation reason, optional", "fraudulent");
    window.click(Role::Button, "Cancel payment");
    desk(&mut window).write_all();
    let body = |window: &mut LiveWindow| desk(window).operation().plan.request.clone();
    assert!(format!("{:?}", body(&mut window)).contains("fraudulent"));
    window.act(Action::ReviewQueue(ReviewQueueAction::Undo));
    desk(&mut window).write_all();
    window.act(Action::ReviewQueue(ReviewQueueAction::Next));
    window.click(Role::Button, "Cancel payment");
    assert!(!format!("{:?}", body(&mut window)).contains("fraudulent"));
}

/// A note on the customer, and a decision that waits for its time.
fn with_facts() -> Desk {
    let mut desk = review_queue::with_facts();
    let customer = NoteSubject::new(ResourceKind::Customer, "cus_1");
    desk.act(Action::Notes(NotesAction::Write(customer, "Buys for resale; called on 3 November".into())));
    desk
}

/// The end of a round, with a decision of each kind.
fn summary() -> Desk {
    let mut window = window();
    window.key(Key::S);
    window.key(Key::A);
    window.key(Key::X);
    let desk = desk(&mut window);
    desk.write_all();
    desk.serve();
    std::mem::replace(desk, Desk::ready(Vec::new()))
}

#[test]
fn pictures_of_the_review_queue() {
    pictures_of("review-queue", || {
        let small = ("review-queue-small", with_facts(), SMALL);
        vec![("review-queue", with_facts(), LARGE), small, ("review-queue-summary", summary(), LARGE)]
    });
}
