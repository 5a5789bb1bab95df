//! The texts of the dialogs that move money.

pub use crate::text::{
    BACK, BEING_REFUNDED, CANCEL_PAYMENT as CANCEL, CAPTURABLE, CAPTURE, CAPTURED, CONFIRM_PAYMENT as CONFIRM,
    DESCRIPTION, DESCRIPTOR_SUFFIX, ENVIRONMENT, ID, IVE_SAVED_IT_REMOVE_IT, KEY, METADATA, PROFILES,
    PUBLISHED_TEST_CARDS_REAL_ONES, RECEIVED, RECIPIENT, REFUND, REFUND_TYPE, REFUNDED, REJECT_PAYMENT, SENT,
    TEST_CARD, VALUE, WAITING_FOR_RESPONSE, after_confirmation,
};
pub use paydesk_core::text::{ADDRESS, CUSTOMER_ID, NAME, OPERATION, PROFILE, REASON, TO};

use std::fmt::Display;

use paydesk_core::features::payments::Remainder;
use paydesk_domain::descriptor::DESCRIPTOR_MAX_CHARS;
use paydesk_domain::money::Money;
use paydesk_domain::payment::CaptureMethod;
use paydesk_domain::text::sentences;

pub const STATEMENT: &str = "On the statement";

pub const DESCRIPTOR: &str = "Statement descriptor, optional";
pub const APPROVE: &str = "Approve payment";
pub const FULFIL: &str = "Fulfil payout";
pub use crate::text::{DISPUTE, REQUEST_APPROVAL, type_number_to_confirm};

pub fn take_over_from(person: &str) -> String {
    format!("Take over from {person}?")
}

pub fn after_take_over(person: &str) -> String {
    format!(
        "{person} can then read the evidence but not edit it. Nothing is lost: what {person} wrote stays in the draft, and what you overwrite is saved under Submitted."
    )
}

/// How much of the room on a statement is used.
pub fn descriptor_length(chars: usize) -> String {
    let used = format!("{chars} of {DESCRIPTOR_MAX_CHARS} characters, prefix and suffix together");
    if chars > DESCRIPTOR_MAX_CHARS { format!("{used}. The service may shorten or refuse it.") } else { used }
}

/// What a capture leads to; `until` is when the authorization ends.
pub fn after_capture(captured: &Money, remains: &Money, remainder: Remainder, until: Option<&str>) -> String {
    if remains.minor == 0 {
        return format!("{captured} is captured now. Nothing remains to capture.");
    }
    let rest = match (remainder, until) {
        (Remainder::MayBeReleased, _) => format!("{remains} may be released to the customer: the service decides"),
        (Remainder::StaysCapturable, Some(until)) => format!("{remains} remains capturable until {until}"),
        (Remainder::StaysCapturable, None) => format!("{remains} remains capturable"),
    };
    format!("{captured} is captured now. {rest}.")
}

pub fn release(remainder: impl Display) -> String {
    format!("Release {remainder}")
}

/// The button that cancels a payment.
pub fn cancel(amount: &Money, released: Option<&Money>) -> String {
    match released {
        Some(released) => format!("Cancel and release {released}"),
        None => format!("Cancel payment of {amount}"),
    }
}

/// What a cancellation leads to.
pub fn after_cancel(released: Option<&Money>, captured: Option<&Money>) -> String {
    let next = match released {
        Some(released) => format!("{released} is released to the customer and can no longer be captured"),
        None => "The customer is not charged. A cancelled payment cannot be reopened.".to_owned(),
    };
    match captured {
        Some(captured) => sentences(&[next, format!("The {captured} already captured is not affected")]),
        None => next,
    }
}

/// What an approval leads to. The specification shows `succeeded`, and leaves the rest to the configured capture flow.
pub fn after_approval(amount: &Money, method: Option<&CaptureMethod>) -> String {
    match method {
        Some(CaptureMethod::Automatic) => format!("Approving captures {amount} now"),
        Some(CaptureMethod::Manual) => format!(
            "Approving authorizes {amount} for later capture. No money moves yet, unless the service \
             captures on approval."
        ),
        Some(CaptureMethod::Other(_)) | None => format!(
            "Approving captures {amount} now or authorizes it for later capture: the capture method is not reported"
        ),
    }
}

/// What an approval leads to at a service that captures with it.
pub fn after_capturing_approval(amount: &Money) -> String {
    format!("This service captures {amount} on approval. The customer is charged now.")
}

/// Whose card a test card is.
pub fn test_holder(name: &str) -> String {
    format!("The test card is sent with the name {name} and a test address")
}

/// Below an amount while it is typed: what remains after it, or how much there is.
pub fn rest(remains: Option<&Money>, most: &Money) -> String {
    match remains {
        None => format!("Up to {most}"),
        Some(remains) if remains.minor == 0 => "Nothing remains".to_owned(),
        Some(remains) => format!("{remains} remains"),
    }
}

/// What a refund leads to; `to` is the method that was paid with.
pub fn after_refund(amount: &Money, to: Option<&str>, remains: &Money) -> String {
    let to = to.unwrap_or("the payment method");
    let rest = match remains.minor {
        0 => "Nothing left to refund".to_owned(),
        _ => format!("{remains} left to refund"),
    };
    format!("{amount} goes back to {to}, pending until the service confirms it. {rest}.")
}

/// What the fulfilment of a payout leads to.
pub fn after_fulfilment(amount: &Money, recipient: &str) -> String {
    format!("{amount} is sent to {recipient} now. It cannot be recalled from here.")
}

// Closing

pub fn more(more: impl Display) -> String {
    format!("{more} more")
}

pub fn paydesk_closes_when_response_arrives(seconds: impl Display) -> String {
    format!("Paydesk closes when the response arrives, after at most {seconds} s.")
}

pub fn paydesk_closes_when_export_is_written(seconds: impl Display) -> String {
    format!(
        "Paydesk closes when the file is written, after at most {seconds} s. If you close earlier, no file is written."
    )
}

pub fn after_closing_outcome_is_checked(when: impl Display) -> String {
    format!("{when} If you close earlier, the outcome is checked at the next start.")
}

// New key

pub fn saving_for(name: impl Display) -> String {
    format!("Saving for “{name}”…")
}

pub fn it_is_in_keyring(name: impl Display) -> String {
    format!("Saved in the keyring as the secret key of “{name}”")
}

pub fn has_it_until_paydesk(name: impl Display) -> String {
    format!("“{name}” uses it until Paydesk is closed; it is not in the keyring")
}

// Operations

pub const SEND_AGAIN: &str = "Send again";
pub const MARK_AS_RESOLVED: &str = "Mark as resolved";

pub fn type_to_confirm(amount: impl Display) -> String {
    format!("Type {amount} to confirm")
}

pub fn nothing_shows_earlier_attempt(noun: impl Display) -> String {
    format!("Nothing shows that the earlier attempt was executed. Paydesk checks the {noun} once more before sending.")
}

pub fn outcome_of_earlier_attempt(endpoint: impl Display) -> String {
    format!("The outcome of the earlier attempt is unknown. {endpoint}.")
}

pub fn sent_in_attempt(sent: impl Display, attempts: impl Display) -> String {
    format!("{sent} (attempt {attempts}), outcome unknown")
}

// Payments

pub fn capture(amount: impl Display) -> String {
    format!("Capture {amount}")
}

pub fn same_amount_was_captured(at: impl Display) -> String {
    format!("The same amount was already captured at {at}. Is this another capture?")
}

pub fn same_amount_was_refunded(at: impl Display) -> String {
    format!("The same amount was already refunded at {at}. Is this another refund?")
}

pub fn est(at: impl Display) -> String {
    format!("{at} (est.)")
}

pub fn approve(amount: impl Display) -> String {
    format!("Approve {amount}")
}

pub fn reject(amount: impl Display) -> String {
    format!("Reject {amount}")
}

pub fn approve_and_capture(amount: impl Display) -> String {
    format!("Approve and capture {amount}")
}

pub fn confirm(amount: impl Display) -> String {
    format!("Confirm {amount}")
}

pub fn api_documentation_does_not_list(word: impl Display, doubt: impl Display) -> String {
    format!(
        "The API documentation does not list the status “{word}”. {doubt}. The service may refuse the request; Paydesk then checks the result."
    )
}

// Payouts

pub fn pay_out(amount: impl Display) -> String {
    format!("Pay out {amount}")
}

// Profiles

pub const REMOVE_PROFILE: &str = "Remove profile";
pub const UNLOCK_PRODUCTION: &str = "Unlock production";

// Refunds

pub fn refund(amount: impl Display) -> String {
    format!("Refund {amount}")
}

pub fn this_payment_is_disputed(status: impl Display) -> String {
    format!(
        "This payment is disputed ({status}): if you lose, the bank takes the money back and a refund would pay the customer twice"
    )
}

pub fn disputes_of_this_payment_could(why: impl Display) -> String {
    format!("Disputes of this payment could not be loaded: {why}")
}

// Test card

pub fn confirm_and_charge(amount: impl Display) -> String {
    format!("Confirm and charge {amount}")
}

// Payment history

pub fn older_of(older: impl Display, all: impl Display, days: u32) -> String {
    format!("{older} of {all}, created more than {days} days ago")
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;

    fn usd(minor: i64) -> Money {
        Money { minor, currency: Currency::iso4217("USD") }
    }

    #[test]
    fn what_a_capture_leaves_is_said_with_its_deadline() {
        let (some, rest) = (usd(8_000), usd(3_780));
        let stays = |amount: &Money, rest: &Money| {
            after_capture(amount, rest, Remainder::StaysCapturable, Some("29 Nov, 14:05"))
        };
        let part = stays(&some, &rest);
        assert_eq!(part, "80.00 USD is captured now. 37.80 USD remains capturable until 29 Nov, 14:05.");
        let all = stays(&usd(11_780), &usd(0));
        assert_eq!(all, "117.80 USD is captured now. Nothing remains to capture.");
    }

    #[test]
    fn a_cancellation_names_what_is_released_and_what_is_not_affected() {
        assert_eq!(cancel(&usd(11_780), Some(&usd(11_780))), "Cancel and release 117.80 USD");
        assert_eq!(cancel(&usd(11_780), None), "Cancel payment of 117.80 USD");
        let text = after_cancel(Some(&usd(3_780)), Some(&usd(8_000)));
        assert!(text.ends_with("The 80.00 USD already captured is not affected."), "{text}");
    }

    #[test]
    fn too_long_a_descriptor_may_be_refused() {
        assert_eq!(descriptor_length(22), "22 of 22 characters, prefix and suffix together");
        assert!(descriptor_length(23).ends_with("may shorten or refuse it."));
    }
}
