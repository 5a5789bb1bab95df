//! The files under `src/`, ready to be checked.

use std::path::Path;

use super::text::{line_of, without_comments_and_strings, without_tests};

/// The folders of `src/` that are crates: `core` is `paydesk_core`.
pub const CRATES: [&str; 17] = [
    "api",
    "core",
    "domain",
    "hub",
    "index",
    "operations",
    "painter",
    "platform",
    "print",
    "receiver",
    "runtime",
    "sandbox",
    "store",
    "team",
    "ui",
    "widgets",
    "vault",
];

/// One file under `src/`, ready to be checked.
pub struct Source {
    /// Under `src/`, with forward slashes.
    pub path: String,
    pub text: String,
    /// Without comments, strings and tests.
    pub code: String,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let code = without_tests(&without_comments_and_strings(text));
        Self { path: path.to_owned(), text: text.to_owned(), code }
    }

    pub fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The folder of its crate; empty for the program itself.
    pub fn crate_path(&self) -> Vec<String> {
        CRATES.iter().filter(|name| **name == self.module()).map(|name| (*name).to_owned()).collect()
    }

    /// The module that the file is, from `src/`: `["core", "features", "payments"]`.
    pub fn module_path(&self) -> Vec<String> {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let path = path.strip_suffix("mod").map_or(path, |folder| folder.strip_suffix('/').unwrap_or(folder));
        path.split('/').filter(|name| !["lib", "main"].contains(name)).map(str::to_owned).collect()
    }

    pub fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| {
            place.is_empty() || self.path == *place || self.path.starts_with(place) && !place.ends_with(".rs")
        })
    }

    pub fn at(&self, offset: usize, what: &str) -> String {
        format!("src/{}:{}: {what}", self.path, line_of(&self.code, offset))
    }
}

/// Every file under `folder`.
pub fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
            found.push(Source::new(&name, &std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

#[test]
fn a_file_knows_its_module() {
    for (path, module) in [
        ("core/lib.rs", "core"),
        ("core/state.rs", "core::state"),
        ("core/features/payments/mod.rs", "core::features::payments"),
        ("core/features/payments/list.rs", "core::features::payments::list"),
        ("vault/lib.rs", "vault"),
        ("lib.rs", ""),
    ] {
        assert_eq!(Source::new(path, "").module_path().join("::"), module, "{path}");
    }
}
