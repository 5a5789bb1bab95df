//! What a payment that shows its refunds says of one that was asked for.

use serde_json::Value;

use paydesk_domain::document::says_failed;
use paydesk_domain::payment::PaymentStatus;

use super::asked::Asked;
use super::judgement::Judgement;
use super::reason::JudgementReason as Reason;
use super::statement::{Minor, Statement};

/// That it was not made, where others left no room for it: whether the list is complete does not matter then. Ours is judged
/// by itself, as every refund that is reported.
pub fn judge_payment(asked: &Asked<'_>, payment: &Statement<'_>) -> Judgement {
    let unclear =
        || Judgement::Unclear(Reason::PaymentIs(PaymentStatus::from_word(payment.status().unwrap_or_default())));
    let (Some(before), Some(money)) = (asked.payment_before(), asked.money) else { return unclear() };
    let is_same = payment.text("payment_id").is_none_or(|found| found == before.payment_id.as_str());
    let (Some(refunded), Some(most)) = (refunded_otherwise(asked, payment), before.most_received_minor()) else {
        return unclear();
    };
    let most = most.max(payment.minor("amount").shown().unwrap_or(0));
    match refunded.checked_add(money.minor) {
        Some(all) if all > most && is_same => {
            Judgement::NotThere(Reason::RefundedOtherwise { refunded: money.with_minor(refunded) })
        }
        Some(_) | None => unclear(),
    }
}

/// The sum of the other refunds that have not failed; `None` where ours is among them or one cannot be read.
fn refunded_otherwise(asked: &Asked<'_>, payment: &Statement<'_>) -> Option<i64> {
    let refunds = payment.get("refunds").and_then(Value::as_array)?;
    let mut sum = 0_i64;
    for refund in refunds.iter().map(Statement::new) {
        let is_ours = refund.is_named(asked);
        let is_foreign = refund
            .text("currency")
            .is_some_and(|code| asked.money.is_none_or(|money| !money.currency.code().eq_ignore_ascii_case(code)));
        match refund.minor("amount") {
            Minor::Shown(minor) if minor >= 0 && !is_ours && !is_foreign => {
                let counts = !refund.status().is_some_and(says_failed);
                sum = sum.checked_add(if counts { minor } else { 0 })?;
            }
            Minor::Shown(_) | Minor::NotShown | Minor::Unreadable => return None,
        }
    }
    Some(sum)
}
