//! Who stores deliveries: what the receiver hands over, and what it hears back.

use std::sync::Arc;
use std::time::Duration;

use hyper::header::HeaderMap;

use paydesk_domain::ids::EventId;
use paydesk_domain::payment::Pair;
use paydesk_domain::webhook::DeliveryRefusal;

/// A delivery that was proved and has an id of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvedDelivery {
    pub event_id: EventId,
    /// As they came, credentials left out.
    pub headers: Vec<Pair>,
    /// The exact bytes.
    pub body: Arc<[u8]>,
}

/// What became of a delivery where it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryKept {
    New,
    /// It was stored before.
    Known,
    /// Too much waits; nothing was stored.
    Busy,
    /// What stores it does not answer. Nothing is known to be stored; it is to be sent again after this time.
    Away(Duration),
    /// Nothing is known to be stored.
    Failed,
}

/// A request of which nothing is believed.
pub struct RefusedRequest<'a> {
    pub headers: &'a HeaderMap,
    pub body: &'a Arc<[u8]>,
    pub refusal: DeliveryRefusal,
}

/// Why a request was not taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutRequest {
    TooLarge,
    TooSlow,
    Broken,
    /// Webhooks are sent with POST.
    OtherMethod,
}

/// What is answered to a request that is no webhook.
pub struct PageAnswer {
    pub status: u16,
    pub content_type: &'static str,
    pub body: String,
}

/// Stores deliveries, and hears of what was refused.
pub trait DeliverySink: Send + Sync + 'static {
    /// Stores a delivery: what it says is true on disk.
    fn keep(&self, delivery: ProvedDelivery) -> impl Future<Output = DeliveryKept> + Send;

    /// A request was refused.
    fn refused(&self, request: RefusedRequest<'_>) -> impl Future<Output = ()> + Send;

    /// So many connections lost their place before their request was whole.
    fn connections_closed(&self, count: u32) -> impl Future<Output = ()> + Send;

    /// A request was not taken in.
    fn cut(&self, _why: CutRequest) {}

    /// The answer to GET of a path, where there is one.
    fn page(&self, _path: &str) -> Option<PageAnswer> {
        None
    }
}
