//! The codes and shapes of refusals: which of hyperswitch's a refusal of the sandbox travels under.
//!
//! The messages stay the sandbox's own. `RL_01` stays too, for faults: that service has no limit of its own.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderName, VIA};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::engine::{Reason, Refusal, SandboxShapes};
use crate::faults::FaultKind;
use crate::http::answer::ErrorAnswer;
use crate::http::fault_layer::AppliedFault;
use crate::http::keys::CONTROL_PREFIX;
use crate::service::Sandbox;

/// The header that numbers requests.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The form of an error body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `{error: {type, message, code}}`.
    Typed(&'static str),
    /// `{error: {error_type, message, code}}`: what is said of a body that cannot be read.
    Json,
    /// `{type, message, code}`, below nothing.
    Bare,
}

/// Status, code and form.
type ErrorShape = (u16, &'static str, Form);

const REQUEST: Form = Form::Typed("invalid_request");

/// Refusals of the engine, by the beginning of the path; the first row that fits decides.
const REFUSALS: [(Reason, &str, ErrorShape); 18] = [
    (Reason::Missing, "", (400, "IR_04", REQUEST)),
    (Reason::Invalid, "", (400, "IR_07", REQUEST)),
    (Reason::NotAllowedNow, "/disputes", (400, "HE_03", REQUEST)),
    (Reason::NotAllowedNow, "/payouts", (422, "IR_06", REQUEST)),
    (Reason::NotAllowedNow, "/refunds", (400, "IR_14", REQUEST)),
    (Reason::NotAllowedNow, "/payments", (400, "IR_16", REQUEST)),
    (Reason::NotAllowedNow, "", (400, "IR_14", REQUEST)),
    (Reason::Conflict, "/customers", (400, "IR_12", REQUEST)),
    (Reason::Conflict, "/refunds", (400, "HE_01", REQUEST)),
    (Reason::Conflict, "", (400, "IR_14", REQUEST)),
    (Reason::PaymentExists { as_400: false }, "", (400, "HE_01", REQUEST)),
    (Reason::PaymentExists { as_400: true }, "", (400, "HE_01", REQUEST)),
    (Reason::NotFound, "/disputes", (404, "HE_04", REQUEST)),
    (Reason::NotFound, "/files", (404, "HE_04", REQUEST)),
    (Reason::NotFound, "/subscriptions", (404, "IR_37", REQUEST)),
    (Reason::NotFound, "/payouts", (404, "HE_02", REQUEST)),
    (Reason::NotFound, "", (404, "HE_02", REQUEST)),
    (Reason::Internal, "", (500, "HE_00", Form::Typed("api"))),
];

/// Refusals of the transport, by the status and code they have in the specification.
const TRANSPORT: [(u16, &str, ErrorShape); 10] = [
    (400, "IR_04", (400, "IR_06", Form::Json)),
    (413, "IR_04", (400, "IR_06", Form::Json)),
    (404, "IR_05", (404, "IR_02", REQUEST)),
    (405, "IR_04", (405, "IR_03", REQUEST)),
    (401, "AU_01", (401, "IR_01", REQUEST)),
    (401, "AU_02", (401, "IR_01", REQUEST)),
    (403, "AU_03", (401, "IR_01", REQUEST)),
    (500, "HE_00", (500, "HE_00", Form::Typed("api"))),
    (502, "CE_01", (502, "CE_00", Form::Typed("connector"))),
    (503, "CE_01", (503, "CE_00", Form::Typed("connector"))),
];

/// What the rules of types say: that service finds such values while it reads the body.
const TYPE_RULES: [&str; 8] = [
    "must be one of",
    "must be a string",
    "must be an integer",
    "must be true or",
    "must be an object",
    "must be an array",
    "must be at least 1 in minor units, not -",
    "must be a three-letter ISO 4217 code",
];

/// A refusal that the engine knows nothing of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeRefusal {
    shape: ErrorShape,
    message: String,
    /// More about it, as a field of its own.
    reason: Option<String>,
}

impl ShapeRefusal {
    fn new(shape: ErrorShape, message: impl Into<String>) -> Self {
        Self { shape, message: message.into(), reason: None }
    }

    pub fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..self }
    }

    /// 422 `IR_06`: data that does not go together, or is out of bounds.
    pub fn data(message: impl Into<String>) -> Self {
        Self::new((422, "IR_06", REQUEST), message)
    }

    /// 400 `IR_06`: a body that is not of the right form.
    pub fn body(message: impl Into<String>) -> Self {
        Self::new((400, "IR_06", Form::Json), message)
    }

    /// 400 with this code.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Self {
        Self::new((400, code, REQUEST), message)
    }

    /// 401 with this code.
    pub fn unauthorized(code: &'static str, message: impl Into<String>) -> Self {
        Self::new((401, code, REQUEST), message)
    }

    /// 404 `IR_02`: the sandbox has nothing at this path.
    pub fn not_there() -> Self {
        Self::new((404, "IR_02", REQUEST), "Unrecognized request URL")
    }

    /// 500 `HE_00`: what that service fails at.
    pub fn went_wrong() -> Self {
        Self::new((500, "HE_00", Form::Typed("api")), "Something went wrong")
    }

    /// 400 `IR_04`: a header is not there.
    pub fn header_missing(name: &str) -> Self {
        Self::new((400, "IR_04", Form::Bare), format!("Missing required param: {name}"))
    }

    /// 400 `IR_04`: the endpoint wants a login, not an API key.
    pub fn login_wanted() -> Self {
        Self::bad_request("IR_04", "Missing required param: Authorization")
    }
}

impl IntoResponse for ShapeRefusal {
    fn into_response(self) -> Response {
        response(self.shape, &self.message, self.reason.as_deref())
    }
}

/// Why a request was refused in these shapes: by their own rules, by the engine, or before either.
#[derive(Debug)]
pub enum Refused {
    Shape(ShapeRefusal),
    Answer(Box<ErrorAnswer>),
    /// A query that cannot be read, as plain text.
    Query(String),
}

impl From<ShapeRefusal> for Refused {
    fn from(refusal: ShapeRefusal) -> Self {
        Self::Shape(refusal)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Answer(Box::new(refusal.into()))
    }
}

impl From<ErrorAnswer> for Refused {
    fn from(answer: ErrorAnswer) -> Self {
        Self::Answer(Box::new(answer))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Self::Shape(refusal) => refusal.into_response(),
            Self::Answer(answer) => answer.into_response(),
            Self::Query(text) => (StatusCode::BAD_REQUEST, text).into_response(),
        }
    }
}

/// What handlers of these shapes answer with.
pub type ShapedResult = Result<Json<Value>, Refused>;

/// The response, with an error of the API in the shape that the settings ask for.
pub fn with_shaped_error(sandbox: &Sandbox, path: &str, response: Response) -> Response {
    let is_shaped = sandbox.shapes().shapes == SandboxShapes::Hyperswitch && !path.starts_with(CONTROL_PREFIX);
    // A fault that changed the bytes of an answer has had its say.
    let changed = [FaultKind::CutBody, FaultKind::WrongId];
    let is_changed = response.extensions().get::<AppliedFault>().is_some_and(|fault| changed.contains(&fault.0));
    match response.extensions().get::<ErrorAnswer>() {
        Some(answer) if is_shaped && !is_changed => shaped(answer, path, &response),
        Some(_) | None => response,
    }
}

fn shaped(answer: &ErrorAnswer, path: &str, original: &Response) -> Response {
    let message = &answer.error.message;
    let reason = matches!(answer.reason, Some(Reason::PaymentExists { .. })).then_some(message.as_str());
    let mut shaped = response(shape_of(answer, path), message, reason);
    for name in [VIA, REQUEST_ID] {
        if let Some(value) = original.headers().get(&name) {
            shaped.headers_mut().insert(name, value.clone());
        }
    }
    shaped.extensions_mut().clone_from(original.extensions());
    shaped
}

fn shape_of(answer: &ErrorAnswer, path: &str) -> ErrorShape {
    let (status, code) = (answer.status.as_u16(), answer.error.code);
    if answer.reason == Some(Reason::Invalid) && TYPE_RULES.iter().any(|rule| answer.error.message.contains(rule)) {
        return (400, "IR_06", Form::Json);
    }
    if matches!(answer.reason, Some(Reason::NotAllowedNow | Reason::Conflict)) && path.ends_with("/capture") {
        return (400, "IR_14", REQUEST);
    }
    let by_reason = answer.reason.and_then(|reason| {
        let row = REFUSALS.iter().find(|(of, prefix, _)| *of == reason && path.starts_with(prefix));
        row.map(|(_, _, shape)| *shape)
    });
    let by_code =
        || TRANSPORT.iter().find(|(of, known, _)| (*of, *known) == (status, code)).map(|(_, _, shape)| *shape);
    by_reason.or_else(by_code).unwrap_or((status, code, REQUEST))
}

fn response((status, code, form): ErrorShape, message: &str, reason: Option<&str>) -> Response {
    let mut error = match form {
        Form::Typed(kind) => json!({ "type": kind, "message": message, "code": code }),
        Form::Json => json!({ "error_type": "invalid_request", "message": message, "code": code }),
        Form::Bare => json!({ "type": "invalid_request_error", "message": message, "code": code }),
    };
    if let Some(reason) = reason {
        error["reason"] = reason.into();
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = if form == Form::Bare { error } else { json!({ "error": error }) }.to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(refusal: Refusal, path: &str) -> ErrorShape {
        shape_of(&refusal.into(), path)
    }

    #[test]
    fn what_is_not_found_has_the_code_of_its_resource() {
        assert_eq!(shape(Refusal::not_found("payment", "x"), "/payments/x"), (404, "HE_02", REQUEST));
        assert_eq!(shape(Refusal::not_found("dispute", "x"), "/disputes/evidence"), (404, "HE_04", REQUEST));
    }

    #[test]
    fn a_wrong_type_is_a_matter_of_the_body_and_a_wrong_value_one_of_the_field() {
        let wrong_type = Refusal::invalid("amount", "must be an integer, not a string");
        assert_eq!(shape(wrong_type, "/payments"), (400, "IR_06", Form::Json));
        let wrong_value = Refusal::invalid("amount", "must be from 1 to 5");
        assert_eq!(shape(wrong_value, "/payments"), (400, "IR_07", REQUEST));
    }

    #[test]
    fn keys_and_paths_have_the_codes_of_that_service() {
        let key = ErrorAnswer::unauthorized("AU_02", "the API key was revoked");
        assert_eq!(shape_of(&key, "/payments/list"), (401, "IR_01", REQUEST));
        let path = ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", "there is no such path");
        assert_eq!(shape_of(&path, "/payment_link"), (404, "IR_02", REQUEST));
    }
}
