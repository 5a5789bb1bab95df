//! The published test cards: the only card numbers Paydesk can send, and only with a sandbox key.

use super::decline;

/// A card number that stands for an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestCard {
    pub number: &'static str,
    /// What paying with it does.
    does: &'static str,
    /// The unified code of its decline; empty where it is not declined.
    code: &'static str,
}

/// All of them, the one that succeeds first.
pub const TEST_CARDS: [TestCard; 16] = [
    card("4242424242424242", "Succeeds", ""),
    card("4000000000000002", "Declined", "UE_1007"),
    card("4000000000009995", "Declined", "UE_1001"),
    card("4000000000000069", "Declined", "UE_1002"),
    card("4000000000000127", "Declined", "UE_1004"),
    card("4000000000009987", "Declined", "UE_1006"),
    card("4000000000000119", "Declined", "UE_3002"),
    card("4100000000000019", "Declined", "UE_2003"),
    card("4000003800000446", "Asks the customer to authenticate", ""),
    card("4000000000009235", "Held for manual review", ""),
    card("4000000000005050", "Processing, then succeeds", ""),
    card("4000000000005068", "Processing, then declined", "UE_3003"),
    card("4000000000000259", "Succeeds, then disputed as fraudulent", ""),
    card("4000000000005126", "Succeeds, but its refunds fail later", ""),
    card("4000000000007726", "Succeeds, but its refunds stay pending", ""),
    card("5555555555554444", "Succeeds (Mastercard)", ""),
];

const fn card(number: &'static str, does: &'static str, code: &'static str) -> TestCard {
    TestCard { number, does, code }
}

impl TestCard {
    /// In groups of four, as on a card.
    pub fn grouped(&self) -> String {
        let groups: Vec<&str> =
            (0..self.number.len()).step_by(4).filter_map(|at| self.number.get(at..at + 4)).collect();
        groups.join(" ")
    }

    /// What paying with it does: `Declined: Expired card (UE_1002)`.
    pub fn text(&self) -> String {
        match decline::message(self.code) {
            Some(message) => format!("{}: {message} ({})", self.does, self.code),
            None => self.does.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_card_stands_once_with_a_number_of_sixteen_digits_and_a_code_that_means_something() {
        for (index, card) in TEST_CARDS.iter().enumerate() {
            assert!(card.number.len() == 16 && card.number.bytes().all(|byte| byte.is_ascii_digit()), "{card:?}");
            assert!(!TEST_CARDS[..index].iter().any(|other| other.number == card.number), "{card:?} stands twice");
            assert!(card.code.is_empty() || decline::message(card.code).is_some(), "{card:?}");
        }
        assert_eq!(TEST_CARDS[0].grouped(), "4242 4242 4242 4242");
    }
}
