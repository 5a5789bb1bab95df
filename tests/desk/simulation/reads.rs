//! Reads: answered late, from a replica that lags, by somebody else, or not at all.

use paydesk_api::call::Request;
use paydesk_api::error::CallError;
use paydesk_api::freshness::CacheMarks;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_core::Message;
use paydesk_core::operations::Phase;
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_domain::money::MinorUnits;
use serde_json::{Value, json};

use super::answers::{answered, api_error, rates, refusal};
use super::faults::Fault;
use super::service::{Author, Object, texts};
use super::world::{Op, Scheduled, World, at};

/// How far a replica may be behind: with a late arrival not more than the settle window.
const STALE_MS: i64 = 28_000;
/// How long a read may take.
const SLOW_READ_MS: i64 = 25_000;

/// What a read gets instead of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadFault {
    Lost,
    ServerError,
    Foreign,
    RateLimited,
    KeyRefused,
}

/// The oldest copy that the cache on the way gives.
const COPY_MS: i64 = 600_000;

/// What the head of an answer says of when it was made.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// When it was made.
    made_ms: i64,
    /// When its `Date` says that it was.
    dated_ms: i64,
    /// It was made before it was asked for, by the cache that says so or not.
    copy: Option<CacheMarks>,
}

impl World {
    /// What the cache on the way has of this read, if it answers now.
    fn copy(&mut self, read: &Read) -> Option<Head> {
        let is_refund = matches!(read, Read::Record(_)) && self.service.reads_refunds;
        let is_cached = is_refund || matches!(read, Read::Payment(_) | Read::Customer(_) | Read::Disputes(_));
        let is_settling = matches!(read, Read::Payment(_) | Read::Record(_));
        let may_be = is_cached && !self.calm && self.cache_rng.below(1_200) < self.trouble;
        if !may_be {
            return None;
        }
        let age_ms = match self.cache_rng.one_in(2) {
            true => self.cache_rng.from(5_000, 30_000),
            false => self.cache_rng.from(30_000, COPY_MS),
        };
        let made_ms = self.now_ms - age_ms;
        if is_settling && self.cache_rng.one_in(3) {
            self.fault(Fault::CachedReadRedated);
            return Some(Head { made_ms, dated_ms: self.now_ms, copy: Some(CacheMarks::default()) });
        }
        let is_hit = self.cache_rng.one_in(2);
        self.fault(if is_hit { Fault::CachedRead } else { Fault::CachedReadUnmarked });
        let marks = CacheMarks { is_hit, written: is_hit.then_some(1) };
        Some(Head { made_ms, dated_ms: made_ms, copy: Some(marks) })
    }

    /// The headers of an answer that the service made at `made_ms`.
    pub fn headers(&self, made_ms: i64) -> RateHeaders {
        let date_unix_s = at(made_ms + self.service.ahead_ms).timestamp();
        RateHeaders { date_unix_s: Some(date_unix_s), ..RateHeaders::default() }
    }

    /// A read leaves a desk.
    pub fn ask(&mut self, desk: usize, request_id: RequestId, read: Read) {
        let life = self.desks[desk].life;
        let mut takes = self.rng.from(5, 400);
        let mut shown_ms = self.now_ms + takes / 2;
        let of_payment = !matches!(&read, Read::Health(_)) && !matches!(&read, Read::Payments(list) if list.limit == 1);
        if of_payment && self.trouble(4) {
            takes = self.rng.from(1_000, SLOW_READ_MS);
            self.fault(Fault::SlowRead);
        }
        if of_payment && self.trouble(1) {
            shown_ms -= self.rng.from(1, STALE_MS);
        }
        let second_worker_lag_ms = self.service.second_worker_lag_ms.filter(|_| of_payment && !self.calm);
        let lag_ms = second_worker_lag_ms.filter(|_| self.rng.one_in(2)).unwrap_or(0);
        shown_ms = shown_ms.min(self.now_ms + takes / 2 - lag_ms);
        let copy = self.copy(&read);
        let made_ms = self.now_ms + takes / 2;
        let head = copy.unwrap_or(Head { made_ms, dated_ms: made_ms, copy: None });
        if copy.is_some() {
            shown_ms = head.made_ms;
        }
        let read_fault = if of_payment && self.trouble(3) {
            let read_fault = [
                (4, (ReadFault::Lost, Fault::ReadLost)),
                (4, (ReadFault::ServerError, Fault::ReadServerError)),
                (3, (ReadFault::Foreign, Fault::ReadForeign)),
                (2, (ReadFault::RateLimited, Fault::ReadRateLimited)),
                (1, (ReadFault::KeyRefused, Fault::ReadKeyRefused)),
            ];
            let (read_fault, fault) = self.rng.weighted(&read_fault);
            self.fault(fault);
            if fault == Fault::ReadRateLimited && self.settles_an_unknown(desk, request_id) {
                self.fault(Fault::ReadRateLimitedAfterUnknown);
            }
            Some(read_fault)
        } else {
            None
        };
        self.note(|_| format!("desk {desk} asks {request_id:?} {read:?}"));
        self.plan(takes, Scheduled::Read { desk, life, request_id, read, shown_ms, head, read_fault });
    }

    /// Whether the read is about what was executed and refused, and nothing is said of it yet.
    fn looks_into_refusal(&self, read: &Read) -> bool {
        let id = match read {
            Read::Payment(read) => read.payment_id.as_str(),
            Read::Customer(read) => read.customer_id.as_str(),
            _ => return false,
        };
        let about = |op: &Op| {
            op.precondition.payment().map_or(&*op.target.resource, |precondition| precondition.payment_id.as_str())
                == id
        };
        self.ops.iter().any(|op| op.refused_although_executed && op.claims.is_empty() && about(op))
    }

    /// Whether the read is to find out what became of an operation.
    fn settles_an_unknown(&self, desk: usize, request_id: RequestId) -> bool {
        let Some(state) = self.desks[desk].core.state() else { return false };
        let waits = |phase: &Phase| matches!(phase, Phase::Unknown(unknown) if unknown.request_id == Some(request_id));
        state.workspace.operations.open().iter().any(|operation| waits(&operation.phase))
    }

    /// Whether a refund is among them whose outcome the desk does not know.
    fn shows_an_unknown_refund(&self, desk: usize, shown: &[Value]) -> bool {
        let Some(state) = self.desks[desk].core.state() else { return false };
        let is_shown = |body: &Value| shown.iter().any(|refund| refund["refund_id"] == body["refund_id"]);
        let open = state.workspace.operations.open();
        let mut unknown = open.iter().filter(|operation| matches!(operation.phase, Phase::Unknown(_)));
        unknown.any(|operation| operation.request().body.as_ref().is_some_and(is_shown))
    }

    /// What a read that goes wrong brings, with the rate headers it has.
    fn error_of(&mut self, read_fault: ReadFault) -> (CallError, Option<RateHeaders>) {
        let error = match read_fault {
            ReadFault::Lost => CallError::Lost(LostAnswer::TimedOut),
            ReadFault::ServerError => CallError::Service { status: 503, error: api_error("CE_01") },
            ReadFault::Foreign => CallError::Foreign { status: 200, excerpt: "<html>".into() },
            ReadFault::RateLimited => {
                let rate = rates(0, self.rng.from(1, 40));
                return (CallError::Service { status: 429, error: api_error("RL_01") }, Some(rate));
            }
            ReadFault::KeyRefused => CallError::Service { status: 401, error: api_error("AU_02") },
        };
        (error, None)
    }

    /// What a read of a payment shows, and the faults that it meets.
    fn payment_shown(
        &mut self,
        desk: usize,
        request_id: RequestId,
        read: &RetrievePayment,
        shown_ms: i64,
        head: &Head,
    ) -> ReadAnswer {
        let payment = self.service.payments.iter().find(|payment| payment.id == read.payment_id.as_str());
        let shown = payment.and_then(|payment| Some((payment, payment.then(shown_ms)?)));
        let refunds = self.service.refunds_shown(read.payment_id.as_str(), shown_ms);
        let behind = payment.is_some_and(|payment| payment.now().at_ms > shown_ms);
        let result = match shown {
            Some((payment, version)) => Ok(payment.payment(version, refunds.clone())),
            None => Err(CallError::Service { status: 404, error: api_error("IR_05") }),
        };
        if behind && self.looks_into_refusal(&Read::Payment(read.clone())) {
            self.fault(Fault::StaleReadAfterRefusal);
        }
        if behind && head.copy.is_some() && self.settles_an_unknown(desk, request_id) {
            self.fault(Fault::CachedReadDeniesEffect);
        }
        if behind && head.copy.is_some() && head.dated_ms != head.made_ms {
            let is_about = |op: &&mut Op| op.target.resource == read.payment_id.as_str();
            self.ops.iter_mut().filter(is_about).for_each(|op| op.met_redated_copy = true);
        }
        if behind && head.copy.is_none() {
            let lagging = self.service.second_worker_lag_ms.is_some();
            self.fault(if lagging { Fault::LaggingWorker } else { Fault::StaleRead });
        }
        if refunds.is_some_and(|shown| self.shows_an_unknown_refund(desk, &shown)) {
            self.fault(Fault::UnknownRefundShown);
        }
        if result.is_ok() {
            // A copy that shows its age is a look from when it was made.
            let is_known_copy = head.copy.is_some() && head.dated_ms == head.made_ms;
            let looked_ms = if is_known_copy { head.made_ms } else { self.now_ms };
            self.desks[desk].looked(&read.payment_id, looked_ms);
        }
        ReadAnswer::Payment(Box::new(result))
    }

    pub fn read_answered(
        &mut self,
        (desk, life, request_id): (usize, u32, RequestId),
        read: &Read,
        shown_ms: i64,
        head: Head,
        read_fault: Option<ReadFault>,
    ) {
        if self.desks[desk].life != life || !self.desks[desk].up {
            return;
        }
        let headers = RateHeaders { marks: head.copy.unwrap_or_default(), ..self.headers(head.dated_ms) };
        let (error, rate) = read_fault.map_or((None, Some(headers)), |fault| {
            let (error, rate) = self.error_of(fault);
            (Some(error), rate)
        });
        let answer = match (read, error) {
            (Read::Health(_), _) => ReadAnswer::Health(Ok(())),
            (Read::Payments(list), _) if list.limit == 1 => {
                ReadAnswer::Payments(Ok(PaymentPage { total_count: Some(0), ..PaymentPage::default() }))
            }
            (Read::Payments(_), Some(error)) => ReadAnswer::Payments(Err(error)),
            (Read::Payments(_), None) => read.answer(self.service.payment_list(shown_ms), MinorUnits::Iso4217),
            (Read::Customer(_), Some(error)) => ReadAnswer::Customer(Box::new(Err(error))),
            (Read::Payout(_), Some(error)) => ReadAnswer::Payout(Box::new(Err(error))),
            (Read::Disputes(_), Some(error)) => ReadAnswer::Disputes(Err(error)),
            (Read::Customer(customer), None) => {
                read.answer(self.customer(customer.customer_id.as_str(), shown_ms), MinorUnits::Iso4217)
            }
            (Read::Disputes(_), None) => read.answer(self.disputes(shown_ms), MinorUnits::Iso4217),
            (Read::Payout(probe), None) => {
                let request = read.request();
                read.answer(self.probe(probe.payout_id().as_str(), &request), MinorUnits::Iso4217)
            }
            (Read::Records(_) | Read::Record(_), Some(_)) => read.answer(refusal(503, "CE_01"), MinorUnits::Iso4217),
            (Read::Records(list), None) => read.answer(self.service.refund_list(list, shown_ms), MinorUnits::Iso4217),
            (Read::Record(one), None) => read.answer(self.service.refund_by_id(one, shown_ms), MinorUnits::Iso4217),
            (Read::Dispute(_) | Read::Evidence(_), _) => read.answer(refusal(404, "IR_05"), MinorUnits::Iso4217),
            (Read::DisputeMetrics(_) | Read::PaymentMetrics(_), _) => {
                ReadAnswer::Metrics(Box::new(Err(CallError::Service { status: 404, error: api_error("IR_05") })))
            }
            (Read::PaymentCount(_) | Read::StatusCounts(_) | Read::AddedUp(_), _) => {
                read.answer(refusal(404, "IR_05"), MinorUnits::Iso4217)
            }
            (Read::Payment(_), Some(error)) => ReadAnswer::Payment(Box::new(Err(error))),
            (Read::Payment(read), None) => self.payment_shown(desk, request_id, read, shown_ms, &head),
        };
        self.note(|_| match &answer {
            ReadAnswer::Payment(result) => match &**result {
                Ok(payment) => format!(
                    "desk {desk} reads {request_id:?} {}: {} received {:?} left {:?} {:?}",
                    payment.payment_id,
                    payment.status,
                    payment.amount_received.as_ref().map(|m| m.minor),
                    payment.amount_capturable.as_ref().map(|m| m.minor),
                    payment.description
                ),
                Err(error) => format!("desk {desk} reads: {error:?}"),
            },
            ReadAnswer::Payments(_) | ReadAnswer::Health(_) => format!("desk {desk} reads the rest"),
            other => format!("desk {desk} reads {other:?}"),
        });
        self.event(desk, Message::ReadAnswered { request_id, answer, rate });
    }

    fn customer(&mut self, id: &str, shown_ms: i64) -> Attempt {
        let found = self.service.customers.iter().find(|customer| customer.id == id);
        match found.and_then(|customer| customer.then(shown_ms)) {
            Some(version) => answered(200, json!({"customer_id": id, "description": texts(version.texts)})),
            None => refusal(404, "IR_05"),
        }
    }

    fn disputes(&mut self, shown_ms: i64) -> Attempt {
        let row = |dispute: &Object| {
            let version = dispute.then(shown_ms)?;
            Some(json!({
                "dispute_id": dispute.id, "payment_id": "pay_3", "amount": 6_000, "currency": "EUR",
                "status": version.status,
            }))
        };
        let rows: Vec<Value> = self.service.disputes.iter().filter_map(row).collect();
        answered(200, json!({"count": rows.len(), "total_count": rows.len(), "data": rows}))
    }

    /// The only documented read of a payout writes the texts that were seen: nothing lags, and what somebody else set
    /// meanwhile is gone.
    fn probe(&mut self, id: &str, request: &Request) -> Attempt {
        let now_ms = self.now_ms;
        let Some(payout) = self.service.payouts.iter_mut().find(|payout| payout.id == id) else {
            return refusal(404, "IR_05");
        };
        let sent = request.body.as_ref().and_then(|body| body.get("description")?.as_str());
        let number = sent.and_then(|sent| sent.split(' ').nth(1)?.parse().ok());
        let undone = number.filter(|number| *number != payout.now().texts);
        if let Some(number) = undone {
            payout.change(now_ms, Author::Probe, Endpoint::UpdatePayout, |next| next.texts = number);
        }
        let status = payout.now().status;
        let body = json!({
            "payout_id": id, "amount": payout.amount, "currency": "EUR", "status": status,
            "description": texts(payout.now().texts),
        });
        if undone.is_some() {
            self.fault(Fault::ProbedOverAnother);
        }
        answered(200, body)
    }
}
