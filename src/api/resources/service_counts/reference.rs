//! Counts of a service beside its lists. The specification has none of them; this is what juspay/hyperswitch answers, as it was
//! recorded.
//!
//! Sent by [`calls`](super::calls).
//!
//! # Counts by status
//!
//! `GET /payments/aggregate`, `/refunds/aggregate` and `/disputes/aggregate` take `start_time` and answer `status_with_count`: an
//! object with a number for each status, also for those of which there are none. The service's source has `end_time` too, and both
//! bounds include what was created at that time; *not recorded*. Payments are counted for a sign-in alone (400 `IR_04` to a
//! key), refunds and disputes for a key. Refunds have the words that filters have for them (`success`, `failure`,
//! `manual_review`, `transaction_failure`).
//!
//! # Amounts of disputes
//!
//! `POST /analytics/v1/merchant/metrics/disputes` with a sign-in and one metric:
//!
//! | metric | field of the row | what it sums up there |
//! |---|---|---|
//! | `total_amount_disputed` | `disputed_amount` | disputes that were **won**, and no others |
//! | `total_dispute_lost_amount` | `dispute_lost_amount` | disputes that were lost |
//!
//! There is one row without groups, and no row or a `null` where nothing is known. `metaData` has 0 in both cases, so it is not
//! read. Amounts of all currencies are added up; grouped by `currency` the service answers 500.
//!
//! # What is not used
//!
//! The analytics of payments and refunds: `payment_count` is 0 and rows are missing where `/payments/aggregate` counts payments
//! (the figures are of attempts, in a store of their own), `failure_reasons` is 500.
