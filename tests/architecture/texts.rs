//! Texts of the interface live together: those of a panel or a feature in its `text` module, those of several in
//! `core::text` and `ui::text`. Where a panel shows its texts in place, one that is shown twice has a name all the same.
//! A text has one name, and fits the room it has.

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

/// Panels whose texts are where they are shown.
const IN_PLACE: [&str; 4] =
    ["core/features/operation_log/", "ui/panels/operations/", "ui/panels/bulk/plan.rs", "ui/panels/bulk/run.rs"];

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

/// Whether its texts are in text modules. Elsewhere they are the names and sentences of tables.
fn is_covered(source: &Source) -> bool {
    ["ui/", "core/features/"].iter().any(|group| source.path.starts_with(group))
        && !is_text_module(&source.path)
        && !source.is_in(&TABLES)
        && !source.is_in(&IN_PLACE)
}

#[test]
fn the_texts_of_the_interface_are_in_text_modules() {
    let all = sources(&root().join("src"));
    let found: Vec<String> = all
        .iter()
        .filter(|source| is_covered(source))
        .flat_map(|source| {
            texts_of(source).into_iter().map(|(line, text)| format!("src/{}:{line}: {text:?}", source.path))
        })
        .collect();
    assert!(found.is_empty(), "{} texts: {found:#?}", found.len());
}

#[test]
fn no_text_has_two_names() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources(&root().join("src")) {
        let texts = match (is_text_module(&source.path), source.is_in(&IN_PLACE)) {
            (true, _) => strings(&source.text),
            (false, true) => texts_of(&source),
            (false, false) => Vec::new(),
        };
        for (line, text) in texts {
            places.entry(text).or_default().push(format!("src/{}:{line}", source.path));
        }
    }
    assert!(places.len() > 300, "the text modules were not found");
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
