//! Hands what is due, and what one feature reports to the others, to the feature that owns it.
//!
//! With `past_events` the only module that knows every feature; it has no rules of its own.

use super::refusal::Refusal;
use super::timers::Timer;
use super::work::{EngineNotice, Work};
use super::{disputes, payment_links, payments, payouts, refunds, subscriptions};

/// Does what `timer` is for, at the moment `work` is dated with.
pub fn fire(work: &mut Work, timer: Timer, object_id: &str) -> Result<(), Refusal> {
    match timer {
        Timer::SettleProcessing => payments::settle_processing(work, object_id),
        Timer::ExpireAuthorization => payments::expire_authorization(work, object_id),
        Timer::AbandonAuthentication => payments::abandon_authentication(work, object_id),
        Timer::SettleRefund => refunds::settle(work, object_id),
        Timer::FailRefund => refunds::fail(work, object_id),
        Timer::RaiseDispute => disputes::raise_for_card(work, object_id),
        Timer::EndEvidence => disputes::end_evidence(work, object_id),
        Timer::DecideDispute => disputes::decide_challenged(work, object_id),
        Timer::SettlePayout => payouts::settle(work, object_id),
        Timer::ReversePayout => payouts::reverse(work, object_id),
        Timer::ExpirePayout => payouts::expire(work, object_id),
        Timer::ExpirePaymentLink => payment_links::expire(work, object_id),
    }
}

/// Hands the notices of `work` over until there are none.
pub fn deliver_notices(work: &mut Work) -> Result<(), Refusal> {
    loop {
        let notices = work.take_notices();
        if notices.is_empty() {
            return Ok(());
        }
        for notice in notices {
            match notice {
                EngineNotice::SubscriptionPaymentChanged(payment) => subscriptions::follow_payment(work, &payment)?,
                EngineNotice::LinkPaymentChanged(payment) => payment_links::follow_payment(work, &payment)?,
            }
        }
    }
}
