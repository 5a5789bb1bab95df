//! The operations engine alone: captures from the click to the confirmed answer, counted in steps of the core.

use std::time::Instant;

use chrono::{DateTime, Utc};
use paydesk_api::call::Call as _;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::effect::{ApiEffect, StoreJob};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::{Intent, OperationPlan, PaymentPrecondition, Precondition, Submission};
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::Profile;
use paydesk_domain::zone::Zone;
use serde_json::{Value, json};

use super::median;

const OPERATIONS: usize = 2_000;
const ROUNDS: usize = 7;

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap()
}

fn answered(body: Value) -> Attempt {
    Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(body), rate: RateHeaders::default() })
}

fn payment(id: &str, received: i64) -> Value {
    let status = if received > 0 { "succeeded" } else { "requires_capture" };
    json!({
        "payment_id": id, "status": status, "amount": 1000, "currency": "EUR", "amount_received": received,
        "amount_capturable": 1000 - received,
    })
}

fn plan(id: &str) -> (OperationPlan, Precondition) {
    let amount = Money::new(1000, Currency::iso4217("EUR"));
    let precondition = PaymentPrecondition {
        payment_id: PaymentId::new(id),
        status: PaymentStatus::RequiresCapture,
        amount: amount.clone(),
        received_minor: Some(0),
        capturable_minor: Some(1000),
        refunded_minor: None,
        capture_method: None,
        modified_at: None,
        known_review: false,
        at: now(),
    };
    let intent = Intent::Capture { amount, prefix: String::new(), suffix: String::new() };
    (intent.plan(&precondition.payment_id, &precondition).unwrap(), Precondition::Payment(precondition))
}

fn ready() -> State {
    let settings = Settings::default();
    let start = Start {
        now: now(),
        seed: 1,
        settings,
        profiles: SavedProfiles::default(),
        policy: ManagedPolicy::default(),
        local_zone: Zone::default(),
        operator: "bench".into(),
    };
    let mut state = State::new(start);
    state.on_message(Message::JournalOpened { entries: Vec::new() });
    state.on_message(Message::ServiceReady {
        profile: Profile::embedded_sandbox("http://127.0.0.1:1"),
        key_place: None,
    });
    state
}

/// Answers every effect at once, and counts the steps.
fn run(state: &mut State, id: &str, effects: Vec<Effect>) -> usize {
    let (mut open, mut steps) = (effects, 1);
    while let Some(effect) = open.pop() {
        let event = match effect {
            Effect::Store(StoreJob::WriteJournal(entry)) => {
                Message::JournalWritten { operation_id: entry.operation_id.clone(), step: entry.step.name() }
            }
            Effect::Api(ApiEffect::Read { request_id, read: Read::Payment(call), .. }) => {
                let answer = ReadAnswer::Payment(Box::new(call.read(answered(payment(id, 0)), MinorUnits::Iso4217)));
                Message::ReadAnswered { request_id, answer, rate: None }
            }
            Effect::Api(ApiEffect::SendOperation { operation_id, attempt, .. }) => {
                Message::OperationAnswered { operation_id, attempt, result: answered(payment(id, 1000)) }
            }
            _ => continue,
        };
        steps += 1;
        open.extend(state.on_message(event));
    }
    steps
}

pub fn measure() {
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let mut state = ready();
        let (began, mut steps) = (Instant::now(), 0);
        for index in 0..OPERATIONS {
            let id = format!("pay_{index}");
            let (plan, precondition) = plan(&id);
            let submission = Submission { id: OperationId::new(format!("op_{index}")), plan, precondition };
            let effects = state.on_action(Action::Submit(Box::new(submission)));
            steps += run(&mut state, &id, effects);
        }
        assert!(state.workspace.operations.open().is_empty());
        rates.push(steps as f64 / began.elapsed().as_secs_f64());
    }
    println!("the engine: {:.0} steps a second, {OPERATIONS} captures a round, median of {ROUNDS}", median(rates));
}
