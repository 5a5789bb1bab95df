//! Payments that were made without being confirmed.

use paydesk_core::Message;
use paydesk_domain::secret::SecretText;

use crate::desk::Desk;
use crate::new_payment::sending;
use crate::service::{Pay, answered};

pub const SECRET: &str = "pay_1_secret_canary";

/// A desk that made a payment without confirming it, and received its secret.
pub fn made() -> Desk {
    let (mut desk, payment_id) = sending(None);
    let id = desk.operation().id.clone();
    desk.event(Message::ClientSecret { operation_id: id, value: SecretText::new(SECRET) });
    let pay = Pay::with_status(payment_id.as_str(), "requires_payment_method", 4_500);
    desk.service.payments.push(pay.clone());
    desk.reply(answered(200, pay.json()));
    desk.write_all();
    desk.serve();
    desk
}

pub fn waiting() -> Desk {
    Desk::with_open(Pay::with_status("pay_1", "requires_payment_method", 4_510))
}
