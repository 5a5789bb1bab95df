//! The dispatcher of a running sandbox: wakes when something falls due, has it done, and sends events to webhooks.
//!
//! One task, one request at a time and webhook. It decides nothing: when and what is the engine's
//! ([`Engine::poll`](super::engine::Engine::poll)). What it was sending when the sandbox ends is sent again later.

mod http_post;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};

use super::engine::PollResult;
use super::engine::webhooks::{DeliveryReport, OutgoingDelivery};
use super::service::Sandbox;

/// Longest sleep: the host's clock may be set, or the machine suspended.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// Pause after a poll that failed.
const PAUSE: Duration = Duration::from_secs(1);
/// How long requests under way may take once the sandbox stops.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// Serves webhooks and timers until stopped; `timeout` bounds each request.
pub async fn run(sandbox: Sandbox, timeout: Duration, mut stopped: watch::Receiver<bool>) {
    let mut dispatcher =
        Dispatcher { sandbox, timeout, under_way: JoinSet::new(), busy: HashMap::new(), reports: Vec::new() };
    loop {
        let sleep = dispatcher.poll().await;
        tokio::select! {
            _ = stopped.changed() => break,
            () = dispatcher.sandbox.dispatcher_wake().notified() => {}
            Some(done) = dispatcher.under_way.join_next_with_id() => dispatcher.note(done),
            () = tokio::time::sleep(sleep) => {}
        }
    }
    dispatcher.stop().await;
}

struct Dispatcher {
    sandbox: Sandbox,
    timeout: Duration,
    under_way: JoinSet<DeliveryReport>,
    /// The webhook each request under way goes to.
    busy: HashMap<Id, i64>,
    /// What is to be reported with the next poll.
    reports: Vec<DeliveryReport>,
}

impl Dispatcher {
    /// Asks what is due and starts sending it; returns how long nothing else will be.
    async fn poll(&mut self) -> Duration {
        let reports = std::mem::take(&mut self.reports);
        let busy: Vec<i64> = self.busy.values().copied().collect();
        match self.sandbox.call(move |engine| engine.poll(&reports, &busy)).await {
            Ok(PollResult { outgoing, sleep }) => {
                outgoing.into_iter().for_each(|outgoing_delivery| self.start(outgoing_delivery));
                sleep.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP)
            }
            Err(refusal) => {
                tracing::warn!(%refusal, "webhooks are waiting");
                PAUSE
            }
        }
    }

    fn start(&mut self, outgoing_delivery: OutgoingDelivery) {
        let webhook_seq = outgoing_delivery.webhook_seq;
        let task = self.under_way.spawn(send(outgoing_delivery, self.timeout));
        self.busy.insert(task.id(), webhook_seq);
    }

    fn note(&mut self, done: Result<(Id, DeliveryReport), JoinError>) {
        match done {
            Ok((id, report)) => {
                self.busy.remove(&id);
                self.reports.push(report);
            }
            Err(error) => {
                self.busy.remove(&error.id());
                tracing::error!(%error, "a webhook request ended unexpectedly");
            }
        }
    }

    /// Waits a little for answers under way and has them recorded.
    async fn stop(mut self) {
        let mut under_way = std::mem::take(&mut self.under_way);
        let ended = async {
            while let Some(done) = under_way.join_next_with_id().await {
                self.note(done);
            }
        };
        if tokio::time::timeout(STOP_GRACE, ended).await.is_err() {
            tracing::debug!("webhook requests under way are left; they are sent again later");
        }
        let reports = std::mem::take(&mut self.reports);
        if let Err(refusal) = self.sandbox.call(move |engine| engine.record_reports(&reports)).await {
            tracing::debug!(%refusal, "the last webhook requests were not recorded");
        }
    }
}

/// Sends one request and returns what became of it.
async fn send(outgoing_delivery: OutgoingDelivery, timeout: Duration) -> DeliveryReport {
    let (delivery_seq, at) = (outgoing_delivery.delivery_seq, outgoing_delivery.at);
    let began = Instant::now();
    let answered = tokio::time::timeout(timeout, http_post::send(outgoing_delivery)).await;
    let result = answered.unwrap_or_else(|_| Err(format!("no response within {} ms", timeout.as_millis())));
    DeliveryReport { delivery_seq, at, result, duration: began.elapsed() }
}
