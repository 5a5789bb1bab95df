//! Receives webhooks over HTTP, bounded on every side: the one rule for the window's receiver and for the hub.
//!
//! A delivery is proved ([`DeliveryIntake`]) and handed to who stores it ([`DeliverySink`]); it is answered with 200 once
//! it is durable there. [`serve`] bounds connections, `places` gives room to who sends. What an event means is nobody's
//! business here.

mod places;
mod request;
mod server;
mod sink;

pub use request::{DeliveryIntake, shown_headers};
pub use server::{ReceiverLimits, serve};
pub use sink::{CutRequest, DeliveryKept, DeliverySink, PageAnswer, ProvedDelivery, RefusedRequest};
