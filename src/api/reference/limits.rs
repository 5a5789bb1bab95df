//! Lengths, ranges, pagination, rate limit.
//!
//! # Pagination
//!
//! Lists take `limit` (1 to 100, 10 by default; [`PAGE_MAX`](crate::resources::payments::calls::PAGE_MAX)) and
//! `offset` (0 by default).
//!
//! # Field limits
//!
//! | field | limit | of |
//! |---|---|---|
//! | `payment_id` | 1 to 64 letters, digits, `_`, `-`; unique per merchant ([`PAYMENT_ID_MAX_CHARS`](paydesk_domain::ids::PAYMENT_ID_MAX_CHARS)) | creation of a payment |
//! | `merchant_order_reference_id` | 255 characters ([`ORDER_REFERENCE_MAX_CHARS`](paydesk_domain::payout::ORDER_REFERENCE_MAX_CHARS)) | payments, payouts |
//! | `statement_descriptor_name` | 22 characters, one of them a letter ([`DESCRIPTOR_MAX_CHARS`](paydesk_domain::descriptor::DESCRIPTOR_MAX_CHARS)) | creation of a payment |
//! | `statement_descriptor_prefix` and `…_suffix` | should not exceed 22 characters together | capture |
//! | `metadata` | 50 pairs; keys of 40 characters, values of 500 ([`metadata`](paydesk_domain::metadata)) | payments, payouts |
//! | `amount_to_capture` | at most `amount_capturable` | capture |
//!
//! # Times
//!
//! | what | how long |
//! |---|---|
//! | authorization under manual capture | 7 days ([`AUTHORIZATION_DAYS`](paydesk_domain::authorization::AUTHORIZATION_DAYS)) |
//! | `client_secret` of a subscription | 15 minutes |
//!
//! # Rate limit
//!
//! Every answer has `X-RateLimit-Limit` (requests a minute), `X-RateLimit-Remaining` (left in this window) and
//! `X-RateLimit-Reset` (Unix time at which the window ends). Beyond it the answer is 429 with `RL_01`, and the client
//! waits for the reset. How Paydesk waits: [`rate_limit`](crate::rate_limit).
//!
//! *Undocumented*: the number of requests, the least and the largest amount, the size of a request, the size of an
//! evidence file, the length of the deadline for evidence.
