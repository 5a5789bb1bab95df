//! The build script: which commit, features and platform the program is built from, for `paydesk --version`; and what
//! programs for Windows carry.
//!
//! Only release builds record the commit: a debug build would be compiled again after each one.

// Tests of the functions below have no resource compiler.
#[cfg(not(test))]
mod windows_resources;

use std::path::Path;
use std::process::Command;

/// The commit of a source archive that `git archive` or the repository's site made; without one the text is as it is here.
const ARCHIVED: &str = "$Format:%H$";
/// Names the commit where it cannot be found out, for those who build packages.
const GIVEN: &str = "PAYDESK_COMMIT";
/// What the program is built from.
const SOURCES: [&str; 4] = ["src", "assets", "Cargo.toml", "Cargo.lock"];
/// Digits of a commit that are shown.
const SHOWN: usize = 12;

fn main() {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    let root = var("CARGO_MANIFEST_DIR");
    println!("cargo::rerun-if-env-changed={GIVEN}");
    println!("cargo::rerun-if-changed=src/build.rs");
    let given = Some(var(GIVEN)).filter(|given| !given.is_empty()).map(shown);
    let commit = match (given, var("PROFILE").as_str()) {
        (Some(given), _) => given,
        (None, "release") => {
            watch(Path::new(&root));
            commit_of(Path::new(&root), ARCHIVED).unwrap_or_else(|| "not recorded: built without git".to_owned())
        }
        (None, _) => "not recorded: a debug build".to_owned(),
    };
    println!("cargo::rustc-env=PAYDESK_BUILD_COMMIT={commit}");
    println!("cargo::rustc-env=PAYDESK_BUILD_FEATURES={}", features(std::env::vars().map(|(name, _)| name)));
    println!("cargo::rustc-env=PAYDESK_BUILD_TARGET={}, {}", var("TARGET"), var("PROFILE"));
    #[cfg(not(test))]
    if var("CARGO_CFG_TARGET_OS") == "windows"
        && let Err(error) = windows_resources::embed(Path::new(&root))
    {
        println!("cargo::error=icon, version and manifest could not be added: {error}");
    }
}

/// The features of the package that are switched on, as cargo's `names` of variables say.
pub fn features(names: impl Iterator<Item = String>) -> String {
    let name = |name: String| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase().replace('_', "-"));
    let mut features: Vec<String> = names.filter_map(name).filter(|feature| feature != "default").collect();
    features.sort();
    if features.is_empty() { "none".to_owned() } else { features.join(", ") }
}

/// A whole hash as its first digits, anything else as it is.
fn shown(commit: String) -> String {
    let is_hash = commit.len() >= 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { commit[..SHOWN].to_owned() } else { commit }
}

/// The commit of the sources in `root`, and whether they were changed since; `None` where nothing says so.
pub fn commit_of(root: &Path, archived: &str) -> Option<String> {
    if !archived.starts_with('$') {
        return archived.get(..SHOWN).map(str::to_owned);
    }
    // Sources that lie inside another repository are not of its commits.
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "HEAD"])?;
    let changes = git(root, &[&["status", "--porcelain", "--untracked-files=no", "--"], &SOURCES[..]].concat())?;
    let changed = if changes.is_empty() { "" } else { " with changes" };
    Some(format!("{}{changed}", commit.get(..SHOWN)?))
}

/// Looks again after each commit and each change.
fn watch(root: &Path) {
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    let heads = ["HEAD", "logs/HEAD"].map(|name| git(root, &["rev-parse", "--git-path", name]));
    for path in heads.into_iter().flatten().filter(|path| root.join(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

fn git(root: &Path, args: &[&str]) -> Option<String> {
    // Without that it may write to the repository, which somebody else works in.
    let output = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
