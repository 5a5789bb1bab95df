//! A body as it is stored for the person who looks at the requests: masked, and no longer than a bound.

use std::io::Write;
use std::sync::Arc;

use serde_json::Value;

use paydesk_domain::text::{visible, visible_json};

use super::mask::{Masked, TEXT_MAX_BYTES, scrubbed};

/// The stored part of a body, and how long the whole was, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedBody {
    text: Arc<str>,
    /// How long it was before it was cut, in bytes.
    whole_bytes: usize,
    forgotten: bool,
}

impl CapturedBody {
    /// JSON, on one line, without secrets.
    pub fn of_json(value: &Value) -> Self {
        let mut beginning = Beginning(Vec::new());
        let all = serde_json::to_writer(&mut beginning, &Masked(value));
        let text: Arc<str> = String::from_utf8_lossy(whole_characters(&beginning.0)).into();
        let whole_bytes = if all.is_ok() { text.len() } else { length(value).max(text.len() + 1) };
        Self { text, whole_bytes, forgotten: false }
    }

    /// Text that is no JSON; what cannot be seen in it is shown.
    pub fn of_text(text: &str) -> Self {
        Self::cut(&visible(&scrubbed(text), TEXT_MAX_BYTES))
    }

    fn cut(text: &str) -> Self {
        let end = text.floor_char_boundary(TEXT_MAX_BYTES);
        Self { text: text[..end].into(), whole_bytes: text.len(), forgotten: false }
    }

    /// The text, as far as it is stored.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether this is all of it.
    pub fn is_whole(&self) -> bool {
        self.text.len() == self.whole_bytes && !self.forgotten
    }

    pub fn whole_bytes(&self) -> usize {
        self.whole_bytes
    }

    /// Whether the text was let go to make room.
    pub fn is_forgotten(&self) -> bool {
        self.forgotten
    }

    pub(super) fn forget(&mut self) {
        self.text = "".into();
        self.forgotten = true;
    }

    /// The text with line breaks and indents where it is JSON, for reading.
    pub fn pretty(&self) -> String {
        let value: Option<Value> = serde_json::from_str(&self.text).ok();
        let pretty = value.and_then(|value| serde_json::to_string_pretty(&value).ok());
        pretty.map_or_else(|| self.text.to_string(), |json| visible_json(&json))
    }
}

/// Keeps the beginning of what is written, and has the writing end where it is full.
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let stored = bytes.len().min(TEXT_MAX_BYTES - self.0.len());
        self.0.extend_from_slice(&bytes[..stored]);
        Ok(stored)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How long a value is when it is written, in bytes.
fn length(value: &Value) -> usize {
    struct Counting(usize);
    impl Write for Counting {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counting = Counting(0);
    // Err cannot come: this writer takes everything.
    let _ = serde_json::to_writer(&mut counting, value);
    counting.0
}

/// `bytes` of a text without the part of a character that was cut at their end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Ok(_) => bytes,
        Err(error) => &bytes[..error.valid_up_to()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_body_is_cut_between_characters_and_says_how_long_it_was() {
        let stored = CapturedBody::of_json(&json!({"note": "é".repeat(TEXT_MAX_BYTES)}));
        assert!(stored.text().len() <= TEXT_MAX_BYTES && stored.text().len() > TEXT_MAX_BYTES - 4);
        assert!(!stored.is_whole());
        assert_eq!(stored.whole_bytes(), 2 * TEXT_MAX_BYTES + r#"{"note":""}"#.len());
        assert_eq!(stored.pretty(), stored.text());
    }

    #[test]
    fn a_short_one_is_whole_and_reads_well() {
        let stored = CapturedBody::of_json(&json!({"a": 1}));
        assert!(stored.is_whole());
        assert_eq!((stored.text(), stored.pretty().as_str()), (r#"{"a":1}"#, "{\n  \"a\": 1\n}"));
        assert_eq!(CapturedBody::of_text("a page\nof\u{202e} text").text(), "a page of‹U+202E› text");
    }

    #[test]
    fn what_was_let_go_says_so_and_is_not_whole() {
        let mut stored = CapturedBody::of_text("text");
        stored.forget();
        assert!(stored.is_forgotten() && !stored.is_whole() && stored.text().is_empty());
    }
}
