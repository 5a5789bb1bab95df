//! A merchant's endpoint for webhooks: a plain HTTP server that records what came and answers as the test says.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use paydesk_test_basics::waiting::step_until;
use serde_json::Value;
use sha2::{Digest, Sha512};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

/// A request as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    pub head: String,
    pub body: Vec<u8>,
}

/// How a request is answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reaction {
    Status(u16),
    /// Not at all; the connection stays open.
    Silence,
    /// The connection is closed.
    Close,
}

#[derive(Default)]
pub struct State {
    came: Vec<Delivery>,
    /// For the next requests; 200 afterwards.
    reactions: VecDeque<Reaction>,
}

pub struct Receiver {
    addr: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Receiver {
    pub fn start(threads: &Runtime) -> Self {
        let listener = threads.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let addr = listener.local_addr().unwrap();
        let state = Arc::<Mutex<State>>::default();
        threads.spawn(serve(listener, state.clone()));
        Self { addr, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks?shop=1", self.addr)
    }

    /// The next requests are met so, one after another; those after them with 200.
    pub fn react(&self, reactions: impl IntoIterator<Item = Reaction>) {
        self.state.lock().unwrap().reactions.extend(reactions);
    }

    pub fn came(&self) -> Vec<Delivery> {
        self.state.lock().unwrap().came.clone()
    }

    /// Waits until so many requests came, and returns them.
    #[track_caller]
    pub fn wait_for(&self, count: usize) -> Vec<Delivery> {
        step_until(&format!("{count} webhook requests came"), || {
            let enough = self.state.lock().unwrap().came.len() >= count;
            enough.then(|| self.came())
        })
    }
}

pub async fn serve(listener: TcpListener, state: Arc<Mutex<State>>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, state.clone()));
    }
}

pub async fn answer(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    let Some(delivery) = read(&mut stream).await else { return };
    let reaction = {
        let mut state = state.lock().unwrap();
        state.came.push(delivery);
        state.reactions.pop_front().unwrap_or(Reaction::Status(200))
    };
    match reaction {
        Reaction::Status(status) => {
            let extra = if status == 302 { "location: /elsewhere\r\n" } else { "" };
            let text = format!("HTTP/1.1 {status} X\r\n{extra}content-length: 2\r\nconnection: close\r\n\r\nok");
            let _ = stream.write_all(text.as_bytes()).await;
        }
        Reaction::Silence => {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
        }
        Reaction::Close => {}
    }
}

/// A whole request: its head, and as many bytes as it announces.
pub async fn read(stream: &mut TcpStream) -> Option<Delivery> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let length: usize = header_of(&head, "content-length")?.parse().ok()?;
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    Some(Delivery { head, body })
}

pub fn header_of<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

impl Delivery {
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        header_of(&self.head, name).unwrap_or_else(|| panic!("no {name} in {}", self.head))
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn event_id(&self) -> String {
        self.json()["event_id"].as_str().unwrap().to_owned()
    }

    pub fn event_type(&self) -> String {
        self.json()["event_type"].as_str().unwrap().to_owned()
    }

    /// Whether the signature is the one of exactly these bytes.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        self.header("X-Webhook-Signature-512") == hex(&hmac_sha512(secret.as_bytes(), &self.body))
    }
}

/// HMAC as RFC 2104 writes it, apart from the crate the sandbox signs with.
pub fn hmac_sha512(key: &[u8], message: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 128;
    let mut padded = if key.len() > BLOCK { Sha512::digest(key).to_vec() } else { key.to_vec() };
    padded.resize(BLOCK, 0);
    let with = |pad: u8| padded.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
    let inner = Sha512::digest([&with(0x36), message].concat());
    Sha512::digest([with(0x5c), inner.to_vec()].concat()).to_vec()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
