//! The texts of the dialogs that move money.

pub use crate::ui::text::{CAPTURABLE, CAPTURED, DESCRIPTOR_SUFFIX};

use crate::app::features::payments::Remainder;
use crate::domain::descriptor::DESCRIPTOR_MAX_CHARS;
use crate::domain::money::Money;
use crate::domain::payment::CaptureMethod;

pub const BACK: &str = "Back";
pub const STATEMENT: &str = "On the statement";
/// Before the service confirms it.
pub const STATEMENT_EXPECTED: &str = "On the statement (est.)";

pub const CAPTURE: &str = "Capture payment";
pub const AMOUNT_TO_CAPTURE: &str = "Amount to capture";
pub const DESCRIPTOR: &str = "Statement descriptor, optional";
pub const DESCRIPTOR_PREFIX: &str = "Descriptor prefix";
pub const DESCRIPTOR_LENGTH: &str = "Characters on the statement";
pub const CANCEL: &str = "Cancel payment";
pub const CANCEL_REASON: &str = "Reason, optional";
pub const APPROVE: &str = "Approve payment";
pub const CONFIRM: &str = "Confirm payment";
pub const REFUND: &str = "Refund payment";
pub const FULFIL: &str = "Fulfil payout";

/// How much of the room on a statement is used.
pub fn descriptor_length(chars: usize) -> String {
    let used = format!("{chars} of {DESCRIPTOR_MAX_CHARS} characters, prefix and suffix joined");
    if chars > DESCRIPTOR_MAX_CHARS { format!("{used}. The service may cut or refuse it") } else { used }
}

/// What a capture leads to; `until` is when the authorization ends.
pub fn after_capture(captured: &Money, remains: &Money, remainder: Remainder, until: Option<&str>) -> String {
    if remains.minor == 0 {
        return format!("{captured} is taken from the customer now. Nothing remains to capture");
    }
    let rest = match (remainder, until) {
        (Remainder::MayBeReleased, _) => format!("{remains} may be released to the customer: this service decides"),
        (Remainder::StaysCapturable, Some(until)) => format!("{remains} remains capturable until {until}"),
        (Remainder::StaysCapturable, None) => format!("{remains} remains capturable"),
    };
    format!("{captured} is taken from the customer now. {rest}")
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
        None => "The customer is not charged. A cancelled payment cannot be reopened".to_owned(),
    };
    match captured {
        Some(captured) => format!("{next}. {captured} already captured is not affected"),
        None => next,
    }
}

/// What an approval leads to. The specification shows `succeeded`, and leaves the rest to the configured capture flow.
pub fn after_approval(amount: &Money, method: Option<&CaptureMethod>) -> String {
    match method {
        Some(CaptureMethod::Automatic) => format!("Approving captures {amount} now"),
        Some(CaptureMethod::Manual) => format!(
            "Approving authorizes {amount} for later capture. No money moves yet, unless the service captures with the \
             approval"
        ),
        Some(CaptureMethod::Other(_)) | None => format!(
            "Approving captures {amount} now or authorizes it for later capture: the capture method is not reported"
        ),
    }
}

/// What the confirmation of a payment leads to.
pub fn after_confirmation(amount: &Money, method: Option<&CaptureMethod>) -> String {
    let next = match method {
        Some(CaptureMethod::Manual) => format!("{amount} is authorized for later capture"),
        Some(CaptureMethod::Automatic) => format!("The customer is charged {amount}"),
        Some(CaptureMethod::Other(_)) | None => {
            format!("{amount} is authorized and may be captured at once: the capture method is not reported")
        }
    };
    format!("{next}. The customer may have to authenticate first (3DS)")
}

/// Whose card a test card is.
pub fn test_holder(name: &str) -> String {
    format!("The test card is sent with the name {name} and a test address")
}

/// What a refund leads to; `to` is the method that was paid with.
pub fn after_refund(amount: &Money, to: Option<&str>, remains: &Money) -> String {
    let to = to.unwrap_or("the payment method");
    let rest = match remains.minor {
        0 => "Nothing remains refundable".to_owned(),
        _ => format!("{remains} remains refundable"),
    };
    format!("{amount} goes back to {to}, pending until the service confirms it. {rest}")
}

/// What the fulfilment of a payout leads to.
pub fn after_fulfilment(amount: &Money, recipient: &str) -> String {
    format!("{amount} is sent to {recipient} now. It cannot be recalled from here")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::money::Currency;

    fn usd(minor: i64) -> Money {
        Money { minor, currency: Currency::from_code("USD") }
    }

    #[test]
    fn what_a_capture_leaves_is_said_with_its_deadline() {
        let (some, rest) = (usd(8_000), usd(3_780));
        let stays = |amount: &Money, rest: &Money| {
            after_capture(amount, rest, Remainder::StaysCapturable, Some("29 Nov, 14:05"))
        };
        let part = stays(&some, &rest);
        assert_eq!(part, "80.00 USD is taken from the customer now. 37.80 USD remains capturable until 29 Nov, 14:05");
        let all = stays(&usd(11_780), &usd(0));
        assert_eq!(all, "117.80 USD is taken from the customer now. Nothing remains to capture");
    }

    #[test]
    fn a_cancellation_names_what_is_released_and_what_is_not_affected() {
        assert_eq!(cancel(&usd(11_780), Some(&usd(3_780))), "Cancel and release 37.80 USD");
        assert_eq!(cancel(&usd(11_780), None), "Cancel payment of 117.80 USD");
        let text = after_cancel(Some(&usd(3_780)), Some(&usd(8_000)));
        assert!(text.ends_with("80.00 USD already captured is not affected"), "{text}");
    }

    #[test]
    fn too_long_a_descriptor_may_be_refused() {
        assert_eq!(descriptor_length(22), "22 of 22 characters, prefix and suffix joined");
        assert!(descriptor_length(23).ends_with("may cut or refuse it"));
    }
}
