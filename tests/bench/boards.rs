//! From the click on a board to its picture: the core asks a sandbox with a million payments over loopback, as Paydesk
//! does, and the board is drawn once every card has its answers.
//!
//! Goal: under 500 ms. `PAYDESK_BENCH_PAYMENTS=2000` makes the sandbox smaller, for a quick look.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use chrono::Utc;
use egui::{Pos2, RawInput, Rect, vec2};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::analytics::{AnalyticsAction, Board};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::ApiKey;
use paydesk_domain::zone::Zone;
use paydesk_sandbox::{self as sandbox, SandboxConfig};
use paydesk_ui::{self as ui, WindowDrafts};
use paydesk_widgets::theme;
use tokio::task::JoinSet;

const ROUNDS: usize = 9;
const GOAL_MS: f64 = 500.0;

struct BoardBench {
    state: State,
    client: ApiClient,
    calls: JoinSet<(RequestId, ReadAnswer)>,
    ctx: egui::Context,
    drafts: WindowDrafts,
}

impl BoardBench {
    fn new(base_url: &str, client: ApiClient) -> Self {
        let settings = Settings { time_zone: "Europe/Berlin".parse().ok(), ..Settings::default() };
        let (profiles, local_zone) = (SavedProfiles::default(), Zone::default());
        let start = Start {
            now: Utc::now(),
            seed: 1,
            settings,
            profiles,
            policy: ManagedPolicy::default(),
            local_zone,
            operator: "bench".into(),
        };
        let mut state = State::new(start);
        drop(state.on_start());
        drop(state.on_message(Message::JournalOpened { entries: Vec::new() }));
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut desk = Self { state, client, calls: JoinSet::new(), ctx, drafts: WindowDrafts::default() };
        let profile = Profile::embedded_sandbox(base_url);
        let effects = desk.state.on_message(Message::ServiceReady { profile, key_place: None });
        desk.take(effects);
        desk
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Api(ApiEffect::Read { request_id, read, .. }) = effect else { continue };
            let client = self.client.clone();
            self.calls.spawn(async move { (request_id, answer(&client, &read).await) });
        }
    }

    fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.take(effects);
    }

    /// Until nothing is asked for any more.
    async fn settle(&mut self) {
        while let Some(answered) = self.calls.join_next().await {
            let (request_id, answer) = answered.unwrap();
            let effects = self.state.on_message(Message::ReadAnswered { request_id, answer, rate: None });
            self.take(effects);
        }
    }

    fn draw(&mut self) {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0)));
        let (state, drafts) = (&self.state, &mut self.drafts);
        let mut actions = Vec::new();
        let mut output = self.ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
            ui::draw(ui, state, drafts, &mut actions);
        });
        let shapes = self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        std::hint::black_box(shapes);
        output.textures_delta.clear();
    }

    /// Everything on the board is asked again, answered and drawn.
    async fn round(&mut self, board: Board) -> Duration {
        let began = Instant::now();
        self.act(Action::Analytics(AnalyticsAction::Show(board)));
        self.act(Action::Analytics(AnalyticsAction::Refresh));
        self.draw();
        self.settle().await;
        self.draw();
        began.elapsed()
    }
}

async fn answer(client: &ApiClient, read: &Read) -> ReadAnswer {
    read.answer(client.send(&read.request()).await, MinorUnits::Iso4217)
}

fn main() {
    let payments = std::env::var("PAYDESK_BENCH_PAYMENTS").map_or(1_000_000, |text| text.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let config = SandboxConfig { payments, rate_limit: None, ..SandboxConfig::default() };
    let service = runtime.block_on(sandbox::start(config)).unwrap();
    let key = ApiKey::parse(&service.credentials.api_key).unwrap();
    let client = ApiClient::new(&service.base_url, &key, TimeLimits::default()).unwrap();
    // Its calls are spawned there.
    let _entered = runtime.enter();
    let mut desk = BoardBench::new(&service.base_url, client);
    println!("from click to drawn board, {payments} payments, 30 days by day against the 30 before:");
    runtime.block_on(async {
        desk.settle().await;
        desk.act(Action::GoTo(Route::Analytics));
        desk.settle().await;
        for board in [Board::Disputes, Board::Payments] {
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                times.push(desk.round(board).await);
            }
            let missing = board.cards().iter().filter(|id| {
                desk.state.workspace.analytics.card(**id).is_none_or(|card| card.remote.value().is_none())
            });
            assert_eq!(missing.count(), 0, "every card of {board:?} has its picture");
            times.sort();
            let median = times[times.len() / 2].as_secs_f64() * 1e3;
            let verdict = if median <= GOAL_MS { "met" } else { "MISSED" };
            println!("  {board:?}  {median:7.1} ms (goal: {GOAL_MS} ms, {verdict})");
        }
    });
}
