//! Analytics: counts and sums over disputes and payments.
//!
//! Metrics, group-bys and filters are declared in [`Subject`](paydesk_domain::analytics::Subject),
//! [`Metric`](paydesk_domain::analytics::Metric) and [`Dimension`](paydesk_domain::analytics::Dimension); asked by
//! [`calls`](super::calls), read by [`wire`](super::wire).
//!
//! # Query
//!
//! | field | type | note |
//! |---|---|---|
//! | `timeRange` | object | `startTime`, `endTime`: timestamps |
//! | `metrics` | array of names | |
//! | `source` | text | `BATCH` is the one value shown |
//! | `groupByNames` | array of names | |
//! | `filters` | object | name to array of values |
//! | `delta` | boolean | *undocumented* what it does |
//! | `timeSeries.granularity` | text | `G_ONE_DAY` is one of several |
//!
//! `POST /analytics/v1/{scope}/metrics/disputes` takes an array of queries, and `scope` is `merchant`.
//! `POST /analytics/v1/merchant/metrics/payments` takes a single query in the form shown. Both answer `queryData`, an
//! array of rows with the values of the groups and the metrics, and `metaData`, an array with totals named
//! `<metric>_overall`.
//!
//! # Metrics
//!
//! | of | metric | value |
//! |---|---|---|
//! | disputes | `dispute_status_metric` | count by status; without a group-by an object with a count for each status, else an integer |
//! | | `total_amount_disputed` | sum of the disputed amounts in the range |
//! | | `total_dispute_lost_amount` | sum of those that ended as lost |
//! | payments | `payment_count`, `payment_success_rate`, `payment_processed_amount` | were seen |
//!
//! Disputes are grouped and filtered by `dispute_status`, `dispute_stage`, `currency` and `profile_id`; payments are
//! filtered by `currency` and `status`.
//!
//! *Undocumented*: metrics of refunds and of anything else, and their paths.
