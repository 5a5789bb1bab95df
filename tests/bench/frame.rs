//! CPU time of one frame of the payments panel with 100 and with 100,000 loaded rows.
//!
//! Goal: the second at most 1.3 × the first, and under 2 ms. Both are measured in this one run, in turns.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use egui::{Event as InputEvent, MouseWheelUnit, Pos2, RawInput, Rect, vec2};
use paydesk::api::wire::payments::PaymentPage;
use paydesk::app::profiles::SavedProfiles;
use paydesk::app::reads::{Read, ReadAnswer};
use paydesk::app::settings::Settings;
use paydesk::app::state::Start;
use paydesk::app::zone::Zone;
use paydesk::app::{Action, Effect, Event, State};
use paydesk::domain::ids::PaymentId;
use paydesk::domain::money::{Currency, Money};
use paydesk::domain::payment::{PaymentRow, PaymentStatus};
use paydesk::domain::profile::Profile;
use paydesk::ui::{self, Drafts, theme};

const FRAMES: usize = 400;

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap_or_default()
}

fn row(index: usize) -> PaymentRow {
    let status = PaymentStatus::NAMED[index % PaymentStatus::NAMED.len()].clone();
    let currency = Currency::from_code(["USD", "EUR", "GBP", "JPY", "KWD"][index % 5]);
    let failed = status == PaymentStatus::Failed;
    PaymentRow {
        payment_id: PaymentId::new(format!("pay_{index:016x}")),
        amount: Money::new(100 + (index as i64 * 7919) % 1_000_000, currency),
        created: Some(now() - TimeDelta::seconds(index as i64 * 30)),
        unified_code: failed.then(|| "UE_1001".to_owned()),
        unified_message: failed.then(|| "Insufficient funds".to_owned()),
        status,
    }
}

/// A state with `rows` payments loaded, as it would be after scrolling through them.
fn loaded(rows: usize) -> State {
    let start = Start {
        now: now(),
        seed: 1,
        settings: Settings::default(),
        profiles: SavedProfiles::default(),
        local_zone: Zone::default(),
        operator: "bench".into(),
    };
    let mut state = State::new(start);
    let mut effects = state
        .on_event(Event::ServiceReady { profile: Profile::embedded_sandbox("http://127.0.0.1:1"), key_place: None });
    effects.extend(state.on_action(Action::LoadAllPayments));
    let mut next = 0;
    while let Some(effect) = effects.pop() {
        let Effect::Read { ticket, read } = effect else { continue };
        let answer = match read {
            Read::Health(_) => ReadAnswer::Health(Ok(())),
            Read::Payment(_) | Read::Customer(_) | Read::Disputes(_) | Read::Payout(_) | Read::Refund(_) => continue,
            Read::DisputeMetrics(_) | Read::PaymentMetrics(_) => continue,
            Read::Payments(page) if page.limit == 1 => {
                ReadAnswer::Payments(Ok(PaymentPage { total_count: Some(0), ..Default::default() }))
            }
            Read::Payments(_) => {
                let last = (next + 100).min(rows);
                let page = (next..last).map(row).collect();
                next = last;
                ReadAnswer::Payments(Ok(PaymentPage {
                    rows: page,
                    total_count: Some(rows as u64),
                    ..Default::default()
                }))
            }
        };
        effects.extend(state.on_event(Event::ReadAnswered { ticket, answer, rate: None }));
        if state.payments.loaded() < rows {
            effects.extend(state.on_action(Action::LoadAllPayments));
        }
    }
    assert_eq!(state.payments.loaded(), rows);
    state
}

struct Bench {
    state: State,
    drafts: Drafts,
    ctx: egui::Context,
    times: Vec<Duration>,
    frame: usize,
}

impl Bench {
    fn new(rows: usize) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self { state: loaded(rows), drafts: Drafts::default(), ctx, times: Vec::new(), frame: 0 }
    }

    /// One frame while scrolling, layout and tessellation included.
    fn step(&mut self) {
        self.frame += 1;
        let over = Pos2::new(500.0, 500.0);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0))),
            time: Some(self.frame as f64 / 60.0),
            events: vec![
                InputEvent::PointerMoved(over),
                InputEvent::MouseWheel {
                    unit: MouseWheelUnit::Point,
                    delta: vec2(0.0, -17.0),
                    phase: egui::TouchPhase::Move,
                    source: egui::MouseWheelSource::Wheel,
                    modifiers: egui::Modifiers::NONE,
                },
            ],
            ..RawInput::default()
        };
        let mut actions = Vec::new();
        let began = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| ui::draw(ui, &self.state, &mut self.drafts, &mut actions));
        let shapes = self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        std::hint::black_box(shapes);
        output.textures_delta.clear();
        self.times.push(began.elapsed());
    }

    fn median(&mut self) -> Duration {
        self.times.drain(..20);
        self.times.sort();
        self.times[self.times.len() / 2]
    }
}

fn main() {
    let mut small = Bench::new(100);
    let mut large = Bench::new(100_000);
    for _ in 0..FRAMES {
        small.step();
        large.step();
    }
    let (small, large) = (small.median(), large.median());
    println!("payments panel, one frame while scrolling (median of {FRAMES}, layout and tessellation):");
    println!("     100 rows  {:.3} ms", small.as_secs_f64() * 1e3);
    println!(" 100,000 rows  {:.3} ms", large.as_secs_f64() * 1e3);
    println!("        ratio  {:.2} (goal: at most 1.30, and under 2 ms)", large.as_secs_f64() / small.as_secs_f64());
}
