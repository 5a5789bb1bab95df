//! The real binary where it cannot start, or not as usual: what it says, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use paydesk_store::{DataDirs, Journal};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_core::journal_files::{filled, tampered};

use super::display::Display;

fn paydesk(args: &[&str], data_dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(args).arg("--data-dir").arg(data_dir);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    // No keyring is reached, whatever this machine has.
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Drivers that cannot be found, so that a renderer does not work.
fn without_opengl(command: &mut Command) -> &mut Command {
    command
        .env("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent")
        .env("__GLX_VENDOR_LIBRARY_NAME", "none")
        .env("LIBGL_DRIVERS_PATH", "/nonexistent")
}

fn without_vulkan(command: &mut Command) -> &mut Command {
    command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent")
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_desk_says_so_names_the_packages_and_ends_with_2() {
    let data = tempfile::tempdir().unwrap();
    let output = paydesk(&[], data.path()).output().unwrap();
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for text in ["No display was found", "apt-get install", "dnf install", "libxkbcommon", "paydesk sandbox"] {
        assert!(said.contains(text), "“{text}” is missing in: {said}");
    }
}

#[test]
fn a_second_desk_on_the_same_data_is_refused_with_the_way_out() {
    let data = tempfile::tempdir().unwrap();
    let _lock = DataDirs::resolve(Some(data.path())).unwrap().lock().unwrap();
    let output = paydesk(&[], data.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    for text in ["Another Paydesk is using", "does not answer", "--data-dir"] {
        assert!(said(&output).contains(text), "“{text}” is missing in: {}", said(&output));
    }
}

/// A desk in a window of its own; ended when dropped.
#[cfg(target_os = "linux")]
struct OpenDesk(std::process::Child);

#[cfg(target_os = "linux")]
impl OpenDesk {
    fn start(display: &Display, data: &Path) -> Self {
        let desk = Self(paydesk(&[], data).env("DISPLAY", &display.name).stderr(Stdio::null()).spawn().unwrap());
        // Before that, the second start would be the first.
        let pid = format!("pid {}\n", desk.0.id());
        step_until("the first start holds the data", || {
            let instance = std::fs::read_to_string(data.join("paydesk.instance")).ok()?;
            instance.contains(&pid).then_some(())
        });
        step_until("a second start finds the window", || shown(&second(display, data)).then_some(()));
        desk
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.0.id().to_string()]).status().unwrap();
        assert!(status.success(), "{name}");
    }
}

#[cfg(target_os = "linux")]
impl Drop for OpenDesk {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(target_os = "linux")]
fn second(display: &Display, data: &Path) -> Output {
    paydesk(&[], data).env("DISPLAY", &display.name).output().unwrap()
}

#[cfg(target_os = "linux")]
fn shown(output: &Output) -> bool {
    let line = String::from_utf8_lossy(&output.stdout);
    let shown = line.trim_end() == "Paydesk is already open; its window was brought to the front";
    let starting = line.contains("already starting");
    assert!(output.status.code() == Some(0) && (shown || starting), "{line}{}", said(output));
    shown
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_start_has_the_window_of_the_first_shown_and_ends_well() {
    let Some(display) = Display::needed("two starts on one data directory") else { return };
    let data = tempfile::tempdir().unwrap();
    let first = OpenDesk::start(&display, data.path());
    assert!(shown(&second(&display, data.path())));
    let with_profile = paydesk(&["--profile", "Acme"], data.path()).output().unwrap();
    assert!(String::from_utf8_lossy(&with_profile.stdout).contains("open “Acme”"), "{}", said(&with_profile));
    let elsewhere = tempfile::tempdir().unwrap();
    OpenDesk::start(&display, elsewhere.path());
    // Killed, it leaves its socket and its note behind: neither keeps the next one from starting.
    drop(first);
    OpenDesk::start(&display, data.path());
}

#[cfg(target_os = "linux")]
#[test]
fn a_first_desk_that_does_not_answer_is_named_with_what_to_do() {
    let Some(display) = Display::needed("a desk that hangs") else { return };
    let data = tempfile::tempdir().unwrap();
    let first = OpenDesk::start(&display, data.path());
    first.signal("-STOP");
    let output = second(&display, data.path());
    first.signal("-CONT");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    for text in [&*format!("process {}", first.0.id()), "does not answer", "end that process"] {
        assert!(said(&output).contains(text), "“{text}” is missing in: {}", said(&output));
    }
    assert!(shown(&second(&display, data.path())));
}

#[test]
fn a_data_directory_that_is_a_file_is_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output = paydesk(&[], &file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("is a file"), "{}", said(&output));
    assert!(said(&output).contains(&*file.to_string_lossy()));
}

#[test]
fn the_audit_ends_0_for_a_whole_journal_1_with_the_first_broken_entry_and_2_where_there_is_none() {
    let data = tempfile::tempdir().unwrap();
    let verify = || {
        let output = paydesk(&["audit", "verify"], data.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout.clone()).unwrap(), said(&output))
    };
    let (code, _, error) = verify();
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("There is no journal at ") && !error.contains("read-only"), "{error}");
    assert_eq!(data.path().read_dir().unwrap().count(), 0, "nothing is made");
    let path = data.path().join("journal.sqlite");
    filled(&path);
    let whole = "Verified: all 6 journal entries are unaltered\n".to_owned();
    assert_eq!(verify(), (Some(0), whole.clone(), String::new()));
    // While a window is open on it.
    let _lock = DataDirs::resolve(Some(data.path())).unwrap().lock().unwrap();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(verify().1, whole);
    drop(journal);
    tampered(&path, "UPDATE entries SET payload = replace(payload, 'pay_2', 'pay_3') WHERE seq = 5");
    let (code, _, error) = verify();
    assert_eq!(code, Some(1));
    assert!(error.contains("Journal entry 5 has been altered"), "{error}");
}

#[test]
fn a_file_that_is_not_there_is_named_as_no_file_and_no_command() {
    let data = tempfile::tempdir().unwrap();
    let output = paydesk(&["expotr"], data.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("no file “expotr”, and no command"), "{}", said(&output));
    assert!(!data.path().join("paydesk.lock").exists(), "nothing was started");
}

#[test]
fn an_unknown_profile_is_named_with_the_way_to_add_it() {
    let data = tempfile::tempdir().unwrap();
    let output = paydesk(&["--profile", "Acme"], data.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("no profile “Acme”") && said(&output).contains("paydesk connect"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_key_that_cannot_be_used_is_refused_and_never_repeated() {
    for (key, url, text) in [
        ("pk_snd_topsecret", "https://api.example.com", "publishable"),
        ("admin_topsecret", "https://api.example.com", "admin key"),
        ("topsecret", "https://api.example.com", "snd_ or dev_ (sandbox), or prd_ (production)"),
        ("prd_topsecret", "http://api.example.com", "https://"),
        ("prd_topsecret", "http://127.0.0.1:8600", "are not sent to addresses on this computer"),
        ("snd_topsecret", "https://user:word@api.example.com", "user name"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let mut command = paydesk(&["connect", "Acme", url], data.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{key}").unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{key}");
        assert!(said(&output).contains(text), "{key}: {}", said(&output));
        assert!(!said(&output).contains("topsecret"), "{}", said(&output));
        assert!(!data.path().join("profiles.json").exists());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_renderer_that_was_asked_for_and_does_not_work_says_so_and_the_desk_ends_with_2() {
    let Some(display) = Display::needed("a display without drivers") else { return };
    let data = tempfile::tempdir().unwrap();
    for (name, shown) in [("glow", "OpenGL"), ("wgpu", "wgpu")] {
        let mut command = paydesk(&["--renderer", name], data.path());
        let output = without_vulkan(without_opengl(command.env("DISPLAY", &display.name))).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let said = said(&output);
        for text in [&format!("The {shown} renderer does not work here"), "Try without --renderer"] {
            assert!(said.contains(text), "“{text}” is missing in: {said}");
        }
    }
}

/// What a desk says until it drew its first frame.
#[cfg(target_os = "linux")]
fn said_until_first_frame(command: &mut Command) -> String {
    let mut child = command.env("RUST_LOG", "paydesk=info").stderr(Stdio::piped()).spawn().unwrap();
    let mut log = child.stderr.take().unwrap();
    let (lines, read) = std::sync::mpsc::sync_channel(64);
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = log.read(&mut chunk) {
            if lines.send(String::from_utf8_lossy(&chunk[..count]).into_owned()).is_err() {
                return;
            }
        }
    });
    let mut said = String::new();
    step_until("the first frame is drawn", || {
        said.extend(read.recv_timeout(Duration::from_millis(100)));
        said.contains("first frame").then_some(())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    said
}

#[cfg(target_os = "linux")]
#[test]
fn where_opengl_does_not_work_the_processor_draws_the_window() {
    let Some(display) = Display::needed("the choice of the processor") else { return };
    let data = tempfile::tempdir().unwrap();
    let mut command = paydesk(&[], data.path());
    let said = said_until_first_frame(without_opengl(command.env("DISPLAY", &display.name)));
    assert!(said.contains("renderer: CPU: "), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn where_opengl_would_be_software_the_processor_draws_the_window() {
    let Some(display) = Display::needed("the choice of the processor") else { return };
    let data = tempfile::tempdir().unwrap();
    let mut command = paydesk(&[], data.path());
    command.env("DISPLAY", &display.name).env("LIBGL_ALWAYS_SOFTWARE", "1");
    let said = said_until_first_frame(&mut command);
    let reason = "renderer: CPU: OpenGL would be drawn in software: LIBGL_ALWAYS_SOFTWARE is set";
    assert!(said.contains(reason), "{said}");
}

#[cfg(all(target_os = "linux", not(feature = "wgpu")))]
#[test]
fn a_renderer_that_was_not_built_says_how_to_build_it() {
    let Some(display) = Display::needed("a renderer that was not built") else { return };
    let data = tempfile::tempdir().unwrap();
    let output = paydesk(&["--renderer", "wgpu"], data.path()).env("DISPLAY", &display.name).output().unwrap();
    let said = said(&output);
    assert!(said.contains("built without it (cargo build --features wgpu)"), "{said}");
}

#[cfg(all(target_os = "linux", feature = "wgpu"))]
#[test]
fn a_window_opens_on_vulkan_where_that_was_asked_for() {
    let Some(display) = Display::needed("the renderer wgpu") else { return };
    if paydesk_test_desk::vulkan::needs_vulkan("the renderer wgpu").is_none() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let mut command = paydesk(&["--renderer", "wgpu"], data.path());
    let said = said_until_first_frame(without_opengl(command.env("DISPLAY", &display.name)));
    assert!(said.contains("renderer: wgpu: "), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_leaves_no_core_dump() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["sandbox", "--in-memory", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut ready = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut ready).unwrap();
    assert!(ready.contains("base_url"), "{ready}");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id()));
    child.kill().unwrap();
    child.wait().unwrap();
    let limits = limits.unwrap();
    let core = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().collect::<Vec<_>>(), ["0", "0", "bytes"]);
}
