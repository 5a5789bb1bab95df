//! What a workbook makes of a number when it shows it, as the code of the cell's format says (ECMA-376, part 1, 18.8.31).

use paydesk_domain::money::{CurrencyCode, is_currency_sign};
use paydesk_domain::sheet::{NumberFormat, SheetCell};

/// Characters that a cell without a format of its own shows of a number with decimals, its point among them.
const GENERAL_CHARS: usize = 11;

/// What a format shows of a number, without its digits.
#[derive(Debug, Default)]
struct FormatSection {
    digits: usize,
    decimals: usize,
    has_point: bool,
    /// Commas behind the last digit: each divides by a thousand.
    trailing_commas: usize,
    /// Commas before the point: `0,.00` shows 1000 as 1.00.
    is_scaled: bool,
    is_percent: bool,
    /// As a fraction or with a power of ten, which rounds to another number of digits.
    is_other_notation: bool,
    is_general: bool,
    has_condition: bool,
    words: String,
    /// Words behind the last digit, and the digits of the whole part since words stood between them.
    pending: String,
    since_gap: Option<usize>,
    /// Words stand between the digits, and do not part thousands: `0\\.00` shows 1050 as 10.50.
    is_distorted: bool,
    is_white: bool,
    /// Marks part the digits of the whole part.
    is_grouped: bool,
    /// Digits that are shown in any case, before the point and behind it.
    least: [usize; 2],
}

/// A number of a workbook, with what this format makes of it.
pub(super) fn number_cell(number: String, code: &str) -> SheetCell {
    let plain = SheetCell::Number(number);
    match format_of(code, &plain.meant()) {
        Some(format) => SheetCell::Formatted { number: plain.stored().to_owned(), format },
        None if !shows_digits(code, &plain.meant()) => SheetCell::Rewritten(plain.stored().to_owned()),
        None => plain,
    }
}

/// Whether the characters that are shown of a number are those of the number, which is shown as the amount that it is.
fn shows_digits(code: &str, number: &str) -> bool {
    let sections = sections(code);
    let shown: Vec<FormatSection> =
        sections.iter().take(TEXT_SECTION).map(|section| FormatSection::of(section)).collect();
    // Which section is that of a number not above zero, or of a condition, is not worked out.
    let is_first = number.starts_with(|c| matches!(c, '1'..='9')) && shown.iter().all(|shown| !shown.has_condition);
    shown.iter().take(if is_first { 1 } else { TEXT_SECTION }).all(|shown| shown.shows_digits(number))
}

/// Whether a text is shown as it is stored by this format, which may have a section for texts.
pub(super) fn shows_text(code: &str) -> bool {
    let sections = sections(code);
    let of_text = sections.get(TEXT_SECTION).or_else(|| sections.iter().find(|section| section.contains('@')));
    let Some(section) = of_text else { return true };
    let shown = FormatSection::of(section);
    section.matches('@').count() == 1 && shown.words.trim().is_empty() && !shown.is_white && !shown.is_distorted
}

/// `None` where a number is shown as it is.
fn format_of(code: &str, number: &str) -> Option<NumberFormat> {
    let sections = sections(code);
    let shown: Vec<FormatSection> = sections.iter().map(|section| FormatSection::of(section)).collect();
    // With conditions, any section may be the one; without, the first is that of what is above zero.
    let used = if shown.iter().any(|shown| shown.has_condition) { shown.len() } else { 1 };
    // An empty format is that of a cell without one.
    shown.into_iter().take(used).filter(|_| !code.is_empty()).find_map(|shown| shown.format(number))
}

impl FormatSection {
    fn of(section: &str) -> Self {
        let mut shown = Self::default();
        let mut rest = section;
        while let Some(c) = rest.chars().next() {
            rest = shown.take(c, &rest[c.len_utf8()..], rest);
        }
        shown.end_group();
        shown
    }

    /// Takes the part that begins with `c`, and gives what stands behind it.
    fn take<'a>(&mut self, c: char, behind: &'a str, from: &'a str) -> &'a str {
        match c {
            '"' => {
                let (words, rest) = behind.split_once('"').unwrap_or((behind, ""));
                self.say(words);
                return rest;
            }
            '[' => {
                let (inside, rest) = behind.split_once(']').unwrap_or((behind, ""));
                self.take_brackets(inside);
                return rest;
            }
            // What fills the cell with digits or signs looks like another number.
            '*' => {
                let mut next = behind.chars();
                if let Some(filler) = next.next().filter(|filler| !filler.is_whitespace() && *filler != '*') {
                    self.is_distorted = true;
                    self.words.push(filler);
                }
                return next.as_str();
            }
            // The next character stands as it is, or leaves its room free.
            '\\' | '_' => {
                let mut next = behind.chars();
                let literal = next.next().filter(|_| c == '\\');
                self.say(literal.as_ref().map(char::to_string).unwrap_or_default().as_str());
                return next.as_str();
            }
            '0' | '#' | '?' => {
                self.begin_digit();
                self.is_grouped |= self.trailing_commas > 0;
                self.least[usize::from(self.has_point)] += usize::from(c != '#');
                self.digits += 1;
                self.decimals += usize::from(self.has_point);
                self.trailing_commas = 0;
            }
            '.' => {
                self.end_group();
                self.is_scaled |= self.trailing_commas > 0;
                self.has_point = true;
            }
            ',' => self.trailing_commas += usize::from(self.digits > 0),
            '%' => self.is_percent = true,
            // What stands behind the blank is the numerator of a fraction, no group of digits.
            '/' => {
                self.is_other_notation = true;
                self.since_gap = None;
            }
            'E' | 'e' if behind.starts_with(['+', '-']) => {
                self.is_other_notation = true;
                return &behind[1..];
            }
            _ if from.get(..GENERAL.len()).is_some_and(|start| start.eq_ignore_ascii_case(GENERAL)) => {
                self.is_general = true;
                return &from[GENERAL.len()..];
            }
            '@' => self.is_general = true,
            c => self.say(c.encode_utf8(&mut [0; 4])),
        }
        behind
    }

    fn say(&mut self, words: &str) {
        self.words.push_str(words);
        if self.digits > 0 {
            self.pending.push_str(words);
        }
    }

    /// A digit behind words: blanks and apostrophes may part thousands, nothing else may stand there.
    fn begin_digit(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            self.since_gap = self.since_gap.map(|digits| digits + 1);
            return;
        }
        self.end_group();
        let parts_thousands = pending.chars().all(|c| c.is_whitespace() || "'’".contains(c)) && !self.has_point;
        if parts_thousands {
            self.words.truncate(self.words.len() - pending.len());
            self.is_grouped = true;
        }
        self.is_distorted |= !parts_thousands;
        self.since_gap = Some(1);
    }

    /// The whole part, or a group of it, ends: behind a gap it has three digits.
    fn end_group(&mut self) {
        self.is_distorted |= self.since_gap.take().is_some_and(|digits| digits != 3);
    }

    /// A currency with its language, a condition, or a colour.
    fn take_brackets(&mut self, inside: &str) {
        match inside.strip_prefix('$') {
            Some(currency) => self.words.push_str(currency.split('-').next().unwrap_or_default()),
            None if WHITE.iter().any(|white| inside.eq_ignore_ascii_case(white)) => self.is_white = true,
            None => self.has_condition |= inside.starts_with(['<', '>', '=']),
        }
    }

    /// Whether it shows a number with no digit more or less, and no mark but the point.
    fn shows_digits(&self, number: &str) -> bool {
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let [least_whole, least_decimals] = self.least;
        // Without a digit that is shown in any case, nothing stands for zero; a section of its own may show no sign.
        let least_of_zero = usize::from(whole == "0");
        let has_all = !number.starts_with('-')
            && (least_of_zero..=whole.len()).contains(&least_whole)
            && (least_decimals..=self.decimals).contains(&decimals.len());
        let is_plain = self.words.trim().is_empty() && (!self.is_grouped || whole.len() <= 3);
        is_plain && (self.digits == 0 || (has_all && self.has_point != decimals.is_empty()))
    }

    /// The most decimals that it shows of a number.
    fn decimals_of(&self, number: &str) -> usize {
        let whole = number.split('.').next().map_or(0, str::len);
        if self.is_general { GENERAL_CHARS.saturating_sub(whole + 1) } else { self.decimals }
    }

    /// How many digits wide a number is as it is shown: points, commas and blanks are half as wide.
    fn width_of(&self, number: &str) -> f32 {
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let [least_whole, least_decimals] = self.least;
        let whole = if self.is_general { whole.len() } else { whole.len().max(least_whole) };
        let decimals = decimals.len().clamp(least_decimals, self.decimals_of(number).max(least_decimals));
        let groups = if self.is_grouped { whole.saturating_sub(1) / 3 } else { 0 };
        let narrow = groups + usize::from(decimals > 0) + self.words.chars().filter(|c| is_narrow(*c)).count();
        let wide = whole + decimals + self.words.chars().filter(|c| !is_narrow(*c)).count();
        wide as f32 + narrow as f32 / 2.0
    }

    fn format(self, number: &str) -> Option<NumberFormat> {
        let is_around = |c: char| c.is_whitespace() || "+:".contains(c);
        let words = self.words.trim_matches(is_around);
        if self.digits == 0 && !self.is_general {
            return Some(NumberFormat::Hidden);
        }
        if self.is_white {
            return Some(NumberFormat::Hidden);
        }
        if self.is_distorted {
            return Some(NumberFormat::Text(self.words.trim().to_owned()));
        }
        if self.is_percent {
            return Some(NumberFormat::Percent);
        }
        if self.is_scaled || self.trailing_commas > 0 {
            return Some(NumberFormat::Scaled);
        }
        if self.is_other_notation {
            return Some(NumberFormat::Notation);
        }
        if let Some(shown) = rounded(number, self.decimals_of(number)) {
            return Some(NumberFormat::Rounded { shown });
        }
        match words {
            "" => None,
            words if CurrencyCode::new(words).is_listed() || is_currency_sign(words) => {
                Some(NumberFormat::Currency(words.to_owned()))
            }
            words => Some(NumberFormat::Text(words.to_owned())),
        }
    }
}

fn is_narrow(c: char) -> bool {
    c.is_whitespace() || ".,:;'’".contains(c)
}

/// How many digits wide the characters are that a cell shows of a number or of a text. Of a format for several kinds of
/// numbers, that of the numbers above zero counts.
pub(super) fn shown_width(cell: &SheetCell, code: &str) -> f32 {
    let width = |text: &str| text.chars().map(|c| if is_narrow(c) { 0.5 } else { 1.0 }).sum();
    match cell {
        SheetCell::Number(_) | SheetCell::Rewritten(_) | SheetCell::Formatted { .. } => {
            let code = if code.is_empty() { GENERAL } else { code };
            FormatSection::of(&sections(code)[0]).width_of(&cell.meant())
        }
        SheetCell::Text(text) | SheetCell::PartlyStruck(text) => width(text.trim()),
        SheetCell::Empty
        | SheetCell::Date(_)
        | SheetCell::Flag(_)
        | SheetCell::Error(_)
        | SheetCell::Doubtful { .. } => 0.0,
    }
}

/// A number with so many decimals, rounded half up; `None` where it has no more of them.
fn rounded(number: &str, decimals: usize) -> Option<String> {
    let (sign, unsigned) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = unsigned.split_once('.')?;
    let (kept, rest) = fraction.split_at_checked(decimals).filter(|(_, rest)| !rest.is_empty())?;
    let up = u64::from(rest.as_bytes()[0] >= b'5');
    let digits = format!("{whole}{kept}").parse::<u64>().unwrap_or(u64::MAX).saturating_add(up);
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, kept) = digits.split_at(digits.len() - decimals);
    Some(format!("{sign}{whole}{point}{kept}", point = if decimals > 0 { "." } else { "" }))
}

/// The place of the section for texts, behind those for numbers.
const TEXT_SECTION: usize = 3;
/// What the colour of the paper is called.
const WHITE: [&str; 3] = ["White", "Color2", "Color 2"];
/// How a number is shown that has no other format.
pub(super) const GENERAL: &str = "General";

/// The parts between semicolons that stand outside quotation marks and brackets.
fn sections(code: &str) -> Vec<String> {
    let (mut sections, mut closing, mut is_escaped) = (vec![String::new()], None, false);
    for c in code.chars() {
        let is_separator = c == ';' && closing.is_none() && !is_escaped;
        match (closing, c) {
            _ if is_escaped => {}
            (None, '"') => closing = Some('"'),
            (None, '[') => closing = Some(']'),
            (Some(end), c) if c == end => closing = None,
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped && closing.is_none();
        if is_separator {
            sections.push(String::new());
        } else if let Some(section) = sections.last_mut() {
            section.push(c);
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_may_hide_texts_or_put_others_beside_them() {
        for (code, expected) in [
            ("General", true),
            ("", true),
            ("@", true),
            ("0.00;-0.00", true),
            ("0.00;-0.00;0;@", true),
            ("_-@_-", true),
            (";;;", false),
            ("0;0;0;\"none\"", false),
            ("@\"0\"", false),
            ("[White]@", false),
            ("@@", false),
        ] {
            assert_eq!(shows_text(code), expected, "{code}");
        }
    }

    #[test]
    fn only_a_format_that_changes_no_digit_shows_an_id() {
        for (code, number, expected) in [
            ("General", "123", true),
            ("@", "123", true),
            ("", "123", true),
            ("0", "123", true),
            ("0_)", "123", true),
            ("[Red]0;-0", "123", true),
            ("000", "123", true),
            ("#", "123", true),
            ("#,##0", "123", true),
            ("0.00", "12.25", true),
            ("00000", "123", false),
            ("#,##0", "1234", false),
            ("# ##0", "1234", false),
            ("0.00", "123", false),
            ("0.", "123", false),
            ("0.##", "123", false),
            ("0.00", "12.5", false),
            ("0.00", "12.255", false),
            ("#.00", "0.25", false),
            ("#", "0", false),
            ("[>100]00000;0", "12", false),
            ("0;00", "-5", false),
        ] {
            assert_eq!(shows_digits(code, number), expected, "{code} of {number}");
        }
    }

    #[test]
    fn what_a_format_makes_of_a_number_is_known() {
        let currency = |text: &str| Some(NumberFormat::Currency(text.to_owned()));
        let text = |text: &str| Some(NumberFormat::Text(text.to_owned()));
        let rounded = |shown: &str| Some(NumberFormat::Rounded { shown: shown.to_owned() });
        for (code, number, expected) in [
            ("General", "12.5", None),
            ("@", "12.5", None),
            ("", "12.5", None),
            ("0.00", "12.5", None),
            ("#,##0.00", "12.5", None),
            ("#,##0.00;[Red]-#,##0.00", "12.5", None),
            ("#,##0.00_);(#,##0.00)", "12.5", None),
            ("_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-", "12.5", None),
            ("0", "12", None),
            ("0.0#", "12.25", None),
            ("0.00E+00", "12.123", Some(NumberFormat::Notation)),
            ("# ?/?", "12.5", Some(NumberFormat::Notation)),
            ("0", "12.5", rounded("13")),
            ("#,##0", "0.4", rounded("0")),
            ("0.00", "12.345", rounded("12.35")),
            ("#,##0.00", "9.996", rounded("10.00")),
            ("0.00", "0.004", rounded("0.00")),
            ("0.0#", "-12.345", rounded("-12.35")),
            ("#,##0.00\\ [$KWD]", "12.345", rounded("12.35")),
            ("0.000", "12.345", None),
            ("0.000", "12.3456", rounded("12.346")),
            ("General", "12.345", None),
            ("General", "12345678.125", rounded("12345678.13")),
            ("0%", "0.05", Some(NumberFormat::Percent)),
            ("0.00\\%", "5", text("%")),
            ("0,", "12000", Some(NumberFormat::Scaled)),
            ("#,##0.0,,\"M\"", "1200000", Some(NumberFormat::Scaled)),
            ("0,.00", "1000", Some(NumberFormat::Scaled)),
            ("#,##0,.0\\ [$€-407]", "1000", Some(NumberFormat::Scaled)),
            ("0\"k\"", "12", text("k")),
            ("0\\.00", "1050", text(".")),
            ("0\".\"00", "1050", text(".")),
            ("0\\,00", "1050", text(",")),
            ("(0.00)", "12", text("()")),
            ("[Red]-0.00", "12", text("-")),
            ("0.00\"-\"", "12", text("-")),
            ("*10.00", "10", text("1")),
            ("*-0.00", "11", text("-")),
            ("0.00*,", "11", text(",")),
            ("0*.", "11", text(".")),
            ("* 0.00", "11", None),
            ("**0.00", "11", None),
            ("[White]0.00", "11", Some(NumberFormat::Hidden)),
            ("[Color2]General", "11", Some(NumberFormat::Hidden)),
            ("[Red]0.00", "11", None),
            ("#\\ ##0.00", "1234.5", None),
            ("#'##0.00", "1234.5", None),
            ("00\\ 00", "1250", text("")),
            ("0.00\" Fr.\"", "12.5", currency("Fr.")),
            ("[>=1000]0\"k\";0", "12", text("k")),
            ("$#,##0.00", "12.5", currency("$")),
            ("\"$\"#,##0.00_);(\"$\"#,##0.00)", "12.5", currency("$")),
            ("0.00\" USD\"", "12.5", currency("USD")),
            ("#,##0.00\\ [$€-407]", "12.5", currency("€")),
            ("[$EUR] #,##0.00", "12.5", currency("EUR")),
            ("General\" EUR\"", "12.5", currency("EUR")),
            (";;;", "12.5", Some(NumberFormat::Hidden)),
            ("\"paid\"", "12.5", Some(NumberFormat::Hidden)),
            ("\"\"", "12.5", Some(NumberFormat::Hidden)),
            ("\" \"", "12.5", Some(NumberFormat::Hidden)),
            (" ", "12.5", Some(NumberFormat::Hidden)),
            ("[Red]", "12.5", Some(NumberFormat::Hidden)),
            (";-0.00", "12.5", Some(NumberFormat::Hidden)),
        ] {
            assert_eq!(format_of(code, number), expected, "{code} of {number}");
        }
    }

    #[test]
    fn the_width_of_a_number_is_that_of_the_characters_that_are_shown() {
        for (code, number, width) in [
            ("General", "12.55", 4.5),
            ("", "12.5", 3.5),
            ("0.00", "12.5", 4.5),
            ("#,##0.00", "1234567.5", 10.5),
            ("0.00\" EUR\"", "12.5", 8.0),
            ("0", "12", 2.0),
            ("0000", "12", 4.0),
            ("General", "12345678.125", 10.5),
        ] {
            assert_eq!(shown_width(&SheetCell::Number(number.to_owned()), code), width, "{code} of {number}");
        }
        assert_eq!(shown_width(&SheetCell::Text("105.00".to_owned()), "General"), 5.5);
    }
}
