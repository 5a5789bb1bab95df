//! Counts payments in one pass over the index's columns: into a small cube of status × method × currency a bucket of
//! time. Grouping and filtering then look at the cube's cells, of which there are few, instead of at payments.

use super::count::CountCell;
use super::query::BucketLength;
use super::subject::DIMENSIONS;
use crate::engine::index::PaymentColumns;
use paydesk_domain::payment::PaymentStatus;

#[derive(Debug, Clone, Copy, Default)]
struct CellSum {
    count: i64,
    amount: i64,
}

/// Shows every cell of every bucket that has payments, oldest bucket first.
pub fn for_each_cell(
    columns: &PaymentColumns,
    granularity: Option<BucketLength>,
    profile: &str,
    mut visit: impl FnMut(CountCell),
) {
    let width = columns.values.len();
    let mut cube = vec![CellSum::default(); PaymentColumns::STATUSES * width * width];
    let mut touched: Vec<usize> = Vec::new();
    let mut start = 0;
    while let Some(first_ms) = columns.created_ms.get(start) {
        let bucket_ms = granularity.map(|granularity| granularity.start_of(*first_ms));
        let end = granularity.map_or(columns.created_ms.len(), |granularity| {
            let next_ms = granularity.start_of(*first_ms) + granularity.length_ms();
            start + columns.created_ms[start..].partition_point(|ms| *ms < next_ms)
        });
        for place in start..end {
            let (method, currency) = (usize::from(columns.method[place]), usize::from(columns.currency[place]));
            let cell = (columns.status_of(place) * width + method) * width + currency;
            let sum = &mut cube[cell];
            if sum.count == 0 {
                touched.push(cell);
            }
            sum.count += 1;
            sum.amount = sum.amount.saturating_add(columns.amount[place]);
        }
        for cell in touched.drain(..) {
            let CellSum { count, amount } = std::mem::take(&mut cube[cell]);
            visit(CountCell { bucket_ms, values: values_of(columns, cell, profile), count, amount });
        }
        start = end;
    }
}

fn values_of<'a>(columns: &'a PaymentColumns, cell: usize, profile: &'a str) -> [&'a str; DIMENSIONS] {
    const NAMED: &[PaymentStatus] = &PaymentStatus::NAMED;
    let width = columns.values.len();
    let status = NAMED.get(cell / width / width).map_or(columns.other_status, PaymentStatus::as_str);
    [status, columns.values[cell / width % width], columns.values[cell % width], profile]
}
