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

/// Serves until it is ended.
pub async fn serve(listener: TcpListener, intake: Arc<DeliveryIntake>, limits: ReceiverLimits) {
    let places = ConnectionSlots::new(limits.connections, limits.bytes);
    let mut connections = JoinSet::new();
    let mut next_report = Instant::now();
    loop {
        tokio::select! {
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
}

async fn one(stream: CountedStream, place: Arc<ConnectionSlot>, intake: Arc<DeliveryIntake>, limits: ReceiverLimits) {
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

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;
    use crate::app::Message;
    use crate::domain::profile::ProfileId;
    use crate::domain::secret::WebhookSecret;
    use crate::domain::webhook::sign;
    use crate::runtime::messages;
    use crate::runtime::webhooks::request::Refusals;
    use crate::store::{DataDirs, Store};

    const SECRET: &str = "whsec_places";
    /// How long an answer is waited for on a machine that does other things.
    const PATIENCE: Duration = Duration::from_secs(60);
    /// Nobody loses its place because its time is over.
    const NEVER: Duration = Duration::from_secs(3600);

    /// A receiver whose own time limits are never met, with the real intake and the real store.
    struct Receiver {
        address: SocketAddr,
        store: Store,
        dir: tempfile::TempDir,
        messages: messages::MessageReceiver,
    }

    impl Receiver {
        async fn start(connections: usize, bytes: usize) -> Self {
            let dir = tempfile::tempdir().unwrap();
            let files = DataDirs::resolve(Some(dir.path())).unwrap().store_files();
            let store = Store::start(files, Box::new(drop)).unwrap();
            assert!(store.submit(crate::app::effect::StoreJob::OpenEvents).is_none());
            let (sender, messages) = messages::channel(64, Arc::new(|_| ()));
            let (secret, refusals) = (WebhookSecret::parse(SECRET).unwrap(), Refusals::new(sender));
            let intake = Arc::new(DeliveryIntake::new(ProfileId::new("shop"), secret, store.keep_events(), refusals));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let limits = ReceiverLimits {
                connections,
                bytes,
                headers_timeout: NEVER,
                body_timeout: NEVER,
                answer_timeout: NEVER,
            };
            tokio::spawn(serve(listener, intake, limits));
            Self { address, store, dir, messages }
        }

        async fn connect(&self, first: &[u8]) -> TcpStream {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(first).await.unwrap();
            stream
        }

        /// The status of the answer to a good event.
        async fn deliver(&self, event_id: &str) -> String {
            let body = format!(r#"{{"event_id": "{event_id}", "event_type": "x"}}"#);
            let signature = sign(SECRET, body.as_bytes());
            let request = format!(
                "POST / HTTP/1.1\r\nhost: x\r\nx-webhook-signature-512: {signature}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            let mut stream = self.connect(request.as_bytes()).await;
            let mut answer = Vec::new();
            let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
            read.expect("no answer came").unwrap();
            String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_owned()
        }

        /// How many connections were reported as closed, once it is at least so many.
        async fn closed(&mut self, least: u32) -> u32 {
            let (since, mut closed) = (Instant::now(), 0);
            while closed < least {
                match self.messages.try_recv() {
                    Some(Message::WebhookConnectionsClosed { profile_id, count }) => {
                        assert_eq!(profile_id, ProfileId::new("shop"));
                        closed += count;
                    }
                    Some(_) => {}
                    None => tokio::time::sleep(Duration::from_millis(10)).await,
                }
                assert!(since.elapsed() < PATIENCE, "{closed} of {least} were reported");
            }
            closed
        }

        fn end(self) {
            drop(self.store);
            drop(self.dir);
        }
    }

    /// Sends a letter of a head again and again, on a new connection where it lost its place.
    async fn drip(address: SocketAddr) {
        loop {
            let Ok(mut stream) = TcpStream::connect(address).await else { continue };
            let mut letter: &[u8] = b"POST / HTTP/1.1\r\nx: ";
            while stream.write_all(letter).await.is_ok() {
                letter = b"y";
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// How many of the connections are still open.
    async fn still_open(streams: &mut [TcpStream]) -> usize {
        let mut open = 0;
        for stream in streams {
            let read = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut [0])).await;
            open += usize::from(read.is_err());
        }
        open
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn idle_and_dripping_connections_delay_no_good_sender() {
        let receiver = Receiver::start(ReceiverLimits::default().connections, ReceiverLimits::default().bytes).await;
        let mut idle = Vec::new();
        for _ in 0..300 {
            idle.push(receiver.connect(b"").await);
        }
        let drippers: Vec<_> = (0..100).map(|_| tokio::spawn(drip(receiver.address))).collect();
        for event in 0..20 {
            assert_eq!(receiver.deliver(&format!("evt_{event}")).await, "200");
        }
        // Nobody's time was over, so whoever lost its place lost it to another.
        let since = tokio::time::Instant::now();
        while still_open(&mut idle).await > 256 {
            assert!(since.elapsed() < PATIENCE, "more are open than there are places");
        }
        drippers.iter().for_each(tokio::task::JoinHandle::abort);
        receiver.end();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_sends_nothing_loses_its_place_before_who_sends_slowly() {
        let receiver = Receiver::start(20, 1024 * 1024).await;
        let mut slow = vec![receiver.connect(b"POST / HTTP/1.1\r\nx: ").await];
        let mut idle = Vec::new();
        for _ in 0..19 {
            idle.push(receiver.connect(b"").await);
        }
        let until = tokio::time::Instant::now() + Duration::from_millis(1500);
        while tokio::time::Instant::now() < until {
            slow[0].write_all(b"y").await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slow[0].write_all(b"y").await.unwrap();
        assert_eq!(receiver.deliver("evt_1").await, "200");
        assert_eq!(still_open(&mut slow).await, 1, "the oldest lost its place, though it sends");
        receiver.end();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn connections_that_lost_their_place_are_counted_and_reported_and_no_others() {
        let mut receiver = Receiver::start(20, 1024 * 1024).await;
        assert_eq!(receiver.deliver("evt_1").await, "200");
        let mut idle = Vec::new();
        for _ in 0..25 {
            idle.push(receiver.connect(b"").await);
        }
        assert_eq!(receiver.deliver("evt_2").await, "200");
        assert_eq!(receiver.closed(6).await, 6, "25 and one that delivers, of which 20 have a place");
        receiver.end();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn half_bodies_together_hold_no_more_than_the_limit_and_a_good_sender_passes() {
        let receiver = Receiver::start(256, 1024 * 1024).await;
        let half =
            [b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n".as_slice(), &[b' '; 400_000]].concat();
        let mut halves = Vec::new();
        for _ in 0..8 {
            let mut stream = TcpStream::connect(receiver.address).await.unwrap();
            // One that lost its place before all was sent is as good.
            let _ = stream.write_all(&half).await;
            halves.push(stream);
        }
        assert_eq!(receiver.deliver("evt_1").await, "200");
        let since = tokio::time::Instant::now();
        while still_open(&mut halves).await > 2 {
            assert!(since.elapsed() < PATIENCE, "more than a mebibyte is held");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        receiver.end();
    }
}
