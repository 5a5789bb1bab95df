//! What to do about an operation that was refused: told by the code of the refusal and by what was asked for.

use crate::api::call::KeyRole;
use crate::api::operation::Endpoint;

use super::Plan;

/// One sentence without a full stop, for people.
pub fn advice(plan: &Plan, code: &str) -> &'static str {
    match code {
        "AU_01" | "AU_02" if plan.request.key == KeyRole::Admin => {
            "Give another admin key in the panel of the API keys; the profile goes on with its own"
        }
        "AU_01" | "AU_02" => "Replace the key of the profile in Settings → Profiles, then do it again",
        "AU_03" => "This key may not do that: use a profile whose key has the permission",
        "HE_01" => "Choose another id",
        "HE_00" => "The service understood it and will not do it: ask its support, with this code",
        "IR_05" => absent(plan.endpoint),
        "IR_01" => "Fill in what is missing, then send it again",
        _ => refused(plan.endpoint),
    }
}

/// Something that was named is not there.
fn absent(endpoint: Endpoint) -> &'static str {
    match endpoint {
        Endpoint::CreatePayment | Endpoint::CreatePaymentLink => {
            "Check the customer id: it has to be one that the service gave"
        }
        Endpoint::CreateSubscription => "Check the customer, the price and the plan; they may be of another profile",
        Endpoint::UpdateSubscription => {
            "Check the subscription, the plan and the price; they may be of another profile"
        }
        Endpoint::CreatePayout => "Check the ids that were given; they may be of another profile",
        Endpoint::CreateApiKey => "Check the merchant id of the profile in Settings → Profiles",
        Endpoint::UpdatePayment
        | Endpoint::ConfirmPayment
        | Endpoint::CapturePayment
        | Endpoint::CancelPayment
        | Endpoint::ApprovePayment
        | Endpoint::CreateRefund
        | Endpoint::UpdatePayout
        | Endpoint::FulfillPayout
        | Endpoint::SubmitEvidence
        | Endpoint::CreateCustomer
        | Endpoint::UpdateCustomer
        | Endpoint::ConfirmSubscription => "Check the id and the profile at work: it may belong to another account",
    }
}

/// A value that was given, or how the thing stands, does not allow it.
fn refused(endpoint: Endpoint) -> &'static str {
    match endpoint {
        Endpoint::CapturePayment | Endpoint::CancelPayment | Endpoint::ApprovePayment | Endpoint::ConfirmPayment => {
            "Look at the payment again: it may have changed meanwhile"
        }
        Endpoint::CreateRefund => "Look at what remains of the payment, then refund no more than that",
        Endpoint::FulfillPayout => "Look at the payout again: only one that requires fulfilment is paid out",
        Endpoint::SubmitEvidence => "The draft is kept: look at the dispute's status and at the file ids",
        Endpoint::ConfirmSubscription => {
            "Look at the subscription again: it may be confirmed, or its time to confirm over"
        }
        Endpoint::UpdateSubscription => "Look at the subscription, the plan and the price again",
        Endpoint::CreateCustomer => "Correct what is named, or choose another id, then send it again",
        Endpoint::CreatePayment
        | Endpoint::UpdatePayment
        | Endpoint::CreatePayout
        | Endpoint::UpdatePayout
        | Endpoint::UpdateCustomer
        | Endpoint::CreatePaymentLink
        | Endpoint::CreateSubscription
        | Endpoint::CreateApiKey => "Correct what is named, then send it again",
    }
}
