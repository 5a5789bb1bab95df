//! What kind of file system a file is on, and how its databases are written there.
//!
//! A cache of ours is fastest in SQLite's mode WAL, which shares memory between connections and needs locks that hold. On a
//! network drive neither is sure: another machine does not see the memory, and locks may be granted twice. There, files are
//! written with a rollback journal (`TRUNCATE`) and synced with each commit; one instance at a time has a data directory, by
//! its own lock. The journal of operations and the other precious files are written so everywhere.

use std::path::Path;

/// Where files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSystem {
    /// A disk of this machine.
    Local,
    /// Shared with other machines, or served by a program; as people call it.
    Shared(&'static str),
    /// The system does not say.
    Unknown,
}

/// How a database of a cache is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseMode {
    Wal,
    Truncate,
}

impl FileSystem {
    /// That of `path`, or of the first directory above it that exists.
    pub fn of(path: &Path) -> Self {
        let found = path.ancestors().find(|path| path.exists());
        found.map_or(Self::Unknown, of_existing)
    }

    /// How caches are written here. What is not known is taken for a disk: most are.
    pub fn database_mode(self) -> DatabaseMode {
        match self {
            Self::Local | Self::Unknown => DatabaseMode::Wal,
            Self::Shared(_) => DatabaseMode::Truncate,
        }
    }

    /// By the number that Linux has for a kind (`statfs(2)`).
    pub fn of_linux_type(kind: u32) -> Self {
        let name = match kind {
            0x6969 => "NFS",
            0xFF53_4D42 | 0xFE53_4D42 | 0x517B => "SMB",
            0x6573_5546 => "FUSE",
            0x5346_414F => "AFS",
            0x0102_1997 => "9P",
            0x00C3_6400 => "Ceph",
            0x0BD0_0BD0 => "Lustre",
            0x7461_636F => "OCFS2",
            0x0116_1970 => "GFS2",
            0x786F_4256 => "a folder shared by VirtualBox",
            0 => return Self::Unknown,
            _ => return Self::Local,
        };
        Self::Shared(name)
    }

    /// By the full name that Windows has for a path: `\\?\UNC\server\share\…` on a share, `\\?\C:\…` on a disk.
    pub fn of_windows_path(full: &str) -> Self {
        let name = full.strip_prefix(r"\\?\").unwrap_or(full);
        let is_disk = name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && name[1..].starts_with(':');
        if name.starts_with(r"UNC\") || name.starts_with(r"\\") {
            Self::Shared("a network share")
        } else if is_disk {
            Self::Local
        } else {
            Self::Unknown
        }
    }
}

impl DatabaseMode {
    /// As `PRAGMA journal_mode` takes and answers it.
    pub fn journal_mode(self) -> &'static str {
        match self {
            Self::Wal => "wal",
            Self::Truncate => "truncate",
        }
    }

    /// As `PRAGMA synchronous` takes it. With WAL a power cut may cost what came last, which is read again; without it, it
    /// could damage the file.
    pub fn synchronous(self) -> &'static str {
        match self {
            Self::Wal => "NORMAL",
            Self::Truncate => "FULL",
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn of_existing(path: &Path) -> FileSystem {
    // The numbers have 32 bits; some platforms have them in a signed word.
    rustix::fs::statfs(path).map_or(FileSystem::Unknown, |found| FileSystem::of_linux_type(found.f_type as u32))
}

#[cfg(target_os = "macos")]
fn of_existing(path: &Path) -> FileSystem {
    /// `MNT_LOCAL` of `mount.h`.
    const LOCAL: u32 = 0x1000;
    match rustix::fs::statfs(path) {
        Ok(found) if found.f_flags & LOCAL != 0 => FileSystem::Local,
        Ok(_) => FileSystem::Shared("a network drive"),
        Err(_) => FileSystem::Unknown,
    }
}

/// A letter of a network drive looks like one of a disk; in the full name of a path the system puts the share that the
/// letter stands for.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
fn of_existing(path: &Path) -> FileSystem {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    FileSystem::of_windows_path(&full.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_written_without_shared_memory_where_other_machines_write_too() {
        for kind in [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x6573_5546, 0x0102_1997] {
            let found = FileSystem::of_linux_type(kind);
            assert!(matches!(found, FileSystem::Shared(_)), "{kind:x}");
            assert_eq!(found.database_mode(), DatabaseMode::Truncate);
        }
        // ext4, btrfs, xfs, tmpfs, overlayfs, zfs
        for kind in [0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1] {
            let found = FileSystem::of_linux_type(kind);
            assert_eq!((found, found.database_mode()), (FileSystem::Local, DatabaseMode::Wal), "{kind:x}");
        }
    }

    #[test]
    fn a_share_of_windows_is_known_by_its_full_name_and_so_is_a_letter_that_stands_for_it() {
        let of = FileSystem::of_windows_path;
        for share in [r"\\?\UNC\files\desk\data", r"\\files\desk\data"] {
            assert_eq!(of(share), FileSystem::Shared("a network share"), "{share}");
        }
        for disk in [r"\\?\C:\Users\ada", r"D:\data"] {
            assert_eq!(of(disk), FileSystem::Local, "{disk}");
        }
        assert_eq!(of(r"\\?\Volume{0b5f-1}\data"), FileSystem::Unknown);
        assert_eq!(of("/home/ada"), FileSystem::Unknown);
    }

    #[test]
    fn the_file_system_of_a_path_that_does_not_exist_yet_is_that_of_its_directory() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(FileSystem::of(&dir.path().join("a/b/c.sqlite")), FileSystem::of(dir.path()));
    }
}
