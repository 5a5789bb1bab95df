//! Payouts: money sent to a recipient.
//!
//! Read into [`Payout`](paydesk_domain::payout::Payout) by [`wire`](super::wire); sent by
//! [`calls`](super::calls).
//!
//! # Payout
//!
//! | field | type | note |
//! |---|---|---|
//! | `payout_id`, `merchant_id`, `profile_id`, `customer_id`, `merchant_connector_id`, `payout_method_id` | text | |
//! | `merchant_order_reference_id` | text | |
//! | `amount`, `currency` | integer, text | |
//! | `status` | text | [statuses](#statuses) |
//! | `payout_type` | text | |
//! | `payout_method_data` | object | masked, under `bank` and the like; account and routing numbers are never shown in full |
//! | `billing`, `metadata` | object | |
//! | `customer` | object | `id`, `name`, `email`, `phone`, `phone_country_code` |
//! | `auto_fulfill`, `recurring` | boolean | |
//! | `client_secret`, `return_url`, `business_country`, `description`, `entity_type`, `priority` | text | |
//! | `connector_transaction_id` | text | |
//! | `error_code`, `error_message`, `unified_code`, `unified_message` | text | |
//! | `created` | timestamp | |
//! | `attempts` | array | `attempt_id`, `status`, `amount`, `currency`, `connector`, `connector_transaction_id` each |
//! | `payout_link` | | |
//!
//! # Statuses
//!
//! `success`, `failed`, `cancelled`, `initiated`, `expired`, `reversed`, `pending`, `ineligible`, `requires_creation`,
//! `requires_confirmation`, `requires_payout_method_data`, `requires_fulfillment`, `requires_vendor_account_creation`.
//!
//! | from | by | to |
//! |---|---|---|
//! | – | create | `requires_fulfillment` in the documented answer |
//! | `requires_fulfillment` | fulfill, where the payout does not fulfill itself | `success`, `pending` or `failed`, depending on the processor |
//!
//! The usual order is create, update (`payout_type` and method data), confirm.
//!
//! *Undocumented*: the other transitions; the endpoints that confirm and that retrieve a payout.
//!
//! # Create
//!
//! `POST /payouts/create` answers the payout.
//!
//! | field | type | | rule |
//! |---|---|---|---|
//! | `amount` | integer | required | |
//! | `currency` | text | required | |
//! | `merchant_order_reference_id` | text | | [limit](crate::reference::limits#field-limits) |
//! | `payout_type` | text | | one of [`PAYOUT_TYPES`](paydesk_domain::payout::PAYOUT_TYPES); set before the confirmation at the latest |
//! | `payout_method_data` | object | | exactly one key, see [method data](#method-data) |
//! | `source_bank_data` | object | | shaped like `bank_transfer` |
//! | `payout_token` | text | | a stored method, instead of `payout_method_data` |
//! | `payout_method_id` | text | | a saved method |
//! | `customer` | object | | `id`, `name`, `email`, `phone`, `phone_country_code`, `tax_registration_id`, `document_details`: creates a customer or attaches an existing one; preferred |
//! | `customer_id`, `email`, `name`, `phone`, `phone_country_code` | text | deprecated | use `customer`; if absent, the service generates a `customer_id` |
//! | `billing` | object | | address, phone, e-mail |
//! | `confirm`, `auto_fulfill`, `recurring` | boolean | | `false` by default |
//! | `entity_type` | text | | one of [`ENTITY_TYPES`](paydesk_domain::payout::ENTITY_TYPES), also in lower case |
//! | `priority` | text | | one of [`PRIORITIES`](paydesk_domain::payout::PRIORITIES) |
//! | `business_country` | text | | two-letter ISO code |
//! | `profile_id` | text | | if absent, the account's default profile |
//! | `description`, `return_url` | text | | |
//! | `metadata` | object | | [limits](crate::reference::limits#field-limits) |
//! | `session_expiry` | integer | | seconds for which the client secret is good |
//! | `payout_link` | boolean | | `false` by default; can be set at the creation only |
//! | `payout_link_config` | object | | logo, merchant name, theme, enabled methods, form layout, test mode |
//! | `browser_info` | object | marked as required | for 3DS 2.0: screen size, language, time zone, user agent, IP address and the like |
//!
//! Without `amount` or `currency` it is refused with 400.
//!
//! # Method data
//!
//! `payout_method_data` has exactly one of the keys `card`, `bank_transfer`, `wallet`, `bank_redirect`, `passthrough`.
//! Which fields each variant requires and takes is declared in [`VARIANTS`](paydesk_domain::payout::VARIANTS). Besides:
//!
//! - `bank_transfer` is discriminated by `payout_method_type`. A second list in the specification has the same variants
//!   without it and calls the fields of a bank link `country_code`, `account_number` and `bank_number` (with `iban`);
//!   the request shape uses the form with `payout_method_type`, and so does Paydesk.
//! - `wallet` and `bank_redirect` have exactly one object in them, named after the provider. The specification writes
//!   those names, and the account id of the web wallet, with neutral words; so do we.
//! - `card_network` is the name of a major, regional or debit network in CamelCase.
//! - `token_type` of `passthrough` is a payment method type.
//!
//! # Update
//!
//! `PUT /payouts/:payout_id` takes `description` (text) and `metadata` (object) and answers `payout_id`, `amount`,
//! `currency`, `status`, `description`, `modified_at`. It is the only documented call that says the status of a
//! payout.
//!
//! # Fulfill
//!
//! `POST /payouts/:payout_id/fulfill` takes `payout_id`, which equals the one in the path, and answers as the creation
//! does. It is for payouts that do not fulfill themselves; one with `auto_fulfill` needs no such call. Without the id
//! in path or body it is refused with 400.
