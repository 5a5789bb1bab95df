//! Vouchers: an amount that a customer may spend.
//!
//! Read into [`Voucher`](paydesk_domain::voucher::Voucher) by [`wire`](super::wire); sent by [`calls`](super::calls).
//!
//! # Create
//!
//! `POST /vouchers`
//!
//! | field | type |
//! |---|---|
//! | `amount`, `currency` | integer, text |
//! | `customer_id`, `description` | text |
//!
//! The answer has these fields, `voucher_id` and `status`: `active`, `spent` or `withdrawn`.
