//! Texts in lower case, with where their capitals were.
//!
//! A search makes no difference of letter case, and ids do. So a row's text is stored in lower case, and behind it
//! runs of characters in turns: so many as they are, so many that were capitals. These counts are bytes from 0x80 to
//! 0xBF: no character begins with one, so nothing that is searched for is found in them. A capital that has no lower
//! case of the same length stays as it is.

/// Separates the fields of a row. In a text it becomes a blank.
pub const SEPARATOR: u8 = 0x1F;

/// What a byte of the counts can say at most; a longer run goes on in the next byte.
const COUNT_MAX: usize = 0x3F;
const COUNT_MARK: u8 = 0x80;

/// Writes rows: the text in lower case, with the runs of its capitals.
#[derive(Debug, Default)]
pub struct Folder {
    text: String,
    /// Lengths of runs, the first one of what was no capital.
    runs: Vec<u8>,
    in_capitals: bool,
    run: usize,
}

impl Folder {
    /// Adds a separator.
    pub fn separate(&mut self) {
        self.put(char::from(SEPARATOR), false);
    }

    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        for c in text.chars() {
            let lower = lower(c);
            self.put(lower, lower != c && c != char::from(SEPARATOR));
        }
    }

    #[inline]
    fn put(&mut self, c: char, is_capital: bool) {
        self.text.push(c);
        if is_capital != self.in_capitals {
            self.end_run();
            self.in_capitals = is_capital;
        }
        self.run += 1;
    }

    #[inline]
    fn end_run(&mut self) {
        while self.run >= COUNT_MAX {
            self.runs.push(COUNT_MARK | COUNT_MAX as u8);
            self.run -= COUNT_MAX;
        }
        self.runs.push(COUNT_MARK | self.run as u8);
        self.run = 0;
    }

    /// The row: its text, and behind it the runs where there were capitals.
    pub fn finish(mut self) -> Vec<u8> {
        if self.in_capitals {
            self.end_run();
        }
        let mut row = self.text.into_bytes();
        row.append(&mut self.runs);
        row
    }
}

/// Which letters and digits are in these texts: a bit for each. What is typed first is found by it at once.
#[inline]
pub fn letters(row: &[u8]) -> u32 {
    row.iter().fold(0, |letters, byte| letters | LETTERS[usize::from(*byte)])
}

/// The bit of a text of one character, where it has one.
pub fn letter_of(text: &[u8]) -> Option<u32> {
    let [byte] = text else { return None };
    Some(LETTERS[usize::from(*byte)]).filter(|bit| *bit != 0)
}

/// The bit of each byte; none of marks and rare letters, which are soon searched for, and none of what begins or continues
/// another character, or counts capitals.
const LETTERS: [u32; 256] = {
    const WITH_BIT: &[u8; 32] = b"abcdefghiklmnoprstuvwy0123456789";
    let (mut bits, mut place) = ([0; 256], 0);
    while place < WITH_BIT.len() {
        bits[WITH_BIT[place] as usize] = 1 << place;
        place += 1;
    }
    bits
};

/// `text` in lower case, as it is searched for.
pub fn folded(text: &str) -> String {
    text.chars().map(lower).collect()
}

/// The text of a row as it was written.
pub fn unfolded(row: &[u8]) -> String {
    let end = memchr::memrchr(SEPARATOR, row).map_or(0, |last| last + 1);
    let (text, runs) = row.split_at(end);
    let text = std::str::from_utf8(text).unwrap_or_default();
    if runs.is_empty() {
        return text.to_owned();
    }
    if text.is_ascii() {
        return unfolded_ascii(text, runs);
    }
    let (mut written, mut chars, mut in_capitals) = (String::with_capacity(end), text.chars(), false);
    for count in runs {
        let count = usize::from(count & !COUNT_MARK);
        for c in chars.by_ref().take(count) {
            written.push(if in_capitals { upper(c).unwrap_or(c) } else { c });
        }
        in_capitals ^= count < COUNT_MAX;
    }
    written.push_str(chars.as_str());
    written
}

/// The text as it was written, where every character is one byte.
fn unfolded_ascii(text: &str, runs: &[u8]) -> String {
    let (mut written, mut rest, mut in_capitals) = (String::with_capacity(text.len()), text, false);
    for count in runs {
        let count = usize::from(count & !COUNT_MARK);
        let (run, behind) = rest.split_at(count.min(rest.len()));
        let from = written.len();
        written.push_str(run);
        if in_capitals && let Some(run) = written.get_mut(from..) {
            run.make_ascii_uppercase();
        }
        rest = behind;
        in_capitals ^= count < COUNT_MAX;
    }
    written.push_str(rest);
    written
}

/// The lower case of a character, where the character comes back from it and takes as many bytes.
#[inline]
fn lower(c: char) -> char {
    match c {
        c if c == char::from(SEPARATOR) => ' ',
        c if c.is_ascii() => c.to_ascii_lowercase(),
        c => {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(lower), None) if lower.len_utf8() == c.len_utf8() && upper(lower) == Some(c) => lower,
                (_, _) => c,
            }
        }
    }
}

fn upper(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c.to_ascii_uppercase());
    }
    let mut upper = c.to_uppercase();
    upper.next().filter(|_| upper.next().is_none())
}

/// Bytes of many rows, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arena {
    bytes: Vec<u8>,
    /// Where each row ends.
    ends: Vec<u32>,
}

/// Room that is added where a row grows in an arena that is full.
const ROOM: usize = 16 * 1024;

impl Arena {
    /// Takes what was written; `None` where the ends do not fit the bytes.
    pub fn from_parts(bytes: Vec<u8>, ends: Vec<u32>) -> Option<Self> {
        let ordered = ends.is_sorted() && ends.last().map_or(0, |end| *end as usize) == bytes.len();
        ordered.then_some(Self { bytes, ends })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Where a row begins.
    #[inline]
    pub fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize)
    }

    /// Where a row ends.
    #[inline]
    pub fn end(&self, row: usize) -> usize {
        self.ends.get(row).map_or(self.bytes.len(), |end| *end as usize)
    }

    #[inline]
    pub fn get(&self, row: usize) -> &[u8] {
        self.bytes.get(self.begin(row)..self.end(row)).unwrap_or_default()
    }

    /// The row that the byte at `at` is of, where it is of none before `from`: found in steps that grow, since it is
    /// most often near.
    #[inline]
    pub fn row_of(&self, at: usize, from: usize) -> usize {
        let is_before = |row: usize| self.ends.get(row).is_some_and(|end| *end as usize <= at);
        let (mut low, mut step) = (from, 1);
        while is_before(low + step - 1) {
            low += step;
            step *= 2;
        }
        let to = (low + step).min(self.ends.len());
        low + self.ends.get(low..to).map_or(0, |ends| ends.partition_point(|end| *end as usize <= at))
    }

    /// Adds a row behind the others.
    #[inline]
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    /// Puts other bytes in the place of a row.
    pub fn replace(&mut self, row: usize, bytes: &[u8]) {
        let place = self.begin(row)..self.end(row);
        if self.bytes.get(place.clone()) == Some(bytes) {
            return;
        }
        let grows = bytes.len().saturating_sub(place.len());
        if self.bytes.capacity() - self.bytes.len() < grows {
            self.bytes.reserve_exact(grows + ROOM);
        }
        let (before, after) = (place.len() as u32, bytes.len() as u32);
        self.bytes.splice(place, bytes.iter().copied());
        self.ends.iter_mut().skip(row).for_each(|end| *end = *end - before + after);
    }

    /// Gives back the room that no row needs.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// How many bytes of memory it takes.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(texts: &[&str]) -> Vec<u8> {
        let mut folder = Folder::default();
        folder.separate();
        for text in texts {
            folder.add(text);
            folder.separate();
        }
        folder.finish()
    }

    #[test]
    fn what_is_folded_comes_back_as_it_was_written() {
        let long = "AbcDEF ".repeat(40) + &"x".repeat(200) + &"Y".repeat(130);
        for text in
            ["", "anna@example.com", "Anna Müller ÄÖÜ", "pay_A-9z", "İstanbul ẞ ß", "ΑΣΣ ς", "Дом 💳 ǅ", "ABC", &long]
        {
            let written = unfolded(&row(&[text, "Second"]));
            assert_eq!(written.split('\u{1F}').collect::<Vec<_>>(), ["", text, "Second", ""], "{text}");
        }
        assert_eq!(unfolded(&row(&["a\u{1F}B"])), "\u{1F}a B\u{1F}");
        assert_eq!(folded("Anna Müller ÄÖÜ"), "anna müller äöü");
        assert_eq!(row(&["anna"]).len(), 6, "nothing is added to what has no capitals");
    }

    #[test]
    fn a_row_is_replaced_by_a_longer_and_a_shorter_one_and_the_others_stay() {
        let mut arena = Arena::default();
        ["one", "", "three"].into_iter().for_each(|text| arena.push(text.as_bytes()));
        for (row, text) in [(1, "two and more"), (0, "1"), (2, ""), (1, "2"), (2, "3")] {
            arena.replace(row, text.as_bytes());
            assert_eq!(arena.get(row), text.as_bytes());
        }
        assert_eq!([0, 1, 2].map(|row| arena.get(row)), [b"1", b"2", b"3"]);
        assert_eq!(Arena::from_parts(arena.bytes().to_vec(), arena.ends().to_vec()), Some(arena));
        assert_eq!(Arena::from_parts(vec![0; 3], vec![2, 1]), None);
    }

    #[test]
    fn the_row_of_a_byte_is_found_from_every_row_before_it() {
        let mut arena = Arena::default();
        (0..100).for_each(|row| arena.push(&vec![b'x'; row % 4]));
        for at in 0..arena.bytes().len() {
            let row = (0..100).find(|row| arena.end(*row) > at).unwrap();
            (0..=row).for_each(|from| assert_eq!(arena.row_of(at, from), row, "{at} from {from}"));
        }
    }
}
