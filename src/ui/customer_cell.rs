//! A cell that says whom a row is about.

use egui::Response;

use paydesk_widgets::table::TableCell;

/// Draws the customer, with the ID of the object under the pointer; the ID itself where no customer is known.
pub fn customer_or_id_ui<C: Copy>(cell: &mut TableCell<'_, C>, customer: &str, id: &str) -> Response {
    match customer {
        "" => cell.mono(id),
        customer => cell.text(customer).on_hover_text(id),
    }
}
