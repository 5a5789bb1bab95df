//! The program and the machine it runs on.

use chrono::SecondsFormat;

use super::report::DoctorFinding;
use crate::desktop;
use crate::version;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretKind;
use paydesk_vault::Vault;

/// Which Paydesk this is.
pub fn program() -> Vec<DoctorFinding> {
    let version = DoctorFinding::ok("version", "Version", version::VERSION).with("version", version::VERSION);
    let commit = DoctorFinding::ok("commit", "Commit", version::COMMIT).with("commit", version::COMMIT);
    let build = DoctorFinding::ok("build", "Build", version::TARGET).with("target", version::TARGET);
    let list: Vec<&str> = version::FEATURES.split(", ").filter(|feature| *feature != "none").collect();
    let features = DoctorFinding::ok("features", "Features", version::FEATURES).with("features", list);
    vec![version, commit, build, features]
}

/// The system, what would draw the window, the keyring and the clock.
pub fn findings() -> Vec<DoctorFinding> {
    vec![operating_system(), display(), renderer(), keyring(), clock(), time_zone()]
}

fn operating_system() -> DoctorFinding {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let name = name_of_system().unwrap_or_else(|| os.to_owned());
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").map(|text| format!(", kernel {}", text.trim()));
    let text = format!("{name}, {arch}{}", kernel.unwrap_or_default());
    DoctorFinding::ok("system", "Operating system", text).with("os", os).with("arch", arch)
}

/// As a distribution of Linux calls itself.
fn name_of_system() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

fn display() -> DoctorFinding {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let session = set("XDG_SESSION_TYPE").or_else(|| set("WAYLAND_DISPLAY").map(|_| "wayland".to_owned()));
    let desktop = set("XDG_CURRENT_DESKTOP");
    let found = |text: String| {
        let finding = DoctorFinding::ok("display", "Display", text);
        finding.with("session", session.clone()).with("desktop", desktop.clone())
    };
    if !desktop::has_display() {
        return found("There is none, so no window can be opened".to_owned())
            .warning("Start Paydesk from a desktop session. Commands such as paydesk sandbox need no display");
    }
    let parts: Vec<&str> = [session.as_deref(), desktop.as_deref()].into_iter().flatten().collect();
    found(if parts.is_empty() { "Found".to_owned() } else { parts.join(", ") })
}

/// Without a display nothing can be asked what it draws with.
fn renderer() -> DoctorFinding {
    let found = |text: &str| DoctorFinding::ok("renderer", "Renderer", text);
    if !desktop::has_display() {
        return found("Not known without a display");
    }
    match desktop::renderer_here() {
        Ok(choice) => found(&choice).with("choice", choice),
        Err(error) => {
            let error = error.to_string();
            let (what, rest) =
                error.split_once('\n').unwrap_or((&error, "Start Paydesk once: it says what is missing"));
            found(what).problem(rest.replace('\n', " "))
        }
    }
}

/// Asks for a key that nobody saved: whether the keyring answers is all that is of interest.
fn keyring() -> DoctorFinding {
    let found = |text: &str, reached: bool| DoctorFinding::ok("keyring", "Keyring", text).with("reached", reached);
    match Vault::start().load(&ProfileId::new("paydesk-doctor"), SecretKind::SecretKey) {
        Ok(_) => found("Reached", true),
        Err(error) => found(&error.to_string(), false).warning(error.what_to_do()),
    }
}

fn clock() -> DoctorFinding {
    let now = desktop::now();
    let text = now.format("%-d %b %Y, %H:%M:%S UTC").to_string();
    DoctorFinding::ok("clock", "Clock", text).with("utc", now.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn time_zone() -> DoctorFinding {
    let zone = desktop::local_zone().name();
    DoctorFinding::ok("time_zone", "Time zone", zone).with("zone", zone)
}
