//! Serves connections, each for one request, with a limit on everything: how many, how long, how large.
//!
//! A sender that is slow or hostile holds one of the places for a few seconds at most, and only as long as nobody else
//! needs it: see [`super::places`].

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::places::{ConnectionSlot, ConnectionSlots, CountedStream};
use super::request::DeliveryIntake;
use super::sink::DeliverySink;

/// Largest head of a request, in bytes.
const HEAD_MAX_BYTES: usize = 32 * 1024;
/// Most headers.
const HEADERS_MAX: usize = 64;
/// Pause between two reports of connections that lost their place.
const REPORT_PAUSE: Duration = Duration::from_secs(2);
/// Pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How many, how long, how much.
#[derive(Debug, Clone, Copy)]
pub struct ReceiverLimits {
    /// Most connections at one time; one more takes the place of a slow one. Files that a process may open are few.
    pub connections: usize,
    /// Most bytes of requests in memory, over all connections.
    pub bytes: usize,
    /// Until all headers are here.
    pub headers_timeout: Duration,
    /// From there until the whole body is here.
    pub body_timeout: Duration,
    /// Until the request is answered and the answer is taken, all in all.
    pub answer_timeout: Duration,
}

impl Default for ReceiverLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            bytes: 64 * 1024 * 1024,
            headers_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(20),
        }
    }
}

/// Serves until `ended`; then no connection is taken any more, and those whose request is there are answered.
pub async fn serve<S: DeliverySink>(
    listener: TcpListener,
    intake: Arc<DeliveryIntake<S>>,
    limits: ReceiverLimits,
    ended: impl Future<Output = ()>,
) {
    let places = ConnectionSlots::new(limits.connections, limits.bytes);
    let mut connections = JoinSet::new();
    let mut next_report = Instant::now();
    tokio::pin!(ended);
    loop {
        tokio::select! {
            () = &mut ended => break,
            // A connection that lost its place ends here: then there is something to report.
            Some(_) = connections.join_next() => {}
            () = tokio::time::sleep_until(next_report), if places.has_lost() => {
                intake.report_closed(places.take_lost()).await;
                next_report = Instant::now() + REPORT_PAUSE;
            }
            accepted = listener.accept(), if places.has_room() => match accepted {
                Ok((stream, _)) => {
                    let place = places.take();
                    let stream = CountedStream::new(stream, place.clone(), places.clone());
                    let answered = one(stream, place.clone(), intake.clone(), limits);
                    place.held_by(connections.spawn(tokio::time::timeout(limits.answer_timeout, answered)));
                }
                Err(error) => {
                    tracing::warn!(%error, "a webhook connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
    drop(listener);
    places.end_unfinished();
    while connections.join_next().await.is_some() {}
}

async fn one<S: DeliverySink>(
    stream: CountedStream,
    place: Arc<ConnectionSlot>,
    intake: Arc<DeliveryIntake<S>>,
    limits: ReceiverLimits,
) {
    let service = service_fn(move |request| {
        let (intake, place) = (intake.clone(), place.clone());
        async move { Ok::<_, Infallible>(intake.answer(request, &place, limits.body_timeout).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers_timeout)
        .max_headers(HEADERS_MAX)
        .max_buf_size(HEAD_MAX_BYTES)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a webhook connection ended early");
    }
}
