//! The published test cards: the only card numbers the desk can send, and only with a sandbox key.

/// A card number that stands for an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestCard {
    pub number: &'static str,
    /// What paying with it does.
    pub does: &'static str,
}

/// All of them, the one that succeeds first.
pub const TEST_CARDS: [TestCard; 15] = [
    card("4242424242424242", "Succeeds"),
    card("4000000000000002", "Declined: UE_1007"),
    card("4000000000009995", "Declined: UE_1001"),
    card("4000000000000069", "Declined: UE_1002"),
    card("4000000000000127", "Declined: UE_1004"),
    card("4000000000009987", "Declined: UE_1006"),
    card("4000000000000119", "Declined: UE_3002"),
    card("4100000000000019", "Declined: UE_2003"),
    card("4000003800000446", "Asks the customer to authenticate"),
    card("4000000000009235", "Held for manual review"),
    card("4000000000005050", "Processing, then succeeds"),
    card("4000000000005068", "Processing, then declined: UE_3003"),
    card("4000000000000259", "Succeeds, then disputed as fraudulent"),
    card("4000000000005126", "Succeeds, its refunds fail later"),
    card("5555555555554444", "Succeeds (Mastercard)"),
];

const fn card(number: &'static str, does: &'static str) -> TestCard {
    TestCard { number, does }
}

impl TestCard {
    /// In groups of four, as on a card.
    pub fn grouped(&self) -> String {
        let groups: Vec<&str> =
            (0..self.number.len()).step_by(4).filter_map(|at| self.number.get(at..at + 4)).collect();
        groups.join(" ")
    }
}
