//! Why an operation is not sent after all, as text: what was checked first is not as the person saw it, or could not be
//! checked.

use paydesk_api::error::CallError;
use paydesk_api::operation::Endpoint;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::reported_status;
use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::text::{sentences, visible_id};

use super::precondition::given_back_minor;
use super::wording::TOO_OLD_TO_REPEAT;
use super::{Operation, OperationPlan, Precondition, Reading};

/// Why the question the status of a refund did not leave.
const WAITED_TOO_LONG: &str = "it waited too long; try again";

/// Why an operation does not leave any more that [waited too long](super::resending::is_too_old_to_leave).
pub(super) fn too_old_to_leave(plan: &OperationPlan) -> &'static str {
    if plan.is_status_check() { WAITED_TOO_LONG } else { TOO_OLD_TO_REPEAT }
}

/// Why an operation did not leave whose journal entry took longer than `limit_s` seconds to save.
pub(super) fn saved_too_slowly(operation: &Operation, limit_s: i64) -> String {
    let slow = format!("saving it on this computer took longer than {limit_s} seconds");
    match operation.is_checked() {
        true => format!("{slow}, and the {} may have changed in the meantime; try again", checked_noun(operation)),
        false => format!("{slow}; try again"),
    }
}

/// What was read before sending: a refund is of a payment, which is what was read.
fn checked_noun(operation: &Operation) -> &'static str {
    if operation.precondition.payment().is_some() { "payment" } else { operation.plan.target.kind.noun() }
}

/// Why an operation did not leave that the service took too long to answer about.
pub(super) const CHECKED_TOO_SLOWLY: &str = "the service took longer than 5 seconds to answer the check, and things may have changed in the meantime; \
        try again";

/// Why an operation did not leave whose target was not read from the service itself.
pub(super) const NOT_CHECKED_AT_SERVICE: &str = "it could not be checked first: a proxy between Paydesk and the \
    service may have answered from its cache. Try again, or ask your network administrator to turn off caching \
    for the service.";

/// The status of the target, where it is no longer what the person saw.
pub(super) fn now_is(reading: Reading<'_>) -> String {
    match reading {
        Reading::Payment(payment) => match &payment.amount_capturable {
            Some(capturable) => format!("{} with {capturable} to capture", payment.status),
            None => payment.status.to_string(),
        },
        Reading::Record(record) => match reported_status(record) {
            Some(status) => format!("“{}”", visible(status)),
            None => "without a status".to_owned(),
        },
        Reading::Absent => "no longer there".to_owned(),
    }
}

/// What a person saw of a target, and what it is now.
pub fn was_and_is(name: &str, was: Option<&str>, now: Option<&str>) -> String {
    let text = |value: Option<&str>| value.map_or_else(|| "not reported".to_owned(), visible);
    format!("the {name} was {} and is now {}", text(was), text(now))
}

impl Precondition {
    /// What of it is no longer as it was seen, each as a part of a sentence.
    fn changes(&self, reading: Reading<'_>) -> Vec<String> {
        let facts = match (self, reading) {
            (Self::Payment(seen), Reading::Payment(payment)) => {
                let money = |minor: Option<i64>| minor.map(|minor| seen.amount.with_minor(minor).to_string());
                let now = |money: &Option<Money>| money.as_ref().map(ToString::to_string);
                let label = |status: &PaymentStatus| Some(status.label().into_owned());
                let given_back = given_back_minor(payment).filter(|now| Some(*now) > seen.refunded_minor);
                let given_back = given_back.filter(|_| seen.refunded_minor.is_some());
                let (method_was, method_is) = seen.capture_method_change(payment).unzip();
                vec![
                    ("status", label(&seen.status), label(&payment.status)),
                    ("amount", Some(seen.amount.to_string()), Some(payment.amount.to_string())),
                    ("amount received", money(seen.received_minor), now(&payment.amount_received)),
                    ("amount left to capture", money(seen.capturable_minor), now(&payment.amount_capturable)),
                    ("capture method", method_was.map(str::to_owned), method_is.map(str::to_owned)),
                    ("amount refunded", given_back.and(money(seen.refunded_minor)), money(given_back)),
                ]
            }
            (Self::Payout(seen), Reading::Record(record)) => {
                let minor = record.get("amount").and_then(serde_json::Value::as_i64);
                let currency = record.get("currency").and_then(|code| code.as_str());
                let amount = minor
                    .zip(currency)
                    .map(|(minor, code)| Money::new(minor, seen.amount.currency.units().currency(code)));
                let status = reported_status(record).map(|word| PayoutStatus::from_word(word).label().into_owned());
                let (was, is) = seen.recipient_change(record).unzip();
                vec![
                    ("recipient", was, is),
                    ("status", Some(seen.status.label().into_owned()), status),
                    ("amount", Some(seen.amount.to_string()), amount.map(|amount| amount.to_string())),
                ]
            }
            (Self::Dispute(seen), Reading::Record(record)) => {
                let label = |word: &str| DisputeStatus::from_word(word).label().into_owned();
                vec![("status", Some(label(&seen.status)), reported_status(record).map(label))]
            }
            (Self::Nothing | Self::Payment(_) | Self::Payout(_) | Self::Dispute(_), _) => Vec::new(),
        };
        let changed = facts.into_iter().filter(|(_, was, now)| was != now);
        changed.map(|(name, was, now)| was_and_is(name, was.as_deref(), now.as_deref())).collect()
    }
}

/// Why it is not sent after all: its target is not, or could not be shown to be, what the person saw.
pub(super) fn changed_meanwhile(operation: &Operation, result: Result<Reading<'_>, &CallError>) -> String {
    let noun = checked_noun(operation);
    match result {
        Ok(Reading::Absent) => {
            let id = visible_id(&operation.plan.target.resource, 200);
            format!("the {noun} could not be checked first: the service has no {noun} {id}")
        }
        Ok(reading) => {
            let changes = operation.precondition.changes(reading);
            let changes =
                if changes.is_empty() { format!("it is now {}", now_is(reading)) } else { changes.join("; ") };
            let what = format!("the {noun} has since changed: {changes}");
            let is_evidence = operation.plan.endpoint == Endpoint::SubmitEvidence;
            let takes_none = match reading {
                Reading::Record(dispute) => {
                    !DisputeStatus::from_word(reported_status(dispute).unwrap_or_default()).takes_evidence()
                }
                Reading::Payment(_) | Reading::Absent => false,
            };
            if is_evidence && takes_none { what } else { format!("{what}; check it again") }
        }
        Err(error) => sentences(&[format!("the {noun} could not be checked first"), error.what()]),
    }
}

/// Why an operation is unknown that met the rate limit and does not leave again.
pub(super) fn rate_limit_and_held_back(why: &str) -> String {
    format!(
        "the service refused it because of its rate limit, and it was not sent again: {why}. Another copy may \
            have been executed"
    )
}

/// Why a refund is not sent after all: the service lists one of its payment without an amount.
pub(super) const REFUND_WITHOUT_AMOUNT: &str =
    "the service reports another refund of the payment whose amount cannot be read; check it at the service";

/// Why a refund is not sent after all: a bank takes the money back, too.
pub(super) const DISPUTED_MEANWHILE: &str = "the payment is disputed, and you had not been warned; check \
    the dispute, then refund again if you still want to";

/// Why a refund is not sent after all: nothing shows that every refund of its payment was seen.
pub(super) const REFUNDS_NOT_ALL_LISTED: &str = "the service's list of refunds could not be read completely, so \
    refunds of this payment may be missing; check it at the service";

/// Why a refund is not sent after all: others gave back more of its payment than the person saw.
pub(super) fn refunded_meanwhile(seen: &Money, now: &Money) -> String {
    let change = was_and_is("amount refunded", Some(&seen.to_string()), Some(&now.to_string()));
    format!("the payment has since changed: {change}; check it again")
}

const NO_LIST_ANY_MORE: &str =
    "If the service no longer lists refunds, forget what Paydesk learned about it in Settings";

/// Why a refund is not sent: what others refunded could not be read.
pub(super) fn refunds_not_checked(error: &CallError) -> String {
    let lists_none = if error.is_refusal() { NO_LIST_ANY_MORE } else { "" };
    sentences(&["the refunds of the payment could not be checked first", &error.what(), lists_none])
}

fn visible(text: &str) -> String {
    paydesk_domain::text::visible(text, 200)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_api::input::CreateCustomerInput;
    use paydesk_api::resources::customers::calls::CreateCustomer;
    use paydesk_domain::ids::CustomerId;
    use paydesk_domain::money::Currency;

    #[test]
    fn what_waited_too_long_says_whether_it_would_have_refunded() {
        let body = json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500});
        let status_check = OperationPlan::refund_status(&body, &Money::new(500, Currency::iso4217("EUR"))).unwrap();
        let customer = CreateCustomer::new(CreateCustomerInput::new(CustomerId::new("cus_1"))).unwrap();
        assert_eq!(too_old_to_leave(&status_check), WAITED_TOO_LONG);
        assert_eq!(too_old_to_leave(&OperationPlan::of(&customer)), TOO_OLD_TO_REPEAT);
    }
}
