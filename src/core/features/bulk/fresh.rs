//! The last check before an item is begun: what was just read is compared with what the person confirmed, and becomes
//! the precondition of its operation.

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use crate::features::payments::{as_service_does, is_offered};
use crate::features::payouts::known_payout;
use crate::features::refunds::refundable_balance;
use crate::operations::{Intent, OperationPlan, PaymentPrecondition, PayoutPrecondition, Precondition, Submission};
use paydesk_api::input::{CreateRefundInput, InputError};
use paydesk_api::resources::payouts::calls::{FulfillPayout, FulfillPayoutInput};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_domain::ids::{PaymentId, PayoutId};
use paydesk_domain::payment::{Payment, PaymentRow, PaymentStatus};
use paydesk_domain::payout::PayoutStatus;

use super::item::BulkItem;
use super::kind::BulkKind;
use super::known::payment_of;
use super::text;

/// The payment of an item as a list just showed it. Where nothing was received and the status is what the person saw, so
/// are the amounts that the list leaves out: a first capture changes both, a second one may leave the status as it was. Of
/// an authorization that waits for its capture all can be captured. `None` where the amounts are not known: the payment
/// is read by itself.
pub(super) fn listed_payment(item: &BulkItem, row: &PaymentRow) -> Option<Payment> {
    if row.status.as_str() != item.seen_status {
        return payment_of(row);
    }
    let is_authorized = row.status == PaymentStatus::RequiresCapture;
    let (nothing, all) = (is_authorized.then_some(0), is_authorized.then_some(row.amount.minor));
    let is_untouched = is_authorized || item.seen_received == Some(0);
    let seen = |minor: Option<i64>| minor.filter(|_| is_untouched);
    let received_minor = Some(row.received_minor.or(seen(item.seen_received)).or(nothing)?);
    let capturable_minor = Some(row.capturable_minor.or(seen(item.seen_capturable)).or(all)?);
    payment_of(&PaymentRow { received_minor, capturable_minor, ..row.clone() })
}

/// The operation of an item on a payment that was read at `at`, or why it is not begun.
pub(super) fn on_payment(
    (kind, reason): (BulkKind, &str),
    item: &BulkItem,
    (at, payment): (DateTime<Utc>, &Payment),
    view: &WorkspaceView<'_>,
) -> Result<Submission, String> {
    let reason = item.reason.as_deref().unwrap_or(reason);
    check_unchanged(item, payment)?;
    if kind.action().is_some_and(|action| !is_offered(view, payment, action)) {
        return Err(text::now_in_status(&payment.status.label()));
    }
    let review = view.review_status();
    let known_review = !review.is_assumed() && review.is(&payment.status);
    let precondition = PaymentPrecondition::of(payment, at).in_review(known_review);
    let plan = match kind {
        BulkKind::Capture => {
            check_capture(item, payment)?;
            let (prefix, suffix) = (String::new(), String::new());
            Intent::Capture { amount: item.amount.clone(), prefix, suffix }.plan(&payment.payment_id, &precondition)?
        }
        BulkKind::Cancel => {
            let reason = Some(reason.to_owned()).filter(|reason| !reason.is_empty());
            as_service_does(view, payment, Intent::Cancel { reason }).plan(&payment.payment_id, &precondition)?
        }
        BulkKind::Approve => {
            as_service_does(view, payment, Intent::Approve).plan(&payment.payment_id, &precondition)?
        }
        BulkKind::Refund => refund(item, payment, reason, view)?,
        BulkKind::Fulfil => return Err(text::NOT_KNOWN_ANY_MORE.to_owned()),
    };
    let precondition = match kind {
        BulkKind::Refund => precondition.with_refunded(refundable_balance(view, payment).given_back_minor(), payment),
        BulkKind::Capture | BulkKind::Cancel | BulkKind::Approve | BulkKind::Fulfil => precondition,
    };
    Ok(Submission { id: item.operation_id.clone(), plan, precondition: Precondition::Payment(precondition) })
}

/// The operation of an item on a payout, which reads it before it is sent.
pub(super) fn on_payout(item: &BulkItem, view: &WorkspaceView<'_>) -> Result<Submission, String> {
    let payout_id = PayoutId::new(item.target.as_str());
    let (known, payout) = known_payout(view.records, &payout_id).ok_or(text::NOT_KNOWN_ANY_MORE)?;
    if payout.status.as_str() != item.seen_status {
        let seen = PayoutStatus::from_word(&item.seen_status);
        return Err(text::changed("status", Some(&seen.label()), Some(&payout.status.label())));
    }
    if payout.amount != item.amount {
        return Err(text::changed("amount", Some(&item.amount.to_string()), Some(&payout.amount.to_string())));
    }
    let precondition = Precondition::Payout(
        PayoutPrecondition::of(payout, known.record.reported_at).with_accounts(&known.record.accounts),
    );
    let call = FulfillPayout::new(FulfillPayoutInput { payout_id, amount: item.amount.clone() });
    let plan = OperationPlan::of(&call.map_err(|errors| first(&errors))?);
    Ok(Submission { id: item.operation_id.clone(), plan, precondition })
}

fn first(errors: &[InputError]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

/// Status, amount and currency are those that the person confirmed, and so is what was received and can be captured.
fn check_unchanged(item: &BulkItem, payment: &Payment) -> Result<(), String> {
    let seen_status = PaymentStatus::from_word(&item.seen_status);
    if payment.status != seen_status {
        return Err(text::changed("status", Some(&seen_status.label()), Some(&payment.status.label())));
    }
    let seen = |minor: i64| item.amount.with_minor(minor);
    let amounts = [
        ("amount", Some(item.seen_minor), Some(&payment.amount)),
        ("amount received", item.seen_received, payment.amount_received.as_ref()),
        ("amount left to capture", item.seen_capturable, payment.amount_capturable.as_ref()),
    ];
    for (name, before, now) in amounts {
        if let Some((before, now)) = before.map(seen).zip(now).filter(|(before, now)| before != *now) {
            return Err(text::changed(name, Some(&before.to_string()), Some(&now.to_string())));
        }
    }
    Ok(())
}

fn check_capture(item: &BulkItem, payment: &Payment) -> Result<(), String> {
    let most = payment.amount.with_minor(payment.capturable_minor());
    if item.amount.minor > most.minor || item.whole && item.amount.minor != most.minor {
        return Err(text::now_capturable(&most));
    }
    Ok(())
}

fn refund(item: &BulkItem, payment: &Payment, reason: &str, view: &WorkspaceView<'_>) -> Result<OperationPlan, String> {
    let balance = refundable_balance(view, payment);
    let given_back = |minor: i64| item.amount.with_minor(minor).to_string();
    if let Some(before) = item.seen_refunded.filter(|before| *before != balance.given_back_minor()) {
        let now = given_back(balance.given_back_minor());
        return Err(text::changed("amount refunded", Some(&given_back(before)), Some(&now)));
    }
    let most = balance.offered();
    if item.amount.minor > most.minor || item.whole && item.amount.minor != most.minor {
        return Err(text::now_refundable(most));
    }
    let refund_id = item.refund_id();
    let payment_id = PaymentId::new(item.target.as_str());
    let input = CreateRefundInput::new(payment_id, refund_id, item.amount.clone());
    let call = CreateRefund::new(item.operation_id.clone(), CreateRefundInput { reason: reason.to_owned(), ..input });
    call.map(|call| OperationPlan::of(&call)).map_err(|errors| first(&errors))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_api::resources::payments::wire::decode_payment;
    use paydesk_domain::money::MinorUnits;

    fn payment(units: MinorUnits) -> Payment {
        let body = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 1_250, "currency": "ISK"});
        decode_payment(body, units).unwrap()
    }

    #[test]
    fn an_amount_that_was_confirmed_under_another_meaning_is_not_sent() {
        let stored = json!({"target": "pay_1", "operation_id": "op_1", "amount": {"minor": 1_250, "currency": "ISK"},
            "whole": false, "seen_minor": 1_250, "seen_status": "succeeded"});
        let item: BulkItem = serde_json::from_value(stored).unwrap();
        assert_eq!(item.amount.to_string(), "1,250 ISK");
        assert_eq!(check_unchanged(&item, &payment(MinorUnits::Iso4217)), Ok(()));
        let refusal = check_unchanged(&item, &payment(MinorUnits::Hyperswitch)).unwrap_err();
        assert!(refusal.contains("12.50 ISK"), "{refusal}");
    }
}
