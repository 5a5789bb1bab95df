//! What can be asked of payments, each within a unit of work.

use serde_json::Map;

use super::input::{CaptureInput, DEFAULT_DESCRIPTOR, PaymentInput};
use super::records;
use super::transitions::{self, Authentication};
use crate::engine::refusal::{Reason, Refusal, quoted};
use crate::engine::work::Work;
use crate::rng::{new_id, new_secret};
use crate::storage::payments::{PaymentDetail, PaymentRecord, by_id};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;

/// The one word that matches the pattern of a payment id and would hide its payment behind another path.
const LIST_SEGMENT: &str = "list";

/// Creates a payment and, when the input says so, confirms it at once.
pub fn create(work: &mut Work, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    let mut payment = new_payment(work, input)?;
    input.apply(work, &mut payment)?;
    if input.confirm {
        transitions::charge_attached_method(work, &mut payment)?;
    }
    records::insert(work, &mut payment)?;
    Ok(payment)
}

/// Changes a payment that was not confirmed yet; takes the fields of the create input.
pub fn update(work: &mut Work, payment_id: &str, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, |work, payment| {
        transitions::require_unconfirmed(payment, "updated")?;
        if input.payment_id.as_ref().is_some_and(|other| *other != payment.payment_id) {
            return Err(Refusal::invalid("payment_id", "of a payment cannot be changed"));
        }
        input.apply(work, payment)?;
        if input.confirm { transitions::charge_attached_method(work, payment) } else { Ok(()) }
    })
}

/// Charges the attached method, or the one that comes with the input.
pub fn confirm(work: &mut Work, payment_id: &str, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, |work, payment| {
        transitions::require_unconfirmed(payment, "confirmed")?;
        input.apply(work, payment)?;
        transitions::charge_attached_method(work, payment)
    })
}

/// Takes an authorized amount, all of it or a part.
pub fn capture(work: &mut Work, payment_id: &str, input: &CaptureInput) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, |work, payment| transitions::capture(work, payment, input))
}

/// Cancels a payment, or releases what is left of a partly captured one.
pub fn cancel(work: &mut Work, payment_id: &str, reason: Option<String>) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, |work, payment| transitions::cancel(work, payment, reason))
}

/// Lets a payment out of manual review.
pub fn approve(work: &mut Work, payment_id: &str) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, transitions::approve)
}

/// Ends a manual review with a no: `failed`, UE_2003 (ours: the specification does not show the endpoint).
pub fn reject(work: &mut Work, payment_id: &str) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, transitions::reject)
}

/// Lets the authorization of a payment end now instead of after its seven days.
pub fn expire(work: &mut Work, payment_id: &str) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, transitions::expire)
}

/// Brings the result of an authentication.
pub fn authenticate(work: &mut Work, payment_id: &str, result: Authentication) -> Result<PaymentRecord, Refusal> {
    change(work, payment_id, |work, payment| transitions::authenticate(work, payment, result))
}

fn change(
    work: &mut Work,
    payment_id: &str,
    change: impl FnOnce(&mut Work, &mut PaymentRecord) -> Result<(), Refusal>,
) -> Result<PaymentRecord, Refusal> {
    let mut payment = work.payment(payment_id)?;
    change(work, &mut payment)?;
    records::save(work, &mut payment)?;
    Ok(payment)
}

/// A payment with an id and nothing else yet; refuses what is missing and an id that is taken.
fn new_payment(work: &Work, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    let amount = input.amount.ok_or_else(|| Refusal::missing("amount"))?;
    let currency = input.currency.clone().ok_or_else(|| Refusal::missing("currency"))?;
    input.profile_id.as_ref().ok_or_else(|| Refusal::missing("profile_id"))?;
    let payment_id = free_payment_id(work, input.payment_id.as_deref())?;
    let client_secret = Some(new_secret(&payment_id));
    let statement_descriptor = Some(DEFAULT_DESCRIPTOR.to_owned());
    Ok(PaymentRecord {
        seq: 0,
        payment_id,
        status: PaymentStatus::RequiresPaymentMethod,
        currency,
        payment_method: None,
        customer: None,
        created: work.now,
        modified: work.now,
        amount,
        amount_received: 0,
        amount_capturable: 0,
        manual_capture: false,
        unified_code: None,
        detail: PaymentDetail { client_secret, statement_descriptor, write_only: Map::new(), ..Default::default() },
    })
}

fn free_payment_id(work: &Work, wanted: Option<&str>) -> Result<String, Refusal> {
    let Some(wanted) = wanted else {
        return Ok(new_id("pay"));
    };
    PaymentId::parse(wanted)
        .map_err(|error| Refusal::new(Reason::Invalid, format!("payment_id cannot be used: {error}")))?;
    if wanted == LIST_SEGMENT {
        return Err(Refusal::invalid("payment_id", "cannot be “list”: /payments/list is the list of payments"));
    }
    match by_id(work.db, wanted)? {
        None => Ok(wanted.to_owned()),
        Some(_) => {
            let message = format!("a payment with the id {} already exists: read it to see its status", quoted(wanted));
            Err(Refusal::new(Reason::PaymentExists { as_400: work.settings.payment_exists_as_400 }, message))
        }
    }
}
