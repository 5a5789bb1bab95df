//! The paths that a source names, from `src/`, also those in groups and behind `super`.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{CRATES, Source};
use super::text::{is_word, word_positions};

/// What a path into the crate may begin with.
const ROOTS: [&str; 4] = ["crate", "paydesk", "super", "self"];

/// A path as it is in a source, such as `core::features::payments::Row`; `*` stands for itself.
pub struct UsedPath {
    /// Where it is in the code.
    pub at: usize,
    pub names: Vec<String>,
}

/// What a path into one of ours may begin with.
fn roots() -> impl Iterator<Item = String> {
    ROOTS.map(str::to_owned).into_iter().chain(CRATES.map(|name| format!("paydesk_{name}")))
}

/// Every path of `source` that begins at the root of a crate of ours, at a parent or at the module itself.
pub fn used_paths(source: &Source) -> Vec<UsedPath> {
    let mut found = Vec::new();
    for root in roots() {
        for at in word_positions(&source.code, &root).filter(|at| !is_preceded_by_path(&source.code, *at)) {
            let Some(base) = base(&root, source) else { continue };
            if let Some(rest) = source.code[at + root.len()..].strip_prefix("::") {
                found.extend(tree(rest, &base).into_iter().map(|names| UsedPath { at, names }));
            }
        }
    }
    found
}

/// Every path of `source` that begins with a name: a crate, a module or a type; groups are taken apart.
pub fn named_paths(source: &Source) -> Vec<Vec<String>> {
    let (code, mut found, mut at) = (&source.code, Vec::new(), 0);
    while let Some(c) = code[at..].chars().next() {
        let name: String = code[at..].chars().take_while(|c| is_word(*c)).collect();
        let rest = code[at + name.len()..].strip_prefix("::").filter(|_| !is_preceded_by_path(code, at));
        if let Some(rest) = rest.filter(|_| !name.is_empty() && !roots().any(|root| root == name)) {
            found.extend(tree(rest, std::slice::from_ref(&name)));
        }
        at += name.len().max(c.len_utf8());
    }
    found
}

/// What `source` uses of other modules past the paths of [`used_paths`]: by a name that a `use` brought, by the name of
/// a module below it, and by a name that it makes public again and uses itself. That it only makes a name public is no
/// use of it: such a module is an index.
pub fn used_by_name(source: &Source, modules: &BTreeSet<String>) -> Vec<Vec<String>> {
    let own = Source { path: source.path.clone(), text: String::new(), code: without_reexports(&source.code) };
    let (module, imports) = (source.module_path(), imports(source));
    let below = |name: &String| modules.contains(&[module.as_slice(), std::slice::from_ref(name)].concat().join("::"));
    let resolved = named_paths(&own).into_iter().filter_map(|names| match imports.get(&names[0]) {
        Some(path) => Some([path.as_slice(), &names[1..]].concat()),
        None => below(&names[0]).then(|| [module.as_slice(), names.as_slice()].concat()),
    });
    let used_again = reexports(source).into_iter().filter(|(name, _)| word_positions(&own.code, name).next().is_some());
    resolved.chain(used_again.map(|(_, path)| path)).collect()
}

/// What each name stands for that a `use` brings into `source`.
fn imports(source: &Source) -> BTreeMap<String, Vec<String>> {
    let paths = used_paths(source).into_iter().filter(|path| is_in_use(&source.code, path.at));
    let brought = paths.filter_map(|path| Some((path.names.last()?.clone(), path.names)));
    reexports(source).into_iter().chain(brought).collect()
}

/// Whether what stands at `at` is in a `use`.
fn is_in_use(code: &str, at: usize) -> bool {
    let begin = code[..at].rfind([';', '}']).map_or(0, |end| end + 1);
    code[begin..at].trim_end().ends_with("use")
}

fn without_reexports(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(at) = rest.find("pub use ") {
        kept.push_str(&rest[..at]);
        rest = rest[at..].split_once(';').map_or("", |(_, after)| after);
    }
    kept + rest
}

/// The names that `pub use` makes public in `source`: under which name, and what they are.
pub fn reexports(source: &Source) -> Vec<(String, Vec<String>)> {
    let module = source.module_path();
    let statements = source.code.match_indices("pub use ").filter_map(|(at, start)| {
        let rest = &source.code[at + start.len()..];
        Some(rest[..rest.find(';')?].to_owned())
    });
    let paths = statements.flat_map(|text| {
        let first: String = text.chars().take_while(|c| is_word(*c)).collect();
        match base(&first, source) {
            Some(base) => text[first.len()..].strip_prefix("::").map_or_else(Vec::new, |rest| tree(rest, &base)),
            // A module below this one, or another crate: then nothing is found there.
            None => tree(&text, &module),
        }
    });
    paths.filter_map(|names| Some((names.last()?.clone(), names))).collect()
}

/// Whether what is at `at` goes on a path that began before.
pub fn is_preceded_by_path(code: &str, at: usize) -> bool {
    code[..at].trim_end().ends_with("::") || code[..at].ends_with('$')
}

/// Where a path that begins with `root` is; `None` for another name.
fn base(root: &str, source: &Source) -> Option<Vec<String>> {
    match root {
        "crate" => Some(source.crate_path()),
        "paydesk" => (source.path == "main.rs").then(Vec::new),
        "self" => Some(source.module_path()),
        "super" => parent(source.module_path()),
        name => {
            let folder = name.strip_prefix("paydesk_").filter(|folder| CRATES.contains(folder))?;
            Some(vec![folder.to_owned()])
        }
    }
}

fn parent(mut path: Vec<String>) -> Option<Vec<String>> {
    path.pop().map(|_| path)
}

/// Every path of the tree that begins at `text`, behind `base`.
fn tree(text: &str, base: &[String]) -> Vec<Vec<String>> {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        return parts_of_group(group).into_iter().flat_map(|part| tree(part, base)).collect();
    }
    if text.starts_with('*') {
        return vec![[base, &["*".to_owned()]].concat()];
    }
    let name: String = text.chars().take_while(|c| is_word(*c)).collect();
    let rest = text[name.len()..].strip_prefix("::");
    let path = match name.as_str() {
        "" => return Vec::new(),
        "self" => base.to_vec(),
        "super" => parent(base.to_vec()).unwrap_or_default(),
        name => [base, &[name.to_owned()]].concat(),
    };
    // `path::<T>` goes on with types, which are paths of their own.
    match rest.filter(|rest| !rest.starts_with('<')) {
        Some(rest) => tree(rest, &path),
        None => vec![path],
    }
}

fn parts_of_group(group: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&group[from..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[test]
fn paths_are_found_in_groups_and_behind_super() {
    let text = "use crate::{State, action::{Action, self}}; use paydesk_domain::{ids::PaymentId, money};
        use super::super::b::*; use super::c;
        fn a() { self::d::e(); crate::f::<crate::g::H>(); x::crate_y::z(); }";
    let source = Source::new("core/features/payments/list.rs", text);
    let found: Vec<String> = used_paths(&source).into_iter().map(|path| path.names.join("::")).collect();
    let expected = [
        "core::State",
        "core::action::Action",
        "core::action",
        "core::f",
        "core::g::H",
        "core::features::b::*",
        "core::features::payments::c",
        "core::features::payments::list::d::e",
        "domain::ids::PaymentId",
        "domain::money",
    ];
    assert_eq!(found, expected);
}

#[test]
fn names_that_are_made_public_again_are_found() {
    let text = "pub use state::State;\npub use paydesk_api::{call::Call, client};\nuse b::C;\npub use self::d::E;";
    let found = reexports(&Source::new("core/lib.rs", text));
    let shown: Vec<String> = found.iter().map(|(name, path)| format!("{name}={}", path.join("::"))).collect();
    assert_eq!(shown, ["State=core::state::State", "Call=api::call::Call", "client=api::client", "E=core::d::E"]);
}
