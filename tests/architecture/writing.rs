//! The rules of `ui::writing` that a program can check: words that no text uses.

use super::root;
use super::source::{Source, sources};
use super::text::{strings, word_positions};

const FORBIDDEN: [&str; 7] = ["told", "made", "kept", "leaves", "stands", "said", "words"];

/// Every text with a forbidden word: what has several words or begins with a capital. Texts of the sandbox are answers of a service, not of Paydesk.
fn forbidden_in(source: &Source) -> Vec<String> {
    let end = source.text.find("#[cfg(test)]\nmod ").unwrap_or(source.text.len());
    let is_text = |text: &str| text.contains(' ') || text.starts_with(char::is_uppercase);
    let texts = strings(&source.text[..end]).into_iter().filter(|(_, text)| is_text(text));
    let found = texts.flat_map(|(line, text)| {
        let lower = text.to_lowercase();
        let words = FORBIDDEN.into_iter().filter(|word| word_positions(&lower, word).next().is_some());
        words.map(|word| format!("src/{}:{line}: “{word}” in {text:?}", source.path)).collect::<Vec<_>>()
    });
    found.collect()
}

#[test]
fn no_text_uses_a_word_that_the_rules_of_writing_forbid() {
    let own = sources(&root().join("src")).into_iter().filter(|source| source.module() != "sandbox");
    let found: Vec<String> = own.flat_map(|source| forbidden_in(&source)).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_forbidden_word_is_found_in_texts_alone() {
    let text = "// What the service told of it.\nfn f(told: u8) { g(\"Made\", \"It is told once\", r\"made\") }\n\
                #[cfg(test)]\nmod tests { const A: &str = \"was told\"; }\n";
    let found = forbidden_in(&Source::new("core/sample.rs", text));
    let expected = ["src/core/sample.rs:2: “made” in \"Made\"", "src/core/sample.rs:2: “told” in \"It is told once\""];
    assert_eq!(found, expected);
}
