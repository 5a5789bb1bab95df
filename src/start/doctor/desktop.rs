//! What the window needs of this machine: a display, something that draws, and the keyring.

use super::report::DoctorFinding;
use crate::desktop;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretKind;
use paydesk_vault::Vault;

/// Everything about the desktop.
pub fn findings() -> Vec<DoctorFinding> {
    vec![display(), renderer(), keyring()]
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
        return found("None found, so no window can be opened".to_owned())
            .warning("Start Paydesk from a desktop session. Commands such as paydesk sandbox need no display.");
    }
    let parts: Vec<&str> = [session.as_deref(), desktop.as_deref()].into_iter().flatten().collect();
    found(if parts.is_empty() { "Found".to_owned() } else { parts.join(", ") })
}

/// Without a display nothing can be asked what it draws with.
fn renderer() -> DoctorFinding {
    let found = |text: &str| DoctorFinding::ok("renderer", "Renderer", text);
    if !desktop::has_display() {
        return found("Unknown without a display");
    }
    match desktop::renderer_here() {
        Ok(choice) => found(&choice).with("choice", choice),
        Err(error) => {
            let error = error.to_string();
            let (what, rest) =
                error.split_once('\n').unwrap_or((&error, "Start Paydesk once: it reports what is missing"));
            found(what).problem(rest.replace('\n', " "))
        }
    }
}

/// Asks for a key that nobody saved: whether the keyring answers is all that is of interest.
fn keyring() -> DoctorFinding {
    let found = |text: &str, reached: bool| DoctorFinding::ok("keyring", "Keyring", text).with("reached", reached);
    match Vault::start().load(&ProfileId::new("paydesk-doctor"), SecretKind::SecretKey) {
        Ok(_) => found("Available", true),
        Err(error) => found(&error.to_string(), false).warning(error.what_to_do()),
    }
}
