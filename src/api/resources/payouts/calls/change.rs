//! `PUT /payouts/:payout_id` and `POST /payouts/:payout_id/fulfill`
//! ([API reference](crate::resources::payouts::reference) and law).

use serde_json::{Map, Value};

use super::PayoutMethod;
use super::destination::check_type;
use crate::call::{Call, Request};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_metadata, remaining_metadata_json};
use crate::error::DecodeError;
use crate::input::{self, Checks, InputError, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::resources::payouts::wire::decode_update;
use crate::wire::{is_whole, other_id};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::PayoutId;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::{CallKind, ResourceKind};
use paydesk_domain::payment::Pair;
use paydesk_domain::payout::{Payout, PayoutStatus, PayoutUpdate};
use paydesk_domain::scrub::is_scrubbed;

/// What an update is made of: all of the intended description and metadata, as both are set and not merged.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdatePayoutInput {
    pub payout_id: PayoutId,
    /// What the payout is known to be over; the response has to echo it.
    pub amount: Money,
    /// An empty text clears it; `None` leaves it as it is.
    pub description: Option<String>,
    /// All of it, with the `operation_id` of the creation; `None` leaves it as it is.
    pub metadata: Option<Vec<Pair>>,
    /// The metadata as it was last seen: a value that was not edited leaves with the type it came with.
    pub known_metadata: Raw,
    /// Must be set, here or at the creation, before the payout is confirmed.
    pub payout_type: String,
    pub method: Option<PayoutMethod>,
}

impl UpdatePayoutInput {
    /// An update that changes nothing yet.
    pub fn of(payout: &Payout) -> Self {
        let metadata = known_metadata(payout);
        Self {
            payout_id: payout.payout_id.clone(),
            amount: payout.amount.clone(),
            description: payout.description.clone(),
            metadata: metadata.map(|_| payout.metadata.clone()),
            known_metadata: Raw::new(metadata.cloned().map(Value::Object).unwrap_or_default()),
            payout_type: String::new(),
            method: None,
        }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("payout_id", self.payout_id.as_str()));
        let changes = self.description.is_some() || self.metadata.is_some() || self.method.is_some();
        let is_empty = !changes && self.payout_type.is_empty();
        checks.forbid(is_empty, "description", Rule::is("required if nothing else is changed"));
        checks.extend(self.metadata.as_deref().map(check_metadata).unwrap_or_default());
        let loses = Rule::sentence("Part of it is masked here and would be lost: enter it again");
        checks.forbid(self.description.as_deref().is_some_and(is_scrubbed), "description", loses.clone());
        let values = self.metadata.iter().flatten().map(|(_, value)| value);
        checks.forbid(values.into_iter().any(|value| is_scrubbed(value)), "metadata", loses);
        checks.extend(check_type(&self.payout_type, self.method.as_ref()));
        checks.extend(self.method.as_ref().map(PayoutMethod::check).unwrap_or_default());
        checks.into_errors()
    }

    fn metadata_json(&self) -> Option<Value> {
        self.metadata.as_ref().map(|pairs| remaining_metadata_json(pairs, &self.known_metadata))
    }
}

/// `PUT /payouts/:payout_id`: answered with six fields, the status among them.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdatePayout {
    input: UpdatePayoutInput,
}

impl UpdatePayout {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: UpdatePayoutInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &UpdatePayoutInput {
        &self.input
    }
}

impl OperationCall for UpdatePayout {
    const ENDPOINT: Endpoint = Endpoint::UpdatePayout;

    fn request(&self) -> Request {
        let input = &self.input;
        let fields = BodyFields::new()
            .maybe("description", input.description.as_deref())
            .maybe("metadata", input.metadata_json())
            .text("payout_type", &input.payout_type);
        let fields = input.method.iter().fold(fields, |fields, method| method.write(fields));
        let secret = input.method.as_ref().and_then(PayoutMethod::secret);
        Request { secret, ..Request::to(Self::ENDPOINT, input.payout_id.as_str(), fields.into_value()) }
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payout, self.input.payout_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        let expectation = of_payout(AnswerStatus::UnchangedPayout, &self.input.payout_id, &self.input.amount);
        // With its method said, the payout does not wait for it any more.
        match &self.input.method {
            Some(_) => expectation.ending(PayoutStatus::RequiresPayoutMethodData.as_str()),
            None => expectation,
        }
    }
}

/// Which payout is to be paid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FulfillPayoutInput {
    pub payout_id: PayoutId,
    /// What the payout is known to be over, as the person saw it; the response has to echo it.
    pub amount: Money,
}

impl FulfillPayoutInput {
    /// Every broken rule.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("payout_id", self.payout_id.as_str()));
        checks.into_errors()
    }
}

/// `POST /payouts/:payout_id/fulfill`: money leaves. Answered with the payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FulfillPayout {
    input: FulfillPayoutInput,
}

impl FulfillPayout {
    /// The call, unless the payout has no id: it is in the path and in the body.
    pub fn new(input: FulfillPayoutInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &FulfillPayoutInput {
        &self.input
    }
}

impl OperationCall for FulfillPayout {
    const ENDPOINT: Endpoint = Endpoint::FulfillPayout;

    fn request(&self) -> Request {
        let payout_id = &self.input.payout_id;
        let body = BodyFields::new().set("payout_id", payout_id.as_str()).into_value();
        Request::to(Self::ENDPOINT, payout_id.as_str(), body)
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payout, self.input.payout_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payout(AnswerStatus::Fulfill, &self.input.payout_id, &self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}

/// Reads the status of a payout by an update that changes nothing: the only documented way
/// (law).
///
/// It sets description and metadata to what they are already known to be, so it may be repeated like any read. What it
/// is built of must be the last that was intended: built of something older, it would undo an update. What is not
/// known is not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbePayout {
    payout_id: PayoutId,
    description: Option<String>,
    /// With the types it came with.
    metadata: Option<Map<String, Value>>,
}

impl ProbePayout {
    /// A probe of a payout that is known, of its answer as it came.
    pub fn of(payout: &Payout) -> Result<Self, Vec<InputError>> {
        let description = payout.description.clone().filter(|text| !is_scrubbed(text));
        Self::new(payout.payout_id.clone(), description, known_metadata(payout).cloned())
    }

    /// The call, unless the payout has no id.
    pub fn new(
        payout_id: PayoutId,
        description: Option<String>,
        metadata: Option<Map<String, Value>>,
    ) -> Result<Self, Vec<InputError>> {
        let errors = input::required("payout_id", payout_id.as_str()).err().into_iter().collect();
        sound(Self { payout_id, description, metadata }, errors)
    }

    pub fn payout_id(&self) -> &PayoutId {
        &self.payout_id
    }
}

impl Call for ProbePayout {
    type Output = PayoutUpdate;

    fn request(&self) -> Request {
        let fields = BodyFields::new()
            .maybe("description", self.description.as_deref())
            .maybe("metadata", self.metadata.clone().map(Value::Object));
        let request = Request::to(Endpoint::UpdatePayout, self.payout_id.as_str(), fields.into_value());
        Request { kind: CallKind::Read, ..request }
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<PayoutUpdate, DecodeError> {
        let update = decode_update(body, units)?;
        let is_ours = update.payout_id == self.payout_id;
        if is_ours { Ok(update) } else { Err(other_id("payout_id", update.payout_id.as_str())) }
    }
}

/// Metadata that may be sent back: where something in it was masked it is not what the service knows.
fn known_metadata(payout: &Payout) -> Option<&Map<String, Value>> {
    payout.raw.get("metadata").filter(|metadata| is_whole(metadata)).and_then(Value::as_object)
}

fn of_payout(statuses: AnswerStatus, payout_id: &PayoutId, amount: &Money) -> Expectation {
    Expectation::new(statuses).naming("payout_id", payout_id.as_str()).over(amount)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::Method;
    use crate::resources::payouts::wire::decode_payout;
    use paydesk_domain::payout::PayoutStatus;

    fn payout() -> Payout {
        let body = json!({"payout_id": "payout/1", "status": "pending", "amount": 500, "currency": "EUR",
            "description": "Invoice 7", "metadata": {"operation_id": "op_1", "parts": 2, "gift": true}});
        decode_payout(body, MinorUnits::Iso4217).unwrap()
    }

    fn broken(change: impl FnOnce(&mut UpdatePayoutInput)) -> Vec<String> {
        let mut input = UpdatePayoutInput::of(&payout());
        change(&mut input);
        input.check().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn what_was_masked_where_it_was_stored_is_never_sent_back() {
        let body = json!({"payout_id": "p", "status": "pending", "amount": 500, "currency": "EUR",
            "description": "To ************4242", "metadata": {"iban": "******************3000"}});
        let payout = decode_payout(body, MinorUnits::Iso4217).unwrap();
        assert_eq!(ProbePayout::of(&payout).unwrap().request().body, Some(json!({})));
        let errors =
            UpdatePayoutInput { metadata: Some(payout.metadata.clone()), ..UpdatePayoutInput::of(&payout) }.check();
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["description", "metadata"]);
    }

    #[test]
    fn an_update_sends_all_that_is_intended_and_what_was_not_edited_keeps_its_type() {
        let mut input = UpdatePayoutInput::of(&payout());
        let mut pairs = input.metadata.take().unwrap();
        pairs[2].1 = "no".to_owned();
        pairs.push(("note".to_owned(), "2".to_owned()));
        input = UpdatePayoutInput { description: Some(String::new()), metadata: Some(pairs), ..input };
        let request = UpdatePayout::new(input).unwrap().request();
        assert_eq!((request.method, request.path.as_str()), (Method::Put, "/payouts/payout%2F1"));
        let metadata = json!({"operation_id": "op_1", "parts": 2, "gift": "no", "note": "2"});
        assert_eq!(request.body, Some(json!({"description": "", "metadata": metadata})));
    }

    #[test]
    fn the_update_of_a_payout_that_failed_is_no_decline_and_its_fulfilment_is() {
        let update = UpdatePayout::new(UpdatePayoutInput::of(&payout())).unwrap();
        assert_eq!(update.expectation().statuses, AnswerStatus::UnchangedPayout);
        let Payout { payout_id, amount, .. } = payout();
        let fulfil = FulfillPayout::new(FulfillPayoutInput { payout_id, amount }).unwrap();
        assert_eq!(fulfil.expectation().statuses, AnswerStatus::Fulfill);
    }

    #[test]
    fn an_update_names_its_payout_and_changes_something() {
        assert!(broken(|_| {}).is_empty());
        assert_eq!(broken(|input| input.payout_id = PayoutId::new("")), ["payout_id"]);
        let nothing = |input: &mut UpdatePayoutInput| (input.description, input.metadata) = (None, None);
        assert_eq!(broken(nothing), ["description"]);
        let only_type = |input: &mut UpdatePayoutInput| {
            nothing(input);
            input.payout_type = "bank".to_owned();
        };
        assert!(broken(only_type).is_empty());
        assert_eq!(broken(|input| input.payout_type = "pigeon".to_owned()), ["payout_type"]);
        let pairs = |count: usize| (0..count).map(|n| (format!("k{n}"), String::new())).collect();
        assert!(broken(|input| input.metadata = Some(pairs(50))).is_empty());
        assert_eq!(broken(|input| input.metadata = Some(pairs(51))), ["metadata"]);
    }

    #[test]
    fn a_fulfilment_names_its_payout_twice_and_expects_its_amount() {
        let payout = payout();
        let input = FulfillPayoutInput { payout_id: payout.payout_id, amount: payout.amount.clone() };
        let call = FulfillPayout::new(input.clone()).unwrap();
        let request = call.request();
        assert_eq!(request.path, "/payouts/payout%2F1/fulfill");
        assert_eq!(request.body, Some(json!({"payout_id": "payout/1"})));
        assert_eq!(call.money(), Some(payout.amount));
        let nameless = FulfillPayoutInput { payout_id: PayoutId::new(" "), ..input };
        assert_eq!(FulfillPayout::new(nameless).unwrap_err()[0].to_string(), "payout_id: is required");
    }

    #[test]
    fn a_probe_is_a_read_that_sends_exactly_what_is_known() {
        let probe = ProbePayout::of(&payout()).unwrap();
        let request = probe.request();
        assert_eq!((request.method, request.kind), (Method::Put, CallKind::Read));
        let metadata = json!({"operation_id": "op_1", "parts": 2, "gift": true});
        assert_eq!(request.body, Some(json!({"description": "Invoice 7", "metadata": metadata})));
        let bare = ProbePayout::new(PayoutId::new("p"), None, None).unwrap();
        assert_eq!(bare.request().body, Some(json!({})));
        assert!(ProbePayout::new(PayoutId::new(""), None, None).is_err());
    }

    #[test]
    fn metadata_in_which_something_was_masked_is_never_sent_back() {
        let body = json!({"payout_id": "p", "status": "pending", "amount": 500, "currency": "EUR",
            "description": "Invoice 7", "metadata": {"api_key": "of the shop", "parts": 2}});
        let payout = decode_payout(body, MinorUnits::Iso4217).unwrap();
        let description = Some(json!({"description": "Invoice 7"}));
        assert_eq!(ProbePayout::of(&payout).unwrap().request().body, description);
        let update = UpdatePayout::new(UpdatePayoutInput::of(&payout)).unwrap();
        assert_eq!(update.request().body, description);
    }

    #[test]
    fn a_probe_takes_the_answer_about_its_own_payout_only() {
        let probe = ProbePayout::of(&payout()).unwrap();
        let answer = |id: &str| json!({"payout_id": id, "status": "success", "amount": 500, "currency": "EUR"});
        assert_eq!(probe.decode(answer("payout/1"), MinorUnits::Iso4217).unwrap().status, PayoutStatus::Success);
        assert_eq!(probe.decode(answer("payout/2"), MinorUnits::Iso4217).unwrap_err().path, "payout_id");
    }
}
