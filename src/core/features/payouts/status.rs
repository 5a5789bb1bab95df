//! What each status of a payout means, and the next step.

use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::text::visible;

use super::text;

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
        PayoutStatus::Success => meaning("Paid out", "Nothing to do"),
        PayoutStatus::Failed => meaning(
            "Failed at the processor. No money was sent.",
            "Check the error below, correct the account or method, then create a new payout",
        ),
        PayoutStatus::Cancelled => meaning("Cancelled. No money was sent.", text::CREATE_NEW_PAYOUT),
        PayoutStatus::Initiated => {
            meaning("Accepted by the processor; the payment has not started", text::WAIT_THEN_CHECK_STATUS_AGAIN)
        }
        PayoutStatus::Expired => meaning("Not completed in time. No money was sent.", text::CREATE_NEW_PAYOUT),
        PayoutStatus::Reversed => meaning(
            "Paid out, then returned by the receiving bank",
            "Ask the recipient for another account, then create a new payout",
        ),
        PayoutStatus::Pending => meaning("On its way to the recipient", text::WAIT_THEN_CHECK_STATUS_AGAIN),
        PayoutStatus::Ineligible => meaning(
            "This recipient or account cannot be paid with this method. No money was sent.",
            "Create a new payout with another method",
        ),
        PayoutStatus::RequiresCreation => {
            meaning("Not yet created at the processor", text::WAIT_THEN_CHECK_STATUS_AGAIN)
        }
        PayoutStatus::RequiresConfirmation => {
            meaning("Must be confirmed first. No money has moved.", "Confirm it at the service: Paydesk cannot do this")
        }
        PayoutStatus::RequiresPayoutMethodData => meaning(
            "Account or card details are missing",
            "Add the payout method here, or send the payout link to the recipient",
        ),
        PayoutStatus::RequiresFulfillment => {
            meaning("Awaiting fulfilment. No money has moved.", "Check it, then fulfil it")
        }
        PayoutStatus::RequiresVendorAccountCreation => meaning(
            "The recipient has no account at the processor yet",
            "Create the recipient's account at the processor; the payout then continues",
        ),
        PayoutStatus::Unknown(word) => StatusMeaning {
            meaning: text::paydesk_does_not_know_status(visible(word, 40)),
            next: "Check it at the service",
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
