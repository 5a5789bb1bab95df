//! Payments: create, update, confirm, capture, cancel, approve, list; and what the sandbox adds: authentication pages,
//! rejecting a review, expiring an authorization.
//!
//! The operations are in `operations`, the state machine in `transitions`, what time does in `timers`, the
//! fields of requests in `input`, which change makes which webhook event in [`events`].

mod body;
pub mod events;
mod input;
mod list;
mod method;
mod operations;
mod records;
mod timers;
mod transitions;
mod write_only_fields;

pub use self::body::{PaymentBody, PaymentStatusWord, capture_method};
pub use self::input::{CaptureInput, DEFAULT_DESCRIPTOR, PaymentInput};
pub use self::list::{PaymentListInput, list};
pub use self::operations::{approve, authenticate, cancel, capture, confirm, create, expire, reject, update};
pub use self::records::{past_events, save};
pub use self::timers::{abandon_authentication, expire_authorization, settle_processing};
pub use self::transitions::{Authentication, charge_attached_method};
