//! Inserts and saves payments: the index, the events of the change and the notice to others come with it.

use super::body::PaymentBody;
use super::events::events_of_change;
use crate::sandbox::engine::refusal::Refusal;
use crate::sandbox::engine::work::{EngineNotice, Work};
use crate::sandbox::hyperswitch::{self, Expansion};
use crate::sandbox::storage::payments::{self, PaymentEventState, PaymentRecord};

/// Inserts a payment at the end of the order of creation; its `seq` is set here. Emits its events.
pub fn insert(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    payment.seq = work.take_payment_seq();
    payments::insert(work.db, payment)?;
    emit(work, None, payment)?;
    work.index_payment(payment);
    Ok(())
}

/// Writes a changed payment and dates the change. Emits its events; the subscription it collects for, if there is one,
/// follows at the end of the unit of work.
pub fn save(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    payment.modified = work.now;
    let before = payments::event_state(work.db, payment.seq)?;
    payments::update(work.db, payment)?;
    emit(work, before.as_ref(), payment)?;
    work.index_payment(payment);
    if payment.detail.subscription_id.is_some() {
        work.notify(EngineNotice::SubscriptionPaymentChanged(Box::new(payment.clone())));
    }
    Ok(())
}

fn emit(work: &Work, before: Option<&PaymentEventState>, payment: &PaymentRecord) -> Result<(), Refusal> {
    for event_type in events_of_change(before, payment) {
        let other = || hyperswitch::payment(work.db, work.credentials, payment, Expansion::default());
        work.emit(event_type, PaymentBody::new(work.credentials, payment.clone()), other)?;
    }
    Ok(())
}
