//! Reads: answered late, from a replica that lags, by somebody else, or not at all.

use paydesk::api::call::Call as _;
use paydesk::api::error::CallError;
use paydesk::api::outcome::Loss;
use paydesk::api::wire::payments::PaymentPage;
use paydesk::app::Event;
use paydesk::app::reads::{Read, ReadAnswer, Ticket};
use serde_json::{Value, json};

use super::answers::{api_error, rates};
use super::faults::Fault;
use super::service::{Object, Version, texts};
use super::world::{Happening, World};

/// How far a replica may be behind: with a late arrival less than the settle window.
const STALE_MS: i64 = 28_000;
/// How long a read may take.
const SLOW_READ_MS: i64 = 25_000;

/// What a read gets instead of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoilt {
    Lost,
    ServerError,
    Foreign,
    RateLimited,
    KeyRefused,
}

impl World {
    /// A read leaves a desk.
    pub fn ask(&mut self, desk: usize, ticket: Ticket, read: Read) {
        let life = self.desks[desk].life;
        let mut takes = self.dice.from(5, 400);
        let mut shown_ms = self.now_ms + takes / 2;
        let of_payment = !matches!(read, Read::Health(_) | Read::Payments(_));
        if of_payment && self.trouble(4) {
            takes = self.dice.from(1_000, SLOW_READ_MS);
            self.fault(Fault::SlowRead);
        }
        if of_payment && self.trouble(1) {
            shown_ms -= self.dice.from(1, STALE_MS);
        }
        let spoilt = if of_payment && self.trouble(3) {
            let spoilt = [
                (4, (Spoilt::Lost, Fault::ReadLost)),
                (4, (Spoilt::ServerError, Fault::ReadServerError)),
                (3, (Spoilt::Foreign, Fault::ReadForeign)),
                (2, (Spoilt::RateLimited, Fault::ReadRateLimited)),
                (1, (Spoilt::KeyRefused, Fault::ReadKeyRefused)),
            ];
            let (spoilt, fault) = self.dice.weighted(&spoilt);
            self.fault(fault);
            Some(spoilt)
        } else {
            None
        };
        self.plan(takes, Happening::Read { desk, life, ticket, read, shown_ms, spoilt });
    }

    pub fn read_answered(
        &mut self,
        desk: usize,
        life: u32,
        ticket: Ticket,
        read: &Read,
        shown_ms: i64,
        spoilt: Option<Spoilt>,
    ) {
        if self.desks[desk].life != life || !self.desks[desk].up {
            return;
        }
        let mut rate = None;
        let error = spoilt.map(|spoilt| match spoilt {
            Spoilt::Lost => CallError::Lost(Loss::TimedOut),
            Spoilt::ServerError => CallError::Service { status: 503, error: api_error("CE_01") },
            Spoilt::Foreign => CallError::Foreign { status: 200, excerpt: "<html>".into() },
            Spoilt::RateLimited => {
                rate = Some(rates(0, self.dice.from(1, 40)));
                CallError::Service { status: 429, error: api_error("RL_01") }
            }
            Spoilt::KeyRefused => CallError::Service { status: 401, error: api_error("AU_02") },
        });
        let answer = match (read, error) {
            (Read::Health(_), _) => ReadAnswer::Health(Ok(())),
            (Read::Payments(_), _) => {
                ReadAnswer::Payments(Ok(PaymentPage { total_count: Some(0), ..PaymentPage::default() }))
            }
            (Read::Payment(_), Some(error)) => ReadAnswer::Payment(Box::new(Err(error))),
            (Read::Payment(read), None) => {
                let payment = self.service.payments.iter().find(|payment| payment.id == read.payment_id.as_str());
                let shown = payment.and_then(|payment| Some((payment, payment.then(shown_ms)?)));
                let behind = payment.is_some_and(|payment| payment.now().at_ms > shown_ms);
                let result = match shown {
                    Some((payment, version)) => Ok(payment.payment(version)),
                    None => Err(CallError::Service { status: 404, error: api_error("IR_05") }),
                };
                if behind {
                    self.fault(Fault::StaleRead);
                }
                if result.is_ok() {
                    let now_ms = self.now_ms;
                    self.desks[desk].looked(&read.payment_id, now_ms);
                }
                ReadAnswer::Payment(Box::new(result))
            }
            (Read::Customer(read), error) => {
                let body = error.map_or_else(|| self.customer(read.customer_id.as_str(), shown_ms), Err);
                ReadAnswer::Customer(Box::new(body.map(|body| read.decode(body).unwrap())))
            }
            (Read::Payout(read), error) => {
                let body = error.map_or_else(|| self.payout(read.payout_id().as_str(), shown_ms), Err);
                ReadAnswer::Payout(Box::new(body.map(|body| read.decode(body).unwrap())))
            }
            (Read::Disputes(read), error) => {
                let body = error.map_or_else(|| Ok(self.disputes(shown_ms)), Err);
                ReadAnswer::Disputes(body.map(|body| read.decode(body).unwrap()))
            }
        };
        self.note(|_| match &answer {
            ReadAnswer::Payment(result) => match &**result {
                Ok(payment) => format!(
                    "desk {desk} reads {}: {} received {:?} left {:?} {:?}",
                    payment.payment_id,
                    payment.status,
                    payment.amount_received.as_ref().map(|m| m.minor),
                    payment.amount_capturable.as_ref().map(|m| m.minor),
                    payment.description
                ),
                Err(error) => format!("desk {desk} reads: {error:?}"),
            },
            _ => format!("desk {desk} reads the rest"),
        });
        self.event(desk, Event::ReadAnswered { ticket, answer, rate });
    }

    fn customer(&mut self, id: &str, shown_ms: i64) -> Result<Value, CallError> {
        let (object, version, behind) = shown(&self.service.customers, id, shown_ms).ok_or_else(absent)?;
        let body = json!({"customer_id": object.id, "description": texts(version.texts)});
        self.was_stale(behind);
        Ok(body)
    }

    fn payout(&mut self, id: &str, shown_ms: i64) -> Result<Value, CallError> {
        let (object, version, behind) = shown(&self.service.payouts, id, shown_ms).ok_or_else(absent)?;
        let body = json!({
            "payout_id": object.id, "status": version.status, "amount": object.amount, "currency": "EUR",
            "description": texts(version.texts),
        });
        self.was_stale(behind);
        Ok(body)
    }

    fn disputes(&mut self, shown_ms: i64) -> Value {
        let known = |dispute: &Object| {
            shown(&self.service.disputes, &dispute.id, shown_ms).map(|(_, version, behind)| {
                let row = json!({
                    "dispute_id": dispute.id, "payment_id": "pay_3", "amount": 1_000, "currency": "EUR",
                    "status": version.status, "reason": "fraudulent", "created": "2026-11-17T14:02:11Z",
                });
                (row, behind)
            })
        };
        let rows: Vec<(Value, bool)> = self.service.disputes.iter().filter_map(known).collect();
        self.was_stale(rows.iter().any(|(_, behind)| *behind));
        let data: Vec<Value> = rows.into_iter().map(|(row, _)| row).collect();
        json!({"count": data.len(), "total_count": data.len(), "data": data})
    }

    fn was_stale(&mut self, behind: bool) {
        if behind {
            self.fault(Fault::StaleRead);
        }
    }
}

/// An object as a replica shows it, and whether it has changed since.
fn shown<'a>(objects: &'a [Object], id: &str, shown_ms: i64) -> Option<(&'a Object, &'a Version, bool)> {
    let object = objects.iter().find(|object| object.id == id)?;
    let version = object.then(shown_ms)?;
    Some((object, version, object.now().at_ms > shown_ms))
}

fn absent() -> CallError {
    CallError::Service { status: 404, error: api_error("IR_05") }
}
