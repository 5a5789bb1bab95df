//! What is done with the marked keys, inside the processes that are searched.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chrono::DateTime;
use paydesk_api::call::{KeyRole, Method, Request, SecretPart};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::error::ApiError;
use paydesk_api::exchange::{CapturedBody, Exchange, RequestMeta, ResponseMeta, curl};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::create::{MethodData, MethodInput};
use paydesk_core::features::requests::LoggedCall;
use paydesk_core::features::requests::http_text::{answer_lines, request_lines};
use paydesk_core::{Action, State};
use paydesk_domain::secret::{AdminKey, ApiKey, KeyError, Secret, SecretKind, SecretText};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_sandbox::{CredentialOverrides, SandboxConfig};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers;
use paydesk_vault::{SessionKeys, VaultError};
use serde_json::{Value, json};

use super::{DIR, DISPLAY, MARKS, PLANTED, TOLD};
use crate::{new_payments_end_to_end, one_time_secrets, vault};

/// The marked keys in the order of [`SecretKind::ALL`].
fn keys() -> [String; 6] {
    let proxy = format!("http://desk:{}@proxy.example.com:3128", MARKS[0]);
    let team = format!("team {}", MARKS[0]);
    let sign_in = format!("ey {}", MARKS[0]);
    [format!("snd_{}", MARKS[0]), format!("admin_{}", MARKS[1]), format!("whsec_{}", MARKS[2]), proxy, team, sign_in]
}

pub fn run() {
    paydesk::start::log_to_stderr();
    tracing::trace!("{PLANTED}");
    println!("{PLANTED}");
    let dir = PathBuf::from(std::env::var_os(DIR).unwrap());
    let service = service();
    keyring();
    without_a_window(&service, &dir);
    direct(&service);
    careless();
    in_a_window(&service, &dir);
}

fn service() -> Service {
    let [api_key, admin_key, webhook_secret, ..] = keys().map(Some);
    let credentials = CredentialOverrides { api_key, admin_key, webhook_secret, ..CredentialOverrides::default() };
    Service::with(SandboxConfig { credentials, ..SandboxConfig::default() })
}

/// Every kind of secret kept, fetched, refused, held for the session and printed.
fn keyring() {
    let (vault, session) = (vault::vault(), SessionKeys::default());
    for (kind, text) in SecretKind::ALL.into_iter().zip(keys()) {
        let secret = Secret::parse(kind, &text).unwrap();
        vault.save(&"canary".into(), secret.clone()).unwrap();
        let kept = vault.require(&"canary".into(), kind).unwrap();
        tracing::info!(?kept, ?secret, "kept");
        session.hold(&"canary".into(), secret, VaultError::Locked);
        let wrong = SecretKind::ALL.into_iter().filter(|other| *other != kind);
        let refusals = wrong.filter_map(|other| Secret::parse(other, &text).err());
        let broken = [format!("“{text}”"), format!("Bearer {text}"), format!("{text} x"), text.repeat(99)];
        let broken = broken.into_iter().filter_map(|text| Secret::parse(kind, &text).err());
        let reported: Vec<KeyError> = refusals.chain(broken).collect();
        assert!(reported.len() >= 5);
        reported.iter().for_each(|error| tracing::warn!(%error, ?error, "refused"));
    }
}

/// Operations that go well and badly, through core, runtime and journal.
fn without_a_window(service: &Service, dir: &Path) {
    let data = dir.join("desk");
    std::fs::create_dir(&data).unwrap();
    let mut desk = RuntimeHarness::open(service, &data);
    for fault in [None, Some("cut_body"), Some("close_after")] {
        let payment = desk.open_payment(&service.authorized());
        if let Some(kind) = fault {
            service.fault("/payments/*/capture", kind);
        }
        desk.capture(&payment, payment.capturable_minor());
        if fault.is_some() {
            desk.settled_by_reading(&payment);
        } else {
            let id = payment.payment_id.clone();
            desk.until("the capture has an outcome", |state| state.workspace.operations.last_of(&id).is_some());
        }
    }
    test_cards(&mut desk, service);
    let reported = one_time_secrets::session(&mut desk, service);
    std::fs::write(std::env::var_os(TOLD).unwrap(), format!("{}\n{}", reported.api_key, reported.client_secret))
        .unwrap();
    tracing::info!(state = ?desk.state, "after what is told once");
    requests(&desk.state);
    tracing::info!(toasts = ?desk.state.toasts.shown(), profile = ?desk.state.workspace.profile, "told");
    desk.close();
}

/// Payments made by the form with the marked card: answered, declined, refused and lost.
fn test_cards(desk: &mut RuntimeHarness, service: &Service) {
    for fault in [None, Some("close_after"), Some("status_422"), Some("status_503")] {
        if let Some(kind) = fault {
            service.fault("/payments", kind);
        }
        let id = new_payments_end_to_end::send(desk, Some(0), |input| {
            assert_eq!(TEST_CARDS[0].number, MARKS[3]);
            let Some(MethodInput { data: Some(MethodData::Card(card)), .. }) = &mut input.details.method else {
                panic!("it has a card");
            };
            card.holder_name = SecretText::new(MARKS[4]);
        });
        let target = id.clone();
        desk.until("it ended, or is looked into", |state| {
            // A refusal that is checked first is neither yet.
            let open = state
                .workspace
                .operations
                .open_of(&target)
                .is_some_and(|operation| operation.needs_attention() && !operation.looks_into_refusal());
            open || state.workspace.operations.last_of(&target).is_some()
        });
        tracing::info!(state = ?desk.state, "after a payment with a card");
        desk.act(Action::Payments(PaymentsAction::CloseForm));
    }
}

/// Everything that the pane of the requests shows and copies.
fn requests(state: &State) {
    let log = state.workspace.requests.log();
    assert!(log.len() > 10, "calls were made");
    for call in (0..log.shown_len()).filter_map(|row| log.shown(row)) {
        tell(&call.exchange);
    }
    // The value of a new key and a client secret were in answers.
    let masked = |call: &LoggedCall| answer_lines(&call.exchange).concat().contains("(hidden)");
    assert!((0..log.shown_len()).filter_map(|row| log.shown(row)).any(masked));
}

fn tell(exchange: &Exchange) {
    tracing::info!(request = ?request_lines(exchange), answer = ?answer_lines(exchange), "the messages of a call");
    tracing::info!(curl = curl::command(&exchange.asked), ?exchange, "a call");
}

/// A call with every secret where it belongs and where it does not, and a service that says it all again.
fn careless() {
    let [key, admin, webhook, ..] = keys();
    let text = format!("{key} {admin}, {webhook}: {} {} \u{202e}", MARKS[3], MARKS[5]);
    let card = json!({"card_number": MARKS[3], "card_cvc": "737", "card_holder_name": MARKS[4]});
    let bank = json!({"iban": MARKS[5], "account_holder_name": MARKS[4]});
    let body =
        json!({"description": text, "metadata": {(MARKS[3]): key}, "client_secret": format!("p_secret_{}", MARKS[0])});
    let mut request = Request::operation(Method::Post, format!("/customers/{}?key={admin}", MARKS[5]), body);
    let secret = SecretPart::new(&["payment_method_data", "card"], &card);
    request.secret = Some(secret.and(SecretPart::new(&["payout_method_data", "bank"], &bank)));
    let echo = json!({"description": text, "payment_method_data": {"card": card}, "payout_method_data": {"bank": bank},
        "api_key": key, "data": [{"client_secret": webhook}]});
    let error = ApiError { kind: "invalid_request".into(), code: key.clone(), message: text.clone() };
    let page = Body::Foreign { excerpt: text.clone() };
    for body in [Body::Json(echo.clone()), Body::Error(error), page] {
        let attempt = Attempt::Answered(HttpAnswer { status: 400, body, rate: RateHeaders::default() });
        for kept in [CapturedBody::of_json(&echo), CapturedBody::of_text(&text)] {
            let response = ResponseMeta { body: Some(kept), ..ResponseMeta::default() };
            let asked = RequestMeta::new(&request, "https://api.example.com", DateTime::UNIX_EPOCH);
            tell(&Exchange::new("canary".into(), asked, Duration::from_secs(1), &attempt, response));
        }
    }
}

/// A card, and the admin key.
fn direct(service: &Service) {
    let mut body = helpers::payment_with("", json!({"payment_method_data": null}));
    body["profile_id"] = json!(service.running.credentials.profile_id);
    let mut request = Request::operation(Method::Post, "/payments", body);
    let mut card = helpers::card(MARKS[3]);
    card["card_holder_name"] = json!(MARKS[4]);
    request.secret = Some(SecretPart::new(&["payment_method_data", "card"], &card));
    tracing::info!(?request, json = %serde_json::to_string(&request).unwrap(), "a card");
    let paid = service.threads.block_on(service.direct.send(&request));
    assert_eq!(status(&paid), 200, "{paid:?}");
    let (again, response) = service.threads.block_on(service.direct.exchange(&request));
    let asked = RequestMeta::new(&request, service.direct.base_url(), DateTime::UNIX_EPOCH);
    tell(&Exchange::new("canary".into(), asked, Duration::from_secs(1), &again, response));

    let [key, admin, ..] = keys();
    let client =
        ApiClient::new(&service.running.base_url, &ApiKey::parse(&key).unwrap(), TimeLimits::default()).unwrap();
    let client = client.with_admin_key(&AdminKey::parse(&admin).unwrap()).unwrap();
    let path = format!("/api_keys/{}", service.running.credentials.merchant_id);
    let body = json!({"name": "canary", "expiration": "never"});
    let request = Request { key: KeyRole::Admin, ..Request::operation(Method::Post, path, body) };
    let made = service.threads.block_on(client.send(&request));
    assert_eq!(status(&made), 200);
    // A key that is refused: the words of the error.
    let unknown = ApiKey::parse(&format!("snd_{}x", MARKS[0])).unwrap();
    let unknown = ApiClient::new(&service.running.base_url, &unknown, TimeLimits::default()).unwrap();
    let refused = service.threads.block_on(unknown.send(&Request::read(Method::Get, "/health", None::<Value>)));
    tracing::warn!(?refused, "with an unknown key");
}

fn status(attempt: &Attempt) -> u16 {
    if let Attempt::Answered(answer) = attempt { answer.status } else { 0 }
}

/// The real binary: a profile is added with the key on standard input, and opened.
fn in_a_window(service: &Service, dir: &Path) {
    let data = dir.join("data");
    let captured = |name: &str| Stdio::from(File::create(dir.join(name)).unwrap());
    let paydesk = |args: &[&str], name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
        command.args(args).arg("--data-dir").arg(&data).stdin(Stdio::piped());
        command.stdout(captured(&format!("{name}.stdout"))).stderr(captured(&format!("{name}.stderr")));
        command.env("DISPLAY", std::env::var_os(DISPLAY).unwrap()).env_remove(DIR).env_remove(TOLD);
        command.env("PAYDESK_NO_NOTIFICATIONS", "1");
        command.spawn().unwrap()
    };
    let mut connect = paydesk(&["connect", "canary", &service.running.base_url], "connect");
    writeln!(connect.stdin.take().unwrap(), "{}", keys()[0]).unwrap();
    assert!(connect.wait().unwrap().success(), "{}", read(&dir.join("connect.stderr")));

    let mut window = Ended(paydesk(&["--profile", "canary"], "window"));
    let log = dir.join("window.stderr");
    step_until("the window shows payments", || read(&log).contains("first rows").then_some(()));
    for part in ["cmdline", "environ"] {
        std::fs::copy(format!("/proc/{}/{part}", window.0.id()), dir.join(part)).or_else(nobody_may).unwrap();
    }
    assert!(window.0.try_wait().unwrap().is_none(), "{}", read(&log));
    // It has opened everything that it writes to, and logged what follows the first rows.
    for name in ["journal.sqlite", "records.sqlite", "evidence.sqlite", "events.sqlite", "notes.sqlite"] {
        step_until(name, || data.join(name).exists().then_some(()));
    }
    step_until("it logs what it does afterwards", || lines_after(&read(&log), "first rows").then_some(()));
}

fn lines_after(text: &str, mark: &str) -> bool {
    text.split_once(mark).is_some_and(|(_, rest)| rest.lines().count() > 1)
}

/// What nobody but root can read, because the process is not to be dumped, is not left behind.
fn nobody_may(error: std::io::Error) -> std::io::Result<u64> {
    if error.kind() == std::io::ErrorKind::PermissionDenied { Ok(0) } else { Err(error) }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

/// A process that is ended when dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
