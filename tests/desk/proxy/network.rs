//! What the network does in a schedule: which trouble an exchange meets, and for how long Paydesk waits for it.

use std::sync::Arc;

use chrono::TimeDelta;
use paydesk_api::client::ApiClient;
use paydesk_api::operation::Endpoint;
use paydesk_core::operations::{Operation, OperationPlan};
use paydesk_test_basics::rng::Rng;
use serde_json::json;

use super::captures::{HASTY, PATIENT};
use super::fault_plan::{BitFlip, End, FaultPlan, Forward, Reply};
use super::http;
use super::relay::{Proxy, Refusing};
use super::shop::{Shop, client};
use crate::simulation::law::refusal_is_checked;

/// Longest time a request may be on its way, in seconds: with a worker that is 30 s behind, within the settle window.
pub const LATE_S: i64 = 85;
/// The limit of an operation, and the longest pause within a body, on Paydesk's clock.
const LIMIT_S: i64 = 60;
const STALL_S: i64 = 15;

/// A shop, the network before it, and Paydesk's clients.
pub struct Line {
    pub shop: Arc<Shop>,
    /// For operations.
    pub proxy: Proxy,
    /// For reads: their client keeps connections for later, on which nothing may come for long.
    pub reads: Proxy,
    patient: ApiClient,
    hasty: ApiClient,
    patient_reader: ApiClient,
    hasty_reader: ApiClient,
    /// Finds nobody listening.
    refused: ApiClient,
    _refusing: Refusing,
}

impl Line {
    /// `number` says which choices of the service it has where the specification leaves them open.
    pub async fn open(number: u64) -> Self {
        let shop = Arc::new(Shop::open().await);
        shop.post("/_sandbox/settings", json!({"forgets_refund_ids": true})).await;
        if !number.is_multiple_of(2) {
            shop.post("/_sandbox/settings", json!({"refund_checks": "amount-first"})).await;
        }
        let (proxy, reads) = (Proxy::start(shop.sandbox.addr).await, Proxy::start(shop.sandbox.addr).await);
        let refusing = Refusing::start();
        Self {
            patient: client(&proxy.base_url, shop.key(), PATIENT),
            hasty: client(&proxy.base_url, shop.key(), HASTY),
            patient_reader: client(&reads.base_url, shop.key(), PATIENT),
            hasty_reader: client(&reads.base_url, shop.key(), HASTY),
            refused: client(&refusing.base_url, shop.key(), PATIENT),
            _refusing: refusing,
            shop,
            proxy,
            reads,
        }
    }

    /// Who sends an operation that meets this trouble.
    pub fn client(&self, trouble: &Trouble) -> &ApiClient {
        self.one_of(trouble, &self.hasty, &self.patient)
    }

    /// Who asks for what meets this trouble.
    pub fn reader(&self, trouble: &Trouble) -> &ApiClient {
        self.one_of(trouble, &self.hasty_reader, &self.patient_reader)
    }

    fn one_of<'a>(&'a self, trouble: &Trouble, hasty: &'a ApiClient, patient: &'a ApiClient) -> &'a ApiClient {
        match &trouble.fault {
            None => &self.refused,
            Some(fault) if fault.stalls() => hasty,
            Some(_) => patient,
        }
    }
}

/// What an exchange meets.
#[derive(Debug)]
pub struct Trouble {
    pub name: &'static str,
    /// `None`: the connection is refused.
    pub fault: Option<FaultPlan>,
    /// When Paydesk learns of it, on its own clock.
    pub after: TimeDelta,
}

impl Trouble {
    pub fn none() -> Self {
        Self { name: "none", fault: Some(FaultPlan::none()), after: TimeDelta::zero() }
    }

    /// What a read meets.
    pub fn of_read(rng: &mut Rng) -> Self {
        let fault = |forward, reply| Some(FaultPlan::new(forward, reply));
        let canned = |bytes| fault(Forward::Never, Reply::Canned(bytes));
        let (name, fault) = match rng.below(150) {
            0..2 => ("read: refused", None),
            2..5 => ("read: cut", Some(FaultPlan::cut_answer(rng.index(1_200), End::Close))),
            5..7 => ("read: reset", Some(FaultPlan::cut_answer(rng.index(1_200), End::Reset))),
            7 => ("read: stall", Some(FaultPlan::cut_answer(rng.index(1_200), End::Stall))),
            8..10 => ("read: page", canned(http::page(200))),
            10..12 => ("read: down", canned(http::refusal(503, "connector_error", "CE_01"))),
            // In a body every such byte is noticed; the rest is the business of encryption.
            12..14 => ("read: changed", fault(Forward::Once, Reply::Flipped(BitFlip::body(rng.index(4_000), 0x80)))),
            14 => ("read: rate limit", canned(http::refusal(429, "rate_limit_error", "RL_01"))),
            15 => ("read: redirect", canned(http::redirect(302))),
            17..27 => ("read: stale", Some(FaultPlan::none())),
            27..33 => ("read: cached", Some(FaultPlan::none())),
            33..39 => ("read: cached, unmarked", Some(FaultPlan::none())),
            16 => ("read: length", fault(Forward::Once, Reply::WrongLength(if rng.one_in(2) { -3 } else { 3 }))),
            _ => ("read: none", Some(FaultPlan::none())),
        };
        Self { name, fault, after: TimeDelta::zero() }
    }

    /// What an operation meets.
    pub fn of_operation(rng: &mut Rng, operation: &Operation) -> Self {
        let plan = &operation.plan;
        let soon = rng.time(4);
        let forward = match rng.below(4) {
            0 => Forward::Never,
            1 => Forward::Held,
            _ => Forward::Once,
        };
        let canned = |bytes| Some(FaultPlan::new(forward.clone(), Reply::Canned(bytes)));
        let never = |bytes| Some(FaultPlan::new(Forward::Never, Reply::Canned(bytes)));
        let wrong = http::WRONG_BODIES[rng.index(http::WRONG_BODIES.len())];
        let (name, fault) = match rng.below(54) {
            0..2 => ("refused", None),
            2 => ("request cut", Some(FaultPlan::cut_request(rng.index(200), End::Close))),
            3 => ("request reset", Some(FaultPlan::cut_request(rng.index(200), End::Reset))),
            4 => ("request stalls", Some(FaultPlan::cut_request(rng.index(200), End::Stall))),
            5..7 => ("answer cut", Some(FaultPlan::cut_answer(rng.index(600), End::Close))),
            7..9 => ("answer reset", Some(FaultPlan::cut_answer(rng.index(600), End::Reset))),
            9 => ("answer stalls", Some(FaultPlan::cut_answer(rng.index(600), End::Stall))),
            10 => ("late, closed", Some(FaultPlan::new(Forward::Held, Reply::First(0, End::Close)))),
            11 => ("late, reset", Some(FaultPlan::new(Forward::Held, Reply::First(0, End::Reset)))),
            12 => ("late, stalls", Some(FaultPlan::new(Forward::Held, Reply::First(0, End::Stall)))),
            13..15 => ("late, waited for", Some(FaultPlan::new(Forward::Held, Reply::True))),
            15 => {
                let flip = BitFlip::any(rng.index(2_000), 1 << rng.below(8));
                ("answer changed", Some(FaultPlan::new(Forward::Once, Reply::Flipped(flip))))
            }
            16 => {
                let flip = BitFlip::body(rng.index(400), 0x80);
                ("request changed", Some(FaultPlan::new(Forward::Flipped(flip), Reply::True)))
            }
            17 => ("twice", Some(FaultPlan::new(Forward::Twice, Reply::True))),
            18 => ("twice, second answer", Some(FaultPlan::new(Forward::Twice, Reply::Second))),
            19 => ("redirect", canned(http::redirect([301, 302, 303, 307, 308][rng.index(5)]))),
            20 => ("page", canned(http::page([200, 403, 404, 429][rng.index(4)]))),
            21 => ("gateway", canned(http::page([502, 504][rng.index(2)]))),
            22 => ("server error", canned(http::refusal(500, "api_error", "HE_00"))),
            23 => ("conflict", canned(http::refusal(409, "invalid_request", "IR_04"))),
            24 if operation.is_lost() => {
                ("rate limit after an unknown", never(http::refusal(429, "rate_limit_error", "RL_01")))
            }
            24 => ("rate limit", never(http::refusal(429, "rate_limit_error", "RL_01"))),
            25 if rng.one_in(3) => ("key refused", never(http::refusal(401, "authentication_error", "AU_01"))),
            26 => ("refusal", never(http::refusal(400, "invalid_request", "IR_04"))),
            27 => (
                "length too small",
                Some(FaultPlan::new(Forward::Once, Reply::WrongLength(-1 - rng.time(1).num_milliseconds()))),
            ),
            28 => (
                "length too large",
                Some(FaultPlan::new(Forward::Once, Reply::WrongLength(1 + rng.time(1).num_milliseconds()))),
            ),
            draw @ 44.. => unlike_the_sandbox(draw, wrong, plan.endpoint),
            30 if plan.endpoint == Endpoint::CreateRefund => {
                ("another refund named", Some(FaultPlan::new(Forward::Once, refund_under_own_id(plan))))
            }
            29 if rng.one_in(40) => ("gzip bomb", canned(http::gzip_bomb())),
            _ => ("none", Some(FaultPlan::none())),
        };
        let stalls = fault.as_ref().is_some_and(FaultPlan::stalls);
        let after = match (stalls, name) {
            (true, "answer stalls") => TimeDelta::seconds(STALL_S),
            (true, _) => TimeDelta::seconds(LIMIT_S),
            (false, _) => soon,
        };
        Self { name, fault, after }
    }
}

/// The answer of a service that gives the refund an id of its own.
fn refund_under_own_id(plan: &OperationPlan) -> Reply {
    let mut body = plan.request.body.clone().unwrap_or_default();
    body["refund_id"] = json!("service_1");
    body["status"] = json!("succeeded");
    Reply::Canned(http::json(200, &body.to_string()))
}

/// What a service or a network does that is unlike the sandbox; `draw` is from 44 to 53.
fn unlike_the_sandbox(draw: u64, wrong_body: &str, endpoint: Endpoint) -> (&'static str, Option<FaultPlan>) {
    let plan = |forward, reply| Some(FaultPlan::new(forward, reply));
    let refusal = |status| Reply::Canned(http::refusal(status, "invalid_request", "IR_04"));
    let wrong = Reply::Canned(http::json(200, wrong_body));
    match draw {
        44..46 if refusal_is_checked(endpoint) => ("executed, 400", plan(Forward::Once, refusal(400))),
        46 => ("executed, 409", plan(Forward::Once, refusal(409))),
        47..49 => ("wrong body, executed", plan(Forward::Once, wrong)),
        49 => ("wrong body, not executed", plan(Forward::Never, wrong)),
        50 => ("answer of another request, executed", plan(Forward::Once, Reply::OfAnotherRequest)),
        51 => ("answer of another request", plan(Forward::Never, Reply::OfAnotherRequest)),
        52 => ("after the window", plan(Forward::Held, Reply::First(0, End::Close))),
        _ => ("none", Some(FaultPlan::none())),
    }
}
