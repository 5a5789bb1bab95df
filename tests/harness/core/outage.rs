//! A service that did not answer for an hour: captures that left, and whose answers were lost.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentAction;

use crate::desk::{Desk, capture};
use crate::service::Pay;

/// What each payment is over.
pub const MINOR: i64 = 1_000;

/// A desk whose captures of so many payments left while nothing answered; none arrived, and no copy can arrive any more.
pub fn after_outage(payments: usize) -> Desk {
    let mut desk = Desk::ready((1..=payments).map(|number| Pay::authorized(&format!("pay_{number}"), MINOR)).collect());
    (1..=payments).for_each(|number| lose(&mut desk, number, MINOR));
    desk.pass(900);
    desk
}

/// Captures so much of a payment; it does not arrive.
pub fn lose(desk: &mut Desk, number: usize, minor: i64) {
    let id = PaymentId::new(format!("pay_{number}"));
    desk.act(Action::Payments(PaymentsAction::Open(id.clone())));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Ask(id, PaymentAction::Capture)));
    desk.act(Action::Confirm(Confirmation::Payment(capture(minor))));
    desk.serve();
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
}
