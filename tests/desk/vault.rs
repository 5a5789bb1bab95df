//! The vault with the keyring of a Linux desktop, on a message bus of its own: nothing of this user's is touched.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

use paydesk_domain::secret::{Secret, SecretKind};
use paydesk_test_basics::system_parts::needs;
use paydesk_test_basics::waiting::step_until;
use paydesk_vault::{Vault, VaultError};
use secret_service::EncryptionType;
use secret_service::blocking::SecretService;

/// Tells a test that it runs inside, with this keyring.
const INSIDE: &str = "PAYDESK_TEST_KEYRING";
/// The process of the keyring, for tests that stop or end it.
const DAEMON: &str = "PAYDESK_TEST_KEYRING_PID";
/// A keyring unlocked with a password. `--foreground`, so that its process is known.
pub const UNLOCKED: &str = "printf pass | gnome-keyring-daemon --foreground --unlock --components=secrets >&2 & \
                        export PAYDESK_TEST_KEYRING_PID=$!";
const KEY: SecretKind = SecretKind::SecretKey;

/// Runs a test of this file again on a bus of its own, after `prepare`; `None` where the machine has no such bus.
fn inside(name: &str, prepare: &str) -> Option<Output> {
    Some(session(&format!("vault::{name}"), prepare)?.run())
}

/// A test that is run again on a message bus of its own, with an empty home.
pub struct Session {
    pub command: Command,
    home: tempfile::TempDir,
}

impl Session {
    pub fn run(mut self) -> Output {
        let output = self.command.output().unwrap();
        // A keyring that is just ending may still write there.
        drop(self.home);
        output
    }
}

/// A bus that starts nothing by itself: the machine's would start a second, empty keyring before ours is there.
const BUS: &str = "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" \
                   \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\"><busconfig><type>session</type>\
                   <listen>unix:tmpdir=/tmp</listen><policy context=\"default\"><allow send_destination=\"*\" \
                   eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>";

/// The test `name` (with its module), run after `prepare`; `None` where the machine has no bus.
pub fn session(name: &str, prepare: &str) -> Option<Session> {
    let home = tempfile::tempdir().unwrap();
    let missing = ["dbus-run-session", "gnome-keyring-daemon"].into_iter().find(|program| !is_installed(program));
    needs(missing.map_or(Ok(()), Err), name, "apt-get install dbus gnome-keyring")?;
    let script = format!("{prepare}; exec \"$0\" --exact \"$@\"");
    let mut command = Command::new("dbus-run-session");
    let bus = home.path().join("bus.conf");
    std::fs::write(&bus, BUS).unwrap();
    command
        .arg("--config-file")
        .arg(&bus)
        .args(["--", "sh", "-c", &script])
        .arg(std::env::current_exe().unwrap())
        .arg(name);
    command.env(INSIDE, "1");
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
        command.env(variable, home.path());
    }
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("GNOME_KEYRING_CONTROL");
    Some(Session { command, home })
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| Path::new(&dir).join(program).is_file())
}

/// Whether this is the inner run.
pub fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// The inner run must have passed, and have been one.
#[track_caller]
pub fn passed(output: Option<Output>) {
    if let Some(output) = output {
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{out}\n{err}");
        assert!(out.contains("1 passed"), "the test did not run inside");
    }
}

fn secret(text: &str) -> Secret {
    let kinds = SecretKind::ALL.into_iter();
    kinds.filter_map(|kind| Secret::parse(kind, text).ok()).next().unwrap()
}

/// The vault, once the keyring has come to the bus.
pub fn vault() -> Vault {
    step_until("the keyring is unlocked", || Vault::start().save(&"ready".into(), secret("snd_ready")).ok());
    Vault::start()
}

fn signal(name: &str) {
    let daemon = std::env::var(DAEMON).unwrap();
    assert!(Command::new("kill").args([name, &daemon]).status().unwrap().success());
}

#[test]
fn an_unlocked_keyring_keeps_and_forgets_every_kind_of_secret() {
    if !is_inside() {
        return passed(inside("an_unlocked_keyring_keeps_and_forgets_every_kind_of_secret", UNLOCKED));
    }
    let vault = vault();
    let texts = ["prd_second", "admin_one", "whsec_one", "http://me:one@proxy.example.com", "one two", "ey.one"];
    vault.save(&"shop".into(), secret("snd_first")).unwrap();
    vault.save(&"other".into(), secret("snd_other")).unwrap();
    for (kind, text) in SecretKind::ALL.into_iter().zip(texts) {
        vault.save(&"shop".into(), Secret::parse(kind, text).unwrap()).unwrap();
    }
    for (kind, text) in SecretKind::ALL.into_iter().zip(texts) {
        // Another process of ours would find it too.
        assert_eq!(Vault::start().require(&"shop".into(), kind).unwrap().expose(), text);
        vault.delete(&"shop".into(), kind).unwrap();
        vault.delete(&"shop".into(), kind).unwrap();
        assert_eq!(vault.require(&"shop".into(), kind).unwrap_err(), VaultError::NotFound(kind));
    }
    assert_eq!(vault.require(&"other".into(), KEY).unwrap().expose(), "snd_other");
}

#[test]
fn a_keyring_that_was_locked_is_called_so_and_nothing_is_handed_out() {
    if !is_inside() {
        return passed(inside("a_keyring_that_was_locked_is_called_so_and_nothing_is_handed_out", UNLOCKED));
    }
    let vault = vault();
    vault.save(&"shop".into(), secret("snd_first")).unwrap();
    let service = SecretService::connect(EncryptionType::Dh).unwrap();
    service.get_default_collection().unwrap().lock().unwrap();
    // With nobody there to ask, it depends on the keyring whether it refuses or goes on asking.
    let refusals = [vault.load(&"shop".into(), KEY).map(drop), vault.save(&"shop".into(), secret("snd_second"))];
    for refused in refusals {
        let reported = matches!(refused, Err(VaultError::Locked | VaultError::Dismissed | VaultError::TimedOut));
        assert!(reported, "{refused:?}");
    }
}

#[test]
fn a_keyring_service_without_a_keyring_is_called_so() {
    let start = "gnome-keyring-daemon --start --components=secrets >&2";
    if !is_inside() {
        return passed(inside("a_keyring_service_without_a_keyring_is_called_so", start));
    }
    let refused = step_until("the keyring is on the bus", || {
        Vault::start().save(&"shop".into(), secret("snd_first")).err().filter(|error| *error != VaultError::NoProvider)
    });
    // Some versions ask for the password of a new one instead.
    assert!(matches!(refused, VaultError::NoKeyring | VaultError::Dismissed | VaultError::TimedOut), "{refused:?}");
}

#[test]
fn a_keyring_that_hangs_is_left_behind_and_used_again_when_it_goes_on() {
    if !is_inside() {
        return passed(inside("a_keyring_that_hangs_is_left_behind_and_used_again_when_it_goes_on", UNLOCKED));
    }
    let vault = vault();
    vault.save(&"shop".into(), secret("snd_first")).unwrap();
    signal("-STOP");
    assert_eq!(vault.load(&"shop".into(), KEY).unwrap_err(), VaultError::TimedOut);
    assert_eq!(vault.load(&"shop".into(), KEY).unwrap_err(), VaultError::TimedOut);
    signal("-CONT");
    assert_eq!(vault.require(&"shop".into(), KEY).unwrap().expose(), "snd_first");
}

#[test]
fn a_keyring_that_dies_is_named_and_found_again_when_another_is_started() {
    let name = "a_keyring_that_dies_is_named_and_found_again_when_another_is_started";
    if !is_inside() {
        return passed(inside(name, UNLOCKED));
    }
    let vault = vault();
    vault.save(&"shop".into(), secret("snd_first")).unwrap();
    signal("-STOP");
    let died = std::thread::scope(|scope| {
        let call = scope.spawn(|| vault.load(&"shop".into(), KEY).unwrap_err());
        signal("-KILL");
        call.join().unwrap()
    });
    // It died in the call or just before it.
    assert!(matches!(died, VaultError::Died | VaultError::NoProvider), "{died:?}");
    assert_eq!(vault.load(&"shop".into(), KEY).unwrap_err(), VaultError::NoProvider);
    let mut again = Command::new("sh");
    again.args(["-c", "printf pass | gnome-keyring-daemon --unlock --components=secrets >&2"]).status().unwrap();
    let found = step_until("the keyring is found again", || vault.load(&"shop".into(), KEY).ok());
    assert_eq!(found.unwrap().expose(), "snd_first");
}

#[test]
fn a_bus_without_a_keyring_service_is_distinguished_from_no_bus() {
    let name = "a_bus_without_a_keyring_service_is_distinguished_from_no_bus";
    if !is_inside() {
        return passed(inside(name, ":"));
    }
    let vault = Vault::start();
    assert_eq!(vault.load(&"shop".into(), KEY).unwrap_err(), VaultError::NoProvider);
    // “No service” does not stick: one that is started later is found.
    let mut start = Command::new("sh");
    start.args(["-c", "printf pass | gnome-keyring-daemon --unlock --components=secrets >&2"]).status().unwrap();
    step_until("the keyring is found", || vault.save(&"shop".into(), secret("snd_first")).ok());
}

#[test]
fn a_session_without_a_bus_is_reported_so() {
    if is_inside() {
        assert_eq!(Vault::start().load(&"shop".into(), KEY).unwrap_err(), VaultError::NoBus);
        return;
    }
    let name = "vault::a_session_without_a_bus_is_reported_so";
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name]).env(INSIDE, "1").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    passed(Some(child.output().unwrap()));
}
