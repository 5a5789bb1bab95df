//! Customers.
//!
//! Read into [`Customer`](paydesk_domain::customer::Customer) by [`wire`](super::wire); sent
//! by [`calls`](super::calls).
//!
//! # Create
//!
//! `POST /customers` takes `customer_id` (the merchant's own), `email`, `name`, `phone`, `phone_country_code`,
//! `description`, `address` (`line1`, `city`, `state`, `zip`, `country`, `first_name`, `last_name`) and `metadata`; all
//! are optional.
//!
//! # Retrieve
//!
//! `GET /customers/:customer_id` takes nothing.
//!
//! # Update
//!
//! `POST /customers/:customer_id` takes `email`, `name`, `phone`, `phone_country_code`, `description` (texts) and
//! `metadata` (object), all optional, and answers `customer_id`, `email`, `name`, `description`, `modified_at`.
//!
//! *Undocumented*: the answers to create and retrieve, and fields of the record beyond those above.
