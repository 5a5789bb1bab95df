//! The directories of Paydesk and what is in them. Nothing is made, changed or set aside.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};

use super::report::DoctorFinding;
use crate::crash_report;
use crate::machine;
use crate::single_instance;
use paydesk_core::failure::{JournalFault, StoreError};
use paydesk_core::problem::Problem;
use paydesk_platform::file_system::FileSystem;
use paydesk_platform::file_versions::{FileFormat, FoundVersion, SANDBOX};
use paydesk_sandbox as sandbox;
use paydesk_store::dirs::check_writable;
use paydesk_store::settings::{self, LookedAt};
use paydesk_store::{DataDirs, disk, journal};

/// Less room than this may end in the middle of an export.
const FREE_BYTES_LOW: u64 = 500 * 1024 * 1024;
/// So far the clock may be behind the newest file: network drives have clocks of their own.
const BEHIND_MAX: TimeDelta = TimeDelta::minutes(5);
const USE_NEWER: &str = "Use the newer Paydesk that wrote it; this version does not change the file";

/// Everything about files.
pub fn findings(dirs: &DataDirs) -> Vec<DoctorFinding> {
    let mut found = vec![directory("data_directory", "Data directory", dirs.data())];
    if dirs.config() != dirs.data() {
        found.push(directory("config_directory", "Settings directory", dirs.config()));
    }
    found.extend([in_use(dirs), permissions(dirs)]);
    found.extend(clock_behind(dirs.data(), machine::now()));
    found.push(journal_finding(dirs));
    let sandboxes = [dirs.sandbox(), dirs.sandbox_hyperswitch()].map(|dir| (dir.join(sandbox::FILE_NAME), SANDBOX));
    let databases = dirs.store_files().databases().into_iter().chain(sandboxes);
    found.extend(databases.map(|(path, format)| database(dirs.data(), &path, format)));
    found.push(crash_reports(dirs.data()));
    found.push(json_file("settings.json", settings::look(&dirs.settings_file())));
    found.push(json_file("profiles.json", settings::look_at_profiles(&dirs.profiles_file())));
    found
}

fn directory(id: &'static str, name: &str, dir: &Path) -> DoctorFinding {
    let free = disk::free_bytes(dir);
    let shown = dir.display();
    let file_system = FileSystem::of(dir);
    let found = |text: String| {
        let finding = DoctorFinding::ok(id, name, text).with("path", shown.to_string());
        let finding = finding.with("free_bytes", free).with("mode", mode(dir));
        finding.with("journal_mode", file_system.database_mode().journal_mode())
    };
    if !dir.exists() {
        return found(format!("{shown} does not exist yet: the first start creates it")).with("exists", false);
    }
    if let Err(error) = check_writable(dir) {
        return found(error.to_string()).with("writable", false).problem(error.what_to_do());
    }
    let room = free.map(|free| format!(", {} free", size(free))).unwrap_or_default();
    let drive = drive_text(file_system);
    let found = found(format!("{shown}{room}{drive}")).with("writable", true);
    if free.is_some_and(|free| free < FREE_BYTES_LOW) { found.warning("Free some space on this disk") } else { found }
}

/// What is different on a drive that other machines may write to.
fn drive_text(file_system: FileSystem) -> String {
    match file_system {
        FileSystem::Local | FileSystem::Unknown => String::new(),
        FileSystem::Shared(name) => format!(", on {name}: caches are written without shared memory, which is slower"),
    }
}

/// The permissions as `chmod` takes them.
#[cfg(unix)]
fn mode(path: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let about = std::fs::metadata(path).ok()?;
    Some(format!("{:04o}", about.permissions().mode() & 0o7777))
}

#[cfg(not(unix))]
fn mode(_path: &Path) -> Option<String> {
    None
}

fn size(bytes: u64) -> String {
    let (mb, gb) = (1024 * 1024, 1024 * 1024 * 1024);
    if bytes >= gb { format!("{}.{} GB", bytes / gb, bytes % gb * 10 / gb) } else { format!("{} MB", bytes / mb) }
}

fn in_use(dirs: &DataDirs) -> DoctorFinding {
    let pid = dirs.is_in_use().then(|| single_instance::noted_pid(dirs.data()));
    let text = match pid {
        None => "No".to_owned(),
        Some(None) => "Yes".to_owned(),
        Some(Some(pid)) => format!("Yes, process {pid}"),
    };
    DoctorFinding::ok("window", "In use by a window", text).with("open", pid.is_some()).with("pid", pid.flatten())
}

fn permissions(dirs: &DataDirs) -> DoctorFinding {
    if !cfg!(unix) {
        return inherited_permissions(dirs.data(), DataDirs::home().as_deref());
    }
    let open = dirs.find_open_to_others();
    let found = |text: String| permissions_found(text).with("open_to_others", open.len());
    match &open[..] {
        [] => found("Only this user can read the files".to_owned()),
        [first, ..] => found(format!("Other users may read {} and {} more", first.display(), open.len() - 1))
            .warning("Start Paydesk once: it removes these permissions where the disk allows it"),
    }
}

/// Where files have the permissions of the directory they are in: closed to others in that of the user alone.
fn inherited_permissions(dir: &Path, home: Option<&Path>) -> DoctorFinding {
    if home.is_some_and(|home| dir.starts_with(home)) {
        return permissions_found("Inherited from the home directory".to_owned()).with("open_to_others", 0);
    }
    permissions_found(format!("Other users may read {}, which is outside the home directory", dir.display()))
        .with("open_to_others", 1)
        .warning("Use a directory inside the home directory, or allow only this user to open this one")
}

fn permissions_found(text: String) -> DoctorFinding {
    DoctorFinding::ok("permissions", "Permissions", text)
}

/// A clock that was set back makes every time that Paydesk shows wrong.
fn clock_behind(dir: &Path, now: DateTime<Utc>) -> Option<DoctorFinding> {
    let entries = std::fs::read_dir(dir).ok()?;
    let newest = entries.filter_map(|entry| entry.ok()?.metadata().ok()?.modified().ok()).max()?;
    let newest = DateTime::<Utc>::from(newest);
    let text = format!("Earlier than the newest file here, from {}", newest.format("%-d %b %Y, %H:%M:%S UTC"));
    (newest - now > BEHIND_MAX)
        .then(|| DoctorFinding::ok("clock_behind", "Clock", text).warning("Set this computer's clock"))
}

fn journal_finding(dirs: &DataDirs) -> DoctorFinding {
    let found = |text: String| DoctorFinding::ok("journal", "Journal of operations", text);
    let path = dirs.journal_file();
    if !path.exists() {
        return found("None yet".to_owned()).with("exists", false);
    }
    match journal::check(&path) {
        Ok(check) => {
            let found = found(check.text()).with("entries", check.entries).with("verified", check.fault.is_none());
            if check.fault.is_none() { found } else { found.problem("Keep a copy of the file for support") }
        }
        Err(StoreError::Journal { fault: JournalFault::Newer(version), .. }) => {
            found(newer(&version)).problem(USE_NEWER)
        }
        Err(error) => {
            let Problem { what, what_to_do } = error.into();
            found(what).with("verified", false).problem(what_to_do)
        }
    }
}

fn database(data: &Path, path: &Path, format: FileFormat) -> DoctorFinding {
    let name = path.strip_prefix(data).unwrap_or(path).display().to_string();
    let found =
        |text: String| DoctorFinding::ok("store", &name, text).with("file", &*name).with("known", format.version);
    match format.at(path) {
        FoundVersion::Missing => found("None yet".to_owned()),
        FoundVersion::Unfinished => found("Empty".to_owned()),
        FoundVersion::Current => found(format!("Version {}", format.version)).with("version", format.version),
        FoundVersion::Older(version) => {
            let text = format!("Version {version}; the next start saves a copy and converts it to {}", format.version);
            found(text).with("version", version)
        }
        FoundVersion::Newer(version) => found(newer(&version)).with("version", version).problem(USE_NEWER),
        FoundVersion::Foreign => {
            found("Not a Paydesk file, or damaged".to_owned()).problem("Keep a copy of the file for support")
        }
        FoundVersion::NotRead(why) => {
            found(format!("Cannot be read: {why}")).problem("Allow your user to read the file")
        }
    }
}

fn crash_reports(data: &Path) -> DoctorFinding {
    let reports = crash_report::reports(data);
    let found = |text: String| DoctorFinding::ok("crash_reports", "Crash reports", text).with("count", reports.len());
    match reports.first() {
        None => found("None".to_owned()),
        Some(newest) => found(format!("{}, the newest: {}", reports.len(), newest.path.display()))
            .with("newest", newest.at.to_rfc3339())
            .warning("Send the newest to support and describe what you were doing"),
    }
}

fn json_file<T>(name: &str, found: LookedAt<T>) -> DoctorFinding {
    let finding = |text: String| DoctorFinding::ok("file", name, text).with("file", name);
    match found {
        LookedAt::Missing => finding("None yet".to_owned()),
        LookedAt::Read { version, .. } => finding(format!("Version {version}")).with("version", version),
        LookedAt::Newer(version) => finding(newer(&version)).with("version", version).problem(USE_NEWER),
        LookedAt::NotRead(error) => finding(format!("Cannot be read: {error}"))
            .problem("Start Paydesk once: it reports what is wrong and sets a damaged file aside"),
    }
}

fn newer(version: &dyn std::fmt::Display) -> String {
    format!("Written by a newer Paydesk (file version {version})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::doctor::report::FindingState;

    #[test]
    fn without_permissions_of_files_only_the_users_own_directory_is_closed_to_others() {
        let state = |dir: &str, home| inherited_permissions(Path::new(dir), home).state;
        let home = Path::new("/users/anna");
        assert_eq!(state("/users/anna/data", Some(home)), FindingState::Ok);
        assert_eq!(state("/users/anna2", Some(home)), FindingState::Warning);
        assert_eq!(state("/shared/data", Some(home)), FindingState::Warning);
        assert_eq!(state("/users/anna/data", None), FindingState::Warning);
    }
}
