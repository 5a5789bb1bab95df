//! Which columns the list of payments has.

use crate::list::{ColumnFacts, FittedColumns, ListColumn};
use paydesk_core::features::payments::PaymentSortColumn as Col;

use super::text;

/// With this the status has room for what is left to capture, in points.
const ROOMY_STATUS: f32 = 220.0;
/// What the longer title takes with the arrow of the order, in points.
const DEADLINE_OR_DECLINE_MIN: f32 = 142.0;
/// With less the word of a status would be cut: it is a shape alone, in points.
const STATUS_MIN: f32 = 146.0;

/// All of them. The deadline is never left out.
pub(super) const COLUMNS: [ListColumn<Col>; 9] = [
    ListColumn::new(Col::PaymentId, text::PAYMENT, [48.0, 190.0, 280.0]).mono(),
    ListColumn::new(Col::Amount, text::AMOUNT, [84.0, 104.0, 130.0]).right(),
    ListColumn::exact(Col::Currency, "", 36.0).named(text::CURRENCY).unsorted().where_same(),
    ListColumn::new(Col::Status, text::STATUS, [16.0, STATUS_MIN, 250.0]),
    ListColumn::new(Col::Created, text::CREATED, [100.0, 100.0, 140.0]).rank(2),
    ListColumn::new(Col::CaptureBefore, "Capture before", [112.0, 124.0, 190.0]),
    ListColumn::new(Col::Method, text::METHOD, [90.0, 110.0, 150.0]).rank(4).where_filled(),
    ListColumn::new(Col::Customer, text::CUSTOMER, [100.0, 190.0, 240.0]).rank(3).where_filled(),
    ListColumn::new(Col::Decline, text::DECLINE, [120.0, 230.0, 520.0]).rank(1).where_filled(),
];

/// Where the amount and the status are among them.
const AMOUNT: usize = 1;
const STATUS: usize = 3;

/// The columns for a list of this width; `has_rests` is whether amounts stand with what is left of them.
pub(super) fn fit(facts: &ColumnFacts<Col>, has_rests: bool, width: f32) -> FittedColumns<Col> {
    let mut all = COLUMNS;
    if has_rests {
        all[AMOUNT] = ListColumn::new(Col::Amount, text::AMOUNT, [84.0, 150.0, 210.0]).right();
    }
    let mut fitted = facts.fit(&all, width);
    if is_tiny(&fitted) {
        let mut small = all;
        small[STATUS] = ListColumn::exact(Col::Status, "", 16.0).named(text::STATUS);
        fitted = facts.fit(&small, width);
    }
    if !fitted.has(Col::Decline) && facts.same(Col::Decline) != Some("") {
        // What a row has to say more, deadline or decline, shares the column.
        let has_room = fitted.width(Col::CaptureBefore).is_some_and(|width| width >= DEADLINE_OR_DECLINE_MIN);
        let title = if has_room { "Deadline or decline" } else { "Deadline" };
        fitted.retitle(Col::CaptureBefore, |_| title.to_owned());
    }
    if let Some(code) = facts.same(Col::Currency).filter(|_| !fitted.has(Col::Currency)) {
        fitted.retitle(Col::Amount, |title| crate::text::in_currency(title, code));
    }
    fitted
}

/// Whether there is room for more than the word of a status.
pub(super) fn is_roomy(columns: &FittedColumns<Col>) -> bool {
    columns.width(Col::Status).is_some_and(|width| width >= ROOMY_STATUS)
}

/// Whether the status is a shape alone.
pub(super) fn is_tiny(columns: &FittedColumns<Col>) -> bool {
    columns.width(Col::Status).is_some_and(|width| width < STATUS_MIN)
}
