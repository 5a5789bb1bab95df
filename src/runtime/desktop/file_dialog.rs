//! The file dialog of the system. It is opened from here and waited for here: no frame waits for it.
//!
//! On Linux it belongs to the desktop, which offers it on the session bus (the portal), or to the program `zenity`.
//! That one of them is there is asked first: the dialog itself reports a missing portal and a cancelled choice alike.

use paydesk_core::failure::FileDialogError;

use crate::file_choice::FileChoice;

/// Lets the person choose a file. `None`: they chose none.
pub async fn choose_file(choice: FileChoice) -> Result<Option<String>, FileDialogError> {
    if !platform::is_there().await {
        return Err(FileDialogError::NotOffered);
    }
    let (name, ends) = filter(choice);
    let dialog = rfd::AsyncFileDialog::new().set_title(title(choice));
    let chosen = dialog.add_filter(name, ends).add_filter("All files", &["*"]).pick_file().await;
    let path = chosen.map(|file| file.path().as_os_str().to_owned().into_string());
    path.transpose().map_err(|_| FileDialogError::UnreadableName)
}

fn title(choice: FileChoice) -> &'static str {
    match choice {
        FileChoice::Evidence => "Choose a file for the evidence",
        FileChoice::Table => "Choose a file with IDs and amounts",
        FileChoice::Views => "Choose a file with saved views",
    }
}

/// A name, and how the names of such files end.
fn filter(choice: FileChoice) -> (&'static str, &'static [&'static str]) {
    match choice {
        FileChoice::Evidence => ("Evidence", &["pdf", "png", "jpg", "jpeg", "tif", "tiff", "txt"]),
        FileChoice::Table => ("Tables", &["csv", "xlsx", "tsv", "txt"]),
        // Earlier versions exported them as .json.
        FileChoice::Views => ("Saved views", &["paydesk-views", "json"]),
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod platform {
    /// Windows and macOS have theirs.
    pub async fn is_there() -> bool {
        true
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
mod platform {
    use std::time::Duration;

    use zbus::conn::Builder;

    const PORTAL: &str = "org.freedesktop.portal.Desktop";
    const PATH: &str = "/org/freedesktop/portal/desktop";
    /// A portal may have to be started first.
    const TIMEOUT: Duration = Duration::from_secs(5);

    pub async fn is_there() -> bool {
        has_zenity() || has_portal(Builder::session()).await
    }

    /// Whether the bus has a portal that opens files.
    pub async fn has_portal(bus: zbus::Result<Builder<'_>>) -> bool {
        let asked = async {
            let bus = bus?.build().await?;
            let properties = Some("org.freedesktop.DBus.Properties");
            let version = ("org.freedesktop.portal.FileChooser", "version");
            bus.call_method(Some(PORTAL), PATH, properties, "Get", &version).await
        };
        tokio::time::timeout(TIMEOUT, asked).await.is_ok_and(|answer: zbus::Result<_>| answer.is_ok())
    }

    fn has_zenity() -> bool {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
    }
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn without_a_bus_there_is_no_portal_and_that_is_distinguished_from_a_cancelled_choice() {
        let nowhere = zbus::conn::Builder::address("unix:path=/nonexistent/bus");
        assert!(!platform::has_portal(nowhere).await);
    }
}
