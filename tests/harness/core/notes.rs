//! Notes and tags about an object.

use paydesk_core::Action;
use paydesk_core::features::notes::NotesAction;
use paydesk_domain::note::NoteSubject;

use crate::desk::{Desk, pay_1};

pub fn subject() -> NoteSubject {
    NoteSubject::payment(&pay_1())
}

pub fn act(desk: &mut Desk, action: NotesAction) {
    desk.act(Action::Notes(action));
}

pub fn write(desk: &mut Desk, subject: &NoteSubject, text: &str) {
    act(desk, NotesAction::Write(subject.clone(), text.to_owned()));
}
