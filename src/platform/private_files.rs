//! Files and directories that only this user can read: makes new ones so, and closes those that were left open to
//! others.
//!
//! A no-op where files have no Unix permissions: there the directories of a user are closed to others by the system.
//! Which files are Paydesk's own is for the caller to say.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// What [`tighten`] does with the directory itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owned {
    /// It is closed, whatever else is in it.
    Always,
    /// It is closed if nothing else is in it: `--data-dir` may name a directory that others work in.
    IfAlone,
}

/// Creates what is missing of `dir`; an existing one stays as it is.
pub fn create_dir(dir: &Path) -> Result<(), Error> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(dir) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && dir.is_dir() => Ok(()),
        result => result,
    }
}

/// Options that make a new file readable by this user only.
pub fn options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A new file.
pub fn create_new(path: &Path) -> Result<File, Error> {
    options().write(true).create_new(true).open(path)
}

/// Makes an empty file where nothing is, for a library that would make one that others can read.
///
/// An existing one is not even opened: closing it would release the locks that SQLite holds on it in this process.
pub fn reserve(path: &Path) -> Result<(), Error> {
    match create_new(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Closes `dir` and what is directly in it and is ours to everybody else; directories of ours with the files in
/// them. Returns what is still open to others: disks without permissions, files of another user.
pub fn tighten(dir: &Path, owned: Owned, is_ours: impl Fn(&OsStr) -> bool) -> Vec<PathBuf> {
    let (ours, others): (Vec<PathBuf>, Vec<PathBuf>) =
        entries(dir).into_iter().partition(|path| path.file_name().is_some_and(&is_ours));
    let mut open = Vec::new();
    if owned == Owned::Always || others.is_empty() {
        close(dir, &mut open);
    }
    for path in ours {
        // A link to a directory leads to where others may work; a link to a file holds Paydesk's own content.
        if path.is_dir() && !path.is_symlink() {
            close(&path, &mut open);
            entries(&path).iter().filter(|path| !path.is_dir()).for_each(|path| close(path, &mut open));
        } else if path.is_file() {
            close(&path, &mut open);
        }
    }
    open
}

/// What [`tighten`] would close; nothing is changed.
pub fn open_to_others(dir: &Path, is_ours: impl Fn(&OsStr) -> bool) -> Vec<PathBuf> {
    let ours = entries(dir).into_iter().filter(|path| path.file_name().is_some_and(&is_ours));
    std::iter::once(dir.to_owned()).chain(ours).filter(|path| is_open_to_others(path)).collect()
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_path: &Path) -> bool {
    false
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

#[cfg(unix)]
fn close(path: &Path, open: &mut Vec<PathBuf>) {
    use std::os::unix::fs::PermissionsExt as _;
    // What is gone meanwhile is open to nobody.
    let Ok(about) = std::fs::metadata(path) else { return };
    let others = 0o077;
    let mode = about.permissions().mode();
    if mode & others == 0 {
        return;
    }
    let closed = std::fs::Permissions::from_mode(mode & !others & 0o7777);
    // Some disks say yes and change nothing.
    let still_open = || std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & others != 0);
    if std::fs::set_permissions(path, closed).is_err() || still_open() {
        open.push(path.to_owned());
    }
}

#[cfg(not(unix))]
fn close(_path: &Path, _open: &mut Vec<PathBuf>) {}
