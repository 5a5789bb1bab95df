//! Rust source as text: comments, strings and tests blanked out, whole words found.

use std::ops::Range;

/// `text` with comments, strings and characters blanked out; lines and columns stay.
pub fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = end_of_token(&chars, at);
        let blank = end > at + 1;
        for c in &chars[at..end] {
            out.push(if blank && *c != '\n' { ' ' } else { *c });
        }
        at = end;
    }
    out
}

/// The strings of `text`, with their lines, as they are between the quotes.
pub fn strings(text: &str) -> Vec<(usize, String)> {
    let (mut line, mut counted) = (1, 0);
    let found = strings_at(text).into_iter().map(|(place, inner)| {
        line += text[counted..place.start].matches('\n').count();
        counted = place.start;
        (line, inner)
    });
    found.collect()
}

/// The strings of `text` as they are between the quotes, with their places in it, quotes included.
pub fn strings_at(text: &str) -> Vec<(Range<usize>, String)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut at, mut start) = (Vec::new(), 0, 0);
    while at < chars.len() {
        let end = end_of_token(&chars, at);
        let token: String = chars[at..end].iter().collect();
        if end > at + 1 && token.ends_with('"') && !token.starts_with('/') {
            let inner = token.trim_start_matches(['r', 'b', '#']).trim_end_matches('#');
            found.push((start..start + token.len(), inner.trim_matches('"').to_owned()));
        }
        start += token.len();
        at = end;
    }
    found
}

/// The end of the comment, string or character that begins at `at`; else the next character.
fn end_of_token(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    let starts = |text: &str| text.chars().zip(rest).filter(|(a, b)| a == *b).count() == text.len();
    let word_before = at > 0 && is_word(chars[at - 1]);
    match rest[0] {
        '/' if starts("//") => at + rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
        '/' if starts("/*") => end_of_block_comment(chars, at),
        '"' => end_of_string(chars, at),
        'r' | 'b' if !word_before => end_of_prefixed(chars, at),
        '\'' => end_of_char(chars, at),
        _ => at + 1,
    }
}

fn end_of_block_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (at, depth) = (at + 2, depth + 1),
            ('*', Some('/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_string(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, `b'…'`; else the next character.
fn end_of_prefixed(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while matches!(chars.get(at), Some('r' | 'b')) && at < from + 2 {
        at += 1;
    }
    let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
    let raw = chars[from..at].contains(&'r');
    match chars.get(at + hashes) {
        Some('"') if raw => end_of_raw(chars, at + hashes + 1, hashes),
        Some('"') if hashes == 0 => end_of_string(chars, at),
        Some('\'') if hashes == 0 && !raw => end_of_char(chars, at),
        _ => from + 1,
    }
}

fn end_of_raw(chars: &[char], from: usize, hashes: usize) -> usize {
    let closes =
        |at: &usize| chars[*at] == '"' && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
    (from..chars.len()).find(closes).map_or(chars.len(), |at| at + 1 + hashes)
}

/// A character, told from a lifetime by its closing quote.
fn end_of_char(chars: &[char], from: usize) -> usize {
    match (chars.get(from + 1), chars.get(from + 2)) {
        (Some('\\'), _) => {
            let close = chars.iter().skip(from + 3).position(|c| *c == '\'');
            close.map_or(chars.len(), |at| from + 3 + at + 1)
        }
        (Some(_), Some('\'')) => from + 3,
        _ => from + 1,
    }
}

/// `code` with every item under `#[cfg(test)]` blanked out.
pub fn without_tests(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(from) = code.find("#[cfg(test)]") {
        let end = end_of_item(&code, from);
        let blank: String = code[from..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(from..end, &blank);
    }
    code
}

/// The end of the item from `from` on: its closing brace, or its semicolon.
fn end_of_item(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return from + at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return from + at + 1,
            _ => {}
        }
    }
    code.len()
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Where `word` is as a whole word.
pub fn word_positions<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[test]
fn comments_strings_and_characters_are_blanked_and_lifetimes_are_not() {
    let code = without_comments_and_strings(
        "a /* b /* c */ d */ e // f\n\"g\\\"h\" 'i' '\\'' r#\"j\"k\"# &'l str b\"m\" br\"n\"",
    );
    let kept: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(kept, "a e &'l str");
}
