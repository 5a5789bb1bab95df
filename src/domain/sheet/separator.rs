//! Which character stands between the cells of a text file.

/// Of two that fit equally well, the first: a comma may be the decimal mark of what another one separates.
const SEPARATORS: [char; 4] = ['\t', ';', '|', ','];
/// How many lines are looked at.
const LINES: usize = 50;

/// The separator that a first line names for spreadsheets, `sep=;`.
pub(super) fn named(line: &str) -> Option<char> {
    let line = line.trim_matches(|c: char| c == '"' || c == ' ');
    let mut named = line.get(..4).filter(|start| start.eq_ignore_ascii_case("sep=")).map(|_| line[4..].chars())?;
    let separator = named.next().unwrap_or('\t');
    // Letters and digits are what is separated.
    (named.next().is_none() && !separator.is_alphanumeric()).then_some(separator)
}

/// The separator that parts the most lines into as many cells, and into the most.
pub(super) fn found(lines: &[&str]) -> char {
    let filled = || lines.iter().filter(|line| !line.trim().is_empty()).take(LINES);
    let fit = |separator: &char| {
        let counts: Vec<usize> = filled().map(|line| count(line, *separator)).filter(|count| *count > 0).collect();
        let alike = |of: usize| counts.iter().filter(|count| **count == of).count();
        counts.iter().map(|count| (alike(*count), *count)).max().unwrap_or_default()
    };
    SEPARATORS.into_iter().rev().max_by_key(fit).unwrap_or(',')
}

/// How often it stands outside quotation marks.
fn count(line: &str, separator: char) -> usize {
    let mut is_quoted = false;
    let mut separates = |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    };
    line.chars().filter(|c| separates(*c)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_what_parts_most_lines_alike() {
        for (separator, text) in [
            (',', "id,amount\npay_1,\"1,50\"\n\npay_2,"),
            (';', "id;amount\npay_1;1,50\npay_2;2,50"),
            (';', "pay_1;1,50\npay_2;2,50"),
            (';', "Refunds, week 48, all shops, paid\nid;amount\npay_1;1,50"),
            ('\t', "id\tamount\npay_1\t1,50"),
            ('|', "id|amount\npay_1|1.50"),
            (',', "one column\nonly"),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(found(&lines), if text.contains(separator) { separator } else { '\t' }, "{text}");
        }
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        for (line, separator) in [
            ("sep=;", Some(';')),
            ("SEP=,", Some(',')),
            ("\"sep=|\"", Some('|')),
            ("sep=", Some('\t')),
            ("sep=ab", None),
            ("sep=î", None),
            ("sep=1", None),
            ("id;sep=;", None),
        ] {
            assert_eq!(named(line), separator, "{line}");
        }
    }
}
