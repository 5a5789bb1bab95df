//! What one attempt of an operation proves: the first table of the law as data.
//!
//! [`Attempt`] is what the client saw. [`observe`] names it against what was expected, and [`verdict`] looks
//! up what it proves. Nothing here sends or waits.

use serde_json::Value;

use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::scrub::scrubbed;
use paydesk_domain::subscription::SubscriptionStatus;
use paydesk_domain::text::visible;

pub use super::error::{ConnectProblem, LostAnswer};

use super::call::KeyRole;
use super::error::ApiError;
use super::json::{self, JsonError};
use super::operation::AnswerStatus;
use super::proof::{Asked, Judgement, ProofSource, judge};
use super::rate_limit::RateHeaders;

/// Most of a foreign body, or of somebody's text, that is stored, in characters.
pub const EXCERPT_CHARS: usize = 200;

/// A body as far as it can be read without knowing the endpoint.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Complete JSON that is not the API's error shape.
    Json(Value),
    /// The API's error shape.
    Error(ApiError),
    /// Complete, but not JSON: a proxy's page, say.
    Foreign {
        excerpt: String,
    },
    Broken(LostAnswer),
}

impl Body {
    /// Names the complete body of an answer with this status; nothing in it can make this fail.
    pub fn from_bytes(status: u16, bytes: &[u8]) -> Self {
        let is_success = (200..300).contains(&status);
        match json::parse(bytes) {
            Ok(value) => match ApiError::from_json(&value) {
                Some(error) if !is_success => Self::Error(error),
                Some(_) | None => Self::Json(value),
            },
            Err(JsonError::RepeatedName) => Self::Broken(LostAnswer::RepeatedName),
            Err(JsonError::TooMuch) => Self::Broken(LostAnswer::BodyTooLarge),
            Err(JsonError::Syntax(error)) if error.is_eof() && is_success && !bytes.is_empty() => {
                Self::Broken(LostAnswer::BodyCut)
            }
            Err(JsonError::Syntax(_)) => Self::Foreign { excerpt: excerpt(bytes) },
        }
    }
}

fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes.
    let start = &bytes[..bytes.len().min(4 * EXCERPT_CHARS + 4)];
    visible(&scrubbed(&String::from_utf8_lossy(start)), EXCERPT_CHARS)
}

/// An answer with a status line.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpAnswer {
    pub status: u16,
    pub body: Body,
    pub rate: RateHeaders,
}

impl HttpAnswer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// What the client saw of one attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum Attempt {
    NotSent(ConnectProblem),
    /// Nothing was sent: the profile has not what the request goes with.
    NoKey(KeyRole),
    Lost(LostAnswer),
    Answered(HttpAnswer),
}

impl Attempt {
    pub fn rate(&self) -> Option<&RateHeaders> {
        match self {
            Self::Answered(answer) => Some(&answer.rate),
            Self::NotSent(_) | Self::NoKey(_) | Self::Lost(_) => None,
        }
    }

    /// The headers of an answer that is the service's: its body is JSON.
    pub fn own_headers(&self) -> Option<&RateHeaders> {
        match self {
            Self::Answered(HttpAnswer { body: Body::Json(_) | Body::Error(_), rate, .. }) => Some(rate),
            Self::Answered(HttpAnswer { body: Body::Foreign { .. } | Body::Broken(_), .. })
            | Self::NotSent(_)
            | Self::NoKey(_)
            | Self::Lost(_) => None,
        }
    }

    pub fn service_error(&self) -> Option<&ApiError> {
        match self {
            Self::Answered(HttpAnswer { body: Body::Error(error), .. }) => Some(error),
            Self::Answered(_) | Self::NotSent(_) | Self::NoKey(_) | Self::Lost(_) => None,
        }
    }
}

/// Everything one attempt can look like, one name each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Observation {
    ConnectFailed,
    CertificateRefused,
    /// 429 in the API's error shape.
    RateLimited,
    /// 401 in the API's error shape.
    KeyRefused,
    /// 403 in the API's error shape that speaks of nothing done before.
    PermissionMissing,
    /// 400 or 422 in the API's error shape, or 403 that speaks of something done before.
    Refused,
    /// 404 in the API's error shape.
    NotFound,
    /// Another 4xx in the API's error shape: the law names no
    /// meaning for it.
    OtherRefusal,
    Conflict,
    /// `HE_01`, whatever the status. Where no read shows what was done: any refusal that speaks of something done before,
    /// which may be the answer to a second copy of the request.
    AlreadyExists,
    /// 2xx that echoes what was asked, with a status we know.
    Complete,
    /// 2xx that echoes what was asked, with `status: failed`.
    Declined,
    /// 2xx that echoes what was asked, with a status we do not know.
    UnknownStatus,
    /// 2xx with another id, amount or currency, without one of them or a status, with amounts or a status that
    /// contradict what was asked, or with an `error` object.
    OtherEcho,
    /// 2xx with a body that is cut, stalled or not JSON.
    BrokenBody,
    ServerError,
    Redirect,
    /// A status without the API's error shape.
    Foreign,
    TimedOut,
    ConnectionLost,
}

/// What the observation proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing left this machine; may be sent again.
    NotSent,
    /// Nothing left this machine, and it is not tried again.
    NotSentFinal,
    /// Refused before execution: wait for the reset, then the same request.
    WaitThenRepeat,
    Rejected,
    /// Rejected, and the key with it: the profile is locked.
    RejectedKey,
    /// May be the echo of our own success: read before saying anything.
    Reconcile,
    Confirmed,
    Declined,
    Unknown,
}

/// One row of the table: what is observed, and what it proves on the first attempt and after an earlier unknown one.
pub struct VerdictRow {
    pub observation: Observation,
    pub first: Verdict,
    pub after_unknown: Verdict,
}

const fn row(observation: Observation, first: Verdict, after_unknown: Verdict) -> VerdictRow {
    VerdictRow { observation, first, after_unknown }
}

/// The decision table. A connect error after an unknown attempt
/// says nothing of that attempt.
pub const TABLE: [VerdictRow; 20] = [
    row(Observation::ConnectFailed, Verdict::NotSent, Verdict::Unknown),
    row(Observation::CertificateRefused, Verdict::NotSentFinal, Verdict::Unknown),
    row(Observation::RateLimited, Verdict::WaitThenRepeat, Verdict::Unknown),
    row(Observation::KeyRefused, Verdict::RejectedKey, Verdict::Unknown),
    row(Observation::PermissionMissing, Verdict::Rejected, Verdict::Unknown),
    row(Observation::Refused, Verdict::Reconcile, Verdict::Reconcile),
    row(Observation::NotFound, Verdict::Reconcile, Verdict::Reconcile),
    row(Observation::OtherRefusal, Verdict::Unknown, Verdict::Unknown),
    row(Observation::Conflict, Verdict::Reconcile, Verdict::Reconcile),
    row(Observation::AlreadyExists, Verdict::Reconcile, Verdict::Reconcile),
    row(Observation::Complete, Verdict::Confirmed, Verdict::Confirmed),
    row(Observation::Declined, Verdict::Declined, Verdict::Declined),
    row(Observation::UnknownStatus, Verdict::Confirmed, Verdict::Confirmed),
    row(Observation::OtherEcho, Verdict::Unknown, Verdict::Unknown),
    row(Observation::BrokenBody, Verdict::Unknown, Verdict::Unknown),
    row(Observation::ServerError, Verdict::Unknown, Verdict::Unknown),
    row(Observation::Redirect, Verdict::Unknown, Verdict::Unknown),
    row(Observation::Foreign, Verdict::Unknown, Verdict::Unknown),
    row(Observation::TimedOut, Verdict::Unknown, Verdict::Unknown),
    row(Observation::ConnectionLost, Verdict::Unknown, Verdict::Unknown),
];

/// What `observation` proves, given whether an earlier attempt of the same operation ended unknown.
pub fn verdict(observation: Observation, earlier_unknown: bool) -> Verdict {
    let row = TABLE.iter().find(|row| row.observation == observation);
    row.map_or(Verdict::Unknown, |row| if earlier_unknown { row.after_unknown } else { row.first })
}

/// Names what was seen, against what was asked.
pub fn observe<'a>(attempt: &Attempt, asked: impl Into<Asked<'a>>) -> Observation {
    match attempt {
        Attempt::NotSent(problem) if problem.certificate => Observation::CertificateRefused,
        Attempt::NotSent(_) | Attempt::NoKey(_) => Observation::ConnectFailed,
        Attempt::Lost(LostAnswer::TimedOut) => Observation::TimedOut,
        Attempt::Lost(_) => Observation::ConnectionLost,
        Attempt::Answered(answer) => observe_answer(answer, asked.into()),
    }
}

fn observe_answer(answer: &HttpAnswer, asked: Asked<'_>) -> Observation {
    match (&answer.body, answer.status) {
        (_, 500..) => Observation::ServerError,
        (_, 300..400) => Observation::Redirect,
        (Body::Json(body), 200..300) => observe_echo(body, asked),
        (_, 200..300) => Observation::BrokenBody,
        (Body::Error(error), _) if error.is_already_exists() => Observation::AlreadyExists,
        (Body::Error(error), 400 | 403 | 404 | 422) if asked.leaves_no_trace() && error.tells_of_another() => {
            Observation::AlreadyExists
        }
        (Body::Error(error), 403) if error.tells_of_another() => Observation::Refused,
        (Body::Error(_), 401) => Observation::KeyRefused,
        (Body::Error(_), 403) => Observation::PermissionMissing,
        (Body::Error(_), 409) => Observation::Conflict,
        (Body::Error(_), 429) => Observation::RateLimited,
        (Body::Error(_), 404) => Observation::NotFound,
        (Body::Error(_), 400 | 422) => Observation::Refused,
        (Body::Error(_), 400..500) => Observation::OtherRefusal,
        (_, _) => Observation::Foreign,
    }
}

fn observe_echo(body: &Value, asked: Asked<'_>) -> Observation {
    match judge(asked, ProofSource::Answer, body) {
        Judgement::Ours(status) if is_known(&status, asked.expectation.statuses) => Observation::Complete,
        Judgement::Ours(_) => Observation::UnknownStatus,
        Judgement::Declined { .. } => Observation::Declined,
        Judgement::There(_)
        | Judgement::Untouched
        | Judgement::Overtaken(_)
        | Judgement::NotThere(_)
        | Judgement::Contradiction(_)
        | Judgement::Another(_)
        | Judgement::Unclear(_) => Observation::OtherEcho,
    }
}

/// Whether the status of an answer is one whose meaning is known.
fn is_known(word: &str, statuses: AnswerStatus) -> bool {
    match statuses {
        AnswerStatus::Payment
        | AnswerStatus::Capture
        | AnswerStatus::Cancel
        | AnswerStatus::CancelRemainder
        | AnswerStatus::Approve => !matches!(PaymentStatus::from_word(word), PaymentStatus::Unknown(_)),
        AnswerStatus::Payout | AnswerStatus::UnchangedPayout | AnswerStatus::Fulfill => {
            !matches!(PayoutStatus::from_word(word), PayoutStatus::Unknown(_))
        }
        AnswerStatus::Subscription => !matches!(SubscriptionStatus::from_word(word), SubscriptionStatus::Unknown(_)),
        // The dispute is under review once its evidence was accepted.
        AnswerStatus::Evidence => {
            word.eq_ignore_ascii_case("submitted") || DisputeStatus::from_word(word) == DisputeStatus::Challenged
        }
        AnswerStatus::NotShown | AnswerStatus::Refund => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use strum::IntoEnumIterator;

    use super::*;
    use crate::operation::Expectation;
    use paydesk_domain::money::{Currency, Money};

    fn expected() -> Expectation {
        let amount = Money::new(500, Currency::iso4217("EUR"));
        Expectation::new(AnswerStatus::Payment).naming("payment_id", "pay_1").over(&amount)
    }

    fn answered(status: u16, body: Body) -> Observation {
        observe(&Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() }), &expected())
    }

    fn refusal(code: &str) -> Body {
        Body::Error(ApiError { kind: "invalid_request".into(), code: code.into(), message: "no".into() })
    }

    #[test]
    fn the_table_has_one_row_for_every_observation() {
        for observation in Observation::iter() {
            assert_eq!(TABLE.iter().filter(|row| row.observation == observation).count(), 1, "{observation:?}");
        }
    }

    #[test]
    fn only_a_true_echo_confirms() {
        let body = |id: &str, amount: i64, currency: &str, status: &str| {
            Body::Json(json!({"payment_id": id, "amount": amount, "currency": currency, "status": status}))
        };
        assert_eq!(answered(200, body("pay_1", 500, "EUR", "succeeded")), Observation::Complete);
        assert_eq!(answered(200, body("pay_1", 500, "EUR", "failed")), Observation::Declined);
        assert_eq!(answered(200, body("pay_1", 500, "EUR", "on_hold")), Observation::UnknownStatus);
        assert_eq!(answered(200, body("pay_2", 500, "EUR", "succeeded")), Observation::OtherEcho);
        assert_eq!(answered(200, body("pay_1", 501, "EUR", "succeeded")), Observation::OtherEcho);
        assert_eq!(answered(200, body("pay_1", 500, "USD", "succeeded")), Observation::OtherEcho);
        assert_eq!(answered(200, Body::Json(json!({"payment_id": "pay_1"}))), Observation::OtherEcho);
        assert_eq!(answered(200, Body::Broken(LostAnswer::BodyCut)), Observation::BrokenBody);
        assert_eq!(answered(200, Body::Foreign { excerpt: "<html>".into() }), Observation::BrokenBody);
    }

    fn observed(expected: &Expectation, body: Value) -> Observation {
        let answer = HttpAnswer { status: 200, body: Body::Json(body), rate: RateHeaders::default() };
        observe(&Attempt::Answered(answer), expected)
    }

    #[test]
    fn a_currency_is_ours_in_any_letter_case_and_an_id_only_as_it_was_sent() {
        let body = |id: &str, currency: &str| json!({"payment_id": id, "amount": 500, "currency": currency, "status": "succeeded"});
        assert_eq!(observed(&expected(), body("pay_1", "eur")), Observation::Complete);
        assert_eq!(observed(&expected(), body("PAY_1", "EUR")), Observation::OtherEcho);
        assert_eq!(observed(&expected(), body("pay_1", "eu")), Observation::OtherEcho);
    }

    #[test]
    fn a_status_from_before_the_effect_does_not_confirm_it() {
        for (statuses, word, confirms) in [
            (AnswerStatus::Capture, "succeeded", true),
            (AnswerStatus::Capture, "cancelled", false),
            (AnswerStatus::Capture, "requires_confirmation", false),
            (AnswerStatus::Cancel, "cancelled", true),
            (AnswerStatus::Cancel, "succeeded", false),
            (AnswerStatus::Cancel, "requires_capture", false),
            (AnswerStatus::Cancel, "expired", false),
            (AnswerStatus::CancelRemainder, "succeeded", true),
            (AnswerStatus::CancelRemainder, "requires_capture", false),
            (AnswerStatus::CancelRemainder, "requires_payment_method", false),
            (AnswerStatus::Approve, "requires_capture", true),
            (AnswerStatus::Approve, "requires_merchant_action", false),
            (AnswerStatus::Approve, "requires_action", false),
        ] {
            let body = json!({"status": word, "amount_capturable": 0});
            let observed = observed(&Expectation::new(statuses), body);
            assert_eq!(observed == Observation::Complete, confirms, "{statuses:?}: {word}, {observed:?}");
        }
    }

    #[test]
    fn the_beginning_of_what_is_no_json_is_shown_up_to_its_limit() {
        let excerpt_of = |text: &str| match Body::from_bytes(502, text.as_bytes()) {
            Body::Foreign { excerpt } => excerpt,
            other => panic!("{other:?}"),
        };
        let widest = "\u{1F4B6}".repeat(EXCERPT_CHARS);
        assert_eq!(excerpt_of(&widest), widest);
        assert_eq!(excerpt_of("<html>"), "<html>");
        assert!(excerpt_of(&"a".repeat(5_000)).starts_with(&"a".repeat(EXCERPT_CHARS)));
    }

    #[test]
    fn an_answer_is_ours_only_with_all_that_makes_it_so() {
        let amount = Money::new(600, Currency::iso4217("EUR"));
        let expected = Expectation::new(AnswerStatus::Refund).naming("refund_id", "ref_1").over(&amount);
        let whole = json!({"refund_id": "ref_1", "amount": 600, "currency": "EUR", "status": "waiting"});
        assert_eq!(observed(&expected, whole.clone()), Observation::Complete);
        for name in ["refund_id", "amount", "currency"] {
            let mut body = whole.clone();
            body.as_object_mut().unwrap().remove(name);
            assert_eq!(observed(&expected, body), Observation::OtherEcho, "without {name}");
        }
        for body in [json!({}), json!([]), json!({"success": false}), json!({"error": {"code": "IR_04"}})] {
            assert_eq!(observed(&expected, body), Observation::OtherEcho);
        }
        let mut with_error = whole.clone();
        with_error["error"] = json!({"code": "IR_04", "message": "no"});
        assert_eq!(observed(&expected, with_error), Observation::OtherEcho);
        let mut failed = whole;
        failed["status"] = json!("failed");
        assert_eq!(observed(&expected, failed), Observation::Declined);
    }

    #[test]
    fn what_was_created_has_to_be_named() {
        let expected = Expectation::new(AnswerStatus::NotShown).with_text_in("coupon_id");
        assert_eq!(observed(&expected, json!({"coupon_id": "coupon_1"})), Observation::Complete);
        assert_eq!(observed(&expected, json!({"coupon_id": ""})), Observation::OtherEcho);
        assert_eq!(observed(&expected, json!({"link": "https://pay.example"})), Observation::OtherEcho);
    }

    #[test]
    fn statuses_may_not_contradict_what_was_asked() {
        let status =
            |statuses: AnswerStatus, status: &str| observed(&Expectation::new(statuses), json!({"status": status}));
        assert_eq!(status(AnswerStatus::Cancel, "cancelled"), Observation::Complete);
        assert_eq!(status(AnswerStatus::Cancel, "requires_capture"), Observation::OtherEcho);
        assert_eq!(status(AnswerStatus::Approve, "requires_merchant_action"), Observation::OtherEcho);
        assert_eq!(status(AnswerStatus::Approve, "requires_capture"), Observation::Complete);
        assert_eq!(status(AnswerStatus::Fulfill, "requires_fulfillment"), Observation::OtherEcho);
        assert_eq!(status(AnswerStatus::Fulfill, "pending"), Observation::Complete);
        for statuses in [AnswerStatus::Fulfill, AnswerStatus::Payout] {
            let same = Expectation { ended_status: Some("requires_fulfillment".into()), ..Expectation::new(statuses) };
            let body = json!({"status": "REQUIRES_FULFILLMENT"});
            assert_eq!(observed(&same, body), Observation::OtherEcho, "in any letter case");
        }
    }

    #[test]
    fn the_answer_to_an_earlier_capture_does_not_cancel_the_remainder() {
        let cancel = Expectation::new(AnswerStatus::CancelRemainder);
        let capture =
            json!({"status": "succeeded", "amount_capturable": 998_979, "captured_at": "2026-11-22T05:58:43.618Z"});
        assert_eq!(observed(&cancel, capture), Observation::OtherEcho);
        assert_eq!(observed(&cancel, json!({"status": "succeeded"})), Observation::OtherEcho);
        for body in [
            json!({"status": "succeeded", "amount_capturable": 0}),
            json!({"status": "succeeded", "cancelled_at": "2026-11-22T05:59:00.000Z"}),
            json!({"status": "cancelled", "amount_capturable": 998_979}),
        ] {
            assert_eq!(observed(&cancel, body.clone()), Observation::Complete, "{body}");
        }
    }

    #[test]
    fn a_field_that_is_named_twice_makes_an_answer_worthless() {
        let body = Body::from_bytes(200, br#"{"payment_id":"pay_1","status":"failed","status":"succeeded"}"#);
        assert_eq!(body, Body::Broken(LostAnswer::RepeatedName));
        assert_eq!(answered(200, body), Observation::BrokenBody);
    }

    #[test]
    fn failed_is_a_decline_of_a_payout_but_only_how_it_stands_after_an_update_of_its_texts() {
        let observed = |statuses: AnswerStatus, status: &str| {
            observe_echo(&json!({"status": status}), Asked::from(&Expectation::new(statuses)))
        };
        assert_eq!(observed(AnswerStatus::Payout, "failed"), Observation::Declined);
        assert_eq!(observed(AnswerStatus::UnchangedPayout, "failed"), Observation::Complete);
        for word in ["FAILED", "failure"] {
            assert_eq!(observed(AnswerStatus::Refund, word), Observation::Declined, "{word}");
        }
        assert_eq!(observed(AnswerStatus::UnchangedPayout, "success"), Observation::Complete);
        assert_eq!(observed(AnswerStatus::UnchangedPayout, "on_hold"), Observation::UnknownStatus);
    }

    #[test]
    fn a_refusal_counts_only_in_the_shape_of_the_api() {
        assert_eq!(answered(400, refusal("IR_04")), Observation::Refused);
        assert_eq!(answered(422, refusal("IR_04")), Observation::Refused);
        assert_eq!(answered(404, refusal("IR_05")), Observation::NotFound);
        for status in [402, 408, 423, 424, 425, 451, 499] {
            assert_eq!(answered(status, refusal("IR_04")), Observation::OtherRefusal, "{status}");
        }
        assert_eq!(answered(409, refusal("IR_04")), Observation::Conflict);
        assert_eq!(answered(400, refusal("HE_01")), Observation::AlreadyExists);
        assert_eq!(answered(429, refusal("RL_01")), Observation::RateLimited);
        assert_eq!(answered(400, Body::Foreign { excerpt: "<html>".into() }), Observation::Foreign);
        assert_eq!(answered(429, Body::Json(json!({}))), Observation::Foreign);
        assert_eq!(answered(302, Body::Foreign { excerpt: String::new() }), Observation::Redirect);
        assert_eq!(answered(500, refusal("CE_01")), Observation::ServerError);
    }

    #[test]
    fn what_may_have_happened_is_never_called_rejected_afterwards() {
        for row in &TABLE {
            let after = row.after_unknown;
            let claims_nothing_happened =
                matches!(after, Verdict::Rejected | Verdict::RejectedKey | Verdict::NotSent | Verdict::NotSentFinal);
            assert!(!claims_nothing_happened, "{:?}", row.observation);
        }
    }
}
