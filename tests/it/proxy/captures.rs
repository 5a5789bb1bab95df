//! Captures sent with fault plans, what the client makes of each, and the ledger's judgement of that.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use paydesk::api::client::{ApiClient, TimeLimits};
use paydesk::api::operation::{Expectation, OperationCall as _, StatusWords};
use paydesk::api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use paydesk::api::resources::payments::calls::CapturePayment;
use paydesk::domain::ids::PaymentId;
use paydesk::domain::money::{Currency, Money};

use super::fault_plan::{FaultPlan, Forward};
use super::relay::Proxy;
use super::shop::{self, Shop, client};

/// Exchanges at one time, each with a proxy and a client of its own.
const LANES: usize = 12;
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

/// One capture to be sent with one fault plan.
#[derive(Debug, Clone)]
pub struct Case {
    pub payment_id: PaymentId,
    pub minor: i64,
    pub what: &'static str,
    pub fault: FaultPlan,
    /// The answer stalls after its head: the client waits for that however long it takes, and not for the body.
    pub stalls_in_body: bool,
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
    key: String,
    patient: ApiClient,
    hasty: ApiClient,
    hasty_in_body: ApiClient,
}

impl Lane {
    async fn open(shop: &Shop) -> Self {
        let proxy = Proxy::start(shop.sandbox.addr).await;
        let patient = client(&proxy.base_url, shop.key(), PATIENT);
        let hasty = client(&proxy.base_url, shop.key(), HASTY);
        let hasty_in_body = client(&proxy.base_url, shop.key(), HASTY_IN_BODY);
        Self { proxy, key: shop.key().to_owned(), patient, hasty, hasty_in_body }
    }

    /// Sends the capture of `case`, and returns once nothing of it is under way. A client that is to lose its patience
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
            client = shop::client(&self.proxy.base_url, &self.key, limits);
        }
    }

    /// `None` where the request never came to the proxy as it was to.
    async fn try_once(&self, case: &Case, client: &ApiClient) -> Option<Claim> {
        let request = CapturePayment::new(case.payment_id.clone(), case.minor).request();
        let exchange = self.proxy.arm(&request, case.fault.clone());
        let mut call = std::pin::pin!(client.send(&request));
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
        let amount = Money::new(AMOUNT_MINOR, Currency::from_code("USD"));
        let expected = Expectation::new(StatusWords::Payment).naming("payment_id", case.payment_id.as_str());
        let observation = observe(&attempt, &expected.over(&amount));
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
        let payment_id = PaymentId::new(payment);
        cases.push(Case { payment_id, minor, what, fault, stalls_in_body: false });
    }
    cases
}

pub async fn run_all(shop: &Arc<Shop>, cases: Vec<Case>) -> Vec<Claim> {
    let mut shares = vec![Vec::new(); LANES];
    for (index, case) in cases.into_iter().enumerate() {
        shares[index % LANES].push(case);
    }
    let lanes = shares.into_iter().map(|share| {
        let shop = shop.clone();
        tokio::spawn(async move {
            let lane = Lane::open(&shop).await;
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

/// How often each amount was captured of each payment, as the ledger has it.
pub async fn captured(shop: &Shop) -> HashMap<(String, i64), usize> {
    let mut captured = HashMap::new();
    for row in shop.ledger(0).await.into_iter().filter(|row| row.effect == "capture") {
        *captured.entry((row.payment, row.amount)).or_default() += 1;
    }
    captured
}

/// Holds every claim against the ledger, and counts them.
pub fn judge(claims: &[Claim], captured: &HashMap<(String, i64), usize>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for Claim { case, observation, verdict, delivered, .. } in claims {
        let effects = captured.get(&(case.payment_id.as_str().to_owned(), case.minor)).copied().unwrap_or(0);
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
