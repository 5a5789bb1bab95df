//! The courier of a running sandbox: wakes when something falls due, has it settled, and sends events to webhooks.
//!
//! One task, one request at a time and webhook. It decides nothing: when and what is the engine's
//! ([`rounds`](super::engine::webhooks::rounds)). What it was sending when the sandbox ends is sent again later.

mod post;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};

use super::engine::webhooks::rounds::{Agenda, Errand, Report};
use super::service::Sandbox;

/// Longest sleep: the host's clock may be set, or the machine suspended.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// Pause after a round that failed.
const PAUSE: Duration = Duration::from_secs(1);
/// How long requests under way may take once the sandbox stops.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// Serves webhooks and timers until stopped; `timeout` bounds each request.
pub async fn run(sandbox: Sandbox, timeout: Duration, mut stopped: watch::Receiver<bool>) {
    let mut courier =
        Courier { sandbox, timeout, under_way: JoinSet::new(), busy: HashMap::new(), reports: Vec::new() };
    loop {
        let sleep = courier.round().await;
        tokio::select! {
            _ = stopped.changed() => break,
            () = courier.sandbox.bell().notified() => {}
            Some(done) = courier.under_way.join_next_with_id() => courier.note(done),
            () = tokio::time::sleep(sleep) => {}
        }
    }
    courier.stop().await;
}

struct Courier {
    sandbox: Sandbox,
    timeout: Duration,
    under_way: JoinSet<Report>,
    /// The webhook each request under way goes to.
    busy: HashMap<Id, i64>,
    /// What is to be told in the next round.
    reports: Vec<Report>,
}

impl Courier {
    /// Hears what is due and sets out with it; returns how long nothing else will be.
    async fn round(&mut self) -> Duration {
        let reports = std::mem::take(&mut self.reports);
        let busy: Vec<i64> = self.busy.values().copied().collect();
        match self.sandbox.call(move |engine| engine.round(reports, &busy)).await {
            Ok(Agenda { errands, next }) => {
                errands.into_iter().for_each(|errand| self.set_out(errand));
                next.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP)
            }
            Err(refusal) => {
                tracing::warn!(%refusal, "webhooks wait");
                PAUSE
            }
        }
    }

    fn set_out(&mut self, errand: Errand) {
        let webhook_seq = errand.webhook_seq;
        let task = self.under_way.spawn(carry(errand, self.timeout));
        self.busy.insert(task.id(), webhook_seq);
    }

    fn note(&mut self, done: Result<(Id, Report), JoinError>) {
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

/// Sends one request and tells what became of it.
async fn carry(errand: Errand, timeout: Duration) -> Report {
    let (delivery_seq, at) = (errand.delivery_seq, errand.at);
    let began = Instant::now();
    let answered = tokio::time::timeout(timeout, post::send(errand)).await;
    let result = answered.unwrap_or_else(|_| Err(format!("no answer within {} ms", timeout.as_millis())));
    Report { delivery_seq, at, result, duration: began.elapsed() }
}
