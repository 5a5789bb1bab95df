//! Notifications of the system, shown on a thread of their own: the service that shows them may take its time. Nothing
//! is waited for but that it took the notification: what a person does with it is not reported.

use std::time::Duration;

use paydesk_core::failure::NotificationError;
use paydesk_core::features::notifications::DesktopNotification;

use super::desktop;

/// A service may have to be started first.
const TIMEOUT: Duration = Duration::from_secs(10);

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
            let shown = tokio::task::spawn_blocking(move || desktop::show_notification(&notification));
            match tokio::time::timeout(TIMEOUT, shown).await {
                Err(_) => Err(NotificationError::TimedOut),
                Ok(Err(_)) => Err(NotificationError::Internal),
                Ok(Ok(shown)) => shown,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_shown_where_notifications_are_off() {
        let notification = DesktopNotification { number: 1, title: "Title".into(), body: "Body".into() };
        assert_eq!(show(NotificationService::Off, notification).await, Err(NotificationError::SwitchedOff));
    }
}
