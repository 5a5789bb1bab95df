//! The file of an organisation: where it is, and what it holds. It is only ever read.
//!
//! Its place is fixed. No option and no variable of the environment names another one: who could, could loosen the rules.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use paydesk_core::failure::{ManagedFileError, ManagedFileFault};
use paydesk_core::managed::ManagedPolicy;

/// Largest file that is read, in bytes: fifty profiles have some 20 KB.
const FILE_MAX_BYTES: u64 = 1024 * 1024;
/// Largest file of certificates that is read, in bytes; those of all public authorities have some 250 KB.
const BUNDLE_MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Where the file of this machine is.
pub fn path() -> PathBuf {
    #[cfg(windows)]
    let dir = program_data().join("Paydesk");
    #[cfg(target_os = "macos")]
    let dir = PathBuf::from("/Library/Application Support/Paydesk");
    #[cfg(not(any(windows, target_os = "macos")))]
    let dir = PathBuf::from("/etc/paydesk");
    dir.join("managed.json")
}

/// The directory of data of all users, as the system has it: `%ProgramData%` can be set by any user for themselves.
#[cfg(windows)]
fn program_data() -> PathBuf {
    const FOLDERS: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders";
    let folders = windows_registry::LOCAL_MACHINE.open(FOLDERS);
    let found = folders.and_then(|folders| folders.get_string("Common AppData"));
    found.map_or_else(|_| PathBuf::from(r"C:\ProgramData"), PathBuf::from)
}

/// Reads the rules at `path`. Without a file there are none; where it cannot be used, the strictest hold.
pub fn load(path: &Path) -> (ManagedPolicy, Option<ManagedFileError>) {
    match read(path) {
        Ok(None) => (ManagedPolicy::default(), None),
        Ok(Some(policy)) => (policy, None),
        Err(fault) => (ManagedPolicy::strictest(path), Some(ManagedFileError { path: path.to_owned(), fault })),
    }
}

fn read(path: &Path) -> Result<Option<ManagedPolicy>, ManagedFileFault> {
    let bytes = match bounded(path, FILE_MAX_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            return Err(ManagedFileFault::TooLarge { most_bytes: FILE_MAX_BYTES });
        }
        bytes => bytes.map_err(|error| ManagedFileFault::NotRead(error.into()))?,
    };
    let text = String::from_utf8(bytes).map_err(|_| ManagedFileFault::NotText)?;
    ManagedPolicy::parse(path, &text).map(Some)
}

/// The certificates of an organisation, as the file has them.
pub fn read_bundle(path: &Path) -> Result<Vec<u8>, Error> {
    bounded(path, BUNDLE_MAX_BYTES)
}

/// Whether this user may change a file, so that what it says binds nobody. Nothing is changed.
pub fn is_writable(path: &Path) -> bool {
    OpenOptions::new().write(true).open(path).is_ok()
}

fn bounded(path: &Path, most_bytes: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most_bytes {
        return Err(Error::from(ErrorKind::FileTooLarge));
    }
    Ok(bytes)
}
