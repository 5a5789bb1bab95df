//! Inserts and saves payments: the index, the events of the change and the notice to others come with it.

use super::body::PaymentBody;
use super::events::events_of_change;
use crate::engine::events::{EventDraft, EventType, PastEvent};
use crate::engine::index::IndexFilter;
use crate::engine::refusal::Refusal;
use crate::engine::work::{EngineNotice, Work};
use crate::hyperswitch::{self, Expansion};
use crate::storage::payment_links::LINK_FIELD;
use crate::storage::payments::{self, PaymentEventState, PaymentRecord};

/// Inserts a payment at the end of the order of creation; its `seq` is set here. Emits its events.
pub fn insert(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    payment.seq = work.take_payment_seq();
    payments::insert(work.db, payment)?;
    emit(work, None, payment)?;
    work.index_payment(payment);
    notify_link(work, payment);
    Ok(())
}

/// The link that a payment was created by is told of every change, if there is one.
fn notify_link(work: &mut Work, payment: &PaymentRecord) {
    if payment.detail.metadata.as_ref().is_some_and(|metadata| metadata.contains_key(LINK_FIELD)) {
        work.notify(EngineNotice::LinkPaymentChanged(Box::new(payment.clone())));
    }
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
    notify_link(work, payment);
    Ok(())
}

fn emit(work: &Work, before: Option<&PaymentEventState>, payment: &PaymentRecord) -> Result<(), Refusal> {
    for event_type in events_of_change(before, payment) {
        work.emit(draft(work, event_type, payment)?)?;
    }
    Ok(())
}

fn draft(work: &Work, event_type: EventType, payment: &PaymentRecord) -> Result<Option<EventDraft>, Refusal> {
    let other = || hyperswitch::payment(work, payment, Expansion::default());
    work.draft(event_type, PaymentBody::new(work.credentials, payment.clone()), other)
}

/// What was reported last of the newest payments.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let newest = work.index.page(&IndexFilter::default(), 0, limit);
    let mut past = Vec::new();
    for payment in payments::by_seqs(work.db, &newest.seqs)? {
        let Some(event_type) = events_of_change(None, &payment).last() else { continue };
        past.extend(draft(work, event_type, &payment)?.map(|draft| draft.happened(payment.modified)));
    }
    Ok(past)
}
