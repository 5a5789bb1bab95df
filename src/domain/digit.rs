//! Digits in every way in which they are written: full-width, Arabic, in circles, raised.

/// The zeros of Unicode's decimal digits (its category *Nd*), in order: the nine others follow each.
const ZEROS: [char; 75] = [
    '\u{0030}',
    '\u{0660}',
    '\u{06F0}',
    '\u{07C0}',
    '\u{0966}',
    '\u{09E6}',
    '\u{0A66}',
    '\u{0AE6}',
    '\u{0B66}',
    '\u{0BE6}',
    '\u{0C66}',
    '\u{0CE6}',
    '\u{0D66}',
    '\u{0DE6}',
    '\u{0E50}',
    '\u{0ED0}',
    '\u{0F20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17E0}',
    '\u{1810}',
    '\u{1946}',
    '\u{19D0}',
    '\u{1A80}',
    '\u{1A90}',
    '\u{1B50}',
    '\u{1BB0}',
    '\u{1C40}',
    '\u{1C50}',
    '\u{A620}',
    '\u{A8D0}',
    '\u{A900}',
    '\u{A9D0}',
    '\u{A9F0}',
    '\u{AA50}',
    '\u{ABF0}',
    '\u{FF10}',
    '\u{104A0}',
    '\u{10D30}',
    '\u{10D40}',
    '\u{11066}',
    '\u{110F0}',
    '\u{11136}',
    '\u{111D0}',
    '\u{112F0}',
    '\u{11450}',
    '\u{114D0}',
    '\u{11650}',
    '\u{116C0}',
    '\u{116D0}',
    '\u{116DA}',
    '\u{11730}',
    '\u{118E0}',
    '\u{11950}',
    '\u{11BF0}',
    '\u{11C50}',
    '\u{11D50}',
    '\u{11DA0}',
    '\u{11F50}',
    '\u{16A60}',
    '\u{16AC0}',
    '\u{16B50}',
    '\u{16D70}',
    '\u{1CCF0}',
    '\u{1D7CE}',
    '\u{1D7D8}',
    '\u{1D7E2}',
    '\u{1D7EC}',
    '\u{1D7F6}',
    '\u{1E140}',
    '\u{1E2F0}',
    '\u{1E4F0}',
    '\u{1E5F1}',
    '\u{1E950}',
    '\u{1FBF0}',
];
/// Where digits stand one behind the other that are no decimal digits for Unicode: the first, what it counts, and how many.
const OTHERS: [(char, u8, u8); 14] = [
    ('\u{00B2}', 2, 2),
    ('\u{00B9}', 1, 1),
    ('\u{2070}', 0, 1),
    ('\u{2074}', 4, 6),
    ('\u{2080}', 0, 10),
    ('\u{2460}', 1, 9),
    ('\u{2474}', 1, 9),
    ('\u{2488}', 1, 9),
    ('\u{24EA}', 0, 1),
    ('\u{24F5}', 1, 9),
    ('\u{24FF}', 0, 1),
    ('\u{2776}', 1, 9),
    ('\u{2780}', 1, 9),
    ('\u{278A}', 1, 9),
];

/// Returns the value of a digit, from 0 to 9; `None` for everything else.
pub fn digit(c: char) -> Option<u8> {
    match c {
        '0'..='9' => u8::try_from(u32::from(c) - u32::from('0')).ok(),
        c if c.is_ascii() => None,
        c => decimal(c).or_else(|| OTHERS.into_iter().find_map(|(first, value, count)| within(c, first, count, value))),
    }
}

fn decimal(c: char) -> Option<u8> {
    let after = ZEROS.partition_point(|zero| *zero <= c);
    within(c, *ZEROS.get(after.checked_sub(1)?)?, 10, 0)
}

fn within(c: char, first: char, count: u8, value: u8) -> Option<u8> {
    let place = u8::try_from(u32::from(c).checked_sub(u32::from(first))?).ok()?;
    (place < count).then(|| value + place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_counts_the_same_however_it_is_written() {
        for seven in "7７٧۷७๗⁷₇⑦⑺⒎⓻❼➆➐𝟕𝟩𝟳𝟽🯷".chars() {
            assert_eq!(digit(seven), Some(7), "{seven}");
        }
        for zero in "0０٠⁰₀⓪⓿𝟎".chars() {
            assert_eq!(digit(zero), Some(0), "{zero}");
        }
        assert_eq!("²³¹".chars().filter_map(digit).collect::<Vec<_>>(), [2, 3, 1]);
    }

    #[test]
    fn what_is_no_digit_has_no_value() {
        for other in "aZ _-½Ⅷ一万٪\u{200B}\u{FF1A}⑩".chars() {
            assert_eq!(digit(other), None, "{other}");
        }
        assert!(ZEROS.is_sorted() && ZEROS.iter().all(|zero| zero.is_numeric()));
    }
}
