//! One call as it is described to the person who looks at the requests: what left, what came, and how long it took.
//!
//! It holds no secret: keys, card data and account numbers are masked while it is made ([`mask`]), before it is stored
//! anywhere. It is bounded, lives in memory only, and decides nothing: what an attempt proves is reported by
//! [`super::outcome`].

mod captured_body;
pub mod curl;
pub mod endpoint;
pub mod mask;
mod proof;

use std::time::Duration;

use chrono::{DateTime, Utc};

use paydesk_domain::ids::OperationId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::{CallKind, Proof};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;

use super::call::{KeyRole, Method, Request};
use super::error::CallError;
use super::outcome::{Attempt, EXCERPT_CHARS, LostAnswer};
use super::rate_limit::RateHeaders;

pub use captured_body::CapturedBody;
pub use mask::TEXT_MAX_BYTES;

use endpoint::EndpointName;
use mask::scrubbed;

/// What an answer holds beside what is acted upon; made by the client, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResponseMeta {
    /// How the service calls this request in its own log, where it says so.
    pub request_id: Option<String>,
    pub body: Option<CapturedBody>,
    /// How the service counts amounts, as far as this answer shows it.
    pub units: MinorUnits,
}

/// What left, or was to leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestMeta {
    pub began_at: DateTime<Utc>,
    /// Empty where there was no service yet.
    pub base_url: String,
    pub method: Method,
    pub path: String,
    pub endpoint: EndpointName,
    pub kind: CallKind,
    pub key: KeyRole,
    /// The header `X-Profile-Id`.
    pub profile_id: Option<String>,
    pub body: Option<CapturedBody>,
    /// The operation, and which of its attempts.
    pub operation: Option<(OperationId, u32)>,
}

impl RequestMeta {
    /// What is reported `request`, which leaves for the service at `base_url`.
    pub fn new(request: &Request, base_url: &str, began_at: DateTime<Utc>) -> Self {
        Self {
            began_at,
            base_url: base_url.to_owned(),
            method: request.method,
            path: scrubbed(&request.path).into_owned(),
            endpoint: EndpointName::of(request.method, &request.path),
            kind: request.kind,
            key: request.key,
            profile_id: request.profile_id.as_ref().map(|id| scrubbed(id.as_str()).into_owned()),
            body: request.masked_body().map(|body| CapturedBody::of_json(&body)),
            operation: None,
        }
    }

    /// Marks it as an attempt of an operation.
    pub fn by(self, operation_id: OperationId, attempt: u32) -> Self {
        Self { operation: Some((operation_id, attempt)), ..self }
    }

    /// The file that was uploaded: only its name and its size are reported.
    pub fn upload(base_url: &str, path: &str, name: &str, bytes: usize, began_at: DateTime<Utc>) -> Self {
        let request = Request { kind: CallKind::Operation, ..Request::read(Method::Post, path, None) };
        let body = CapturedBody::of_text(&format!("(the file “{}”, {bytes} bytes)", visible(name, 80)));
        Self { body: Some(body), ..Self::new(&request, base_url, began_at) }
    }

    /// The headers it travels with; the key is never among them.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = match self.key {
            KeyRole::Secret => vec![("api-key", "<your key>".to_owned())],
            KeyRole::Admin => vec![("api-key", "<your admin key>".to_owned())],
            KeyRole::SignIn => vec![("Authorization", "Bearer <your sign-in>".to_owned())],
            KeyRole::Nothing => Vec::new(),
        };
        headers.push(("Content-Type", "application/json".to_owned()));
        headers.push(("Cache-Control", "no-cache, no-store".to_owned()));
        headers.push(("Pragma", "no-cache".to_owned()));
        headers.extend(self.profile_id.clone().map(|id| ("X-Profile-Id", id)));
        headers
    }
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExchangeEnd {
    Answered {
        status: u16,
        rate: RateHeaders,
        response: ResponseMeta,
    },
    /// No answer, after sending began.
    Lost(LostAnswer),
    /// Nothing left this machine, and why.
    NotSent(String),
    /// A read that nobody waited for any more.
    GivenUp,
}

/// One call: its request, its result and how long it took; secrets in both bodies are masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The profile whose service was called.
    pub profile: ProfileId,
    pub asked: RequestMeta,
    /// From sending to the whole answer.
    pub took: Duration,
    pub end: ExchangeEnd,
    pub proof: Proof,
    /// What went wrong, shortly: the service's code, `HTTP 503`, the way the answer was lost. Empty where nothing did.
    pub code: String,
    /// What went wrong as a sentence; the service's own message where there is one.
    pub why: String,
}

impl Exchange {
    /// What came of a call.
    pub fn new(
        profile: ProfileId,
        asked: RequestMeta,
        took: Duration,
        attempt: &Attempt,
        response: ResponseMeta,
    ) -> Self {
        let proof = proof::proof_of(&asked, attempt);
        let (code, why) = proof::trouble(&asked, attempt);
        let end = match attempt {
            Attempt::Answered(answer) => ExchangeEnd::Answered { status: answer.status, rate: answer.rate, response },
            Attempt::Lost(loss) => ExchangeEnd::Lost(*loss),
            Attempt::NotSent(problem) => ExchangeEnd::NotSent(scrubbed(&problem.message).into_owned()),
            Attempt::NoKey(role) => ExchangeEnd::NotSent(CallError::NoKey(*role).what()),
        };
        let clean = |text: String| visible(&scrubbed(&text), EXCERPT_CHARS);
        Self { profile, asked, took, end, proof, code: clean(code), why: clean(why) }
    }

    /// A call whose answer nobody took: a read is of no matter, an operation may have happened.
    pub fn dropped(profile: ProfileId, asked: RequestMeta, took: Duration) -> Self {
        match asked.kind {
            CallKind::Operation => {
                Self::new(profile, asked, took, &Attempt::Lost(LostAnswer::ConnectionLost), ResponseMeta::default())
            }
            CallKind::Read => {
                let why = "the request was abandoned before a response arrived".to_owned();
                let (end, proof) = (ExchangeEnd::GivenUp, Proof::GivenUp);
                Self { profile, asked, took, end, proof, code: String::new(), why }
            }
        }
    }

    /// The status of the answer, where there was one.
    pub fn status(&self) -> Option<u16> {
        if let ExchangeEnd::Answered { status, .. } = &self.end { Some(*status) } else { None }
    }

    pub fn rate(&self) -> Option<&RateHeaders> {
        if let ExchangeEnd::Answered { rate, .. } = &self.end { Some(rate) } else { None }
    }

    pub fn response(&self) -> Option<&ResponseMeta> {
        if let ExchangeEnd::Answered { response, .. } = &self.end { Some(response) } else { None }
    }

    /// How much its texts take, in bytes.
    pub fn stored_bytes(&self) -> usize {
        let answer = self.response().and_then(|response| response.body.as_ref());
        self.asked.body.iter().chain(answer).map(|stored| stored.text().len()).sum()
    }

    /// Lets go of the bodies, so that newer ones have room.
    pub fn forget_bodies(&mut self) {
        if let Some(body) = &mut self.asked.body {
            body.forget();
        }
        if let ExchangeEnd::Answered { response: ResponseMeta { body: Some(body), .. }, .. } = &mut self.end {
            body.forget();
        }
    }
}
