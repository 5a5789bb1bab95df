//! What each status of a payout means, and the next step.

use crate::domain::payout::PayoutStatus;
use crate::domain::text::visible;

/// One status, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusMeaning {
    pub meaning: String,
    pub next: &'static str,
}

/// Whether money may still move, or come back, without anybody doing anything.
pub fn is_on_its_way(status: &PayoutStatus) -> bool {
    matches!(status, PayoutStatus::Pending | PayoutStatus::Initiated)
}

/// Whether nothing more happens to it without a bank sending money back.
pub fn is_ended(status: &PayoutStatus) -> bool {
    *status == PayoutStatus::Success || came_to_nothing(status)
}

/// Whether nothing of it was or will be paid.
pub fn came_to_nothing(status: &PayoutStatus) -> bool {
    match status {
        PayoutStatus::Failed
        | PayoutStatus::Cancelled
        | PayoutStatus::Expired
        | PayoutStatus::Reversed
        | PayoutStatus::Ineligible => true,
        PayoutStatus::Success
        | PayoutStatus::Initiated
        | PayoutStatus::Pending
        | PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresFulfillment
        | PayoutStatus::RequiresVendorAccountCreation
        | PayoutStatus::Unknown(_) => false,
    }
}

/// What a status means, and what to do next.
pub fn status_meaning(status: &PayoutStatus) -> StatusMeaning {
    let meaning = |meaning: &str, next| StatusMeaning { meaning: meaning.to_owned(), next };
    match status {
        PayoutStatus::Success => meaning("The money was paid out", "Nothing is left to do"),
        PayoutStatus::Failed => meaning(
            "The processor could not pay it out; no money left",
            "See why below, correct the account or the method, and make a new payout",
        ),
        PayoutStatus::Cancelled => meaning("It was cancelled; no money left", "Make a new payout if it is still owed"),
        PayoutStatus::Initiated => {
            meaning("The processor has taken it and has not begun to pay", "Wait, then check its status again")
        }
        PayoutStatus::Expired => {
            meaning("It was not completed in time; no money left", "Make a new payout if it is still owed")
        }
        PayoutStatus::Reversed => meaning(
            "It was paid out and came back: the receiving bank returned it",
            "Ask the recipient for another account, then make a new payout",
        ),
        PayoutStatus::Pending => meaning("It is on its way to the recipient", "Wait, then check its status again"),
        PayoutStatus::Ineligible => meaning(
            "This recipient or account cannot be paid this way; no money left",
            "Make a new payout by another method",
        ),
        PayoutStatus::RequiresCreation => meaning(
            "The service has noted it and not yet created it at the processor",
            "Wait, then check its status again",
        ),
        PayoutStatus::RequiresConfirmation => meaning(
            "It is complete and not confirmed; no money moves",
            "It is confirmed at the service: Paydesk has no call for it",
        ),
        PayoutStatus::RequiresPayoutMethodData => meaning(
            "It is not known yet where the money goes",
            "Add the payout method here, or send the recipient the payout link, if there is one",
        ),
        PayoutStatus::RequiresFulfillment => {
            meaning("Awaiting fulfilment. No money has moved", "Check it, then fulfil it")
        }
        PayoutStatus::RequiresVendorAccountCreation => meaning(
            "The recipient needs an account with the processor first",
            "Have the recipient's account created at the processor; the payout then continues",
        ),
        PayoutStatus::Unknown(word) => StatusMeaning {
            meaning: format!("Paydesk does not know the status “{}”: it offers no action", visible(word, 40)),
            next: "Look it up at the service",
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_of_the_thirteen_statuses_has_a_meaning_of_its_own_and_a_next_step() {
        let all: BTreeSet<String> = PayoutStatus::NAMED.iter().map(|status| status_meaning(status).meaning).collect();
        assert_eq!(all.len(), 13);
        assert!(PayoutStatus::NAMED.iter().all(|status| !status_meaning(status).next.is_empty()));
    }

    #[test]
    fn only_what_waits_for_fulfilment_is_said_to_be_fulfilled_next() {
        for status in PayoutStatus::NAMED {
            let says = status_meaning(&status).next.contains("fulfil it");
            assert_eq!(says, status == PayoutStatus::RequiresFulfillment, "{status}");
        }
    }

    #[test]
    fn a_status_nobody_knows_is_shown_as_it_is_and_came_neither_to_nothing_nor_is_it_on_its_way() {
        let odd = PayoutStatus::from_word("on_hold");
        assert!(status_meaning(&odd).meaning.contains("on_hold"));
        assert!(!came_to_nothing(&odd) && !is_on_its_way(&odd));
    }
}
