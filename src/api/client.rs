//! The only file that speaks HTTP as a client. One request in, one [`Attempt`] out; it never repeats anything.
//!
//! Redirects are not followed (a POST could turn into a GET that reports success), sizes and times are
//! bounded, and the key travels in one header marked sensitive.

use std::error::Error;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, AGE, AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, DATE, HeaderMap, HeaderName,
    HeaderValue, PRAGMA, RETRY_AFTER, VIA,
};
use reqwest::multipart::{Form, Part};
use reqwest::{Certificate, ClientBuilder, RequestBuilder, Response, redirect};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use paydesk_domain::address::{AddressError, ProxyAddress, ServiceAddress};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::CallKind;
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::{AdminKey, ApiKey, SignInToken};
use paydesk_domain::text::visible;

use super::call::{Call as _, KeyRole, Method, Request};
use super::encoding::{self, EncodingFault, unpacked};
use super::exchange::mask::scrubbed;
use super::exchange::{CapturedBody, ResponseMeta};
use super::freshness::CacheMarks;
use super::json;
use super::outcome::{Attempt, Body, ConnectProblem, EXCERPT_CHARS, HttpAnswer, LostAnswer};
use super::rate_limit::RateHeaders;
use super::resources::health::calls::Health;

/// A file with what is sent beside it.
#[derive(Debug, Clone)]
pub struct FileForm<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
    pub media_type: &'static str,
    pub fields: Vec<(&'static str, String)>,
}

/// Largest answer read, in bytes; a page of 100 rows is about 20 KB.
const BODY_MAX_BYTES: usize = 8 * 1024 * 1024;
/// An answer beyond this is large, in bytes.
const LARGE_BYTES: usize = 64 * 1024;
/// Large answers of one service that are read and decoded at a time; others wait within their time limit. So many
/// hostile answers at once cost no more memory than a few.
const LARGE_AT_ONCE: usize = 4;
/// Where services tell how they call a request in their own log.
const REQUEST_IDS: [&str; 3] = ["x-request-id", "request-id", "x-correlation-id"];

/// Where proxies and caches write that an answer passed them; some services write their own name there.
const CACHE_MARKS: [&str; 7] =
    ["via", "x-cache", "x-cache-lookup", "x-proxy-cache", "cache-status", "cf-cache-status", "warning"];
/// What every request carries, so that no cache on the way answers it.
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache, no-store");

/// How long each step of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    pub connect: Duration,
    /// From connecting to the last byte of the answer of an operation.
    pub operation: Duration,
    /// From connecting to the last byte of the answer of a read.
    pub read: Duration,
    /// Longest pause inside a body.
    pub stall: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            operation: Duration::from_secs(60),
            read: Duration::from_secs(30),
            stall: Duration::from_secs(15),
        }
    }
}

/// Why a client cannot be made for a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(
        "“{0}” is not the address of a proxy; one looks like http://proxy.example.com:3128 or socks5://proxy.example.com:1080"
    )]
    Proxy(String),
    #[error("The password of its proxy is missing")]
    NoProxyPassword,
    #[error("There is no certificate in it; certificates are expected as PEM, with BEGIN CERTIFICATE")]
    NoCertificate,
    #[error("A certificate in it cannot be used: {0}")]
    Certificate(String),
    #[error("The network part could not be started: {0}")]
    Start(String),
}

/// Certificates of authorities that are trusted beside those of the platform.
#[derive(Debug, Clone, Default)]
pub struct ExtraRoots(Vec<Certificate>);

impl ExtraRoots {
    /// All certificates of a file in PEM; `Err` where there is none, or one that cannot be used.
    pub fn from_pem(pem: &[u8]) -> Result<Self, ClientError> {
        let unusable =
            |error: reqwest::Error| ClientError::Certificate(causes(&error).last().unwrap_or(&error).to_string());
        let certificates = Certificate::from_pem_bundle(pem).map_err(unusable)?;
        if certificates.is_empty() {
            return Err(ClientError::NoCertificate);
        }
        install_provider();
        // Only a client that is built looks into them.
        reqwest::Client::builder().tls_certs_only(certificates.clone()).build().map_err(unusable)?;
        Ok(Self(certificates))
    }
}

/// How a service is reached, beside its address.
#[derive(Debug, Clone, Default)]
pub struct NetworkAccess {
    /// `None`: as the system says.
    pub proxy: Option<ProxyAddress>,
    pub roots: ExtraRoots,
}

impl NetworkAccess {
    /// Through the proxy of this address, if there is one.
    pub fn through(proxy: Option<&str>, roots: ExtraRoots) -> Result<Self, ClientError> {
        // What comes before the host may be a password.
        let shown = |text: &str| visible(text.rsplit('@').next().unwrap_or_default(), 200);
        let read = |text: &str| ProxyAddress::parse(text).ok_or_else(|| ClientError::Proxy(shown(text)));
        Ok(Self { proxy: proxy.map(read).transpose()?, roots })
    }
}

/// Asks the service at `base_url` for its health, without a key: any answer shows that it can be reached.
pub async fn reach(
    base_url: &str,
    environment: Environment,
    access: &NetworkAccess,
    limits: TimeLimits,
) -> Result<Attempt, ClientError> {
    let address = ServiceAddress::parse(base_url, Some(environment))?;
    let reads = started(builder(&address, access, limits)?)?;
    let path = Health.request().path;
    let builder = reads.get(format!("{}{path}", address.as_base_url()));
    let (operations, base_url) = (reads.clone(), address.as_base_url().to_owned());
    let large = Arc::new(Semaphore::new(LARGE_AT_ONCE));
    let keys = ClientKeys::default();
    let client = ApiClient { reads, operations, keys, base_url, limits, large, refuses_queries: Arc::default() };
    Ok(client.answer_to(builder, limits.read).await.0)
}

/// Sends requests to one service with one key.
#[derive(Clone)]
pub struct ApiClient {
    reads: reqwest::Client,
    /// Opens a connection for each operation: one that was used before may be closed at the other end just as
    /// the operation leaves, which looks the same as an answer lost.
    operations: reqwest::Client,
    keys: ClientKeys,
    base_url: String,
    limits: TimeLimits,
    /// Permits for large answers.
    large: Arc<Semaphore>,
    /// The service refused a query that it does not know.
    refuses_queries: Arc<AtomicBool>,
}

/// What requests are sent with, each with what it asks for.
#[derive(Clone, Default)]
struct ClientKeys {
    secret: Option<HeaderValue>,
    admin: Option<HeaderValue>,
    /// With `Bearer` before it.
    sign_in: Option<HeaderValue>,
}

impl ClientKeys {
    /// The header that a request of this role travels with; the role where it is missing: nothing is sent.
    fn header(&self, role: KeyRole) -> Result<Option<(HeaderName, HeaderValue)>, KeyRole> {
        let key = |key: &Option<HeaderValue>| key.clone().map(|key| (HeaderName::from_static("api-key"), key));
        let token = || self.sign_in.clone().map(|token| (AUTHORIZATION, token));
        match role {
            KeyRole::Secret => Ok(key(&self.secret)),
            KeyRole::Admin => key(&self.admin).map(Some).ok_or(role),
            KeyRole::SignIn => token().map(Some).ok_or(role),
            KeyRole::Nothing => Ok(None),
        }
    }
}

/// A whole body; the permit is held until it is decoded.
struct WholeBody {
    bytes: Vec<u8>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl ApiClient {
    /// A client of the service at `base_url`. `http://` is refused except for a sandbox key on loopback.
    pub fn new(base_url: &str, key: &ApiKey, limits: TimeLimits) -> Result<Self, ClientError> {
        Self::through(base_url, &NetworkAccess::default(), key, limits)
    }

    /// A client of the service at `base_url`, reached as `access` says.
    pub fn through(
        base_url: &str,
        access: &NetworkAccess,
        key: &ApiKey,
        limits: TimeLimits,
    ) -> Result<Self, ClientError> {
        let address = ServiceAddress::parse(base_url, Some(key.environment()))?;
        let keys = ClientKeys { secret: Some(header_value(key.expose())?), ..ClientKeys::default() };
        let reads = started(builder(&address, access, limits)?)?;
        let operations = started(builder(&address, access, limits)?.pool_max_idle_per_host(0))?;
        let base_url = address.as_base_url().to_owned();
        let large = Arc::new(Semaphore::new(LARGE_AT_ONCE));
        Ok(Self { reads, operations, keys, base_url, limits, large, refuses_queries: Arc::default() })
    }

    /// Adds the key for the calls that need an admin's
    /// ([API reference](crate::resources::api_keys::reference#authentication)).
    pub fn with_admin_key(self, key: &AdminKey) -> Result<Self, ClientError> {
        let keys = ClientKeys { admin: Some(header_value(key.expose())?), ..self.keys };
        Ok(Self { keys, ..self })
    }

    /// Adds the token of a dashboard sign-in; `None` removes it.
    pub fn with_sign_in(self, token: Option<&SignInToken>) -> Result<Self, ClientError> {
        let sign_in = token.map(|token| header_value(&format!("Bearer {}", token.expose()))).transpose()?;
        Ok(Self { keys: ClientKeys { sign_in, ..self.keys }, ..self })
    }

    /// Where requests go.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Whether a read may carry a query that the service does not know.
    pub fn takes_any_query(&self) -> bool {
        !self.refuses_queries.load(Ordering::Relaxed)
    }

    /// The service refused such a query: it is not sent one again.
    pub fn refused_query(&self) {
        self.refuses_queries.store(true, Ordering::Relaxed);
    }

    /// Sends `request` once and returns what was seen. Never fails, never repeats.
    pub async fn send(&self, request: &Request) -> Attempt {
        self.exchange(request).await.0
    }

    /// Sends `request` once, like [`send`](Self::send), and returns also what the panel *Requests* shows.
    pub async fn exchange(&self, request: &Request) -> (Attempt, ResponseMeta) {
        if !request.has_fixed_path() {
            return without_answer(another_path());
        }
        let url = format!("{}{}", self.base_url, request.path);
        let (http, limit) = match request.kind {
            CallKind::Read => (&self.reads, self.limits.read),
            CallKind::Operation => (&self.operations, self.limits.operation),
        };
        let mut builder = match request.method {
            Method::Get => http.get(&url),
            Method::Post => http.post(&url),
            Method::Put => http.put(&url),
            Method::Delete => http.delete(&url),
        };
        if let Some(profile_id) = &request.profile_id {
            builder = builder.header("x-profile-id", profile_id.as_str());
        }
        match self.keys.header(request.key) {
            Ok(Some((name, key))) => builder = builder.header(name, key),
            Ok(None) => {}
            Err(role) => return without_answer(Attempt::NoKey(role)),
        }
        if request.body.is_some() {
            builder = builder.body(request.wire_body());
        }
        self.answer_to(builder, limit).await
    }

    /// Uploads a file once, as a form with its fields before it. The specification leaves the upload out.
    pub async fn upload(&self, path: &str, upload: &FileForm<'_>) -> (Attempt, ResponseMeta) {
        let is_unfit = |c: char| c.is_control() || matches!(c, '"' | '\\');
        let kind = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(upload.media_type))]);
        let file = Part::bytes(upload.bytes.to_vec()).file_name(upload.name.replace(is_unfit, "_")).headers(kind);
        let url = format!("{}{path}", self.base_url);
        let form = upload.fields.iter().fold(Form::new(), |form, (name, text)| form.text(*name, text.clone()));
        let key = self.keys.secret.clone().map(|key| (HeaderName::from_static("api-key"), key));
        let builder = self.operations.post(url).headers(HeaderMap::from_iter(key));
        let builder = builder.multipart(form.part("file", file));
        self.answer_to(builder, self.limits.operation).await
    }

    /// Sends once. All of it, up to the last byte of the answer, takes at most `limit`.
    async fn answer_to(&self, builder: RequestBuilder, limit: Duration) -> (Attempt, ResponseMeta) {
        let end = Instant::now() + limit;
        match tokio::time::timeout_at(end, builder.send()).await {
            Err(_) => without_answer(Attempt::Lost(LostAnswer::TimedOut)),
            Ok(Err(error)) => without_answer(failed(&error)),
            Ok(Ok(response)) => self.read_answer(response, end).await,
        }
    }

    async fn read_answer(&self, response: Response, end: Instant) -> (Attempt, ResponseMeta) {
        let status = response.status().as_u16();
        let rate = rate_headers(response.headers());
        let request_id = request_id(response.headers());
        let via_hyperswitch = names_hyperswitch(response.headers());
        let encoding = response
            .headers()
            .get(CONTENT_ENCODING)
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let (body, response) = match tokio::time::timeout_at(end, self.read_body(response)).await {
            Ok(Ok(WholeBody { bytes, _permit })) => match unpacked(encoding.as_deref(), bytes, BODY_MAX_BYTES) {
                Ok(bytes) => {
                    let body = Body::from_bytes(status, &bytes);
                    let captured = captured(&body, &bytes);
                    (body, captured)
                }
                Err(EncodingFault::Lost(loss)) => (Body::Broken(loss), None),
                Err(EncodingFault::Unknown(excerpt)) => (Body::Foreign { excerpt }, None),
            },
            Ok(Err(loss)) => (Body::Broken(loss), None),
            // It may never have paused for long, and did not end in time.
            Err(_) => (Body::Broken(LostAnswer::BodyStalled), None),
        };
        let units = units_shown(status, &body, via_hyperswitch);
        (Attempt::Answered(HttpAnswer { status, body, rate }), ResponseMeta { request_id, body: response, units })
    }

    async fn read_body(&self, mut response: Response) -> Result<WholeBody, LostAnswer> {
        let (mut bytes, mut permit) = (Vec::new(), None);
        loop {
            let chunk = match tokio::time::timeout(self.limits.stall, response.chunk()).await {
                Err(_) => return Err(LostAnswer::BodyStalled),
                Ok(Err(_)) => return Err(LostAnswer::BodyCut),
                Ok(Ok(None)) => return Ok(WholeBody { bytes, _permit: permit }),
                Ok(Ok(Some(chunk))) => chunk,
            };
            if bytes.len() + chunk.len() > BODY_MAX_BYTES {
                return Err(LostAnswer::BodyTooLarge);
            }
            if bytes.len() + chunk.len() > LARGE_BYTES && permit.is_none() {
                // Err is never met: the permits are never closed.
                permit = self.large.clone().acquire_owned().await.ok();
            }
            bytes.extend_from_slice(&chunk);
        }
    }
}

/// An attempt without an answer.
fn without_answer(attempt: Attempt) -> (Attempt, ResponseMeta) {
    (attempt, ResponseMeta::default())
}

/// What is reported of a body; what it held that is secret is masked here.
fn captured(body: &Body, bytes: &[u8]) -> Option<CapturedBody> {
    match body {
        Body::Json(value) => Some(CapturedBody::of_json(value)),
        Body::Error(_) => json::parse(bytes).ok().map(|value| CapturedBody::of_json(&value)),
        Body::Foreign { excerpt } => Some(CapturedBody::of_text(excerpt)),
        Body::Broken(_) => None,
    }
}

fn request_id(headers: &HeaderMap) -> Option<String> {
    let reported = REQUEST_IDS.iter().find_map(|name| headers.get(*name))?;
    reported.to_str().ok().map(|text| visible(&scrubbed(text), EXCERPT_CHARS))
}

/// An answer that names hyperswitch is of hyperswitch, and any other in JSON that succeeded is of a service that is not
/// known to differ from ISO 4217.
fn units_shown(status: u16, body: &Body, via_hyperswitch: bool) -> MinorUnits {
    match body {
        _ if via_hyperswitch => MinorUnits::Hyperswitch,
        Body::Json(_) if (200..300).contains(&status) => MinorUnits::Iso4217,
        Body::Json(_) | Body::Error(_) | Body::Foreign { .. } | Body::Broken(_) => MinorUnits::Undecided,
    }
}

/// Whether a `Via` header names juspay/hyperswitch, as each of its answers does. Proxies add names of their own.
fn names_hyperswitch(headers: &HeaderMap) -> bool {
    let texts = headers.get_all(VIA).iter().filter_map(|value| value.to_str().ok());
    let mut words = texts.flat_map(|text| text.split([',', ' ']));
    words.any(|word| word.eq_ignore_ascii_case("hyperswitch"))
}

fn another_path() -> Attempt {
    not_sent("an ID that is empty, “.” or “..” cannot be used in an address")
}

fn not_sent(message: &str) -> Attempt {
    Attempt::NotSent(ConnectProblem { message: message.to_owned(), certificate: false })
}

fn header_value(key: &str) -> Result<HeaderValue, ClientError> {
    let mut value = HeaderValue::from_str(key).map_err(|error| ClientError::Start(error.to_string()))?;
    value.set_sensitive(true);
    Ok(value)
}

fn install_provider() {
    // Err means another provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn started(builder: ClientBuilder) -> Result<reqwest::Client, ClientError> {
    install_provider();
    // The last cause says what is missing on this machine.
    builder.build().map_err(|error| ClientError::Start(causes(&error).last().unwrap_or(&error).to_string()))
}

/// What all ways of sending have in common.
fn builder(address: &ServiceAddress, access: &NetworkAccess, limits: TimeLimits) -> Result<ClientBuilder, ClientError> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, NO_CACHE);
    headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(encoding::ASKED));
    let builder = reqwest::Client::builder()
        .default_headers(headers)
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(limits.connect)
        .user_agent(concat!("paydesk/", env!("CARGO_PKG_VERSION")));
    // Without TLS no certificates are needed: the sandbox works on a machine that has none.
    let needs_none = address.as_base_url().starts_with("http://");
    let builder = match needs_none {
        true => builder.tls_certs_only([]),
        false => builder.tls_certs_merge(access.roots.0.iter().cloned()),
    };
    match &access.proxy {
        _ if address.is_loopback() => Ok(builder.no_proxy()),
        None => Ok(builder),
        Some(proxy) => {
            let named = reqwest::Proxy::all(proxy.expose());
            let named = named.map_err(|_| ClientError::Proxy(proxy.shown().to_owned()))?;
            Ok(builder.no_proxy().proxy(named))
        }
    }
}

/// Only an error of connecting proves that nothing was sent.
fn failed(error: &reqwest::Error) -> Attempt {
    if error.is_connect() {
        let message = causes(error).last().map(ToString::to_string).unwrap_or_default();
        let certificate = causes(error).any(is_certificate_error);
        return Attempt::NotSent(ConnectProblem { message: visible(&message, EXCERPT_CHARS), certificate });
    }
    Attempt::Lost(if error.is_timeout() { LostAnswer::TimedOut } else { LostAnswer::ConnectionLost })
}

/// The error, what caused it, what caused that …
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let error: &(dyn Error + 'static) = error;
    std::iter::successors(Some(error), |&error| error.source())
}

fn is_certificate_error(error: &(dyn Error + 'static)) -> bool {
    if let Some(wrapped) = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref) {
        // An I/O error names the cause of what it wraps as its own, and not what it wraps.
        return is_certificate_error(wrapped);
    }
    matches!(error.downcast_ref(), Some(rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented))
}

fn rate_headers(headers: &HeaderMap) -> RateHeaders {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let date = headers.get(DATE).and_then(|value| value.to_str().ok());
    RateHeaders {
        limit: text("x-ratelimit-limit").and_then(|value| value.trim().parse().ok()),
        remaining: text("x-ratelimit-remaining").and_then(|value| value.trim().parse().ok()),
        reset_unix_s: text("x-ratelimit-reset").and_then(|value| value.trim().parse().ok()),
        date_unix_s: date.and_then(|d| chrono::DateTime::parse_from_rfc2822(d).ok()).map(|time| time.timestamp()),
        retry_after_s: headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok()),
        marks: cache_marks(headers),
    }
}

fn cache_marks(headers: &HeaderMap) -> CacheMarks {
    let marks = CACHE_MARKS.iter().flat_map(|name| headers.get_all(*name)).map(HeaderValue::as_bytes);
    let (mut is_hit, mut any, mut digest) = (headers.contains_key(AGE), false, DefaultHasher::new());
    for mark in marks {
        is_hit |= mark.to_ascii_lowercase().windows(3).any(|word| word == b"hit");
        any = true;
        digest.write(mark);
    }
    CacheMarks { is_hit, written: any.then(|| digest.finish()) }
}
