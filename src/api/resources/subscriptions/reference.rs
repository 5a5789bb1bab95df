//! Subscriptions: a customer pays for a plan, period by period.
//!
//! Read into [`Subscription`](paydesk_domain::subscription::Subscription) by
//! [`wire`](super::wire); sent by
//! [`calls`](super::calls). Every call carries the header `X-Profile-Id` and answers
//! the subscription.
//!
//! # Subscription
//!
//! | field | note |
//! |---|---|
//! | `id`, `status`, `profile_id`, `merchant_id`, `customer_id` | |
//! | `item_price_id`, `plan_id`, `merchant_reference_id`, `coupon_code` | |
//! | `client_secret` | good for 15 minutes; in the answer to the creation and whenever a new confirmation is needed |
//! | `payment` | `payment_id`, `status`, `amount`, `currency`, `payment_method_type` |
//! | `invoice` | `id`, `subscription_id`, `amount`, `currency`, `status` (`payment_pending` and `invoice_paid` were seen) |
//!
//! # Statuses
//!
//! `created`, `active`, `pending`, `trial`, `paused`, `unpaid`, `cancelled`, `failed`, `in_active`, `onetime`.
//!
//! | from | by | to |
//! |---|---|---|
//! | – | create | `created`, with a payment in `requires_confirmation` and an invoice in `payment_pending` |
//! | `created` | confirm, paid | `active`, with the payment `succeeded` and the invoice `invoice_paid` |
//! | `created` | confirm, not paid or failed | `unpaid`, `failed` or `pending` |
//! | active | change of the plan | `active` on the new plan; else `pending`, `unpaid` or `failed` |
//!
//! *Undocumented*: the other transitions, the whole list of invoice statuses, the endpoints that retrieve, pause and
//! cancel a subscription, and the one that creates and confirms at once.
//!
//! # Create
//!
//! `POST /subscriptions/create`
//!
//! | field | | rule |
//! |---|---|---|
//! | `customer_id`, `item_price_id` | required | |
//! | `payment_details.return_url` | required | |
//! | `payment_details.authentication_type` | | `three_ds` or `no_three_ds` |
//! | `payment_details.capture_method` | | `automatic` (default), `manual`, `manual_multiple`, `scheduled` or `sequential_automatic` |
//! | `payment_details.setup_future_usage` | | `on_session` (default) or `off_session` |
//! | `payment_details.payment_type` | | `normal`, `new_mandate`, `setup_mandate` or `recurring_mandate` |
//! | `merchant_reference_id`, `plan_id`, `coupon_code` | | |
//! | `billing`, `shipping` | | see [addresses](#addresses) |
//!
//! # Confirm
//!
//! `POST /subscriptions/{subscription_id}/confirm`
//!
//! | field | | rule |
//! |---|---|---|
//! | `client_secret` | | optional |
//! | `payment_details.payment_method` | required | `card`, `wallet`, `bank_redirect`, `bank_transfer`, `bank_debit`, `pay_later`, `crypto`, `upi`, `voucher`, `gift_card`, `open_banking`, `mobile_payment` or `network_token` |
//! | `payment_details.payment_method_data` | | `card`: `card_number`, `card_exp_month`, `card_exp_year`, `card_holder_name`, `card_cvc` required, `card_network`, `nick_name` optional |
//! | `payment_details.payment_method_type`, `payment_type`, `payment_token` | | |
//! | `payment_details.customer_acceptance` | | `acceptance_type` (required: `online` or `offline`), `accepted_at`, and for `online` both `online.ip_address` and `online.user_agent` |
//! | `payment_details.billing`, `shipping` | | see [addresses](#addresses) |
//!
//! # Change of the plan
//!
//! `PUT /subscriptions/{subscription_id}/update` takes `plan_id` and `item_price_id`, both required.
//!
//! # Addresses
//!
//! `address` has `line1`, `line2`, `line3`, `city`, `state`, `zip`, `country` (ISO 3166-1, two letters), `first_name`
//! and `last_name`; beside it stand `phone.number`, `phone.country_code` and `email`. All are optional.
//!
//! What each call is refused with: [errors of single endpoints](crate::reference::errors#errors-of-single-endpoints).
