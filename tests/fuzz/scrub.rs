//! Texts before they are stored or shown: no card number in one piece stays, and scrubbing again changes nothing.
use paydesk_domain::scrub::{scrubbed, scrubbed_within, without_card_numbers};
use paydesk_domain::text::{visible, visible_id, visible_json};

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let [limit, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let clean = scrubbed(text);
    assert_eq!(scrubbed(&clean), clean, "{text:?}");
    let card = clean.split(|c: char| !c.is_ascii_digit()).find(|run| is_card(run));
    assert_eq!(card, None, "{text:?}: {clean:?}");

    let max_bytes = 64 + usize::from(*limit);
    assert!(scrubbed_within(text, max_bytes).len() <= max_bytes, "{text:?}");
    let shown = without_card_numbers(text);
    assert_eq!(without_card_numbers(&shown), shown, "{text:?}");

    let max_chars = usize::from(*limit) + 1;
    for line in [visible(text, max_chars), visible_id(text, max_chars), visible_json(text)] {
        let control = line.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        assert_eq!(control, None, "{text:?}: {line:?}");
    }
}

/// An own reading of the rule: 13 to 19 digits of a card network with a check digit that fits.
fn is_card(run: &str) -> bool {
    let network: u32 = run.get(..4).and_then(|digits| digits.parse().ok()).unwrap_or(0);
    let is_network = matches!(network, 2200..=2204 | 2221..=2720 | 3000..=3099 | 3400..=6999);
    (13..=19).contains(&run.len()) && is_network && luhn_sum(run).is_multiple_of(10)
}

fn luhn_sum(digits: &str) -> u32 {
    let mut sum = 0;
    for (place, digit) in digits.bytes().rev().map(|byte| u32::from(byte - b'0')).enumerate() {
        let weighted = digit * (1 + (place as u32 & 1));
        sum += weighted / 10 + weighted % 10;
    }
    sum
}
