//! A server on loopback that answers as the real one did.
//!
//! It stands at one moment of the recording: objects are read as they were last read before it. What changes something is
//! answered as it was answered next, and moves the moment on. A first page that was recorded whole or longer is cut to the
//! limit that is asked for, and an object that was never read is what it was answered to be last. What else was not recorded
//! is refused and kept for the test.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

use super::recorded::{Exchange, Sender, exchanges, parts};

/// No service answers with it.
const NOT_RECORDED: u16 = 501;

/// The running server.
pub struct ReplayServer {
    pub base_url: String,
    playback: Arc<Mutex<Playback>>,
    _threads: tokio::runtime::Runtime,
}

#[derive(Default)]
struct Playback {
    /// What was answered before this one has happened.
    now: usize,
    not_recorded: BTreeSet<String>,
    /// The answer to the next change is lost on its way.
    loses_next: bool,
    /// Every request, without its query, in the order in which they came.
    log: Vec<String>,
}

/// A request, as far as it is compared.
struct Asked {
    sender: Sender,
    method: String,
    path: String,
    query: Vec<(String, String)>,
    body: Value,
}

impl ReplayServer {
    /// After everything that was recorded.
    pub fn at_the_end() -> Self {
        Self::before(exchanges().len())
    }

    /// Just before the first such request, `POST /refunds` say.
    pub fn before_request(request: &str) -> Self {
        let is_it = |exchange: &Exchange| format!("{} {}", exchange.method, exchange.path) == request;
        let position = exchanges().iter().position(is_it);
        Self::before(position.unwrap_or_else(|| panic!("not recorded: {request}")))
    }

    /// Just before the first request with this note.
    pub fn before_note(note: &str) -> Self {
        let position = exchanges().iter().position(|exchange| exchange.note == note);
        Self::before(position.unwrap_or_else(|| panic!("no exchange has the note {note}")))
    }

    fn before(now: usize) -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let playback = Arc::new(Mutex::new(Playback { now, ..Playback::default() }));
        let app = Router::new().fallback(answer).with_state(playback.clone());
        let listener = threads.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        threads.spawn(async move { axum::serve(listener, app).await });
        Self { base_url, playback, _threads: threads }
    }

    /// What was asked and is not in the recording, without queries.
    pub fn not_recorded(&self) -> BTreeSet<String> {
        self.playback.lock().unwrap().not_recorded.clone()
    }

    /// Every request that came, `GET /refunds/list`, in their order.
    pub fn log(&self) -> Vec<String> {
        self.playback.lock().unwrap().log.clone()
    }

    /// How often this request came.
    pub fn sent(&self, request: &str) -> usize {
        self.log().iter().filter(|line| *line == request).count()
    }

    /// A proxy answers instead of the service once something was changed.
    pub fn lose_next_answer(&self) {
        self.playback.lock().unwrap().loses_next = true;
    }
}

async fn answer(
    State(playback): State<Arc<Mutex<Playback>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let (path, query) = parts(target);
    let is_person = headers.contains_key("authorization") || path == "/user/v2/signin";
    assert!(!is_person || !headers.contains_key("api-key"), "a key went with a sign-in: {target}");
    let sender = if is_person { Sender::Person } else { Sender::Key };
    // What Paydesk makes up so that no cache has seen it was never recorded, and no service looks at it.
    // Counts were recorded without an end, up to the moment that the server stands at.
    let is_end = |name: &str| name == "end_time" && path.ends_with("/aggregate");
    let query = query.into_iter().filter(|(name, _)| name != "fresh" && !is_end(name)).collect();
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let asked = Asked { sender, method: method.to_string(), path, query, body };
    playback.lock().unwrap().answer(&asked, target)
}

impl Playback {
    fn answer(&mut self, asked: &Asked, target: &str) -> Response {
        self.log.push(format!("{} {}", asked.method, asked.path));
        if let Some(found) = self.cut_page(asked).or_else(|| self.last_seen(asked)).or_else(|| self.earlier_page(asked))
        {
            return json_response(200, &found);
        }
        let Some(index) = self.find(asked) else {
            eprintln!("not recorded: {} {target} {}", asked.method, asked.body);
            self.not_recorded.insert(format!("{} {}", asked.method, asked.path));
            let status = StatusCode::from_u16(NOT_RECORDED).unwrap();
            return (status, format!("not recorded: {} {target}", asked.method)).into_response();
        };
        let exchange = &exchanges()[index];
        if exchange.changes() {
            let next = exchanges()[index + 1..].iter().position(Exchange::changes);
            self.now = self.now.max(next.map_or(exchanges().len(), |next| index + 1 + next));
            if std::mem::take(&mut self.loses_next) {
                return (StatusCode::GATEWAY_TIMEOUT, "the gateway waited in vain").into_response();
            }
        }
        json_response(exchange.status, &exchange.answer)
    }

    /// An object that was never read by itself, as the answer to a change showed it last.
    fn last_seen(&self, asked: &Asked) -> Option<Value> {
        let (list, id) = asked.path.strip_prefix('/')?.split_once('/')?;
        let name = format!("{}_id", list.strip_suffix('s')?);
        let was_read = self.find(asked).is_some_and(|index| index < self.now);
        let is_read = asked.method == "GET" && asked.query.is_empty() && !was_read;
        let shows = |exchange: &&Exchange| {
            exchange.is_success() && exchange.path.starts_with(&format!("/{list}")) && exchange.answer[&name] == id
        };
        exchanges()[..self.now].iter().rfind(shows).filter(|_| is_read).map(|exchange| exchange.answer.clone())
    }

    /// A page of payouts that was read later alone, with each row as it was last seen before.
    fn earlier_page(&self, asked: &Asked) -> Option<Value> {
        let later = self.find(asked).filter(|index| *index >= self.now && asked.path == "/payouts/list")?;
        let mut page = exchanges()[later].answer.clone();
        for row in page["data"].as_array_mut()? {
            let path = format!("/payouts/{}", row["payout_id"].as_str()?);
            let one =
                Asked { sender: asked.sender, method: "GET".to_owned(), path, query: Vec::new(), body: Value::Null };
            *row = self.last_seen(&one).unwrap_or_else(|| row.clone());
        }
        Some(page)
    }

    /// The first rows of a page that was recorded with another limit.
    fn cut_page(&self, asked: &Asked) -> Option<Value> {
        let limit = limit_of(&asked.query)?;
        if asked.method != "GET" || self.find(asked).is_some() || asked.query.iter().any(is_later_page) {
            return None;
        }
        let is_it = |exchange: &&Exchange| {
            let rows = exchange.is_success().then(|| rows_of(&exchange.answer)).flatten().map_or(0, Vec::len);
            exchange.is_success()
                && (asked.sender, &asked.method, &asked.path) == (exchange.sender, &exchange.method, &exchange.path)
                && exchange.query.iter().all(|(name, _)| name == "limit")
                && (rows >= limit || limit_of(&exchange.query).is_none_or(|recorded| rows < recorded))
        };
        let mut answer = exchanges()[..self.now].iter().rfind(is_it)?.answer.clone();
        let rows = match &mut answer {
            Value::Array(rows) => rows,
            page => page["data"].as_array_mut()?,
        };
        rows.truncate(limit);
        let size = rows.len();
        if let Some(known) = answer.get_mut("size") {
            *known = size.into();
        }
        Some(answer)
    }

    /// A read as it was answered last, a change as it was answered next; else what was answered at any time.
    fn find(&self, asked: &Asked) -> Option<usize> {
        let all: Vec<usize> = (0..exchanges().len()).filter(|index| asked.is(&exchanges()[*index])).collect();
        let all = if all.is_empty() { asked.refused_whatever_is_asked() } else { asked.nearest_limits(all) };
        let (past, to_come) =
            (all.iter().rfind(|index| **index < self.now), all.iter().find(|index| **index >= self.now));
        let changes = all.first().is_some_and(|index| exchanges()[*index].changes());
        if changes { to_come.or(past) } else { past.or(to_come) }.copied()
    }
}

impl Asked {
    /// What this sender may not ask at all is refused before anybody looks at what is asked.
    fn refused_whatever_is_asked(&self) -> Vec<usize> {
        // Reports of one kind were asked for with a key, and refused as all of them are.
        let path = |path: &str| path.split_inclusive("/metrics/").next().unwrap_or_default().to_owned();
        let is_of_sender = |exchange: &Exchange| {
            (self.sender, &self.method, path(&self.path)) == (exchange.sender, &exchange.method, path(&exchange.path))
        };
        let all: Vec<usize> = (0..exchanges().len()).filter(|index| is_of_sender(&exchanges()[*index])).collect();
        let wants_sign_in =
            |index: &usize| exchanges()[*index].answer["error"]["message"] == "Missing required param: Authorization";
        if all.iter().all(wants_sign_in) { all } else { Vec::new() }
    }

    /// Those whose limit is nearest to the one that is asked for: too large a one is refused.
    fn nearest_limits(&self, all: Vec<usize>) -> Vec<usize> {
        let limit = |body: &Value| body["limit"].as_i64().unwrap_or_default();
        let distance = |index: &usize| (limit(&exchanges()[*index].body) - limit(&self.body)).abs();
        let nearest = all.iter().map(distance).min().unwrap_or_default();
        all.into_iter().filter(|index| distance(index) == nearest).collect()
    }

    fn is(&self, exchange: &Exchange) -> bool {
        (self.sender, &self.method, &self.path, &self.query)
            == (exchange.sender, &exchange.method, &exchange.path, &exchange.query)
            && shape(&self.body) == shape(&exchange.body)
    }
}

fn limit_of(query: &[(String, String)]) -> Option<usize> {
    query.iter().find(|(name, _)| name == "limit")?.1.parse().ok()
}

/// Whether more than a first page is asked for, or other rows.
fn is_later_page((name, value): &(String, String)) -> bool {
    name != "limit" && (name != "offset" || value != "0")
}

fn rows_of(answer: &Value) -> Option<&Vec<Value>> {
    answer.as_array().or_else(|| answer["data"].as_array())
}

/// The names of a body's fields; of a query of analytics its metrics and groups, too.
fn shape(body: &Value) -> BTreeSet<String> {
    let query = body.as_array().and_then(|queries| queries.first());
    let names = query.unwrap_or(body).as_object().into_iter().flatten();
    let is_word = |name: &str| query.is_some() && ["metrics", "groupByNames"].contains(&name);
    names.map(|(name, value)| if is_word(name) { format!("{name} {value}") } else { name.clone() }).collect()
}

impl Exchange {
    /// Whether it may have changed something at the service.
    fn changes(&self) -> bool {
        let is_question = ["/list", "/filter", "/aggregate"].iter().any(|end| self.path.ends_with(end));
        self.method != "GET" && !is_question && !self.path.starts_with("/analytics/")
    }
}

/// An answer with the marks of the real server; a JSON string stands for plain text.
fn json_response(status: u16, answer: &Value) -> Response {
    let (kind, text) = match answer {
        Value::String(text) => ("text/plain", text.clone()),
        json => ("application/json", json.to_string()),
    };
    let mut response = (StatusCode::from_u16(status).unwrap(), text).into_response();
    let headers = response.headers_mut();
    headers.insert("content-type", HeaderValue::from_static(kind));
    headers.insert("via", HeaderValue::from_static("HyperSwitch"));
    response
}
