//! What an object of the service proves of a call that was to change it.
//!
//! [`judge()`] compares everything an object says with what was asked and with what was seen before: id, parent, amount,
//! currency, status, what was received and what can be captured. The answer to the call itself, a read, a webhook event
//! and an entry of a list are all judged here, so that none of them knows less than another. Nothing here sends or waits.

mod asked;
mod capture;
mod judge;
mod judgement;
mod payment;
mod payment_said;
mod reason;
mod record;
mod refund;
mod statement;

pub use self::asked::{Asked, Before, PaymentBefore, ProofSource};
pub use self::judge::{judge, judge_payment, may_be_made_by, modified_at};
pub use self::judgement::Judgement;
pub use self::reason::JudgementReason;
pub use self::record::has_all_of;

#[cfg(test)]
mod tests;
