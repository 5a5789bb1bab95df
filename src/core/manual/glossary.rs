//! What each status means, for people who meet it for the first time. What a status is called is declared with it; codes
//! of declines have their messages and advice in [`paydesk_domain::decline`].

use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::subscription::{InvoiceStatus, SubscriptionStatus};

const UNKNOWN: &str = "A status this version of Paydesk does not know; shown as the service sent it";

/// The types of errors, each with what it means.
pub const ERROR_TYPES: [(&str, &str, &str); 6] = [
    ("authentication_error", "Authentication error", "The key is invalid or revoked, or lacks permission for this"),
    ("invalid_request", "Invalid request", "The request was refused; nothing was done"),
    ("processing_error", "Processing error", "The bank or provider declined"),
    ("rate_limit_error", "Rate limit error", "Too many requests; Paydesk waits and continues"),
    ("connector_error", "Connector error", "The payment processor gave an unexpected response"),
    ("api_error", "API error", "Something failed at the service itself"),
];

/// The codes of errors, each with its name and what it means or what to do.
pub const ERROR_CODES: [(&str, &str, &str); 20] = [
    ("AU_01", "Invalid key", "The service does not accept the key: replace it in the profile"),
    ("AU_02", "Revoked key", "The key was revoked at the service: replace it in the profile"),
    ("IR_01", "Missing field", "A required field is missing; the message names it"),
    ("IR_04", "Invalid value", "The value of a field is not accepted; the message names it"),
    ("IR_05", "Not found", "The service has no such payment, or no such endpoint"),
    ("IR_13", "Refund too large", "More than is left to refund, or the refund already exists"),
    ("IR_16", "Not allowed now", "The status does not allow this: refresh and check it"),
    (
        "IR_19",
        "Not supported",
        "The processor does not support this. For a payment, choose another method under a new payment ID.",
    ),
    ("IR_34", "Dispute missing", "A file was sent without its dispute: upload it from the dispute"),
    ("PE_01", "Card declined", "The bank declined; the decline code shows why"),
    ("PE_02", "Insufficient funds", "The account does not cover the amount"),
    ("PE_03", "Expired card", "The card has expired: ask for another one"),
    ("CE_01", "Processor unavailable", "The payment processor did not answer. Paydesk is checking the outcome."),
    ("RL_01", "Rate limit", "Too many requests in a minute. Paydesk waits and continues."),
    ("HE_00", "Service error", "Something failed at the service; its documentation does not explain it"),
    ("HE_01", "Already exists", "A payment with this ID exists: Paydesk reads it to see whether it is yours"),
    ("HE_02", "Not found", "The service has no such object"),
    ("HE_03", "File not accepted", "A file must be a JPEG, PNG or PDF, and the dispute must still accept evidence"),
    ("HE_04", "Not found", "The service has no such dispute or file: refresh the list"),
    ("UR_33", "Account not switched", "This user cannot switch to that merchant or profile, or is already in it"),
];

/// What the stage of a dispute means.
pub fn dispute_stage(stage: &DisputeStage) -> &'static str {
    match stage {
        DisputeStage::PreDispute => "The bank is asking about the payment; no money has been taken back yet",
        DisputeStage::Dispute => "The bank has opened a dispute: respond with evidence",
        DisputeStage::PreArbitration => {
            "The customer's bank did not accept the evidence: respond again before the new deadline, or accept the loss"
        }
        DisputeStage::Arbitration => "The card network is deciding",
        DisputeStage::DisputeReversal => "The money came back to you",
        DisputeStage::Unknown(_) => UNKNOWN,
    }
}

/// What the status of an invoice of a subscription means.
pub fn invoice(status: &InvoiceStatus) -> &'static str {
    match status {
        InvoiceStatus::PaymentPending => "Payment of this invoice is not complete yet",
        InvoiceStatus::InvoicePaid => "The invoice is paid",
        InvoiceStatus::Unknown(_) => UNKNOWN,
    }
}

/// What the status of a payment means.
pub fn payment(status: &PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::RequiresPaymentMethod => "The customer has not chosen a payment method yet",
        PaymentStatus::RequiresConfirmation => {
            "A method is attached; the payment must be confirmed before it is charged"
        }
        PaymentStatus::RequiresAction => "The customer must do something, such as authenticate (3DS)",
        PaymentStatus::Processing => "The bank or provider has not answered yet",
        PaymentStatus::RequiresCapture => "Authorized. Capture it before the authorization expires, or cancel it.",
        PaymentStatus::RequiresMerchantAction => "Held for manual review: approve or cancel it",
        PaymentStatus::Succeeded => "The money was captured",
        PaymentStatus::Failed => "The payment was declined or an error ended it; no money was captured",
        PaymentStatus::Cancelled => "Cancelled before capture; the authorization was released",
        PaymentStatus::PartiallyCaptured => {
            "Part of the amount was captured. The rest was released, unless the payment shows an amount left to capture."
        }
        PaymentStatus::PartiallyCapturedAndCapturable => {
            "Part of the amount was captured; the rest can still be captured"
        }
        PaymentStatus::PartiallyAuthorized => "Less than the amount requested was authorized; capture it or cancel it",
        PaymentStatus::PartiallyCapturedAndProcessing => {
            "Part of the amount was captured; another capture is in progress"
        }
        PaymentStatus::CancelledPostCapture => "Captured, then reversed before the money moved",
        PaymentStatus::Conflicted => "The amount paid differs from the amount requested",
        PaymentStatus::Expired => "Not paid or not captured in time",
        PaymentStatus::Unknown(_) => UNKNOWN,
    }
}

/// What the status of a refund means.
pub fn refund(status: &RefundStatus) -> &'static str {
    match status {
        RefundStatus::Pending => "Accepted by the service; the money has not reached the customer yet",
        RefundStatus::Succeeded => "The money was sent back",
        RefundStatus::Failed => "The refund did not happen; the customer was not paid back",
        RefundStatus::Review => "The service holds the refund for review",
        RefundStatus::Unknown(_) => UNKNOWN,
    }
}

/// What the status of a dispute means.
pub fn dispute(status: &DisputeStatus) -> &'static str {
    match status {
        DisputeStatus::DisputeOpened => {
            "The customer's bank took the payment back: submit evidence before the deadline"
        }
        DisputeStatus::Challenged => "Evidence was submitted; the bank is deciding",
        DisputeStatus::Won => "You won: the money is yours",
        DisputeStatus::Lost => "You lost: the money is gone",
        DisputeStatus::Accepted => "The dispute was accepted without evidence; the money is gone",
        DisputeStatus::Cancelled => "The bank or the customer withdrew the dispute",
        DisputeStatus::Expired => "No evidence was submitted in time",
        DisputeStatus::Unknown(_) => UNKNOWN,
    }
}

/// What the status of a payout means.
pub fn payout(status: &PayoutStatus) -> &'static str {
    match status {
        PayoutStatus::Success => "The recipient was paid",
        PayoutStatus::Failed => "The payout failed; the recipient was not paid",
        PayoutStatus::Cancelled => "Cancelled before any money moved",
        PayoutStatus::Initiated => "Sent to the bank or provider",
        PayoutStatus::Expired => "Not completed in time",
        PayoutStatus::Reversed => "The money was sent and came back",
        PayoutStatus::Pending => "The bank or provider has not answered yet",
        PayoutStatus::Ineligible => "The recipient or account cannot be paid with this method",
        PayoutStatus::RequiresCreation => "Not yet created at the processor",
        PayoutStatus::RequiresConfirmation => "Must be confirmed before it can be fulfilled",
        PayoutStatus::RequiresPayoutMethodData => "Account or card details are missing",
        PayoutStatus::RequiresFulfillment => "Ready: no money moves until you fulfil it",
        PayoutStatus::RequiresVendorAccountCreation => {
            "The recipient's account at the processor must be created \
            first"
        }
        PayoutStatus::Unknown(_) => UNKNOWN,
    }
}

/// What the status of a subscription means.
pub fn subscription(status: &SubscriptionStatus) -> &'static str {
    match status {
        SubscriptionStatus::Created => "Created; no charge until it is confirmed",
        SubscriptionStatus::Active => "Paid and renewed each period",
        SubscriptionStatus::Pending => "Confirmed; the first payment is not complete",
        SubscriptionStatus::Trial => "In its free trial",
        SubscriptionStatus::Paused => "Not charged until it is resumed",
        SubscriptionStatus::Unpaid => "The last payment failed",
        SubscriptionStatus::Cancelled => "Ended; no more charges",
        SubscriptionStatus::Failed => "It could not be set up",
        SubscriptionStatus::InActive => "Not running",
        SubscriptionStatus::Onetime => "Charged once, without renewals",
        SubscriptionStatus::Unknown(_) => UNKNOWN,
    }
}
