//! A text stands where it is shown. One that is shown in several places is a constant of the nearest `text` module, so that it
//! has one name; a sentence with values in it may be a function there.

use std::collections::BTreeMap;

use super::root;
use super::source::{Source, sources};
use super::text::strings;

/// Tables of rows with texts of their own: they are read together as they are.
const TABLES: [&str; 8] = [
    "ui/gallery/widgets.rs",
    "widgets/icons.rs",
    "ui/keys.rs",
    "widgets/tokens.rs",
    "core/features/analytics/measure.rs",
    "core/features/disputes/requirements.rs",
    "core/features/webhooks/event_notices.rs",
    "ui/panels/disputes/fields.rs",
];

/// What a line has whose strings nobody reads on screen.
const NOT_ON_SCREEN: [&str; 20] = [
    "must_use",
    "unreachable!",
    "write_str(",
    "write!(",
    ".with(",
    "Panel::",
    "Id::unique",
    "id_salt",
    "Id::new",
    "debug_struct",
    "#[error",
    "serde(",
    "reason =",
    "assert",
    "warn!",
    "debug!",
    "error!",
    // Compared with what a service answers.
    "says(&[",
    "const NOT_SENT",
    // Names of headers.
    "header(\"X-",
];

/// Where a text outside a text module is found: several words, or one with a capital.
fn texts_of(source: &Source) -> Vec<(usize, String)> {
    let lines: Vec<&str> = source.text.lines().collect();
    let end = source.text.find("#[cfg(test)]\n").unwrap_or(source.text.len());
    let is_shown = |line: usize| !NOT_ON_SCREEN.iter().any(|name| lines[line - 1].contains(name));
    let found = strings(&source.text[..end]).into_iter();
    found.filter(|(line, text)| is_text(text) && is_shown(*line)).collect()
}

fn is_text(text: &str) -> bool {
    let outside = text.split('{').map(|part| part.rsplit('}').next().unwrap_or(part)).collect::<Vec<_>>().join("");
    let has_word = outside.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    let is_code = text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    has_word && !is_code && (outside.trim().contains(' ') || text.starts_with(char::is_uppercase))
}

fn is_text_module(path: &str) -> bool {
    path.ends_with("/text.rs") && (path.starts_with("core/") || path.starts_with("ui/"))
}

/// Whether texts of the interface stand in it.
fn is_covered(source: &Source) -> bool {
    ["ui/", "core/features/"].iter().any(|group| source.path.starts_with(group))
        && !is_text_module(&source.path)
        && !source.is_in(&TABLES)
}

/// The constants that a text module declares.
fn declared(source: &Source) -> impl Iterator<Item = &str> {
    source
        .code
        .split("pub const ")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(": &str =")?.0).filter(|name| !name.contains(':')))
}

#[test]
fn a_text_that_is_shown_in_one_place_stands_there() {
    let all = sources(&root().join("src"));
    let tests = sources(&root().join("tests"));
    // By how often the word stands anywhere, in sentences too (`{NAME}`): once where it is declared.
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for source in all.iter().chain(&tests) {
        for word in source.text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')) {
            *words.entry(word).or_default() += 1;
        }
    }
    let names: Vec<&str> = all.iter().filter(|source| is_text_module(&source.path)).flat_map(declared).collect();
    assert!(names.len() > 200, "the text modules were not found");
    let once: Vec<&&str> = names.iter().filter(|name| words[**name] <= 2).collect();
    assert!(once.is_empty(), "{once:#?}");
}

#[test]
fn no_text_has_two_names() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources(&root().join("src")) {
        let texts = match (is_text_module(&source.path), is_covered(&source)) {
            (true, _) => strings(&source.text),
            (false, true) => texts_of(&source),
            (false, false) => Vec::new(),
        };
        for (line, text) in texts {
            places.entry(text).or_default().push(format!("src/{}:{line}", source.path));
        }
    }
    assert!(places.len() > 300, "the texts were not found");
    let several: Vec<_> = places.iter().filter(|(text, at)| !text.contains('{') && at.len() > 1).collect();
    assert!(several.is_empty(), "{several:#?}");
}

#[test]
fn a_text_outside_a_text_module_is_found() {
    let source = Source::new(
        "ui/panels/sample/list.rs",
        "fn f() { g(\"Two words\", \"Close\", \"row\", \"{a}, {b}\", \"USD\"); }\nfn h() { id_salt(\"No text\"); }\n",
    );
    assert_eq!(texts_of(&source), [(1, "Two words".to_owned()), (1, "Close".to_owned())]);
    assert!(is_covered(&source));
    assert!(!is_covered(&Source::new("ui/panels/sample/text.rs", "")));
}
