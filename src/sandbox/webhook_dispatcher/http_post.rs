//! One POST over one connection to this machine. No redirects, no names looked up, nothing left open.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::Request;
use hyper::body::{Body as _, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::engine::webhooks::OutgoingDelivery;

/// The header of the signature (API reference).
const SIGNATURE: &str = "x-webhook-signature-512";
/// How long an answer's body is taken in, so that its sender is not cut off.
const DRAIN: Duration = Duration::from_millis(200);
/// How much of it.
const MAX_DRAINED_BYTES: usize = 64 * 1024;

/// Sends a request; returns the status of the answer, or why none came.
pub async fn send(outgoing_delivery: OutgoingDelivery) -> Result<u16, String> {
    let stream = TcpStream::connect(&outgoing_delivery.address.sockets[..]).await.map_err(|error| error.to_string())?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error: hyper::Error| error.to_string())?;
    let exchange = exchange(sender, outgoing_delivery);
    tokio::pin!(exchange);
    tokio::select! {
        biased;
        status = exchange.as_mut() => status,
        _ = connection => exchange.await,
    }
}

async fn exchange(mut sender: SendRequest<Body>, outgoing_delivery: OutgoingDelivery) -> Result<u16, String> {
    let request = request(outgoing_delivery).map_err(|error| error.to_string())?;
    let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
    let status = response.status().as_u16();
    // The status is all that counts: a body that goes on and on changes nothing.
    let _ = tokio::time::timeout(DRAIN, drain(response.into_body())).await;
    Ok(status)
}

fn request(outgoing_delivery: OutgoingDelivery) -> Result<Request<Body>, axum::http::Error> {
    Request::post(outgoing_delivery.address.path_and_query)
        .header(HOST, outgoing_delivery.address.host)
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, "paydesk-sandbox")
        .header(SIGNATURE, outgoing_delivery.signature)
        .header(CONNECTION, "close")
        .body(Body::from(outgoing_delivery.body))
}

async fn drain(mut body: Incoming) {
    let mut seen = 0;
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        seen += frame.data_ref().map_or(0, |data| data.len());
        if seen > MAX_DRAINED_BYTES {
            return;
        }
    }
}
