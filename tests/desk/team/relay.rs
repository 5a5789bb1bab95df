//! What may stand between clients and a server: a pooler that swallows notifications, and networks that are cut, freeze
//! or are slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// Ended when dropped, with the connections through it.
pub struct SwallowingRelay {
    pub port: u16,
    task: JoinHandle<()>,
}

impl SwallowingRelay {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                connections.spawn(relay(client, server));
            }
        });
        Self { port: own, task }
    }
}

impl Drop for SwallowingRelay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn relay(client: TcpStream, server: TcpStream) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let requests = tokio::io::copy(&mut from_client, &mut to_server);
    let answers = async {
        // Each message: one byte for what it is, four for its length with themselves.
        let mut head = [0; 5];
        while from_server.read_exact(&mut head).await.is_ok() {
            let message = message(&head, &mut from_server).await?;
            if head[0] != b'A' {
                to_client.write_all(&message).await?;
            }
        }
        Ok::<_, std::io::Error>(())
    };
    tokio::select! {
        _ = requests => {}
        _ = answers => {}
    }
}

/// May lose the last message of what is asked at once, and lives on: the server waits for it. Ended when dropped.
pub struct EndLosingRelay {
    pub port: u16,
    loses: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl EndLosingRelay {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (loses, watched) = watch::channel(false);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let (from_client, mut to_client) = client.into_split();
                let server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                let (mut from_server, to_server) = server.into_split();
                connections.spawn(requests_without_end(from_client, to_server, watched.clone()));
                connections.spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await.map(|_| ()) });
            }
        });
        Self { port: own, loses, task }
    }

    /// From now on each `Sync` is lost.
    pub fn lose(&self) {
        self.loses.send(true).unwrap();
    }
}

impl Drop for EndLosingRelay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn requests_without_end(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    loses: watch::Receiver<bool>,
) -> std::io::Result<()> {
    // The first message has no byte for what it is.
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    to.write_all(&message(&length, &mut from).await?).await?;
    let mut head = [0; 5];
    loop {
        from.read_exact(&mut head).await?;
        let message = message(&head, &mut from).await?;
        if head[0] != b'S' || !*loses.borrow() {
            to.write_all(&message).await?;
        }
    }
}

/// A message with its head, the last four bytes of which are its length with themselves.
async fn message(head: &[u8], from: &mut OwnedReadHalf) -> std::io::Result<Vec<u8>> {
    let length = head.last_chunk().map_or(0, |length| u32::from_be_bytes(*length));
    let mut body = vec![0; length as usize - 4];
    from.read_exact(&mut body).await?;
    Ok([head, &body].concat())
}

/// Passes everything on, or nothing while it is cut. Ended when dropped.
pub struct Relay {
    pub port: u16,
    network: Arc<Network>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct Network {
    is_cut: AtomicBool,
    cut: Notify,
}

impl Relay {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let network = Arc::<Network>::default();
        let shared = network.clone();
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, port, shared.clone()));
            }
        });
        Self { port: own, network, task }
    }

    /// Ends every connection, and lets no other be made.
    pub fn cut(&self) {
        self.network.is_cut.store(true, Ordering::SeqCst);
        self.network.cut.notify_waiters();
    }

    pub fn heal(&self) {
        self.network.is_cut.store(false, Ordering::SeqCst);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(mut client: TcpStream, port: u16, network: Arc<Network>) {
    let cut = network.cut.notified();
    tokio::pin!(cut);
    // From here on a cut is noticed.
    cut.as_mut().enable();
    if network.is_cut.load(Ordering::SeqCst) {
        return;
    }
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
        () = cut => {}
    }
}

/// A network that may swallow everything without ending a connection.
pub struct FreezingRelay {
    pub port: u16,
    is_frozen: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl FreezingRelay {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (is_frozen, watched) = watch::channel(false);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                connections.spawn(passed_on(from_client, to_server, watched.clone()));
                connections.spawn(passed_on(from_server, to_client, watched.clone()));
            }
        });
        Self { port: own, is_frozen, task }
    }

    /// From now on nothing passes, in either direction.
    pub fn freeze(&self) {
        self.is_frozen.send(true).unwrap();
    }

    /// What waited passes, and what comes.
    pub fn thaw(&self) {
        self.is_frozen.send(false).unwrap();
    }
}

impl Drop for FreezingRelay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn passed_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut is_frozen: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count) = from.read(&mut bytes).await {
        if is_frozen.wait_for(|is_frozen| !is_frozen).await.is_err() || count == 0 {
            return;
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

/// How slow a network is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slowness {
    /// Before the first of what was sent at once arrives.
    pub delay: Duration,
    pub bytes_per_second: u32,
}

/// A network that may be slow: what is sent arrives late and in small pieces, and all of it. Ended when dropped.
pub struct SlowRelay {
    pub port: u16,
    slowness: watch::Sender<Option<Slowness>>,
    task: JoinHandle<()>,
}

impl SlowRelay {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (slowness, watched) = watch::channel(None);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
                // Each piece leaves as one.
                for stream in [&client, &server] {
                    stream.set_nodelay(true).unwrap();
                }
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                connections.spawn(trickled(from_client, to_server, watched.clone()));
                connections.spawn(trickled(from_server, to_client, watched.clone()));
            }
        });
        Self { port: own, slowness, task }
    }

    pub fn slow_down(&self, slowness: Slowness) {
        self.slowness.send(Some(slowness)).unwrap();
    }

    /// From now on it is quick, also for what is on its way.
    pub fn speed_up(&self) {
        self.slowness.send(None).unwrap();
    }
}

impl Drop for SlowRelay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn trickled(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, slowness: watch::Receiver<Option<Slowness>>) {
    // No message ends where a piece does.
    let mut pieces = [1, 150, 7, 600, 40].into_iter().cycle();
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let delay = slowness.borrow().map(|slowness| slowness.delay);
        wait_while_slow(delay, &slowness).await;
        let mut left = &bytes[..count];
        while !left.is_empty() {
            let slow = *slowness.borrow();
            let length = slow.and_then(|_| pieces.next()).unwrap_or(count).min(left.len());
            let (piece, rest) = left.split_at(length);
            let takes =
                slow.map(|slow| Duration::from_secs(1) * u32::try_from(length).unwrap() / slow.bytes_per_second);
            wait_while_slow(takes, &slowness).await;
            if to.write_all(piece).await.is_err() {
                return;
            }
            left = rest;
        }
    }
}

/// Waits so long, or until the network is quick again.
async fn wait_while_slow(time: Option<Duration>, slowness: &watch::Receiver<Option<Slowness>>) {
    let Some(time) = time else { return };
    let mut slowness = slowness.clone();
    // Err: it is quick again, or gone.
    let _ = tokio::time::timeout(time, slowness.wait_for(Option::is_none)).await;
}
