//! The table of operations, as the list of all operations has them.

use crate::features::operation_log::LoggedOperation;
use crate::text::{COLUMN_AMOUNT, COLUMN_CURRENCY, COLUMN_DETAIL, COLUMN_OPERATION_ID};
use paydesk_domain::export::{ExportCell, ExportRow};

pub(super) const COLUMNS: [&str; 14] = [
    COLUMN_OPERATION_ID,
    "recorded_at",
    "operator",
    "profile",
    "environment",
    "operation",
    "object",
    "object_id",
    COLUMN_AMOUNT,
    COLUMN_CURRENCY,
    "outcome",
    COLUMN_DETAIL,
    "person",
    "team",
];

/// One operation. Captures and refunds have no common sum: the row counts for none.
pub fn operation_row(record: &LoggedOperation) -> ExportRow<'_> {
    let [amount, currency] = ExportCell::money(record.money.as_ref());
    let cells = vec![
        ExportCell::text(record.operation_id.as_str()),
        ExportCell::time(Some(record.recorded_at)),
        ExportCell::text(record.operator.as_str()),
        ExportCell::text(record.profile_id.as_str()),
        ExportCell::text(record.environment.map_or("", |environment| environment.word())),
        ExportCell::text(record.title.as_str()),
        ExportCell::text(record.target.kind.noun()),
        ExportCell::text(record.target.resource.as_str()),
        amount,
        currency,
        ExportCell::text(record.outcome.label()),
        ExportCell::text(record.detail.as_str()),
        ExportCell::text(record.person.as_str()),
        ExportCell::text(record.alone_text()),
    ];
    ExportRow { cells, money: None }
}
