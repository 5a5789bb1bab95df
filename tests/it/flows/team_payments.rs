//! Payments that a team's hub reads for all: copied from the team's database, followed, and searched there where they are
//! older than what is stored here.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::effect::{HistoryJob, TeamEffect, TeamPaymentsRequest};
use paydesk_core::features::history::{
    History, HistoryAction, HistoryPhase, HistoryReport, OlderStage, OpenedHistory, ReadPlace, TeamPaymentsReport,
    TeamPaymentsState, text,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::team::TeamReport;
use paydesk_core::read::Read;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payment_columns::{KnownPayments, PaymentFacets, PaymentKey, StoredPayment};
use paydesk_domain::team::{AwayRule, TeamRole};

use super::desk::{Desk, problem};
use super::service::start_time;
use super::team::{joined, report, session};

/// The database of the team and the cache of this machine, as far as payments go.
#[derive(Default)]
pub struct Outside {
    /// The newest first.
    payments: Vec<StoredPayment>,
    changed: i64,
    kept_since: Option<DateTime<Utc>>,
    /// Under their numbers.
    cache: BTreeMap<u32, StoredPayment>,
    place: ReadPlace,
    /// What a search looks for in ids.
    pub word: &'static str,
    /// What was asked of the database.
    asked: Vec<TeamPaymentsRequest>,
}

fn payment(number: i64, status: &str) -> StoredPayment {
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
    fn with(count: i64) -> Self {
        Self {
            payments: (0..count).map(|number| payment(number, "succeeded")).collect(),
            changed: 7,
            ..Self::default()
        }
    }

    fn state(&self) -> TeamPaymentsState {
        TeamPaymentsState {
            profile: "team-profile".to_owned(),
            total: self.payments.len() as u64,
            is_whole: true,
            changed: self.changed,
            kept_since: self.kept_since,
            read_ago_s: Some(4),
        }
    }

    fn tell(&self, desk: &mut Desk) {
        report(desk, TeamReport::Payments(TeamPaymentsReport::State(self.state())));
    }

    /// Answers what was asked of the database and of the cache, one of each; whether there was anything.
    fn work(&mut self, desk: &mut Desk) -> bool {
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

    fn answer(&self, request: TeamPaymentsRequest) -> TeamPaymentsReport {
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

    fn store(&mut self, job: HistoryJob) -> Option<HistoryReport> {
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

    fn copies(&self) -> usize {
        self.asked.iter().filter(|request| matches!(request, TeamPaymentsRequest::Copy { .. })).count()
    }

    fn searches(&self) -> usize {
        self.asked.iter().filter(|request| matches!(request, TeamPaymentsRequest::Search { .. })).count()
    }
}

/// A desk whose cache is open and empty, with a team whose hub reads.
fn desk_of(outside: &mut Outside) -> Desk {
    let mut desk = joined(AwayRule::Stop);
    outside.settle(&mut desk);
    desk.reads.clear();
    report(&mut desk, session(TeamRole::Operator));
    outside.tell(&mut desk);
    desk
}

fn history(desk: &Desk) -> &History {
    &desk.state.workspace.history
}

fn progress(desk: &Desk) -> String {
    let view = desk.state.view();
    text::progress(history(desk), false, view.zone, view.now)
}

fn lists_asked(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payments(list) if list.limit == 100)).count()
}

fn known(desk: &Desk, number: i64) -> Option<StoredPayment> {
    let row = history(desk).columns().find(&PaymentId::new(format!("pay_{number:06}")))?;
    history(desk).columns().payment(row)
}

pub fn search(desk: &mut Desk, text: &str) {
    desk.act(Action::History(HistoryAction::Search(text.to_owned())));
}

#[test]
fn what_the_hub_has_read_is_copied_in_parts_and_stored_and_the_service_is_not_asked() {
    let mut outside = Outside::with(23_400);
    let mut desk = desk_of(&mut outside);
    assert!(text::progress(history(&desk), false, desk.state.view().zone, desk.now).starts_with("Copying payments"));
    outside.settle(&mut desk);
    assert_eq!((outside.copies(), history(&desk).columns().len()), (3, 23_400));
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=23_400).collect::<Vec<u32>>());
    assert_eq!(lists_asked(&desk), 0, "the hub reads");
    let as_of = (desk.now - TimeDelta::seconds(4)).format("%H:%M").to_string();
    assert_eq!(progress(&desk), format!("23,400 payments · read by your team's hub · as of {as_of}"));
    assert!(history(&desk).knows_all());
    desk.pass(300);
    assert_eq!(lists_asked(&desk), 0);
}

#[test]
fn the_next_part_is_asked_for_while_one_is_stored_and_no_more_than_that() {
    let mut outside = Outside::with(60_000);
    let mut desk = desk_of(&mut outside);
    desk.history.clear();
    for _ in 0..4 {
        let Some(TeamEffect::Payments { request, .. }) = desk.team.pop() else { continue };
        let answer = outside.answer(request);
        report(&mut desk, TeamReport::Payments(answer));
    }
    let kept = desk.history.iter().filter(|job| matches!(job, HistoryJob::Keep { .. })).count();
    assert_eq!((kept, desk.team.len()), (2, 0), "the disk has two parts to store: nothing more is asked for");
}

#[test]
fn what_was_cut_off_goes_on_where_it_was_and_what_was_copied_is_there_meanwhile() {
    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 1 || !desk.history.is_empty() && outside.copies() < 2 {
        outside.work(&mut desk);
    }
    report(&mut desk, TeamReport::Away { problem: problem("the database went away") });
    desk.team.clear();
    outside.settle(&mut desk);
    let copied = history(&desk).columns().len();
    assert!((10_000..30_000).contains(&copied), "{copied}");
    assert_eq!(history(&desk).phase(), HistoryPhase::Open);
    assert_eq!(lists_asked(&desk), 0, "the hub has read a moment ago");
    report(&mut desk, session(TeamRole::Operator));
    outside.asked.clear();
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 30_000);
    let TeamPaymentsRequest::Copy { before: Some(_), .. } = &outside.asked[0] else { panic!("{:?}", outside.asked[0]) };
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=30_000).collect::<Vec<u32>>());
}

#[test]
fn what_changes_follows_and_is_stored() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 9;
    outside.tell(&mut desk);
    let Some(TeamEffect::Payments { request: TeamPaymentsRequest::Changes { after: 7 }, .. }) = desk.team.pop() else {
        panic!("{:?}", desk.team)
    };
    let payments = vec![payment(3, "cancelled"), payment(-1, "processing")];
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::Changed { payments, upto: 9, is_more: false }));
    desk.tick(1);
    outside.settle(&mut desk);
    assert_eq!(known(&desk, 3).unwrap().row.status, PaymentStatus::Cancelled);
    assert_eq!(history(&desk).columns().len(), 51);
    assert_eq!(outside.place.team.as_ref().unwrap().changed, 9);
    assert_eq!(outside.cache.len(), 51);
    outside.asked.clear();
    outside.changed = 12;
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert!(
        matches!(outside.asked[..], [TeamPaymentsRequest::Changes { after: 9 }, TeamPaymentsRequest::State]),
        "{:?}",
        outside.asked
    );
}

#[test]
fn a_part_of_the_changes_that_is_exactly_full_is_not_asked_for_again_and_again() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 8;
    outside.tell(&mut desk);
    desk.team.clear();
    let payments = vec![payment(3, "cancelled")];
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::Changed { payments, upto: 8, is_more: true }));
    outside.asked.clear();
    outside.settle(&mut desk);
    assert!(
        matches!(outside.asked[..], [TeamPaymentsRequest::Changes { after: 8 }, TeamPaymentsRequest::State]),
        "{:?}",
        outside.asked
    );
}

#[test]
fn what_this_desk_has_just_read_is_not_made_older_by_the_team_and_the_service_decides() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    // The desk captures pay_1, which the hub read before.
    desk.service.payments[0].status = "succeeded".to_owned();
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    let mut stale = payment(0, "requires_capture");
    stale.row.payment_id = PaymentId::new("pay_1");
    stale.row.amount = Money::new(1_000, Currency::iso4217("EUR"));
    let asked = desk.reads.len();
    outside.changed = 8;
    outside.tell(&mut desk);
    desk.team.clear();
    let changed = TeamPaymentsReport::Changed { payments: vec![stale], upto: 8, is_more: false };
    report(&mut desk, TeamReport::Payments(changed));
    let status = |desk: &Desk| {
        let row = history(desk).columns().find(&PaymentId::new("pay_1")).unwrap();
        history(desk).columns().payment(row).unwrap().row.status
    };
    assert_eq!(status(&desk), PaymentStatus::Succeeded);
    let reads = &desk.reads[asked..];
    assert!(
        reads.iter().any(|(_, read)| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_1")),
        "{reads:?}"
    );
    desk.serve();
    assert_eq!(status(&desk), PaymentStatus::Succeeded);
}

#[test]
fn a_desk_reads_by_itself_once_no_hub_has_read_for_ten_minutes_or_where_there_never_was_one() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    desk.tick(500);
    assert_eq!(lists_asked(&desk), 0);
    desk.tick(150);
    assert!(lists_asked(&desk) > 0);

    let mut outside = Outside::default();
    let mut desk = joined(AwayRule::Stop);
    outside.settle(&mut desk);
    assert_eq!(lists_asked(&desk), 0, "whether a hub reads is not known yet");
    report(&mut desk, session(TeamRole::Operator));
    let state = TeamPaymentsState { read_ago_s: None, is_whole: false, ..outside.state() };
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::State(state)));
    assert!(lists_asked(&desk) > 0);
    assert!(!desk.team.iter().any(|effect| matches!(effect, TeamEffect::Payments { .. })));
}

#[test]
fn payments_that_were_removed_from_the_database_are_deleted_here_and_nothing_is_copied_anew() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 50);
    outside.asked.clear();
    // The newest 20 stay.
    outside.payments.truncate(20);
    outside.kept_since = outside.payments[19].row.created;
    outside.changed += 1;
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert_eq!((history(&desk).columns().len(), outside.cache.len()), (20, 20));
    assert_eq!(outside.copies(), 0, "{:?}", outside.asked);
    outside.tell(&mut desk);
    assert!(!outside.work(&mut desk), "once");
    // Of a desk that comes later the same.
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 20);
}

#[test]
fn a_database_that_was_restored_from_an_older_copy_is_copied_anew() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 5;
    outside.asked.clear();
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert!(matches!(outside.asked[0], TeamPaymentsRequest::Copy { before: None, .. }), "{:?}", outside.asked);
    assert_eq!((history(&desk).columns().len(), outside.cache.len()), (50, 50));
}

#[test]
fn what_cannot_be_stored_is_said_and_tried_again_later() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    while !desk.history.iter().any(|job| matches!(job, HistoryJob::Keep { .. })) {
        assert!(outside.work(&mut desk));
    }
    desk.history.retain(|job| !matches!(job, HistoryJob::Keep { .. }));
    let profile_id = desk.state.profiles.current.clone();
    desk.event(Message::History { profile_id, report: HistoryReport::Kept(Some(problem("the disk is full"))) });
    outside.settle(&mut desk);
    assert_eq!(history(&desk).problem().unwrap().what, "the disk is full");
    assert_eq!((history(&desk).columns().len(), history(&desk).phase()), (0, HistoryPhase::Open));
    desk.tick(301);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 50);
}

#[test]
fn what_is_deleted_while_it_is_copied_is_copied_anew_and_nothing_is_stored_once_it_is_off() {
    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 2 {
        outside.work(&mut desk);
    }
    desk.act(Action::History(HistoryAction::Forget));
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 30_000);
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=30_000).collect::<Vec<u32>>());

    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 2 {
        outside.work(&mut desk);
    }
    desk.act(Action::History(HistoryAction::TurnOff));
    outside.settle(&mut desk);
    assert_eq!((outside.cache.len(), history(&desk).phase()), (0, HistoryPhase::Off));
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

fn stored_since(desk: &Desk) -> DateTime<Utc> {
    history(desk).stored_down_to().unwrap().created.unwrap()
}

#[test]
fn copying_ends_with_the_days_that_are_kept_here() {
    let (desk, outside) = with_older();
    let count = history(&desk).columns().len();
    assert!((718..=722).contains(&count), "{count}");
    assert_eq!(outside.cache.len(), count);
    let all = format!("{count} of 2,000 payments on this computer");
    assert!(progress(&desk).starts_with(&all), "{}", progress(&desk));
    assert!(!history(&desk).knows_all());
}

#[test]
fn older_payments_are_searched_in_the_database_once_nothing_is_typed_for_a_moment() {
    let (mut desk, mut outside) = with_older();
    for typed in ["s", "st", "status:succeeded"] {
        search(&mut desk, typed);
        outside.settle(&mut desk);
    }
    assert_eq!(outside.searches(), 0);
    assert!(matches!(history(&desk).search().older().stage(), OlderStage::Waiting(_)));
    let here = history(&desk).search().len();
    desk.tick(1);
    outside.settle(&mut desk);
    assert_eq!(outside.searches(), 1);
    desk.tick(1);
    let found = history(&desk).search();
    assert_eq!((found.len(), found.older().found()), (here + 200, 200), "one list");
    let last = history(&desk).found(found.len() - 1).unwrap();
    assert!(history(&desk).is_older(&last) && last.row.created.unwrap() < stored_since(&desk));
    assert!(!history(&desk).is_older(&history(&desk).found(0).unwrap()));
    assert_eq!(found.facets().statuses, [(PaymentStatus::Succeeded, 2_000)], "counts are over all of them");
    assert_eq!(text::older(found.older()).unwrap(), "200 of them older, from your team's database so far");

    desk.act(Action::History(HistoryAction::SearchOlder));
    outside.settle(&mut desk);
    desk.tick(1);
    assert_eq!(history(&desk).search().len(), here + 400);
    search(&mut desk, "");
    desk.tick(1);
    assert_eq!(history(&desk).search().older().stage(), &OlderStage::Idle);
}

#[test]
fn what_is_answered_to_an_earlier_question_is_not_taken_and_a_failure_is_said() {
    let (mut desk, outside) = with_older();
    search(&mut desk, "status:succeeded");
    desk.tick(1);
    let asked: Vec<TeamPaymentsRequest> = desk
        .team
        .drain(..)
        .filter_map(|effect| match effect {
            TeamEffect::Payments { request, .. } => Some(request),
            _ => None,
        })
        .collect();
    search(&mut desk, "status:failed");
    let known = history(&desk).columns().len();
    for request in asked {
        report(&mut desk, TeamReport::Payments(outside.answer(request)));
    }
    assert_eq!((history(&desk).columns().len(), history(&desk).search().facets().statuses.len()), (known, 1));
    desk.tick(1);
    let nth = history(&desk).search().questions();
    let failed = TeamPaymentsReport::Failed { nth: Some(nth), problem: problem("the database is away") };
    report(&mut desk, TeamReport::Payments(failed));
    let older = history(&desk).search().older();
    assert_eq!(text::older(older).unwrap(), "Older ones were not searched: the database is away");
    desk.team.clear();
    desk.act(Action::History(HistoryAction::SearchOlder));
    assert!(matches!(&desk.team[..], [TeamEffect::Payments { request: TeamPaymentsRequest::Search { .. }, .. }]));
}

#[test]
fn nothing_older_is_searched_where_everything_is_here() {
    let mut outside = Outside::with(500);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    search(&mut desk, "status:succeeded");
    desk.tick(5);
    outside.settle(&mut desk);
    assert_eq!(outside.searches(), 0);
    assert_eq!(text::older(history(&desk).search().older()), None);
}
