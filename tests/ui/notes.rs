//! The notes of an object in the window: written, tagged, changed and deleted, by mouse and by keyboard.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::{Action, Message};
use paydesk_domain::note::{Annotation, Note, NoteSubject, ObjectTag};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, pay_1, problem};
use paydesk_test_core::service::Pay;

use super::live::LiveWindow;
use super::panels::{LARGE, pictures_of};

fn note(id: &str, by: &str, text: &str) -> Annotation {
    Annotation::Note(Note {
        profile_id: ProfileId::embedded(),
        id: id.to_owned(),
        subject: NoteSubject::payment(&pay_1()),
        text: text.to_owned(),
        by: by.to_owned(),
        at: "2026-11-17T09:30:00Z".parse().unwrap(),
        earlier: Vec::new(),
        deleted_at: None,
    })
}

fn tag(word: &str, subject: &str) -> Annotation {
    let subject = NoteSubject::payment(&paydesk_domain::ids::PaymentId::new(subject));
    let (profile_id, at) = (ProfileId::embedded(), "2026-11-17T09:30:00Z".parse().unwrap());
    Annotation::Tag(ObjectTag { profile_id, subject, word: word.to_owned(), by: "anna".into(), at, is_removed: false })
}

fn written() -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    let annotations = vec![
        note("note_1", "kim", "Called, he sends the invoice.\nCapture after that."),
        note("note_2", "berta", "Same customer as in May"),
        tag("vip", "pay_1"),
        tag("call-back", "pay_2"),
    ];
    desk.event(Message::NotesOpened { annotations, problem: None });
    desk
}

#[test]
fn a_note_is_written_by_keyboard_and_shown_with_who_wrote_it() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    window.type_into("New note", "Called him");
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("Called him"));
    let written =
        |node: &egui_kittest::kittest::AccessKitNode<'_>| node.value().is_some_and(|text| text.starts_with("kim · "));
    assert!(window.0.query_all_by(written).next().is_some());
    assert_eq!(window.state().workspace.notes.index().notes_of(&NoteSubject::payment(&pay_1())).count(), 1);
}

#[test]
fn what_is_typed_about_a_payment_is_there_again_after_another_was_looked_at() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840), Pay::captured("pay_2", 100)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    let mut window = LiveWindow::new(desk);
    window.type_into("New note", "Half a sen");
    window.act(Action::Payments(PaymentsAction::Open(paydesk_domain::ids::PaymentId::new("pay_2"))));
    assert_eq!(window.text("New note"), "");
    window.act(Action::Payments(PaymentsAction::Open(pay_1())));
    assert_eq!(window.text("New note"), "Half a sen");
}

#[test]
fn tags_are_offered_while_one_is_typed_and_taken_away_with_a_click() {
    let mut window = LiveWindow::new(written());
    window.click(Role::Link, "Add tag…");
    assert!(window.0.query_all_by(|node| node.label().as_deref() == Some("Add tag vip")).next().is_none());
    window.type_text("ca");
    window.click(Role::Link, "Add tag call-back");
    let tags = |window: &LiveWindow| {
        let index = window.state().workspace.notes.index();
        index.tags_of(&NoteSubject::payment(&pay_1())).map(|tag| tag.word.clone()).collect::<Vec<_>>()
    };
    assert_eq!(tags(&window), ["call-back", "vip"]);
    window.type_text("risk");
    window.key(Key::Enter);
    assert_eq!(tags(&window), ["call-back", "risk", "vip"]);
    window.key(Key::Escape);
    window.click(Role::Button, "Remove tag vip");
    assert_eq!(tags(&window), ["call-back", "risk"]);
}

#[test]
fn an_own_note_is_changed_and_deleted_after_a_question_and_that_of_another_is_not() {
    let mut window = LiveWindow::new(written());
    let buttons = |window: &LiveWindow, name: &str| {
        let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().as_deref() == Some(name)
        };
        window.0.query_all_by(is).count()
    };
    assert_eq!((buttons(&window, "Edit note"), buttons(&window, "Delete note")), (1, 1));
    window.click(Role::Button, "Edit note");
    window.type_text(" Soon.");
    window.click(Role::Button, "Save");
    assert!(window.shows("Capture after that. Soon.") && window.shows("edited"));
    window.click(Role::Button, "Delete note");
    assert!(
        window.shows("Capture after that. Soon.") && window.shows("Delete this note? Its text cannot be restored.")
    );
    assert_eq!((buttons(&window, "Edit note"), buttons(&window, "Delete note")), (0, 0));
    window.click(Role::Button, "Back");
    assert!(window.shows("Capture after that. Soon."));
    window.click(Role::Button, "Delete note");
    window.click(Role::Button, "Delete");
    assert!(!window.shows("Capture after that. Soon.") && window.shows("Same customer as in May"));
}

#[test]
fn what_is_not_saved_is_said_beside_the_notes_with_the_way_to_try_again() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    paydesk_test_core::notes::write(&mut desk, &NoteSubject::payment(&pay_1()), "precious");
    let note = desk.state.workspace.notes.index().notes_of(&NoteSubject::payment(&pay_1())).next().unwrap();
    let key = Annotation::Note(note.clone()).key();
    let (profile_id, problem) = (ProfileId::embedded(), Some(problem("The disk is full")));
    desk.event(Message::NoteSaved { profile_id, key, revision: 1, problem });
    let mut window = LiveWindow::new(desk);
    window.click(Role::Button, "Save again");
    assert!(window.state().workspace.notes.unsaved().is_none());
}

#[test]
fn a_note_of_the_greatest_length_is_shown_whole_and_a_longer_one_stays_in_the_field() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    let longest = format!("{}end", "word ".repeat(799) + "w ");
    assert_eq!(longest.chars().count(), 4_000);
    window.type_into("New note", &format!("{longest}!"));
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("A note can have at most 4000 characters"));
    assert_eq!(window.text("New note"), format!("{longest}!"), "nothing typed is lost");
    window.key(Key::Backspace);
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows(&longest));
    assert_eq!(window.text("New note"), "");
}

#[test]
fn that_a_card_number_is_not_stored_is_said_while_it_is_typed() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    window.type_into("New note", "Pays with 4242 4242 4242 4242");
    assert!(window.shows("Card numbers, IBANs and keys are hidden when the note is saved"));
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("Pays with ************4242"));
}

#[test]
fn notes_that_could_not_be_read_are_said_where_they_would_be() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.event(Message::NotesOpened { annotations: Vec::new(), problem: Some(problem("The notes are damaged")) });
    let mut window = LiveWindow::new(desk);
    assert!(window.shows("The notes are damaged"));
    window.type_into("New note", "Called him");
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("Called him"));
}

#[test]
fn pictures_of_notes() {
    pictures_of("notes", || vec![("notes", written(), LARGE)]);
}
