//! A row of a list of payments in one sentence.

use crate::status::status_of_row;
use paydesk_core::State;
use paydesk_core::features::payments::PaymentTableRow;

use super::text;

/// What a screen reader says of a row: how much, in which status and of whom first, the ID last.
pub(super) fn row_name(state: &State, row: &PaymentTableRow) -> String {
    let amount = format!("{} {}", row.amount_text, row.currency_text);
    let status = status_of_row(state, row).word.into_owned();
    let payer = Some(row.payer_text.clone()).filter(|text| !text.is_empty());
    let deadline = row.capture_before.map(|deadline| text::row_deadline(deadline.text(state.now)));
    let (created, id) = (text::created_at(&row.created_text), row.id_text.clone());
    let parts = [Some(amount), Some(status), payer, rest_text(row), Some(created), deadline, Some(id)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is left to capture of a payment that was captured in part.
pub(super) fn rest_text(row: &PaymentTableRow) -> Option<String> {
    let rest = row.rest_text.as_ref()?;
    Some(text::left_to_capture(rest, &row.currency_text))
}
