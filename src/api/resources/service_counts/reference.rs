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
//! # Amounts
//!
//! `POST /analytics/v1/merchant/metrics/{payments,refunds,disputes}` with a sign-in and one metric:
//!
//! | metric | field of the row | what it adds up there |
//! |---|---|---|
//! | `payment_processed_amount` | the same | attempts that were charged, by `currency`: payments that succeeded in full. *Not recorded with rows*; the mean of the same attempts was (`avg_ticket_size`), and is exactly that of the 141 payments that succeeded, in each of their six currencies |
//! | `refund_processed_amount` | the same | refunds that succeeded, by `currency` |
//! | `total_amount_disputed` | `disputed_amount` | disputes that were **won**, and no others |
//! | `total_dispute_lost_amount` | `dispute_lost_amount` | disputes that were lost |
//!
//! Payments and refunds have a row for each currency, and no row where nothing is known. Disputes have one row without
//! groups, with a `null` where nothing is known: amounts of all currencies are added up, and grouped by `currency` the service
//! answers 500. Rows have 0 for an amount that was not asked for, and `metaData` where nothing is known, so a 0 says nothing.
//!
//! # What is not used
//!
//! Rates and means of payments and refunds (`payment_success_rate`, `avg_ticket_size`, `connector_success_rate`): they are of
//! attempts, and no whole numbers. `failure_reasons` is 500.
