//! Webhooks from the wire to what a person sees: the real receiver, the real store and the real sandbox.

mod first_start;
mod killed;
mod many;
pub mod masked_texts;
mod options;
mod receiver;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use paydesk_core::State;
use paydesk_core::features::webhooks::{EventTableRow, ReceiverState};
use paydesk_domain::webhook::sign;
use paydesk_test_basics::waiting::PATIENCE;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::{Value, json};

/// A sandbox without rows, and a desk on it whose receiver listens.
struct Shop {
    service: Service,
    desk: RuntimeHarness,
    _data: tempfile::TempDir,
}

impl Shop {
    fn open() -> Self {
        let mut service = Service::with(paydesk_sandbox::SandboxConfig { payments: 0, ..Default::default() });
        service.response = true;
        let data = tempfile::tempdir().unwrap();
        let mut desk = RuntimeHarness::new(&service, data.path());
        desk.until("the receiver listens", |state| address(state).is_some());
        Self { service, desk, _data: data }
    }

    fn address(&self) -> SocketAddr {
        address(&self.desk.state).unwrap()
    }

    fn secret(&self) -> &str {
        &self.service.running.credentials.webhook_secret
    }

    /// Sends an event as the service would; the status of the answer.
    fn deliver(&self, event: &Value) -> u16 {
        let body = event.to_string();
        let signature = sign(self.secret(), body.as_bytes());
        post(self.address(), &[("X-Webhook-Signature-512", &signature)], body.as_bytes()).0
    }
}

/// Where the receiver of the sandbox's profile listens.
fn address(state: &State) -> Option<SocketAddr> {
    match &state.workspace.webhooks.receiver {
        ReceiverState::Listening { address } => Some(address.parse().unwrap()),
        ReceiverState::Off | ReceiverState::Forbidden | ReceiverState::Starting => None,
        ReceiverState::Failed(problem) => panic!("{problem:?}"),
    }
}

/// An event of a refund.
fn refund_event(event_id: &str, refund_id: &str, status: &str, second: i64) -> Value {
    let at = format!("2026-11-21T10:{:02}:{:02}Z", second / 60, second % 60);
    let object = json!({"refund_id": refund_id, "payment_id": "pay_1", "amount": 500, "currency": "EUR",
        "status": status, "updated": at});
    json!({"event_id": event_id, "event_type": format!("refund_{status}"),
        "content": {"type": "refund_details", "object": object}, "timestamp": at})
}

/// The head of a POST of so many bytes.
fn head(headers: &[(&str, &str)], length: usize) -> String {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("POST /any/path HTTP/1.1\r\nhost: shop.example\r\ncontent-length: {length}\r\n{headers}\r\n")
}

/// Sends one request over a connection of its own; status and body of the answer.
fn post(address: SocketAddr, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
    let mut stream = connect(address);
    // A receiver that has refused the head does not take the body.
    let _ = stream.write_all(head(headers, body.len()).as_bytes()).and_then(|()| stream.write_all(body));
    answer(stream)
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The answer that comes; status 0 where the connection is closed without one.
fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
    (status, body)
}

/// The rows of the log, the newest first.
fn rows(state: &State) -> impl Iterator<Item = &EventTableRow> {
    (0..state.workspace.webhooks.log().len()).filter_map(|row| state.workspace.webhooks.log().row(row))
}
