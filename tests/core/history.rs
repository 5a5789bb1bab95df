//! Every payment, read in the background: what is asked and when, what is known then, and what is found of it.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use paydesk_api::outcome::Attempt;
use paydesk_core::dialog::{Confirmation, Dialog, HistoryDeletion};
use paydesk_core::effect::{HistoryJob, TableExport, TableJob};
use paydesk_core::features::history::{
    FirstPayments, HistoryAction, HistoryPhase, HistoryReport, KnownSoFar, OpenedHistory, ReadPlace, RelatedKnown,
    text, why_incomplete,
};
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::table_exports::{
    ExportList, ExportRows, ExportedTable, TableExportAction, TableExportReport,
};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::export::ExportFormat;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, SearchContext, SortKey, StoredPayment};
use paydesk_index::payment_export;
use paydesk_index::payment_query::parse_query;
use paydesk_test_core::desk::{Desk, eur, problem, profile, succeeded_row};
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::service::{Pay, budget, no_connection, refused, start_time};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::json;

fn opened(columns: KnownPayments, place: ReadPlace) -> Message {
    let opened = OpenedHistory { columns, place, is_written: false };
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
}

pub fn many(count: usize) -> Vec<Pay> {
    let status = |index: usize| ["succeeded", "requires_capture", "failed"][index % 3];
    (0..count).map(|index| Pay::with_status(&format!("pay_{index:04}"), status(index), 1_000 + index as i64)).collect()
}

/// A desk whose cache was just opened, empty; nothing of the background was answered.
pub fn opening(payments: Vec<Pay>) -> Desk {
    let mut desk = Desk::ready(payments);
    assert!(matches!(desk.history[..], [HistoryJob::Open { .. }]));
    desk.event(opened(KnownPayments::default(), ReadPlace::default()));
    desk
}

/// Answers reads and jobs of the cache until nothing is left.
pub fn settle(desk: &mut Desk) {
    for _ in 0..2_000 {
        let jobs: Vec<HistoryJob> = desk.history.drain(..).collect();
        for _ in jobs.iter().filter(|job| matches!(job, HistoryJob::Keep { .. })) {
            desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
        }
        if desk.reads.is_empty() && desk.history.is_empty() {
            return;
        }
        if !desk.reads.is_empty() {
            desk.serve_one();
        }
    }
    panic!("reads without end");
}

fn progress(desk: &Desk) -> String {
    let view = desk.state.view();
    let is_paused = view.settings.history(view.profile_id).is_paused;
    text::progress(&desk.state.workspace.history, is_paused, view.zone, view.now)
}

fn search(desk: &mut Desk, text: &str) {
    desk.act(Action::History(HistoryAction::Search(text.to_owned())));
}

fn found(desk: &Desk) -> Vec<String> {
    let history = &desk.state.workspace.history;
    (0..history.search().len())
        .filter_map(|place| history.found(place))
        .map(|found| found.row.payment_id.to_string())
        .collect()
}

#[test]
fn all_pages_are_read_then_the_details_and_every_payment_is_handed_to_the_cache() {
    let mut desk = opening(many(230));
    let mut kept = std::collections::BTreeSet::new();
    while !desk.reads.is_empty() {
        desk.serve_one();
        for job in desk.history.drain(..).collect::<Vec<_>>() {
            if let HistoryJob::Keep { payments, .. } = job {
                kept.extend(payments.iter().map(|(_, payment)| payment.row.payment_id.to_string()));
                desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
            }
        }
    }
    let history = &desk.state.workspace.history;
    assert_eq!((history.columns().len(), history.columns().detailed(), kept.len()), (230, 230, 230));
    assert!(history.place().is_whole);
    assert_eq!(progress(&desk), format!("230 payments · Updated {}", desk.now.format("%H:%M")));
}

#[test]
fn at_most_sixteen_requests_are_under_way_and_they_leave_two_fifths_of_the_limit_to_others() {
    let mut desk = opening(many(400));
    let mut most = 0;
    for _ in 0..20 {
        desk.serve_one();
        most = most.max(desk.reads.len());
    }
    assert_eq!(most, 16);
    desk.service.rate = Some(budget(600, 241, 30));
    for _ in 0..3 {
        desk.serve_one();
    }
    desk.service.rate = Some(budget(600, 240, 30));
    while !desk.reads.is_empty() {
        desk.serve_one();
    }
    // What a person opens leaves at once.
    desk.act(Action::Payments(paydesk_core::features::payments::PaymentsAction::Open(PaymentId::new("pay_0003"))));
    assert!(
        desk.reads
            .iter()
            .any(|(_, read)| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_0003"))
    );
    let before = desk.state.workspace.history.columns().detailed();
    assert!(before < 400);
    desk.reads.clear();
    desk.service.rate = Some(budget(600, 600, 60));
    desk.tick(31);
    assert!(!desk.reads.is_empty(), "it goes on when the limit is reset");
}

fn offsets(desk: &Desk) -> Vec<u32> {
    let offset = |read: &Read| match read {
        Read::Payments(list) => Some(list.offset),
        _ => None,
    };
    desk.reads.iter().filter_map(|(_, read)| offset(read)).collect()
}

#[test]
fn pages_are_asked_for_ahead_and_may_come_in_any_order_once_each() {
    let mut desk = opening(many(1_230));
    assert_eq!(offsets(&desk), [0], "before the first page nothing is known of the others");
    let mut asked = Vec::new();
    while let Some(last) = desk.reads.iter().rposition(|(_, read)| matches!(read, Read::Payments(_))) {
        asked.extend(offsets(&desk));
        let read = desk.reads.remove(last);
        desk.reads.insert(0, read);
        desk.serve_one();
        for _ in desk.history.drain(..).filter(|job| matches!(job, HistoryJob::Keep { .. })).collect::<Vec<_>>() {
            desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
        }
        assert!(offsets(&desk).len() <= 8, "{:?}", offsets(&desk));
    }
    asked.sort_unstable();
    asked.dedup();
    assert_eq!(asked, (0..13).map(|page| page * 100).collect::<Vec<_>>());
    let history = &desk.state.workspace.history;
    assert_eq!((history.columns().len(), history.place().offset, history.place().is_whole), (1_230, 1_230, true));
}

#[test]
fn a_page_that_is_missing_is_read_again_before_the_list_counts_as_whole() {
    let mut desk = opening(many(530));
    desk.serve_one();
    assert_eq!(offsets(&desk), [100, 200, 300, 400, 500]);
    let (lost, read) = desk.reads.remove(1);
    desk.answer(lost, &read, no_connection());
    while offsets(&desk).first().is_some_and(|offset| *offset != 200) {
        desk.serve_one();
    }
    assert!(!desk.state.workspace.history.place().is_whole);
    assert_eq!(desk.state.workspace.history.place().offset, 200);
    for _ in 0..20 {
        desk.tick(10);
        settle(&mut desk);
    }
    let history = &desk.state.workspace.history;
    assert_eq!((history.columns().len(), history.place().is_whole), (530, true));
}

#[test]
fn pages_with_fewer_rows_than_were_asked_for_leave_no_gap() {
    let mut desk = opening(many(530));
    desk.service.page_max = Some(70);
    settle(&mut desk);
    let history = &desk.state.workspace.history;
    assert_eq!((history.columns().len(), history.place().is_whole), (530, true));
}

#[test]
fn after_a_kill_reading_goes_on_where_it_was() {
    let mut desk = opening(many(330));
    let mut stored = ReadPlace::default();
    while stored.offset < 200 {
        desk.serve_one();
        desk.tick(1);
        for job in desk.history.drain(..).collect::<Vec<_>>() {
            if let HistoryJob::Keep { place, .. } = job {
                stored = place;
                desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
            }
        }
    }
    let columns = desk.state.workspace.history.columns().clone();
    let mut desk = Desk::ready(many(330));
    desk.history.clear();
    desk.event(opened(columns, stored.clone()));
    assert_eq!(offsets(&desk)[0], stored.offset);
    settle(&mut desk);
    assert_eq!(desk.state.workspace.history.columns().len(), 330);
}

#[test]
fn pages_that_come_quickly_are_stored_together_and_half_a_second_later_at_the_latest() {
    let kept = |desk: &mut Desk| -> Vec<usize> {
        let jobs = desk.history.drain(..).filter_map(|job| match job {
            HistoryJob::Keep { payments, .. } => Some(payments.len()),
            _ => None,
        });
        jobs.collect()
    };
    let mut desk = opening(many(330));
    desk.serve_one();
    desk.serve_one();
    assert_eq!(kept(&mut desk), [0; 0]);
    desk.tick(1);
    assert_eq!(kept(&mut desk), [200]);
}

#[test]
fn new_payments_of_the_time_it_was_closed_are_read_down_to_what_is_known() {
    let mut desk = opening(many(120));
    settle(&mut desk);
    let (columns, place) =
        (desk.state.workspace.history.columns().clone(), desk.state.workspace.history.place().clone());
    let mut payments = many(120);
    payments.insert(0, Pay { created: "2026-11-21T12:00:00Z".to_owned(), ..Pay::authorized("pay_new", 900) });
    let mut desk = Desk::seeded(payments, 3, start_time() + TimeDelta::hours(5));
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
    desk.serve();
    desk.event(opened(columns, place));
    settle(&mut desk);
    let history = &desk.state.workspace.history;
    assert!(history.columns().find(&PaymentId::new("pay_new")).is_some());
    assert_eq!(history.place().as_of, Some(desk.now));
}

#[test]
fn what_is_typed_finds_payments_at_once_and_a_fault_keeps_what_was_found() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    search(&mut desk, "status:failed amount:10..10.10");
    assert_eq!(found(&desk), ["pay_0002", "pay_0005", "pay_0008"]);
    search(&mut desk, "status:failed amount:10..10.10 foo:bar");
    let state = desk.state.workspace.history.search();
    assert_eq!((state.error().map(|error| error.place.clone()), state.len()), (Some(31..34), 3));
    desk.act(Action::History(HistoryAction::Sort(SortKey::Amount)));
    desk.act(Action::History(HistoryAction::Sort(SortKey::Amount)));
    assert_eq!(found(&desk), ["pay_0008", "pay_0005", "pay_0002"]);
    let facets = desk.state.workspace.history.search().facets().clone();
    assert_eq!(facets.statuses.iter().map(|(_, count)| *count).sum::<u64>(), 11, "of all statuses in that range");
    search(&mut desk, "");
    assert!(!desk.state.workspace.history.search().is_active());
}

#[test]
fn what_an_event_reports_is_known_at_once_and_read_before_all_others() {
    let mut desk = opening(many(300));
    desk.serve_one();
    let object = json!({"payment_id": "pay_told", "status": "processing", "amount": 4_200, "currency": "EUR"});
    desk.event(Message::WebhooksArrived {
        events: vec![paydesk_test_core::webhooks::event("evt_told", "payment", object, 1)],
    });
    search(&mut desk, "pay_told");
    assert_eq!(found(&desk), ["pay_told"]);
    assert!(
        desk.reads
            .iter()
            .any(|(_, read)| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_told"))
    );
}

#[test]
fn payments_of_open_disputes_are_read_before_any_page_what_is_due_soonest_first() {
    let mut desk = opening(many(4_000));
    desk.service.disputes = vec![
        dispute("dsp_0100", "dispute_opened", "fraudulent", 24),
        dispute("dsp_0200", "dispute_opened", "fraudulent", 72),
        dispute("dsp_0300", "won", "fraudulent", 24),
        dispute("dsp_0400", "challenged", "fraudulent", 24),
    ];
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    while !desk.state.workspace.disputes.inbox.is_whole() {
        desk.serve_one();
    }
    let mut asked: Vec<String> = Vec::new();
    let mut pages = 0;
    for _ in 0..20 {
        desk.serve_one();
        for (_, read) in &desk.reads {
            let detail = match read {
                Read::Payment(read) => read.payment_id.to_string(),
                _ => continue,
            };
            if !asked.contains(&detail) {
                asked.push(detail);
            }
        }
        pages += desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payments(_))).count();
    }
    assert_eq!(asked, ["pay_0200", "pay_0100", "pay_0400"]);
    assert!(pages > 0, "the list is not read yet");
    let unknown = |desk: &Desk| desk.state.workspace.disputes.unknown_customers();
    assert_eq!(unknown(&desk), 1, "of the decided one alone");
}

#[test]
fn results_follow_what_comes_a_few_times_a_second() {
    let mut desk = opening(many(5));
    settle(&mut desk);
    search(&mut desk, "status:processing");
    assert!(found(&desk).is_empty());
    let object = json!({"payment_id": "pay_told", "status": "processing", "amount": 4_200, "currency": "EUR"});
    desk.event(Message::WebhooksArrived {
        events: vec![paydesk_test_core::webhooks::event("evt_told", "payment", object, 1)],
    });
    let due = desk.state.next_due().unwrap();
    assert!(due <= desk.now + TimeDelta::milliseconds(250));
    desk.tick_at(due);
    assert_eq!(found(&desk), ["pay_told"]);
}

#[test]
fn a_pause_is_kept_and_nothing_is_asked_until_it_ends() {
    let mut desk = opening(many(300));
    desk.act(Action::History(HistoryAction::Pause));
    desk.serve();
    let known = desk.state.workspace.history.columns().len();
    assert!(known < 300 && progress(&desk).ends_with("· Paused"), "{}", progress(&desk));
    assert!(desk.saved.last().unwrap().history(&ProfileId::embedded()).is_paused);
    desk.tick(600);
    assert!(desk.pages().is_empty());
    desk.act(Action::History(HistoryAction::Resume));
    settle(&mut desk);
    assert_eq!(desk.state.workspace.history.columns().len(), 300);
}

#[test]
fn switched_off_everything_is_deleted_and_nothing_is_read() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.act(Action::History(HistoryAction::TurnOff));
    assert!(matches!(desk.history[..], [HistoryJob::Forget { .. }]));
    assert_eq!(
        (desk.state.workspace.history.columns().len(), desk.state.workspace.history.phase()),
        (0, HistoryPhase::Off)
    );
    desk.tick(600);
    desk.serve();
    assert_eq!(
        (desk.state.workspace.history.columns().len(), progress(&desk).as_str()),
        (0, "The payment history is off")
    );
    desk.act(Action::History(HistoryAction::TurnOn));
    assert!(matches!(desk.history.last(), Some(HistoryJob::Open { .. })));
}

#[test]
fn a_service_that_fails_is_asked_again_after_growing_pauses() {
    let mut desk = opening(many(300));
    desk.service.reads_get = Some(no_connection());
    desk.serve();
    let asked = |desk: &mut Desk, seconds: i64| {
        desk.tick(seconds);
        let count = desk.pages().len();
        desk.serve();
        count
    };
    assert_eq!(asked(&mut desk, 1), 0);
    desk.service.reads_get = None::<Attempt>;
    desk.tick(300);
    settle(&mut desk);
    assert_eq!(desk.state.workspace.history.columns().len(), 300);
}

#[test]
fn what_cannot_be_stored_is_said_and_found_all_the_same() {
    let mut desk = Desk::ready(many(30));
    let failed = problem("The payment history is not saved");
    desk.event(Message::History {
        profile_id: ProfileId::embedded(),
        report: HistoryReport::Opened(Err(failed.clone())),
    });
    settle(&mut desk);
    search(&mut desk, "status:failed");
    assert_eq!((found(&desk).len(), desk.state.workspace.history.problem()), (10, Some(&failed)));
}

#[test]
fn all_columns_are_written_once_nothing_has_changed_for_a_while() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.tick(19);
    assert!(desk.history.is_empty());
    desk.tick(2);
    match &desk.history[..] {
        [HistoryJob::WriteColumns { columns, .. }] => {
            assert_eq!(columns, &desk.state.workspace.history.columns().share())
        }
        other => panic!("{other:?}"),
    }
    desk.history.clear();
    desk.tick(60);
    assert!(desk.history.is_empty(), "once");
}

#[test]
fn what_changes_while_the_cache_stores_is_its_next_job() {
    let mut desk = opening(many(40));
    let kept = |desk: &mut Desk| -> Vec<usize> {
        let jobs = desk.history.drain(..);
        jobs.filter_map(|job| if let HistoryJob::Keep { payments, .. } = job { Some(payments.len()) } else { None })
            .collect()
    };
    desk.serve_one();
    desk.tick(1);
    assert_eq!(kept(&mut desk), [40], "the rows of the list");
    while !desk.reads.is_empty() {
        desk.serve_one();
    }
    desk.tick(30);
    assert_eq!(kept(&mut desk), [0; 0], "one job at a time");
    assert!(desk.state.next_due().is_none_or(|due| due > desk.now), "nothing is due while the cache stores");
    desk.event(Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) });
    assert_eq!(kept(&mut desk), [40], "their details, together");
}

#[test]
fn what_is_kept_is_handed_over_before_it_is_read_again_from_this_machine() {
    let mut desk = opening(many(40));
    desk.serve_one();
    desk.history.clear();
    while !desk.reads.is_empty() {
        desk.serve_one();
    }
    desk.act(Action::History(HistoryAction::Keep(Some(90))));
    assert!(matches!(desk.history[..], [HistoryJob::Keep { .. }, HistoryJob::Open { .. }]), "{:?}", desk.history);
}

#[test]
fn what_would_delete_payments_is_asked_first() {
    let mut desk = opening(many(40));
    settle(&mut desk);
    desk.act(Action::History(HistoryAction::AskToKeep(Some(90))));
    assert_eq!(desk.state.workspace.dialog, None, "all are younger");
    let kept = |desk: &Desk| desk.state.settings.history(&ProfileId::embedded()).keep_days;
    desk.act(Action::History(HistoryAction::AskToKeep(None)));
    assert_eq!((kept(&desk), &desk.state.workspace.dialog), (None, &None), "nothing is deleted");
    settle(&mut desk);
    desk.tick(60 * 86_400);
    desk.act(Action::History(HistoryAction::AskToKeep(Some(30))));
    let asked = matches!(
        desk.state.workspace.dialog,
        Some(Dialog::DeleteHistory { deletion: HistoryDeletion::Shorten(30), .. })
    );
    assert!(asked && kept(&desk).is_none(), "{:?}", desk.state.workspace.dialog);
    desk.tick(1);
    desk.act(Action::Confirm(Confirmation::DeleteHistory));
    assert_eq!(kept(&desk), Some(30));
}

#[test]
fn a_status_that_changed_without_an_event_is_found_by_reading_again() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.service.pay("pay_0001").status = "cancelled".to_owned();
    desk.tick(700);
    settle(&mut desk);
    desk.tick(700);
    settle(&mut desk);
    let history = &desk.state.workspace.history;
    let row = history.columns().find(&PaymentId::new("pay_0001")).unwrap();
    assert_eq!(history.columns().payment(row).unwrap().row.status, PaymentStatus::Cancelled);
}

fn export(desk: &mut Desk, format: ExportFormat) -> Option<TableExport> {
    let start = TableExportAction::Start(ExportList::Payments, format);
    desk.act(Action::TableExport(start));
    desk.tables.drain(..).find_map(|job| match job {
        TableJob::Write(export) => Some(*export),
        TableJob::Cancel { .. } => None,
    })
}

fn exported_ids(export: &TableExport) -> Vec<String> {
    let ExportRows::Payments(rows, _) = &export.rows else { panic!("{export:?}") };
    rows.payments().map(|payment| payment.row.payment_id.to_string()).collect()
}

#[test]
fn what_is_found_is_exported_in_its_order_one_file_at_a_time() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    search(&mut desk, "status:failed");
    let job = export(&mut desk, ExportFormat::Csv).expect("an export");
    let manifest = &job.manifest;
    assert_eq!(
        (exported_ids(&job), manifest.query.as_str(), &manifest.incomplete),
        (found(&desk), "status:failed", &None)
    );
    assert_eq!(export(&mut desk, ExportFormat::Csv), None, "one is being written");
    end(&mut desk, &job, 10);
    let said = desk.state.toasts.shown().last().unwrap().text.clone();
    assert_eq!(said, "10 payments exported to exports/payments.csv");
    search(&mut desk, "");
    let all = export(&mut desk, ExportFormat::Csv).expect("an export");
    assert_eq!((all.rows.len(), exported_ids(&all).len()), (30, 30), "all that are known");
}

#[test]
fn all_that_are_known_are_exported_in_the_order_of_the_list() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Sort(SortKey::PaymentId)));
    let job = export(&mut desk, ExportFormat::Jsonl).expect("an export");
    let payments = &desk.state.workspace.payments;
    let listed: Vec<String> = (0..30).map(|row| payments.row(row).unwrap().payment.payment_id.to_string()).collect();
    assert_eq!(exported_ids(&job), listed);
}

fn end(desk: &mut Desk, export: &TableExport, rows: u64) {
    let table = ExportedTable { path: "exports/payments.csv".to_owned(), rows, incomplete: None };
    desk.event(Message::TableExport { number: export.number, report: TableExportReport::Written(table) });
}

fn why_exported_incomplete(desk: &mut Desk) -> Option<String> {
    let job = export(desk, ExportFormat::Jsonl).expect("an export");
    end(desk, &job, 1);
    job.manifest.incomplete
}

#[test]
fn an_export_while_payments_are_still_read_says_that_there_may_be_more() {
    let mut desk = opening(many(330));
    desk.serve_one();
    assert_eq!(why_exported_incomplete(&mut desk).as_deref(), Some("only 100 payments loaded so far"));
}

#[test]
fn an_export_of_what_is_kept_for_some_days_says_that_older_ones_are_missing() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    let (columns, place) =
        (desk.state.workspace.history.columns().clone(), desk.state.workspace.history.place().clone());
    desk.act(Action::History(HistoryAction::Keep(Some(30))));
    desk.event(opened(columns, place));
    let why = why_exported_incomplete(&mut desk);
    assert_eq!(why.as_deref(), Some("only payments from the last 30 days are stored, as set in the payment history"));
}

#[test]
fn an_export_says_where_the_service_has_more_than_could_be_read() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    assert_eq!(why_exported_incomplete(&mut desk), None);
    for (total, why) in [(2, Some("the service has 2 payments, and 0 could be read")), (0, None)] {
        let place = ReadPlace { is_whole: true, total: Some(total), ..ReadPlace::default() };
        assert_eq!(why_of("", &KnownPayments::default(), &place, None).as_deref(), why);
    }
}

/// Why what is known need not be all that a query finds, on the day of the service.
fn why_of(query: &str, columns: &KnownPayments, place: &ReadPlace, keep_days: Option<u32>) -> Option<String> {
    let day_start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let context = SearchContext { today: start_time().date_naive(), day_start: &day_start, notes: &() };
    let related = RelatedKnown { refunds: false, disputes: false };
    let known = KnownSoFar { columns, place, keep_days, related, needs_details: true, needs_received: false };
    why_incomplete(known, &parse_query(query).unwrap(), &context, start_time())
}

#[test]
fn an_export_of_a_month_is_complete_although_newer_payments_are_not_read_whole() {
    let mut columns = KnownPayments::default();
    for (id, status, created, is_detailed) in [
        ("pay_october", "succeeded", "2026-10-12T08:00:00Z", true),
        ("pay_new_1", "succeeded", "2026-11-21T08:00:00Z", false),
        ("pay_new_2", "failed", "2026-11-21T09:00:00Z", false),
    ] {
        let row = PaymentRow {
            status: PaymentStatus::from_word(status),
            ..succeeded_row(id, eur(500), created.parse().unwrap())
        };
        let listed = StoredPayment::listed(row, start_time());
        columns.put(&StoredPayment { detailed_at: is_detailed.then(start_time), ..listed });
    }
    columns.order_new();
    let place = ReadPlace { is_whole: true, ..ReadPlace::default() };
    for (query, why) in [
        ("created:2026-10", None),
        ("created:2026-10 email:anna", None),
        ("created:2026-11", Some("the details of 2 payments are not loaded yet")),
        ("status:failed", Some("the details of 1 payment are not loaded yet")),
        ("email:anna", Some("the details of 2 payments are not loaded yet")),
        ("created:2026-10 disputed:yes", Some("not all of the service's disputes have been read")),
    ] {
        assert_eq!(why_of(query, &columns, &place, None).as_deref(), why, "{query}");
    }
    assert!(why_of("created:2026-10", &columns, &place, Some(30)).unwrap().contains("last 30 days"));
    assert_eq!(why_of("created:2026-11-05", &columns, &place, Some(30)), None, "these days are kept");
}

#[test]
fn no_export_by_days_is_complete_while_a_date_of_creation_could_not_be_read() {
    let mut columns = KnownPayments::default();
    for (id, status, created) in
        [("pay_1", "succeeded", Some(start_time())), ("pay_2", "failed", None), ("pay_3", "failed", None)]
    {
        let status = PaymentStatus::from_word(status);
        let row = PaymentRow { status, created, ..succeeded_row(id, eur(500), start_time()) };
        columns.put(&StoredPayment { detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) });
    }
    columns.order_new();
    let place = ReadPlace { is_whole: true, ..ReadPlace::default() };
    for (query, why) in [
        ("created:2026-11", Some("the creation dates of 2 rows could not be read")),
        ("-created:2026-10", Some("the creation dates of 2 rows could not be read")),
        ("created:7d status:failed", Some("the creation dates of 2 rows could not be read")),
        ("created:7d status:succeeded", None),
        ("status:failed", None),
    ] {
        assert_eq!(why_of(query, &columns, &place, None).as_deref(), why, "{query}");
    }
}

#[test]
fn an_export_of_what_every_list_says_is_complete_without_details() {
    let mut columns = KnownPayments::default();
    let row = succeeded_row("pay_1", eur(500), start_time());
    columns.put(&StoredPayment::listed(row, start_time()));
    columns.order_new();
    let place = ReadPlace { is_whole: true, ..ReadPlace::default() };
    let day_start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let context = SearchContext { today: start_time().date_naive(), day_start: &day_start, notes: &() };
    let related = RelatedKnown { refunds: true, disputes: true };
    let why = |query: &str, needs_details| {
        let known = KnownSoFar {
            columns: &columns,
            place: &place,
            keep_days: None,
            related,
            needs_details,
            needs_received: needs_details,
        };
        why_incomplete(known, &parse_query(query).unwrap(), &context, start_time())
    };
    let missing = Some("the details of 1 payment are not loaded yet".to_owned());
    assert_eq!((why("status:succeeded", false), why("status:succeeded", true)), (None, missing.clone()));
    assert_eq!(why("email:anna", false), missing, "what is asked for is in the details");
    let row = succeeded_row("pay_1", eur(500), start_time());
    columns.put(&StoredPayment { detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) });
    let why = |needs_received| {
        let known = KnownSoFar {
            columns: &columns,
            place: &place,
            keep_days: None,
            related,
            needs_details: true,
            needs_received,
        };
        why_incomplete(known, &parse_query("").unwrap(), &context, start_time())
    };
    let unknown = "the service's list does not give the amount received for 1 payment".to_owned();
    assert_eq!((why(false), why(true)), (None, Some(unknown)));
    let columns_of = |names: &[&str]| {
        let number = |name: &&str| payment_export::COLUMNS.iter().position(|known| known == name).unwrap();
        payment_export::needs_details(&names.iter().map(number).collect::<Vec<_>>())
    };
    assert!(!columns_of(&["payment_id", "created", "amount", "currency", "status"]));
    assert!(columns_of(&["payment_id", "email"]) && columns_of(&["amount_received"]));
}

#[test]
fn the_whole_list_is_known_before_all_details_are() {
    let mut desk = opening(many(530));
    let since = desk.now;
    desk.act(Action::History(HistoryAction::ReadNow));
    while !desk.state.workspace.history.is_listed(since) {
        desk.serve_one();
    }
    let history = &desk.state.workspace.history;
    assert_eq!((history.columns().len(), history.is_current(since)), (530, false));
    assert!(history.columns().detailed() < 530, "an export that needs no details waits for none");
}

#[test]
fn what_is_asked_to_be_read_now_is_read_however_long_ago_that_was() {
    let mut desk = opening(many(30));
    settle(&mut desk);
    desk.tick(5);
    assert!(desk.reads.is_empty());
    desk.act(Action::History(HistoryAction::ReadNow));
    let asked = desk.now;
    assert!(!desk.state.workspace.history.is_current(asked));
    desk.tick(1);
    settle(&mut desk);
    assert!(desk.state.workspace.history.is_current(asked));
}

/// A desk that knows the newest of its payments alone, and all of them.
fn with_first() -> (Desk, KnownPayments) {
    let mut known = opening(many(230));
    settle(&mut known);
    let columns = known.state.workspace.history.columns().clone();
    let mut first = KnownPayments::default();
    for row in &columns.newest()[..100] {
        first.put(&columns.payment(*row as usize).unwrap());
    }
    first.order_new();
    let mut desk = Desk::ready(many(230));
    desk.history.clear();
    report(&mut desk, HistoryReport::First(Box::new(FirstPayments { columns: first })));
    (desk, columns)
}

fn report(desk: &mut Desk, report: HistoryReport) {
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
}

#[test]
fn the_newest_payments_are_there_at_once_and_marked_until_all_are_read() {
    let (mut desk, columns) = with_first();
    let history = &desk.state.workspace.history;
    assert!(history.has_first_alone());
    assert_eq!(progress(&desk), "The newest 100 payments · Reading the others from this computer…");
    assert_eq!(history.columns().newest().len(), 100);
    desk.tick(60);
    assert!(desk.history.is_empty(), "nothing is stored of what is not whole");
    desk.event(opened(columns, ReadPlace::default()));
    let history = &desk.state.workspace.history;
    assert!(!history.has_first_alone());
    assert_eq!(history.columns().len(), 230);
}

#[test]
fn a_search_waits_until_all_payments_are_read_instead_of_looking_at_the_newest_alone() {
    let (mut desk, columns) = with_first();
    search(&mut desk, "status:failed");
    assert!(desk.state.workspace.history.is_waiting());
    assert!(found(&desk).is_empty());
    let questions = desk.state.workspace.history.search().questions();
    desk.event(opened(columns, ReadPlace::default()));
    assert!(!desk.state.workspace.history.is_waiting());
    assert_eq!(found(&desk).len(), 76);
    assert_ne!(desk.state.workspace.history.search().questions(), questions, "no row that was marked is marked now");
}

#[test]
fn the_newest_alone_never_pass_for_everything_where_the_others_cannot_be_read() {
    let (mut desk, _) = with_first();
    report(&mut desk, HistoryReport::Opened(Err(problem("The payment history is not saved: disk full"))));
    let history = &desk.state.workspace.history;
    assert!(history.columns().is_empty() && !history.has_first_alone());
    assert_eq!(history.phase(), HistoryPhase::Open);
}

#[test]
fn rows_that_were_marked_are_given_up_where_rows_have_other_numbers() {
    let mut desk = opening(many(3));
    settle(&mut desk);
    let questions = |desk: &Desk| desk.state.workspace.history.search().questions();
    for action in [HistoryAction::Forget, HistoryAction::Keep(Some(90))] {
        let before = questions(&desk);
        desk.act(Action::History(action));
        desk.event(opened(KnownPayments::default(), ReadPlace::default()));
        assert_ne!(questions(&desk), before);
    }
}

#[test]
fn nothing_is_deleted_before_it_is_confirmed_and_then_all_of_the_profile_is() {
    for (deletion, phase) in
        [(HistoryDeletion::Forget, HistoryPhase::Open), (HistoryDeletion::TurnOff, HistoryPhase::Off)]
    {
        let mut desk = opening(many(5));
        settle(&mut desk);
        let deletes = |desk: &Desk| desk.history.iter().any(|job| matches!(job, HistoryJob::Forget { .. }));
        desk.act(Action::History(HistoryAction::Ask(deletion)));
        assert!(matches!(desk.state.workspace.dialog, Some(Dialog::DeleteHistory { .. })));
        assert!(!deletes(&desk));
        desk.act(Action::DismissDialog);
        desk.act(Action::Confirm(Confirmation::DeleteHistory));
        assert!(!deletes(&desk), "it was not confirmed");
        desk.act(Action::History(HistoryAction::Ask(deletion)));
        desk.act(Action::Confirm(Confirmation::DeleteHistory));
        assert!(deletes(&desk) && desk.state.workspace.dialog.is_none());
        assert!(desk.state.workspace.history.columns().is_empty());
        assert_eq!(desk.state.workspace.history.phase(), phase);
    }
}

#[test]
fn home_counts_what_waits_among_all_payments_once_they_are_known() {
    let review = |index: usize| {
        let created = format!("2026-0{}-01T08:00:00Z", 1 + index % 3);
        Pay { created, ..Pay::with_status(&format!("pay_old_{index}"), "requires_merchant_action", 1_000) }
    };
    let mut payments = many(1_300);
    payments.iter_mut().for_each(|pay| pay.created = "2026-11-20T08:00:00Z".to_owned());
    payments.extend((0..3).map(review));
    let mut desk = opening(payments);
    desk.act(Action::GoTo(Route::Home));
    settle(&mut desk);
    let home = &desk.state.workspace.home;
    let entry = home.entry(HomeItem::ToReview).unwrap();
    assert_eq!(
        (entry.waiting.text().as_str(), entry.sums.text().as_str()),
        ("3", "30.00 EUR"),
        "the newest 1,000 payments have none"
    );
    assert_eq!(desk.state.workspace.all_payments(), Known::Exact(1_303));
}

/// How many payments and pages of them are asked for in an hour; all are answered.
fn asked_in_an_hour(desk: &mut Desk) -> usize {
    let mut asked = 0;
    for _ in 0..60 {
        desk.tick(60);
        while !desk.reads.is_empty() {
            asked += desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payments(_) | Read::Payment(_))).count();
            desk.serve();
        }
        settle(desk);
    }
    asked
}

#[test]
fn after_a_403_no_payment_is_asked_for_until_a_person_asks_or_the_key_is_replaced() {
    let ready = || Message::ServiceReady { profile: profile(), key_place: None };
    let refusal = refused(403, "AU_03", "This key may not read payments");
    for pages_come in [false, true] {
        for is_replaced in [false, true] {
            let mut desk = opening(many(230));
            while pages_come && desk.reads.iter().any(|(_, read)| matches!(read, Read::Payments(_))) {
                desk.serve_one();
            }
            desk.service.reads_get = Some(refusal.clone());
            settle(&mut desk);
            assert!(progress(&desk).ends_with(" · stopped: This key may not read payments"), "{}", progress(&desk));
            assert_eq!(asked_in_an_hour(&mut desk), 0, "details alone: {pages_come}");
            desk.service.reads_get = None;
            match is_replaced {
                true => desk.event(ready()),
                false => desk.act(Action::History(HistoryAction::ReadNow)),
            }
            settle(&mut desk);
            assert_eq!(desk.state.workspace.history.columns().detailed(), 230, "{}", progress(&desk));
        }
    }
}

#[test]
fn who_looks_for_disputed_payments_finds_those_whose_dispute_was_won_too() {
    let mut desk = opening(many(6));
    settle(&mut desk);
    let dispute = |id: &str, payment: &str, status: &str| {
        json!({"dispute_id": id, "payment_id": payment, "amount": 1_000, "currency": "EUR", "status": status,
            "reason": "fraudulent", "created": "2026-11-22T11:00:00Z"})
    };
    let opened = event("evt_1", "dispute", dispute("dsp_1", "pay_0000", "dispute_opened"), 1);
    arrive(&mut desk, [opened, event("evt_2", "dispute", dispute("dsp_2", "pay_0003", "won"), 2)]);
    settle(&mut desk);
    search(&mut desk, "disputed:yes");
    let mut found = found(&desk);
    found.sort();
    assert_eq!(found, ["pay_0000", "pay_0003"]);
}
