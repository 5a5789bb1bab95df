//! What this desk does with deliveries: the store keeps them, and the core hears of those that were refused.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::clock::now;
use crate::messages::MessageSender;
use paydesk_api::json::without_secrets;
use paydesk_core::Message;
use paydesk_core::features::webhooks::{Delivery, RefusedDelivery};
use paydesk_domain::payment::Pair;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible_id;
use paydesk_domain::webhook::DeliveryRefusal;
use paydesk_receiver::{DeliveryKept, DeliverySink, ProvedDelivery, RefusedRequest, shown_headers};
use paydesk_store::{DeliveryStored, WebhookEventStore};

/// What is shown of the body of a refused delivery, in bytes.
const REFUSED_BODY_BYTES: usize = 64 * 1024;
/// Refusals reported in one [`REFUSALS_WINDOW`]; the others are counted.
const REFUSALS_MAX: u32 = 10;
const REFUSALS_WINDOW: Duration = Duration::from_secs(5);

/// The way of the deliveries of one profile into the store.
pub struct ProfileDeliveries {
    profile_id: ProfileId,
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

impl ProfileDeliveries {
    pub fn new(profile_id: ProfileId, store: WebhookEventStore, refusals: Refusals) -> Self {
        Self { profile_id, store, refusals }
    }
}

impl ProfileDeliveries {
    /// Lists a delivery that changes nothing, unless too many came.
    async fn report(&self, headers: Vec<Pair>, body: &[u8], refusal: DeliveryRefusal) {
        let Some(more) = self.refusals.admit() else { return };
        let refused = Box::new(RefusedDelivery {
            profile_id: self.profile_id.clone(),
            received_at: now(),
            headers,
            body_bytes: body.len(),
            body: without_secrets(body)[..].iter().copied().take(REFUSED_BODY_BYTES).collect(),
            refusal,
        });
        self.refusals.sender.send(Message::WebhookRefused { refused, more }).await;
    }
}

impl DeliverySink for ProfileDeliveries {
    async fn keep(&self, delivery: ProvedDelivery) -> DeliveryKept {
        let ProvedDelivery { event_id, headers, body } = delivery;
        let (profile_id, received_at) = (self.profile_id.clone(), now());
        let (answer, answered) = oneshot::channel();
        let reported = move |stored| {
            // Err means that the sender has left.
            let _ = answer.send(stored);
        };
        let again = (event_id.clone(), headers.clone(), Arc::clone(&body));
        let delivery = Delivery::proved(profile_id, event_id, received_at, headers, body);
        if !self.store.keep(delivery, Box::new(reported)) {
            return DeliveryKept::Busy;
        }
        match answered.await {
            Ok(DeliveryStored::New) => DeliveryKept::New,
            Ok(DeliveryStored::Duplicate) => DeliveryKept::Known,
            Ok(DeliveryStored::DifferentBody) => {
                let (event_id, headers, body) = again;
                self.report(headers, &body, DeliveryRefusal::DifferentBody(visible_id(event_id.as_str(), 80))).await;
                DeliveryKept::Known
            }
            Ok(DeliveryStored::Failed) | Err(_) => DeliveryKept::Failed,
        }
    }

    async fn refused(&self, request: RefusedRequest<'_>) {
        let RefusedRequest { headers, body, refusal } = request;
        self.report(shown_headers(headers), body, refusal).await;
    }

    async fn connections_closed(&self, count: u32) {
        let profile_id = self.profile_id.clone();
        self.refusals.sender.send(Message::WebhookConnectionsClosed { profile_id, count }).await;
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use std::sync::Arc;

    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;
    use crate::messages;
    use paydesk_domain::secret::WebhookSecret;
    use paydesk_domain::webhook::sign;
    use paydesk_receiver::{DeliveryIntake, ReceiverLimits, serve};
    use paydesk_store::{DataDirs, Store};

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
            assert!(store.submit(paydesk_core::effect::StoreJob::OpenEvents).is_none());
            let (sender, messages) = messages::channel(64, Arc::new(|_| ()));
            let (secret, refusals) = (WebhookSecret::parse(SECRET).unwrap(), Refusals::new(sender));
            let deliveries = ProfileDeliveries::new(ProfileId::new("shop"), store.keep_events(), refusals);
            let intake = Arc::new(DeliveryIntake::new(secret, deliveries));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let limits = ReceiverLimits {
                connections,
                bytes,
                headers_timeout: NEVER,
                body_timeout: NEVER,
                answer_timeout: NEVER,
            };
            tokio::spawn(serve(listener, intake, limits, std::future::pending()));
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
