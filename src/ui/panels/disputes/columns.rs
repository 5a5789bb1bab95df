//! Which columns the inbox has.

use crate::list::ListColumn;
use paydesk_core::features::disputes::DisputeSortColumn as Col;

use super::text;

/// All of them. The deadline is never left out, and neither is what a dispute is told from others by: its customer, or the
/// payment where no customer is known.
pub(super) const fn columns(has_customers: bool) -> [ListColumn<Col>; 12] {
    let payment = ListColumn::new(Col::PaymentId, text::PAYMENT, [90.0, 116.0, 250.0]).mono();
    let payment = if has_customers { payment.rank(5) } else { payment };
    [
        ListColumn::new(Col::TimeLeft, "Time left", [136.0, 158.0, 180.0]),
        ListColumn::new(Col::DisputeId, text::DISPUTE, [90.0, 116.0, 250.0]).mono().rank(6),
        payment,
        ListColumn::new(Col::Customer, text::CUSTOMER, [90.0, 120.0, 280.0]).measured().where_filled(),
        ListColumn::new(Col::Amount, text::AMOUNT, [84.0, 100.0, 130.0]).right(),
        ListColumn::exact(Col::Currency, "", 36.0).unsorted().where_same(),
        ListColumn::new(Col::Status, text::STATUS, [138.0, 138.0, 170.0]).rank(2),
        ListColumn::new(Col::Reason, text::REASON, [80.0, 120.0, 420.0]),
        ListColumn::new(Col::Progress, text::EVIDENCE, [142.0, 142.0, 200.0]).rank(1),
        ListColumn::new(Col::Assignee, text::ASSIGNEE, [80.0, 100.0, 160.0]).rank(1).where_filled(),
        ListColumn::new(Col::Note, text::NOTE, [100.0, 110.0, 320.0]).rank(3).where_filled(),
        ListColumn::new(Col::Created, text::OPENED, [92.0, 92.0, 140.0]).rank(4),
    ]
}
