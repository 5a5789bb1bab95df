//! What is to be done, as plain data: everything the engine has to know of an operation, whatever endpoint it is for.
//!
//! A plan is made from a call when the person confirms, kept in the journal, and is the same for every attempt. The
//! journal keeps nothing of it twice, and what is alike in most plans only where it differs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_api::call::{Method, Request};
use paydesk_api::endpoints::TitleSubject;
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_api::wire::is_whole;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::{visible, visible_id};

/// The request of an operation, what its answer must show, and what it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OperationPlan {
    pub endpoint: Endpoint,
    /// In the journal it is in the entry, which gives it back.
    #[serde(skip_serializing, default = "target_of_entry")]
    pub target: Target,
    pub request: Request,
    pub expectation: Expectation,
    /// The amount that moves or is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<Money>,
    /// It sends once more what was confirmed before, only to learn its status.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "asks_status")]
    pub is_status_check: bool,
    /// The request carries card data, an account or the like, which is stored nowhere: after a restart it cannot be sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_secret: bool,
    /// Taken up from a journal that kept a text of it, or of what was seen, only in part: it is not what was confirmed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "kept_in_part")]
    pub stored_in_part: bool,
}

/// Until the entry gives it back.
fn target_of_entry() -> Target {
    Target::new(ResourceKind::Payment, "")
}

impl OperationPlan {
    /// The plan of a call.
    pub fn of<C: OperationCall>(call: &C) -> Self {
        let request = call.request();
        Self {
            endpoint: C::ENDPOINT,
            target: call.target(),
            expectation: call.expectation(),
            money: call.money(),
            is_status_check: false,
            with_secret: request.secret.is_some(),
            stored_in_part: false,
            request,
        }
    }

    /// The plan that asks for the status of a refund by sending `body`, which made it, once more: the same `refund_id` is the
    /// same refund ([API reference](paydesk_api::resources::refunds::reference)). `None` where not all that was sent is
    /// known.
    pub fn refund_status(body: &Value, amount: &Money) -> Option<Self> {
        let text = |name: &str| body.get(name)?.as_str().filter(|text| !text.is_empty());
        let (refund_id, payment_id) = text("refund_id").zip(text("payment_id"))?;
        if !is_whole(body) || body.get("amount")?.as_i64()? != amount.minor {
            return None;
        }
        let expectation = Expectation::new(AnswerStatus::Refund)
            .naming("refund_id", refund_id)
            .naming("payment_id", payment_id)
            .over(amount);
        Some(Self {
            endpoint: Endpoint::CreateRefund,
            target: Target::new(ResourceKind::Refund, payment_id),
            request: Request::operation(Method::Post, "/refunds", body.clone()),
            expectation,
            money: Some(amount.clone()),
            is_status_check: true,
            with_secret: false,
            stored_in_part: false,
        })
    }

    /// Whether it only asks for the status of something that was confirmed before.
    pub fn is_status_check(&self) -> bool {
        self.is_status_check
    }

    /// Whether webhook events carry the object that it makes or changes, as far as the service reports it.
    pub fn is_reported_by_events(&self) -> bool {
        matches!(self.target.kind, ResourceKind::Refund | ResourceKind::Payout | ResourceKind::Subscription)
    }

    /// Whether everything that is to be sent is still known.
    pub fn is_whole(&self) -> bool {
        self.not_stored().is_none()
    }

    /// What of it was not kept, so that it cannot be sent any more; as a part of a sentence.
    pub fn not_stored(&self) -> Option<&'static str> {
        if self.stored_in_part {
            return Some(
                "some text was too long for the journal or looked like a secret, and was stored only in \
                part",
            );
        }
        (self.with_secret && self.request.secret.is_none()).then(|| self.secret_not_stored())
    }

    /// What was secret in it, as far as the rest says so.
    fn secret_not_stored(&self) -> &'static str {
        let body = self.request.body.as_ref();
        let fields = body.map(|body| body.get("payment_details").unwrap_or(body));
        let text = |name: &&str| fields?.get(name)?.as_str();
        // Of these, something else in it is secret: the tax ID of a recipient, say.
        let names_method =
            ["payout_token", "payout_method_id", "payment_token"].iter().any(|name| text(name).is_some());
        match ["payout_type", "payment_method"].iter().find_map(text).filter(|_| !names_method) {
            Some("card") => "its card data was not stored",
            Some(method) if method.starts_with("bank") => "its bank account was not stored",
            Some(_) => "its payment details were not stored",
            None => "its confidential part was not stored",
        }
    }

    /// The payment it works on or gives money back of.
    pub fn payment_id(&self) -> Option<PaymentId> {
        let is_of_payment = matches!(self.target.kind, ResourceKind::Payment | ResourceKind::Refund);
        is_of_payment.then(|| PaymentId::new(&*self.target.resource))
    }

    /// A field of the body that is sent.
    pub fn sends(&self, field: &str) -> Option<&Value> {
        self.request.body.as_ref()?.get(field)
    }

    /// For people: `Capture 128.40 EUR`, `Cancel payment`.
    pub fn title(&self) -> String {
        if self.is_status_check {
            return format!("Check {} status", self.target.kind.noun());
        }
        let texts = &self.endpoint.spec().texts;
        match (texts.before_amount, &self.money) {
            (_, _) if self.is_rejection() => "Reject payment".to_owned(),
            (Some(before), Some(money)) => format!("{}{before}{money}", texts.title),
            (_, _) => texts.title.to_owned(),
        }
    }

    /// Whether it ends a review at a service that does not cancel such payments.
    fn is_rejection(&self) -> bool {
        self.endpoint == Endpoint::CancelPayment && self.request.path.ends_with("/reject")
    }

    /// What it works on, to go after the title: ` of pay_1`. Nothing where an id of our own says nothing to a person.
    pub fn of_what(&self) -> String {
        match self.endpoint.spec().texts.subject {
            TitleSubject::None => String::new(),
            TitleSubject::Id(before) => format!("{before}{}", visible_id(&self.target.resource, 64)),
            TitleSubject::Name => {
                let name = self.sends("name").and_then(Value::as_str).unwrap_or_default();
                if name.is_empty() { String::new() } else { format!(" “{}”", visible(name, 64)) }
            }
        }
    }

    /// What is true once it happened: `128.40 EUR captured`, `Evidence for dsp_1 submitted`.
    pub fn done(&self) -> String {
        let amount = self.money.as_ref().map_or_else(|| "The amount".to_owned(), ToString::to_string);
        let id = visible_id(&self.target.resource, 64);
        let done = self.endpoint.spec().texts.done;
        let is_captured = self.endpoint == Endpoint::ApprovePayment && self.money.is_some();
        let done = if is_captured { format!("{done}, {{amount}} captured") } else { done.to_owned() };
        let done = if self.is_rejection() { "Payment rejected".to_owned() } else { done };
        done.replacen("{amount}", &amount, 1).replacen("{id}", &id, 1)
    }

    /// Whether it makes a payout that the service pays out by itself.
    pub(super) fn pays_out_by_itself(&self) -> bool {
        self.endpoint == Endpoint::CreatePayout && self.sends("auto_fulfill") == Some(&serde_json::Value::Bool(true))
    }

    /// Whether `status` shows that it happened: the service may only have begun it. An operation without a status says
    /// nothing else. An approval that captures has not happened while the payment waits for its capture.
    pub fn is_done_in(&self, status: &str) -> bool {
        let done_in = self.endpoint.spec().done_in;
        let is_uncaptured = self.endpoint == Endpoint::ApprovePayment
            && self.money.is_some()
            && PaymentStatus::TO_CAPTURE.contains(&PaymentStatus::from_word(status));
        !is_uncaptured && (done_in.is_empty() || done_in.iter().any(|done| done.eq_ignore_ascii_case(status)))
    }

    /// Whether a cancellation left what was captured, and released what was not.
    pub(super) fn released_the_rest(&self, status: &str) -> bool {
        let keeps_capture =
            matches!(PaymentStatus::from_word(status), PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured);
        self.endpoint == Endpoint::CancelPayment && keeps_capture
    }

    /// Whether nothing more is to come of it in this status.
    pub(super) fn is_finished_in(&self, status: &str) -> bool {
        self.is_done_in(status) || self.released_the_rest(status)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_secret_in_a_request_is_named_after_a_restart() {
        for (body, secret) in [
            (json!({"payout_type": "bank"}), "bank account"),
            (json!({"payout_type": "card"}), "card data"),
            (json!({"payout_type": "wallet"}), "payment details"),
            (json!({"payout_type": "card", "payout_token": "token_1"}), "confidential part"),
            (json!({"payment_method": "card", "amount": 500}), "card data"),
            (json!({"payment_method": "bank_debit"}), "bank account"),
            (json!({"payment_details": {"payment_method": "card"}}), "card data"),
            (json!({"payment_details": {"payment_method": "card", "payment_token": "t"}}), "confidential part"),
        ] {
            let plan = OperationPlan {
                endpoint: Endpoint::CreatePayout,
                target: target_of_entry(),
                request: Request::operation(Method::Post, "/", body.clone()),
                expectation: Expectation::new(AnswerStatus::NotShown),
                money: None,
                is_status_check: false,
                with_secret: true,
                stored_in_part: false,
            };
            assert!(plan.not_stored().is_some_and(|what| what.contains(secret)), "{body}: {:?}", plan.not_stored());
        }
    }
}
