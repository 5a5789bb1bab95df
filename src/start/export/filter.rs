//! Conditions on rows that are no payments: they are searched as payments are, so that a query means the same.

use chrono::{DateTime, Utc};

use paydesk_core::features::table_exports::TableRow;
use paydesk_domain::export::{ExportCell, ExportRow};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, SearchContext, StoredPayment, search, undated};
use paydesk_index::payment_query::PaymentQuery;

/// What the search sees of a row: its id, status, amount, time and customer, and all its texts as one.
fn searched(row: &TableRow<'_>, now: DateTime<Utc>) -> StoredPayment {
    let text = |cell: &ExportCell<'_>| match cell {
        ExportCell::Text(text) => Some(text.to_string()),
        ExportCell::Digits(digits) => Some(digits.clone()),
        ExportCell::Empty | ExportCell::Whole(_) | ExportCell::Flag(_) => None,
        ExportCell::Time(_) | ExportCell::Amount(_) => None,
    };
    let all: Vec<String> = row.row.cells.iter().filter_map(text).collect();
    let payment = PaymentRow {
        payment_id: PaymentId::new(row.id),
        status: PaymentStatus::from_word(row.status),
        amount: row.row.money.clone().unwrap_or_else(|| Money::new(0, MinorUnits::Undecided.currency(""))),
        created: row.created,
        capturable_minor: None,
        received_minor: None,
        customer_id: row.customer.cloned(),
        payment_method: None,
        unified_code: None,
        unified_message: None,
    };
    let texts = PaymentTexts { description: all.join(" "), ..PaymentTexts::default() };
    StoredPayment { texts, ..StoredPayment::listed(payment, now) }
}

/// The rows that the query finds, in their order, and how many more it could find if their dates could be read.
pub fn apply<'a>(
    rows: Vec<TableRow<'a>>,
    query: &PaymentQuery,
    zone: Zone,
    now: DateTime<Utc>,
) -> (Vec<ExportRow<'a>>, usize) {
    if query.is_empty() {
        return (rows.into_iter().map(|row| row.row).collect(), 0);
    }
    let mut columns = KnownPayments::default();
    for (number, row) in (1..).zip(&rows) {
        columns.push(&searched(row, now), number);
    }
    columns.order_new();
    let day_start = |day| zone.day_start(day);
    let context = SearchContext { today: zone.date(now), day_start: &day_start, notes: &() };
    let found = search(&columns, query, &context, false).rows;
    let undated = undated(&columns, query, &context);
    let kept = rows.into_iter().enumerate().filter(|(place, _)| found.has(*place));
    (kept.map(|(_, row)| row.row).collect(), undated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_index::payment_query::parse_query;

    fn row(id: &'static str, created: Option<&str>) -> TableRow<'static> {
        let row = ExportRow { cells: vec![ExportCell::text(id)], money: None };
        TableRow { row, id, status: "succeeded", created: created.map(|at| at.parse().unwrap()), customer: None }
    }

    #[test]
    fn rows_without_a_date_are_counted_where_days_are_asked_for() {
        let rows = || vec![row("ref_1", Some("2026-11-17T15:00:00Z")), row("ref_2", None), row("ref_3", None)];
        let now = "2026-11-21T15:00:00Z".parse().unwrap();
        for (query, found, undated) in
            [("", 3, 0), ("created:2026-11", 1, 2), ("created:2026-10", 0, 2), ("created:2026-11 ref_2", 0, 1)]
        {
            let (kept, more) = apply(rows(), &parse_query(query).unwrap(), Zone::default(), now);
            assert_eq!((kept.len(), more), (found, undated), "{query}");
        }
    }
}
