//! Opens a folder in the file manager of the system, or a file in the program for it: a program of its own, waited for on a thread of its own.

use std::process::{Command, Stdio};
use std::thread;

use paydesk_core::failure::OpenFolderError;

/// The program that opens folders.
const FILE_MANAGER: &str = if cfg!(windows) {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens the folder; `failed` is called where no file manager did.
pub fn open(path: String, failed: impl FnOnce(OpenFolderError) + Send + 'static) {
    open_with(FILE_MANAGER, path, failed);
}

fn open_with(program: &'static str, path: String, failed: impl FnOnce(OpenFolderError) + Send + 'static) {
    let mut command = Command::new(program);
    command.arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let work = move || {
        // Explorer ends with 1 when it opened the folder.
        let is_open = command.status().is_ok_and(|status| status.success() || cfg!(windows));
        if !is_open {
            failed(OpenFolderError { path });
        }
    };
    if let Err(error) = thread::Builder::new().name("file manager".to_owned()).spawn(work) {
        tracing::error!(%error, "the file manager thread could not be started");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn a_file_manager_that_is_not_there_is_reported_with_the_folder() {
        let (sender, receiver) = sync_channel(1);
        open_with("paydesk-no-such-program", "/data".to_owned(), move |error| sender.send(error).unwrap());
        assert_eq!(receiver.recv().unwrap(), OpenFolderError { path: "/data".to_owned() });
    }

    #[test]
    #[cfg(unix)]
    fn a_file_manager_that_opens_it_reports_nothing() {
        let (sender, receiver) = sync_channel(1);
        open_with("true", "/".to_owned(), move |error| sender.send(error).unwrap());
        assert!(receiver.recv().is_err(), "the thread ended without a report");
    }
}
