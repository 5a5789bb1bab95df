//! Payments: one charge of a customer, from its creation to capture or cancellation.
//!
//! Read into [`Payment`](paydesk_domain::payment::Payment) by [`wire`](super::wire); sent by
//! [`calls`](super::calls).
//!
//! # Payment
//!
//! | field | type | note |
//! |---|---|---|
//! | `payment_id` | text | supplied by the merchant or generated |
//! | `merchant_id`, `profile_id`, `customer_id` | text | |
//! | `status` | text | [statuses](#statuses) |
//! | `amount`, `amount_received`, `amount_capturable` | integer | lowest unit of `currency` |
//! | `currency` | text | |
//! | `capture_method` | text | `automatic` or `manual`; payments of subscriptions may have [others](crate::resources::subscriptions::reference#create) |
//! | `payment_method` | text | |
//! | `payment_method_data.card` | object | in answers `last4`, `brand`, `exp_month`, `exp_year`, all texts |
//! | `email`, `description`, `statement_descriptor` | text | |
//! | `metadata` | object | comes back as it was sent |
//! | `created`, `modified_at` | timestamp | |
//! | `client_secret` | text | in the answer to the creation |
//! | `captured_at` | timestamp | in the answers of capture and approve |
//! | `cancellation_reason`, `cancelled_at` | text | in the answer of cancel |
//! | `unified_code`, `unified_message` | text | of declined payments; also in lists and webhooks ([declines](crate::reference::errors#declines)) |
//! | `error_code`, `error_message` | text | the acquirer's own message |
//! | `error_details` | object | `unified_details` (`category`, `message`), `issuer_details` (`code`, `message`, `network_details.name`), `connector_details` (`code`, `message`, `reason`) |
//!
//! # Statuses
//!
//! | status | meaning |
//! |---|---|
//! | `requires_payment_method` | no method is attached |
//! | `requires_confirmation` | a method is attached, nobody confirmed yet |
//! | `requires_action` | the customer has to act, in 3DS for example |
//! | `processing` | under way |
//! | `requires_capture` | authorized; manual capture only |
//! | `succeeded`, `failed`, `cancelled` | the end, apart from captures of a remainder |
//!
//! | from | by | to |
//! |---|---|---|
//! | – | create without `confirm` | `requires_payment_method`; the response has a `client_secret` |
//! | – | create with `confirm: true` and a method | `succeeded`, `requires_action` or `failed`, depending on processing and 3DS |
//! | something to capture | capture of at most `amount_capturable` | `succeeded`; `captured_at` is set, and a full capture leaves `amount_capturable` at 0 |
//! | not fully captured, not cancelled | cancel | `cancelled`; the authorization is released, `cancelled_at` is set |
//! | held for manual review | approve | `succeeded` in the documented answer; it goes on to the capture, or as the capture method says |
//! | an attempt to charge | decline | `failed`, with `unified_code` |
//!
//! An authorization under manual capture expires unless it is captured within 7 days
//! ([`AUTHORIZATION_DAYS`](paydesk_domain::authorization::AUTHORIZATION_DAYS)).
//!
//! *Undocumented*: every other transition; what the status of a payment in manual review is called; how a payment in
//! review is rejected (the endpoint exists, its path and body are not shown).
//!
//! # Create
//!
//! `POST /payments` answers the payment.
//!
//! | field | type | | rule |
//! |---|---|---|---|
//! | `amount` | integer | required | |
//! | `currency` | text | required | |
//! | `profile_id` | text | required | the business profile |
//! | `payment_id` | text | | [pattern](crate::reference::limits#field-limits), unique per merchant. If absent, the service generates one and a retry is not safe |
//! | `confirm` | boolean | | `true` authorizes at once |
//! | `customer_id` | text | | an id that the customers API gave out, never one of our own. A one-off payment has none and sends `email`, `name`, `phone`, `phone_country_code` instead |
//! | `email`, `name`, `phone`, `phone_country_code` | text | | advised for receipts, fraud checks, 3DS and asynchronous methods; `phone` is without the country code |
//! | `description` | text | | |
//! | `return_url` | text | | required by redirects, wallets, bank redirects, hosted checkout and 3DS |
//! | `capture_method` | text | | `automatic` (default) or `manual` |
//! | `authentication_type` | text | | `three_ds` requires 3DS, `no_three_ds` skips it unless the issuer challenges |
//! | `payment_method` | text | with `confirm` | [methods](#methods) |
//! | `payment_method_type` | text | | goes with `payment_method` |
//! | `payment_method_data` | object | | the instrument |
//! | `billing` | object | required | on the request that carries `payment_method_data`: this one, or the confirmation |
//! | `shipping` | object | | shaped like `billing` |
//! | `setup_future_usage` | text | | `on_session` or `off_session` |
//! | `merchant_order_reference_id` | text | | [limit](crate::reference::limits#field-limits) |
//! | `statement_descriptor_name` | text | | [limit](crate::reference::limits#field-limits) |
//! | `statement_descriptor_suffix` | text | | follows the default descriptor |
//! | `metadata` | object | | [limits](crate::reference::limits#field-limits) |
//! | `order_details` | array | advised | objects with `name`, `quantity`, `amount`, `currency`. `items`, `line_items` and `cart_items` are not allowed |
//! | `browser_info` | object | see below | |
//!
//! `billing.address` requires `line1`, `city`, `state`, `zip`, `country` (two-letter ISO code), `first_name` and
//! `last_name`; `line2` is optional. `billing.phone` requires `number` and `country_code` (`+` and digits).
//!
//! `browser_info` is marked as required and described as advised for cards. Marked as required in it: the texts
//! `ip_address`, `user_agent`, `accept_header`, `accept_language`, `language`, `os_type`, `os_version`, `device_model`,
//! `referer`; the integers `color_depth`, `screen_height`, `screen_width` and `time_zone` (offset from UTC in minutes);
//! the booleans `java_enabled` and `java_script_enabled`. `ip_address` and `user_agent` are the useful minimum, and a
//! confirmation may carry a part of them.
//!
//! # Methods
//!
//! | `payment_method` | `payment_method_type` | data |
//! |---|---|---|
//! | `card` | `credit`, `debit` | `card` |
//! | `wallet` | of devices and of the web | `wallet.<name>`, as the SDK of the wallet gives it; device wallets need a merchant identity in the profile |
//! | `pay_later` | of providers | the customer's e-mail and billing address are required |
//! | `bank_redirect` | of European bank redirects | `bank_redirect.<name>`, with `return_url` |
//! | `bank_transfer` | `ach`, `sepa`, `bacs` and regional ones | `bank_transfer.<name>` |
//! | `crypto` | `crypto_currency` | `crypto`, with `return_url` |
//! | `upi` | `upi_collect`, `upi_intent` | |
//!
//! `card`: `card_number`, `card_exp_month` (two digits), `card_exp_year` (four digits, not in the past) and `card_cvc`
//! (3 or 4 digits) are required; `card_holder_name` is optional here and required where a subscription is confirmed.
//!
//! `crypto`: `pay_currency` and `wallet_address` are required; `network`, `wallet_address_tag`, `payment_method_id` and
//! `external_customer_id` are optional texts.
//!
//! # Update
//!
//! `POST /payments/:payment_id`. *Undocumented*: the body and the answer.
//!
//! # Confirm
//!
//! `POST /payments/:payment_id/confirm` takes `payment_method`, `payment_method_type`, `payment_method_data`,
//! `billing`, `return_url` and `browser_info`, and answers the payment.
//!
//! # Retrieve
//!
//! `GET /payments/:payment_id` answers the payment, or 404 with `IR_05`.
//!
//! # List
//!
//! `POST /payments/list` takes `limit`, `offset`, `status` (`succeeded`, `failed`, `processing`, `requires_capture`,
//! `cancelled`), `customer_id`, `created_gte`, `created_lte` and `currency`. The newest come first. A row of `data` has
//! `payment_id`, `status`, `amount`, `currency` and `created`.
//!
//! An overview calls it a GET; the reference and the guides use POST, and so does Paydesk.
//!
//! At juspay/hyperswitch, POST wants a login (400 `IR_04`, "Missing required param: Authorization"), at most 50 rows a page
//! and lists of words; a key is enough for `GET /payments/list`, which takes `limit`, `customer_id`, `starting_after`,
//! `ending_before` and `created` with `.lt`, `.gt`, `.lte` or `.gte`, and answers `{size, data}`, newest first. There
//! `ending_before` gives that row and the older ones, `starting_after` that row and the newer ones, from the newest on.
//! Which way a service takes is found out ([`list_filter`](super::list_filter)).
//!
//! # Capture
//!
//! `POST /payments/:payment_id/capture` takes `amount_to_capture` (integer; without it the whole authorized amount),
//! `statement_descriptor_prefix` and `statement_descriptor_suffix`
//! ([limit](crate::reference::limits#field-limits)). It answers `payment_id`, `status`, `amount`,
//! `amount_received`, `amount_capturable`, `currency`, `capture_method`, `captured_at`.
//!
//! # Cancel
//!
//! `POST /payments/:payment_id/cancel` takes `cancellation_reason` (optional) and answers `payment_id`, `status`,
//! `amount`, `currency`, `cancellation_reason`, `cancelled_at`.
//!
//! # Approve
//!
//! `POST /payments/:payment_id/approve` takes nothing and answers `payment_id`, `status`, `amount`, `currency`,
//! `captured_at`.
//!
//! What capture, cancel and approve are refused with:
//! [errors of single endpoints](crate::reference::errors#errors-of-single-endpoints).
