//! What the programs link: that for servers no library of a window or of a desktop, and few packages; both nothing that only
//! tests switch on.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use super::root;

/// Libraries of windows and desktops, as their names begin.
const OF_A_DESKTOP: [&str; 15] = [
    "arboard",
    "eframe",
    "egui",
    "emath",
    "epaint",
    "glow",
    "glutin",
    "keyring",
    "notify-rust",
    "rfd",
    "softbuffer",
    "wgpu",
    "winit",
    "zbus",
    "zvariant",
];
/// Most packages that the program for servers is made of.
const PACKAGES_MAX: usize = 270;

/// Switched on by the inspection protocol and the pictures of tests, which write shapes and colours down; nothing of ours
/// does.
const SWITCHED_ON_BY_TESTS: [&str; 2] = ["eframe inspection", "egui serde"];

/// What `cargo tree` with these arguments writes of each package.
fn tree(format: &str, arguments: &[&str]) -> String {
    let tree = ["tree", "--locked", "--offline", "--prefix", "none", "--format", format];
    let output = Command::new(env!("CARGO")).args(tree).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The packages that `cargo tree` with these arguments names, each with its version.
fn packages(arguments: &[&str]) -> BTreeSet<String> {
    let text = tree("{p}", &[&["--edges", "normal"], arguments].concat());
    let named = text.lines().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    named.filter(|name| !name.is_empty()).collect()
}

/// The features of each package.
fn features(arguments: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut features: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in tree("{p}|{f}", arguments).lines() {
        let Some((package, on)) = line.trim_end_matches(" (*)").split_once('|') else { continue };
        let name = package.split_whitespace().next().unwrap_or_default();
        features.entry(name.to_owned()).or_default().extend(on.split(',').map(str::to_owned));
    }
    features
}

fn of_a_desktop(packages: &BTreeSet<String>) -> Vec<&String> {
    packages.iter().filter(|package| OF_A_DESKTOP.iter().any(|name| package.starts_with(name))).collect()
}

#[test]
fn the_program_for_servers_links_no_library_of_a_desktop_and_at_most_270_packages() {
    let server = packages(&["--no-default-features"]);
    assert!(server.iter().any(|package| package.starts_with("paydesk-hub ")), "{server:?}");
    assert_eq!(of_a_desktop(&server), [""; 0]);
    assert!(server.len() <= PACKAGES_MAX, "{}: {server:#?}", server.len());
}

#[test]
fn neither_the_sandbox_nor_the_hub_links_a_library_of_a_desktop() {
    for name in ["paydesk-sandbox", "paydesk-hub"] {
        let packages = packages(&["--package", name]);
        assert!(packages.len() > 50, "{packages:?}");
        assert_eq!(of_a_desktop(&packages), [""; 0], "{name}");
    }
}

#[test]
fn the_libraries_of_a_desktop_are_found_in_the_program_with_a_window() {
    let desk = packages(&[]);
    let found = of_a_desktop(&desk);
    for name in ["eframe ", "egui ", "winit ", "softbuffer ", "rfd ", "notify-rust ", "arboard ", "zbus ", "keyring"] {
        assert!(found.iter().any(|package| package.starts_with(name)), "{name} is not in {found:?}");
    }
}

#[test]
fn nothing_that_only_tests_switch_on_in_a_library_is_there_for_the_code_of_the_programs_unnoticed() {
    let direct = features(&["--workspace", "--edges", "normal", "--depth", "1"]);
    let tests = ["--workspace", "--edges", "normal,build,dev", "--features", "inspection,windows-launcher"];
    let (programs, tests) = (features(&["--edges", "normal,build"]), features(&tests));
    let used = programs.iter().filter(|(name, _)| direct.contains_key(*name) && !name.starts_with("paydesk"));
    let added = used.flat_map(|(name, on)| tests[name].difference(on).map(move |added| format!("{name} {added}")));
    assert_eq!(added.collect::<Vec<_>>(), SWITCHED_ON_BY_TESTS);
}
