//! One request: its raw bytes are taken in, proved, read and handed to who stores it; only what is durable is answered 200.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use hyper::body::{Body as _, Incoming};
use hyper::header::{
    ALLOW, AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, PROXY_AUTHORIZATION, RETRY_AFTER,
};
use hyper::{Method, Request, Response, StatusCode};

use paydesk_api::resources::webhooks::wire::decode_event;
use paydesk_domain::payment::Pair;
use paydesk_domain::secret::WebhookSecret;
use paydesk_domain::webhook::{BODY_MAX_BYTES, DeliveryRefusal, SIGNATURE_HEADER, SignatureFault, check};

use super::places::ConnectionSlot;
use super::sink::{CutRequest, DeliveryKept, DeliverySink, PageAnswer, ProvedDelivery, RefusedRequest};

/// When a sender that met too many others comes again.
const BUSY_PAUSE: Duration = Duration::from_secs(1);

/// What is between the network and who stores deliveries.
pub struct DeliveryIntake<S> {
    secret: RwLock<WebhookSecret>,
    sink: S,
}

type Answer = Response<String>;

impl<S: DeliverySink> DeliveryIntake<S> {
    pub fn new(secret: WebhookSecret, sink: S) -> Self {
        Self { secret: RwLock::new(secret), sink }
    }

    /// From now on deliveries are proved with this.
    pub fn prove_with(&self, secret: WebhookSecret) {
        *self.secret.write().unwrap_or_else(PoisonError::into_inner) = secret;
    }

    /// Answers a request. Any path will do: what is in front of Paydesk may change it.
    pub(super) async fn answer(
        &self,
        request: Request<Incoming>,
        place: &ConnectionSlot,
        body_timeout: Duration,
    ) -> Answer {
        if request.method() != Method::POST {
            return self.answer_other(&request);
        }
        let (head, body) = request.into_parts();
        let taken = tokio::time::timeout(body_timeout, take(body)).await.unwrap_or(Err(CutRequest::TooSlow));
        match taken {
            Ok(body) => {
                place.request_is_whole();
                self.verify(&head.headers, body.into()).await
            }
            Err(why) => self.answer_cut(why),
        }
    }

    fn answer_other(&self, request: &Request<Incoming>) -> Answer {
        let is_get = request.method() == Method::GET;
        match self.sink.page(request.uri().path()).filter(|_| is_get) {
            Some(PageAnswer { status, content_type, body }) => {
                let mut answer = Response::new(body);
                *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
                answer
            }
            None => self.answer_cut(CutRequest::OtherMethod),
        }
    }

    fn answer_cut(&self, why: CutRequest) -> Answer {
        self.sink.cut(why);
        match why {
            CutRequest::TooLarge => said(StatusCode::PAYLOAD_TOO_LARGE, "A webhook can be at most 1 MiB"),
            CutRequest::TooSlow => said(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time"),
            CutRequest::Broken => said(StatusCode::BAD_REQUEST, "The body was incomplete"),
            CutRequest::OtherMethod => {
                let mut answer = said(StatusCode::METHOD_NOT_ALLOWED, "Send webhooks with POST");
                answer.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
                answer
            }
        }
    }

    async fn verify(&self, headers: &HeaderMap, body: Arc<[u8]>) -> Answer {
        if let Err(fault) = self.prove(headers, &body) {
            self.refuse(headers, &body, DeliveryRefusal::BadSignature(fault)).await;
            // Not why: that would help whoever forges.
            return said(StatusCode::UNAUTHORIZED, "The signature is not valid");
        }
        match decode_event(&body) {
            Ok(event) => {
                let headers = shown_headers(headers);
                answer_of(self.sink.keep(ProvedDelivery { event_id: event.event_id, headers, body }).await)
            }
            Err(error) => {
                let text = error.to_string();
                self.refuse(headers, &body, DeliveryRefusal::Unreadable(text.clone())).await;
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

    async fn refuse(&self, headers: &HeaderMap, body: &Arc<[u8]>, refusal: DeliveryRefusal) {
        self.sink.refused(RefusedRequest { headers, body, refusal }).await;
    }

    /// So many connections lost their place before their request was whole.
    pub(super) async fn report_closed(&self, count: u32) {
        self.sink.connections_closed(count).await;
    }
}

fn answer_of(kept: DeliveryKept) -> Answer {
    match kept {
        DeliveryKept::New => said(StatusCode::OK, "Stored"),
        DeliveryKept::Known => said(StatusCode::OK, "Already stored"),
        DeliveryKept::Busy => later("Too many events are waiting; send it again later", BUSY_PAUSE),
        DeliveryKept::Away(pause) => later("It cannot be stored now; send it again later", pause),
        DeliveryKept::Failed => said(StatusCode::INTERNAL_SERVER_ERROR, "It could not be stored; send it again later"),
    }
}

fn later(text: &str, pause: Duration) -> Answer {
    let mut answer = said(StatusCode::SERVICE_UNAVAILABLE, text);
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(pause.as_secs().max(1)));
    answer
}

/// The whole body, unless it is too large.
async fn take(mut body: Incoming) -> Result<Vec<u8>, CutRequest> {
    let announced = body.size_hint().lower();
    if announced > BODY_MAX_BYTES as u64 {
        return Err(CutRequest::TooLarge);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| CutRequest::Broken)?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > BODY_MAX_BYTES {
                return Err(CutRequest::TooLarge);
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

/// The headers as they are stored: what opens something else is left out.
pub fn shown_headers(headers: &HeaderMap) -> Vec<Pair> {
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
