//! What can be done to the payments that are selected.

use paydesk_core::State;
use paydesk_core::features::bulk::BulkKind;
use paydesk_core::features::payments::PaymentsPart;

/// What is usual in the view that is shown.
pub(super) fn bulk_kinds(state: &State) -> &'static [BulkKind] {
    match state.workspace.payments.part(&state.view()) {
        Some(PaymentsPart::ToCapture) => &[BulkKind::Capture, BulkKind::Cancel],
        Some(PaymentsPart::InReview) => &[BulkKind::Approve, BulkKind::Cancel],
        _ => &BulkKind::OF_PAYMENTS,
    }
}
