//! Whether every file of tests is compiled: one that no module names is a test that cannot fail.

use std::collections::BTreeSet;

use super::root;
use super::source::{Source, sources};

/// Copied into a program of its own, by the test of the imaginary resource.
const ELSEWHERE: &str = "imaginary_resource/files/";

/// The folders of `tests/` that are a target or a crate, and their first files.
const TARGETS: [(&str, &str); 14] = [
    ("architecture", "main.rs"),
    ("contract", "main.rs"),
    ("core", "main.rs"),
    ("desk", "main.rs"),
    ("painter", "main.rs"),
    ("print", "main.rs"),
    ("sandbox", "main.rs"),
    ("server", "main.rs"),
    ("store", "main.rs"),
    ("ui", "main.rs"),
    ("harness/basics", "lib.rs"),
    ("harness/core", "lib.rs"),
    ("harness/desk", "lib.rs"),
    ("harness/sandbox", "lib.rs"),
];

/// The files that no module of `sources` declares, the first one aside.
fn left_out(sources: &[Source], first: &str) -> Vec<String> {
    let declared: BTreeSet<Vec<String>> = sources.iter().flat_map(declared_in).collect();
    let is_left_out = |source: &&Source| source.path != first && !declared.contains(&source.module_path());
    sources.iter().filter(is_left_out).map(|source| source.path.clone()).collect()
}

/// The modules that a file declares, from the root of the crate.
fn declared_in(source: &Source) -> Vec<Vec<String>> {
    let words: Vec<&str> = source.code.split_whitespace().collect();
    let names = words.windows(2).filter(|pair| pair[0] == "mod").filter_map(|pair| pair[1].strip_suffix(';'));
    names.map(|name| [source.module_path(), vec![name.to_owned()]].concat()).collect()
}

#[test]
fn every_file_of_tests_is_part_of_the_tests() {
    for (folder, first) in TARGETS {
        let mut sources = sources(&root().join("tests").join(folder));
        sources.retain(|source| !source.path.starts_with(ELSEWHERE));
        assert!(sources.iter().any(|source| source.path == first), "{folder} was not found");
        assert_eq!(left_out(&sources, first), [""; 0], "{folder}");
    }
}

#[test]
fn a_file_that_no_module_declares_is_found() {
    let source = |path: &str, text: &str| Source::new(path, text);
    let sources = [
        source("main.rs", "//! Tests.\nmod flows;\n"),
        source("flows/mod.rs", "//! Flows.\npub mod bulk;\n"),
        source("flows/bulk.rs", "//! Bulk.\n"),
        source("flows/notes.rs", "//! Notes.\n"),
    ];
    assert_eq!(left_out(&sources, "main.rs"), ["flows/notes.rs"]);
}
