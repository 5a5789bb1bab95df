//! Nobody else on this machine can read Paydesk's files, whatever the umask is and whoever made the directory.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;

use paydesk_core::Message;
use paydesk_core::effect::{ExportFile, StoreJob};
use paydesk_sandbox::{self as sandbox, DataLocation, SandboxConfig};
use paydesk_store::{DataDirs, Store, StoreFiles};
use paydesk_test_basics::waiting::{PATIENCE, step_until};
use paydesk_test_core::journal_entries::prepared;

/// Set in a copy of the test program that has the umask.
const HAS_UMASK: &str = "PAYDESK_TEST_HAS_UMASK";

/// Runs `body`, the rest of the test of this `name`, where plain files are made readable by everybody. The umask belongs
/// to a whole process, so that is one of its own.
fn with_umask_022(name: &str, body: impl FnOnce()) {
    if std::env::var_os(HAS_UMASK).is_some() {
        return body();
    }
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; exec \"$0\" --exact \"$1\" --nocapture"]);
    command.arg(std::env::current_exe().unwrap()).arg(format!("private_files::{name}"));
    let output = command.env(HAS_UMASK, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Everything under `dir`, itself too.
fn tree(dir: &Path) -> Vec<PathBuf> {
    let below = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let below = below.flat_map(|path| if path.is_dir() { tree(&path) } else { vec![path] });
    std::iter::once(dir.to_owned()).chain(below).collect()
}

/// What of `dir` somebody else could read.
fn open_to_others(dir: &Path) -> Vec<String> {
    let open = tree(dir).into_iter().filter(|path| mode(path) & 0o077 != 0);
    open.map(|path| format!("{} {:o}", path.display(), mode(&path))).collect()
}

/// Has the store make every file that it makes.
fn make_all_files(dir: &Path) {
    let (sender, messages) = sync_channel(100);
    let store = Store::start(StoreFiles::in_dir(dir), Box::new(move |message| drop(sender.send(message)))).unwrap();
    let at = chrono::DateTime::UNIX_EPOCH;
    let export = ExportFile::csv("lost".to_owned(), "a,b");
    let jobs = [
        StoreJob::OpenJournal,
        StoreJob::WriteJournal(prepared("op_1", "pay_1")),
        StoreJob::OpenRecords,
        StoreJob::OpenDocuments,
        StoreJob::OpenNotes,
        StoreJob::OpenEvents,
        StoreJob::OpenSharing,
        StoreJob::ExportJournal { at },
        StoreJob::ExportEvents { profile_id: "shop".into(), at },
        StoreJob::SaveExports { files: vec![export], at },
        StoreJob::SaveSettings(Default::default()),
        StoreJob::SaveProfiles(Default::default()),
    ];
    assert!(jobs.into_iter().all(|job| store.submit(job).is_none()));
    step_until("the last export is there", || {
        matches!(messages.try_recv().ok()?, Message::ExportsSaved { .. }).then_some(())
    });
    assert!(store.finish(PATIENCE));
}

const NAMES: [&str; 9] = [
    "journal.sqlite",
    "records.sqlite",
    "evidence.sqlite",
    "events.sqlite",
    "notes.sqlite",
    "sharing.sqlite",
    "settings.json",
    "profiles.json",
    "paydesk.lock",
];

#[test]
fn every_file_is_made_for_this_user_only() {
    with_umask_022("every_file_is_made_for_this_user_only", || {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("made before");
        std::fs::create_dir(&data).unwrap();
        assert_eq!(mode(&data), 0o755, "the umask is not what this test is about");
        let dirs = DataDirs::resolve(Some(&data)).unwrap();
        let _lock = dirs.lock().unwrap();
        make_all_files(&data);
        let threads = tokio::runtime::Runtime::new().unwrap();
        let config = SandboxConfig {
            data: DataLocation::Dir(dirs.sandbox()),
            listen: "127.0.0.1:0".parse().unwrap(),
            payments: 1,
            ..Default::default()
        };
        let running = threads.block_on(sandbox::start(config)).unwrap();
        assert!(NAMES.iter().all(|name| data.join(name).is_file()));
        assert!(tree(&data).len() >= NAMES.len() + 7, "exports and the sandbox are missing: {:?}", tree(&data));
        assert_eq!(open_to_others(&data), [""; 0]);
        threads.block_on(running.stop()).unwrap();
    });
}

#[test]
fn what_was_left_open_is_closed_at_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("desk");
    for below in ["exports", "sandbox", "sandbox-command"] {
        std::fs::create_dir_all(data.join(below)).unwrap();
        std::fs::write(data.join(below).join("any name"), "").unwrap();
    }
    for name in NAMES.into_iter().chain(["records.damaged-1.sqlite", "events.sqlite-journal", ".journal-x1"]) {
        std::fs::write(data.join(name), "").unwrap();
    }
    tree(&data).iter().for_each(|path| set_mode(path, if path.is_dir() { 0o755 } else { 0o666 }));
    let dirs = DataDirs::resolve(Some(&data)).unwrap();
    assert_eq!((open_to_others(&data), dirs.open_to_others()), (Vec::new(), None));
    assert_eq!((mode(&data), mode(&dirs.journal_file())), (0o700, 0o600));
}

#[test]
fn a_directory_where_others_work_too_stays_as_it_is_and_the_desks_files_in_it_are_closed() {
    let dir = tempfile::tempdir().unwrap();
    let (data, foreign) = (dir.path(), dir.path().join("report.txt"));
    std::fs::write(&foreign, "").unwrap();
    std::fs::write(data.join("journal.sqlite"), "").unwrap();
    std::os::unix::fs::symlink(std::env::temp_dir(), data.join("exports")).unwrap();
    let before = mode(&std::env::temp_dir());
    [&foreign, &data.join("journal.sqlite")].into_iter().for_each(|path| set_mode(path, 0o644));
    set_mode(data, 0o755);
    DataDirs::resolve(Some(data)).unwrap();
    assert_eq!((mode(data), mode(&foreign), mode(&data.join("journal.sqlite"))), (0o755, 0o644, 0o600));
    assert_eq!(mode(&std::env::temp_dir()), before, "a link was followed to a directory");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_closed_is_told() {
    use paydesk_platform::private_files::{Owned, tighten};
    // Shown by the kernel with rights that nobody can change.
    let fixed = Path::new("/proc/self/net");
    assert_eq!(tighten(fixed, Owned::Always, |_| false), [fixed]);
}

/// Starts the program under umask 022.
fn paydesk(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_paydesk")]).args(arguments);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    command
}

#[test]
fn the_program_leaves_nothing_open_when_the_sandbox_made_the_directories() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("paydesk");
    let place = data.join("sandbox-command");
    let mut sandbox = paydesk(&["sandbox", "--listen", "127.0.0.1:0", "--payments", "1", "--data-dir"]);
    let mut sandbox = sandbox.arg(&place).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let out = sandbox.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
    assert!(line.contains("api_key"), "{line}");
    assert_eq!(open_to_others(&data), [""; 0]);
    sandbox.kill().unwrap();
    sandbox.wait().unwrap();
    // As an earlier version left them.
    tree(&data).iter().for_each(|path| set_mode(path, if path.is_dir() { 0o755 } else { 0o644 }));
    // Without a display it ends at once, but for its files it is a start.
    let status = paydesk(&["--data-dir"]).arg(&data).stderr(Stdio::null()).status().unwrap();
    assert!(!status.success());
    assert_eq!(open_to_others(&data), [""; 0]);
}
