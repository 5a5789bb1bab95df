//! The shapes of hyperswitch: how the open-source payment orchestrator of that name writes what the sandbox knows.
//!
//! Only names, words and codes are taken over, no text and no code; they were read in the public repository
//! `juspay/hyperswitch`, v1 API. What decides what happens is the sandbox's own engine: this module turns its records
//! into bodies and knows neither requests nor HTTP, which are in [`http::shapes`](crate::http).
//!
//! What the real server answered, and in which order, is recorded in `tests/fixtures/real_server`; where it and the
//! description differ, the recording is right.
//!
//! | what | read in | commit |
//! |---|---|---|
//! | payments, attempts, lists, disputes, payouts, customers, API keys: schemas `PaymentsResponse`, `PaymentAttemptResponse`, `PaymentListResponse`, `PaymentListConstraints`, `DisputeResponse`, `DisputeResponsePaymentsRetrieve`, `DisputeStatus`, `PayoutCreateResponse`, `PayoutStatus`, `CustomerResponse`, `CreateApiKeyResponse` | `api-reference/v1/openapi_spec_v1.json` | `00022b55` |
//! | filters of `GET /disputes/list`, the amount of a dispute as text | `crates/api_models/src/disputes.rs` | `08b37e5b` |
//! | refunds and their list | `crates/api_models/src/refunds.rs` | `01f1821c` |
//! | subscriptions and invoices | `crates/api_models/src/subscription.rs` | `001c7152` |
//! | analytics: metrics, groups, filters, granularities, rows and totals | `crates/api_models/src/analytics.rs`, `analytics/payments.rs`, `analytics/disputes.rs`, `crates/analytics/src/disputes/{core,accumulators}.rs` | `03eaba56`, `0db2dce2`, `865df099`, `09eec577` |
//! | webhook bodies | `crates/api_models/src/webhooks.rs` | `00797906` |
//! | error codes, statuses and types | `crates/hyperswitch_domain_models/src/errors/api_error_response.rs`, `crates/api_models/src/errors/types.rs` | `0017f1a3`, `030811da` |
//! | which endpoints want a login | `crates/router/src/routes/payments.rs`, `disputes.rs`, `refunds.rs`, `crates/router/src/analytics.rs` | `0467f03e`, `07095f6b`, `009f1677` |
//! | times with milliseconds; `time_bucket` with a space and no zone | `crates/common_utils/src/custom_serde.rs` | `03b4bd83` |
//! | page sizes: 100 with a query, 50 with a body; sizes of disputes are cut, not refused | `crates/common_utils/src/{consts,types/list}.rs` | `110cf6c5` |

mod api_keys;
mod customers;
mod declines;
mod disputes;
mod fields;
mod payment_links;
mod payments;
mod payouts;
mod refunds;
mod subscriptions;
mod words;

pub use self::api_keys::{api_key, api_key_row};
pub use self::customers::{customer, customer_row};
pub use self::disputes::{OTHER_STATUS_FIELD, dispute, dispute_status, evidence_files, stored_dispute_status};
pub use self::fields::{CONNECTOR, bucket_time, connectors, currencies, time};
pub use self::payment_links::{payment_link_of_payment, payment_link_row};
pub use self::payments::{Expansion, payment, payment_row};
pub use self::payouts::{payout, payout_row};
pub use self::refunds::{refund, refund_status};
pub use self::subscriptions::{subscription, subscription_confirmation};
pub use self::words::{attempt_status, payment_status, stored_payment_status};
