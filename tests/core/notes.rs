//! Notes and tags: written, changed, deleted, found, and stored; and what is said where they are not.

use paydesk_core::effect::StoreJob;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::records::Opening;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::{Annotation, NoteSubject};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::KnownPayments;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::notes::{act, subject, write};
use paydesk_test_core::service::Pay;

/// What is to be stored, oldest first.
fn jobs(desk: &mut Desk) -> Vec<(u64, Annotation)> {
    let is_note = |effect: &mut Effect| matches!(effect, Effect::Store(StoreJob::SaveNote { .. }));
    let jobs = desk.other.extract_if(.., is_note).filter_map(|effect| match effect {
        Effect::Store(StoreJob::SaveNote { revision, annotation }) => Some((revision, *annotation)),
        _ => None,
    });
    jobs.collect()
}

fn texts(desk: &Desk) -> Vec<String> {
    let notes = desk.state.workspace.notes.index().notes_of(&subject());
    notes.filter(|note| !note.is_deleted()).map(|note| note.text.clone()).collect()
}

fn tags(desk: &Desk) -> Vec<String> {
    desk.state.workspace.notes.index().tags_of(&subject()).map(|tag| tag.word.clone()).collect()
}

#[test]
fn a_note_is_there_at_once_with_who_wrote_it_and_is_stored() {
    let mut desk = Desk::ready(Vec::new());
    write(&mut desk, &subject(), "  Called, he waits ");
    assert_eq!(texts(&desk), ["Called, he waits"]);
    let stored = jobs(&mut desk);
    let [(_, Annotation::Note(note))] = &stored[..] else { panic!("{stored:?}") };
    assert_eq!((note.by.as_str(), note.at, &note.profile_id), ("kim", desk.now, &ProfileId::embedded()));
    write(&mut desk, &subject(), "   ");
    assert!(jobs(&mut desk).is_empty() && texts(&desk).len() == 1);
}

#[test]
fn a_changed_note_keeps_what_it_said_and_of_a_deleted_one_no_text_is_left() {
    let mut desk = Desk::ready(Vec::new());
    write(&mut desk, &subject(), "first");
    let Some((_, Annotation::Note(note))) = jobs(&mut desk).pop() else { panic!("no note") };
    act(&mut desk, NotesAction::Change(note.id.clone(), "second".to_owned()));
    act(&mut desk, NotesAction::Change(note.id.clone(), "second ".to_owned()));
    let changed = jobs(&mut desk);
    let [(_, Annotation::Note(after))] = &changed[..] else { panic!("{changed:?}") };
    assert_eq!((after.text.as_str(), after.earlier[0].text.as_str(), after.id == note.id), ("second", "first", true));
    act(&mut desk, NotesAction::Delete(note.id.clone()));
    let deleted = format!("{:?}", jobs(&mut desk));
    assert!(!deleted.contains("first") && !deleted.contains("second") && deleted.contains(&note.id), "{deleted}");
    assert!(texts(&desk).is_empty());
    act(&mut desk, NotesAction::Change(note.id, "third".to_owned()));
    assert!(jobs(&mut desk).is_empty(), "a deleted note is changed");
}

#[test]
fn the_note_of_another_person_is_not_changed() {
    let mut writing = Desk::ready(Vec::new());
    write(&mut writing, &subject(), "mine");
    let (_, Annotation::Note(note)) = jobs(&mut writing).remove(0) else { panic!("no note") };
    let theirs = paydesk_domain::note::Note { by: "berta".to_owned(), ..note };
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::NotesOpened { annotations: vec![Annotation::Note(theirs.clone())], problem: None });
    act(&mut desk, NotesAction::Delete(theirs.id.clone()));
    act(&mut desk, NotesAction::Change(theirs.id, "other".to_owned()));
    assert_eq!((texts(&desk), jobs(&mut desk).len()), (vec!["mine".to_owned()], 0));
}

#[test]
fn tags_are_added_once_and_taken_away() {
    let mut desk = Desk::ready(Vec::new());
    for typed in ["VIP", "#vip", "call back", "a,b"] {
        act(&mut desk, NotesAction::AddTag(subject(), typed.to_owned()));
    }
    assert_eq!(tags(&desk), ["call-back", "vip"]);
    assert!(desk.toasts().iter().any(|toast| toast.contains("this one has “,”")), "{:?}", desk.toasts());
    act(&mut desk, NotesAction::RemoveTag(subject(), "vip".to_owned()));
    assert_eq!((tags(&desk), jobs(&mut desk).len()), (vec!["call-back".to_owned()], 3));
    act(&mut desk, NotesAction::AddTag(subject(), "vip".to_owned()));
    assert_eq!(tags(&desk), ["call-back", "vip"]);
}

#[test]
fn what_was_stored_is_there_after_a_restart_each_with_its_profile() {
    let mut desk = Desk::ready(Vec::new());
    write(&mut desk, &subject(), "one");
    act(&mut desk, NotesAction::AddTag(subject(), "vip".to_owned()));
    let mut stored: Vec<Annotation> = jobs(&mut desk).into_iter().map(|(_, stored)| stored).collect();
    if let Annotation::Note(note) = stored[0].clone() {
        let elsewhere = paydesk_domain::note::Note { profile_id: ProfileId::new("shop"), text: "two".into(), ..note };
        stored.push(Annotation::Note(elsewhere));
    }
    let mut again = Desk::ready(Vec::new());
    assert_eq!(again.state.workspace.notes.opening, Opening::Reading);
    again.event(Message::NotesOpened { annotations: stored, problem: None });
    assert_eq!(again.state.workspace.notes.opening, Opening::Ready);
    assert_eq!((texts(&again), tags(&again)), (vec!["one".to_owned()], vec!["vip".to_owned()]));
}

#[test]
fn a_second_profile_has_notes_of_its_own_also_when_the_disk_answers_later() {
    let (mut desk, shop) = paydesk_test_core::profiles::with_shop("snd_key");
    write(&mut desk, &subject(), "of the sandbox");
    let of_sandbox = jobs(&mut desk).remove(0);
    desk.act(Action::SwitchProfile(shop.clone()));
    assert!(texts(&desk).is_empty());
    write(&mut desk, &subject(), "of the shop");
    let of_shop = jobs(&mut desk).remove(0);
    assert_eq!(of_shop.1.profile_id(), &shop);
    for (revision, annotation) in [of_sandbox, of_shop] {
        let (profile_id, key) = (annotation.profile_id().clone(), annotation.key());
        desk.event(Message::NoteSaved { profile_id, key, revision, problem: Some(problem("The disk is full")) });
        assert_eq!(texts(&desk), ["of the shop"]);
    }
    let unsaved = |desk: &Desk| desk.state.workspace.notes.unsaved().map(|(count, _)| count);
    assert_eq!(unsaved(&desk), Some(1));
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!((texts(&desk), unsaved(&desk)), (vec!["of the sandbox".to_owned()], Some(1)));
}

#[test]
fn where_the_file_could_not_be_read_that_is_said_and_notes_are_written_all_the_same() {
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::NotesOpened { annotations: Vec::new(), problem: Some(problem("The notes are damaged")) });
    assert!(desk.state.problems.iter().any(|problem| problem.what == "The notes are damaged"));
    assert!(matches!(&desk.state.workspace.notes.opening, Opening::Failed(why) if why.what == "The notes are damaged"));
    write(&mut desk, &subject(), "Called");
    assert_eq!((texts(&desk), jobs(&mut desk).len()), (vec!["Called".to_owned()], 1));
}

#[test]
fn what_is_written_before_the_file_is_read_is_newer_than_what_is_in_it() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, NotesAction::AddTag(subject(), "vip".to_owned()));
    let (_, stored) = jobs(&mut desk).remove(0);
    let mut again = Desk::ready(Vec::new());
    act(&mut again, NotesAction::AddTag(subject(), "vip".to_owned()));
    act(&mut again, NotesAction::RemoveTag(subject(), "vip".to_owned()));
    again.event(Message::NotesOpened { annotations: vec![stored], problem: None });
    assert!(tags(&again).is_empty());
}

#[test]
fn a_note_that_is_not_stored_stays_is_said_and_can_be_stored_again() {
    let mut desk = Desk::ready(Vec::new());
    write(&mut desk, &subject(), "precious");
    let (revision, annotation) = jobs(&mut desk).remove(0);
    let failed = |revision, problem| Message::NoteSaved {
        profile_id: ProfileId::embedded(),
        key: annotation.key(),
        revision,
        problem,
    };
    desk.event(failed(revision, Some(problem("The disk is full"))));
    assert_eq!(texts(&desk), ["precious"]);
    let unsaved = desk.state.workspace.notes.unsaved().map(|(count, why)| (count, why.what.clone()));
    assert_eq!(unsaved, Some((1, "The disk is full".to_owned())));
    assert!(desk.state.problems.iter().any(|problem| problem.what == "The disk is full"));
    act(&mut desk, NotesAction::SaveAgain);
    let (newer, again) = jobs(&mut desk).remove(0);
    assert_eq!(again, annotation);
    desk.event(failed(revision, Some(problem("Too late"))));
    assert!(desk.state.workspace.notes.unsaved().is_none(), "an older answer counts");
    desk.event(failed(newer, None));
    act(&mut desk, NotesAction::SaveAgain);
    assert!(jobs(&mut desk).is_empty());
}

#[test]
fn payments_are_found_by_what_was_written_about_them_and_their_refunds() {
    let mut desk = Desk::ready((0..6).map(|number| Pay::captured(&format!("pay_{number}"), 1_000)).collect());
    let opened = OpenedHistory { columns: KnownPayments::default(), place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.serve();
    let found = |query: &str, desk: &mut Desk| {
        desk.act(Action::History(HistoryAction::Search(query.to_owned())));
        let history = &desk.state.workspace.history;
        let count = history.search().len();
        let mut ids: Vec<String> =
            (0..count).filter_map(|place| history.found(place)).map(|found| found.row.payment_id.to_string()).collect();
        ids.sort();
        ids
    };
    assert!(found("tag:vip", &mut desk).is_empty());
    act(&mut desk, NotesAction::AddTag(NoteSubject::payment(&PaymentId::new("pay_2")), "vip".to_owned()));
    let history = &desk.state.workspace.history;
    assert_eq!(history.search().len(), 1, "what is typed is looked for again");
    let refund = NoteSubject::new(ResourceKind::Refund, "ref_1").of_payment(Some(&PaymentId::new("pay_4")));
    write(&mut desk, &refund, "Waits for the BANK");
    assert_eq!(found("note:bank", &mut desk), ["pay_4"]);
    assert_eq!(found("bank", &mut desk), ["pay_4"]);
    assert_eq!(found("-tag:vip -bank", &mut desk), ["pay_0", "pay_1", "pay_3", "pay_5"]);
    assert!(found("tag:vip note:bank", &mut desk).is_empty());
}
