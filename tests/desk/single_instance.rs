//! One desk on a data directory: the second finds the first, and is answered or not.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use paydesk::single_instance::{InstanceListener, NotifyAnswer, ask_running, note_running, notify_running};
use paydesk_test_basics::waiting::step_until;

fn bind(dir: &Path) -> InstanceListener {
    InstanceListener::bind(dir, "word".to_owned()).unwrap()
}

/// A window that takes notice of every request as soon as it is woken.
fn attentive(listener: InstanceListener) -> (Arc<InstanceListener>, Arc<AtomicUsize>) {
    let (listener, rings) = (Arc::new(listener), Arc::new(AtomicUsize::new(0)));
    let (window, counted) = (Arc::downgrade(&listener), rings.clone());
    listener.on_notify(move || {
        let (window, counted) = (window.clone(), counted.clone());
        // As in Paydesk, it is another thread that notices.
        std::thread::spawn(move || {
            if window.upgrade().is_some_and(|listener| listener.was_notified()) {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
    });
    (listener, rings)
}

/// The answer may be there before the thread that noticed has counted.
fn until_rung(rings: &AtomicUsize, times: usize) {
    step_until("the window noticed", || (rings.load(Ordering::SeqCst) >= times).then_some(()));
    assert_eq!(rings.load(Ordering::SeqCst), times);
}

#[test]
fn a_window_that_takes_notice_is_shown_once_for_each_request() {
    for listener in [InstanceListener::bind, InstanceListener::bind_on_port] {
        let dir = tempfile::tempdir().unwrap();
        let (_bell, rings) = attentive(listener(dir.path(), "word".to_owned()).unwrap());
        assert_eq!(notify_running(dir.path()), NotifyAnswer::Shown);
        assert_eq!(notify_running(dir.path()), NotifyAnswer::Shown);
        until_rung(&rings, 2);
    }
}

#[test]
fn a_file_is_handed_to_the_window_whether_it_is_open_or_starting() {
    for listener in [InstanceListener::bind, InstanceListener::bind_on_port] {
        let dir = tempfile::tempdir().unwrap();
        let starting = listener(dir.path(), "word".to_owned()).unwrap();
        let file = "/home/ada/Übersicht of Ada 2.paydesk-views";
        assert_eq!(ask_running(dir.path(), Some(file)), NotifyAnswer::Starting);
        let (open, rings) = attentive(starting);
        assert_eq!(ask_running(dir.path(), Some("/b.paydesk-views")), NotifyAnswer::Shown);
        assert_eq!(ask_running(dir.path(), Some("/two\nlines")), NotifyAnswer::Shown, "the window alone");
        until_rung(&rings, 2);
        assert_eq!(open.take_files(), [file, "/b.paydesk-views"]);
        assert_eq!(open.take_files(), [""; 0]);
    }
}

#[test]
fn a_desk_whose_window_does_not_stand_yet_says_that_it_is_starting() {
    let dir = tempfile::tempdir().unwrap();
    let listener = bind(dir.path());
    assert_eq!(notify_running(dir.path()), NotifyAnswer::Starting);
    assert!(!listener.was_notified(), "who was told that it is starting is not answered twice");
}

#[test]
fn a_window_that_hangs_gives_no_answer_and_its_process_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let listener = bind(dir.path());
    let woken = Arc::new(AtomicBool::new(false));
    let wake = woken.clone();
    listener.on_notify(move || wake.store(true, Ordering::SeqCst));
    assert_eq!(notify_running(dir.path()), NotifyAnswer::None { pid: Some(std::process::id()) });
    assert!(woken.load(Ordering::SeqCst));
    assert!(listener.was_notified(), "once it goes on, the window is shown all the same");
}

#[test]
fn who_holds_a_directory_without_listening_is_named_and_nobody_is_made_up() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(notify_running(dir.path()), NotifyAnswer::None { pid: None });
    note_running(dir.path()).unwrap();
    assert_eq!(notify_running(dir.path()), NotifyAnswer::None { pid: Some(std::process::id()) });
}

#[test]
fn who_does_not_know_the_word_is_not_heard() {
    for listener in [InstanceListener::bind, InstanceListener::bind_on_port] {
        let dir = tempfile::tempdir().unwrap();
        let (_bell, rings) = attentive(listener(dir.path(), "word".to_owned()).unwrap());
        let file = dir.path().join("paydesk.instance");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("token word", "token guess")).unwrap();
        assert!(matches!(notify_running(dir.path()), NotifyAnswer::None { .. }));
        assert_eq!(rings.load(Ordering::SeqCst), 0);
    }
}

#[test]
fn nothing_is_left_when_the_listener_is_dropped_and_what_a_crash_left_is_no_hindrance() {
    let dir = tempfile::tempdir().unwrap();
    drop(bind(dir.path()));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    std::mem::forget(bind(dir.path()));
    let (_bell, rings) = attentive(bind(dir.path()));
    assert_eq!(notify_running(dir.path()), NotifyAnswer::Shown);
    until_rung(&rings, 1);
}

#[test]
fn a_directory_whose_path_is_too_long_for_a_socket_has_a_listener_too() {
    let dir = tempfile::tempdir().unwrap();
    let deep = dir.path().join("d".repeat(120));
    std::fs::create_dir(&deep).unwrap();
    let (_bell, _) = attentive(bind(&deep));
    assert_eq!(notify_running(&deep), NotifyAnswer::Shown);
    assert!(std::fs::read_to_string(deep.join("paydesk.instance")).unwrap().contains("port "));
}

#[cfg(unix)]
#[test]
fn only_this_user_can_notify_the_first_desk() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let _bell = bind(dir.path());
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
    let (_bell, rings) = attentive(bind(dir.path()));
    let connect = || UnixStream::connect(dir.path().join("paydesk.socket")).unwrap();
    let silent = connect();
    let mut rubbish = connect();
    let _ = rubbish.write_all(&[b'x'; 100_000]);
    drop(connect());
    assert_eq!(notify_running(dir.path()), NotifyAnswer::Shown);
    until_rung(&rings, 1);
    drop((silent, rubbish));
}
