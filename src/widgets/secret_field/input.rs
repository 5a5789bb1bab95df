//! The text of a secret field: one buffer that never moves while it grows, wiped when emptied or dropped.

use std::fmt;

use zeroize::{Zeroize as _, Zeroizing};

/// Most that is taken, in bytes: far more than any key has, so that one that is too long is still distinguished.
const MAX_BYTES: usize = 16 * 1024;

/// What is typed into a secret field. `Debug` shows nothing of it, and there is no clone.
#[derive(Default)]
pub struct SecretInput {
    text: Zeroizing<String>,
    /// The next text replaces everything.
    pub(super) all_selected: bool,
    /// White space is not taken.
    pub(super) without_spaces: bool,
    /// When it was changed last, in seconds of the window's clock: the cursor is shown at once.
    pub(super) changed_s: f64,
}

impl SecretInput {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Wipes it: when a form is closed, or its key was taken over.
    pub fn clear(&mut self) {
        // The whole buffer, also what was behind the end of the text.
        self.text.zeroize();
        self.all_selected = false;
    }

    /// Takes a secret that is known here, in place of what was typed.
    pub fn fill(&mut self, secret: &str) {
        self.clear();
        self.paste(secret);
    }

    /// Adds typed text at the end, without what no key on a keyboard writes into one line.
    pub(super) fn type_text(&mut self, text: &str) {
        self.replace_selection();
        for c in text.chars().filter(|c| !c.is_control()) {
            self.push(c);
        }
    }

    /// Adds pasted text at the end, without the white space around it: a copied line often has its end with it.
    pub(super) fn paste(&mut self, text: &str) {
        self.replace_selection();
        for c in text.trim().chars() {
            self.push(c);
        }
    }

    /// Takes the last character away, or all that is selected.
    pub(super) fn backspace(&mut self) {
        if self.all_selected {
            self.clear();
        } else {
            self.text.pop();
        }
    }

    fn replace_selection(&mut self) {
        if self.all_selected {
            self.clear();
        }
    }

    fn push(&mut self, c: char) {
        if self.without_spaces && c.is_whitespace() {
            return;
        }
        if self.text.capacity() < MAX_BYTES {
            // Once, while it is empty: a buffer that grows leaves its earlier self behind.
            self.text.reserve_exact(MAX_BYTES);
        }
        if self.text.len() + c.len_utf8() <= MAX_BYTES {
            self.text.push(c);
        }
    }
}

impl fmt::Debug for SecretInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretInput(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_stays_where_it_is_and_takes_only_so_much() {
        let mut input = SecretInput::default();
        input.type_text("s");
        let at = input.text().as_ptr();
        input.paste(&"é".repeat(MAX_BYTES));
        input.type_text("x");
        assert_eq!((input.text().as_ptr(), input.text().len()), (at, MAX_BYTES - 1 + 1));
        input.backspace();
        input.clear();
        assert!(input.is_empty());
        input.paste("again");
        assert_eq!(input.text().as_ptr(), at, "a wiped buffer is used again");
    }

    #[test]
    fn an_iban_is_taken_without_the_spaces_it_is_written_with() {
        let mut input = SecretInput { without_spaces: true, ..SecretInput::default() };
        input.paste(" DE89 3704 0044 ");
        input.type_text("05 32");
        assert_eq!(input.text(), "DE89370400440532");
    }

    #[test]
    fn what_is_selected_is_replaced_and_lines_are_pasted_without_their_end() {
        let mut input = SecretInput::default();
        input.type_text("old\n");
        input.all_selected = true;
        input.paste(" snd_a\nsnd_b\r\n");
        assert_eq!(input.text(), "snd_a\nsnd_b");
        input.backspace();
        assert_eq!(input.text(), "snd_a\nsnd_");
        input.all_selected = true;
        input.backspace();
        assert!(input.is_empty() && !input.all_selected);
        assert!(!format!("{input:?}").contains("snd"));
    }
}
