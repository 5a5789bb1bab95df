//! What the program for servers links: no library of a window or of a desktop, and few packages.

use std::collections::BTreeSet;
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

/// The packages that `cargo tree` with these arguments names, each with its version.
fn packages(arguments: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
    let output = Command::new(env!("CARGO")).args(tree).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let named = text.lines().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    named.filter(|name| !name.is_empty()).collect()
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
