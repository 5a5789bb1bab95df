//! Card numbers in texts: found by their length and check digit, and masked before a text leaves Paydesk.

/// A run of digits that is a card number, as a range of bytes with the spaces and hyphens within.
fn find_cards(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut run: Vec<(usize, u32)> = Vec::new();
    let mut take = |run: &mut Vec<(usize, u32)>| {
        found.extend(cards_in(run));
        run.clear();
    };
    for (at, c) in text.char_indices() {
        match (c.to_digit(10), run.last()) {
            (Some(digit), _) => run.push((at, digit)),
            // One separator between digits belongs to the number.
            (None, Some((last, _))) if matches!(c, ' ' | '-') && at == last + 1 => {}
            (None, Some(_)) => take(&mut run),
            (None, None) => {}
        }
    }
    take(&mut run);
    found
}

/// A run of one number, or of several that were written one behind the other.
fn cards_in(run: &[(usize, u32)]) -> Vec<std::ops::Range<usize>> {
    let range = |digits: &[(usize, u32)]| Some(digits.first()?.0..digits.last()?.0 + 1);
    if run.len() <= 19 {
        return Some(run).filter(|run| run.len() >= 13 && luhn(run)).and_then(range).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut rest = run;
    while rest.len() >= 15 {
        let card = |length: usize| rest.get(..length).filter(|digits| is_card(digits) && luhn(digits));
        let card = card(16).or_else(|| card(15));
        found.extend(card.and_then(range));
        rest = &rest[card.map_or(1, <[_]>::len)..];
    }
    found
}

/// Within a longer run only what begins like a card counts: any tenth number passes the check digit.
fn is_card(digits: &[(usize, u32)]) -> bool {
    digits.first().is_some_and(|(_, first)| (3..=6).contains(first))
}

fn luhn(digits: &[(usize, u32)]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, (_, digit))| match index % 2 {
            0 => *digit,
            _ if *digit > 4 => digit * 2 - 9,
            _ => digit * 2,
        })
        .sum();
    sum > 0 && sum.is_multiple_of(10)
}

/// Whether a text holds a card number.
pub fn holds_card(text: &str) -> bool {
    !find_cards(text).is_empty()
}

/// The text with all but the last four digits of every card number masked.
pub fn mask_cards(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    for range in find_cards(text) {
        masked.push_str(&text[from..range.start]);
        let last4 = text[range.clone()].char_indices().rev().filter(|(_, c)| c.is_ascii_digit()).nth(3);
        let keep = last4.map_or(range.end, |(at, _)| range.start + at);
        masked.extend(text[range.start..keep].chars().map(|c| if c.is_ascii_digit() { '•' } else { c }));
        masked.push_str(&text[keep..range.end]);
        from = range.end;
    }
    masked.push_str(&text[from..]);
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_numbers_are_masked_to_their_last_four_digits_however_they_are_written() {
        for (text, masked) in [
            ("Paid with 4242424242424242.", "Paid with ••••••••••••4242."),
            ("4242 4242 4242 4242 on file", "•••• •••• •••• 4242 on file"),
            ("3782-822463-10005", "••••-••••••-•0005"),
            ("4242424242424242 4000000000000259", "••••••••••••4242 ••••••••••••0259"),
            ("ü 5555555555554444 and 4000000000000259", "ü ••••••••••••4444 and ••••••••••••0259"),
        ] {
            assert!(holds_card(text), "{text}");
            assert_eq!(mask_cards(text), masked);
        }
    }

    #[test]
    fn other_numbers_stay() {
        for text in ["Order 4242424242424241", "2026-11-24 10:00", "+49 30 901820", "00000000000000", "pay_1", ""] {
            assert!(!holds_card(text), "{text}");
            assert_eq!(mask_cards(text), text);
        }
    }
}
