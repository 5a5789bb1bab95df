//! What one object says, read without trusting it: fields that are missing, of another kind or different.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use crate::endpoints::{Endpoint, PaymentChange};
use crate::operation::EchoedField;
use crate::wire::payment_error::payment_error_of;
use paydesk_domain::document::reported_status;
use paydesk_domain::metadata::{METADATA_MAX_PAIRS, OPERATION_ID};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::webhook::CHANGE_TIMES;

use super::asked::{Asked, Before, ProofSource};
use super::judgement::Judgement;
use super::reason::JudgementReason as Reason;

/// The reference of a payout.
const REFERENCE: &str = "merchant_order_reference_id";

/// One object as it was reported.
pub struct Statement<'a> {
    pub object: &'a Value,
}

/// An amount that an object does or does not report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minor {
    NotShown,
    Shown(i64),
    /// Something else stands there.
    Unreadable,
}

impl Minor {
    pub fn shown(self) -> Option<i64> {
        match self {
            Self::Shown(minor) => Some(minor),
            Self::NotShown | Self::Unreadable => None,
        }
    }
}

/// No service shortens a reference to less.
const CUT_LEAST: usize = 8;

impl<'a> Statement<'a> {
    pub fn new(object: &'a Value) -> Self {
        Self { object }
    }

    /// A field, unless it is missing or `null`.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|found| !found.is_null())
    }

    /// A text that is not empty.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str().filter(|text| !text.is_empty())
    }

    pub fn minor(&self, name: &str) -> Minor {
        match self.get(name).map(Value::as_i64) {
            None => Minor::NotShown,
            Some(Some(minor)) => Minor::Shown(minor),
            Some(None) => Minor::Unreadable,
        }
    }

    /// When it was changed last, by the service's clock.
    pub fn modified_at(&self) -> Option<DateTime<Utc>> {
        CHANGE_TIMES.iter().find_map(|name| self.text(name)?.parse().ok())
    }

    pub fn status(&self) -> Option<&'a str> {
        reported_status(self.object)
    }

    /// The operation that its metadata names.
    pub fn named_operation(&self) -> Option<&'a str> {
        self.get("metadata")?.get("operation_id")?.as_str()
    }

    /// Whether its metadata is all that the call sent, where a person's pairs took all the room and none names the
    /// operation.
    pub fn has_all_pairs(&self, asked: &Asked<'_>) -> bool {
        let sent = asked.sends("metadata").and_then(Value::as_object);
        let is_full = |sent: &Map<String, Value>| sent.len() == METADATA_MAX_PAIRS && !sent.contains_key(OPERATION_ID);
        sent.is_some_and(|sent| is_full(sent) && self.get("metadata").and_then(Value::as_object) == Some(sent))
    }

    /// How the service declined it.
    pub fn declined(&self) -> Judgement {
        let error = payment_error_of(self.object);
        let message = error.reason().unwrap_or_default().to_owned();
        Judgement::Declined { code: error.unified_code.or(error.error_code), message }
    }

    /// Whether it names this call: our operation in its metadata, or an id that only this call carries. A reference that
    /// a person typed may be on another object too, and what names another operation is that one's.
    pub fn is_named(&self, asked: &Asked<'_>) -> bool {
        match (self.named_operation(), asked.operation_id) {
            (Some(named), Some(ours)) => named == ours,
            (Some(_), None) | (None, _) => self.has_own_id(asked),
        }
    }

    fn has_own_id(&self, asked: &Asked<'_>) -> bool {
        let same = |field: &str| asked.sends(field).is_some_and(|sent| self.get(field) == Some(sent));
        let is_operation = |field: &str| asked.sends(field).and_then(Value::as_str) == asked.operation_id;
        let by_reference = |field: &str| same(field) && is_operation(field) && asked.operation_id.is_some();
        same("refund_id") || by_reference(REFERENCE) || by_reference("merchant_reference_id")
    }

    /// Whether neither an operation nor a reference nor an amount in it is of another call.
    pub fn may_be_made_by(&self, asked: &Asked<'_>) -> bool {
        let named = self.named_operation().filter(|named| !named.is_empty());
        let reference = self.text(REFERENCE).zip(asked.sends(REFERENCE).and_then(Value::as_str));
        let money = self.money(asked.money).zip(asked.money);
        named.is_none_or(|named| asked.operation_id == Some(named))
            && reference.is_none_or(|(found, sent)| found == sent || is_cut(found, sent))
            && money.is_none_or(|(found, asked)| found == *asked)
    }

    /// Amount and currency, where both are reported.
    pub fn money(&self, like: Option<&Money>) -> Option<Money> {
        let (minor, code) = (self.minor("amount").shown()?, self.text("currency")?);
        let same = like.filter(|like| like.currency.code().eq_ignore_ascii_case(code));
        let units = like.map_or(MinorUnits::Undecided, |like| like.currency.units());
        Some(same.map_or_else(|| Money::new(minor, units.currency(code)), |like| like.with_minor(minor)))
    }

    /// What already the id, the parent, the amount or the currency say against it; `None` where they are as asked. What a
    /// report does not show is not compared.
    pub fn identity(&self, asked: &Asked<'_>, source: ProofSource) -> Option<Judgement> {
        let is_answer = source == ProofSource::Answer;
        if is_answer && let Some(field) = self.missing_in_answer(asked) {
            return Some(Judgement::Unclear(Reason::FieldUnreadable(field)));
        }
        if !is_answer && asked.is_made_unnamed() && !self.is_named(asked) {
            return Some(Judgement::Another(Reason::FieldDiffers("metadata".to_owned())));
        }
        let mut echoes = asked.expectation.echoes.iter();
        let different = echoes.find_map(|echo| self.difference(asked, source, echo));
        different.or_else(|| self.other_payment(asked)).or_else(|| self.other_amount_before(asked))
    }

    /// What every answer has and this one has not.
    fn missing_in_answer(&self, asked: &Asked<'_>) -> Option<String> {
        if !self.object.is_object() || self.object.get("error").is_some_and(Value::is_object) {
            return Some("error".to_owned());
        }
        let missing = |name: &&std::borrow::Cow<'static, str>| self.text(name).is_none();
        asked.expectation.present.iter().find(missing).map(ToString::to_string)
    }

    fn difference(&self, asked: &Asked<'_>, source: ProofSource, echo: &EchoedField) -> Option<Judgement> {
        let Some(found) = self.get(&echo.field) else {
            let is_missing = source == ProofSource::Answer && echo.required;
            return is_missing.then(|| Judgement::Unclear(Reason::FieldUnreadable(echo.field.to_string())));
        };
        let is_same = match (found, &echo.value) {
            (Value::String(found), Value::String(wanted)) if echo.field == "currency" => {
                found.eq_ignore_ascii_case(wanted)
            }
            (found, wanted) => found == wanted,
        };
        let is_report = source == ProofSource::Report;
        match &*echo.field {
            _ if is_same => None,
            // What an update changed is found by its fields, and who made a payment by its operation.
            "amount" | "currency" if is_report && asked.judges_amount_itself() => None,
            "amount" | "currency" => Some(self.other_amount(asked, &echo.field)),
            // The service may give what it made an id of its own; a report of it then names the operation.
            "refund_id" if is_report => None,
            "payment_id" if asked.is_made_unnamed() => {
                Some(Judgement::Contradiction(Reason::FieldDiffers("payment_id".to_owned())))
            }
            field => Some(Judgement::Another(Reason::FieldDiffers(field.to_owned()))),
        }
    }

    fn other_amount(&self, asked: &Asked<'_>, field: &str) -> Judgement {
        let before = asked.expected_amount();
        let now = self.money(before.as_ref());
        Judgement::Contradiction(match now.zip(before).filter(|(now, before)| now != before) {
            Some((now, before)) => Reason::OtherAmount { now, before },
            None => Reason::FieldUnreadable(field.to_owned()),
        })
    }

    /// It is about another payment than the one that was seen.
    fn other_payment(&self, asked: &Asked<'_>) -> Option<Judgement> {
        let is_about = asked.change().is_some() || asked.endpoint == Some(Endpoint::CreateRefund);
        let before = asked.payment_before().filter(|_| is_about)?;
        let is_other = self.text("payment_id").is_some_and(|found| found != before.payment_id.as_str());
        let reason = Reason::FieldDiffers("payment_id".to_owned());
        let is_of_payment = asked.change().is_some();
        is_other.then_some(if is_of_payment { Judgement::Another(reason) } else { Judgement::Contradiction(reason) })
    }

    /// It is over another amount than what was seen.
    fn other_amount_before(&self, asked: &Asked<'_>) -> Option<Judgement> {
        let before = match asked.before {
            Before::Payment(payment) if asked.change().is_some_and(|change| change != PaymentChange::Updated) => {
                payment.amount
            }
            Before::Payout(amount) => amount,
            Before::Payment(_) | Before::Dispute(_) | Before::Nothing => return None,
        };
        let now = self.money(Some(before)).filter(|now| now != before)?;
        Some(Judgement::Contradiction(Reason::OtherAmount { now, before: before.clone() }))
    }
}

/// Whether a service may have shortened the reference that was sent.
fn is_cut(found: &str, sent: &str) -> bool {
    found.len() >= CUT_LEAST && sent.starts_with(found)
}
