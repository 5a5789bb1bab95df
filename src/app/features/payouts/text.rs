//! The texts of payouts.

pub use crate::app::text::WHOLE_NUMBER;

use std::fmt::Display;

// Payouts

pub fn is_under_way(title: impl Display) -> String {
    format!("“{title}” is under way for this payout")
}

pub fn only_payout_that_requires_fulfilment(status: impl Display) -> String {
    format!("Only a payout that requires fulfilment is fulfilled; this one is {status}")
}

// Duplicate check

pub fn customer(id: impl Display) -> String {
    format!("the customer {id}")
}

pub fn e_mail_address(email: impl Display) -> String {
    format!("the e-mail address {email}")
}

pub fn account(value: impl Display) -> String {
    format!("the account {value}")
}

pub fn name(name: impl Display) -> String {
    format!("the name {name}")
}

// Numbers

pub const ANOTHER_METHOD_CARD_NUMBERS: &str = "another method: card numbers are typed in the sandbox only";
pub const BIC_OF_COUNTRY_THAT_IBAN: &str = "a BIC of the country that the IBAN is of";

// Status

pub const MONEY_WAS_PAID_OUT: &str = "The money was paid out";
pub const NOTHING_IS_LEFT_TO_DO: &str = "Nothing is left to do";
pub const PROCESSOR_COULD_NOT_PAY: &str = "The processor could not pay it out; no money left";
pub const SEE_WHY_BELOW_CORRECT_ACCOUNT: &str =
    "See why below, correct the account or the method, and make a new payout";
pub const IT_WAS_CANCELLED_NO_MONEY: &str = "It was cancelled; no money left";
pub const MAKE_NEW_PAYOUT: &str = "Make a new payout if it is still owed";
pub const PROCESSOR_HAS_TAKEN: &str = "The processor has taken it and has not begun to pay";
pub const WAIT_THEN_CHECK_ITS_STATUS: &str = "Wait, then check its status again";
pub const IT_WAS_NOT_COMPLETED: &str = "It was not completed in time; no money left";
pub const IT_WAS_PAID_OUT: &str = "It was paid out and came back: the receiving bank returned it";
pub const ASK_RECIPIENT_FOR_ANOTHER_ACCOUNT: &str = "Ask the recipient for another account, then make a new payout";
pub const IT_IS_ON_ITS_WAY: &str = "It is on its way to the recipient";
pub const THIS_RECIPIENT_OR_ACCOUNT_CANNOT: &str = "This recipient or account cannot be paid this way; no money left";
pub const MAKE_NEW_PAYOUT_BY_ANOTHER: &str = "Make a new payout by another method";
pub const SERVICE_HAS_NOTED: &str = "The service has noted it and not yet created it at the processor";
pub const IT_IS_COMPLETE: &str = "It is complete and not confirmed; no money moves";
pub const IT_IS_CONFIRMED_AT_SERVICE: &str = "It is confirmed at the service: Paydesk has no call for it";
pub const IT_IS_NOT_KNOWN_YET: &str = "It is not known yet where the money goes";
pub const ADD_PAYOUT_METHOD_HERE: &str =
    "Add the payout method here, or send the recipient the payout link, if there is one";
pub const AWAITING_FULFILMENT_NO_MONEY: &str = "Awaiting fulfilment. No money has moved";
pub const CHECK_IT_THEN_FULFIL_IT: &str = "Check it, then fulfil it";
pub const RECIPIENT_NEEDS_ACCOUNT_WITH_PROCESSOR: &str = "The recipient needs an account with the processor first";
pub const HAVE_RECIPIENTS_ACCOUNT_CREATED: &str =
    "Have the recipient's account created at the processor; the payout then continues";
pub const LOOK_IT_UP_AT_SERVICE: &str = "Look it up at the service";

pub fn paydesk_does_not_know_status(word: impl Display) -> String {
    format!("Paydesk does not know the status “{word}”: it offers no action")
}
