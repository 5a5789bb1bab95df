//! What a call proves by itself, in the terms of the law of
//! operations, and what went wrong with it.

use crate::endpoints::ReadEndpoint;
use crate::error::CallError;
use crate::operation::{AnswerStatus, Expectation};
use crate::outcome::{Attempt, Body, HttpAnswer, LostAnswer, Observation, Verdict, observe, verdict};
use crate::wire::payment_error::payment_error_of;
use paydesk_domain::operation::{CallKind, Proof};

use super::RequestMeta;

/// What `attempt` proves by itself.
pub(super) fn proof_of(asked: &RequestMeta, attempt: &Attempt) -> Proof {
    match (asked.kind, attempt) {
        // Whatever a record's status, reading it went well; of the health only the status line counts.
        (CallKind::Read, Attempt::Answered(answer)) if answer.is_success() => match &answer.body {
            Body::Broken(_) => Proof::Unknown,
            Body::Foreign { excerpt } if !may_have_no_json(asked, excerpt) => Proof::Unknown,
            Body::Json(_) | Body::Error(_) | Body::Foreign { .. } => Proof::Answered,
        },
        (CallKind::Read | CallKind::Operation, _) => {
            let observation = observe(attempt, &Expectation::new(AnswerStatus::NotShown));
            match observation {
                // A refusal is what it is; what it proves of an operation is reported once that is known.
                Observation::Refused | Observation::NotFound | Observation::OtherRefusal => Proof::Rejected,
                observation => Proof::from(verdict(observation, false)),
            }
        }
    }
}

impl From<Verdict> for Proof {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Confirmed => Self::Answered,
            Verdict::Declined => Self::Declined,
            Verdict::Rejected | Verdict::RejectedKey | Verdict::WaitThenRepeat => Self::Rejected,
            Verdict::NotSent | Verdict::NotSentFinal => Self::NotSent,
            Verdict::Reconcile | Verdict::Unknown => Self::Unknown,
        }
    }
}

/// What went wrong, shortly and in a sentence; both empty where nothing did.
pub(super) fn trouble(asked: &RequestMeta, attempt: &Attempt) -> (String, String) {
    match attempt {
        Attempt::NotSent(problem) if problem.certificate => ("certificate refused".to_owned(), problem.message.clone()),
        Attempt::NotSent(problem) => ("no connection".to_owned(), problem.message.clone()),
        Attempt::NoKey(role) => ("not sent".to_owned(), CallError::NoKey(*role).what()),
        Attempt::Lost(loss) => (lost(*loss).to_owned(), loss.what().to_owned()),
        Attempt::Answered(answer) => trouble_of_answer(asked, answer),
    }
}

fn trouble_of_answer(asked: &RequestMeta, answer: &HttpAnswer) -> (String, String) {
    let status = || format!("HTTP {}", answer.status);
    match &answer.body {
        Body::Error(error) if !error.code.is_empty() => (error.code.clone(), error.message.clone()),
        Body::Error(error) => (status(), error.message.clone()),
        Body::Broken(loss) => (lost(*loss).to_owned(), loss.what().to_owned()),
        Body::Json(body) if answer.is_success() => {
            let word = |name: &str| body.get(name).and_then(serde_json::Value::as_str);
            let declined = asked.kind == CallKind::Operation && word("status") == Some("failed");
            let code = word("unified_code").or_else(|| word("error_code")).unwrap_or("declined");
            let error = payment_error_of(body);
            let why = error.reason().unwrap_or("the status is failed");
            if declined { (code.to_owned(), why.to_owned()) } else { (String::new(), String::new()) }
        }
        Body::Foreign { excerpt } if answer.is_success() && may_have_no_json(asked, excerpt) => {
            (String::new(), String::new())
        }
        Body::Json(_) => (status(), "the response does not have the shape of the API's errors".to_owned()),
        Body::Foreign { .. } => (status(), "the response is not JSON: something else may have answered".to_owned()),
    }
}

/// Whether the service itself answers a success so: the health with any text, a code that is right with nothing.
fn may_have_no_json(asked: &RequestMeta, excerpt: &str) -> bool {
    let is_for = |endpoint: ReadEndpoint| asked.path == endpoint.spec().path;
    is_for(ReadEndpoint::Health) || (is_for(ReadEndpoint::VerifySecondFactor) && excerpt.is_empty())
}

/// A loss as the name of a group.
fn lost(loss: LostAnswer) -> &'static str {
    match loss {
        LostAnswer::TimedOut => "time limit",
        LostAnswer::ConnectionLost | LostAnswer::Stopped => "connection lost",
        LostAnswer::BodyCut => "response cut off",
        LostAnswer::BodyStalled => "response stalled",
        LostAnswer::BodyTooLarge => "response too large",
        LostAnswer::RepeatedName => "name repeated",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::{Method, Request};
    use crate::error::ApiError;
    use crate::outcome::ConnectProblem;
    use crate::rate_limit::RateHeaders;

    fn reported(request: &Request, attempt: &Attempt) -> (Proof, String) {
        let asked = RequestMeta::new(request, "http://127.0.0.1:1", chrono::DateTime::UNIX_EPOCH);
        (proof_of(&asked, attempt), trouble(&asked, attempt).0)
    }

    fn answered(status: u16, body: Body) -> Attempt {
        Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
    }

    fn refused(code: &str) -> Body {
        Body::Error(ApiError { kind: "invalid_request".into(), code: code.into(), message: "no".into() })
    }

    #[test]
    fn an_operation_is_reported_as_the_table_of_outcomes_decides() {
        let reported = |attempt: &Attempt| reported(&Request::operation(Method::Post, "/refunds", json!({})), attempt);
        let body = |status: &str| Body::Json(json!({"status": status}));
        let page = Body::Foreign { excerpt: "<html>".into() };
        let refused_connection = ConnectProblem { message: "refused".into(), certificate: false };
        for (attempt, proof, code) in [
            (answered(200, body("succeeded")), Proof::Answered, ""),
            (answered(200, body("failed")), Proof::Declined, "declined"),
            (answered(400, refused("IR_04")), Proof::Rejected, "IR_04"),
            (answered(401, refused("IR_01")), Proof::Rejected, "IR_01"),
            (answered(429, refused("RL_01")), Proof::Rejected, "RL_01"),
            (answered(409, refused("IR_16")), Proof::Unknown, "IR_16"),
            (answered(400, refused("HE_01")), Proof::Unknown, "HE_01"),
            (answered(503, refused("CE_00")), Proof::Unknown, "CE_00"),
            (answered(502, page.clone()), Proof::Unknown, "HTTP 502"),
            (answered(302, page.clone()), Proof::Unknown, "HTTP 302"),
            (answered(200, page), Proof::Unknown, "HTTP 200"),
            (answered(200, Body::Broken(LostAnswer::BodyCut)), Proof::Unknown, "response cut off"),
            (Attempt::Lost(LostAnswer::TimedOut), Proof::Unknown, "time limit"),
            (Attempt::NotSent(refused_connection), Proof::NotSent, "no connection"),
        ] {
            assert_eq!(reported(&attempt), (proof, code.to_owned()), "{attempt:?}");
        }
    }

    #[test]
    fn a_thing_that_failed_was_read_all_the_same() {
        let reported = |path: &str, attempt: &Attempt| reported(&Request::read(Method::Get, path, None), attempt);
        let failed = answered(200, Body::Json(json!({"status": "failed"})));
        assert_eq!(reported("/payments/pay_1", &failed), (Proof::Answered, String::new()));
        let list = answered(200, Body::Json(json!([])));
        assert_eq!(reported("/disputes/list", &list), (Proof::Answered, String::new()));
        let message = answered(200, Body::Foreign { excerpt: "ok".into() });
        assert_eq!(reported("/health", &message), (Proof::Answered, String::new()));
        assert_eq!(reported("/payments/pay_1", &message).0, Proof::Unknown);
        let nothing = answered(200, Body::Foreign { excerpt: String::new() });
        assert_eq!(reported("/user/2fa/totp/verify", &nothing), (Proof::Answered, String::new()));
        assert_eq!(reported("/user/2fa/totp/verify", &message).0, Proof::Unknown);
        assert_eq!(reported("/payments/pay_1", &nothing).0, Proof::Unknown);
    }
}
