//! A server that does exactly what its script says with each connection, and remembers what it was asked.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// One step with a connection.
#[derive(Debug, Clone)]
pub enum Step {
    /// Take one whole request, head and body.
    Read,
    /// Take the first bytes of a request only.
    ReadSome,
    Write(Vec<u8>),
    /// Wait until the other side closes.
    Hang,
    /// Close with a reset instead of in good order.
    Reset,
}

/// A running script.
pub struct BadServer {
    pub base_url: String,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    connections: usize,
    requests: Vec<String>,
}

impl BadServer {
    /// Plays `scripts[n]` with connection n and closes it then; further connections are closed at once.
    pub async fn start(scripts: Vec<Vec<Step>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Seen::default()));
        let its = seen.clone();
        tokio::spawn(async move {
            let mut scripts = scripts.into_iter();
            while let Ok((stream, _)) = listener.accept().await {
                its.lock().unwrap().connections += 1;
                tokio::spawn(play(stream, scripts.next().unwrap_or_default(), its.clone()));
            }
        });
        Self { base_url, seen }
    }

    /// The same with one connection.
    pub async fn with(script: impl Into<Vec<Step>>) -> Self {
        Self::start(vec![script.into()]).await
    }

    /// Reads a request and answers with these bytes.
    pub async fn answering(bytes: impl Into<Vec<u8>>) -> Self {
        Self::with([Step::Read, Step::Write(bytes.into())]).await
    }

    /// All whole requests, in the order they came.
    pub fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap().requests.clone()
    }

    pub fn connections(&self) -> usize {
        self.seen.lock().unwrap().connections
    }
}

/// An HTTP answer with a right `Content-Length`.
pub fn answer(status: u16, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} Words\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

async fn play(mut stream: TcpStream, script: Vec<Step>, seen: Arc<Mutex<Seen>>) {
    for step in script {
        match step {
            Step::Read => match read_request(&mut stream).await {
                Some(request) => seen.lock().unwrap().requests.push(request),
                None => return,
            },
            Step::ReadSome => {
                let _ = stream.read(&mut [0; 8]).await;
            }
            Step::Write(bytes) => {
                let _ = stream.write_all(&bytes).await;
            }
            Step::Hang => while stream.read(&mut [0; 1024]).await.is_ok_and(|read| read > 0) {},
            Step::Reset => stream.set_zero_linger().unwrap(),
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = |line: &str| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok();
            if body.len() >= head.lines().find_map(length).unwrap_or(0) {
                return Some(text.into_owned());
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
