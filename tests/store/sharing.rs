//! What waits to be shared with a team, and how far its changes are taken in.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use paydesk_core::Message;
use paydesk_core::effect::{SharedKeep, StoreJob};
use paydesk_core::features::sharing::StoredSharing;
use paydesk_domain::document::Raw;
use paydesk_domain::shared::SharedKey;
use paydesk_store::{Store, StoreFiles};
use paydesk_test_basics::waiting::PATIENCE;
use serde_json::json;

use super::notes::note;

fn store(dir: &Path) -> (Store, Receiver<Message>) {
    let (sender, messages) = channel();
    let store = Store::start(StoreFiles::in_dir(dir), Box::new(move |message| drop(sender.send(message)))).unwrap();
    for job in [StoreJob::OpenJournal, StoreJob::OpenRecords, StoreJob::OpenDocuments, StoreJob::OpenNotes] {
        assert!(store.submit(job).is_none());
        messages.recv_timeout(PATIENCE).unwrap();
    }
    (store, messages)
}

fn answer(store: &Store, messages: &Receiver<Message>, job: StoreJob) -> Message {
    assert!(store.submit(job).is_none());
    messages.recv_timeout(PATIENCE).unwrap()
}

/// What is stored of “shop”; `None` where nothing is.
fn opened(dir: &Path) -> Option<StoredSharing> {
    let (store, messages) = store(dir);
    match answer(&store, &messages, StoreJob::OpenSharing) {
        Message::SharingOpened { stored, problem: None } => stored.get(&"shop".into()).cloned(),
        other => panic!("{other:?}"),
    }
}

fn key(id: &str) -> SharedKey {
    SharedKey::new("note", id)
}

fn keep(keep: SharedKeep) -> StoreJob {
    StoreJob::KeepShared(Box::new(keep))
}

#[test]
fn what_waits_and_how_far_changes_are_taken_in_is_there_again_with_what_was_taken_in() {
    let dir = super::dir();
    let (store, messages) = store(dir.path());
    answer(&store, &messages, StoreJob::OpenSharing);
    let base: Raw = json!({"text": "before"}).into();
    let shop = || SharedKeep::new("shop".into());
    let waiting = vec![(key("a"), Some(base.clone())), (key("b"), None), (key("c"), None)];
    assert!(store.submit(keep(SharedKeep { waiting, ..shop() })).is_none(), "nothing is answered");
    let taken = SharedKeep { annotations: vec![note("a", "one")], accepted: vec![key("b")], seen: Some(7), ..shop() };
    let kept = answer(&store, &messages, keep(taken));
    assert_eq!(kept, Message::SharedKept { profile_id: "shop".into(), is_change: true, problem: None });
    // Without a base, the one that is known stays.
    store.submit(keep(SharedKeep { waiting: vec![(key("a"), None)], ..shop() }));
    assert!(store.finish(PATIENCE));
    let expected = StoredSharing { seen: 7, waiting: vec![(key("a"), Some(base)), (key("c"), None)] };
    assert_eq!(opened(dir.path()), Some(expected));
    let notes = paydesk_store::records::read_notes(&dir.path().join("notes.sqlite")).unwrap();
    assert_eq!(notes, [note("a", "one")]);
}

#[test]
fn what_was_shared_is_forgotten_with_the_team() {
    let dir = super::dir();
    let (store, messages) = store(dir.path());
    answer(&store, &messages, StoreJob::OpenSharing);
    let waiting = vec![(key("a"), None)];
    answer(&store, &messages, keep(SharedKeep { waiting, seen: Some(7), ..SharedKeep::new("shop".into()) }));
    store.submit(StoreJob::ForgetSharing { profile_id: "shop".into() });
    assert!(store.finish(PATIENCE));
    assert_eq!(opened(dir.path()), None);
}

#[test]
fn without_a_team_there_is_no_file_and_a_damaged_one_is_set_aside() {
    let dir = super::dir();
    let (first, _messages) = store(dir.path());
    assert!(first.finish(PATIENCE));
    let path = dir.path().join("sharing.sqlite");
    assert!(!path.exists());
    std::fs::write(&path, vec![b'x'; 8_192]).unwrap();
    assert_eq!(opened(dir.path()), None, "everything is shared again");
    assert!(dir.path().join("sharing.damaged-1.sqlite").exists());
}
