//! A cell that says whom a row is about.

use egui::Response;

use paydesk_core::State;
use paydesk_core::features::operation_log::LoggedOperation;
use paydesk_widgets::table::TableCell;

/// Draws the customer, with the ID of the object under the pointer; the ID itself where no customer is known.
pub fn customer_or_id_ui<C: Copy>(cell: &mut TableCell<'_, C>, customer: &str, id: &str) -> Response {
    match customer {
        "" => cell.mono(id),
        customer => cell.text(customer).on_hover_text(id),
    }
}

/// The customer whom an operation of the profile in front concerned; empty where that is not known here.
pub fn customer_text(state: &State, record: &LoggedOperation) -> String {
    let is_here = record.profile_id == state.profiles.current;
    if is_here { state.workspace.customer_text(record.target.kind, &record.target.resource) } else { String::new() }
}
