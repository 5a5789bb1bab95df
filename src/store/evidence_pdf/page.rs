//! Lines on pages: titles, rows of name and value, labels and paragraphs, broken at words and carried over to the next
//! page.

use pdf_writer::Content;

use paydesk_print::{Typefaces, Weight, clusters, goes_right_to_left};

/// A4, in points.
pub const PAGE_WIDTH: f32 = 595.0;
pub const PAGE_HEIGHT: f32 = 842.0;
const MARGIN: f32 = 56.0;
/// Where the value of a row begins.
const VALUE_AT: f32 = 150.0;
/// Height of a line, as a multiple of its size.
const LEADING: f32 = 1.4;
const TITLE: f32 = 18.0;
const HEADING: f32 = 12.0;
const BODY: f32 = 10.0;
const SMALL: f32 = 8.5;
/// Grey of what is subdued.
const SUBDUED: f32 = 0.35;

/// The operators of one page.
pub struct PageContent(Content);

impl PageContent {
    pub fn finish(self) -> Vec<u8> {
        self.0.finish().to_vec()
    }
}

/// How heavy, how large, how dark.
#[derive(Clone, Copy)]
struct Style {
    weight: Weight,
    size: f32,
    grey: f32,
}

const BODY_STYLE: Style = Style { weight: Weight::Regular, size: BODY, grey: 0.0 };
const LABEL_STYLE: Style = Style { weight: Weight::Regular, size: SMALL, grey: SUBDUED };

/// The pages while they are filled from top to bottom.
pub struct PageSetter<'t> {
    fonts: &'t mut Typefaces,
    done: Vec<Content>,
    content: Content,
    /// The top of the next line, from the bottom of the page.
    y: f32,
}

impl<'t> PageSetter<'t> {
    pub fn new(fonts: &'t mut Typefaces) -> Self {
        Self { fonts, done: Vec::new(), content: Content::new(), y: PAGE_HEIGHT - MARGIN }
    }

    pub fn title(&mut self, text: &str) {
        self.lines(text, MARGIN, Style { weight: Weight::SemiBold, size: TITLE, grey: 0.0 });
        self.y -= BODY;
    }

    /// Never alone at the foot of a page.
    pub fn heading(&mut self, text: &str) {
        self.y -= HEADING;
        self.need(4.0 * BODY * LEADING);
        self.lines(text, MARGIN, Style { weight: Weight::SemiBold, size: HEADING, grey: 0.0 });
    }

    /// Above the paragraph it is of, on the same page.
    pub fn label(&mut self, text: &str) {
        self.y -= BODY * 0.4;
        self.need(2.0 * BODY * LEADING);
        self.lines(text, MARGIN, LABEL_STYLE);
    }

    pub fn paragraph(&mut self, text: &str) {
        self.lines(text, MARGIN, BODY_STYLE);
    }

    /// A name and its value beside it.
    pub fn row(&mut self, name: &str, value: &str) {
        self.need(BODY * LEADING);
        let top = self.y;
        self.line(name, MARGIN, LABEL_STYLE);
        // Both on one line, however long the value is.
        self.y = top;
        self.lines(value, MARGIN + VALUE_AT, BODY_STYLE);
    }

    /// The pages, each with its number at the foot.
    pub fn finish(mut self, foot: &str) -> Vec<PageContent> {
        let mut contents = std::mem::take(&mut self.done);
        contents.push(std::mem::replace(&mut self.content, Content::new()));
        let count = contents.len();
        let numbered = contents.into_iter().enumerate().map(|(index, content)| {
            self.content = content;
            self.y = MARGIN * 0.75;
            self.line(&format!("{foot} · {}/{count}", index + 1), MARGIN, LABEL_STYLE);
            PageContent(std::mem::replace(&mut self.content, Content::new()))
        });
        numbered.collect()
    }

    /// A new page unless so much is left of this one.
    fn need(&mut self, height: f32) {
        if self.y - height < MARGIN {
            self.done.push(std::mem::replace(&mut self.content, Content::new()));
            self.y = PAGE_HEIGHT - MARGIN;
        }
    }

    /// A text from `x` to the right margin, in as many lines as it takes.
    fn lines(&mut self, text: &str, x: f32, style: Style) {
        let room = PAGE_WIDTH - MARGIN - x;
        for line in text.lines() {
            let is_rtl = goes_right_to_left(line);
            for part in broken(line, room, |part| self.width(part, style)) {
                self.need(style.size * LEADING);
                let left = if is_rtl { x + room - self.width(&part, style) } else { x };
                self.set(&part, left, style, is_rtl);
            }
        }
    }

    fn line(&mut self, text: &str, x: f32, style: Style) {
        self.set(text, x, style, false);
    }

    fn set(&mut self, text: &str, x: f32, style: Style, is_rtl: bool) {
        self.y -= style.size * LEADING;
        self.content.begin_text().set_fill_gray(style.grey);
        // The baseline is a quarter of the size above the foot of the line.
        self.content.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, self.y + style.size * 0.25]);
        self.fonts.show_line(&mut self.content, text, (style.weight, style.size), is_rtl);
        self.content.end_text();
    }

    /// How wide a text is, in points.
    fn width(&self, text: &str, style: Style) -> f32 {
        self.fonts.width(text, style.weight, style.size)
    }
}

/// A line broken at words where they do not fit; a word that is longer than a line, as a sentence
/// without spaces is, at its characters with their marks.
fn broken(line: &str, room: f32, mut width: impl FnMut(&str) -> f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let last = lines.last_mut().map(|last| format!("{last}{word}")).unwrap_or_default();
        if width(last.trim_end()) <= room {
            lines.pop();
            lines.push(last);
        } else if width(word.trim_end()) <= room {
            lines.push(word.to_owned());
        } else {
            for c in clusters(word) {
                let longer = lines.last().map(|last| format!("{last}{c}")).unwrap_or_default();
                if width(&longer) <= room {
                    lines.pop();
                    lines.push(longer);
                } else {
                    lines.push(c.to_string());
                }
            }
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_broken_at_words_and_a_long_word_at_its_characters() {
        let broken = |line: &str| broken(line, 10.0, |part| part.chars().count() as f32);
        assert_eq!(broken("one two three"), ["one two", "three"]);
        assert_eq!(broken(""), [""]);
        assert_eq!(broken("abcdefghijklmno pq"), ["abcdefghij", "klmno pq"]);
        assert_eq!(broken("ab abcdefghijklmno"), ["ab abcdefg", "hijklmno"]);
    }
}
