//! Whether every file of tests is compiled: one that no module names is a test that cannot fail.

use std::collections::BTreeSet;

use super::root;
use super::source::{Source, sources};

/// Copied into a program of its own, by the test of the imaginary resource.
const ELSEWHERE: &str = "architecture/imaginary_resource/files/";

/// The files that no module of `sources` declares, `main.rs` aside.
fn left_out(sources: &[Source]) -> Vec<String> {
    let declared: BTreeSet<Vec<String>> = sources.iter().flat_map(declared_in).collect();
    let is_left_out = |source: &&Source| source.path != "main.rs" && !declared.contains(&source.module_path());
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
    let mut sources = sources(&root().join("tests/it"));
    sources.retain(|source| !source.path.starts_with(ELSEWHERE));
    assert!(sources.len() > 100, "tests/it was not found");
    assert_eq!(left_out(&sources), [""; 0]);
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
    assert_eq!(left_out(&sources), ["flows/notes.rs"]);
}
