//! Serves connections, each for one request, with a limit on everything: how many, how long, how large.
//!
//! A sender that is slow or hostile holds one of the places for a few seconds, and nothing else.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::request::DeliveryIntake;

/// Most connections served at one time; more wait to be accepted.
const CONNECTIONS_MAX: usize = 64;
/// Until all headers are here.
const HEADERS_WITHIN: Duration = Duration::from_secs(5);
/// Until the request is answered and the answer is taken, all in all.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);
/// Largest head of a request, in bytes.
const HEAD_MAX_BYTES: usize = 32 * 1024;
/// Most headers.
const HEADERS_MAX: usize = 64;
/// Pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until it is ended.
pub async fn serve(listener: TcpListener, intake: Arc<DeliveryIntake>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < CONNECTIONS_MAX => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(tokio::time::timeout(ANSWERED_WITHIN, one(stream, intake.clone())));
                }
                Err(error) => {
                    tracing::warn!(%error, "a webhook connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
}

async fn one(stream: TcpStream, intake: Arc<DeliveryIntake>) {
    let service = service_fn(move |request| {
        let intake = intake.clone();
        async move { Ok::<_, Infallible>(intake.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_headers(HEADERS_MAX)
        .max_buf_size(HEAD_MAX_BYTES)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a webhook connection ended early");
    }
}
