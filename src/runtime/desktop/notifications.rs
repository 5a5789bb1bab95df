//! Notifications: on Linux by the service on the session bus of the desktop, on Windows and macOS by the system itself.

use notify_rust::Notification;

use paydesk_core::failure::NotificationError;
use paydesk_core::features::notifications::DesktopNotification;

/// As it is called in the list of notifications, and what icons and desktop entries are found by.
const APP_NAME: &str = "Paydesk";
#[cfg(all(unix, not(target_os = "macos")))]
const APP_ID: &str = "paydesk";
/// The bundle that notifications are of, where the program runs in it; else macOS shows them as those of Finder.
#[cfg(target_os = "macos")]
const BUNDLE: &str = "app.paydesk.Paydesk";

/// Shows it, and waits until the service took it.
pub fn show_notification(notification: &DesktopNotification) -> Result<(), NotificationError> {
    let no_service = |error: notify_rust::error::Error| NotificationError::NoService(error.to_string());
    let mut shown = Notification::new();
    shown.appname(APP_NAME).summary(&notification.title).body(&body(&notification.body));
    #[cfg(all(unix, not(target_os = "macos")))]
    shown.icon(APP_ID).hint(notify_rust::Hint::DesktopEntry(APP_ID.to_owned()));
    #[cfg(target_os = "macos")]
    // Refused where there is no such bundle, and when it is set already.
    let _ = notify_rust::set_application(BUNDLE);
    shown.show().map(drop).map_err(no_service)
}

/// Services of desktops that say so read markup in it; the name of a profile may look like some.
#[cfg(all(unix, not(target_os = "macos")))]
fn body(text: &str) -> String {
    let reads_markup = || notify_rust::get_capabilities().is_ok_and(|all| all.iter().any(|one| one == "body-markup"));
    let is_plain = !text.contains(['&', '<', '>']);
    if is_plain || !reads_markup() { text.to_owned() } else { escaped(text) }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn body(text: &str) -> String {
    text.to_owned()
}

#[cfg(all(unix, not(target_os = "macos")))]
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    #[test]
    fn markup_in_the_name_of_a_profile_is_shown_as_it_is_written() {
        assert_eq!(escaped("PRODUCTION · <b>A & B</b>"), "PRODUCTION · &lt;b&gt;A &amp; B&lt;/b&gt;");
    }
}
