//! What a hub counts, and how that is written for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use paydesk_team::TeamEventStored;

use super::exports::ExportCounts;
use super::sync::SyncCounts;

/// Why something was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalReason {
    Signature,
    Unreadable,
    TooLarge,
    Slow,
    Broken,
    Method,
    Busy,
    Database,
    NotStorable,
}

impl RefusalReason {
    const ALL: [Self; 9] = [
        Self::Signature,
        Self::Unreadable,
        Self::TooLarge,
        Self::Slow,
        Self::Broken,
        Self::Method,
        Self::Busy,
        Self::Database,
        Self::NotStorable,
    ];

    /// As it is named in metrics and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Signature => "signature",
            Self::Unreadable => "unreadable",
            Self::TooLarge => "too_large",
            Self::Slow => "slow",
            Self::Broken => "broken",
            Self::Method => "method",
            Self::Busy => "busy",
            Self::Database => "database",
            Self::NotStorable => "not_storable",
        }
    }
}

/// Upper bounds of the histogram of latencies, in milliseconds.
const BOUNDS_MS: [u64; 11] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/// Counters of a hub, written in the text format of Prometheus.
#[derive(Default)]
pub struct HubMetrics {
    received: AtomicU64,
    new: AtomicU64,
    known: AtomicU64,
    differing: AtomicU64,
    deleted: AtomicU64,
    refused: [AtomicU64; RefusalReason::ALL.len()],
    waiting: AtomicI64,
    /// One more than there are; 0 where nobody took any yet.
    tokens: AtomicI64,
    /// Answers within each bound and no smaller one, and beyond all.
    latencies: [AtomicU64; BOUNDS_MS.len() + 1],
    latency_sum_us: AtomicU64,
    /// Of reading payments for the team.
    pub sync: SyncCounts,
    pub exports: ExportCounts,
}

/// One delivery that waits.
pub struct BacklogCount<'a>(&'a AtomicI64);

impl Drop for BacklogCount<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is not counted but is so at this moment.
pub struct HubGauges {
    pub is_storing: bool,
    pub is_leading: bool,
}

impl HubMetrics {
    /// A delivery was proved.
    pub fn received(&self) {
        self.received.fetch_add(1, Ordering::Relaxed);
    }

    pub fn stored(&self, stored: TeamEventStored) {
        let counter = match stored {
            TeamEventStored::New => &self.new,
            TeamEventStored::Known => &self.known,
            TeamEventStored::Differs => &self.differing,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// So many events were deleted because they are old.
    pub fn events_deleted(&self, events: u64) {
        self.deleted.fetch_add(events, Ordering::Relaxed);
    }

    pub fn refused(&self, reason: RefusalReason) {
        self.refused_many(reason, 1);
    }

    pub fn refused_many(&self, reason: RefusalReason, count: u64) {
        self.refused[reason as usize].fetch_add(count, Ordering::Relaxed);
    }

    /// A delivery waits for its commit until this is dropped.
    pub fn waits(&self) -> BacklogCount<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        BacklogCount(&self.waiting)
    }

    /// So many requests to the service are left to the team.
    pub fn tokens(&self, tokens: Option<i64>) {
        self.tokens.store(tokens.map_or(0, |tokens| tokens + 1), Ordering::Relaxed);
    }

    /// A delivery was stored and answered so long after it was proved.
    pub fn answered_after(&self, time: Duration) {
        let place = BOUNDS_MS.iter().position(|bound| time <= Duration::from_millis(*bound));
        self.latencies[place.unwrap_or(BOUNDS_MS.len())].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.latency_sum_us.fetch_add(micros, Ordering::Relaxed);
    }

    /// Prometheus' text format.
    pub fn text(&self, gauges: &HubGauges) -> String {
        let mut text = MetricsText::default();
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        text.counter("received_total", "Webhooks with a valid signature", read(&self.received));
        text.counter("stored_total", "Events that were stored", read(&self.new));
        text.counter("duplicates_total", "Webhooks for events that were already stored", read(&self.known));
        text.counter("conflicts_total", "Webhooks for a stored event with a different body", read(&self.differing));
        text.counter("events_deleted_total", "Old events that were deleted", read(&self.deleted));
        text.head("refused_total", "Requests that were not stored, by reason", "counter");
        for reason in RefusalReason::ALL {
            let count = read(&self.refused[reason as usize]);
            text.line(format_args!("refused_total{{reason=\"{}\"}} {count}", reason.word()));
        }
        text.gauge("backlog", "Webhooks waiting to be committed to the database", self.waiting.load(Ordering::Relaxed));
        text.gauge("storing", "Whether the database accepts events", i64::from(gauges.is_storing));
        text.gauge("leader", "Whether this hub is the leader", i64::from(gauges.is_leading));
        let tokens = self.tokens.load(Ordering::Relaxed);
        if tokens > 0 {
            text.gauge("rate_tokens", "Requests the team can send now within the rate limit", tokens - 1);
        }
        self.write_latencies(&mut text);
        self.write_sync(&mut text);
        let (made, failed, overdue) = self.exports.totals();
        text.counter("exports_made_total", "Exports that this hub wrote", made);
        text.counter("export_failures_total", "Failed export attempts", failed);
        let overdue = i64::try_from(overdue).unwrap_or(i64::MAX);
        text.gauge("exports_overdue", "Exports that are due and failed", overdue);
        text.0
    }

    fn write_sync(&self, text: &mut MetricsText) {
        let [requests, read, changed] = self.sync.totals();
        text.counter("sync_requests_total", "Requests to the service", requests);
        text.counter("payments_read_total", "Payments read from the service, including repeats", read);
        text.counter("payments_changed_total", "Payments that were new or had changed", changed);
        text.head("sync_errors_total", "Failed reads of payments, by kind", "counter");
        for (kind, count) in self.sync.faults() {
            text.line(format_args!("sync_errors_total{{kind=\"{kind}\"}} {count}"));
        }
        // Who does not lead does not know it.
        let Some(level) = self.sync.level() else { return };
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        text.gauge("payments", "Payments of the profile in the database", whole(level.stored));
        if let Some(at_service) = level.at_service {
            text.gauge("service_payments", "Payments at the service", whole(at_service));
        }
        text.gauge("sync_complete", "Whether all payments have been read at least once", i64::from(level.is_complete));
        if let Some(as_of) = level.as_of {
            let age = whole(as_of.elapsed().as_secs());
            text.gauge("sync_age_seconds", "Time since the newest payments were last read", age);
        }
    }

    fn write_latencies(&self, text: &mut MetricsText) {
        let name = "store_seconds";
        text.head(name, "Time from verifying a webhook to confirming that it is stored", "histogram");
        let mut count = 0;
        for (bound, within) in BOUNDS_MS.iter().zip(&self.latencies) {
            count += within.load(Ordering::Relaxed);
            text.line(format_args!("{name}_bucket{{le=\"{}.{:03}\"}} {count}", bound / 1_000, bound % 1_000));
        }
        count += self.latencies[BOUNDS_MS.len()].load(Ordering::Relaxed);
        text.line(format_args!("{name}_bucket{{le=\"+Inf\"}} {count}"));
        let sum = self.latency_sum_us.load(Ordering::Relaxed);
        text.line(format_args!("{name}_sum {}.{:06}", sum / 1_000_000, sum % 1_000_000));
        text.line(format_args!("{name}_count {count}"));
    }
}

/// Lines of metrics; all names begin alike.
#[derive(Default)]
struct MetricsText(String);

impl MetricsText {
    fn head(&mut self, name: &str, help: &str, kind: &str) {
        let _ = writeln!(self.0, "# HELP paydesk_hub_{name} {help}\n# TYPE paydesk_hub_{name} {kind}");
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.0, "paydesk_hub_{line}");
    }

    fn counter(&mut self, name: &str, help: &str, count: u64) {
        self.head(name, help, "counter");
        self.line(format_args!("{name} {count}"));
    }

    fn gauge(&mut self, name: &str, help: &str, now: i64) {
        self.head(name, help, "gauge");
        self.line(format_args!("{name} {now}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_are_counted_up_to_each_bound_and_beyond_all() {
        let metrics = HubMetrics::default();
        for ms in [0, 1, 7, 10_000] {
            metrics.answered_after(Duration::from_millis(ms));
        }
        let text = metrics.text(&HubGauges { is_storing: true, is_leading: false });
        for line in [
            "paydesk_hub_store_seconds_bucket{le=\"0.001\"} 2",
            "paydesk_hub_store_seconds_bucket{le=\"0.010\"} 3",
            "paydesk_hub_store_seconds_bucket{le=\"5.000\"} 3",
            "paydesk_hub_store_seconds_bucket{le=\"+Inf\"} 4",
            "paydesk_hub_store_seconds_sum 10.008000",
            "paydesk_hub_store_seconds_count 4",
            "paydesk_hub_storing 1",
            "paydesk_hub_leader 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn every_reason_has_a_counter_of_its_own() {
        let metrics = HubMetrics::default();
        for (place, reason) in RefusalReason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, place);
            metrics.refused_many(reason, place as u64);
            let text = metrics.text(&HubGauges { is_storing: false, is_leading: false });
            let line = format!("paydesk_hub_refused_total{{reason=\"{}\"}} {place}\n", reason.word());
            assert!(text.contains(&line), "{line}");
        }
    }
}
