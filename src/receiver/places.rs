//! The places of the receiver: who holds one, who loses it when there is need, and how many bytes they hold together.
//!
//! A new sender always finds a place: it takes that of one who sends nothing, or of the oldest whose request is still
//! not whole. So slow and idle connections delay nobody, however many there are. A request that arrived whole keeps its
//! place until it is answered.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;

/// Who sends nothing for so long loses its place first.
const SILENT_AFTER: Duration = Duration::from_secs(1);

/// All places of one receiver.
pub struct ConnectionSlots {
    connections_max: usize,
    /// Received and not answered yet, over all connections.
    bytes_max: usize,
    bytes: AtomicUsize,
    held: Mutex<Vec<Arc<ConnectionSlot>>>,
    /// Connections that lost their place and were not reported yet.
    lost: AtomicU32,
}

/// What one connection holds.
pub struct ConnectionSlot {
    began: Instant,
    /// Milliseconds after `began`.
    last_byte_ms: AtomicU64,
    bytes: AtomicUsize,
    is_whole: AtomicBool,
    task: OnceLock<AbortHandle>,
}

impl ConnectionSlot {
    /// The whole request is here: it is answered, whoever comes.
    pub fn request_is_whole(&self) {
        self.is_whole.store(true, Ordering::Release);
    }

    /// Which task is ended where the place is taken.
    pub fn held_by(&self, task: AbortHandle) {
        let _ = self.task.set(task);
    }

    fn may_be_taken(&self) -> bool {
        !self.is_whole.load(Ordering::Acquire) && self.task.get().is_some()
    }

    fn silence(&self) -> Duration {
        self.began.elapsed().saturating_sub(Duration::from_millis(self.last_byte_ms.load(Ordering::Relaxed)))
    }
}

impl ConnectionSlots {
    pub fn new(connections_max: usize, bytes_max: usize) -> Arc<Self> {
        Arc::new(Self {
            connections_max,
            bytes_max,
            bytes: AtomicUsize::new(0),
            held: Mutex::default(),
            lost: AtomicU32::new(0),
        })
    }

    /// Whether [`ConnectionSlots::take`] has one to give.
    pub fn has_room(&self) -> bool {
        let held = self.lock();
        held.len() < self.connections_max || held.iter().any(|place| place.may_be_taken())
    }

    /// A place for a new connection; another loses its own where all are held.
    pub fn take(&self) -> Arc<ConnectionSlot> {
        let place = Arc::new(ConnectionSlot {
            began: Instant::now(),
            last_byte_ms: AtomicU64::new(0),
            bytes: AtomicUsize::new(0),
            is_whole: AtomicBool::new(false),
            task: OnceLock::new(),
        });
        let mut held = self.lock();
        while held.len() >= self.connections_max && self.give_up(&mut held, 0) {}
        held.push(place.clone());
        place
    }

    /// Whether a connection lost its place since [`ConnectionSlots::take_lost`] was asked last.
    pub fn has_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed) > 0
    }

    /// How many lost their place since it was asked last.
    pub fn take_lost(&self) -> u32 {
        self.lost.swap(0, Ordering::Relaxed)
    }

    /// Nobody new comes: connections whose request is not whole yet lose their place.
    pub fn end_unfinished(&self) {
        let mut held = self.lock();
        while self.give_up(&mut held, 0) {}
    }

    /// The connection has ended.
    pub fn leave(&self, place: &Arc<ConnectionSlot>) {
        self.lock().retain(|held| !Arc::ptr_eq(held, place));
        self.bytes.fetch_sub(place.bytes.swap(0, Ordering::AcqRel), Ordering::AcqRel);
    }

    /// `count` bytes more of the connection are in memory.
    fn received(&self, place: &ConnectionSlot, count: usize) {
        let at = u64::try_from(place.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        place.last_byte_ms.store(at, Ordering::Relaxed);
        place.bytes.fetch_add(count, Ordering::AcqRel);
        if self.bytes.fetch_add(count, Ordering::AcqRel) + count > self.bytes_max {
            let mut held = self.lock();
            while self.bytes.load(Ordering::Acquire) > self.bytes_max && self.give_up(&mut held, 1) {}
        }
    }

    /// Ends the connection that deserves its place least, among those that hold so many bytes; whether there was one.
    fn give_up(&self, held: &mut Vec<Arc<ConnectionSlot>>, bytes_min: usize) -> bool {
        let may_go =
            |place: &&Arc<ConnectionSlot>| place.may_be_taken() && place.bytes.load(Ordering::Acquire) >= bytes_min;
        let silent = held.iter().filter(may_go).filter(|place| place.silence() >= SILENT_AFTER);
        let longest_silent = silent.max_by_key(|place| place.silence());
        let Some(victim) = longest_silent.or_else(|| held.iter().find(may_go)).cloned() else { return false };
        self.lost.fetch_add(1, Ordering::Relaxed);
        victim.task.get().into_iter().for_each(AbortHandle::abort);
        held.retain(|held| !Arc::ptr_eq(held, &victim));
        self.bytes.fetch_sub(victim.bytes.swap(0, Ordering::AcqRel), Ordering::AcqRel);
        true
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<ConnectionSlot>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection whose bytes are counted; its place is free when it is dropped.
pub struct CountedStream {
    stream: TcpStream,
    place: Arc<ConnectionSlot>,
    places: Arc<ConnectionSlots>,
}

impl CountedStream {
    pub fn new(stream: TcpStream, place: Arc<ConnectionSlot>, places: Arc<ConnectionSlots>) -> Self {
        Self { stream, place, places }
    }
}

impl Drop for CountedStream {
    fn drop(&mut self) {
        self.places.leave(&self.place);
    }
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        let count = into.filled().len() - before;
        if count > 0 {
            self.places.received(&self.place, count);
        }
        read
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
