//! A resource that the service does not have, vouchers, is added to a copy of the program: by files of its own (in
//! `files/`) and by a few lines in shared files ([`edits`]). The copy must build, and the resource work in it.
//!
//! So the number of shared files that one more resource touches is a fact, and a table that needs a second place for
//! what it declares is noticed. The sandbox is left out: it would have to offer the resource, too.

mod edits;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use edits::{EDITS, Edit};

use super::source::sources;

/// A file of the copy, by its path from the root.
type File = (PathBuf, Vec<u8>);

/// Most shared files that one more resource may touch.
const SHARED_FILES_MAX: usize = 7;
/// What of the repository the copy has.
const COPIED: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "tests/harness",
    "tests/fuzz",
    "assets/fonts",
    "assets/icon",
    "assets/manual",
    "assets/THIRD-PARTY-LICENCES.txt",
];
/// The tests of the resource are a target of the copy alone, of a crate without a program: Cargo would put that of the
/// copy where the tests that run after this one start ours.
const TESTED_IN: &str = "src/ui/Cargo.toml";
/// The crates whose own tests walk tables that the resource is in; those of the others are not built.
const WALKING: [&str; 3] = ["src/api/Cargo.toml", "src/core/Cargo.toml", TESTED_IN];
const TEST: &[u8] = b"\n[[test]]\nname = \"vouchers\"\npath = \"../../tests/vouchers.rs\"\n";

fn edited_paths() -> BTreeSet<&'static str> {
    EDITS.iter().map(|edit| edit.path).collect()
}

/// Where the files of the resource are, each at its path from the root.
fn own_root() -> PathBuf {
    super::root().join("tests/architecture/imaginary_resource/files")
}

/// All files under `root/path`, or that file, in no order.
fn files(root: &Path, path: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(root.join(path)) else { return vec![path.to_owned()] };
    folder.flat_map(|entry| files(root, &path.join(entry.unwrap().file_name()))).collect()
}

fn read(root: &Path, path: PathBuf) -> File {
    let content = fs::read(root.join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path, content)
}

/// `text` with what `edit` inserts.
fn edited(text: &str, edit: &Edit) -> String {
    let places = text.matches(edit.after).count();
    assert_eq!(
        places, 1,
        "{} has {places} times the text behind which a resource is added:\n{}",
        edit.path, edit.after
    );
    text.replacen(edit.after, &format!("{}{}", edit.after, edit.insert), 1)
}

/// The manifest and the lock file of the copy. Cargo reports two packages apart by name and version, not by where they
/// are: with the same, it would take what it built of the one for the other.
fn of_another_version(manifest: Vec<u8>) -> Vec<u8> {
    let Ok(text) = String::from_utf8(manifest.clone()) else { return manifest };
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    let other = concat!("version = \"", env!("CARGO_PKG_VERSION"), "-imaginary\"");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let before = lines.last().map_or("", String::as_str);
        let is_ours = before.starts_with("name = \"paydesk") || before == "[workspace.package]";
        lines.push(if is_ours && line == version { other.to_owned() } else { line.to_owned() });
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// A manifest whose library has no tests of its own.
fn without_unit_tests(manifest: &str) -> String {
    let about_library = manifest.split_once("[lib]\n").and_then(|(_, behind)| behind.split("\n[").next());
    match about_library.is_some_and(|about| !about.contains("test = false")) {
        true => manifest.replacen("[lib]\n", "[lib]\ntest = false\n", 1),
        false => manifest.to_owned(),
    }
}

/// The program with the resource.
fn program_with_resource() -> Vec<File> {
    let root = super::root();
    let own_root = own_root();
    let mut program: Vec<File> =
        COPIED.iter().flat_map(|path| files(&root, Path::new(path))).map(|path| read(&root, path)).collect();
    for (path, content) in &mut program {
        let edits = EDITS.iter().filter(|edit| Path::new(edit.path) == path);
        for edit in edits {
            *content = edited(std::str::from_utf8(content).unwrap(), edit).into_bytes();
        }
    }
    for (_, content) in program
        .iter_mut()
        .filter(|(path, _)| path.file_name().is_some_and(|name| name == "Cargo.toml" || name == "Cargo.lock"))
    {
        *content = of_another_version(std::mem::take(content));
    }
    for (path, manifest) in &mut program {
        if path.ends_with("Cargo.toml") && !WALKING.iter().any(|walking| path == Path::new(walking)) {
            *manifest = without_unit_tests(std::str::from_utf8(manifest).unwrap()).into_bytes();
        }
    }
    let (_, manifest) = program.iter_mut().find(|(path, _)| path == Path::new(TESTED_IN)).unwrap();
    manifest.extend_from_slice(TEST);
    let own: Vec<File> = files(&own_root, Path::new("")).into_iter().map(|path| read(&own_root, path)).collect();
    for (path, _) in &own {
        assert!(program.iter().all(|(shared, _)| shared != path), "{} is not its own", path.display());
    }
    program.extend(own);
    program
}

/// Makes `folder` have exactly these files. One that is as it was is not written again, so that nothing is built again.
fn write(folder: &Path, program: &[File]) {
    let wanted: BTreeSet<&Path> = program.iter().map(|(path, _)| path.as_path()).collect();
    if folder.exists() {
        for old in files(folder, Path::new("")).iter().filter(|path| !wanted.contains(path.as_path())) {
            fs::remove_file(folder.join(old)).unwrap();
        }
    }
    for (path, content) in program {
        let path = folder.join(path);
        if fs::read(&path).ok().as_ref() != Some(content) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
}

/// Runs tests of the copy: those that walk the tables, and those of the resource. The dependencies are those that
/// were built for this test: a choice of packages, or another of features, would switch other features on in them.
fn test_copy(folder: &Path, target: &Path) -> std::process::Output {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What is set for the package under test is not true of the copy; a dependency whose build reads it would be built anew.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "NEXTEST", "OUT_DIR"]
            .iter()
            .any(|start| text.starts_with(start))
        {
            cargo.env_remove(&name);
        }
    }
    // The copy is tested, not measured; its dependencies are optimised as they always are. With what CI sets to time tests,
    // many of them would be built anew, as for another compiler.
    cargo.env_remove("RUSTC_BOOTSTRAP").current_dir(folder).args([
        "test",
        "--offline",
        "--locked",
        "--lib",
        "--test=vouchers",
    ]);
    if cfg!(feature = "inspection") {
        cargo.args(["--features", "inspection"]);
    }
    cargo.arg("--target-dir").arg(target).args(["--", "voucher", "panels::", "views::", "endpoints::"]);
    cargo.output().unwrap()
}

#[test]
fn a_resource_touches_fewer_than_8_shared_files() {
    let paths = edited_paths();
    println!("{} shared files: {paths:?}", paths.len());
    assert!(paths.len() <= SHARED_FILES_MAX, "{paths:?}");
    let program = program_with_resource();
    for path in paths {
        assert!(program.iter().any(|(file, _)| file == Path::new(path)), "{path} is not there");
    }
}

#[test]
fn the_files_of_the_resource_keep_the_architecture() {
    let own = sources(&own_root().join("src"));
    assert!(own.len() > 10, "its files were not found");
    let checks = [super::doors::check, super::habits::check];
    let found: Vec<String> = own.iter().flat_map(|source| checks.map(|check| check(source)).concat()).collect();
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn a_resource_that_was_added_works() {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = tmp.join("imaginary_resource");
    write(&folder, &program_with_resource());
    let output = test_copy(&folder, tmp.parent().unwrap());
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{errors}\n{said}");
    assert!(output.status.success(), "the program with one more resource fails, see above");
    assert!(said.contains("a_voucher_is_made_by_its_form_once_and_opened_beside_the_list ... ok"), "it was not tried");
}
