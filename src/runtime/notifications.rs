//! Notifications of the system, shown on a thread of their own: the service that shows them may take its time.
//!
//! On Linux that is the service on the session bus of the desktop, on Windows and macOS the system itself. Nothing is
//! waited for but that it took the notification: what a person does with it is not reported.

use std::time::Duration;

use notify_rust::Notification;

use paydesk_core::failure::NotificationError;
use paydesk_core::features::notifications::DesktopNotification;

/// A service may have to be started first.
const TIMEOUT: Duration = Duration::from_secs(10);
/// As it is called in the list of notifications, and what icons and desktop entries are found by.
const APP_NAME: &str = "Paydesk";
#[cfg(all(unix, not(target_os = "macos")))]
const APP_ID: &str = "paydesk";
/// The bundle that notifications are of, where the program runs in it; else macOS shows them as those of Finder.
#[cfg(target_os = "macos")]
const BUNDLE: &str = "app.paydesk.Paydesk";

/// Whether notifications are shown at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationService {
    System,
    /// None is shown: tests, and who asked for it at the start.
    Off,
}

/// Shows a notification.
pub async fn show(service: NotificationService, notification: DesktopNotification) -> Result<(), NotificationError> {
    match service {
        NotificationService::Off => Err(NotificationError::SwitchedOff),
        NotificationService::System => {
            let shown = tokio::task::spawn_blocking(move || show_now(&notification));
            match tokio::time::timeout(TIMEOUT, shown).await {
                Err(_) => Err(NotificationError::TimedOut),
                Ok(Err(_)) => Err(NotificationError::Internal),
                Ok(Ok(shown)) => shown,
            }
        }
    }
}

fn show_now(notification: &DesktopNotification) -> Result<(), NotificationError> {
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

    #[tokio::test]
    async fn nothing_is_shown_where_notifications_are_off() {
        let notification = DesktopNotification { number: 1, title: "Title".into(), body: "Body".into() };
        assert_eq!(show(NotificationService::Off, notification).await, Err(NotificationError::SwitchedOff));
    }
}
