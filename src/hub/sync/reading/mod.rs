//! One stretch of leading: asks the service, and puts what came into the database, until another leads.

mod finding;
mod putting;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::clock::DatabaseClock;
use crate::place::{HubPlace, HubProblem};
use crate::service::HubService;
use crate::state::HubState;
use paydesk_api::client::ApiClient;
use paydesk_api::error::CallError;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_core::payment_reading::TeamReadPlace;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{NewSyncPlace, PaymentSync, TeamConnection, TeamError, TeamLimits, TeamProfileId};

use crate::sync::call::{EndedCall, SyncAnswer, SyncCall, ask};
use crate::sync::counts::{SyncFault, SyncLevel};
use crate::sync::plan::{AskedRead, HubRead, ReadingPlan};
use crate::sync::tokens::TakenBlock;
use crate::sync::write_buffer::WriteBuffer;

/// Between looks at the events that hubs stored, and at what is due.
const TURN: Duration = Duration::from_millis(150);
/// A put of many payments takes long where the server is busy, and whoever waits for it has nothing else to do.
const STATEMENT: Duration = Duration::from_secs(30);

/// Reads the service into the database for as long as this hub leads.
pub struct TeamReading {
    connection: TeamConnection,
    profile: TeamProfileId,
    epoch: i64,
    client: ApiClient,
    state: Arc<HubState>,
    clock: DatabaseClock,
    plan: ReadingPlan,
    buffer: WriteBuffer,
    calls: JoinSet<EndedCall>,
    gate: RateGate,
    tokens: TakenBlock,
    events_at: Instant,
    stored: u64,
    /// The number of the last change of a payment.
    last_change: i64,
    /// As it was put last.
    place: NewSyncPlace,
}

impl TeamReading {
    /// Goes on where a hub was: from now on no other puts anything.
    pub async fn begin(hub: &HubPlace, service: HubService, state: Arc<HubState>) -> Result<Self, HubProblem> {
        let limits = TeamLimits { statement: STATEMENT, ..hub.limits };
        let (connection, profile) = HubPlace { limits, ..hub.clone() }.open().await?;
        service.check(&profile)?;
        let profile = profile.id;
        let clock = DatabaseClock::of(&connection).await?;
        let PaymentSync { epoch, state: known } = connection.begin_payment_sync(profile).await?;
        let last_event = connection.last_change(profile).await?;
        let place = NewSyncPlace { place: known.place.clone(), is_whole: known.is_whole, as_of: known.as_of };
        let plan = ReadingPlan::resume(TeamReadPlace::from_json(known.place), last_event);
        let (buffer, calls, gate, tokens) =
            (WriteBuffer::default(), JoinSet::new(), RateGate::default(), TakenBlock::new(service.per_minute));
        let (events_at, stored, last_change) = (Instant::now(), known.total, known.changed);
        tracing::info!(payments = stored, complete = known.is_whole, "reading payments for the team");
        Ok(Self {
            connection,
            profile,
            epoch,
            client: service.client,
            state,
            clock,
            plan,
            buffer,
            calls,
            gate,
            tokens,
            events_at,
            stored,
            last_change,
            place,
        })
    }

    /// Reads as long as this hub leads. What was asked and did not come is given up then.
    pub async fn run(mut self) -> Result<(), HubProblem> {
        while self.state.is_leading() {
            self.follow_events().await?;
            self.find_in_database().await?;
            self.ask_next().await?;
            self.take_answers().await?;
            if self.buffer.is_due() {
                self.put().await?;
            }
            self.say_level();
        }
        Ok(())
    }

    /// Sends what is to be read now, as far as the rate limit goes.
    async fn ask_next(&mut self) -> Result<(), TeamError> {
        while self.gate.held_until(Priority::Background, self.clock.now()).is_none() {
            let now = self.clock.now();
            let Some(asked) = self.plan.next(now) else { return Ok(()) };
            if !self.tokens.use_one(&self.connection, self.profile).await? {
                self.plan.give_back(asked);
                return Ok(());
            }
            // Whoever is held back has asked for nothing.
            let _ = self.gate.admit(Priority::Background, now);
            let call = match &asked.read {
                HubRead::Detail(named) => SyncCall::Retrieve(RetrievePayment { payment_id: named.payment_id.clone() }),
                read @ (HubRead::Page(_) | HubRead::Sweep) => SyncCall::List(self.plan.list(read)),
            };
            self.state.metrics.sync.asked();
            self.calls.spawn(ask(self.client.clone(), asked, call));
        }
        Ok(())
    }

    /// Takes what came, or waits a moment for it.
    async fn take_answers(&mut self) -> Result<(), HubProblem> {
        let first = tokio::select! {
            Some(ended) = self.calls.join_next() => ended,
            () = tokio::time::sleep(TURN) => return Ok(()),
        };
        let mut next = Some(first);
        while let Some(ended) = next {
            self.take(ended.map_err(|_| HubProblem::ReadingFailed)?);
            next = self.calls.try_join_next();
        }
        Ok(())
    }

    fn take(&mut self, ended: EndedCall) {
        let EndedCall { asked, result, rate } = ended;
        let now = self.clock.now();
        self.gate.observe(&rate, now);
        if let Some(per_minute) = rate.limit {
            self.tokens.reported(per_minute);
        }
        match result {
            Ok(SyncAnswer::Page(page)) => {
                let came = self.plan.page_came(asked, &page, now);
                self.came(came);
                self.buffer.place_changed();
            }
            Ok(SyncAnswer::Payment(payment)) => {
                let came = self.plan.payment_came(asked, &payment, now);
                self.came(came.into_iter().collect());
            }
            Err(error) => {
                if let CallError::Service { status: 429, .. } = error {
                    self.gate.block(&rate, now);
                }
                self.failed(asked, &error, now);
            }
        }
    }

    fn came(&mut self, payments: Vec<StoredPayment>) {
        self.state.metrics.sync.came(payments.len());
        payments.into_iter().for_each(|payment| self.buffer.add(payment));
    }

    fn failed(&mut self, asked: AskedRead, error: &CallError, now: DateTime<Utc>) {
        let fault = SyncFault::of(error);
        self.state.metrics.sync.failed(fault);
        let is_of_payment = matches!(asked.read, HubRead::Detail(_));
        match fault {
            // The gate waits as long as the service asks.
            SyncFault::RateLimit => self.plan.give_back(asked),
            // It is gone there, or it cannot be read.
            SyncFault::Refused | SyncFault::Unreadable if is_of_payment => self.plan.detail_refused(asked),
            _ if self.plan.list_refused(&asked, error, now) => {}
            _ => {
                tracing::warn!(fault = fault.word(), "payments cannot be read; retrying");
                self.plan.failed(asked, now);
            }
        }
    }

    fn say_level(&self) {
        let as_of = self.place.as_of.and_then(|at| (self.clock.now() - at).to_std().ok());
        let as_of = as_of.and_then(|age| Instant::now().checked_sub(age));
        let (stored, at_service, is_complete) = (self.stored, self.plan.total(), self.place.is_whole);
        self.state.metrics.sync.set_level(Some(SyncLevel { stored, at_service, is_complete, as_of }));
    }
}
