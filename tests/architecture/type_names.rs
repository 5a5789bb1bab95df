//! One name, one type: whoever searches `src/` for the name of a type finds one, and no file meets two types of one
//! bare name, be the second one of a dependency; that one may be imported under another name.
//!
//! Associated types, types within functions and tests are not looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{named_paths, used_paths};
use super::root;
use super::source::{Source, sources};
use super::text::{is_word, line_of};

const KEYWORDS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// Name and line of every type that `source` defines.
fn types_of(source: &Source) -> Vec<(String, usize)> {
    let (mut found, mut depth, mut before) = (Vec::new(), 0_usize, String::new());
    let mut at = 0;
    while let Some(c) = source.code[at..].chars().next() {
        let word: String = source.code[at..].chars().take_while(|c| is_word(*c)).collect();
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && KEYWORDS.contains(&before.as_str()) && !word.is_empty() => {
                found.push((word.clone(), line_of(&source.code, at)));
            }
            _ => {}
        }
        if !c.is_whitespace() {
            before.clone_from(&word);
        }
        at += word.len().max(c.len_utf8());
    }
    found
}

/// Every type of the crate with the files that define it. Alternatives of one file (`#[cfg]`) are one type.
fn definitions(sources: &[Source]) -> BTreeMap<String, BTreeMap<&str, usize>> {
    let mut found: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for source in sources {
        for (name, line) in types_of(source) {
            found.entry(name).or_default().insert(&source.path, line);
        }
    }
    found
}

/// Types that have their name together with another.
fn shared_names(sources: &[Source]) -> Vec<String> {
    let shared = definitions(sources).into_iter().filter(|(_, places)| places.len() > 1);
    let shown = |places: BTreeMap<&str, usize>| -> Vec<String> {
        places.into_iter().map(|(path, line)| format!("src/{path}:{line}")).collect()
    };
    shared.map(|(name, places)| format!("{name}: {}", shown(places).join(", "))).collect()
}

/// The types that `source` names by a path: those of the crate, and those of dependencies.
fn named_types(source: &Source, modules: &BTreeSet<String>) -> (BTreeSet<String>, BTreeSet<String>) {
    let type_of = |names: Vec<String>| names.into_iter().find(|name| name.starts_with(char::is_uppercase));
    // `Type::Variant` is no path to a type.
    let to_types = named_paths(source).into_iter().filter(|names| !names[0].starts_with(char::is_uppercase));
    let (of_modules, of_others): (Vec<_>, Vec<_>) = to_types.partition(|names| modules.contains(&names[0]));
    let from_roots = used_paths(source).into_iter().map(|path| path.names);
    (from_roots.chain(of_modules).filter_map(type_of).collect(), of_others.into_iter().filter_map(type_of).collect())
}

/// Files that meet a type of the crate and one of a dependency under one name.
fn met_with_others(sources: &[Source]) -> Vec<String> {
    let modules = sources.iter().filter_map(|source| source.module_path().last().cloned()).collect();
    let ours = definitions(sources);
    let of_source = |source: &Source| -> Vec<String> {
        let (named, of_others) = named_types(source, &modules);
        let is_met = |name: &&String| {
            let is_ours = |places: &BTreeMap<&str, usize>| places.contains_key(source.path.as_str());
            let is_renamed = source.code.contains(&format!("{name} as "));
            ours.get(*name).is_some_and(|places| !is_renamed && (named.contains(*name) || is_ours(places)))
        };
        let met = of_others.iter().filter(is_met);
        met.map(|name| format!("src/{}: {name}, and one of a dependency", source.path)).collect()
    };
    sources.iter().flat_map(of_source).collect()
}

#[test]
fn no_two_types_have_one_name() {
    let sources = sources(&root().join("src"));
    let found = [shared_names(&sources), met_with_others(&sources)].concat();
    assert!(found.is_empty(), "name them for what they are:\n{}\n", found.join("\n"));
}

// ----- the checker finds what is wrong

fn sample(files: &[(&str, &str)]) -> Vec<Source> {
    files.iter().map(|(path, text)| Source::new(path, text)).collect()
}

#[test]
fn two_types_of_one_name_are_found() {
    let files = sample(&[
        ("core/a.rs", "pub struct Row<'a> { row: Row }\npub(crate) enum Kind { Row }"),
        ("ui/b.rs", "\ntype Row = u8; impl Iterator for X { type Kind = u8; } fn f() { struct Kind; }"),
        (
            "ui/c.rs",
            "#[cfg(unix)]\nstruct Once;\n#[cfg(not(unix))]\nstruct Once;\n#[cfg(test)]\nmod tests { struct Row; }",
        ),
    ]);
    assert_eq!(shared_names(&files), ["Row: src/core/a.rs:1, src/ui/b.rs:2"]);
}

#[test]
fn a_type_met_beside_one_of_a_dependency_is_found() {
    let ours = ("core/value.rs", "pub enum Value {}\npub struct Range;");
    for text in [
        "use serde_json::{Number, Value}; use crate::app::value::Value;",
        "use super::{value::Value, a}; fn f() -> serde_json::Value {}",
        "use super::value; fn f(a: value::Value) -> serde_json::Value { serde_json::Value::Null }",
    ] {
        assert_eq!(
            met_with_others(&sample(&[ours, ("core/b.rs", text)])),
            ["src/core/b.rs: Value, and one of a dependency"],
            "{text}"
        );
    }
    let renamed = "use serde_json::{Value as Json}; use super::value::Value;";
    let alone = "use serde_json::Value; use super::value::Range; fn f() { Kind::Value; value::f(Value::Null); }";
    for text in [renamed, alone] {
        assert!(met_with_others(&sample(&[ours, ("core/b.rs", text)])).is_empty(), "{text}");
    }
    let defined = sample(&[("core/a.rs", "use std::ops::Range;\nmod b { }\nstruct Range;")]);
    assert_eq!(met_with_others(&defined).len(), 1);
}
