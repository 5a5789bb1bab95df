//! The vault with the keyring of a Linux desktop, on a message bus of its own: nothing of this user's is touched.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

use paydesk::domain::secret::ApiKey;
use paydesk::vault::{Vault, VaultError};

use super::system::needs;

/// Tells a test that it runs inside, with this keyring.
const INSIDE: &str = "PAYDESK_TEST_KEYRING";

/// Runs a test of this file again on a bus of its own, after `prepare`; `None` where the machine has no such bus.
fn inside(name: &str, prepare: &str) -> Option<Output> {
    let home = tempfile::tempdir().unwrap();
    let missing = ["dbus-run-session", "gnome-keyring-daemon"].into_iter().find(|program| !is_installed(program));
    needs(missing.map_or(Ok(()), Err), name, "apt-get install dbus-daemon gnome-keyring")?;
    let script = format!("{prepare}; exec \"$0\" --exact vault::\"$1\"");
    let mut session = Command::new("dbus-run-session");
    session.args(["--", "sh", "-c", &script]).arg(std::env::current_exe().unwrap()).arg(name).env(INSIDE, "1");
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
        session.env(variable, home.path());
    }
    session.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("GNOME_KEYRING_CONTROL");
    Some(session.output().unwrap())
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| Path::new(&dir).join(program).is_file())
}

fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

#[track_caller]
fn passed(output: Option<Output>) {
    if let Some(output) = output {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "the test did not run inside");
    }
}

#[test]
fn an_unlocked_keyring_keeps_and_forgets_keys() {
    if !is_inside() {
        let unlock = "printf pass | gnome-keyring-daemon --unlock --components=secrets >&2";
        return passed(inside("an_unlocked_keyring_keeps_and_forgets_keys", unlock));
    }
    let key = |text: &str| ApiKey::parse(text).unwrap();
    let vault = Vault::start();
    assert!(vault.load("shop").unwrap().is_none());
    vault.save("shop", &key("snd_first")).unwrap();
    vault.save("shop", &key("prd_second")).unwrap();
    vault.save("other", &key("snd_other")).unwrap();
    // Another process of ours would find it too.
    assert_eq!(Vault::start().load("shop").unwrap().unwrap().expose(), "prd_second");
    vault.delete("shop").unwrap();
    assert!(vault.load("shop").unwrap().is_none());
    assert_eq!(vault.load("other").unwrap().unwrap().expose(), "snd_other");
}

#[test]
fn a_locked_keyring_is_called_locked() {
    if !is_inside() {
        let start = "gnome-keyring-daemon --start --components=secrets >&2";
        return passed(inside("a_locked_keyring_is_called_locked", start));
    }
    let refused = Vault::start().save("shop", &ApiKey::parse("snd_first").unwrap());
    // With nobody there to ask, it depends on the keyring whether it refuses or goes on asking.
    assert!(matches!(refused, Err(VaultError::Locked | VaultError::TimedOut)), "{refused:?}");
}

#[test]
fn a_machine_without_a_keyring_is_told_so() {
    if is_inside() {
        assert_eq!(Vault::start().load("shop").unwrap_err(), VaultError::NoService);
        return;
    }
    let name = "vault::a_machine_without_a_keyring_is_told_so";
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name]).env(INSIDE, "1").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    passed(Some(child.output().unwrap()));
}
