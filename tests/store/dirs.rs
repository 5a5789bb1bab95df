//! Where the files live, and that one desk at a time uses them.

use paydesk_store::{DataDirs, DataDirsError};

use super::unwritable_dir;

#[test]
fn a_named_directory_is_created_and_holds_everything() {
    let dir = tempfile::tempdir().unwrap();
    let named = dir.path().join("a").join("b");
    let dirs = DataDirs::resolve(Some(&named)).unwrap();
    assert!(named.is_dir());
    assert!([dirs.journal_file(), dirs.settings_file(), dirs.sandbox()].iter().all(|path| path.starts_with(&named)));
    assert_eq!(DataDirs::resolve(Some(&named)).unwrap(), dirs);
    assert_eq!(std::fs::read_dir(&named).unwrap().count(), 0, "looking whether it can be written to left something");
}

#[cfg(unix)]
#[test]
fn a_directory_that_is_created_is_for_this_user_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let named = dir.path().join("desk");
    DataDirs::resolve(Some(&named)).unwrap();
    assert_eq!(std::fs::metadata(&named).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_directory_that_cannot_be_used_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = DataDirs::resolve(Some(&file)).unwrap_err();
    assert_eq!(error.to_string(), format!("The data directory {} is a file", file.display()));
    let error = DataDirs::resolve(Some(&file.join("below"))).unwrap_err();
    assert!(error.to_string().contains("a part of the path is a file"), "{error}");
    if let Some(unwritable) = unwritable_dir(dir.path()) {
        let error = DataDirs::resolve(Some(&unwritable)).unwrap_err();
        assert!(matches!(error, DataDirsError::NotWritable(..)), "{error}");
        assert!(error.to_string().contains("you are not allowed to"), "{error}");
        assert!(error.what_to_do().contains("--data-dir"));
    }
}

#[test]
fn a_second_desk_on_the_same_directory_is_refused_until_the_first_ends() {
    let dir = tempfile::tempdir().unwrap();
    let dirs = DataDirs::resolve(Some(dir.path())).unwrap();
    let lock = dirs.lock().unwrap();
    let error = dirs.lock().unwrap_err();
    assert!(matches!(error, DataDirsError::InUse(_)));
    assert_eq!(
        error.to_string(),
        format!("Another copy of Paydesk is using the data directory {}", dir.path().display())
    );
    drop(lock);
    drop(dirs.lock().unwrap());
    dirs.lock().unwrap();
}
