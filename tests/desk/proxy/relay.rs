//! A proxy on loopback between Paydesk's client and a sandbox. It does to each exchange what it was reported to, and reports
//! when the exchange is over: nothing of it can reach the service any more but what is [`Held`].

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use paydesk_api::call::Request;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{oneshot, watch};

use super::fault_plan::{BitFlip, End, FaultPlan, Forward, Reply};
use super::http;

/// How long the service may wait for the rest of a request whose end it cannot find; nothing is executed of it.
const ENDLESS_PATIENCE: Duration = Duration::from_millis(400);
/// For everything that is certain to come; reached only when something is broken.
const PATIENCE: Duration = Duration::from_secs(300);
/// Answers that are stored, to be given to another request.
const ANSWERS_KEPT: usize = 8;

/// A running proxy and the plan of its next exchange.
pub struct Proxy {
    pub base_url: String,
    way: Arc<Way>,
}

/// An address that refuses connections for as long as this lives.
pub struct Refusing {
    pub base_url: String,
    _bound: TcpSocket,
}

impl Refusing {
    /// Bound and never listening: nobody else can take the port meanwhile.
    pub fn start() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        Self { base_url: format!("http://{}", socket.local_addr().unwrap()), _bound: socket }
    }
}

/// What the connections share.
struct Way {
    address: SocketAddr,
    service: SocketAddr,
    /// A connection to the service that is at rest.
    idle: Mutex<Option<TcpStream>>,
    armed: Mutex<Vec<Armed>>,
    /// Connections of desks, those that were not accepted yet left out.
    open: watch::Sender<usize>,
    /// Those of them that have brought nothing yet.
    silent: watch::Sender<usize>,
    /// The last successful answers of the service to what changes something: line of the request and answer.
    answers: Mutex<VecDeque<(String, Vec<u8>)>>,
}

struct Armed {
    /// Method and path of the request it is for.
    line: String,
    fault: FaultPlan,
    report: oneshot::Sender<Report>,
}

/// What happened on the way.
#[derive(Debug, Default)]
pub struct Report {
    /// The request as Paydesk sent it, as far as it was read.
    pub request: Vec<u8>,
    /// The service's first answer, where one came.
    pub answer: Option<Vec<u8>>,
    /// How many whole copies of the request reached the service.
    pub delivered: u32,
    pub held: Option<Held>,
}

/// A request that is still on its way.
pub struct Held {
    request: Vec<u8>,
    way: Arc<Way>,
    /// Where Paydesk still waits for the answer.
    waiting: Option<oneshot::Sender<Vec<u8>>>,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held").field("answers", &self.waiting.is_some()).finish_non_exhaustive()
    }
}

impl Held {
    /// Whether Paydesk waits for the answer.
    pub fn is_awaited(&self) -> bool {
        self.waiting.is_some()
    }

    /// Delivers it now; returns when the service has answered.
    pub async fn deliver(self) {
        let answer = self.way.exchange(&self.request).await.unwrap_or_default();
        if let Some(waiting) = self.waiting {
            // Err means that Paydesk has given up meanwhile.
            let _ = waiting.send(answer);
        }
    }
}

/// An exchange that was given its fault plan.
pub struct Exchange {
    line: String,
    way: Arc<Way>,
    over: oneshot::Receiver<Report>,
}

impl Exchange {
    /// Waits until nothing of it is under way any more. For an operation, which has a connection of its own: where
    /// `call` ended before its request was on the way, it never came.
    pub async fn over<T>(mut self, call: impl Future<Output = T>) -> (Report, Option<T>) {
        tokio::select! {
            report = &mut self.over => (report.unwrap_or_default(), None),
            ended = call => {
                if self.way.is_armed(&self.line) {
                    self.way.heard_all().await;
                }
                (self.over_or_never().await, Some(ended))
            }
        }
    }

    /// The same for a read whose call has ended: it may have been sent on a connection that was just closed, and then it
    /// never came. Where it comes later, that changes nothing.
    pub async fn over_or_never(self) -> Report {
        self.way.armed.lock().unwrap().retain(|armed| armed.line != self.line);
        self.over.await.unwrap_or_default()
    }
}

impl Proxy {
    pub async fn start(service: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let (open, silent) = (watch::Sender::new(0), watch::Sender::new(0));
        let address = listener.local_addr().unwrap();
        let (idle, armed, answers) = (Mutex::default(), Mutex::default(), Mutex::default());
        let way = Arc::new(Way { address, service, idle, armed, open, silent, answers });
        let its = way.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                its.open.send_modify(|open| *open += 1);
                its.silent.send_modify(|silent| *silent += 1);
                let way = its.clone();
                tokio::spawn(async move {
                    way.clone().serve(stream).await;
                    way.open.send_modify(|open| *open -= 1);
                });
            }
        });
        Self { base_url, way }
    }

    /// Waits until all connections that were opened before have ended, with everything that came on them.
    pub async fn quiet(&self) {
        self.way.accepted_all().await;
        let _ = self.way.open.subscribe().wait_for(|open| *open == 0).await;
    }

    /// The next exchange of this request goes so. Without this, nothing goes wrong.
    pub fn arm(&self, request: &Request, fault: FaultPlan) -> Exchange {
        let (report, over) = oneshot::channel();
        let line = format!("{} {} ", request.method.as_str(), request.path);
        let exchange = Exchange { line: line.clone(), way: self.way.clone(), over };
        self.way.armed.lock().unwrap().push(Armed { line, fault, report });
        exchange
    }
}

impl Way {
    /// Waits until all connections that were opened before were accepted.
    async fn accepted_all(&self) {
        // They are accepted in the order they came: once this one is closed, so were all before it seen.
        let mut last = TcpStream::connect(self.address).await.unwrap();
        let _ = last.shutdown().await;
        drain(&mut last).await;
    }

    /// Waits until of all connections that were opened before the first bytes were seen, or that there are none. Only for
    /// operations: a client keeps no connection of theirs for later, so that none is silent for long.
    async fn heard_all(&self) {
        self.accepted_all().await;
        let mut silent = self.silent.subscribe();
        let heard = tokio::time::timeout(PATIENCE, silent.wait_for(|silent| *silent == 0)).await;
        assert!(heard.is_ok(), "a connection was opened, and neither used nor closed");
    }

    fn is_armed(&self, line: &str) -> bool {
        self.armed.lock().unwrap().iter().any(|armed| armed.line == line)
    }

    /// What is to become of the request that begins so.
    fn plan_for(&self, start: &[u8]) -> Option<Armed> {
        let mut armed = self.armed.lock().unwrap();
        let index = armed.iter().position(|armed| start.starts_with(armed.line.as_bytes()))?;
        Some(armed.remove(index))
    }

    /// One exchange after the other, until Paydesk closes or one ends badly.
    async fn serve(self: Arc<Self>, mut stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let mut is_first = true;
        loop {
            let mut start = [0; 1024];
            let came = stream.peek(&mut start).await;
            let armed = came.as_ref().ok().and_then(|count| self.plan_for(&start[..*count]));
            if std::mem::take(&mut is_first) {
                self.silent.send_modify(|silent| *silent -= 1);
            }
            let Ok(1..) = came else { return };
            let (fault, report) = match armed {
                Some(Armed { fault, report, .. }) => (fault, Some(report)),
                None => (FaultPlan::none(), None),
            };
            let Some(goes_on) = self.clone().carry(stream, fault, report).await else { return };
            stream = goes_on;
        }
    }

    /// Carries one exchange; the connection comes back where another may follow.
    async fn carry(
        self: Arc<Self>,
        mut stream: TcpStream,
        fault: FaultPlan,
        report: Option<oneshot::Sender<Report>>,
    ) -> Option<TcpStream> {
        let mut seen = Report::default();
        let tell = |seen: Report| {
            // Err means that nobody asked.
            let _ = report.map(|report| report.send(seen));
        };
        if let Forward::First(count) = fault.forward {
            seen.request = read_some(&mut stream, count).await;
            self.break_off(&seen.request, end_of(&fault), &mut stream).await;
            tell(seen);
            return None;
        }
        let Some(request) = http::read_message(&mut stream).await else {
            tell(seen);
            return None;
        };
        seen.request = request;
        let second = match fault.forward {
            Forward::Held => return self.hold(stream, &fault, seen, tell).await,
            Forward::Never | Forward::First(_) => None,
            Forward::Flipped(flip) => {
                let spoilt = with_flipped_bits(seen.request.clone(), flip);
                seen.answer = self.exchange_spoilt(&spoilt).await;
                seen.delivered = 1;
                None
            }
            Forward::Once => {
                seen.answer = self.exchange(&seen.request).await;
                seen.delivered = 1;
                None
            }
            Forward::Twice => {
                seen.answer = self.exchange(&seen.request).await;
                seen.delivered = 2;
                self.exchange(&seen.request).await
            }
        };
        let (bytes, end) = match fault.reply {
            Reply::OfAnotherRequest => (self.answer_to_another(&seen.request), Some(End::Close)),
            _ => reply(&fault.reply, seen.answer.as_deref().unwrap_or_default(), second),
        };
        self.keep_answer(&seen);
        tell(seen);
        if stream.write_all(&bytes).await.is_err() {
            return None;
        }
        match end {
            None => Some(stream),
            Some(end) => {
                finish(stream, end).await;
                None
            }
        }
    }

    fn keep_answer(&self, seen: &Report) {
        let Some(answer) = seen.answer.as_ref().filter(|answer| answer.starts_with(b"HTTP/1.1 200")) else { return };
        let line = http::first_line(&seen.request);
        if !line.starts_with("GET") {
            let mut answers = self.answers.lock().unwrap();
            answers.push_front((line, answer.clone()));
            answers.truncate(ANSWERS_KEPT);
        }
    }

    /// The newest answer to a request on another path.
    fn answer_to_another(&self, request: &[u8]) -> Vec<u8> {
        let line = http::first_line(request);
        let answers = self.answers.lock().unwrap();
        let other = answers.iter().find(|(other, _)| *other != line);
        other.map_or_else(|| http::json(200, "{}"), |(_, answer)| answer.clone())
    }

    /// Keeps the request; Paydesk is answered as its fault plan says, or waits.
    async fn hold(
        self: Arc<Self>,
        mut stream: TcpStream,
        fault: &FaultPlan,
        mut seen: Report,
        tell: impl FnOnce(Report),
    ) -> Option<TcpStream> {
        let (waiting, answer) = oneshot::channel();
        let waits = fault.reply == Reply::True;
        seen.held = Some(Held { request: seen.request.clone(), way: self, waiting: waits.then_some(waiting) });
        tell(seen);
        let (bytes, end) =
            if waits { (answer.await.unwrap_or_default(), Some(End::Close)) } else { reply(&fault.reply, &[], None) };
        let _ = stream.write_all(&bytes).await;
        finish(stream, end.unwrap_or(End::Close)).await;
        None
    }

    /// Sends the beginning of a request and nothing more.
    async fn break_off(&self, beginning: &[u8], end: End, stream: &mut TcpStream) {
        let Ok(mut service) = TcpStream::connect(self.service).await else { return };
        let _ = service.write_all(beginning).await;
        match end {
            End::Close => {}
            End::Reset => service.set_zero_linger().unwrap(),
            End::Stall => drain(stream).await,
        }
        drop(service);
        match end {
            End::Close => {
                let _ = stream.shutdown().await;
                drain(stream).await;
            }
            End::Reset => stream.set_zero_linger().unwrap(),
            End::Stall => {}
        }
    }

    /// One exchange with the service.
    async fn exchange(&self, request: &[u8]) -> Option<Vec<u8>> {
        let idle = self.idle.lock().unwrap().take();
        if let Some(service) = idle
            && let Some(answer) = self.exchange_on(service, request).await
        {
            return Some(answer);
        }
        // None, or one that the service had closed meanwhile: what came on it was not read.
        let service = TcpStream::connect(self.service).await.ok()?;
        self.exchange_on(service, request).await
    }

    async fn exchange_on(&self, mut service: TcpStream, request: &[u8]) -> Option<Vec<u8>> {
        let _ = service.set_nodelay(true);
        service.write_all(request).await.ok()?;
        let answer = http::read_message(&mut service).await?;
        *self.idle.lock().unwrap() = Some(service);
        Some(answer)
    }

    /// The same with a request whose end the service may not find.
    async fn exchange_spoilt(&self, request: &[u8]) -> Option<Vec<u8>> {
        let mut service = TcpStream::connect(self.service).await.ok()?;
        service.write_all(request).await.ok()?;
        // Where the request is whole the service answers, however busy it is; where it is not, it waits for ever.
        let patience = if http::is_whole(request) { PATIENCE } else { ENDLESS_PATIENCE };
        tokio::time::timeout(patience, http::read_message(&mut service)).await.ok()?
    }
}

fn end_of(fault: &FaultPlan) -> End {
    match fault.reply {
        Reply::First(_, end) => end,
        Reply::True
        | Reply::Second
        | Reply::Flipped(_)
        | Reply::WrongLength(_)
        | Reply::Canned(_)
        | Reply::OfAnotherRequest => End::Close,
    }
}

/// What Paydesk gets, and how the connection ends, if it does.
fn reply(reply: &Reply, answer: &[u8], second: Option<Vec<u8>>) -> (Vec<u8>, Option<End>) {
    match reply {
        Reply::True if answer.is_empty() => (Vec::new(), Some(End::Close)),
        Reply::True => (answer.to_vec(), None),
        Reply::Second => (second.unwrap_or_default(), Some(End::Close)),
        // Who has the whole answer waits for nothing and may go on.
        Reply::First(count, End::Close | End::Stall) if *count >= answer.len() && !answer.is_empty() => {
            (answer.to_vec(), None)
        }
        Reply::First(count, end) => (answer[..answer.len().min(*count)].to_vec(), Some(*end)),
        Reply::Flipped(flip) => {
            // A changed head may announce what never comes.
            (with_flipped_bits(answer.to_vec(), *flip), (!flip.in_body).then_some(End::Close))
        }
        Reply::WrongLength(off_by) => (http::with_wrong_length(answer, *off_by), Some(End::Close)),
        Reply::Canned(bytes) => (bytes.clone(), Some(End::Close)),
        Reply::OfAnotherRequest => (http::json(200, "{}"), Some(End::Close)),
    }
}

fn with_flipped_bits(mut bytes: Vec<u8>, flip: BitFlip) -> Vec<u8> {
    let start = if flip.in_body { http::head_length(&bytes).unwrap_or(0) } else { 0 };
    let length = bytes.len() - start;
    if length > 0 {
        bytes[start + flip.at % length] ^= flip.mask;
    }
    bytes
}

/// The first `count` bytes, or fewer where Paydesk gives up.
async fn read_some(stream: &mut TcpStream, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    let mut read = 0;
    while read < count {
        match stream.read(&mut bytes[read..]).await {
            Ok(more @ 1..) => read += more,
            Ok(_) | Err(_) => break,
        }
    }
    bytes.truncate(read);
    bytes
}

/// Reads until the other side closes.
async fn drain(stream: &mut TcpStream) {
    let mut rest = [0; 4096];
    while matches!(stream.read(&mut rest).await, Ok(1..)) {}
}

async fn finish(mut stream: TcpStream, end: End) {
    match end {
        End::Close => {
            let _ = stream.shutdown().await;
            drain(&mut stream).await;
        }
        End::Reset => stream.set_zero_linger().unwrap(),
        End::Stall => drain(&mut stream).await,
    }
}
