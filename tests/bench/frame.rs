//! CPU time of one frame of the payments panel with 2,000 and with 1,000,000 loaded rows, with the developer's pane open
//! over 1,000 calls, of the dispute inbox with 5,000 disputes, and of the refunds known here with 100 and with 100,000;
//! and what it costs to take in 1,000 calls at once.
//!
//! All are measured in this one run, in turns. The run fails where many rows take too many times as long as few.
#![allow(clippy::expect_used)]

#[path = "goals.rs"]
mod goals;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use egui::{Event as InputEvent, MouseWheelUnit, Pos2, RawInput, Rect, vec2};
use paydesk_api::call::{Method, Request};
use paydesk_api::exchange::{CapturedBody, Exchange, RequestMeta, ResponseMeta};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::disputes::wire::{DisputePage, decode_dispute};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::requests::{CALLS_MAX, RequestsAction};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::ResourceKind;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::{EMBEDDED_ID, Profile, ProfileId};
use paydesk_domain::zone::Zone;
use paydesk_ui::panels::refunds::RefundsDraft;
use paydesk_ui::{self as ui, WindowDrafts};
use paydesk_widgets::theme;
use serde_json::json;

use self::goals::{Goals, many_payments, median, milliseconds, ratio};

const FRAMES: usize = 400;
const FEW: usize = 2_000;

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap_or_default()
}

fn row(index: usize) -> PaymentRow {
    let status = PaymentStatus::NAMED[index % PaymentStatus::NAMED.len()].clone();
    let currency = Currency::iso4217(["USD", "EUR", "GBP", "JPY", "KWD"][index % 5]);
    let failed = status == PaymentStatus::Failed;
    PaymentRow {
        payment_id: PaymentId::new(format!("pay_{index:016x}")),
        amount: Money::new(100 + (index as i64 * 7919) % 1_000_000, currency),
        created: Some(now() - TimeDelta::seconds(index as i64 * 30)),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: None,
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
        policy: ManagedPolicy::default(),
        local_zone: Zone::default(),
        operator: "bench".into(),
    };
    let mut state = State::new(start);
    state.workspace.route = Route::List(ResourceKind::Payment);
    let mut effects = state.on_message(Message::ServiceReady {
        profile: Profile::embedded_sandbox("http://127.0.0.1:1"),
        key_place: None,
    });
    effects.extend(state.on_action(Action::Payments(PaymentsAction::LoadAll)));
    let mut next = 0;
    while let Some(effect) = effects.pop() {
        let Effect::Api(ApiEffect::Read { request_id, read, .. }) = effect else { continue };
        let answer = match read {
            Read::Health(_) => ReadAnswer::Health(Ok(())),
            Read::Payment(_) | Read::Customer(_) | Read::Disputes(_) | Read::Payout(_) => continue,
            Read::Records(_) | Read::Record(_) | Read::Dispute(_) | Read::Evidence(_) => continue,
            Read::DisputeMetrics(_) | Read::PaymentMetrics(_) | Read::PaymentCount(_) => continue,
            Read::StatusCounts(_) | Read::AddedUp(_) => continue,
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
        effects.extend(state.on_message(Message::ReadAnswered { request_id, answer, rate: None }));
        if state.workspace.payments.loaded() < rows {
            effects.extend(state.on_action(Action::Payments(PaymentsAction::LoadAll)));
        }
    }
    assert_eq!(state.workspace.payments.loaded(), rows);
    state
}

/// As many calls as are stored, each with a page of a list for an answer.
fn calls() -> Vec<Exchange> {
    let page: Vec<_> = (0..20).map(|row| json!({"payment_id": format!("pay_{row:016x}"), "amount": row})).collect();
    let page = json!({"total_count": 20, "data": page});
    let call = |number: usize| {
        let path = format!("/payments/pay_{number:016x}");
        let asked = RequestMeta::new(&Request::read(Method::Get, path, None), "http://127.0.0.1:1", now());
        let body = if number.is_multiple_of(7) { Body::Broken(LostAnswer::BodyCut) } else { Body::Json(page.clone()) };
        let attempt = Attempt::Answered(HttpAnswer { status: 200, body, rate: RateHeaders::default() });
        let response = ResponseMeta { body: Some(CapturedBody::of_json(&page)), ..ResponseMeta::default() };
        Exchange::new(ProfileId::embedded(), asked, Duration::from_millis(number as u64 % 90), &attempt, response)
    };
    (0..CALLS_MAX).map(call).collect()
}

fn dispute(index: usize) -> Dispute {
    let text = ["fraudulent", "Product not received", "duplicate", "credit_not_processed", "10.4 whatever"];
    let status = DisputeStatus::NAMED[index % 3 % DisputeStatus::NAMED.len()].clone();
    let (currency, amount) = (["USD", "EUR", "JPY"][index % 3], 100 + index * 7919 % 1_000_000);
    let json = json!({
        "dispute_id": format!("dsp_{index:016x}"), "payment_id": format!("pay_{index:016x}"),
        "amount": amount, "currency": currency,
        "status": status.as_str(), "reason": text[index % text.len()],
        "created": now() - TimeDelta::minutes(index as i64 * 5),
    });
    decode_dispute(&json, String::new(), MinorUnits::Iso4217).expect("a dispute of the list")
}

/// A desk at its inbox with `rows` disputes, every fourth of them with a draft.
fn inbox(rows: usize) -> State {
    let mut state = loaded(100);
    let mut effects = state.on_action(Action::GoTo(Route::List(ResourceKind::Dispute)));
    while let Some(effect) = effects.pop() {
        let Effect::Api(ApiEffect::Read { request_id, read: Read::Disputes(list), .. }) = effect else { continue };
        let last = (list.offset as usize + list.limit as usize).min(rows);
        let rows_read = (list.offset as usize..last).map(dispute).collect();
        let page = DisputePage { rows: rows_read, total_count: Some(rows as u64), ..Default::default() };
        let answer = ReadAnswer::Disputes(Ok(page));
        effects.extend(state.on_message(Message::ReadAnswered { request_id, answer, rate: None }));
    }
    assert_eq!(state.workspace.disputes.len(), rows);
    for index in (0..rows).step_by(4) {
        let (dispute_id, text) = (dispute(index).dispute_id, "2026-11-02".to_owned());
        let edit =
            DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field: EvidenceField::ShippingDate, text });
        drop(state.on_action(Action::Disputes(edit)));
    }
    state
}

fn refund(index: usize) -> Record {
    let (id, status) = (format!("ref_{index:016x}"), ["succeeded", "pending", "failed"][index % 3]);
    let payment_id = format!("pay_{:016x}", index / 2);
    let made_at = now() - TimeDelta::seconds(index as i64 * 30);
    let (currency, amount) = (["USD", "EUR", "JPY"][index % 3], 100 + index * 7919 % 1_000_000);
    let reported = json!({"refund_id": id, "payment_id": payment_id, "amount": amount, "currency": currency,
        "status": status, "reason": "requested_by_customer"});
    let record = json!({"profile_id": EMBEDDED_ID, "family": ResourceKind::Refund, "id": id, "payment_id": payment_id,
        "told": reported, "made_at": made_at, "told_at": made_at});
    serde_json::from_value(record).unwrap_or_else(|error| panic!("a record cannot be read: {error}"))
}

/// A desk at its refunds, with one of them open and the list narrowed by a search.
fn refunds(rows: usize) -> Bench {
    let mut state = loaded(100);
    state.on_start();
    state.on_message(Message::RecordsOpened { records: (0..rows).map(refund).collect(), problem: None });
    state.on_action(Action::OpenRecord(ResourceKind::Refund, refund(7).id));
    assert_eq!(state.workspace.records.of(ResourceKind::Refund).len(), rows);
    let mut bench = Bench::new(state);
    bench.drafts.of::<RefundsDraft>().list.search = "ref_".to_owned();
    bench
}

struct Bench {
    state: State,
    drafts: WindowDrafts,
    ctx: egui::Context,
    times: Vec<Duration>,
    frame: usize,
    /// Where the pointer is.
    over: Pos2,
}

impl Bench {
    fn new(state: State) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self { state, drafts: WindowDrafts::default(), ctx, times: Vec::new(), frame: 0, over: Pos2::new(500.0, 500.0) }
    }

    /// The same with the developer's pane open over as many calls as are stored.
    fn with_calls(rows: usize) -> Self {
        let mut bench = Self::new(loaded(rows));
        bench.state.on_action(Action::Requests(RequestsAction::Toggle));
        bench.state.on_message(Message::CallsMade { exchanges: calls(), missed: 0 });
        let newest = bench.state.workspace.requests.log().shown(0).map(|call| call.number);
        bench.state.on_action(Action::Requests(RequestsAction::Open(newest)));
        bench.over = Pos2::new(500.0, 800.0);
        bench
    }

    /// One frame while scrolling, layout and tessellation included.
    fn step(&mut self) {
        self.frame += 1;
        let over = self.over;
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

    /// Without the first frames, which fill what is kept from frame to frame.
    fn median(&mut self) -> Duration {
        median(self.times.split_off(20))
    }
}

/// How long the core takes over a full batch of calls: the worst that one frame meets.
fn taking_in(state: &mut State) -> Duration {
    let times = (0..20).map(|_| {
        let exchanges = calls();
        let began = Instant::now();
        state.on_message(Message::CallsMade { exchanges, missed: 0 });
        began.elapsed()
    });
    median(times.collect())
}

fn main() -> ExitCode {
    let rows = many_payments() as usize;
    let mut few = Bench::new(loaded(FEW));
    let mut many = Bench::new(loaded(rows));
    let mut with_calls = Bench::with_calls(100_000);
    let mut disputes = Bench::new(inbox(5_000));
    let mut few_refunds = refunds(100);
    let mut many_refunds = refunds(100_000);
    for _ in 0..FRAMES {
        for bench in [&mut few, &mut many, &mut with_calls, &mut disputes, &mut few_refunds, &mut many_refunds] {
            bench.step();
        }
    }
    let batch = taking_in(&mut with_calls.state);
    let panels = [
        (format!("payments, {FEW} rows"), few.median()),
        (format!("payments, {rows} rows"), many.median()),
        ("payments, 1,000 calls in the pane of requests".to_owned(), with_calls.median()),
        ("disputes, 5,000 rows".to_owned(), disputes.median()),
        ("refunds, searched, one open, 100 rows".to_owned(), few_refunds.median()),
        ("refunds, searched, one open, 100,000 rows".to_owned(), many_refunds.median()),
    ];
    println!("taking in 1,000 calls at once: {:.3} ms", milliseconds(batch));
    println!("one frame while scrolling, median of {FRAMES}, layout and tessellation:");
    let mut goals = Goals::default();
    for (name, time) in &panels {
        goals.below_ms(name, *time, 2.0);
    }
    goals.ratio(format!("payments, {rows} rows to {FEW}"), ratio(panels[1].1, panels[0].1), 1.3);
    goals.ratio("refunds, 100,000 rows to 100".to_owned(), ratio(panels[5].1, panels[4].1), 1.3);
    goals.print()
}
