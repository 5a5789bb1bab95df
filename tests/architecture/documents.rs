//! The documents for people: README, the manual in `assets/manual/` and what is in `.github/`. Their links lead somewhere, and what
//! the manual calls by a name is called so on screen.

use std::collections::BTreeSet;
use std::path::Path;

use super::links::id_of;
use super::root;
use super::source::{Source, sources};
use super::text::{line_of, strings};

const README: &str = "README.md";
const MANUAL: &str = "assets/manual/";
/// Most that somebody reads who decides whether to try Paydesk, in bytes.
const README_MAX: usize = 10 * 1024;
/// Shortest beginning of a text with a placeholder that is a name by itself.
const START_MIN: usize = 5;

/// One of them.
struct Document {
    /// From the top of the repository, with forward slashes.
    path: String,
    text: String,
}

impl Document {
    fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Its text with code blanked out; lines stay.
    fn prose(&self) -> String {
        let lines = self.text.split_inclusive('\n').map(|line| match line.starts_with("    ") {
            true => "\n".to_owned(),
            false => without_code(line),
        });
        lines.collect()
    }

    fn ids(&self) -> BTreeSet<String> {
        let headings = self.text.lines().filter(|line| line.starts_with('#'));
        headings.map(|line| id_of(&line.trim_start_matches('#').replace('`', ""))).collect()
    }

    fn at(&self, prose: &str, offset: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, line_of(prose, offset))
    }
}

/// A line without what is between backticks.
fn without_code(line: &str) -> String {
    let parts = line.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { " ".repeat(part.len() + 2) }).collect()
}

fn documents() -> Vec<Document> {
    let mut paths = vec![README.to_owned()];
    for folder in [".github/", MANUAL] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let names = entries.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".md"));
        paths.extend(names.map(|name| format!("{folder}{name}")));
    }
    paths.sort();
    paths.iter().map(|path| Document::new(path, &std::fs::read_to_string(root().join(path)).unwrap())).collect()
}

/// `../README.md` in `.github/` is `README.md`.
fn joined(folder: &str, path: &str) -> String {
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    for name in path.split('/') {
        match name {
            ".." => drop(names.pop()),
            "." | "" => {}
            name => names.push(name),
        }
    }
    names.join("/")
}

/// Links that lead nowhere. `exists` says whether a file is in the repository.
fn dead(documents: &[Document], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for document in documents {
        let prose = document.prose();
        for (at, _) in prose.match_indices("](") {
            let target = prose[at + 2..].split(')').next().unwrap_or_default();
            if target.starts_with("https://") {
                continue;
            }
            let (path, id) = target.split_once('#').map_or((target, None), |(path, id)| (path, Some(id)));
            let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let path = if path.is_empty() { document.path.clone() } else { joined(folder, path) };
            let linked = documents.iter().find(|document| document.path == path);
            let has_heading = id.is_none_or(|id| linked.is_some_and(|linked| linked.ids().contains(id)));
            if !exists(&path) || !has_heading {
                found.push(document.at(&prose, at, &format!("the link to {target} leads nowhere")));
            }
        }
    }
    found
}

/// Everything that can be a name on screen: the texts of the program, and how those with a placeholder begin.
fn names_on_screen(sources: &[Source]) -> BTreeSet<String> {
    let texts = sources.iter().flat_map(|source| {
        let program = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        strings(program).into_iter().map(|(_, text)| text)
    });
    let mut names = BTreeSet::new();
    for text in texts {
        if let Some((start, _)) = text.split_once('{').filter(|(start, _)| start.len() >= START_MIN) {
            names.insert(start.trim_end_matches([' ', ':', '“']).to_owned());
        }
        names.insert(text);
    }
    names
}

/// Names in bold that are not on screen; `**Encryption**: …` begins a paragraph and is none.
fn unknown_names(document: &Document, names: &BTreeSet<String>) -> Vec<String> {
    let prose = document.prose();
    let mut found = Vec::new();
    let mut at = 0;
    let parts: Vec<&str> = prose.split("**").collect();
    for (index, part) in parts.iter().enumerate() {
        let begins_paragraph = parts.get(index + 1).is_some_and(|next| next.starts_with(':'));
        if index % 2 == 1 && !begins_paragraph {
            for name in part.split(" → ").map(|name| name.replace('\n', " ")).filter(|name| !names.contains(name)) {
                found.push(document.at(&prose, at, &format!("“{name}” is not on screen")));
            }
        }
        at += part.len() + 2;
    }
    found
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let found = dead(&documents(), |path| root().join(path).exists());
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn every_name_in_bold_in_readme_and_manual_is_on_screen() {
    let names = names_on_screen(&sources(&root().join("src")));
    let documents = documents();
    let read = documents.iter().filter(|document| document.path == README || document.path.starts_with(MANUAL));
    let found: Vec<String> = read.flat_map(|document| unknown_names(document, &names)).collect();
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn the_readme_is_short_and_the_manual_lists_all_of_its_pages() {
    let documents = documents();
    let of = |path: &str| documents.iter().find(|document| document.path == path).unwrap();
    assert!(of(README).text.len() <= README_MAX, "{} bytes", of(README).text.len());
    let contents = &of("assets/manual/README.md").text;
    let pages = documents.iter().filter_map(|document| document.path.strip_prefix(MANUAL));
    let missing: Vec<&str> =
        pages.filter(|page| *page != README && !contents.contains(&format!("]({page})"))).collect();
    assert!(missing.is_empty(), "the contents of the manual do not name {missing:?}");
}

#[test]
fn a_dead_link_and_a_name_that_is_not_on_screen_are_found() {
    let text = "# A\n[a](#a) [b](b.md#two-words) [gone](gone.md) [no](b.md#no) `[x](x)`\n\n    [y](y)\n";
    let pages = [Document::new("assets/manual/a.md", text), Document::new("assets/manual/b.md", "## Two `words`\n")];
    let found = dead(&pages, |path| Path::new(path).file_name().is_some_and(|name| name != "gone.md"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("gone.md") && found[1].contains("a.md:2") && found[1].contains("b.md#no"), "{found:?}");

    let source = Source::new("ui/a.rs", "const A: &str = \"Save view…\"; fn b() { format!(\"Check {count}\") }");
    let names = names_on_screen(&[source]);
    let page =
        Document::new("a.md", "**Save view…** and **Check**, not **Store view…**.\n- **Fail-over**: `**no**`.\n");
    let found = unknown_names(&page, &names);
    assert_eq!(found, ["a.md:1: “Store view…” is not on screen"]);
}
