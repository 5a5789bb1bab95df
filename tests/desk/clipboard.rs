//! Copied secrets on the real clipboard of X11: seen by another program, and gone afterwards.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::sync::mpsc::sync_channel;

use paydesk_domain::secret::SecretText;
use paydesk_runtime::clipboard::SecretClipboard;
use paydesk_test_basics::waiting::step_until;

use super::display::Display;

const NAME: &str = "clipboard::a_copied_secret_can_be_pasted_elsewhere_and_is_gone_when_the_desk_ends";
/// What this process of the test is: Paydesk, or another program that pastes.
const ROLE: &str = "PAYDESK_TEST_CLIPBOARD";
const KEY: &str = "snd_clipboard_7f3c9b0e";

fn run(role: &str, display: Option<&str>) -> std::process::Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", NAME, "--nocapture"]).env(ROLE, role).env_remove("WAYLAND_DISPLAY");
    command.envs(display.map(|display| ("DISPLAY", display)));
    command.output().unwrap()
}

/// Whether another program can paste the key.
fn pasted_elsewhere() -> bool {
    String::from_utf8_lossy(&run("other", None).stdout).contains(KEY)
}

#[test]
fn a_copied_secret_can_be_pasted_elsewhere_and_is_gone_when_the_desk_ends() {
    match std::env::var(ROLE).ok().as_deref() {
        None => {
            let Some(display) = Display::needed("the clipboard") else { return };
            let output = run("desk", Some(&display.name));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
        Some("desk") => {
            let clipboard = SecretClipboard::start();
            let (copied, reported) = sync_channel(1);
            clipboard.copy(SecretText::new(KEY), Box::new(move |result| copied.send(result).unwrap()));
            assert_eq!(reported.recv().unwrap(), Ok(()));
            step_until("the key can be pasted elsewhere", || pasted_elsewhere().then_some(()));
            drop(clipboard);
            assert!(!pasted_elsewhere());
        }
        Some(_) => println!("{}", arboard::Clipboard::new().and_then(|mut it| it.get_text()).unwrap_or_default()),
    }
}
