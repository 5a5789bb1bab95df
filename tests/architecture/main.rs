//! Reads `src/` and fails with file and line where the architecture (see `lib.rs`) is not kept: which feature may use
//! which ([`features`]), where in its crate a dependency may be used ([`doors`]), a few [`habits`], that a name is that of
//! one type ([`type_names`]), that every file of tests is [`included`], which words no text uses ([`writing`]) that [`texts`] stand where they are shown and fit their [`rooms`], whether [`links`] in the documentation lead somewhere and the [`documents`] for people are true, what one more resource touches
//! ([`imaginary_resource`]), and what the program for servers ([`server`]) links.
//!
//! The checks work on the text with comments, strings and test modules blanked out; every check has a wrong sample that
//! it must find. What clippy can say (time, unbounded channels, floats in money code, long functions) is in
//! `.clippy.toml` and `Cargo.toml`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod documents;
mod doors;
mod features;
mod habits;
mod imaginary_resource;
mod included;
mod links;
mod paths;
mod rooms;
mod server;
mod source;
mod text;
mod texts;
mod type_names;
mod writing;

use std::path::PathBuf;

use source::sources;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_source_file_keeps_the_architecture() {
    let sources = sources(&root().join("src"));
    assert!(sources.len() > 40, "src/ was not found");
    let checks = [doors::check, habits::check];
    let found: Vec<String> = sources.iter().flat_map(|source| checks.map(|check| check(source)).concat()).collect();
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}
