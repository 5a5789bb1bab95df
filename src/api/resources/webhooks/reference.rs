//! Webhooks: requests of the service to the merchant about changes of payments, refunds, disputes and payouts.
//!
//! Read into [`WebhookEvent`](paydesk_domain::webhook::WebhookEvent) by [`wire`](super::wire).
//!
//! # Event
//!
//! | field | type | note |
//! |---|---|---|
//! | `merchant_id` | text | |
//! | `event_id` | text | unique; each is processed once |
//! | `event_type` | text | `payment_succeeded` is the one value shown |
//! | `content.type` | text | `payment_details` for payments |
//! | `content.object` | object | of payments at least `payment_id`, `status`, `amount`, `currency`, `metadata`; of failed ones `unified_code` too |
//! | `timestamp` | text | |
//!
//! The fields differ by type of event; what is missing is read from the API. A payment belongs to the order that
//! `content.object.payment_id` or `content.object.metadata.order_id` names.
//!
//! # Signature
//!
//! The header `X-Webhook-Signature-512` carries an HMAC-SHA512 over the body exactly as it was sent. It is checked over
//! those bytes, never over JSON that was read and written again.
//!
//! # Receiver
//!
//! Reads the raw body, checks the signature, processes each `event_id` once (a duplicate must not fulfill an order
//! twice), and answers 2xx quickly.
//!
//! *Undocumented*: the other event types, the objects of refund, dispute and payout events, which operation causes
//! which event, retries, timeouts and order of deliveries, the encoding of the signature, how a secret is issued or
//! changed, how a receiver is registered (a profile has a setting for it).
