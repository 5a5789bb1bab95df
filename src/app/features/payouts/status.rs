//! What each status of a payout means, and the next step.

use crate::domain::payout::PayoutStatus;
use crate::domain::text::visible;

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
        PayoutStatus::Success => meaning(text::MONEY_WAS_PAID_OUT, text::NOTHING_IS_LEFT_TO_DO),
        PayoutStatus::Failed => meaning(text::PROCESSOR_COULD_NOT_PAY, text::SEE_WHY_BELOW_CORRECT_ACCOUNT),
        PayoutStatus::Cancelled => meaning(text::IT_WAS_CANCELLED_NO_MONEY, text::MAKE_NEW_PAYOUT),
        PayoutStatus::Initiated => meaning(text::PROCESSOR_HAS_TAKEN, text::WAIT_THEN_CHECK_ITS_STATUS),
        PayoutStatus::Expired => meaning(text::IT_WAS_NOT_COMPLETED, text::MAKE_NEW_PAYOUT),
        PayoutStatus::Reversed => meaning(text::IT_WAS_PAID_OUT, text::ASK_RECIPIENT_FOR_ANOTHER_ACCOUNT),
        PayoutStatus::Pending => meaning(text::IT_IS_ON_ITS_WAY, text::WAIT_THEN_CHECK_ITS_STATUS),
        PayoutStatus::Ineligible => meaning(text::THIS_RECIPIENT_OR_ACCOUNT_CANNOT, text::MAKE_NEW_PAYOUT_BY_ANOTHER),
        PayoutStatus::RequiresCreation => meaning(text::SERVICE_HAS_NOTED, text::WAIT_THEN_CHECK_ITS_STATUS),
        PayoutStatus::RequiresConfirmation => meaning(text::IT_IS_COMPLETE, text::IT_IS_CONFIRMED_AT_SERVICE),
        PayoutStatus::RequiresPayoutMethodData => meaning(text::IT_IS_NOT_KNOWN_YET, text::ADD_PAYOUT_METHOD_HERE),
        PayoutStatus::RequiresFulfillment => meaning(text::AWAITING_FULFILMENT_NO_MONEY, text::CHECK_IT_THEN_FULFIL_IT),
        PayoutStatus::RequiresVendorAccountCreation => {
            meaning(text::RECIPIENT_NEEDS_ACCOUNT_WITH_PROCESSOR, text::HAVE_RECIPIENTS_ACCOUNT_CREATED)
        }
        PayoutStatus::Unknown(word) => StatusMeaning {
            meaning: text::paydesk_does_not_know_status(visible(word, 40)),
            next: text::LOOK_IT_UP_AT_SERVICE,
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
