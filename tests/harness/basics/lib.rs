//! What tests of every crate use: waiting, random numbers that repeat, files of the repository, parts of the system.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, clippy::new_without_default)]

pub mod left_behind;
pub mod masked_texts;
pub mod rng;
pub mod system_parts;
pub mod waiting;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The top of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// A shape typed by hand from the specification, `tests/fixtures/spec/<name>.json`.
pub fn fixture(name: &str) -> Value {
    fixture_of("spec", name)
}

/// A file of `tests/fixtures/<source>`, whose README says where its names were read.
pub fn fixture_of(source: &str, name: &str) -> Value {
    let path = repository().join("tests/fixtures").join(source).join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// A file that people import, of `tests/fixtures/imports`.
pub fn imported(name: &str) -> PathBuf {
    repository().join("tests/fixtures/imports").join(name)
}
