//! Whether a payment is disputed as a whole or in part.

use paydesk_domain::dispute::Dispute;
use paydesk_domain::money::Money;
use paydesk_domain::payment::Payment;

use super::text;

/// What was paid, where a part of it is disputed.
pub(super) fn paid_beyond<'a>(dispute: &Dispute, payment: &'a Payment) -> Option<&'a Money> {
    let paid = paid(payment);
    (dispute.amount.currency == paid.currency && dispute.amount.minor < paid.minor).then_some(paid)
}

fn paid(payment: &Payment) -> &Money {
    payment.amount_received.as_ref().unwrap_or(&payment.amount)
}

/// What is disputed: the whole payment, or a part of it.
pub(super) fn disputed_text(dispute: &Dispute, payment: &Payment) -> String {
    let disputed = &dispute.amount;
    if let Some(paid) = paid_beyond(dispute, payment) {
        text::part_of_payment(disputed, paid)
    } else if disputed == paid(payment) {
        text::whole_payment(disputed)
    } else {
        disputed.to_string()
    }
}
