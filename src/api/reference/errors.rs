//! Errors and declines.
//!
//! Read into [`ApiError`](crate::error::ApiError). What an error proves of an operation:
//! [`outcome`](crate::outcome) and the law of operations.
//!
//! # Body
//!
//! `{"error": {"type", "code", "message"}}`. Types: `authentication_error`, `invalid_request`, `processing_error`,
//! `rate_limit_error`, `api_error`; `connector_error` occurs too.
//!
//! Other services of the family write `error_type` for `type` where a request cannot be read, and some answers have
//! `type`, `code` and `message` without the object around them.
//!
//! # HTTP statuses
//!
//! | status | meaning |
//! |---|---|
//! | 200, 201 | success, created |
//! | 400 | a parameter is invalid or missing |
//! | 401 | the key is missing or invalid |
//! | 403 | the key lacks the permission |
//! | 404 | resource not found |
//! | 409 | the resource exists already, or the action conflicts with its state |
//! | 422 | understood, but it cannot be processed; *undocumented* when this happens |
//! | 429 | rate limit exceeded |
//! | 500, 502, 503 | internal error, upstream error, temporary outage |
//!
//! # Codes
//!
//! | code | type | meaning |
//! |---|---|---|
//! | `AU_01`, `AU_02` | `authentication_error` | the key is invalid, is revoked |
//! | `IR_01` | `invalid_request` | a required field is missing |
//! | `IR_04` | `invalid_request` | the value of a field is invalid |
//! | `IR_05` | `invalid_request` | resource not found |
//! | `PE_01`, `PE_02`, `PE_03` | `processing_error` | card declined, insufficient funds, card expired |
//! | `CE_01` | `connector_error` | the processor is unavailable |
//! | `RL_01` | `rate_limit_error` | rate limit |
//! | `HE_01` | | a payment with this `payment_id` exists |
//! | `HE_00` | | *undocumented* |
//!
//! Other services of the family have these besides, and `IR_01` with 401 for a key that is refused, `IR_04` for a missing
//! parameter, `IR_06` for a request that cannot be read:
//!
//! | code | meaning |
//! |---|---|
//! | `HE_02`, `HE_04` | there is no such object; the second for disputes and files |
//! | `HE_03` | a file is of a type that is not taken, or the dispute takes no more evidence |
//! | `IR_13` | the refund is more than was captured; also the answer to a refund that was made already |
//! | `IR_16` | the status does not allow it |
//! | `IR_19` | the processor does not support it; a payment may have been created all the same |
//! | `IR_34` | a file was sent without the dispute that it is for |
//! | `UR_33` | a user cannot change to that merchant or profile |
//!
//! - `HE_01` to a repeated create means that the first request arrived: `GET /payments/{payment_id}` says how it
//!   is.
//! - A request that is refused (`IR_04`, `HE_00` and the like) is a 4xx or 5xx, and no charge was attempted. A charge
//!   that was attempted and declined is a 200 with `status: failed` and a `unified_code`.
//! - The service asks clients to retry 5xx and 429 only, with exponential backoff and jitter (from 1 s, doubled up to
//!   30 s, 3 attempts). Paydesk does so for reads; operations follow their law.
//! - Clients decide by `unified_code`, never by `error_message`.
//!
//! # Errors of single endpoints
//!
//! | endpoint | status | when |
//! |---|---|---|
//! | capture | 400 | `amount_to_capture` is above `amount_capturable`, or the payment cannot be captured |
//! | | 404 | payment not found |
//! | | 409 | it is already fully captured or cancelled |
//! | cancel | 400 | it is already fully captured or cancelled |
//! | | 404 | payment not found |
//! | approve | 400 | the payment cannot be approved in its state |
//! | | 404 | payment not found |
//! | evidence | 400 | the deadline is over, or a file id is not known |
//! | | 404 | dispute not found |
//! | subscription: create | 400, 404 | invalid data; customer or plan not found |
//! | subscription: confirm | 400, 404, 409 | invalid data; subscription not found; already confirmed |
//! | subscription: change of the plan | 400, 404 | `plan_id` or `item_price_id` missing or invalid; not found |
//! | payout: create | 400 | `amount` or `currency` is missing |
//! | payout: fulfill | 400 | `payout_id` is missing in path or body |
//!
//! # Declines
//!
//! A payment with `status: failed` has a `unified_code` and a `unified_message`. All 52 codes with their messages:
//! [`UNIFIED_CODES`](paydesk_domain::decline::UNIFIED_CODES). Whether a retry makes sense depends on the family
//! ([`retry`](paydesk_domain::decline::retry)):
//!
//! | family | meaning | retry |
//! |---|---|---|
//! | `UE_1xxx` | declined by card or issuer | no; after `UE_1018` (a possible duplicate) look at the earlier payment before retrying or refunding |
//! | `UE_2xxx` | not eligible, or stopped by risk rules | no; `UE_2002` asks for 3DS: retry with it |
//! | `UE_3xxx` | temporarily unavailable | yes, with backoff |
//! | `UE_4xxx` | something in the request | not before it is corrected |
//! | `UE_5xxx` | 3DS authentication failed | sometimes; `UE_5003` (abandoned) usually |
//! | `UE_9000` | not recognised | no |
//!
//! Acquirers that have not been migrated still return one of four coarse codes,
//! [`LEGACY_CODES`](paydesk_domain::decline::LEGACY_CODES). One of them stands for several messages, so the message is
//! taken from `unified_message`.
