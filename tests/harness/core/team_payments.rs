//! Payments that a team's hub read: its database and the cache of this machine.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::effect::{HistoryJob, TeamEffect, TeamPaymentsRequest};
use paydesk_core::features::history::{
    History, HistoryAction, HistoryReport, OpenedHistory, ReadPlace, TeamPaymentsReport, TeamPaymentsState,
};
use paydesk_core::features::team::TeamReport;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_index::payment_columns::{KnownPayments, PaymentFacets, PaymentKey, StoredPayment};

use crate::desk::Desk;
use crate::service::start_time;
use crate::team::{joined, report, session};

/// The database of the team and the cache of this machine, as far as payments go.
#[derive(Default)]
pub struct Outside {
    /// The newest first.
    pub payments: Vec<StoredPayment>,
    pub changed: i64,
    pub kept_since: Option<DateTime<Utc>>,
    /// Under their numbers.
    pub cache: BTreeMap<u32, StoredPayment>,
    pub place: ReadPlace,
    /// What a search looks for in ids.
    pub word: &'static str,
    /// What was asked of the database.
    pub asked: Vec<TeamPaymentsRequest>,
}

pub fn payment(number: i64, status: &str) -> StoredPayment {
    let row = PaymentRow {
        payment_id: PaymentId::new(format!("pay_{number:06}")),
        status: PaymentStatus::from_word(status),
        amount: Money::new(1_000 + number, Currency::iso4217("EUR")),
        created: Some(start_time() - TimeDelta::hours(number)),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: None,
        unified_code: None,
        unified_message: None,
    };
    let at = Some(start_time());
    StoredPayment { detailed_at: at, ..StoredPayment::listed(row, start_time()) }
}

impl Outside {
    pub fn with(count: i64) -> Self {
        Self {
            payments: (0..count).map(|number| payment(number, "succeeded")).collect(),
            changed: 7,
            ..Self::default()
        }
    }

    pub fn state(&self) -> TeamPaymentsState {
        TeamPaymentsState {
            profile: "team-profile".to_owned(),
            total: self.payments.len() as u64,
            is_whole: true,
            changed: self.changed,
            kept_since: self.kept_since,
            read_ago_s: Some(4),
        }
    }

    pub fn tell(&self, desk: &mut Desk) {
        report(desk, TeamReport::Payments(TeamPaymentsReport::State(self.state())));
    }

    /// Answers what was asked of the database and of the cache, one of each; whether there was anything.
    pub fn work(&mut self, desk: &mut Desk) -> bool {
        let job = (!desk.history.is_empty()).then(|| desk.history.remove(0));
        let place = desk.team.iter().position(|effect| matches!(effect, TeamEffect::Payments { .. }));
        let request = place.map(|place| desk.team.remove(place));
        let is_any = job.is_some() || request.is_some();
        if let Some(TeamEffect::Payments { request, .. }) = request {
            self.asked.push(request.clone());
            let answer = self.answer(request);
            report(desk, TeamReport::Payments(answer));
        }
        if let Some(answer) = job.and_then(|job| self.store(job)) {
            let profile_id = desk.state.profiles.current.clone();
            desk.event(Message::History { profile_id, report: answer });
        }
        is_any
    }

    pub fn settle(&mut self, desk: &mut Desk) {
        let mut rounds = 0;
        while self.work(desk) {
            rounds += 1;
            assert!(rounds < 1_000, "without end: {:?}", self.asked.last());
        }
    }

    pub fn answer(&self, request: TeamPaymentsRequest) -> TeamPaymentsReport {
        let behind = |before: &Option<PaymentKey>| match before {
            None => 0,
            Some(key) => self
                .payments
                .iter()
                .position(|payment| payment.row.created < key.created)
                .unwrap_or(self.payments.len()),
        };
        match request {
            TeamPaymentsRequest::State => TeamPaymentsReport::State(self.state()),
            TeamPaymentsRequest::Copy { before, count } => {
                let from = behind(&before);
                let payments: Vec<StoredPayment> = self.payments[from..].iter().take(count as usize).cloned().collect();
                let is_last = payments.len() < count as usize;
                TeamPaymentsReport::Copied { payments, is_last }
            }
            TeamPaymentsRequest::Changes { .. } => {
                TeamPaymentsReport::Changed { payments: Vec::new(), upto: self.changed, is_more: false }
            }
            TeamPaymentsRequest::Search { nth, before, .. } => {
                let older = self.payments[behind(&before)..].iter();
                let matching = older.filter(|payment| payment.row.payment_id.as_str().contains(self.word));
                let found: Vec<StoredPayment> = matching.take(200).cloned().collect();
                let next = (found.len() == 200).then(|| PaymentKey::of(&found[199]));
                TeamPaymentsReport::Found { nth, payments: found, next }
            }
            TeamPaymentsRequest::Count { nth, .. } => {
                let statuses = vec![(PaymentStatus::Succeeded, self.payments.len() as u64)];
                let facets = PaymentFacets { statuses, ..Default::default() };
                TeamPaymentsReport::Counted { nth, facets: Some(Box::new(facets)) }
            }
        }
    }

    pub fn store(&mut self, job: HistoryJob) -> Option<HistoryReport> {
        match job {
            HistoryJob::Open { keep_since, .. } => {
                self.cache.retain(|_, payment| payment.row.created >= keep_since);
                let mut columns = KnownPayments::default();
                for (number, payment) in &self.cache {
                    columns.push(payment, *number);
                }
                columns.order_new();
                let opened = OpenedHistory { columns, place: self.place.clone(), is_written: false };
                Some(HistoryReport::Opened(Ok(Box::new(opened))))
            }
            HistoryJob::Keep { payments, place, .. } => {
                self.cache.extend(payments);
                self.place = place;
                Some(HistoryReport::Kept(None))
            }
            HistoryJob::Forget { .. } => {
                (self.cache, self.place) = (BTreeMap::new(), ReadPlace::default());
                None
            }
            HistoryJob::WriteColumns { .. } | HistoryJob::Sort { .. } | HistoryJob::Count { .. } => None,
        }
    }

    pub fn copies(&self) -> usize {
        self.asked.iter().filter(|request| matches!(request, TeamPaymentsRequest::Copy { .. })).count()
    }

    pub fn searches(&self) -> usize {
        self.asked.iter().filter(|request| matches!(request, TeamPaymentsRequest::Search { .. })).count()
    }
}

pub fn history(desk: &Desk) -> &History {
    &desk.state.workspace.history
}

pub fn search(desk: &mut Desk, text: &str) {
    desk.act(Action::History(HistoryAction::Search(text.to_owned())));
}

/// A desk that stores the newest days alone, with older ones in the database.
pub fn with_older() -> (Desk, Outside) {
    let mut outside = Outside::with(2_000);
    let mut desk = joined(AwayRule::Stop);
    outside.settle(&mut desk);
    desk.act(Action::History(HistoryAction::Keep(Some(30))));
    outside.settle(&mut desk);
    report(&mut desk, session(TeamRole::Operator));
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    outside.asked.clear();
    (desk, outside)
}
