//! Card numbers in evidence: masked before a text leaves Paydesk.

use paydesk_domain::digit::digit;
use paydesk_domain::scrub::card_numbers;

/// Whether a text holds what looks like a card number.
pub fn holds_card(text: &str) -> bool {
    !card_numbers(text).is_empty()
}

/// The text with all but the last four digits of every card number masked.
pub fn mask_cards(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    for range in card_numbers(text) {
        masked.push_str(&text[from..range.start]);
        let last4 = text[range.clone()].char_indices().rev().filter(|(_, c)| digit(*c).is_some()).nth(3);
        let keep = last4.map_or(range.end, |(at, _)| range.start + at);
        masked.extend(text[range.start..keep].chars().map(|c| if digit(c).is_some() { '•' } else { c }));
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
            ("４２４２.4242.4242.4242", "••••.••••.••••.4242"),
            ("4242424242424242 4000000000000259", "••••••••••••4242 ••••••••••••0259"),
            ("ü 5555555555554444 and 4000000000000259", "ü ••••••••••••4444 and ••••••••••••0259"),
        ] {
            assert!(holds_card(text), "{text}");
            assert_eq!(mask_cards(text), masked);
        }
    }

    #[test]
    fn numbers_of_parcels_and_other_numbers_stay() {
        // Of 20 and of 18 digits, as parcel services print them; the check digit of a card fits a part of the first and the
        // second.
        let parcels = ["00340434161094042557", "340434161094042559", "9400111899223197428490"];
        let others = ["Order 4242424242424241", "2026-11-24 10:00", "+49 30 901820", "00000000000000", "pay_1", ""];
        for text in parcels.into_iter().chain(others) {
            assert!(!holds_card(text), "{text}");
            assert_eq!(mask_cards(text), text);
        }
    }
}
