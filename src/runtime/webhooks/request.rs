//! One request: its raw bytes are taken in, proved, read and handed to the store; only what is durable is answered 200.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use hyper::body::{Body as _, Incoming};
use hyper::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, PROXY_AUTHORIZATION};
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::oneshot;

use crate::api::resources::webhooks::wire::decode_event;
use crate::app::Message;
use crate::app::features::webhooks::{Delivery, RefusedDelivery};
use crate::domain::payment::Pair;
use crate::domain::profile::ProfileId;
use crate::domain::secret::WebhookSecret;
use crate::domain::webhook::{BODY_MAX_BYTES, DeliveryRefusal, SIGNATURE_HEADER, SignatureFault, check};
use crate::runtime::clock::now;
use crate::runtime::messages::MessageSender;
use crate::store::{DeliveryStored, WebhookEventStore};

use super::places::ConnectionSlot;

/// What is shown of the body of a refused delivery, in bytes.
const REFUSED_BODY_BYTES: usize = 64 * 1024;
/// Refusals reported in one [`REFUSALS_WINDOW`]; the others are counted.
const REFUSALS_MAX: u32 = 10;
const REFUSALS_WINDOW: Duration = Duration::from_secs(5);

/// What is between the network and the store.
pub struct DeliveryIntake {
    profile_id: ProfileId,
    secret: RwLock<WebhookSecret>,
    store: WebhookEventStore,
    refusals: Refusals,
}

/// Tells of refused deliveries, a few at a time: anybody on this machine can make thousands.
pub struct Refusals {
    sender: MessageSender,
    state: Mutex<RefusalState>,
}

struct RefusalState {
    since: Instant,
    reported: u32,
    unreported: u32,
}

impl Refusals {
    pub fn new(sender: MessageSender) -> Self {
        Self { sender, state: Mutex::new(RefusalState { since: Instant::now(), reported: 0, unreported: 0 }) }
    }

    /// How many were not reported, if this one may be.
    fn admit(&self) -> Option<u32> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.since.elapsed() >= REFUSALS_WINDOW {
            (state.since, state.reported) = (Instant::now(), 0);
        }
        if state.reported >= REFUSALS_MAX {
            state.unreported = state.unreported.saturating_add(1);
            return None;
        }
        state.reported += 1;
        Some(std::mem::take(&mut state.unreported))
    }
}

type Answer = Response<String>;

/// Why a body was not taken in.
enum Cut {
    TooLarge,
    TooSlow,
    Broken,
}

impl DeliveryIntake {
    pub fn new(profile_id: ProfileId, secret: WebhookSecret, store: WebhookEventStore, refusals: Refusals) -> Self {
        Self { profile_id, secret: RwLock::new(secret), store, refusals }
    }

    /// From now on deliveries are proved with this.
    pub fn prove_with(&self, secret: WebhookSecret) {
        *self.secret.write().unwrap_or_else(PoisonError::into_inner) = secret;
    }

    /// Answers a request. Any path will do: what is in front of Paydesk may change it.
    pub async fn answer(&self, request: Request<Incoming>, place: &ConnectionSlot, body_timeout: Duration) -> Answer {
        if request.method() != Method::POST {
            let mut answer = said(StatusCode::METHOD_NOT_ALLOWED, "Webhooks are sent with POST");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
            return answer;
        }
        let (head, body) = request.into_parts();
        let taken = tokio::time::timeout(body_timeout, take(body)).await.unwrap_or(Err(Cut::TooSlow));
        if taken.is_ok() {
            place.request_is_whole();
        }
        match taken {
            Ok(body) => self.verify(&head.headers, body.into()).await,
            Err(Cut::TooLarge) => said(StatusCode::PAYLOAD_TOO_LARGE, "A webhook has at most 1 MiB"),
            Err(Cut::TooSlow) => said(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time"),
            Err(Cut::Broken) => said(StatusCode::BAD_REQUEST, "The body did not arrive whole"),
        }
    }

    async fn verify(&self, headers: &HeaderMap, body: Arc<[u8]>) -> Answer {
        if let Err(fault) = self.prove(headers, &body) {
            self.refuse(headers, body, DeliveryRefusal::BadSignature(fault)).await;
            // Not why: that would help whoever forges.
            return said(StatusCode::UNAUTHORIZED, "The signature does not hold");
        }
        match decode_event(&body) {
            Ok(event) => {
                let (profile_id, received_at) = (self.profile_id.clone(), now());
                let headers = shown(headers);
                self.keep(Delivery { profile_id, event_id: event.event_id, received_at, headers, body }).await
            }
            Err(error) => {
                let text = error.to_string();
                self.refuse(headers, body, DeliveryRefusal::Unreadable(text.clone())).await;
                said(StatusCode::BAD_REQUEST, &format!("The event cannot be read: {text}"))
            }
        }
    }

    fn prove(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), SignatureFault> {
        let mut given = headers.get_all(SIGNATURE_HEADER).iter();
        let header = given.next().ok_or(SignatureFault::Missing)?;
        if given.next().is_some() {
            return Err(SignatureFault::Repeated);
        }
        let header = header.to_str().map_err(|_| SignatureFault::Form)?;
        let secret = self.secret.read().unwrap_or_else(PoisonError::into_inner).clone();
        check(secret.expose(), body, header).map(|_| ())
    }

    async fn keep(&self, delivery: Delivery) -> Answer {
        let (answer, answered) = oneshot::channel();
        let reported = move |stored| {
            // Err means that the sender has left.
            let _ = answer.send(stored);
        };
        let waits = self.store.keep(delivery, Box::new(reported));
        if !waits {
            return said(StatusCode::SERVICE_UNAVAILABLE, "Too much is waiting; send it again later");
        }
        match answered.await {
            Ok(DeliveryStored::New) => said(StatusCode::OK, "Stored"),
            Ok(DeliveryStored::Duplicate) => said(StatusCode::OK, "Known already"),
            Ok(DeliveryStored::Failed) | Err(_) => {
                said(StatusCode::INTERNAL_SERVER_ERROR, "It could not be stored; send it again later")
            }
        }
    }

    /// So many connections lost their place before their request was whole.
    pub async fn report_closed(&self, count: u32) {
        let profile_id = self.profile_id.clone();
        self.refusals.sender.send(Message::WebhookConnectionsClosed { profile_id, count }).await;
    }

    async fn refuse(&self, headers: &HeaderMap, body: Arc<[u8]>, refusal: DeliveryRefusal) {
        let Some(more) = self.refusals.admit() else { return };
        let refused = Box::new(RefusedDelivery {
            profile_id: self.profile_id.clone(),
            received_at: now(),
            headers: shown(headers),
            body_bytes: body.len(),
            body: body[..body.len().min(REFUSED_BODY_BYTES)].into(),
            refusal,
        });
        self.refusals.sender.send(Message::WebhookRefused { refused, more }).await;
    }
}

/// The whole body, unless it is too large.
async fn take(mut body: Incoming) -> Result<Vec<u8>, Cut> {
    let announced = body.size_hint().lower();
    if announced > BODY_MAX_BYTES as u64 {
        return Err(Cut::TooLarge);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Cut::Broken)?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > BODY_MAX_BYTES {
                return Err(Cut::TooLarge);
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

/// The headers as they are stored: what opens something else is left out.
fn shown(headers: &HeaderMap) -> Vec<Pair> {
    let credentials = [AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE];
    let value = |name, value: &HeaderValue| {
        let hidden = credentials.contains(name);
        if hidden { "(hidden)".to_owned() } else { String::from_utf8_lossy(value.as_bytes()).into_owned() }
    };
    headers.iter().map(|(name, text)| (name.as_str().to_owned(), value(name, text))).collect()
}

fn said(status: StatusCode, text: &str) -> Answer {
    let mut answer = Response::new(format!("{text}\n"));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}
