//! What the sandbox's clock does to payments: processing ends, authorizations and authentications run out.
//!
//! A timer that comes too late (its payment has gone on) does nothing.

use super::records;
use super::transitions::{authorize, end_authorization, fail};
use crate::engine::refusal::Refusal;
use crate::engine::work::Work;
use crate::storage;
use crate::storage::payments::{AUTHORIZATION_EXPIRED, ChargeOutcome, PaymentRecord};
use paydesk_domain::payment::PaymentStatus;

/// Ends `processing` as the method does: approved, or declined with its code.
pub fn settle_processing(work: &mut Work, payment_id: &str) -> Result<(), Refusal> {
    let waits = |payment: &PaymentRecord| payment.status == PaymentStatus::Processing;
    change(work, payment_id, waits, |work, payment| match payment.detail.outcome.clone() {
        Some(ChargeOutcome::ProcessThenDecline(code)) => {
            fail(payment, &code);
            Ok(())
        }
        _ => authorize(work, payment),
    })
}

/// Releases what is still held after seven days.
pub fn expire_authorization(work: &mut Work, payment_id: &str) -> Result<(), Refusal> {
    let waits = |payment: &PaymentRecord| payment.amount_capturable > 0;
    change(work, payment_id, waits, |work, payment| {
        end_authorization(work, payment, Some(AUTHORIZATION_EXPIRED.to_owned()))
    })
}

/// Fails a payment whose customer did not finish the authentication (UE_5003).
pub fn abandon_authentication(work: &mut Work, payment_id: &str) -> Result<(), Refusal> {
    let waits = |payment: &PaymentRecord| payment.status == PaymentStatus::RequiresAction;
    change(work, payment_id, waits, |_, payment| {
        fail(payment, "UE_5003");
        Ok(())
    })
}

fn change(
    work: &mut Work,
    payment_id: &str,
    waits: impl FnOnce(&PaymentRecord) -> bool,
    change: impl FnOnce(&Work, &mut PaymentRecord) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    match storage::payments::by_id(work.db, payment_id)? {
        Some(mut payment) if waits(&payment) => {
            change(work, &mut payment)?;
            records::save(work, &mut payment)
        }
        Some(_) | None => Ok(()),
    }
}
