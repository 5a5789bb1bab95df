//! Webhook events a second from the wire to the disk, and what a frame costs meanwhile.
//!
//! The real receiver over loopback, one connection an event, as senders do; each is proved, made durable with FULL sync
//! (many in one commit) and answered. The core applies them in the frames of a window that shows the list of events.
//! Goal: 2,000 events a second, and at that pace no frame that comes late.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::Utc;
use egui::{Pos2, RawInput, Rect, vec2};
use paydesk::desktop::EVENT_TIME_PER_FRAME;
use paydesk_api::client::TimeLimits;
use paydesk_core::features::webhooks::ReceiverState;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::ResourceKind;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, MerchantId};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{ApiKey, WebhookSecret};
use paydesk_domain::webhook::sign;
use paydesk_domain::zone::Zone;
use paydesk_runtime::{NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, CredentialOverrides, SandboxConfig};
use paydesk_store::DataDirs;
use paydesk_ui::{self as ui, WindowDrafts};
use paydesk_vault::Vault;
use paydesk_widgets::theme;
use serde_json::json;

const EVENTS: usize = 20_000;
/// Senders at a time.
const SENDERS: usize = 64;
const SECRET: &str = "whsec_bench";
/// Sixty frames a second, as a window.
const FRAME: Duration = Duration::from_micros(16_667);
/// The goal, in events a second, and the pace at which frames are looked at.
const A_SECOND: u32 = 2_000;

fn starter() -> ServiceStarter {
    Arc::new(|| {
        Box::pin(async {
            let credentials = CredentialOverrides { webhook_secret: Some(SECRET.to_owned()), ..Default::default() };
            let config = SandboxConfig { payments: 100, credentials, ..SandboxConfig::default() };
            let running = sandbox::start(config).await.unwrap();
            let profile = Profile {
                merchant_id: Some(MerchantId::new(&*running.credentials.merchant_id)),
                business_profile_id: Some(BusinessProfileId::new(&*running.credentials.profile_id)),
                ..Profile::embedded_sandbox(running.base_url.clone())
            };
            let key = ApiKey::parse(&running.credentials.api_key).unwrap();
            let webhook_secret = WebhookSecret::parse(SECRET).ok();
            Ok(StartedService { profile, key, admin_key: None, webhook_secret, keep: Box::new(running) })
        })
    })
}

/// What one frame took: of the processor, and by the clock on the wall, where it waits for a core and for locks.
#[derive(Clone, Copy)]
struct Frame {
    cpu: Duration,
    wall: Duration,
}

/// What this thread had of the processor.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// The clock on the wall stands in for it.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

struct Window {
    state: State,
    runtime: Runtime,
    drafts: WindowDrafts,
    ctx: egui::Context,
    frames: u32,
}

impl Window {
    fn open(dir: &std::path::Path) -> Self {
        let files = DataDirs::resolve(Some(dir)).unwrap().store_files();
        let limits = TimeLimits::default();
        let config = RuntimeConfig {
            embedded: starter().into(),
            vault: Arc::new(Vault::start()),
            files,
            limits,
            network: NetworkRules::default(),
            notifications: NotificationService::Off,
        };
        let runtime = Runtime::new(config, Arc::new(|_| ())).unwrap();
        let mut state = State::new(Start {
            now: Utc::now(),
            seed: 1,
            settings: Settings::default(),
            profiles: SavedProfiles::default(),
            policy: ManagedPolicy::default(),
            local_zone: Zone::default(),
            operator: "bench".into(),
        });
        runtime.execute(state.on_start());
        runtime.execute(state.on_action(Action::GoTo(Route::Webhooks)));
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self { state, runtime, drafts: WindowDrafts::default(), ctx, frames: 0 }
    }

    fn address(&self) -> Option<SocketAddr> {
        match &self.state.workspace.webhooks.receiver {
            ReceiverState::Listening { address } => Some(address.parse().unwrap()),
            ReceiverState::Off | ReceiverState::Forbidden | ReceiverState::Starting | ReceiverState::Failed(_) => None,
        }
    }

    /// One frame as the window's loop makes it: what is due, events, drawing.
    fn frame(&mut self) -> Frame {
        let (began, cpu) = (Instant::now(), thread_time());
        let effects = self.state.on_tick(Utc::now());
        self.runtime.execute(effects);
        let events = Instant::now();
        while let Some(event) = self.runtime.try_recv() {
            let effects = self.state.on_message(event);
            self.runtime.execute(effects);
            if events.elapsed() > EVENT_TIME_PER_FRAME {
                break;
            }
        }
        self.frames += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0))),
            time: Some(f64::from(self.frames) / 60.0),
            ..RawInput::default()
        };
        let mut actions = Vec::new();
        let mut output = self.ctx.run_ui(input, |ui| ui::draw(ui, &self.state, &mut self.drafts, &mut actions));
        std::hint::black_box(self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point));
        output.textures_delta.clear();
        Frame { cpu: thread_time().saturating_sub(cpu), wall: began.elapsed() }
    }
}

/// A whole signed request: a refund that was not made from here, or a payment that is new.
fn request(number: usize) -> Vec<u8> {
    let at = format!("2026-11-21T{:02}:{:02}:{:02}Z", number / 3600 % 24, number / 60 % 60, number % 60);
    let metadata = json!({"order_id": number.to_string()});
    let (kind, event_type, object) = if number.is_multiple_of(2) {
        let object = json!({"refund_id": format!("ref_{number}"), "payment_id": format!("pay_{number}"), "amount": 1250,
            "currency": "EUR", "status": "succeeded", "reason": "requested_by_customer", "metadata": metadata,
            "created": at, "updated": at});
        ("refund_details", "refund_succeeded", object)
    } else {
        let card = json!({"card_network": "Visa", "card_exp_month": "12", "card_exp_year": "29",
            "card_holder_name": "Ada Example", "last4": "4242"});
        let object = json!({"payment_id": format!("pay_{number}"), "status": "succeeded", "amount": 1250,
            "currency": "EUR", "amount_received": 1250, "amount_capturable": 0, "payment_method": "card", "card": card,
            "capture_method": "automatic", "customer_id": format!("cus_{number}"), "email": "ada@example.com",
            "description": "An order", "metadata": metadata, "created": at, "modified_at": at});
        ("payment_details", "payment_succeeded", object)
    };
    let body = json!({"merchant_id": "mer_1", "event_id": format!("evt_{number}"), "event_type": event_type,
        "content": {"type": kind, "object": object}, "timestamp": at})
    .to_string();
    let signature = sign(SECRET, body.as_bytes());
    let length = body.len();
    format!(
        "POST /hooks HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
         x-webhook-signature-512: {signature}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn send(address: SocketAddr, request: &[u8]) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
}

fn at(times: &mut [Duration], share: f64) -> f64 {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
}

/// What frames cost while events came.
struct Seen {
    frames: Vec<Frame>,
    stored_s: f64,
    applied_s: f64,
}

/// Sends `requests` from [`SENDERS`] threads, `a_second` of them or as many as they can, and draws until all are applied.
fn deliver(window: &mut Window, address: SocketAddr, requests: Vec<Vec<u8>>, a_second: Option<u32>) -> Seen {
    let applied = |window: &Window| window.state.workspace.records.of(ResourceKind::Refund).len();
    let (count, before) = (requests.len(), applied(window));
    let (requests, next, done) = (Arc::new(requests), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let began = Instant::now();
    for _ in 0..SENDERS {
        let (requests, next, done) = (requests.clone(), next.clone(), done.clone());
        std::thread::spawn(move || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(request) = requests.get(index) else { return };
                if let Some(a_second) = a_second {
                    let due = began + Duration::from_secs(1) * u32::try_from(index).unwrap() / a_second;
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                }
                send(address, request);
                done.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let (mut frames, mut stored) = (Vec::new(), None);
    while applied(window) < before + count / 2 {
        let took = window.frame();
        frames.push(took);
        if done.load(Ordering::Relaxed) == count {
            stored.get_or_insert_with(|| began.elapsed());
        }
        rest_of_frame(took.wall);
    }
    let stored = stored.unwrap_or_else(|| began.elapsed());
    Seen { frames, stored_s: stored.as_secs_f64(), applied_s: began.elapsed().as_secs_f64() }
}

fn rest_of_frame(took: Duration) {
    std::thread::sleep(FRAME.saturating_sub(took));
}

fn quiet(window: &mut Window) -> Vec<Frame> {
    let frame = |_| {
        let took = window.frame();
        rest_of_frame(took.wall);
        took
    };
    (0..300).map(frame).collect()
}

fn tell(what: &str, frames: &[Frame]) {
    let row = |mut times: Vec<Duration>| {
        let shares = [0.5, 0.99, 1.0].map(|share| at(&mut times, share));
        shares.map(|ms| format!("{ms:>7.2}")).concat()
    };
    let cpu = row(frames.iter().map(|frame| frame.cpu).collect());
    let wall = row(frames.iter().map(|frame| frame.wall).collect());
    let missed = frames.iter().filter(|frame| frame.wall > FRAME).count();
    println!("  {what:<28} {cpu}   {wall}   {missed:>4} of {}", frames.len());
}

fn main() {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut window = Window::open(dir.path());
    while window.address().is_none() {
        window.frame();
    }
    let address = window.address().unwrap();
    let flood = deliver(&mut window, address, (0..EVENTS).map(request).collect(), None);
    let still = quiet(&mut window);
    let paced_count = 5 * A_SECOND as usize;
    let paced = (EVENTS..EVENTS + paced_count).map(request).collect();
    let paced = deliver(&mut window, address, paced, Some(A_SECOND));
    println!("{EVENTS} webhook events, {SENDERS} senders, one connection each, on disk with FULL sync:");
    println!("  proved, stored and answered  {:>7.0} a second (goal: {A_SECOND})", EVENTS as f64 / flood.stored_s);
    println!("  applied by the core          {:>7.0} a second", EVENTS as f64 / flood.applied_s);
    println!("a frame of the list of events, in ms (median, 99%, longest):");
    println!("  {:<28} {:>21}   {:>21}   over 16.7 ms", "", "processor", "by the clock");
    tell("nothing comes", &still);
    tell(&format!("{:.0} events a second", paced_count as f64 / paced.stored_s), &paced.frames);
    tell("as many as the senders can", &flood.frames);
    window.runtime.shutdown(Duration::from_secs(10));
}
