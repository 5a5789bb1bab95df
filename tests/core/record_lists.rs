//! Services that list refunds and payouts, or read one by its id: what is asked, once, and what follows for the lists, for
//! Home and for an operation whose answer was lost.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::freshness::NotFresh;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::record_reads::Offering;
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::features::record_lists::Listing;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::operations::{ExecutionProof, Outcome, Phase, ResolutionFinding, ResourceKind};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{TraitChange, TraitId};
use paydesk_core::{Action, Effect};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_test_core::desk::{Desk, profile};
use paydesk_test_core::operation_log::serve_journal;
use paydesk_test_core::payouts::{make, po_1, reported};
use paydesk_test_core::refunds::{ask, confirm, dialog, press_refund, refunded};
use paydesk_test_core::service::{Pay, answered, refused};
use serde_json::{Value, json};

const REFUND: ResourceKind = ResourceKind::Refund;

const PAYOUT: ResourceKind = ResourceKind::Payout;

fn refund(number: usize, status: &str) -> Value {
    json!({"refund_id": format!("ref_{number}"), "payment_id": "pay_1", "amount": 100, "currency": "EUR",
        "status": status, "created_at": "2026-11-17T15:00:00Z", "updated_at": "2026-11-17T15:00:00Z"})
}

fn payout(number: usize, status: &str) -> Value {
    reported(&format!("po_{number}"), status)
}

/// A desk whose service lists these refunds and payouts; nothing was asked yet.
fn desk(refunds: Vec<Value>, payouts: Vec<Value>) -> Desk {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    desk.service.records = [(REFUND, refunds), (PAYOUT, payouts)].into_iter().collect();
    desk
}

/// The same with both lists read.
fn at_home(refunds: Vec<Value>, payouts: Vec<Value>) -> Desk {
    let mut desk = desk(refunds, payouts);
    go(&mut desk, Route::Home);
    desk
}

fn go(desk: &mut Desk, route: Route) {
    desk.act(Action::GoTo(route));
    desk.serve();
}

fn listing(desk: &Desk, kind: ResourceKind) -> Listing<'_> {
    desk.state.workspace.record_lists.listing(kind, &desk.state.view())
}

fn known(desk: &Desk, kind: ResourceKind) -> usize {
    desk.state.workspace.records.of(kind).len()
}

fn status(desk: &Desk, kind: ResourceKind, id: &str) -> String {
    let record = &desk.state.workspace.records.find(kind, id).unwrap().record;
    record.reported.as_ref().unwrap()["status"].as_str().unwrap().to_owned()
}

fn offered(desk: &Desk, endpoint: ReadEndpoint) -> Option<Offering> {
    desk.state.view().traits.capabilities.offering(endpoint)
}

// ----- lists

#[test]
fn what_the_service_lists_is_listed_and_counted_exactly() {
    let refunds = vec![refund(3, "pending"), refund(2, "succeeded"), refund(1, "pending")];
    let desk = at_home(refunds, vec![payout(2, "requires_fulfillment"), payout(1, "success")]);
    assert_eq!((known(&desk, REFUND), known(&desk, PAYOUT)), (3, 2));
    assert!(matches!(listing(&desk, REFUND), Listing::Whole(_)) && matches!(listing(&desk, PAYOUT), Listing::Whole(_)));
    let home = &desk.state.workspace.home;
    let count = |item| home.entry(item).unwrap().waiting.count();
    assert_eq!((count(HomeItem::RefundsPending), count(HomeItem::PayoutsToFulfil)), (Known::Exact(2), Known::Exact(1)));
    assert_eq!(home.entry(HomeItem::RefundsPending).unwrap().sums.text(), "2.00 EUR");
    assert!(home.unlisted().next().is_none());
}

#[test]
fn a_date_of_creation_that_cannot_be_read_is_not_the_time_of_reading() {
    let mut undated = refund(1, "pending");
    undated["created_at"] = json!("17/11/2026 15:00");
    let desk = at_home(vec![refund(2, "pending"), undated], Vec::new());
    let records = &desk.state.workspace.records;
    let created = |id: &str| records.find(REFUND, id).unwrap().record.created_at().map(|at| at.to_rfc3339());
    assert_eq!((created("ref_1"), created("ref_2")), (None, Some("2026-11-17T15:00:00+00:00".to_owned())));
    let listed = records.listed(REFUND, &paydesk_core::records::RecordQuery::default());
    assert!(listed.iter().any(|entry| entry.row.created == "Unknown date"));
    let home = desk.state.workspace.home.entry(HomeItem::RefundsPending).unwrap();
    assert_eq!((home.waiting.count(), home.fact.as_str()), (Known::Exact(2), ""), "the oldest is not known");
}

#[test]
fn a_list_without_rows_shows_that_nothing_waits() {
    let desk = at_home(Vec::new(), Vec::new());
    let quiet: Vec<HomeItem> = desk.state.workspace.home.quiet().collect();
    assert!(quiet.contains(&HomeItem::RefundsPending) && quiet.contains(&HomeItem::PayoutsToFulfil), "{quiet:?}");
}

#[test]
fn a_service_without_lists_is_asked_once_and_no_error_is_shown() {
    let mut desk = Desk::ready(Vec::new());
    go(&mut desk, Route::Home);
    assert_eq!(desk.service.record_reads.get(), 2, "refunds and payouts");
    for _ in 0..3 {
        desk.pass(120);
        go(&mut desk, Route::List(REFUND));
        go(&mut desk, Route::Home);
        desk.act(Action::ReadRecords(REFUND));
        desk.serve();
    }
    assert_eq!(desk.service.record_reads.get(), 2, "once");
    assert_eq!(listing(&desk, REFUND), Listing::None(Offering::NotOffered));
    assert!(desk.toasts().is_empty() && desk.state.problems.is_empty(), "{:?}", desk.toasts());
    let unlisted: Vec<HomeItem> = desk.state.workspace.home.unlisted().collect();
    assert_eq!(unlisted, [HomeItem::PayoutsToFulfil, HomeItem::RefundsPending]);
    let saved = desk.other.iter().filter(|effect| matches!(effect, Effect::Store(StoreJob::SaveProfiles(_))));
    assert_eq!(saved.count(), 2, "it is remembered for the next start");
}

#[test]
fn a_list_is_asked_for_again_after_a_reset_and_with_another_answer() {
    let mut desk = Desk::ready(Vec::new());
    go(&mut desk, Route::Home);
    assert_eq!(offered(&desk, ReadEndpoint::ListRefunds), Some(Offering::NotOffered));
    desk.service.records = [(REFUND, vec![refund(1, "pending")])].into_iter().collect();
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::Capability(ReadEndpoint::ListRefunds))));
    go(&mut desk, Route::List(REFUND));
    assert_eq!((offered(&desk, ReadEndpoint::ListRefunds), known(&desk, REFUND)), (Some(Offering::Offered), 1));
}

fn asked_lists(desk: &Desk) -> Vec<ResourceKind> {
    let kind = |read: &Read| if let Read::Records(list) = read { Some(list.kind()) } else { None };
    desk.reads.iter().filter_map(|(_, read)| kind(read)).collect()
}

#[test]
fn what_is_forgotten_in_settings_is_asked_for_again_at_once() {
    let mut desk = at_home(vec![refund(1, "pending")], Vec::new());
    go(&mut desk, Route::Settings);
    assert_eq!(asked_lists(&desk), []);
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::Capability(ReadEndpoint::ListRefunds))));
    assert_eq!(asked_lists(&desk), [REFUND]);
    desk.serve();
    assert_eq!(offered(&desk, ReadEndpoint::ListRefunds), Some(Offering::Offered));
    desk.act(Action::ChangeTraits(TraitChange::ResetAll));
    assert_eq!(asked_lists(&desk), [REFUND, PAYOUT]);
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::Capability(ReadEndpoint::ListCustomers))));
    assert_eq!(asked_lists(&desk), [REFUND, PAYOUT], "customers were never asked for");
}

#[test]
fn a_list_that_needs_a_sign_in_is_not_asked_for_with_this_key_again() {
    let mut desk = desk(Vec::new(), Vec::new());
    desk.service.lists_get = Some(refused(400, "IR_04", "Missing required param: Authorization"));
    go(&mut desk, Route::Home);
    assert_eq!(listing(&desk, REFUND), Listing::None(Offering::NotForKey));
    assert!(desk.toasts().is_empty() && !desk.locked());
}

#[test]
fn a_service_that_fails_for_a_moment_teaches_nothing() {
    let mut desk = desk(vec![refund(1, "pending")], Vec::new());
    desk.service.lists_get = Some(refused(500, "HE_00", "Something went wrong"));
    go(&mut desk, Route::List(REFUND));
    desk.pass(20);
    assert!(matches!(listing(&desk, REFUND), Listing::Failed(_)));
    assert_eq!(offered(&desk, ReadEndpoint::ListRefunds), None);
    desk.service.lists_get = None;
    desk.act(Action::ReadRecords(REFUND));
    desk.serve();
    assert!(matches!(listing(&desk, REFUND), Listing::Whole(_)));
}

#[test]
fn long_lists_are_read_to_their_end_without_a_gap() {
    let refunds: Vec<Value> = (0..2_345).map(|number| refund(number, "succeeded")).collect();
    let payouts: Vec<Value> = (0..1_234).map(|number| payout(number, "success")).collect();
    let desk = at_home(refunds, payouts);
    assert_eq!((known(&desk, REFUND), known(&desk, PAYOUT)), (2_345, 1_234));
    assert!(matches!(listing(&desk, REFUND), Listing::Whole(_)) && matches!(listing(&desk, PAYOUT), Listing::Whole(_)));
}

/// Answers the one page of refunds that is asked for.
fn answer_page(desk: &mut Desk, rows: &[Value], total: usize) {
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Records(_))).expect("a page is asked for");
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, answered(200, json!({"count": rows.len(), "total_count": total, "data": rows})));
}

#[test]
fn a_row_that_moved_to_a_page_that_was_read_is_looked_for_once_more() {
    let rows: Vec<Value> = (0..150).map(|number| refund(number, "succeeded")).collect();
    let mut desk = desk(Vec::new(), Vec::new());
    desk.act(Action::GoTo(Route::List(REFUND)));
    answer_page(&mut desk, &rows[..100], 150);
    // The refund of the last page changed meanwhile: it is the first now, and all others stand one behind.
    answer_page(&mut desk, &rows[99..149], 150);
    assert!(!matches!(listing(&desk, REFUND), Listing::Whole(_)), "149 of 150 came");
    answer_page(&mut desk, &rows[..100], 150);
    answer_page(&mut desk, &rows[100..], 150);
    assert!(matches!(listing(&desk, REFUND), Listing::Whole(_)));
    assert_eq!(known(&desk, REFUND), 150);
}

#[test]
fn a_list_that_repeats_its_first_page_is_never_called_whole() {
    let rows: Vec<Value> = (0..100).map(|number| refund(number, "succeeded")).collect();
    let mut desk = desk(Vec::new(), Vec::new());
    desk.act(Action::GoTo(Route::List(REFUND)));
    answer_page(&mut desk, &rows, 250);
    answer_page(&mut desk, &rows, 250);
    assert_eq!(listing(&desk, REFUND), Listing::Partial);
    assert!(!desk.reads.iter().any(|(_, read)| matches!(read, Read::Records(_))), "it is not asked on");
}

#[test]
fn a_listed_status_is_taken_unless_a_newer_one_is_known() {
    let mut desk = at_home(vec![refund(1, "pending")], Vec::new());
    let mut newer = refund(1, "succeeded");
    newer["updated_at"] = json!("2026-11-18T10:00:00Z");
    desk.service.records.insert(REFUND, vec![newer]);
    desk.act(Action::ReadRecords(REFUND));
    desk.serve();
    assert_eq!(status(&desk, REFUND, "ref_1"), "succeeded");
    desk.service.records.insert(REFUND, vec![refund(1, "pending")]);
    desk.act(Action::ReadRecords(REFUND));
    desk.serve();
    assert_eq!(status(&desk, REFUND, "ref_1"), "succeeded", "an answer of before turns nothing back");
}

#[test]
fn what_was_listed_before_is_written_to_disk_only_where_it_changed() {
    let written = |desk: &Desk| {
        let records = desk.other.iter().map(|effect| match effect {
            Effect::Store(StoreJob::KeepRecords(records)) => records.len(),
            _ => 0,
        });
        records.sum::<usize>()
    };
    let mut desk = at_home(vec![refund(2, "pending"), refund(1, "succeeded")], vec![payout(1, "success")]);
    let before = written(&desk);
    desk.service.records.insert(REFUND, vec![refund(2, "succeeded"), refund(1, "succeeded")]);
    for kind in [REFUND, PAYOUT] {
        desk.act(Action::ReadRecords(kind));
        desk.serve();
    }
    assert_eq!(written(&desk) - before, 1);
}

// ----- an operation whose answer was lost

/// A refund of which 5.00 EUR left, and the answer to it; both lists of the service were read before.
fn refunding(answer: impl FnOnce(Value) -> Attempt) -> (Desk, String) {
    let mut desk = at_home(Vec::new(), Vec::new());
    ask(&mut desk);
    let refund_id = dialog(&desk).refund_id.to_string();
    confirm(&mut desk, 500);
    let sent = desk.sends[0].request.body.clone().unwrap();
    desk.reply(answer(sent));
    desk.write_all();
    (desk, refund_id)
}

fn as_made(refund_id: &str, status: &str, minor: i64) -> Value {
    json!({"refund_id": refund_id, "payment_id": "pay_1", "amount": minor, "currency": "EUR", "status": status})
}

fn sent(desk: &Desk) -> usize {
    desk.sent.len()
}

/// A refund of all of a payment that was confirmed 30 s after its dialog opened, when the list of refunds is answered so.
fn refunding_all(listed: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = at_home(Vec::new(), Vec::new());
    ask(&mut desk);
    desk.pass(30);
    listed(&mut desk);
    confirm(&mut desk, 12_840);
    desk.pass(30);
    desk
}

/// Found by an outsider: 120.00 of 90.00 were refunded at a service that guards no balance.
#[test]
fn a_refund_is_not_sent_over_one_that_only_the_list_shows() {
    let listed = |status: &'static str| {
        move |desk: &mut Desk| drop(desk.service.records.insert(REFUND, vec![as_made("ref_other", status, 6_000)]))
    };
    for status in ["succeeded", "pending"] {
        let desk = refunding_all(listed(status));
        assert_eq!(sent(&desk), 0);
        let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
        assert!(why.contains("the amount refunded was 0.00 EUR and is now 60.00 EUR"), "{why}");
    }
    assert_eq!(sent(&refunding_all(listed("failed"))), 1, "what failed gave nothing back");
}

/// Refunds of another payment, each made a minute after the one before; the newest is the last.
fn of_others(count: usize) -> Vec<Value> {
    let begin = "2026-11-17T16:00:00Z".parse::<DateTime<Utc>>().unwrap() - TimeDelta::minutes(count as i64);
    let refund_at = |number: usize| {
        let at = (begin + TimeDelta::minutes(number as i64)).to_rfc3339();
        json!({"refund_id": format!("ref_{number}"), "payment_id": "pay_other", "amount": 100, "currency": "EUR",
            "status": "succeeded", "created_at": at, "updated_at": at})
    };
    (0..count).map(refund_at).collect()
}

#[test]
fn a_refund_is_not_sent_over_one_that_is_on_a_later_page_of_the_list() {
    let listing = |newest_first: bool, others: usize| {
        move |desk: &mut Desk| {
            let mut rows = of_others(others);
            let mut elsewhere = as_made("ref_elsewhere", "succeeded", 6_000);
            elsewhere["created_at"] = if newest_first { &rows[0] } else { rows.last().unwrap() }["created_at"].clone();
            rows.insert(if newest_first { 0 } else { others }, elsewhere);
            if newest_first {
                rows.reverse();
            }
            desk.service.records.insert(REFUND, rows);
        }
    };
    for (newest_first, others) in [(true, 99), (true, 100), (true, 350), (false, 99), (false, 100), (false, 350)] {
        let desk = refunding_all(listing(newest_first, others));
        assert_eq!(sent(&desk), 0, "{others} others, the newest first: {newest_first}");
        let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
        assert!(why.contains("the amount refunded was 0.00 EUR and is now 60.00 EUR"), "{why}");
    }
    let desk = refunding_all(|desk| drop(desk.service.records.insert(REFUND, of_others(350))));
    assert_eq!(sent(&desk), 1, "nothing was refunded elsewhere");
    let desk = refunding_all(|desk| drop(desk.service.records.insert(REFUND, of_others(6_000))));
    let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
    assert!(why.contains("could not be read completely"), "{why}");
    let newest_first = of_others(6_000).into_iter().rev().collect();
    let desk = refunding_all(|desk| drop(desk.service.records.insert(REFUND, newest_first)));
    assert_eq!(sent(&desk), 1, "what was made before the list was read last is known");
}

/// Found by an attacker: what is pending stood behind all that had succeeded, which were read down to those older than the
/// payment; and a list that lacked one refund said so itself.
#[test]
fn a_refund_is_not_sent_over_one_that_a_list_in_another_order_or_with_a_gap_hides() {
    let pending_last: fn(&[Value], usize) -> Value = |rows, offset| json!({"data": twenty(rows, offset), "total_count": rows.len(), "has_more": offset + 20 < rows.len()});
    let one_short: fn(&[Value], usize) -> Value = |rows, offset| {
        let data: Vec<_> = rows.iter().skip(offset).take(rows.len() - 1 - offset.min(rows.len() - 1)).collect();
        json!({"data": data, "total_count": rows.len(), "has_more": false})
    };
    for (name, page) in [("pending last", pending_last), ("one short", one_short)] {
        for filters_refunds in [false, true] {
            let desk = refunding_all(|desk| {
                let mut rows: Vec<Value> = of_others(91).into_iter().rev().collect();
                rows.push(as_made("ref_elsewhere", "pending", 6_000));
                desk.service.records.insert(REFUND, rows);
                desk.service.list_page = Some(page);
                desk.service.filters_refunds = filters_refunds;
            });
            assert_eq!(sent(&desk), 0, "{name}, by payment: {filters_refunds}");
        }
    }
}

/// Found by an attacker: the list was not read for any payment, once one had shown its refunds.
#[test]
fn the_list_is_read_also_where_another_payment_shows_its_refunds() {
    let desk = refunding_all(|desk| {
        let mut other = Pay::captured("pay_2", 500).json();
        other["refunds"] = json!([]);
        desk.act(Action::Payments(PaymentsAction::ReadAnew(PaymentId::new("pay_2"))));
        desk.answer_payment(answered(200, other));
        desk.service.records.insert(REFUND, vec![as_made("ref_other", "succeeded", 6_000)]);
    });
    assert_eq!(sent(&desk), 0);
}

/// Found by an attacker: it had listed them before.
#[test]
fn an_empty_list_shows_nothing_where_refunds_are_known() {
    for (lists_all, refuses_filters) in [(false, false), (true, false), (false, true)] {
        let mut own = as_made("ref_1", "succeeded", 500);
        own["created_at"] = json!("2026-11-17T15:00:00Z");
        let mut desk = at_home(if lists_all { of_others(3) } else { vec![own] }, Vec::new());
        desk.pass(180);
        if lists_all {
            ask(&mut desk);
            confirm(&mut desk, 500);
            desk.pass(30);
            let answer = refunded(&desk, "succeeded");
            desk.reply(answer);
            desk.write_all();
            desk.pass(180);
        }
        let before = sent(&desk);
        desk.service.refuses_filters = refuses_filters;
        desk.service.records.insert(REFUND, Vec::new());
        ask(&mut desk);
        confirm(&mut desk, 1_000);
        desk.pass(30);
        assert_eq!(sent(&desk), before, "the service lists all: {lists_all}");
    }
}

/// Found by an attacker: whose refund it is was not said, or the list was behind our own refund of a moment ago.
#[test]
fn a_list_that_names_no_payment_or_is_behind_our_own_refund_shows_nothing() {
    for of in [None, Some(json!(null)), Some(json!("")), Some(json!({"id": "pay_1"})), Some(json!("PAY_1"))] {
        let desk = refunding_all(|desk| {
            let mut elsewhere = as_made("ref_other", "succeeded", 6_000);
            elsewhere.as_object_mut().unwrap().remove("payment_id");
            elsewhere.as_object_mut().unwrap().extend(of.clone().map(|of| ("payment_id".to_owned(), of)));
            desk.service.records.insert(REFUND, vec![elsewhere]);
        });
        assert_eq!(sent(&desk), 0, "{of:?}");
    }

    let mut desk = at_home(Vec::new(), Vec::new());
    desk.service.filters_refunds = true;
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.pass(10);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    desk.pass(30);
    ask(&mut desk);
    confirm(&mut desk, 1_000);
    desk.pass(30);
    assert_eq!(sent(&desk), 1, "the list lacks the first");
}

#[test]
fn the_refunds_of_a_payment_are_asked_for_alone_where_the_service_can_do_that() {
    let thousands = || of_others(6_000);
    for (filters_refunds, refuses_filters, sends) in [(true, false, 1), (false, true, 0)] {
        let desk = refunding_all(|desk| {
            desk.service.records.insert(REFUND, thousands());
            (desk.service.filters_refunds, desk.service.refuses_filters) = (filters_refunds, refuses_filters);
            desk.service.record_reads.set(0);
        });
        assert_eq!(sent(&desk), sends);
        let reads = desk.service.record_reads.get();
        assert!(if filters_refunds { reads == 1 } else { reads > 50 }, "{reads}");
    }
    let few = refunding_all(|desk| {
        desk.service.records.insert(REFUND, of_others(30));
        desk.service.refuses_filters = true;
    });
    assert_eq!(sent(&few), 1, "all of them are read instead");
}

/// Found by an attacker: each came in time, and the payment was 9 s old when the refund left.
#[test]
fn a_payment_is_read_again_where_the_list_of_refunds_came_late_after_it() {
    for is_changed in [false, true] {
        let mut desk = at_home(Vec::new(), Vec::new());
        desk.tick(30);
        ask(&mut desk);
        desk.serve();
        desk.tick(30);
        press_refund(&mut desk, 12_840);
        desk.write();
        for second in 0..30 {
            if second == 1 && is_changed {
                desk.service.pay("pay_1").received = 4_000;
            }
            let asked = std::mem::take(&mut desk.reads);
            let due: Vec<_> = asked.into_iter().map(|(id, read)| (id, desk.service.body_of(&read), read)).collect();
            if !due.is_empty() {
                desk.tick(4);
            }
            for (request_id, answer, read) in due {
                desk.answer(request_id, &read, answer);
            }
            desk.write_all();
            desk.tick(1);
        }
        assert_eq!(sent(&desk), usize::from(!is_changed));
    }
}

/// Found by an attacker: the read ended at the refund of somebody else, before our own, which had been made.
#[test]
fn a_lost_refund_is_looked_for_behind_another_one_of_its_payment() {
    let (mut desk, refund_id) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    let mut rows = of_others(150);
    rows[20] = as_made("ref_other", "succeeded", 500);
    rows[120] = as_made(&refund_id, "succeeded", 500);
    desk.service.records.insert(REFUND, rows);
    desk.pass(600);
    assert_eq!(sent(&desk), 1);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
}

#[test]
fn repeating_now_reads_the_list_again_where_another_refund_is_known() {
    let (mut desk, _) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.insert(REFUND, vec![as_made("ref_other", "succeeded", 500)]);
    desk.pass(600);
    let (id, reads) = (desk.operation().id.clone(), desk.service.record_reads.get());
    desk.act(Action::CheckOperationNow(id));
    desk.serve();
    assert!(desk.service.record_reads.get() > reads);
}

/// Twenty rows of a list from an offset on.
fn twenty(rows: &[Value], offset: usize) -> Vec<Value> {
    rows.iter().skip(offset).take(20).cloned().collect()
}

/// Found by an attacker: each of these lists hid a refund that was made while the dialog was open.
#[test]
fn a_refund_is_not_sent_where_the_list_contradicts_itself_or_ends_too_early() {
    type Page = fn(&[Value], usize) -> Value;
    let pages: [(&str, Page); 6] = [
        ("an empty page in the middle", |rows, offset| {
            let page = if offset == 20 { Vec::new() } else { twenty(rows, offset) };
            json!({"data": page, "total_count": rows.len(), "has_more": true})
        }),
        ("an end that is none", |rows, offset| json!({"data": twenty(rows, offset), "has_more": false})),
        ("the total of the page", |rows, offset| {
            let page = twenty(rows, offset);
            json!({"total_count": page.len(), "data": page})
        }),
        ("a row that slips to the page before", |rows, offset| {
            let gone = usize::from(offset > 0);
            json!({"data": twenty(rows, offset + gone), "total_count": rows.len() - gone})
        }),
        ("a row that comes twice", |rows, offset| json!({"data": twenty(rows, offset.saturating_sub(1))})),
        (
            "a total that grows",
            |rows, offset| json!({"data": twenty(rows, offset), "total_count": rows.len() + usize::from(offset > 0)}),
        ),
    ];
    for (name, page) in pages {
        let desk = refunding_all(|desk| {
            let mut rows = of_others(60);
            let mut elsewhere = as_made("ref_elsewhere", "succeeded", 6_000);
            elsewhere["created_at"] = rows[59]["created_at"].clone();
            rows.insert(30, elsewhere);
            desk.service.records.insert(REFUND, rows);
            desk.service.list_page = Some(page);
        });
        assert_eq!(sent(&desk), 0, "{name}");
    }
}

/// Found by an attacker: a list by a time that is not shown begins with old refunds that were touched; or it is an old copy, and
/// what it lacks was listed a moment ago.
#[test]
fn a_refund_is_not_sent_where_the_list_lacks_a_known_refund_that_is_newer_than_its_rows() {
    for is_listed_again in [false, true] {
        let mut desk = at_home(of_others(3), Vec::new());
        desk.pass(180);
        if is_listed_again {
            desk.act(Action::ReadRecords(REFUND));
            desk.serve();
        }
        ask(&mut desk);
        let mut touched = of_others(120);
        touched.truncate(100);
        touched.reverse();
        let old = |row: &mut Value| row["refund_id"] = json!(format!("old_{}", row["refund_id"].as_str().unwrap()));
        touched.iter_mut().for_each(old);
        let mut elsewhere = as_made("ref_elsewhere", "succeeded", 6_000);
        elsewhere["created_at"] = json!("2026-11-18T11:00:00Z");
        if !is_listed_again {
            touched.push(elsewhere);
            touched.extend(of_others(3));
        }
        desk.service.records.insert(REFUND, touched);
        confirm(&mut desk, 12_840);
        desk.pass(30);
        assert_eq!(sent(&desk), 0, "listed again: {is_listed_again}");
    }
}

#[test]
fn a_refund_waits_for_the_list_only_where_there_is_one() {
    for answer in [refused(404, "IR_02", "Unrecognized request URL"), Attempt::Lost(LostAnswer::TimedOut)] {
        let is_refused = matches!(answer, Attempt::Answered(_));
        let mut desk = refunding_all(|desk| desk.service.lists_get = Some(answer));
        assert_eq!(sent(&desk), 0);
        let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
        assert!(why.starts_with("the refunds of the payment could not be checked first"), "{why}");
        assert_eq!(why.contains("forget what Paydesk learned about it in Settings"), is_refused, "{why}");
        // A person says that there may be none.
        desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::Capability(ReadEndpoint::ListRefunds))));
        desk.pass(30);
        ask(&mut desk);
        confirm(&mut desk, 12_840);
        desk.pass(30);
        assert_eq!(sent(&desk), 1);
    }
}

/// Found by an attacker: rows that counted as nothing.
#[test]
fn a_refund_is_not_sent_over_one_whose_amount_cannot_be_read() {
    for (amount, currency) in [(Value::Null, json!("EUR")), (json!("5000"), json!("EUR")), (json!(5_000), json!("USD"))]
    {
        let desk = refunding_all(|desk| {
            let mut elsewhere = as_made("ref_other", "succeeded", 5_000);
            (elsewhere["amount"], elsewhere["currency"]) = (amount, currency);
            desk.service.records.insert(REFUND, vec![elsewhere]);
        });
        assert_eq!(sent(&desk), 0, "{:?}", desk.service.records);
    }
}

/// Found by an attacker: the first attempt did not arrive, and the repeat came after a refund elsewhere.
#[test]
fn a_refund_is_not_repeated_over_one_that_was_made_after_its_first_attempt() {
    let (mut desk, _) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.insert(REFUND, vec![as_made("ref_other", "succeeded", 500)]);
    desk.pass(600);
    assert_eq!(sent(&desk), 1);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
    let (id, reads) = (desk.operation().id.clone(), desk.reads_made);
    desk.act(Action::CheckOperationNow(id));
    desk.serve();
    assert!(desk.reads_made > reads, "a person can have it looked into");
}

#[test]
fn a_lost_refund_is_settled_by_reading_it_and_not_by_sending_it_again() {
    let (mut desk, refund_id) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 500)]);
    desk.pass(10);
    assert_eq!(sent(&desk), 1, "it left once");
    assert_eq!(desk.outcome(), &Outcome::Done { status: "succeeded".into(), proof: ExecutionProof::OurId });
    assert_eq!(status(&desk, REFUND, &refund_id), "succeeded");
}

#[test]
fn a_lost_refund_that_failed_is_declined() {
    let (mut desk, refund_id) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "failed", 500)]);
    desk.pass(10);
    assert!(matches!(desk.outcome(), Outcome::Declined { .. }), "{:?}", desk.outcome());
    desk.write_all();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let logged = desk.state.operation_log.log().rows().next().map(|row| row.outcome.label());
    assert_eq!(logged, Some("Declined"), "the journal says the same");
}

#[test]
fn a_refund_over_another_amount_under_our_id_is_left_to_a_person() {
    let (mut desk, refund_id) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 700)]);
    desk.pass(600);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
    assert_eq!(sent(&desk), 1, "nothing leaves again");
}

#[test]
fn a_lost_refund_that_is_not_there_leaves_again_under_its_id() {
    let (mut desk, refund_id) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(10);
    assert_eq!(sent(&desk), 2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request, "the same bytes");
    desk.reply(answered(200, as_made(&refund_id, "succeeded", 500)));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn a_refused_refund_is_rejected_once_a_later_read_does_not_find_it() {
    let refusal = |_| refused(400, "IR_13", "The refund amount exceeds the amount captured");
    let (mut desk, _) = refunding(refusal);
    desk.pass(20);
    assert!(desk.is_unknown(), "a copy may still be executed");
    desk.pass(30);
    assert!(matches!(desk.outcome(), Outcome::Rejected { code, .. } if code == "IR_13"), "{:?}", desk.outcome());
    assert_eq!(sent(&desk), 1, "nothing was sent again to find out");
}

#[test]
fn a_refusal_that_names_what_our_own_refund_would_leave_needs_others_that_explain_it() {
    let theirs = as_made("ref_theirs", "succeeded", 12_000);
    for (listed, is_rejected) in [(Vec::new(), false), (vec![theirs], true)] {
        let mut desk = at_home(Vec::new(), Vec::new());
        ask(&mut desk);
        confirm(&mut desk, 12_000);
        desk.reply(refused(400, "IR_13", "840 is left to refund"));
        desk.write_all();
        desk.service.records.insert(REFUND, listed);
        desk.pass(100);
        let refund = desk.state.open_operations().chain(desk.state.ended_operations()).next().unwrap();
        let rejected = matches!(refund.phase, Phase::Ended(Outcome::Rejected { .. }));
        assert_eq!(rejected, is_rejected, "{:?}", refund.phase);
    }
}

#[test]
fn a_refusal_that_is_the_echo_of_our_own_refund_is_done() {
    let (mut desk, refund_id) = refunding(|_| refused(400, "IR_13", "The refund amount exceeds the amount captured"));
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 500)]);
    desk.pass(40);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
    assert_eq!(sent(&desk), 1);
}

#[test]
fn a_stored_404_that_is_dated_anew_rejects_no_refund_that_was_made() {
    let absent = || refused(404, "HE_02", "Refund does not exist in our records");
    for is_listed in [false, true] {
        let (mut desk, refund_id) =
            refunding(|_| refused(400, "IR_13", "The refund amount exceeds the amount captured"));
        desk.service.record_copy = Some(absent());
        if is_listed {
            desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 500)]);
        }
        desk.pass(60);
        match is_listed {
            true => assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome()),
            false => assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome()),
        }
        assert_eq!(sent(&desk), 1);
    }
}

/// Its fulfilment is lost, a cache has the payout as it was before and dates it anew, and its list is not cached.
fn fulfilling_behind_a_redated_copy(listed: &str) -> Desk {
    let mut desk = at_home(Vec::new(), vec![payout(1, "requires_fulfillment")]);
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.service.record_copy = Some(answered(200, payout(1, "requires_fulfillment")));
    desk.service.records.insert(PAYOUT, vec![payout(1, listed)]);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk
}

#[test]
fn a_payout_is_called_not_fulfilled_once_its_list_says_so_too() {
    let mut desk = fulfilling_behind_a_redated_copy("success");
    desk.pass(300);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
    let mut desk = fulfilling_behind_a_redated_copy("requires_fulfillment");
    desk.pass(300);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    let mut desk = fulfilling_behind_a_redated_copy("requires_fulfillment");
    desk.service.lists_get = Some(refused(500, "HE_00", "Something went wrong"));
    desk.pass(300);
    assert!(matches!(desk.finding(), ResolutionFinding::ReadFailed(_)), "{:?}", desk.finding());
}

/// A refund whose request was lost and sent again, to which the service answers that it has it already. Nothing is known yet of
/// what else the service answers.
fn taken(refunds: Option<Vec<Value>>) -> (Desk, String) {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    desk.service.records.extend(refunds.map(|refunds| (REFUND, refunds)));
    ask(&mut desk);
    let refund_id = dialog(&desk).refund_id.to_string();
    confirm(&mut desk, 500);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.pass(10);
    assert_eq!(sent(&desk), 2);
    desk.reply(refused(400, "HE_01", "Duplicate refund request"));
    desk.write_all();
    (desk, refund_id)
}

#[test]
fn a_refund_that_is_there_already_is_read_and_ends_as_the_service_shows_it() {
    for (minor, status, ends) in
        [(500, "succeeded", "done"), (500, "pending", "done"), (500, "failed", "declined"), (700, "succeeded", "open")]
    {
        let (mut desk, refund_id) = taken(Some(Vec::new()));
        assert!(desk.is_unknown(), "that it is there says nothing of its amount");
        desk.service.records.insert(REFUND, vec![as_made(&refund_id, status, minor)]);
        desk.serve();
        let is_done =
            |outcome: &Outcome| *outcome == Outcome::Done { status: status.to_owned(), proof: ExecutionProof::OurId };
        match ends {
            "done" => assert!(is_done(desk.outcome()), "{:?}", desk.outcome()),
            "declined" => assert!(matches!(desk.outcome(), Outcome::Declined { .. }), "{:?}", desk.outcome()),
            _ => assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding()),
        }
        assert_eq!(sent(&desk), 2, "nothing leaves again");
        assert!(!desk.toasts().iter().any(|toast| toast.contains("without a status")), "{:?}", desk.toasts());
    }
}

#[test]
fn a_refund_of_another_payment_under_our_id_is_left_to_a_person() {
    let (mut desk, refund_id) = taken(Some(Vec::new()));
    let mut theirs = as_made(&refund_id, "succeeded", 500);
    theirs["payment_id"] = json!("pay_2");
    desk.service.records.insert(REFUND, vec![theirs]);
    desk.pass(600);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
    assert_eq!(sent(&desk), 2);
}

#[test]
fn a_refund_that_is_there_already_is_done_without_a_status_where_none_can_be_read() {
    let (mut desk, _) = taken(None);
    desk.serve();
    assert_eq!(offered(&desk, ReadEndpoint::RetrieveRefund), Some(Offering::NotOffered));
    assert_eq!(desk.outcome(), &Outcome::Done { status: String::new(), proof: ExecutionProof::OurId });
    let reads = desk.service.record_reads.get();
    ask(&mut desk);
    confirm(&mut desk, 500);
    while desk.state.open_operations().next().is_some() {
        if !desk.sends.is_empty() {
            desk.reply(refused(400, "HE_01", "a refund with this id was already attempted"));
        }
        desk.pass(1);
    }
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert_eq!(desk.service.record_reads.get(), reads, "it is asked once");
}

#[test]
fn a_refund_that_the_service_has_and_does_not_show_is_neither_done_nor_sent_again() {
    let (mut desk, refund_id) = taken(Some(Vec::new()));
    desk.pass(20);
    assert_eq!(*desk.finding(), ResolutionFinding::NotReadYet, "another worker may not know it yet");
    desk.pass(3_600);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
    assert_eq!(sent(&desk), 2);
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 500)]);
    let id = desk.operation().id.clone();
    desk.act(Action::CheckOperationNow(id));
    desk.serve();
    assert!(matches!(desk.outcome(), Outcome::Done { status, .. } if status == "succeeded"), "{:?}", desk.outcome());
}

#[test]
fn a_refund_that_is_there_already_is_read_again_after_a_failure_and_after_a_restart() {
    let (mut desk, refund_id) = taken(Some(Vec::new()));
    desk.service.records.insert(REFUND, vec![as_made(&refund_id, "succeeded", 500)]);
    desk.service.reads_get = Some(refused(500, "HE_00", "Something went wrong"));
    desk.pass(5);
    assert!(desk.is_unknown());
    let records = desk.service.records.clone();
    let mut desk = desk.restarted();
    (desk.service.reads_get, desk.service.records) = (None, records);
    go(&mut desk, Route::Home);
    desk.pass(30);
    assert!(matches!(desk.outcome(), Outcome::Done { status, .. } if status == "succeeded"), "{:?}", desk.outcome());
    assert_eq!(sent(&desk), 2, "nothing leaves again");
}

#[test]
fn a_service_that_lists_refunds_and_reads_none_is_asked_by_the_request_itself() {
    let (mut desk, _) = refunding(|_| Attempt::Lost(LostAnswer::TimedOut));
    desk.service.records.clear();
    desk.pass(20);
    assert_eq!(offered(&desk, ReadEndpoint::RetrieveRefund), Some(Offering::NotOffered));
    assert!(sent(&desk) >= 2, "the same request is the same refund");
}

#[test]
fn the_status_of_a_refund_is_read_and_nothing_is_sent_for_it() {
    let mut desk = at_home(vec![refund(1, "pending")], Vec::new());
    let changed = json!({"updated_at": "2026-11-18T10:00:00Z"});
    let mut succeeded = refund(1, "succeeded");
    succeeded["updated_at"] = changed["updated_at"].clone();
    desk.service.records.insert(REFUND, vec![succeeded]);
    desk.act(Action::Refunds(RefundsAction::CheckStatus("ref_1".to_owned())));
    desk.serve();
    assert_eq!((status(&desk, REFUND, "ref_1").as_str(), sent(&desk)), ("succeeded", 0));
}

fn read_by_id(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::Record(_))).count()
}

#[test]
fn a_refund_or_a_payout_that_may_have_gone_on_is_read_when_it_is_opened() {
    let changed = json!("2026-11-18T10:00:00Z");
    for (kind, id, before, after) in [
        (REFUND, "ref_1", refund(1, "pending"), refund(1, "succeeded")),
        (PAYOUT, "po_1", payout(1, "pending"), payout(1, "success")),
    ] {
        let lists =
            |row: &Value| if kind == REFUND { (vec![row.clone()], vec![]) } else { (vec![], vec![row.clone()]) };
        let (refunds, payouts) = lists(&before);
        let mut desk = at_home(refunds, payouts);
        desk.act(Action::ShowRecord(kind, Some(id.to_owned())));
        assert_eq!(read_by_id(&desk), 0, "it was just reported");
        desk.tick(20);
        let mut after = after;
        after["updated_at"] = changed.clone();
        desk.service.records.insert(kind, vec![after.clone()]);
        desk.act(Action::OpenRecord(kind, id.to_owned()));
        assert_eq!(read_by_id(&desk), 1, "{kind:?}");
        desk.serve();
        assert_eq!(status(&desk, kind, id), after["status"].as_str().unwrap());
        desk.tick(20);
        desk.act(Action::ShowRecord(kind, Some(id.to_owned())));
        assert_eq!((read_by_id(&desk), sent(&desk)), (0, 0), "it has ended");
    }
}

#[test]
fn opening_one_never_writes_and_says_nothing_where_it_cannot_be_read() {
    let mut desk = at_home(vec![refund(1, "pending")], vec![payout(1, "pending")]);
    desk.service.reads_get = Some(refused(500, "HE_00", "Something went wrong"));
    for (kind, id) in [(REFUND, "ref_1"), (PAYOUT, "po_1")] {
        desk.tick(20);
        desk.act(Action::ShowRecord(kind, Some(id.to_owned())));
        desk.serve();
    }
    assert!(desk.toasts().is_empty(), "{:?}", desk.toasts());
    let mut desk = Desk::ready(Vec::new());
    make(&mut desk, "requires_fulfillment");
    desk.serve();
    desk.tick(20);
    desk.act(Action::ShowRecord(PAYOUT, Some("po_1".to_owned())));
    assert!(!desk.reads.iter().any(|(_, read)| matches!(read, Read::Payout(_) | Read::Record(_))));
}

#[test]
fn a_lost_payout_is_found_in_the_list_by_our_operation() {
    let mut desk = at_home(Vec::new(), Vec::new());
    make_lost(&mut desk);
    let operation_id = desk.operation().id.to_string();
    let mut theirs = payout(1, "requires_fulfillment");
    theirs["metadata"] = json!({"operation_id": operation_id, "invoice": "7"});
    let mut another = payout(2, "requires_fulfillment");
    another["metadata"] = json!({"operation_id": "op_of_somebody_else"});
    desk.service.records.insert(PAYOUT, vec![another, theirs]);
    desk.pass(60);
    assert_eq!(desk.outcome(), &Outcome::Done { status: "requires_fulfillment".into(), proof: ExecutionProof::OurId });
    assert_eq!(sent(&desk), 1);
}

#[test]
fn a_lost_payout_that_is_not_listed_stays_open() {
    let mut desk = at_home(Vec::new(), Vec::new());
    make_lost(&mut desk);
    desk.service.records.insert(PAYOUT, vec![payout(1, "requires_fulfillment")]);
    desk.pass(300);
    assert!(desk.is_unknown(), "a payout of the same reference is somebody else's");
    assert_eq!(sent(&desk), 1);
}

#[test]
fn a_payout_that_was_refused_is_looked_for_before_it_is_called_rejected() {
    for is_listed in [false, true] {
        let mut desk = at_home(Vec::new(), Vec::new());
        paydesk_test_core::payouts::send(&mut desk);
        let mut theirs = payout(1, "requires_fulfillment");
        theirs["metadata"] = json!({"operation_id": desk.operation().id.to_string(), "invoice": "7"});
        desk.service.records.extend(is_listed.then(|| (PAYOUT, vec![theirs])));
        desk.reply(refused(400, "IR_06", "not now"));
        desk.write_all();
        desk.pass(60);
        match desk.outcome() {
            Outcome::Rejected { .. } => assert!(!is_listed),
            outcome => assert!(is_listed && matches!(outcome, Outcome::Done { .. }), "{outcome:?}"),
        }
    }
}

fn make_lost(desk: &mut Desk) {
    paydesk_test_core::payouts::send(desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
}

#[test]
fn a_payout_is_read_before_it_is_fulfilled_and_nothing_of_it_is_set() {
    let mut desk = at_home(Vec::new(), vec![payout(1, "requires_fulfillment")]);
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    assert!(desk.reads.iter().any(|(_, read)| matches!(read, Read::Record(_))));
    assert!(!desk.reads.iter().any(|(_, read)| read.changes_something()));
    desk.serve();
    desk.write_all();
    assert_eq!(sent(&desk), 1);
    assert_eq!(desk.sent[0].request.path, "/payouts/po_1/fulfill");
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.service.records.insert(PAYOUT, vec![payout(1, "success")]);
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { status, .. } if status == "success"), "{:?}", desk.outcome());
    assert_eq!(sent(&desk), 1);
}

#[test]
fn payouts_are_checked_by_reading_also_in_a_read_only_profile() {
    let mut desk = at_home(Vec::new(), vec![payout(1, "requires_fulfillment")]);
    desk.event(paydesk_core::Message::JournalUnavailable { problem: paydesk_test_core::desk::problem("disk full") });
    assert!(desk.state.read_only_reason().is_some());
    desk.service.records.insert(PAYOUT, vec![payout(1, "success")]);
    desk.act(Action::Payouts(PayoutsAction::Refresh(po_1())));
    desk.serve();
    assert_eq!(status(&desk, PAYOUT, "po_1"), "success");
}

#[test]
fn where_no_payout_is_read_by_its_id_it_is_asked_in_the_documented_way() {
    let mut desk = Desk::ready(Vec::new());
    make(&mut desk, "requires_fulfillment");
    desk.serve();
    desk.act(Action::Payouts(PayoutsAction::Refresh(po_1())));
    assert!(desk.reads.iter().any(|(_, read)| matches!(read, Read::Payout(_))));
    let listed_only = json!({"size": 1, "data": [payout(1, "requires_fulfillment")]});
    let mut desk = Desk::ready(Vec::new());
    make(&mut desk, "requires_fulfillment");
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Records(_))).unwrap();
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, answered(200, listed_only));
    desk.act(Action::Payouts(PayoutsAction::Refresh(po_1())));
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Record(_))).unwrap();
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, refused(404, "IR_02", "Unrecognized request URL"));
    assert!(desk.reads.iter().any(|(_, read)| matches!(read, Read::Payout(_))), "asked at once: {:?}", desk.reads);
}

#[test]
fn the_lists_of_one_profile_say_nothing_of_another() {
    let desk = at_home(vec![refund(1, "pending")], Vec::new());
    let other = paydesk_domain::profile::ProfileId::new("another");
    assert_ne!(other, profile().id);
    assert_eq!(desk.state.profiles.traits(&other).capabilities.offering(ReadEndpoint::ListRefunds), None);
}

// ----- exports

#[test]
fn an_export_of_what_the_service_lists_reads_the_list_first_and_is_complete() {
    use paydesk_core::effect::TableJob;
    use paydesk_core::features::table_exports::{ExportList, TableExportAction};
    use paydesk_core::records::RecordQuery;
    use paydesk_domain::export::{ExportFormat, ExportKind};
    let mut desk = at_home(vec![refund(1, "pending")], Vec::new());
    desk.service.records.insert(REFUND, (1..=250).map(|number| refund(number, "succeeded")).collect());
    desk.tick(120);
    let list = ExportList::Records(ExportKind::Refunds, RecordQuery::default());
    desk.act(Action::ReadRecords(REFUND));
    desk.act(Action::TableExport(TableExportAction::Start(list, ExportFormat::Jsonl)));
    assert!(desk.tables.is_empty(), "pages are still missing");
    desk.serve();
    let [TableJob::Write(export)] = &desk.tables[..] else { panic!("{:?}", desk.tables) };
    assert_eq!(export.manifest.incomplete, None);
    assert_eq!(export.rows.len(), 250);
}
