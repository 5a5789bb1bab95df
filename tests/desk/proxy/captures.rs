//! Requests sent with fault plans, what the client makes of each, and the sandbox's judgement of that. Most are captures:
//! of them the ledger reports each apart by its amount.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use paydesk_api::call::Request;
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::operation::{AnswerStatus, Expectation, OperationCall as _};
use paydesk_api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use paydesk_api::resources::payments::calls::CapturePayment;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};

use super::fault_plan::{FaultPlan, Forward};
use super::relay::Proxy;
use super::shop::Shop;

/// Exchanges at one time, each with a proxy and a client of its own.
const LANES: usize = 12;
/// Cases that a lane is opened for.
const CASES_A_LANE: usize = 20;
/// Captures of one payment.
const CAPTURES: usize = 40;
/// The first amount captured; all have as many digits, so that all requests are of one length.
pub const FIRST_MINOR: i64 = 1_000;
pub const AMOUNT_MINOR: i64 = 1_000_000;

/// Nothing is lost by time, however busy the machine is.
pub const PATIENT: TimeLimits = TimeLimits {
    connect: Duration::from_secs(120),
    operation: Duration::from_secs(120),
    read: Duration::from_secs(120),
    stall: Duration::from_secs(120),
};
/// For faults that nothing but impatience ends.
pub const HASTY: TimeLimits = TimeLimits {
    operation: Duration::from_millis(60),
    read: Duration::from_millis(60),
    stall: Duration::from_millis(30),
    ..PATIENT
};

/// For answers that stall after their head.
const HASTY_IN_BODY: TimeLimits = TimeLimits { stall: HASTY.stall, ..PATIENT };

/// One request to be sent with one fault plan.
#[derive(Debug, Clone)]
pub struct Case {
    /// Tells its effects from those of others.
    pub name: String,
    pub request: Request,
    pub expectation: Expectation,
    pub what: &'static str,
    pub fault: FaultPlan,
    /// The answer stalls after its head: the client waits for that however long it takes, and not for the body.
    pub stalls_in_body: bool,
}

impl Case {
    /// A capture of this amount of a payment over [`AMOUNT_MINOR`].
    pub fn capture(payment_id: &str, minor: i64, what: &'static str, fault: FaultPlan) -> Self {
        let request = CapturePayment::new(PaymentId::new(payment_id), minor).request();
        let amount = Money::new(AMOUNT_MINOR, Currency::iso4217("USD"));
        let expectation = Expectation::new(AnswerStatus::Payment).naming("payment_id", payment_id).over(&amount);
        Self { name: capture_name(payment_id, minor), request, expectation, what, fault, stalls_in_body: false }
    }
}

fn capture_name(payment_id: &str, minor: i64) -> String {
    format!("{minor} of {payment_id}")
}

/// What the client made of it.
pub struct Claim {
    pub case: Case,
    pub attempt: Attempt,
    pub observation: Observation,
    pub verdict: Verdict,
    /// How many whole copies reached the service.
    pub delivered: u32,
}

/// One client behind one proxy.
struct Lane {
    proxy: Proxy,
    shop: Arc<Shop>,
    patient: ApiClient,
    hasty: ApiClient,
    hasty_in_body: ApiClient,
}

impl Lane {
    async fn open(shop: Arc<Shop>) -> Self {
        let proxy = Proxy::start(shop.sandbox.addr).await;
        let client = |limits| shop.client(&proxy.base_url, limits);
        let (patient, hasty, hasty_in_body) = (client(PATIENT), client(HASTY), client(HASTY_IN_BODY));
        Self { proxy, patient, hasty, hasty_in_body, shop }
    }

    /// Sends the request of `case`, and returns once nothing of it is under way. A client that is to lose its patience
    /// with the answer may have lost it before the request was on its way: then nothing of it came or will come, and it
    /// is sent once more with more patience.
    async fn run(&self, case: Case) -> Claim {
        let waits = case.fault.stalls() || matches!(case.fault.forward, Forward::Flipped(_));
        let (mut limits, mut client) = match (waits, case.stalls_in_body) {
            (_, true) => (HASTY_IN_BODY, self.hasty_in_body.clone()),
            (true, false) => (HASTY, self.hasty.clone()),
            (false, false) => (PATIENT, self.patient.clone()),
        };
        loop {
            if let Some(claim) = self.try_once(&case, &client).await {
                return claim;
            }
            assert!(limits.operation < PATIENT.operation * 20, "no request arrives: {case:?}");
            limits = TimeLimits { operation: limits.operation * 4, ..limits };
            client = self.shop.client(&self.proxy.base_url, limits);
        }
    }

    /// `None` where the request never came to the proxy as it was to.
    async fn try_once(&self, case: &Case, client: &ApiClient) -> Option<Claim> {
        let exchange = self.proxy.arm(&case.request, case.fault.clone());
        let mut call = std::pin::pin!(client.send(&case.request));
        let (report, attempt) = exchange.over(&mut call).await;
        let mut delivered = report.delivered;
        let never_came = delivered == 0 && matches!(case.fault.forward, Forward::Once);
        if never_came && attempt.is_some() {
            return None;
        }
        let late = match report.held {
            Some(held) if held.is_awaited() => {
                delivered = 1;
                tokio::spawn(held.deliver());
                None
            }
            late => late,
        };
        let attempt = match attempt {
            Some(attempt) => attempt,
            None => call.await,
        };
        if let Some(late) = late {
            late.deliver().await;
            delivered += 1;
        }
        let observation = observe(&attempt, &case.expectation);
        Some(Claim { case: case.clone(), attempt, observation, verdict: verdict(observation, false), delivered })
    }
}

/// A capture for every fault plan, each with an amount of its own on its payment.
pub async fn cases(shop: &Shop, faults: Vec<(&'static str, FaultPlan)>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, (what, fault)) in faults.into_iter().enumerate() {
        let payment = format!("p{:04}", 1 + index / CAPTURES);
        if index % CAPTURES == 0 {
            shop.held(&payment, AMOUNT_MINOR).await;
        }
        let minor = FIRST_MINOR + i64::try_from(index % CAPTURES).unwrap();
        cases.push(Case::capture(&payment, minor, what, fault));
    }
    cases
}

pub async fn run_all(shop: &Arc<Shop>, cases: Vec<Case>) -> Vec<Claim> {
    // A lane has three clients to be made, which is not worth it for a few cases.
    let lanes = cases.len().div_ceil(CASES_A_LANE).clamp(1, LANES);
    let mut shares = vec![Vec::new(); lanes];
    for (index, case) in cases.into_iter().enumerate() {
        shares[index % lanes].push(case);
    }
    let lanes = shares.into_iter().map(|share| {
        let shop = shop.clone();
        tokio::spawn(async move {
            let lane = Lane::open(shop).await;
            let mut claims = Vec::new();
            for case in share {
                claims.push(lane.run(case).await);
            }
            claims
        })
    });
    let mut claims = Vec::new();
    for lane in lanes.collect::<Vec<_>>() {
        claims.extend(lane.await.unwrap());
    }
    claims
}

/// How often each amount was captured of each payment, as the ledger has it; by the names of the cases.
pub async fn captured(shop: &Shop) -> HashMap<String, usize> {
    let mut captured = HashMap::new();
    for row in shop.ledger(0).await.into_iter().filter(|row| row.effect == "capture") {
        *captured.entry(capture_name(&row.payment, row.amount)).or_default() += 1;
    }
    captured
}

/// Holds every claim against the effects by the names of the cases, and counts them.
pub fn judge(claims: &[Claim], effects: &HashMap<String, usize>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for Claim { case, observation, verdict, delivered, .. } in claims {
        let effects = effects.get(&case.name).copied().unwrap_or(0);
        assert!(effects == 0 || !denies(*verdict), "{effects} effects, yet {verdict:?}: {case:?}");
        assert!(effects > 0 || *verdict != Verdict::Confirmed, "no effect, yet {verdict:?}: {case:?}");
        assert!(*verdict != Verdict::Declined, "nobody declined: {case:?}");
        assert!(effects <= *delivered as usize, "{effects} effects of {delivered} copies: {case:?}");
        *counts.entry(format!("{}: {observation:?}, {effects} effects", case.what)).or_default() += 1;
    }
    counts
}

/// Whether the verdict says that nothing happened.
fn denies(verdict: Verdict) -> bool {
    match verdict {
        Verdict::NotSent
        | Verdict::NotSentFinal
        | Verdict::Rejected
        | Verdict::RejectedKey
        | Verdict::WaitThenRepeat
        | Verdict::Declined => true,
        Verdict::Reconcile | Verdict::Confirmed | Verdict::Unknown => false,
    }
}
