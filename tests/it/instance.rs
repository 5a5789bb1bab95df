//! One desk on a data directory: the second finds the first, and is answered or not.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use paydesk::instance::{Answer, Bell, note_holder, ring};

use super::waiting::step_until;

fn hang(dir: &Path) -> Bell {
    Bell::hang(dir, "word".to_owned()).unwrap()
}

/// A window that takes notice of every ring as soon as it is woken.
fn attentive(bell: Bell) -> (Arc<Bell>, Arc<AtomicUsize>) {
    let (bell, rings) = (Arc::new(bell), Arc::new(AtomicUsize::new(0)));
    let (window, counted) = (Arc::downgrade(&bell), rings.clone());
    bell.on_ring(move || {
        let (window, counted) = (window.clone(), counted.clone());
        // As in the desk, it is another thread that notices.
        std::thread::spawn(move || {
            if window.upgrade().is_some_and(|bell| bell.rang()) {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
    });
    (bell, rings)
}

/// The answer may be there before the thread that noticed has counted.
fn until_rung(rings: &AtomicUsize, times: usize) {
    step_until("the window noticed", || (rings.load(Ordering::SeqCst) >= times).then_some(()));
    assert_eq!(rings.load(Ordering::SeqCst), times);
}

#[test]
fn a_window_that_takes_notice_is_shown_once_for_each_ring() {
    for bell in [Bell::hang, Bell::hang_on_port] {
        let dir = tempfile::tempdir().unwrap();
        let (_bell, rings) = attentive(bell(dir.path(), "word".to_owned()).unwrap());
        assert_eq!(ring(dir.path()), Answer::Shown);
        assert_eq!(ring(dir.path()), Answer::Shown);
        until_rung(&rings, 2);
    }
}

#[test]
fn a_desk_whose_window_does_not_stand_yet_says_that_it_is_starting() {
    let dir = tempfile::tempdir().unwrap();
    let bell = hang(dir.path());
    assert_eq!(ring(dir.path()), Answer::Starting);
    assert!(!bell.rang(), "who was told that it is starting is not answered twice");
}

#[test]
fn a_window_that_hangs_gives_no_answer_and_its_process_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let bell = hang(dir.path());
    let woken = Arc::new(AtomicBool::new(false));
    let wake = woken.clone();
    bell.on_ring(move || wake.store(true, Ordering::SeqCst));
    assert_eq!(ring(dir.path()), Answer::None { pid: Some(std::process::id()) });
    assert!(woken.load(Ordering::SeqCst));
    assert!(bell.rang(), "once it goes on, the window is shown all the same");
}

#[test]
fn who_holds_a_directory_without_listening_is_named_and_nobody_is_made_up() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(ring(dir.path()), Answer::None { pid: None });
    note_holder(dir.path()).unwrap();
    assert_eq!(ring(dir.path()), Answer::None { pid: Some(std::process::id()) });
}

#[test]
fn who_does_not_know_the_word_is_not_heard() {
    for bell in [Bell::hang, Bell::hang_on_port] {
        let dir = tempfile::tempdir().unwrap();
        let (_bell, rings) = attentive(bell(dir.path(), "word".to_owned()).unwrap());
        let file = dir.path().join("paydesk.instance");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("token word", "token guess")).unwrap();
        assert!(matches!(ring(dir.path()), Answer::None { .. }));
        assert_eq!(rings.load(Ordering::SeqCst), 0);
    }
}

#[test]
fn nothing_is_left_when_the_bell_is_taken_down_and_what_a_crash_left_is_no_hindrance() {
    let dir = tempfile::tempdir().unwrap();
    drop(hang(dir.path()));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    std::mem::forget(hang(dir.path()));
    let (_bell, rings) = attentive(hang(dir.path()));
    assert_eq!(ring(dir.path()), Answer::Shown);
    until_rung(&rings, 1);
}

#[test]
fn a_directory_whose_path_is_too_long_for_a_socket_has_a_bell_too() {
    let dir = tempfile::tempdir().unwrap();
    let deep = dir.path().join("d".repeat(120));
    std::fs::create_dir(&deep).unwrap();
    let (_bell, _) = attentive(hang(&deep));
    assert_eq!(ring(&deep), Answer::Shown);
    assert!(std::fs::read_to_string(deep.join("paydesk.instance")).unwrap().contains("port "));
}

#[cfg(unix)]
#[test]
fn only_this_user_can_ring() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let _bell = hang(dir.path());
    for file in ["paydesk.instance", "paydesk.socket"] {
        let mode = std::fs::metadata(dir.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn silence_and_rubbish_on_the_line_do_not_keep_others_from_ringing() {
    use std::os::unix::net::UnixStream;
    let dir = tempfile::tempdir().unwrap();
    let (_bell, rings) = attentive(hang(dir.path()));
    let connect = || UnixStream::connect(dir.path().join("paydesk.socket")).unwrap();
    let silent = connect();
    let mut rubbish = connect();
    let _ = rubbish.write_all(&[b'x'; 100_000]);
    drop(connect());
    assert_eq!(ring(dir.path()), Answer::Shown);
    until_rung(&rings, 1);
    drop((silent, rubbish));
}
