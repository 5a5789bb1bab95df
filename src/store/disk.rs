//! How much room a disk has.

use std::path::Path;

/// Bytes that this user may still write to the disk with `path`; `None` where the system does not say.
#[cfg(unix)]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Bytes that this user may still write to the disk with `path`; `None` where the system does not say.
#[cfg(windows)]
pub fn free_bytes(path: &Path) -> Option<u64> {
    fs4::available_space(path).ok()
}

/// Not asked for on this platform.
#[cfg(not(any(unix, windows)))]
pub fn free_bytes(_path: &Path) -> Option<u64> {
    None
}
