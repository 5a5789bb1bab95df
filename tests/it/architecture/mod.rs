//! Reads `src/` and fails with file and line where the architecture (see `lib.rs`) is not kept: which module may use
//! which ([`layers`], [`features`]), and where a dependency may be used ([`doors`]).
//!
//! The checks work on the text with comments, strings and test modules blanked out; every check has a wrong sample that
//! it must find. What clippy can say (time, unbounded channels, floats in money code, long functions) stands in
//! `.clippy.toml` and `Cargo.toml`.

mod doors;
mod features;
mod layers;
mod paths;
mod source;
mod text;

use std::path::PathBuf;

use source::{Source, sources};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn check_documentation(source: &Source) -> Vec<String> {
    let is_documented = source.text.trim_start().starts_with("//!");
    let missing = || format!("src/{}:1: a module says what it is for (//!)", source.path);
    if is_documented { Vec::new() } else { vec![missing()] }
}

#[test]
fn every_source_file_keeps_the_architecture() {
    let sources = sources(&root().join("src"));
    assert!(sources.len() > 40, "src/ was not found");
    let checks = [layers::check, doors::check, check_documentation];
    let found: Vec<String> = sources.iter().flat_map(|source| checks.map(|check| check(source)).concat()).collect();
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn a_module_without_documentation_is_found() {
    assert_eq!(check_documentation(&Source::new("app/x.rs", "use std::fmt;\n")).len(), 1);
    assert!(check_documentation(&Source::new("app/x.rs", "\n//! Says it.\n")).is_empty());
}
