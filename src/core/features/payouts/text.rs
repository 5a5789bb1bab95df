//! The texts of payouts.

pub use crate::text::WHOLE_NUMBER;

use std::fmt::Display;

// Payouts

pub fn is_under_way(title: impl Display) -> String {
    format!("“{title}” is under way for this payout")
}

pub fn only_payout_that_requires_fulfilment(status: impl Display) -> String {
    format!("Only a payout that requires fulfilment can be fulfilled; this one is {status}")
}

// Duplicate check

pub fn customer(id: impl Display) -> String {
    format!("the customer {id}")
}

pub fn e_mail_address(email: impl Display) -> String {
    format!("the e-mail address {email}")
}

pub const SAME_ACCOUNT: &str = "the same account";
pub const RECIPIENT_NOT_STORED: &str = "a recipient that is not stored on this computer";

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

pub const PAID_OUT: &str = "Paid out";
pub const NOTHING_TO_DO: &str = "Nothing to do";
pub const FAILED_AT_PROCESSOR_NO_MONEY: &str = "Failed at the processor. No money was sent";
pub const CHECK_ERROR_BELOW_CORRECT_ACCOUNT: &str =
    "Check the error below, correct the account or method, then create a new payout";
pub const CANCELLED_NO_MONEY_WAS_SENT: &str = "Cancelled. No money was sent";
pub const CREATE_NEW_PAYOUT: &str = "Create a new payout if it is still owed";
pub const ACCEPTED_BY_PROCESSOR_PAYMENT: &str = "Accepted by the processor; the payment has not started";
pub const WAIT_THEN_CHECK_STATUS_AGAIN: &str = "Wait, then check the status again";
pub const NOT_COMPLETED_IN_TIME: &str = "Not completed in time. No money was sent";
pub const PAID_OUT_THEN_RETURNED: &str = "Paid out, then returned by the receiving bank";
pub const ASK_RECIPIENT_FOR_ANOTHER_ACCOUNT: &str = "Ask the recipient for another account, then create a new payout";
pub const ON_ITS_WAY_TO_RECIPIENT: &str = "On its way to the recipient";
pub const THIS_RECIPIENT_OR_ACCOUNT_CANNOT: &str =
    "This recipient or account cannot be paid with this method. No money was sent";
pub const CREATE_NEW_PAYOUT_WITH_ANOTHER: &str = "Create a new payout with another method";
pub const NOT_YET_CREATED_AT_PROCESSOR: &str = "Not yet created at the processor";
pub const MUST_BE_CONFIRMED_FIRST: &str = "Must be confirmed first. No money has moved";
pub const CONFIRM_IT_AT_SERVICE_PAYDESK: &str = "Confirm it at the service: Paydesk has no call for this";
pub const ACCOUNT_OR_CARD_DETAILS: &str = "Account or card details are missing";
pub const ADD_PAYOUT_METHOD_HERE: &str = "Add the payout method here, or send the payout link to the recipient";
/// What the specification says of fulfilling such a payout.
pub const AUTOMATIC_FULFILMENT: &str = "Created with automatic fulfilment, so fulfilling it is unnecessary. Check with the service first, or it may be paid twice.";
pub const AWAITING_FULFILMENT_NO_MONEY: &str = "Awaiting fulfilment. No money has moved";
pub const CHECK_IT_THEN_FULFIL_IT: &str = "Check it, then fulfil it";
pub const RECIPIENT_HAS_NO_ACCOUNT: &str = "The recipient has no account at the processor yet";
pub const CREATE_RECIPIENTS_ACCOUNT_AT_PROCESSOR: &str =
    "Create the recipient's account at the processor; the payout then continues";
pub const CHECK_IT_AT_SERVICE: &str = "Check it at the service";

pub fn paydesk_does_not_know_status(word: impl Display) -> String {
    format!("Paydesk does not know the status “{word}”: it offers no action")
}
