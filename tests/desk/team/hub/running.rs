//! A hub that runs, and who sends it webhooks.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use paydesk_domain::webhook::sign;
use paydesk_team::{TeamConnection, TeamRole};
use paydesk_test_basics::waiting::{PATIENCE, step_until};
use paydesk_test_desk::Service;
use rustix::process::{Pid, Signal};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::elsewhere::{Elsewhere, forget_process};
use crate::team::harness::{Team, password_of};

/// What the service signs with.
pub const SECRET: &str = "whsec_of-the-hub";
/// The login of hubs.
pub const USER: &str = "hub";

/// How a hub is started.
pub struct HubStart<'a> {
    pub url: &'a str,
    pub profile: &'a str,
    pub port: u16,
    /// Of the service.
    pub key: Option<&'a str>,
    pub args: Vec<String>,
    /// Where its machine stands; where this one does if it is `None`.
    pub elsewhere: Option<&'a Elsewhere>,
}

impl<'a> HubStart<'a> {
    /// One that reads a service.
    pub fn reading(url: &'a str, profile: &'a str, service: &'a Service) -> Self {
        let key = Some(service.running.credentials.api_key.as_str());
        let args = vec![format!("--service-url={}", service.running.base_url)];
        Self { url, profile, port: 0, key, args, elsewhere: None }
    }
}

/// The process of a hub; killed when it is dropped.
pub struct RunningHub {
    child: Child,
    pub address: SocketAddr,
    dir: TempDir,
}

impl RunningHub {
    /// Of the first profile of a team.
    pub async fn of(team: &Team) -> Self {
        team.join(USER, TeamRole::Hub).await;
        Self::start(&team.server.url(USER), "Shop", 0)
    }

    /// One that only receives.
    pub fn start(url: &str, profile: &str, port: u16) -> Self {
        let key = None;
        Self::start_with(&HubStart { url, profile, port, key, args: Vec::new(), elsewhere: None })
    }

    /// Waits until it listens and can store.
    pub fn start_with(start: &HubStart<'_>) -> Self {
        let HubStart { url, profile, port, .. } = start;
        let dir = TempDir::with_prefix("paydesk-hub-").unwrap();
        let log = File::create(dir.path().join("log")).unwrap();
        let mut command = hub_command(url, profile);
        command.args(["--listen", &format!("127.0.0.1:{port}")]).args(&start.args);
        command.envs(start.key.map(|key| ("PAYDESK_API_KEY", key)));
        command.envs(start.elsewhere.into_iter().flat_map(Elsewhere::environment));
        command.env("PAYDESK_WEBHOOK_SECRET", SECRET).env("PGPASSWORD", password_of(USER).expose());
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        let hub = Self { child, address, dir };
        step_until("the hub can store", || (hub.health().0 == 200).then_some(()));
        hub
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        forget_process(self.child.id());
    }

    /// As systemd ends it.
    pub fn terminate(&self) {
        rustix::process::kill_process(Pid::from_raw(self.child.id().cast_signed()).unwrap(), Signal::TERM).unwrap();
    }

    pub fn ended(&mut self) -> ExitStatus {
        step_until("the hub ends", || self.child.try_wait().unwrap())
    }

    /// The memory that its process has, in kibibytes; `None` where the system does not tell.
    pub fn resident_kib(&self) -> Option<u64> {
        resident_kib(&self.child.id().to_string())
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("log")).unwrap()
    }

    /// The status and the body of GET of a path; 0 where it does not answer.
    pub fn get(&self, path: &str) -> (u16, String) {
        let (address, path) = (self.address, path.to_owned());
        let work = async move {
            let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
            exchange(address, request.as_bytes()).await.unwrap_or((0, String::new()))
        };
        // Tests have a runtime of their own.
        std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
        })
        .join()
        .unwrap()
    }

    /// The status of `/healthz`, and whether it leads.
    pub fn health(&self) -> (u16, bool) {
        let (status, body) = self.get("/healthz");
        (status, body.contains("\"leader\":true"))
    }

    /// A number of `/metrics`.
    pub fn metric(&self, name: &str) -> u64 {
        self.gauge(name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// One that is not always there.
    pub fn gauge(&self, name: &str) -> Option<u64> {
        let (_, text) = self.get("/metrics");
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("paydesk_hub_{name} ")));
        line.map(|number| number.parse().unwrap())
    }
}

impl Drop for RunningHub {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        forget_process(self.child.id());
    }
}

/// The memory that a process has now, in kibibytes; `self` is this one.
pub fn resident_kib(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// The real binary, without secrets.
pub fn hub_command(url: &str, profile: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["hub", "--database-url", url, "--profile", profile]);
    command
        .env_remove("PGPASSWORD")
        .env_remove("PAYDESK_WEBHOOK_SECRET")
        .env_remove("PAYDESK_API_KEY")
        .env_remove("RUST_LOG");
    command.current_dir(Path::new("/"));
    command
}

/// The body of an event about a refund that was not made from here.
pub fn refund(event_id: &str) -> String {
    let object = json!({"refund_id": format!("ref_of_{event_id}"), "payment_id": "pay_1", "amount": 1250, "currency": "EUR",
        "status": "succeeded", "created": "2026-11-21T10:00:00Z", "updated": "2026-11-21T10:00:00Z"});
    json!({"event_id": event_id, "event_type": "refund_succeeded", "content": {"type": "refund_details", "object": object},
        "timestamp": "2026-11-21T10:00:00Z"})
    .to_string()
}

/// A whole request with a body, signed with a secret.
pub fn signed(body: &str, secret: &str) -> Vec<u8> {
    let signature = sign(secret, body.as_bytes());
    format!(
        "POST /hooks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer of-the-proxy\r\ncontent-type: application/json\r\n\
         x-webhook-signature-512: {signature}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Sends a request once; the status of the answer and its head and body. `None` where no answer came.
pub async fn exchange(address: SocketAddr, request: &[u8]) -> Option<(u16, String)> {
    let work = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(request).await.ok()?;
        let mut answer = Vec::new();
        // An answer that was cut is none.
        stream.read_to_end(&mut answer).await.ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        answer.contains("\r\n\r\n").then_some((status, answer))
    };
    tokio::time::timeout(PATIENCE, work).await.ok().flatten()
}

/// Sends a good webhook once.
pub async fn deliver(address: SocketAddr, event_id: &str) -> Option<u16> {
    exchange(address, &signed(&refund(event_id), SECRET)).await.map(|(status, _)| status)
}

/// Ids of what is stored, in the order of its changes.
pub async fn stored_ids(reader: &TeamConnection, profile: paydesk_team::TeamProfileId) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), 0);
    loop {
        let page = reader.events_after(profile, after).await.unwrap();
        if page.events.is_empty() {
            return ids;
        }
        assert!(page.events.is_sorted_by_key(|event| event.change));
        ids.extend(page.events.into_iter().map(|event| event.event_id.as_str().to_owned()));
        after = page.upto;
    }
}

/// The objects of the log, one a line.
pub fn log_lines(log: &str) -> Vec<Value> {
    log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}
