//! A number is exact, at least, or not known: every count of the sidebar and of Home, however much was read.

use chrono::TimeDelta;
use paydesk_api::outcome::Attempt;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::panels::PANELS;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};
use paydesk_test_core::desk::{Desk, capture, eur, pay_1, profile, succeeded_row};
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::{Pay, answered, html, no_connection, refused, start_time};
use serde_json::json;
use strum::IntoEnumIterator as _;

use super::history::{many, opening, settle};

fn home(desk: &Desk, item: HomeItem) -> Known<u64> {
    desk.state.workspace.home.entry(item).map_or(Known::Unknown, |entry| entry.waiting.count())
}

fn is_quiet(desk: &Desk, item: HomeItem) -> bool {
    desk.state.workspace.home.quiet().any(|quiet| quiet == item)
}

/// What the sidebar shows beside each of its entries.
fn sidebar(desk: &Desk) -> Vec<(&'static str, Option<String>)> {
    let listed = PANELS.iter().filter(|panel| (panel.is_listed)(&desk.state));
    listed.map(|panel| (panel.title, (panel.count)(&desk.state).map(|count| count.text()))).collect()
}

fn views(desk: &Desk) -> Vec<Known<u64>> {
    (0..3).map(|place| desk.state.workspace.view_count(place)).collect()
}

/// Whether what the search finds is said to be all.
fn found_is_all(desk: &Desk) -> bool {
    desk.state.workspace.history.found_is_all(desk.state.workspace.related_known())
}

/// A payment of which `capturable` is left to capture, two days old.
fn partly_captured(number: usize, capturable: i64) -> (Pay, PaymentRow) {
    let (id, created) = (format!("pay_part_{number:02}"), start_time() - TimeDelta::days(2));
    let pay =
        Pay { received: 1_000 - capturable, capturable, created: created.to_rfc3339(), ..Pay::captured(&id, 1_000) };
    (pay, PaymentRow { capturable_minor: Some(capturable), ..succeeded_row(&id, eur(1_000), created) })
}

/// What was stored of these payments, as they were read then.
fn stored(rows: Vec<PaymentRow>) -> Message {
    let (mut columns, at) = (KnownPayments::default(), start_time() - TimeDelta::hours(1));
    for row in rows {
        columns.put(&StoredPayment { detailed_at: Some(at), ..StoredPayment::listed(row, at) });
    }
    columns.order_new();
    let at = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: at, as_of: at, swept_at: at, ..ReadPlace::default() };
    opened(columns, place)
}

fn opened(columns: KnownPayments, place: ReadPlace) -> Message {
    let opened = OpenedHistory { columns, place, is_written: true };
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
}

#[test]
fn partial_captures_of_an_earlier_session_are_read_again_and_never_called_nothing_to_do() {
    let (mut pays, rows): (Vec<Pay>, Vec<PaymentRow>) = (0..54).map(|number| partly_captured(number, 400)).unzip();
    pays[7].capturable = 0;
    let mut desk = Desk::ready(pays);
    desk.event(stored(rows));
    desk.act(Action::GoTo(Route::Home));
    assert!(!is_quiet(&desk, HomeItem::Remainders), "they were not read again yet");
    assert!(!is_quiet(&desk, HomeItem::ToCapture));
    settle(&mut desk);
    assert_eq!(home(&desk, HomeItem::Remainders), Known::Exact(53), "one was captured whole elsewhere");
    assert_eq!(home(&desk, HomeItem::ToCapture), Known::Exact(53));
    let entry = desk.state.workspace.home.entry(HomeItem::Remainders).unwrap();
    assert_eq!(entry.sums.text(), eur(53 * 400).to_string());
    assert_eq!(desk.state.workspace.home.deadlines().len(), 53, "each of them is reported before it ends");
    desk.act(Action::Home(HomeAction::Open(HomeItem::Remainders)));
    desk.serve();
    assert_eq!(desk.state.workspace.payments.len(), 53, "the number leads to its rows");
}

#[test]
fn a_partial_capture_that_cannot_be_read_again_leaves_its_number_unknown() {
    let (pays, rows): (Vec<Pay>, Vec<PaymentRow>) = (0..3).map(|number| partly_captured(number, 400)).unzip();
    let mut desk = Desk::ready(pays);
    desk.event(stored(rows));
    desk.act(Action::GoTo(Route::Home));
    let reads = std::mem::take(&mut desk.reads);
    for (request_id, read) in reads {
        match &read {
            Read::Payment(_) => desk.answer(request_id, &read, no_connection()),
            _ => desk.reads.push((request_id, read)),
        }
    }
    assert!(!home(&desk, HomeItem::Remainders).is_exact() && !is_quiet(&desk, HomeItem::Remainders));
}

#[test]
fn what_a_list_does_not_tell_may_have_something_left_until_its_details_are_read() {
    let (part, _) = partly_captured(1, 400);
    let mut desk = Desk::ready(vec![part, Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    assert_eq!(home(&desk, HomeItem::ToCapture), Known::AtLeast(1), "the list says succeeded, and no more");
    assert!(!is_quiet(&desk, HomeItem::Remainders));
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_part_01"))));
    desk.serve();
    assert_eq!(home(&desk, HomeItem::ToCapture), Known::Exact(2));
    assert_eq!(home(&desk, HomeItem::Remainders), Known::Exact(1));
}

#[test]
fn what_the_service_does_not_list_is_never_called_nothing_to_do() {
    let mut desk = opening(vec![Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::GoTo(Route::Home));
    settle(&mut desk);
    for item in [HomeItem::PayoutsToFulfil, HomeItem::RefundsPending] {
        assert!(!is_quiet(&desk, item), "{item:?}");
        assert!(desk.state.workspace.home.unlisted().any(|unlisted| unlisted == item), "{item:?}");
    }
}

#[test]
fn a_service_that_was_never_reached_leaves_every_number_unknown() {
    for answers in [false, true] {
        let mut desk = Desk::started(many(5));
        desk.event(Message::JournalOpened { entries: Vec::new() });
        desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
        if answers {
            desk.event(Message::ServiceReady { profile: profile(), key_place: None });
            for _ in 0..50 {
                let Some((request_id, read)) = desk.reads.pop() else { break };
                desk.answer(request_id, &read, refused(500, "HE_00", "Something went wrong"));
            }
        }
        let quiet: Vec<HomeItem> = desk.state.workspace.home.quiet().collect();
        assert_eq!(quiet, [HomeItem::OutcomeUnknown], "the journal was read, and nothing else");
        assert_eq!(views(&desk), [Known::Unknown; 3]);
        let counts: Vec<_> = sidebar(&desk).into_iter().filter_map(|(title, count)| Some((title, count?))).collect();
        assert!(counts.iter().all(|(_, count)| count == "–"), "{counts:?}");
        assert!(counts.iter().any(|(title, _)| *title == "All payments"), "{counts:?}");
    }
}

/// A desk whose ten payments were stored, three of them disputed, before a start at which the service fails.
fn restarted_without_service(route: Route) -> Desk {
    let mut desk = Desk::started((0..11).map(|number| Pay::captured(&format!("pay_{number}"), 4_510)).collect());
    desk.service.disputes =
        (0..3).map(|number| dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 24)).collect();
    desk.service.reads_get = Some(html(503));
    desk.service.disputes_get = Some(html(503));
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.act(Action::GoTo(route));
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    let rows = (0..10).map(|number| succeeded_row(&format!("pay_{number}"), eur(4_510), start_time()));
    desk.event(stored(rows.collect()));
    desk
}

#[test]
fn what_was_stored_is_at_least_until_the_newest_payments_were_read() {
    let mut desk = restarted_without_service(Route::Home);
    desk.pass(60);
    desk.act(Action::History(HistoryAction::Search("disputed:yes".to_owned())));
    assert!(!found_is_all(&desk));
    assert_eq!(desk.state.workspace.all_payments(), Known::AtLeast(10));
    assert!(views(&desk).iter().all(|count| !count.is_exact()), "{:?}", views(&desk));
    assert!(sidebar(&desk).contains(&("All payments", Some("10+".to_owned()))), "{:?}", sidebar(&desk));
    (desk.service.reads_get, desk.service.disputes_get) = (None, None);
    desk.pass(600);
    settle(&mut desk);
    assert_eq!(desk.state.workspace.all_payments(), Known::Exact(11));
    assert!(views(&desk).iter().all(Known::is_exact), "{:?}", views(&desk));
    assert!(found_is_all(&desk) && desk.state.workspace.history.search().len() == 3);
}

#[test]
fn disputes_that_could_not_be_read_at_a_start_are_read_once_the_service_is_back() {
    let mut desk = restarted_without_service(Route::Home);
    desk.serve();
    (desk.service.reads_get, desk.service.disputes_get) = (None, None);
    desk.pass(600);
    settle(&mut desk);
    assert_eq!(views(&desk)[2], Known::Exact(3));
}

#[test]
fn unknown_outcomes_are_not_known_before_the_journal_was_read() {
    let mut desk = Desk::started(Vec::new());
    desk.tick(0);
    assert!(!is_quiet(&desk, HomeItem::OutcomeUnknown));
    desk.event(Message::JournalOpened { entries: Vec::new() });
    assert_eq!(home(&desk, HomeItem::OutcomeUnknown), Known::Exact(0));
}

#[test]
fn a_view_of_payments_that_are_partly_read_has_at_least_what_is_found() {
    let mut desk = opening(many(330));
    desk.service.disputes_get = Some(no_disputes());
    let is_partial = |desk: &Desk| !desk.state.workspace.history.knows_all();
    while is_partial(&desk) {
        assert!(views(&desk).iter().all(|count| !count.is_exact()), "{:?}", views(&desk));
        desk.serve_one();
        let jobs = std::mem::take(&mut desk.history);
        jobs.iter().for_each(|_| desk.event(kept()));
    }
    desk.act(Action::GoTo(Route::Home));
    settle(&mut desk);
    desk.pass(5);
    settle(&mut desk);
    assert!(views(&desk).iter().all(Known::is_exact), "{:?}", views(&desk));
}

/// A list of disputes that has none.
fn no_disputes() -> Attempt {
    answered(200, json!({"data": [], "total_count": 0}))
}

fn kept() -> Message {
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Kept(None) }
}

/// Ten payments, three of them disputed: the disputes are known before any payment is.
fn disputed() -> Desk {
    let mut desk = Desk::started((0..10).map(|number| Pay::captured(&format!("pay_{number}"), 4_510)).collect());
    desk.service.disputes =
        (0..3).map(|number| dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 24)).collect();
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    desk.event(opened(KnownPayments::default(), ReadPlace::default()));
    desk
}

#[test]
fn a_payment_says_that_it_is_disputed_whichever_was_read_first() {
    let mut desk = disputed();
    settle(&mut desk);
    desk.pass(5);
    settle(&mut desk);
    assert_eq!(views(&desk)[2], Known::Exact(3));
}

#[test]
fn disputed_payments_stay_so_when_they_are_read_from_the_database_of_a_team() {
    let mut desk = disputed();
    settle(&mut desk);
    desk.pass(5);
    settle(&mut desk);
    assert_eq!(views(&desk)[2], Known::Exact(3));
    // A hub knows nothing of disputes: what it has read takes the place of what was read here.
    desk.act(Action::History(HistoryAction::TurnOff));
    desk.act(Action::History(HistoryAction::TurnOn));
    let rows = (0..10).map(|number| succeeded_row(&format!("pay_{number}"), eur(4_510), start_time()));
    desk.event(stored(rows.collect()));
    desk.pass(130);
    settle(&mut desk);
    assert_eq!(views(&desk)[2], Known::Exact(3));
}

#[test]
fn payments_created_after_the_first_reading_get_their_details_too() {
    let mut desk = opening(many(6));
    settle(&mut desk);
    for round in 0..3 {
        let created = desk.now.to_rfc3339();
        desk.service.payments.insert(0, Pay { created, ..Pay::captured(&format!("pay_new_{round}"), 500) });
        desk.pass(130);
        settle(&mut desk);
        let columns = desk.state.workspace.history.columns();
        assert_eq!((columns.len(), columns.detailed()), (7 + round, 7 + round), "no webhook reported it");
    }
}

#[test]
fn a_payment_whose_details_the_service_does_not_give_is_not_asked_for_again_and_again() {
    let mut desk = opening(many(3));
    let mut refusals = 0;
    for round in 0..4 {
        let created = desk.now.to_rfc3339();
        desk.service.payments.insert(0, Pay { created, ..Pay::captured(&format!("pay_new_{round}"), 500) });
        desk.tick(130);
        for _ in 0..300 {
            std::mem::take(&mut desk.history).iter().for_each(|_| desk.event(kept()));
            let Some((request_id, read)) = (!desk.reads.is_empty()).then(|| desk.reads.remove(0)) else { break };
            let is_it = |id: &PaymentId| id.as_str() == "pay_0000";
            if matches!(&read, Read::Payment(retrieve) if is_it(&retrieve.payment_id)) {
                refusals += 1;
                desk.answer(request_id, &read, refused(404, "HE_02", "Payment does not exist"));
            } else {
                desk.reads.insert(0, (request_id, read));
                desk.serve_one();
            }
        }
    }
    assert_eq!(refusals, 1);
    let columns = desk.state.workspace.history.columns();
    assert_eq!((columns.len(), columns.detailed()), (7, 6));
}

#[test]
fn every_number_of_home_goes_from_not_known_to_exact_and_keeps_what_was_read_when_the_service_goes() {
    let pays =
        vec![Pay::authorized("pay_1", 12_840), Pay::in_review("pay_2", 500), Pay::with_status("pay_3", "failed", 1)];
    let mut desk = opening(pays);
    desk.service.disputes_get = Some(no_disputes());
    let unread = [HomeItem::Declines, HomeItem::Remainders];
    assert!(unread.iter().all(|item| !is_quiet(&desk, *item)), "no list of payments was read");
    desk.act(Action::GoTo(Route::Home));
    settle(&mut desk);
    let listed =
        |item: &HomeItem| item.records().is_none() && ![HomeItem::Approvals, HomeItem::PausedRun].contains(item);
    let counts = |desk: &Desk| HomeItem::iter().filter(listed).map(|item| home(desk, item)).collect::<Vec<_>>();
    let read = counts(&desk);
    assert!(read.iter().all(Known::is_exact), "{read:?}");
    desk.act(Action::Home(HomeAction::Refresh));
    for _ in 0..50 {
        let Some((request_id, read)) = desk.reads.pop() else { break };
        desk.answer(request_id, &read, no_connection());
    }
    assert_eq!(counts(&desk), read, "as of the time that Home names");
}

#[test]
fn an_older_page_does_not_hide_what_is_known_of_a_payment_now() {
    let mut desk = with_records(vec![record("ref_1", 2_840, "EUR", "succeeded")]);
    let listed = succeeded_row("pay_1", eur(12_840), start_time());
    let received = PaymentRow { received_minor: Some(12_840), capturable_minor: Some(0), ..listed.clone() };
    desk.event(stored(vec![received]));
    let workspace = &desk.state.workspace;
    assert_eq!(workspace.payments.mark_of_row(&listed), None, "how much of it was received is not listed");
    let newest = workspace.newest_row(&listed);
    assert_eq!(workspace.payments.mark_of_row(&newest), Some(PaymentMark::PartiallyRefunded));
}

#[test]
fn money_that_was_received_before_a_restart_is_not_unreceived_by_a_copy() {
    for was_changed_since in [false, true] {
        let mut pay = Pay::authorized("pay_1", 1_000);
        pay.modified = was_changed_since.then(|| (start_time() + TimeDelta::minutes(1)).to_rfc3339());
        let mut desk = Desk::ready(vec![pay]);
        let row = PaymentRow { received_minor: Some(400), ..succeeded_row("pay_1", eur(1_000), start_time()) };
        desk.event(stored(vec![row]));
        desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
        desk.serve();
        let detail = desk.state.workspace.payments.open_detail().unwrap().1;
        assert_eq!(detail.value().is_some(), was_changed_since, "{:?}", detail.value());
        desk.confirm(capture(400));
        desk.write_all();
        desk.serve();
        desk.write_all();
        desk.assert_sent_times(usize::from(was_changed_since));
    }
}
