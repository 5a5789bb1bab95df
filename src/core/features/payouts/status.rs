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
        PayoutStatus::Success => meaning(text::PAID_OUT, text::NOTHING_TO_DO),
        PayoutStatus::Failed => meaning(text::FAILED_AT_PROCESSOR_NO_MONEY, text::CHECK_ERROR_BELOW_CORRECT_ACCOUNT),
        PayoutStatus::Cancelled => meaning(text::CANCELLED_NO_MONEY_WAS_SENT, text::CREATE_NEW_PAYOUT),
        PayoutStatus::Initiated => meaning(text::ACCEPTED_BY_PROCESSOR_PAYMENT, text::WAIT_THEN_CHECK_STATUS_AGAIN),
        PayoutStatus::Expired => meaning(text::NOT_COMPLETED_IN_TIME, text::CREATE_NEW_PAYOUT),
        PayoutStatus::Reversed => meaning(text::PAID_OUT_THEN_RETURNED, text::ASK_RECIPIENT_FOR_ANOTHER_ACCOUNT),
        PayoutStatus::Pending => meaning(text::ON_ITS_WAY_TO_RECIPIENT, text::WAIT_THEN_CHECK_STATUS_AGAIN),
        PayoutStatus::Ineligible => {
            meaning(text::THIS_RECIPIENT_OR_ACCOUNT_CANNOT, text::CREATE_NEW_PAYOUT_WITH_ANOTHER)
        }
        PayoutStatus::RequiresCreation => {
            meaning(text::NOT_YET_CREATED_AT_PROCESSOR, text::WAIT_THEN_CHECK_STATUS_AGAIN)
        }
        PayoutStatus::RequiresConfirmation => {
            meaning(text::MUST_BE_CONFIRMED_FIRST, text::CONFIRM_IT_AT_SERVICE_PAYDESK)
        }
        PayoutStatus::RequiresPayoutMethodData => meaning(text::ACCOUNT_OR_CARD_DETAILS, text::ADD_PAYOUT_METHOD_HERE),
        PayoutStatus::RequiresFulfillment => meaning(text::AWAITING_FULFILMENT_NO_MONEY, text::CHECK_IT_THEN_FULFIL_IT),
        PayoutStatus::RequiresVendorAccountCreation => {
            meaning(text::RECIPIENT_HAS_NO_ACCOUNT, text::CREATE_RECIPIENTS_ACCOUNT_AT_PROCESSOR)
        }
        PayoutStatus::Unknown(word) => StatusMeaning {
            meaning: text::paydesk_does_not_know_status(visible(word, 40)),
            next: text::CHECK_IT_AT_SERVICE,
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
