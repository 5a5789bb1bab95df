//! Refunds: money of a payment given back.
//!
//! Read into [`Refund`](paydesk_domain::refund::Refund) by [`wire`](super::wire); sent by
//! [`calls`](super::calls).
//!
//! # Create
//!
//! `POST /refunds`
//!
//! | field | type | | rule |
//! |---|---|---|---|
//! | `payment_id` | text | required | |
//! | `refund_id` | text | | a reference that makes a retry safe |
//! | `amount` | integer | | lowest unit; without it all of the payment |
//! | `reason` | text | | |
//! | `refund_type` | text | | `Instant` is the one value shown |
//! | `metadata` | object | | |
//!
//! *Undocumented*: the answer and the record, the statuses, any other endpoint of refunds (so none to read or list
//! them; other services have them, see [`record_reads`](crate::record_reads)), for how long a `refund_id` is remembered, in which order the service checks id, amount and payment.
