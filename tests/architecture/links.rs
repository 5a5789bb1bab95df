//! Links of the documentation to a heading: rustdoc checks that the module is there, and not the heading behind `#`.

use std::collections::BTreeSet;

use super::root;
use super::source::{Source, sources};
use super::text::line_of;

/// Ids that rustdoc gives to parts of its own: a heading of that name gets another one.
const TAKEN: [&str; 3] = ["fields", "variants", "implementations"];

/// The id that rustdoc gives to a heading.
pub fn id_of(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim().chars().filter_map(kept).collect()
}

/// The ids of the headings in the documentation of a module, with what it includes.
fn ids(source: &Source) -> BTreeSet<String> {
    let included =
        source.text.lines().filter_map(|line| line.strip_prefix("#![doc = include_str!(\"")?.split('"').next());
    let folder = root().join("src").join(&source.path);
    let included = included.map(|file| std::fs::read_to_string(folder.with_file_name(file)).unwrap());
    let own = source.text.lines().filter_map(|line| line.strip_prefix("//! ")).map(str::to_owned);
    let lines: Vec<String> =
        own.chain(included.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())).collect();
    let headings = lines
        .iter()
        .filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    headings.map(id_of).filter(|id| !TAKEN.contains(&id.as_str())).collect()
}

/// The links with a `#` in the comments of a source: where they are, the module and the heading.
fn links(source: &Source) -> Vec<(usize, String, String)> {
    let starts = source.text.match_indices("](");
    let link = |(at, _): (usize, &str)| {
        let line = &source.text[source.text[..at].rfind('\n').map_or(0, |start| start + 1)..at];
        let target = source.text[at + 2..].split(')').next()?;
        let (path, id) = target.split_once('#').filter(|_| line.trim_start().starts_with("//"))?;
        Some((at, path.to_owned(), id.to_owned()))
    };
    starts.filter_map(link).filter(|(_, path, _)| !path.contains('/')).collect()
}

/// The module that a path in a comment of `source` leads to.
fn module(source: &Source, path: &str) -> Vec<String> {
    let ours = path.strip_prefix("paydesk_");
    let mut names = match (path.starts_with("crate"), ours) {
        (true, _) => source.crate_path(),
        (false, Some(_)) => Vec::new(),
        (false, None) => source.module_path(),
    };
    let path = ours.unwrap_or(path);
    for name in path.split("::").filter(|name| !["", "crate", "self"].contains(name)) {
        if name == "super" {
            names.pop();
        } else {
            names.push(name.to_owned());
        }
    }
    // The core hands on the crate of operations under its name.
    if names.starts_with(&["core".to_owned(), "operations".to_owned()]) {
        names.remove(0);
    }
    names
}

/// Links to headings that are not there.
fn dead(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (at, path, id) in links(source) {
            let names = module(source, &path);
            let target = sources.iter().find(|source| source.module_path() == names);
            if !target.is_some_and(|target| ids(target).contains(&id)) {
                found.push(format!("src/{}:{}: no heading “{id}” in “{path}”", source.path, line_of(&source.text, at)));
            }
        }
    }
    found
}

#[test]
fn every_link_to_a_heading_leads_to_one() {
    let found = dead(&sources(&root().join("src")));
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn a_link_to_a_heading_that_is_not_there_is_found() {
    let a = "//! See [b](super::b#what-it-is-for), [here](#a), [there](crate::b#gone) and [taken](super::b#fields).\n//! # A";
    let b = "//! B.\n//!\n//! ## What *it* is `for`\n//!\n//! # Fields";
    let found = dead(&[Source::new("core/a.rs", a), Source::new("core/b.rs", b)]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("“gone”") && found[1].contains("“fields”"), "{found:?}");
}
