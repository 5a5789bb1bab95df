//! Disputes: list them, and submit evidence ([API reference](crate::resources::disputes::reference)).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::call::{Call, Request, path_segment};
use crate::calls::fields::BodyFields;
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::input::{self, Checks, InputError, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::resources::disputes::wire::{DisputePage, decode_page};
use crate::resources::payments::calls::PAGE_MAX;
use crate::wire::credible_total;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

/// What `GET /disputes/list` can filter by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct DisputeListFilter {
    pub status: Option<DisputeStatus>,
    pub payment_id: Option<PaymentId>,
}

/// `GET /disputes/list`: at most [`PAGE_MAX`] rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListDisputes {
    pub filter: DisputeListFilter,
    pub limit: u32,
    pub offset: u32,
    /// Asked for with POST, as the sample request of the specification does: the same parameters are in the body.
    pub by_body: bool,
}

impl ListDisputes {
    fn body(&self) -> Value {
        BodyFields::new()
            .set("limit", self.limit.clamp(1, PAGE_MAX))
            .set("offset", self.offset)
            .maybe("status", self.filter.status.as_ref().map(DisputeStatus::as_str))
            .maybe("payment_id", self.filter.payment_id.as_ref().map(PaymentId::as_str))
            .into_value()
    }
}

impl Call for ListDisputes {
    type Output = DisputePage;

    fn request(&self) -> Request {
        if self.by_body {
            return Request::read_from(ReadEndpoint::ListDisputesByBody, "", Some(self.body()));
        }
        let mut request = Request::read_from(ReadEndpoint::ListDisputes, "", None);
        request.path.push_str(&format!("?limit={}&offset={}", self.limit.clamp(1, PAGE_MAX), self.offset));
        let mut add = |name: &str, text: &str| request.path.push_str(&format!("&{name}={}", path_segment(text)));
        if let Some(status) = &self.filter.status {
            add("status", status.as_str());
        }
        if let Some(payment_id) = &self.filter.payment_id {
            add("payment_id", payment_id.as_str());
        }
        request
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<DisputePage, DecodeError> {
        let page = decode_page(&body, units)?;
        let rows = page.rows.len() + page.unreadable.len();
        let total_count = credible_total(page.total_count, page.has_more, (self.offset, rows), self.limit);
        Ok(DisputePage { total_count, ..page })
    }
}

/// Evidence as far as it was touched: what is absent stays as it is, and an empty text clears its field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitEvidenceInput {
    pub dispute_id: DisputeId,
    /// Files by the id they were uploaded under.
    pub changes: BTreeMap<EvidenceField, String>,
}

impl SubmitEvidenceInput {
    /// Evidence in which nothing was touched yet.
    pub fn new(dispute_id: DisputeId) -> Self {
        Self { dispute_id, changes: BTreeMap::new() }
    }

    /// Adds the text of a field.
    pub fn with(mut self, field: EvidenceField, text: impl Into<String>) -> Self {
        self.changes.insert(field, text.into());
        self
    }

    /// Every broken rule.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("dispute_id", self.dispute_id.as_str()));
        checks.forbid(self.changes.is_empty(), "evidence", Rule::sentence("Change at least one field"));
        checks.into_errors()
    }
}

/// `POST /disputes/evidence`: may be repeated until the deadline. Answered with the dispute's id and `submitted`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitEvidence {
    input: SubmitEvidenceInput,
}

impl SubmitEvidence {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: SubmitEvidenceInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &SubmitEvidenceInput {
        &self.input
    }
}

impl OperationCall for SubmitEvidence {
    const ENDPOINT: Endpoint = Endpoint::SubmitEvidence;

    fn request(&self) -> Request {
        let SubmitEvidenceInput { dispute_id, changes } = &self.input;
        let fields = BodyFields::new().set("dispute_id", dispute_id.as_str());
        let body = changes.iter().fold(fields, |fields, (field, text)| fields.set(field.as_str(), text.as_str()));
        Request::to(Self::ENDPOINT, "", body.into_value())
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Dispute, self.input.dispute_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::Evidence).naming("dispute_id", self.input.dispute_id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use strum::IntoEnumIterator as _;

    use super::*;

    fn evidence() -> SubmitEvidenceInput {
        SubmitEvidenceInput::new(DisputeId::new("dsp_1"))
    }

    #[test]
    fn only_touched_fields_leave_in_the_order_of_the_specification_and_an_empty_one_clears() {
        let input = evidence()
            .with(EvidenceField::UncategorizedText, "x")
            .with(EvidenceField::Receipt, "")
            .with(EvidenceField::CustomerName, "Ada");
        let request = SubmitEvidence::new(input).unwrap().request();
        let expected = r#"{"dispute_id":"dsp_1","customer_name":"Ada","receipt":"","uncategorized_text":"x"}"#;
        assert_eq!(request.wire_body(), expected);
    }

    #[test]
    fn evidence_names_its_dispute_and_touches_a_field() {
        let broken =
            |input: SubmitEvidenceInput| input.check().into_iter().map(|error| error.field).collect::<Vec<_>>();
        assert_eq!(broken(evidence()), ["evidence"]);
        assert_eq!(
            broken(SubmitEvidenceInput::new(DisputeId::new("")).with(EvidenceField::Receipt, "")),
            ["dispute_id"]
        );
        let all = EvidenceField::iter().fold(evidence(), |input, field| input.with(field, "x"));
        assert!(broken(all).is_empty());
    }

    #[test]
    fn a_list_asks_by_query_and_no_value_leaves_its_place() {
        let filter = DisputeListFilter {
            status: Some(DisputeStatus::from_word("won&limit=1")),
            payment_id: Some(PaymentId::new("pay 1/ü")),
        };
        let request = ListDisputes { filter, limit: 500, offset: 20, by_body: false }.request();
        let expected = "/disputes/list?limit=100&offset=20&status=won%26limit%3D1&payment_id=pay%201%2F%C3%BC";
        assert_eq!((request.path.as_str(), request.body), (expected, None));
        let all = ListDisputes { filter: DisputeListFilter::default(), limit: 0, offset: 0, by_body: false };
        assert_eq!(all.request().path, "/disputes/list?limit=1&offset=0");
    }

    #[test]
    fn an_answer_of_another_dispute_proves_nothing() {
        use crate::outcome::{Attempt, Body, HttpAnswer, Observation, observe};
        use crate::rate_limit::RateHeaders;
        let call = SubmitEvidence::new(evidence().with(EvidenceField::Receipt, "")).unwrap();
        let precondition = |body: Value| {
            let answer = HttpAnswer { status: 200, body: Body::Json(body), rate: RateHeaders::default() };
            observe(&Attempt::Answered(answer), &call.expectation())
        };
        assert_eq!(precondition(json!({"dispute_id": "dsp_1", "status": "submitted"})), Observation::Complete);
        assert_eq!(precondition(json!({"dispute_id": "dsp_2", "status": "submitted"})), Observation::OtherEcho);
        assert_eq!(precondition(json!({"status": "submitted"})), Observation::OtherEcho);
        assert_eq!(precondition(json!({"dispute_id": "dsp_1", "status": "queued"})), Observation::UnknownStatus);
    }

    #[test]
    fn a_list_that_is_asked_for_by_its_body_has_the_same_parameters_there() {
        let filter = DisputeListFilter { status: Some(DisputeStatus::Won), payment_id: Some(PaymentId::new("pay 1")) };
        let request = ListDisputes { filter, limit: 500, offset: 20, by_body: true }.request();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/disputes/list"));
        let body = json!({"limit": 100, "offset": 20, "status": "won", "payment_id": "pay 1"});
        assert_eq!(request.body, Some(body));
    }
}
