//! Payment links: an address under which a customer pays.
//!
//! Read into [`PaymentLink`](paydesk_domain::payment_link::PaymentLink) by
//! [`wire`](super::wire); sent by
//! [`calls`](super::calls).
//!
//! # Create
//!
//! `POST /payment_link`
//!
//! | field | type |
//! |---|---|
//! | `amount`, `currency` | integer, text |
//! | `description`, `customer_id`, `email` | text |
//! | `link_type` | text; `one_time` is the one value shown |
//! | `expiry` | timestamp |
//! | `send_email`, `require_customer_info` | boolean |
//! | `capture_method`, `authentication_type` | text, as of [a payment](crate::resources::payments::reference#create) |
//! | `payment_link_config` | `seller_name`, `sdk_layout`, `allowed_payment_method_types` (array) |
//!
//! *Undocumented*: the answer and the record.
