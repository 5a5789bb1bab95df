//! The desktop and this machine: the file dialog and the file manager, the clipboard, notifications, a port that webhooks arrive at.

use crate::features::disputes::FilePlace;
use crate::features::notifications::DesktopNotification;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;

/// What is asked of the system.
#[derive(Debug, Clone, PartialEq)]
pub enum SystemEffect {
    /// Let the person choose a file of this machine in the dialog of the system, answered by `FileChosen`.
    ChooseFile { place: FilePlace },
    /// Read a file of saved views: at this path, or one that the person chooses; answered by `ViewsRead`.
    ReadViews { profile_id: ProfileId, path: Option<String> },
    /// Read a table of this machine, or one that the person chooses in the dialog of the system; answered by
    /// `TableRead`.
    ReadTable { profile_id: ProfileId, path: Option<String> },
    /// Put a secret on the clipboard, answered by `SecretCopied`.
    CopySecret(SecretText),
    /// Show a folder in the file manager, answered by `Noticed` where there is none.
    OpenFolder { path: String },
    /// Open a file in the program that the system has for it, answered as `OpenFolder` is.
    OpenFile { path: String },
    /// Show a notification of the system, answered by `NotificationSent`.
    Notify(DesktopNotification),
    /// Listen for webhooks of a profile on this port of the loopback, 0 for a free one; answered by `ReceiverChanged`.
    Listen { profile_id: ProfileId, port: u16 },
    /// Listen no more. Not answered.
    StopListening { profile_id: ProfileId },
}
