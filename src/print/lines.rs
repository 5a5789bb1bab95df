//! Texts in the room they have: broken into lines, or cut with an ellipsis.

use super::drawing::Color;
use super::typefaces::{Typefaces, Weight};

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// In pixels of the page.
    pub size: f32,
    pub weight: Weight,
    pub color: Color,
}

impl TextStyle {
    pub const fn regular(size: f32, color: Color) -> Self {
        Self { size, weight: Weight::Regular, color }
    }

    pub const fn strong(size: f32, color: Color) -> Self {
        Self { size, weight: Weight::SemiBold, color }
    }

    pub const fn of_size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    pub fn width(self, text: &str, typefaces: &Typefaces) -> f32 {
        typefaces.width(text, self.weight, self.size)
    }

    /// Returns the text if it fits into `room`, else its beginning and an ellipsis.
    pub fn fitted(self, text: &str, room: f32, typefaces: &Typefaces) -> String {
        // What was measured for this text may differ in the last digits.
        if self.width(text, typefaces) <= room + 0.01 { text.to_owned() } else { self.cut(text, room, typefaces) }
    }

    /// Returns as much of the beginning as fits into `room` with an ellipsis behind it; nothing where not even
    /// that fits.
    pub fn cut(self, text: &str, room: f32, typefaces: &Typefaces) -> String {
        let room = room - self.width("…", typefaces);
        if room < 0.0 {
            return String::new();
        }
        let (mut width, mut units) = (0.0, [0; 4]);
        let fits = |c: &char| {
            width += self.width(c.encode_utf8(&mut units), typefaces);
            width <= room
        };
        let beginning: String = text.chars().take_while(fits).collect();
        format!("{}…", beginning.trim_end())
    }
}

/// A part of a line, set in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct StyledRun {
    pub text: String,
    pub style: TextStyle,
    /// From the left of the line.
    pub left: f32,
}

/// One line of a longer text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetLine {
    pub runs: Vec<StyledRun>,
}

/// Breaks a text of several styles into lines at its words; a word that is wider than a line, at its characters. What
/// does not fit into `lines_max` is cut with an ellipsis.
pub fn broken(parts: &[(&str, TextStyle)], room: f32, lines_max: usize, typefaces: &Typefaces) -> Vec<SetLine> {
    let mut breaker = LineBreaker { typefaces, room, lines: Vec::new(), width: 0.0 };
    for (text, style) in parts {
        text.split_inclusive(' ').for_each(|word| breaker.push_word(word, *style));
    }
    let mut lines = breaker.lines;
    let is_cut = lines.len() > lines_max;
    lines.truncate(lines_max);
    if let Some(run) = lines.last_mut().and_then(|line| line.runs.last_mut()).filter(|_| is_cut) {
        run.text = run.style.cut(&run.text, room - run.left, typefaces);
    }
    for run in lines.iter_mut().filter_map(|line| line.runs.last_mut()) {
        run.text.truncate(run.text.trim_end().len());
    }
    lines
}

struct LineBreaker<'t> {
    typefaces: &'t Typefaces,
    room: f32,
    lines: Vec<SetLine>,
    /// Of the last line.
    width: f32,
}

impl LineBreaker<'_> {
    fn push_word(&mut self, word: &str, style: TextStyle) {
        let width = style.width(word.trim_end(), self.typefaces);
        if self.lines.is_empty() || self.width + width > self.room {
            self.lines.push(SetLine::default());
            self.width = 0.0;
        }
        if width <= self.room {
            return self.push(word, style);
        }
        let mut units = [0; 4];
        for c in word.chars() {
            let c: &str = c.encode_utf8(&mut units);
            if self.width + style.width(c, self.typefaces) > self.room && self.width > 0.0 {
                self.lines.push(SetLine::default());
                self.width = 0.0;
            }
            self.push(c, style);
        }
    }

    fn push(&mut self, text: &str, style: TextStyle) {
        let Some(line) = self.lines.last_mut() else { return };
        match line.runs.last_mut().filter(|run| run.style == style) {
            Some(run) => run.text.push_str(text),
            None => line.runs.push(StyledRun { text: text.to_owned(), style, left: self.width }),
        }
        self.width += style.width(text, self.typefaces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colors::INK;

    const STYLE: TextStyle = TextStyle::regular(10.0, INK);

    fn texts(text: &str, lines_max: usize) -> Vec<String> {
        let lines = broken(&[(text, STYLE)], 60.0, lines_max, &Typefaces::read().unwrap());
        lines.into_iter().map(|line| line.runs.into_iter().map(|run| run.text).collect()).collect()
    }

    #[test]
    fn a_text_is_broken_at_words_and_a_long_word_at_its_characters() {
        assert_eq!(texts("one two three four", 9), ["one two", "three four"]);
        assert_eq!(texts("", 9), [""; 0]);
        assert_eq!(texts("0123456789012 3", 9), ["0123456789", "012 3"]);
    }

    #[test]
    fn what_does_not_fit_into_the_lines_is_cut_with_an_ellipsis() {
        assert_eq!(texts("one two three four", 1), ["one two…"]);
        let typefaces = Typefaces::read().unwrap();
        assert_eq!(STYLE.fitted("0123456789", 60.0, &typefaces), "0123456789");
        assert_eq!(STYLE.fitted("01234567890", 60.0, &typefaces), "01234567…");
        assert_eq!(STYLE.fitted("0123", 3.0, &typefaces), "");
    }

    #[test]
    fn styles_share_a_line() {
        let typefaces = Typefaces::read().unwrap();
        let strong = TextStyle::strong(12.0, INK);
        let lines = broken(&[("ab ", strong), ("cd", STYLE)], 60.0, 9, &typefaces);
        assert_eq!(lines.len(), 1);
        let [first, second] = lines[0].runs.as_slice() else { panic!("{lines:?}") };
        assert_eq!((first.text.as_str(), second.text.as_str()), ("ab ", "cd"));
        assert!((second.left - strong.width("ab ", &typefaces)).abs() < 0.001);
    }
}
