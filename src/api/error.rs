//! What goes wrong with a call, with the service's own message where it has any. Sentences for people are made of it in
//! `presenter`.

use std::fmt;

use serde_json::Value;

use crate::call::KeyRole;
pub use paydesk_domain::document::DecodeError;
use paydesk_domain::scrub::scrubbed_within;
use paydesk_domain::text::visible;

/// The service's error body: `{ error: { type, code, message } }`, and
/// [what others have instead](crate::reference::errors#body).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    pub kind: String,
    pub code: String,
    pub message: String,
}

impl ApiError {
    /// Reads the error shape; `None` when the body has another one (a proxy's page, say).
    pub fn from_json(body: &Value) -> Option<Self> {
        let Some(error) = body.get("error") else { return Self::unwrapped(body) };
        let word = |name: &str| error.get(name).and_then(Value::as_str).map(clean);
        let message = word("message")?;
        let code = word("code").unwrap_or_default();
        let kind = word("type").or_else(|| word("error_type")).unwrap_or_default();
        (!code.is_empty() || !kind.is_empty()).then_some(Self { kind, code, message })
    }

    /// Reads these fields without the object around them: only all three together, for many bodies have a message.
    fn unwrapped(body: &Value) -> Option<Self> {
        let word = |name: &str| body.get(name).and_then(Value::as_str).filter(|word| !word.is_empty()).map(clean);
        let kind = word("type").filter(|kind| kind.starts_with(UNWRAPPED_KIND))?;
        Some(Self { kind, code: word("code")?, message: word("message")? })
    }

    /// Whether this is `HE_01`: a payment with that id already exists.
    pub fn is_already_exists(&self) -> bool {
        self.code == "HE_01"
    }

    /// Whether the code or the message speaks of something that was made before.
    pub fn tells_of_another(&self) -> bool {
        let said = format!("{} {}", self.code, self.message).to_lowercase();
        WORDS_OF_ANOTHER.iter().any(|word| said.contains(word))
    }
}

/// Words of which a refusal has one that speaks of something that was made before, in the languages in which services answer.
#[rustfmt::skip]
const WORDS_OF_ANOTHER: [&str; 38] = [
    "unique constraint", "constraint failed", "was created", "is taken", "been used", "idempot",
    "already", "duplic", "identical", "exist", "a moment ago", "same reference", "not unique", "must be unique", "in use",
    "processed before", "used before", "created before", "sent before", "earlier", "previous", "twice", "repeated",
    "bereits", "schon", "doppel", "vorhanden", "déjà", "deja", "ya fue", "ya se", "ya ha", "già", "dubbel", "reeds", "já ",
    "既に", "已",
];

/// How the type of an error begins that has no object around it.
const UNWRAPPED_KIND: &str = "invalid_request";

/// Codes of a 404 that say there is no such object: the one of the specification, and those that juspay/hyperswitch
/// answers, the last of them for disputes and files.
pub const NOT_FOUND_CODES: [&str; 3] = ["IR_05", "HE_02", "HE_04"];

/// The code of a service for a path that it does not know, where it has another for what is not there.
pub const NO_PATH_CODE: &str = "IR_02";

/// Of those, the ones of a service that has [another](NO_PATH_CODE) for a path that it does not know.
const OBJECT_ABSENT_CODES: [&str; 2] = ["HE_02", "HE_04"];

/// Most of a refusal that is shown, in characters.
const MESSAGE_CHARS: usize = 300;
const CODE_CHARS: usize = 20;
/// Longest word of a refusal that is stored, in bytes.
const WORD_MAX_BYTES: usize = 4 * 1024;

/// A service may repeat in a refusal what was sent to it.
fn clean(text: &str) -> String {
    scrubbed_within(text, WORD_MAX_BYTES)
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = visible(&self.message, MESSAGE_CHARS);
        let code = visible(&self.code, CODE_CHARS);
        if code.is_empty() { f.write_str(&message) } else { write!(f, "{message} ({code})") }
    }
}

/// How the message of the client ends where a proxy makes no connection without another name or password: one of HTTP, and
/// one of SOCKS that refuses these, wants none, or wants some.
const PROXY_REFUSALS: [&str; 4] = [
    "proxy authorization required",
    "credentials not accepted",
    "server does not support user/pass authentication",
    "server implements authentication incorrectly",
];

/// Why no connection could be made: nothing was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectProblem {
    pub message: String,
    /// The service's certificate was refused; never tried again by itself.
    pub certificate: bool,
}

/// How an answer was lost after sending began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LostAnswer {
    TimedOut,
    ConnectionLost,
    BodyCut,
    BodyStalled,
    BodyTooLarge,
    /// An object of the answer names a field twice: which of the two counts is not said.
    RepeatedName,
    /// Paydesk stopped (crash, power) before an answer could be kept.
    Stopped,
}

impl LostAnswer {
    pub fn what(self) -> &'static str {
        match self {
            Self::TimedOut => "no answer within the time limit",
            Self::ConnectionLost => "the connection was lost",
            Self::BodyCut => "the response ended too early",
            Self::BodyStalled => "the full response did not arrive in time",
            Self::BodyTooLarge => "the response is too large",
            Self::RepeatedName => "the response contains a field twice, so neither value counts",
            Self::Stopped => "Paydesk was closed before the response arrived",
        }
    }
}

/// Why a read brought nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    Unreachable(ConnectProblem),
    /// Nothing was sent: the profile has not what the request goes with.
    NoKey(KeyRole),
    Lost(LostAnswer),
    /// The service said no, in its error shape.
    Service {
        status: u16,
        error: ApiError,
    },
    /// Something answered that is not the service: a proxy, a captive portal, a redirect.
    Foreign {
        status: u16,
        excerpt: String,
    },
    Decode(DecodeError),
    /// It is of an earlier time than what is known: a cache on the way may have answered.
    Outdated,
}

/// Codes with which a key is refused ([documented](crate::reference::errors)).
const KEY_CODES: [&str; 2] = ["AU_01", "AU_02"];
/// The code of a key without the permission ([documented](crate::reference::errors)).
const PERMISSION_CODE: &str = "AU_03";
/// The code with which other services of the same kind refuse a key where they want somebody to be logged in.
const LOGIN_CODE: &str = "IR_17";
/// The code of a missing parameter there, and the parameter that only a sign-in has.
const MISSING_CODE: &str = "IR_04";
const SIGN_IN_PARAMETER: &str = "Authorization";

impl CallError {
    /// The service refuses the key itself, with a documented code: the profile is locked until it is replaced.
    pub fn locks_profile(&self) -> bool {
        self.is_unauthorized(|code| KEY_CODES.contains(&code))
    }

    /// A 401 whose code is not documented: the key may be refused, or this endpoint alone.
    pub fn may_refuse_key(&self) -> bool {
        self.is_unauthorized(|code| !KEY_CODES.contains(&code) && code != LOGIN_CODE)
    }

    /// The key has not the permission for this, with the documented code.
    pub fn lacks_permission(&self) -> bool {
        matches!(self, Self::Service { status: 403, error } if error.code == PERMISSION_CODE)
    }

    /// The endpoint wants a login, which no key is: 401 `IR_17`, or 400 `IR_04` that misses the token of one.
    pub fn wants_login(&self) -> bool {
        self.is_unauthorized(|code| code == LOGIN_CODE) || self.misses_sign_in()
    }

    fn misses_sign_in(&self) -> bool {
        let names_it =
            |message: &str| message.split(|c: char| !c.is_alphanumeric()).any(|word| word == SIGN_IN_PARAMETER);
        matches!(self, Self::Service { status: 400, error } if error.code == MISSING_CODE && names_it(&error.message))
    }

    /// Whether this endpoint is not for this key, whatever it is asked.
    pub fn refuses_endpoint(&self) -> bool {
        self.wants_login() || self.lacks_permission()
    }

    /// Whether a report is refused for good: it is not for this key, or the service has none that is asked for so.
    pub fn refuses_reports(&self) -> bool {
        let is_refused = || matches!(self.status(), Some(400 | 403 | 404 | 405 | 422 | 501));
        // Another service of the family cannot count disputes by currency, and says no more than this.
        let fails_for_good = || matches!(self, Self::Service { status: 500, error } if error.code == "HE_00");
        self.refuses_endpoint() || is_refused() || fails_for_good()
    }

    fn is_unauthorized(&self, fits: impl Fn(&str) -> bool) -> bool {
        matches!(self, Self::Service { status: 401, error } if fits(&error.code))
    }

    /// The answer, as text, where it refuses the request as it was made (400, 422), whatever shape it has: asked
    /// otherwise, it may be answered. What wants a login is refused however it is asked.
    pub fn refused_request(&self) -> Option<String> {
        self.answer_text().filter(|_| matches!(self.status(), Some(400 | 422)) && !self.wants_login())
    }

    /// The answer, as text: `HTTP 400 IR_06: Json deserialize error`; `None` where there was none that could be read.
    pub fn answer_text(&self) -> Option<String> {
        match self {
            Self::Service { status, error } => {
                let (code, message) = (visible(&error.code, CODE_CHARS), visible(&error.message, MESSAGE_CHARS));
                Some(format!("HTTP {status} {code}: {message}"))
            }
            Self::Foreign { status, excerpt } => Some(format!("HTTP {status}: {excerpt}")),
            Self::Unreachable(_) | Self::NoKey(_) | Self::Lost(_) | Self::Decode(_) | Self::Outdated => None,
        }
    }

    /// It was asked and said no: the same question meets the same answer.
    pub fn is_refusal(&self) -> bool {
        self.status().is_some_and(|status| (400..=428).contains(&status) && status != 408)
    }

    /// The service says that it cannot read the request, or something in it.
    pub fn refuses_request(&self) -> bool {
        matches!(self.status(), Some(400 | 422))
    }

    /// The service says that this key may not do it.
    pub fn refuses_key(&self) -> bool {
        matches!(self, Self::Service { status: 401 | 403, .. })
    }

    pub fn is_rate_limit(&self) -> bool {
        matches!(self, Self::Service { status: 429, .. })
    }

    /// The service says there is no such object (404 with one of [`NOT_FOUND_CODES`]), and no proxy does.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Service { status: 404, error } if NOT_FOUND_CODES.contains(&error.code.as_str()))
    }

    /// The path is known, the key was looked at, and there is no such object. `IR_05` does not say so: the specification
    /// has it for anything that is not found, a path among it.
    pub fn is_absent_object(&self) -> bool {
        matches!(self, Self::Service { status: 404, error } if OBJECT_ABSENT_CODES.contains(&error.code.as_str()))
    }

    /// The proxy wants another name or password: it answers 407, or makes no connection.
    pub fn is_refused_by_proxy(&self) -> bool {
        match self {
            Self::Unreachable(problem) => PROXY_REFUSALS.iter().any(|end| problem.message.ends_with(end)),
            Self::Service { .. } | Self::Foreign { .. } => self.status() == Some(407),
            Self::NoKey(_) | Self::Lost(_) | Self::Decode(_) | Self::Outdated => false,
        }
    }

    /// The HTTP status, where there was an answer.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Service { status, .. } | Self::Foreign { status, .. } => Some(*status),
            Self::Unreachable(_) | Self::NoKey(_) | Self::Lost(_) | Self::Decode(_) | Self::Outdated => None,
        }
    }

    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Service { status: 404, .. })
    }

    /// Reads are repeated on 5xx, 429 and lost answers, never on anything else
    /// ([API reference](crate::reference::errors#codes)).
    pub fn may_retry_read(&self) -> bool {
        match self {
            Self::Unreachable(problem) => !problem.certificate,
            Self::Lost(_) => true,
            Self::Service { status, .. } | Self::Foreign { status, .. } => *status == 429 || *status >= 500,
            Self::NoKey(_) | Self::Decode(_) | Self::Outdated => false,
        }
    }

    /// Nobody is signed in to the dashboard of the service, or not any more.
    pub fn is_signed_out(&self) -> bool {
        matches!(self, Self::NoKey(KeyRole::SignIn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_an_error_is_read_and_no_other_answer() {
        let read = |text: &str| ApiError::from_json(&serde_json::from_str(text).unwrap()).map(|error| error.code);
        for error in [
            r#"{"error": {"type": "invalid_request", "code": "IR_04", "message": "no"}}"#,
            r#"{"error": {"error_type": "invalid_request", "code": "IR_04", "message": "no"}}"#,
            r#"{"type": "invalid_request_error", "code": "IR_04", "message": "no"}"#,
        ] {
            assert_eq!(read(error).as_deref(), Some("IR_04"), "{error}");
        }
        for other in [
            r#"{"type": "about:blank", "code": "IR_04", "message": "no"}"#,
            r#"{"type": "invalid_request_error", "message": "no"}"#,
            r#"{"message": "no", "code": "IR_04"}"#,
            r#"{"error": null, "type": "invalid_request_error", "code": "IR_04", "message": "no"}"#,
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn what_a_service_says_is_shown_with_its_hidden_characters_marked() {
        let error =
            ApiError { kind: String::new(), code: "IR_\u{202e}06".into(), message: "no\u{200b} such\nmetric".into() };
        let refused = CallError::Service { status: 400, error };
        assert_eq!(refused.answer_text().unwrap(), "HTTP 400 IR_‹U+202E›06: no‹U+200B› such metric");
    }

    #[test]
    fn a_proxy_that_refuses_is_known_with_and_without_an_answer() {
        let unreachable =
            |message: &str| CallError::Unreachable(ConnectProblem { message: message.to_owned(), certificate: false });
        assert!(unreachable("tunnel error: proxy authorization required").is_refused_by_proxy());
        assert!(!unreachable("tunnel error: unsuccessful").is_refused_by_proxy());
        let foreign = |status| CallError::Foreign { status, excerpt: "<html>".into() };
        assert!(foreign(407).is_refused_by_proxy() && !foreign(401).is_refused_by_proxy());
        assert!(foreign(407).what_to_do().contains("password"));
    }
}
