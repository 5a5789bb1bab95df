//! [Payments](crate::resources::payments::reference): [`list`] reads, [`create`], [`update`] and [`confirm`] make
//! them, [`actions`] works on those that are there. What create and update have in common is [`details`].

mod actions;
mod confirm;
mod create;
mod details;
mod list;
mod method;
mod update;

pub use self::actions::{ApprovePayment, CancelPayment, CapturePayment, RejectPayment};
pub use self::confirm::{ConfirmPayment, ConfirmPaymentInput};
pub use self::create::CreatePayment;
pub use self::details::PaymentRequestStep;
pub use self::list::{ListPayments, RetrievePayment};
pub use self::update::{UpdatePayment, UpdatePaymentInput};

pub use super::list_filter::{FilterWords, ListForm, ListMethod, PAGE_MAX, PaymentListFilter};
use crate::operation::{AnswerStatus, Expectation};
use paydesk_domain::ids::PaymentId;

fn of_payment(statuses: AnswerStatus, payment_id: &PaymentId) -> Expectation {
    Expectation::new(statuses).naming("payment_id", payment_id.as_str())
}
