//! Analytics: counts and sums over the sandbox's own rows, so that lists and
//! analytics always agree: a window has both ends included, as the lists' `created_gte` and `created_lte` have.
//!
//! `query` reads what is asked, `payments` counts the payments of the index, `count` groups and answers. What a
//! row is counted by (its *dimensions*): status, stage or method, currency, profile.
//!
//! | metric | is |
//! |---|---|
//! | `dispute_status_metric` | disputes by status, all four; their number where there is a group-by, and overall |
//! | `total_amount_disputed` | the sum of their amounts, of any status |
//! | `total_dispute_lost_amount` | the sum of the amounts of those `lost` |
//! | `payment_count` | payments of any status |
//! | `payment_success_rate` | `succeeded` ÷ (`succeeded` + `failed`), from 0 to 1 with six decimals, `null` where there are none: a ratio, the only number that is no integer once it is JSON |
//! | `payment_processed_amount` | the sum of `amount` over payments that `succeeded`: what the list shows, also where a part was captured |
//!
//! Sums add up currencies unless they are grouped or filtered by one, as the specification's do.

mod count;
mod payments;
mod query;
mod subject;

pub use self::count::{FigureValue, NamedFigure};
pub use self::query::Query;
pub use self::subject::{QueryMetric, QuerySubject};

use self::count::{CountCell, QueryCounts};
use super::refusal::Refusal;
use super::work::Work;
use crate::storage;

/// The answer to all queries of a request.
#[derive(Debug, Clone, Default)]
pub struct QueryReport {
    /// `queryData`.
    pub rows: Vec<Vec<NamedFigure>>,
    /// `metaData`: one object a query.
    pub totals: Vec<Vec<NamedFigure>>,
}

/// Answers queries in their order.
pub fn analyse(work: &Work, subject: QuerySubject, queries: &[Query]) -> Result<QueryReport, Refusal> {
    let mut report = QueryReport::default();
    for query in queries {
        if work.settings.analytics_documented_only {
            query.refuse_undocumented(subject)?;
        }
        query.refuse_other_statuses(subject, &work.settings.review())?;
        let (from_ms, to_ms) = (query.from_ms, query.to_ms.unwrap_or_else(|| work.now.timestamp_millis()));
        let counted = count(work, subject, query, from_ms, to_ms)?;
        let before = match query.delta {
            true => Some(count(work, subject, query, from_ms - (to_ms - from_ms) - 1, from_ms - 1)?),
            false => None,
        };
        report.rows.extend(counted.rows(query));
        report.totals.push(counted.totals(query, before.as_ref()));
    }
    Ok(report)
}

fn count(work: &Work, subject: QuerySubject, query: &Query, from_ms: i64, to_ms: i64) -> Result<QueryCounts, Refusal> {
    let profile = work.credentials.profile_id.as_str();
    let mut counted = QueryCounts::new(subject);
    match subject {
        QuerySubject::Payments => {
            let columns = work.index.columns(from_ms, to_ms);
            payments::for_each_cell(&columns, query.granularity, profile, |cell| counted.add(query, &cell));
        }
        QuerySubject::Disputes => {
            for fact in storage::disputes::facts(work.db, from_ms, to_ms)? {
                let bucket_ms = query.granularity.map(|granularity| granularity.start_of(fact.created_ms));
                let values = [fact.status.as_ref(), fact.stage.as_ref(), &fact.currency, profile];
                counted.add(query, &CountCell { bucket_ms, values, count: 1, amount: fact.amount });
            }
        }
    }
    Ok(counted)
}
